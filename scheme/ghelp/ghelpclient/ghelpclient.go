// Package ghelpclient dereferences ghelp and help URIs: it finds the document of
// an application in the folders of help of this machine, and shows a page of
// it. No program is run.
package ghelpclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/internal/mediatype"
	"uriel.dev/scheme"
	"uriel.dev/scheme/ghelp"
	"uriel.dev/scheme/ghelp/ghelpread"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// New returns the handler of ghelp and help for the documents of this machine:
// those below the folders of $XDG_DATA_HOME and $XDG_DATA_DIRS, in the languages
// of $LANGUAGE, $LC_ALL, $LC_MESSAGES or $LANG.
func New(env get.Env) get.Handler {
	return &handler{env: env, places: func() places { return environment(os.Getenv) }}
}

// NewIn returns the handler of ghelp and help for the documents below the given
// folders, each of which may have a folder help, in the given languages, the
// dearest first.
func NewIn(env get.Env, folders []string, languages ...string) get.Handler {
	return &handler{env: env, places: func() places { return places{folders, languages} }}
}

type handler struct {
	env    get.Env
	places func() places

	mu   sync.Mutex
	last shelf
}

// A shelf keeps what the pages of a document say of themselves for as long as
// its folder does not change: to read hundreds of them takes a moment.
type shelf struct {
	folder   string
	modified time.Time
	book     ghelpread.Book
}

// Plan implements [get.Handler]. It looks which files there are.
func (h *handler) Plan(req *get.Request) (get.Plan, error) {
	v, err := parse(req)
	if err != nil {
		return nil, err
	}
	l := h.collection(req)
	d, file, err := l.find(v)
	if err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Open, Text: path.Join(d.root, d.dir, file)}}, nil
}

// Get implements [get.Handler].
func (h *handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	v, err := parse(req)
	if err == nil && ctx.Err() != nil {
		err = get.Fail(ctx, "open", req.URI, get.Canceled, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	l := h.collection(req)
	d, file, err := l.find(v)
	if err != nil {
		return nil, err
	}
	h.env.Say('*', "open "+path.Join(d.root, d.dir, file))
	if !isHelp(file) {
		return l.raw(ctx, d, file)
	}
	root, err := ghelpread.Read(file, func(name string) ([]byte, error) { return l.read(d, name) })
	if err != nil {
		return nil, l.broken(ctx, err)
	}
	page, err := h.page(ctx, l, v, d, root)
	if err != nil {
		return nil, err
	}
	return l.show(req, d, file, page)
}

func parse(req *get.Request) (ghelp.View, error) {
	v, err := ghelp.Parse(req.URI)
	if err != nil {
		return v, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return v, nil
}

// isHelp reports whether a file is a page or document of help, by its name.
func isHelp(file string) bool {
	switch path.Ext(file) {
	case ".page", ".docbook", ".xml":
		return true
	}
	return false
}

// broken is the error of a document that cannot be read.
func (l *collection) broken(ctx context.Context, err error) error {
	_, syntax := errors.AsType[*xml.SyntaxError](err)
	switch {
	case errors.Is(err, ghelpread.ErrLimit):
		return get.Errorf(get.Limit, "read", l.uri, "%w", err)
	case syntax, errors.Is(err, io.ErrUnexpectedEOF):
		return get.Errorf(get.Protocol, "read", l.uri, "the document is no well-formed XML: %w", err)
	}
	return get.Fail(ctx, "read", l.uri, get.Protocol, err)
}

// page makes the tree of a page of Mallard, or of a document of DocBook or the
// part of it that v names.
func (h *handler) page(ctx context.Context, l *collection, v ghelp.View, d document, root *ghelpread.Element) (*doc.Document, error) {
	if root.Name == "page" {
		book, err := h.book(ctx, l, d)
		if err != nil {
			return nil, err
		}
		for _, t := range ghelpread.Topics(root) {
			book[t.Ref] = t
		}
		return book.Mallard(root, func(page, section string) uri.URI { return pageURI(l.uri, d.name, page, section) }), nil
	}
	part := string(v.Page)
	if page := ghelpread.DocBook(root, part); page != nil {
		return page, nil
	}
	return nil, get.Errorf(get.NotFound, "find", l.uri, "no page %q in the help of %q", part, d.name)
}

// book returns the book of a document, which is the caller's to change.
func (h *handler) book(ctx context.Context, l *collection, d document) (ghelpread.Book, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	folder := filepath.Join(d.root, d.dir)
	st, err := os.Stat(folder)
	if err == nil && (h.last.folder != folder || !h.last.modified.Equal(st.ModTime())) {
		var book ghelpread.Book
		if book, err = l.book(ctx, d); err == nil {
			h.last = shelf{folder, st.ModTime(), book}
		}
	}
	if err != nil {
		return nil, get.Fail(ctx, "read", l.uri, get.Internal, err)
	}
	return maps.Clone(h.last.book), nil
}

// pageURI returns the URI of a page of a document in the scheme of another, or
// of a section in it.
func pageURI(of uri.URI, document, page, section string) uri.URI {
	bare, err := uri.Parse(of.Scheme() + ":x")
	if err != nil {
		return uri.URI{}
	}
	v, _ := ghelp.Parse(bare)
	v.Document, v.Page = scheme.Octets(document), scheme.Octets(page)
	if page == "index" {
		v.Page = ""
	}
	u, err := v.URI()
	if err == nil && section != "" {
		u, err = u.WithFragment(pct.Encode(section, pct.Query))
	}
	if err != nil {
		return uri.URI{}
	}
	return u
}

// show answers with a page in the form that is asked for; as text and Markdown from
// the fragment on.
func (l *collection) show(req *get.Request, d document, file string, page *doc.Document) (*get.Response, error) {
	as := choose(req.Accept)
	layout, err := doc.PageOf(req.Options)
	if err != nil {
		return nil, get.Errorf(get.Invalid, "get", l.uri, "%w", err)
	}
	var notes []string
	title := page.Title
	if fragment := pct.Decode(req.URI.Fragment()); fragment != "" {
		part, ok := page.From(fragment)
		switch {
		case !ok:
			notes = append(notes, doc.NoPlace(fragment))
		case as.mediaType != asHTML.mediaType:
			page = part
		}
	}
	var b bytes.Buffer
	if err := as.write(&b, page, layout); err != nil {
		return nil, get.Errorf(get.Internal, "write", l.uri, "%w", err)
	}
	res := &get.Response{URI: req.URI, Notes: notes, Meta: []get.Meta{{Name: "title", Value: title}, {Name: "file", Value: path.Join(d.root, d.dir, file)}}}
	name := strings.TrimSuffix(path.Base(file), path.Ext(file)) + as.ending
	res.Answer = &get.Object{MediaType: as.mediaType, Length: int64(b.Len()), Name: name, Body: &b}
	return res, nil
}

// A format is a form of a page that can be had.
type format struct {
	mediaType, ending string
	write             func(w io.Writer, d *doc.Document, p doc.Page) error
}

var (
	asText = format{"text/plain; charset=utf-8", ".txt", func(w io.Writer, d *doc.Document, p doc.Page) error { return p.WriteText(w, d) }}
	asHTML = format{"text/html; charset=utf-8", ".html", func(w io.Writer, d *doc.Document, _ doc.Page) error { return doc.WriteHTML(w, d, uri.URI.String) }}
	asMark = format{"text/markdown; charset=utf-8", ".md", func(w io.Writer, d *doc.Document, _ doc.Page) error { return doc.WriteMarkdown(w, d) }}
)

// choose returns the first format that is accepted; plain text if none is.
func choose(accept []string) format {
	for _, a := range accept {
		a, _, _ = strings.Cut(a, ";")
		switch strings.ToLower(strings.TrimSpace(a)) {
		case "text/html":
			return asHTML
		case "text/markdown":
			return asMark
		case "text/plain", "text/*", "*/*":
			return asText
		}
	}
	return asText
}

// raw answers with a file of a document that is no help itself, such as a
// picture in it.
func (l *collection) raw(ctx context.Context, d document, file string) (*get.Response, error) {
	f, err := l.env.Policy.OpenIn(d.root, path.Join(d.dir, file))
	if err != nil {
		return nil, get.Fail(ctx, "open", l.uri, get.Internal, err)
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, get.Fail(ctx, "open", l.uri, get.Internal, err)
	}
	o := &get.Object{MediaType: cmp.Or(mediatype.ByName(file), "application/octet-stream"), Length: st.Size(), Modified: st.ModTime(), Name: path.Base(file), Body: f}
	return &get.Response{URI: l.uri, Answer: o, Closer: f}, nil
}
