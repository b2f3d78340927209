// Package infoclient dereferences info URIs: it finds a document of Info in the
// folders of this machine, and shows a node of it, or all. No program is run.
package infoclient

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/packed"
	"uriel.dev/scheme/info"
	"uriel.dev/scheme/info/inforead"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// New returns the handler of info for the documents of this machine: those in
// the folders of $INFOPATH, of which an empty one stands for
// /usr/local/share/info and /usr/share/info, or in these.
func New(env get.Env) get.Handler {
	return &handler{env: env, folders: func() []string { return places(os.Getenv("INFOPATH")) }, maxFile: maxFile}
}

// NewIn returns the handler of info for the documents in the given folders.
func NewIn(env get.Env, folders ...string) get.Handler {
	return &handler{env: env, folders: func() []string { return folders }, maxFile: maxFile}
}

type handler struct {
	env     get.Env
	folders func() []string
	maxFile int64 // bytes of a file

	shelf shelf
}

// maxFile bounds a file once it is decompressed. The largest that are known
// have 4 MB.
const maxFile = 32 << 20

var defaultPlaces = []string{"/usr/local/share/info", "/usr/share/info"}

// places reads a list of folders. Those that are relative depend on where the
// program was started, and are left out.
func places(infopath string) []string {
	if infopath == "" {
		return defaultPlaces
	}
	var out []string
	for _, dir := range filepath.SplitList(infopath) {
		switch {
		case dir == "":
			out = append(out, defaultPlaces...)
		case filepath.IsAbs(dir):
			out = append(out, dir)
		}
	}
	return out
}

// Plan implements [get.Handler]. It looks which files there are.
func (h *handler) Plan(req *get.Request) (plan get.Plan, err error) {
	v, err := h.parse(req.URI)
	if err != nil {
		return nil, err
	}
	l := h.collection(req.URI)
	if v.Index {
		for _, folder := range l.folders {
			plan = append(plan, get.Step{Act: get.Open, Text: folder})
		}
		return plan, l.allowed()
	}
	f, err := l.find(string(v.File))
	if err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Open, Text: f.path()}}, nil
}

// Get implements [get.Handler]. With the option "whole" a document is shown as a
// whole, and the node is where to begin.
func (h *handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	v, err := h.parse(req.URI)
	if err == nil && ctx.Err() != nil {
		err = get.Fail(ctx, "open", req.URI, get.Canceled, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	l := h.collection(req.URI)
	if v.Index {
		return l.directory(ctx)
	}
	f, err := l.find(string(v.File))
	if err != nil {
		return nil, err
	}
	d := h.shelf.take(f)
	if d == nil {
		if d, err = l.open(f); err != nil {
			return nil, err
		}
	}
	defer h.shelf.put(f, d)
	if req.Options["whole"] == "yes" {
		return l.whole(ctx, req, v, f, d)
	}
	n, err := l.node(v, d)
	if err != nil {
		return nil, err
	}
	return l.show(req, v, f, n, place(req.URI, v, n))
}

// place returns the anchor that is meant in the node n, "" if it is the node: what
// a URI names is an anchor, or its fragment is one beside the node.
func place(u uri.URI, v info.View, n *inforead.Node) string {
	fragment := ""
	if f := pct.Decode(u.Fragment()); !isSame(f, string(v.Node)) {
		fragment = f
	}
	for _, name := range []string{fragment, string(v.NodeWritten), string(v.Node)} {
		for _, p := range n.Places {
			if name != "" && isSame(p.Name, name) && !isSame(n.Name, name) {
				return p.Name
			}
		}
	}
	return fragment
}

// isSame reports whether two names of nodes or anchors differ in nothing but case
// and underscores for spaces.
func isSame(a, b string) bool { return strings.EqualFold(anchor(a), anchor(b)) }

func (h *handler) parse(u uri.URI) (info.View, error) {
	v, err := info.Parse(u)
	switch {
	case err != nil:
		return v, get.Errorf(get.Invalid, "get", u, "%w", err)
	case v.Namespace != "":
		return v, get.Errorf(get.Unsupported, "get", u, "it is a name in the namespace %s of RFC 4452, which has no way to retrieve what is called so; the URI of a document of Info is written info:file#node", v.Namespace)
	}
	return v, nil
}

// open opens the document that begins in the file f.
func (l *collection) open(f file) (*inforead.Document, error) {
	l.env.Say('*', "open "+f.path())
	d, err := inforead.Open(packed.Strip(f.name), func(name string) ([]byte, error) { return l.read(f, name) })
	return d, l.broken(err)
}

// broken is the error of a document that cannot be read.
func (l *collection) broken(err error) error {
	_, tooLong := errors.AsType[packed.LimitError](err)
	kind := get.Internal
	switch {
	case err == nil:
		return nil
	case errors.Is(err, inforead.ErrNoInfo):
		return get.Errorf(get.Protocol, "read", l.uri, "the file is no document of Info: %w", err)
	case errors.Is(err, packed.ErrUnread):
		kind = get.Unsupported
	case errors.Is(err, packed.ErrBroken), errors.Is(err, inforead.ErrNoNode):
		kind = get.Protocol
	case tooLong:
		kind = get.Limit
	}
	return get.Fail(context.Background(), "read", l.uri, kind, err)
}

// node finds the node that v means. A real underscore in its name is tried
// first, then a space, then any mixture of them.
func (l *collection) node(v info.View, d *inforead.Document) (*inforead.Node, error) {
	meant := cmp.Or(string(v.Node), "Top")
	names := []string{cmp.Or(string(v.NodeWritten), meant), meant}
	for _, name := range d.Names() {
		if strings.ReplaceAll(name, "_", " ") == meant {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if d.Has(name) {
			n, err := d.Node(name)
			return n, l.broken(err)
		}
	}
	return nil, l.noNode(meant, v, d)
}
