package manclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/scheme/man"
	"uriel.dev/scheme/man/manread"
	"uriel.dev/uri"
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
		write: func(w io.Writer, d *doc.Document, o options) error { return doc.WriteText(w, d, o.width, o.style) }}
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
	width  int
	style  doc.Style
}

// styles are what [OptionStyle] may be.
var styles = map[string]doc.Style{"": doc.Plain, "plain": doc.Plain, "overstrike": doc.Overstrike, "sgr": doc.SGR}

func readOptions(given map[string]string) (o options, err error) {
	switch via := given[OptionVia]; via {
	case "":
	case "mandoc":
		o.mandoc = true
	default:
		return o, fmt.Errorf("option %s: %q formats no pages of the manual, mandoc does", OptionVia, via)
	}
	o.width = 78
	if width := given[OptionWidth]; width != "" {
		if o.width, err = strconv.Atoi(width); err != nil || o.width < 20 || o.width > 10_000 {
			return o, fmt.Errorf("option %s: %q is no number from 20 to 10000", OptionWidth, width)
		}
	}
	style, ok := styles[given[OptionStyle]]
	if o.style = style; !ok {
		return o, fmt.Errorf("option %s: %q is none of plain, overstrike, sgr", OptionStyle, given[OptionStyle])
	}
	return o, nil
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
	o := &get.Object{MediaType: f.mediaType, Length: -1, Modified: src.modified, Name: p.name + "." + p.section + f.ending}
	res.Answer = o
	if f.args != nil {
		o.Body, err = h.format(ctx, req, f.format, src, res)
		return res, err
	}
	body := src.text
	if f.write != nil {
		if body, err = f.render(ctx, req.URI, src); err != nil {
			return nil, err
		}
	}
	o.Length, o.Body = int64(len(body)), bytes.NewReader(body)
	return res, nil
}

// render reads a page and writes it.
func (f chosen) render(ctx context.Context, u uri.URI, src source) ([]byte, error) {
	d, err := manread.Read(ctx, src.text)
	switch {
	case errors.Is(err, manread.ErrLimit):
		return nil, get.Errorf(get.Limit, "read", u, "%w", err)
	case err != nil:
		return nil, get.Fail(ctx, "read", u, get.Internal, err)
	}
	var b bytes.Buffer
	if err := f.write(&b, d, f.options); err != nil {
		return nil, get.Fail(ctx, "write", u, get.Internal, err)
	}
	return b.Bytes(), nil
}
