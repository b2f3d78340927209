package manclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/scheme/man"
	"uriel.dev/scheme/man/manread"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A format is a form of a page that can be had.
type format struct {
	mediaType, ending string

	// write writes the page that was read; nil has the source as it is.
	write func(w io.Writer, d *doc.Document, o options) error

	// args are those of mandoc, if that is to format the page; after is what is
	// still to be done to what it writes.
	args  []string
	after func(r *bufio.Reader) io.Reader
}

var (
	asText = format{mediaType: "text/plain; charset=utf-8", ending: ".txt",
		write: func(w io.Writer, d *doc.Document, o options) error { return o.page.WriteText(w, d) }}
	asHTML = format{mediaType: "text/html; charset=utf-8", ending: ".html",
		write: func(w io.Writer, d *doc.Document, _ options) error { return doc.WriteHTML(w, d, uri.URI.String) }}
	asMarkdown = format{mediaType: "text/markdown; charset=utf-8", ending: ".md",
		write: func(w io.Writer, d *doc.Document, _ options) error { return doc.WriteMarkdown(w, d) }}
	asJSON = format{mediaType: "application/json", ending: ".json",
		write: func(w io.Writer, d *doc.Document, _ options) error { return doc.WriteJSON(w, d) }}
	asSource = format{mediaType: "text/troff"} // RFC 4263
)

// choose returns the first format that is accepted; plain text if none is.
func choose(accept []string) format {
	for _, a := range accept {
		a, _, _ = strings.Cut(a, ";")
		switch strings.ToLower(strings.TrimSpace(a)) {
		case "text/html":
			return asHTML
		case "text/markdown":
			return asMarkdown
		case "application/json":
			return asJSON
		case "text/troff", "application/x-troff-man":
			return asSource
		case "text/plain", "text/*", "*/*":
			return asText
		}
	}
	return asText
}

// options are those of a request, read.
type options struct {
	mandoc bool
	page   doc.Page // of text
}

func readOptions(given map[string]string) (o options, err error) {
	switch via := given[OptionVia]; via {
	case "":
	case "mandoc":
		o.mandoc = true
	default:
		return o, fmt.Errorf("option %s: %q formats no pages of the manual, mandoc does", OptionVia, via)
	}
	o.page, err = doc.PageOf(given)
	return o, err
}

// chosen is the format that a request asks for, with its options.
type chosen struct {
	format
	options
}

func chooseFormat(req *get.Request) (c chosen, err error) {
	c.format = choose(req.Accept)
	if c.options, err = readOptions(req.Options); err == nil && c.mandoc {
		err = c.byMandoc(c.options)
	}
	if err != nil {
		return c, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return c, nil
}

// answer answers with a page in a format.
func (h handler) answer(ctx context.Context, req *get.Request, f chosen, p page, src source) (res *get.Response, err error) {
	res = &get.Response{URI: req.URI, Meta: []get.Meta{{Name: "title", Value: p.name + "(" + p.section + ")"}, {Name: "file", Value: p.path()}}}
	if v, _ := man.Parse(req.URI); v.Section == "" && v.Path == "" {
		res.URI = p.uri()
	}
	if p.isFormatted() {
		f = f.ofFormatted()
	}
	o := &get.Object{MediaType: f.mediaType, Length: -1, Modified: src.modified, Name: p.name + "." + p.section + f.ending}
	res.Answer = o
	if f.args != nil {
		o.Body, err = h.format(ctx, req, f.format, src, res)
		return res, err
	}
	body := src.text
	if f.write != nil {
		if body, err = f.render(ctx, req.URI, p, src, res); err != nil {
			return nil, err
		}
	}
	o.Length, o.Body = int64(len(body)), bytes.NewReader(body)
	return res, nil
}

// ofFormatted is the form in which a page can be had that was formatted before:
// there is no source, and nothing for mandoc to do.
func (f chosen) ofFormatted() chosen {
	f.args = nil
	if f.write == nil {
		f.mediaType, f.ending = asText.mediaType, asText.ending
	}
	return f
}

// render reads a page and writes it, as text or Markdown from the fragment of u
// on.
func (f chosen) render(ctx context.Context, u uri.URI, p page, src source, res *get.Response) ([]byte, error) {
	d, err := readPage(ctx, p, src)
	switch {
	case errors.Is(err, manread.ErrLimit):
		return nil, get.Errorf(get.Limit, "read", u, "%w", err)
	case err != nil:
		return nil, get.Fail(ctx, "read", u, get.Internal, err)
	}
	if fragment := pct.Decode(u.Fragment()); fragment != "" {
		part, ok := d.From(fragment)
		switch {
		case !ok:
			res.Notes = append(res.Notes, doc.NoPlace(fragment))
		case f.mediaType == asText.mediaType, f.mediaType == asMarkdown.mediaType:
			d = part
		}
	}
	var b bytes.Buffer
	if err := f.write(&b, d, f.options); err != nil {
		return nil, get.Fail(ctx, "write", u, get.Internal, err)
	}
	return b.Bytes(), nil
}

func readPage(ctx context.Context, p page, src source) (*doc.Document, error) {
	if p.isFormatted() {
		return manread.Formatted(src.text)
	}
	return manread.Read(ctx, src.text)
}
