// Package fileclient dereferences file URIs: a file of this machine is an
// Object, a folder a Listing. What may be opened is the policy's decision.
package fileclient

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/file"
	"uriel.dev/uri"
)

// Options of a request, and what they may be.
const (
	// OptionGlob takes a name that no file has for a pattern of glob(7), a query
	// being part of it: with "yes" the one file that it fits is the answer, and
	// several are listed; with "list" one is listed, too.
	OptionGlob = "glob"

	// OptionSpecial lets files be read that a system makes up, as those of proc:
	// "yes".
	OptionSpecial = "allow-special"
)

// New returns the handler of file. It opens files by env.Policy alone, and asks
// the system for nothing else but its names.
func New(env get.Env) get.Handler { return handler{env, os.Hostname, 10_000} }

type handler struct {
	env      get.Env
	hostname func() (string, error)

	// sorted is the number of entries up to which a folder is sorted by name:
	// to sort more would mean to hold back the first until the last is read.
	sorted int
}

// Plan implements [get.Handler].
func (h handler) Plan(req *get.Request) (get.Plan, error) {
	name, err := h.name(req)
	if err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Open, Text: name}}, nil
}

// Get implements [get.Handler].
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	name, err := h.name(req)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, get.Fail(ctx, "open", req.URI, get.Canceled, ctx.Err())
	}
	h.env.Say('*', "open "+name)
	f, err := h.env.Policy.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && req.Options[OptionGlob] != "":
		return h.expand(ctx, req)
	case errors.Is(err, fs.ErrNotExist) && isGenerated(name):
		return nil, get.Errorf(get.NotFound, "open", req.URI, "no such file or directory; what KDE generated there is at man:(index), info:(dir) and x-userdoc:NAME")
	case err != nil:
		return nil, get.Fail(ctx, "open", req.URI, get.Internal, err)
	}
	res, err := h.answer(ctx, req, f, name)
	if err != nil {
		f.Close()
		return nil, get.Fail(ctx, "read", req.URI, get.Internal, err)
	}
	res.Closer = f
	return res, nil
}

// isGenerated reports whether a name is of what KDE's viewer generated when it
// was asked for (uri(7), file). Here it is a name like others, which few have.
func isGenerated(name string) bool {
	return name == "/cgi-bin" || strings.HasPrefix(name, "/cgi-bin/")
}

func (h handler) answer(ctx context.Context, req *get.Request, f *os.File, name string) (*get.Response, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
		if isMadeUp(f) && req.Options[OptionSpecial] != "yes" {
			return nil, &policy.Refusal{Code: policy.CodeSpecial, Text: "the system makes the file up when it is read, which may do something: --allow-special reads it"}
		}
		return object(ctx, req, f, st)
	}
	if !strings.HasSuffix(name, "/") {
		// References in a folder are resolved against its own URI, not against
		// that of the folder above.
		folder := *req
		folder.URI, name = file.FromPath(name+"/"), name+"/"
		req = &folder
	}
	return h.listing(ctx, req, f, name)
}

// name returns the name of the file that a request means, as the system writes
// it.
func (h handler) name(req *get.Request) (string, error) {
	u := req.URI
	if req.Options[OptionGlob] != "" && u.HasQuery() {
		u = withQueryInPath(u)
	}
	if _, err := file.Parse(u); err != nil {
		return "", get.Errorf(get.Invalid, "get", u, "%w", err)
	}
	v, _ := file.Parse(u.Normalize())
	switch {
	case !v.Local && !h.isThisHost(v.Host):
		return "", get.Errorf(get.Unsupported, "get", u,
			"the file is on the host %s, and file: names no protocol to fetch it with: use sftp:, ftp: or smb: with that host, such as sftp://%[1]s%s, or copy the file here", v.Host, v.Path)
	case v.UnixPath == "":
		// Decoding first and splitting later would lead elsewhere: to
		// "/etc/passwd" for "/..%2fetc%2fpasswd".
		return "", get.Errorf(get.Invalid, "get", u, "an encoded slash or NUL in the path is part of a name, and no file has such a name")
	}
	return string(v.UnixPath), nil
}

// withQueryInPath returns the URI of the name that u is meant for, if its
// question mark begins no query.
func withQueryInPath(u uri.URI) uri.URI {
	_, at, _ := u.Range(uri.Path)
	n, err := uri.Parse(u.String()[:at] + "%3F" + strings.ReplaceAll(u.Query(), "?", "%3F"))
	if err != nil {
		return u
	}
	return n
}
