// Package fileclient dereferences file URIs: a file of this machine is an
// Object, a folder a Listing. What may be opened is the policy's decision.
package fileclient

import (
	"context"
	"os"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme/file"
	"uriel.dev/uri"
)

// New returns the handler of file. It opens files by env.Policy alone, and asks
// the system for nothing else but its name.
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
	name, err := h.name(req.URI)
	if err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Open, Text: name}}, nil
}

// Get implements [get.Handler].
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	name, err := h.name(req.URI)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, get.Fail(ctx, "open", req.URI, get.Canceled, ctx.Err())
	}
	h.env.Say('*', "open "+name)
	f, err := h.env.Policy.Open(name)
	if err != nil {
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

func (h handler) answer(ctx context.Context, req *get.Request, f *os.File, name string) (*get.Response, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
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

// name returns the name of the file that u means, as the system writes it.
func (h handler) name(u uri.URI) (string, error) {
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

// isThisHost reports whether host is the name of this machine. It looks nothing
// up: a name service could make a remote file URI local.
func (h handler) isThisHost(host string) bool {
	name, err := h.hostname()
	return err == nil && name != "" && strings.EqualFold(strings.TrimSuffix(host, "."), strings.TrimSuffix(name, "."))
}
