package main

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"mime"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/term"
	"golang.org/x/text/transform"

	"uriel.dev/find"
	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/get/doc/htmlread"
	"uriel.dev/get/doc/markdownread"
	"uriel.dev/get/doc/textread"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

func (f *fetch) isJSON() bool { return f.asJSON || f.as.value == "json" }

// toTerminal reports whether what is got goes to the terminal.
func (f *fetch) toTerminal() bool {
	return !f.isJSON() && f.view.output == "" && !f.view.remoteName && isTerminal(os.Stdout)
}

// fitTerminal asks for text that suits the terminal, if that is where it goes.
func (a *app) fitTerminal(f *fetch) {
	if !f.toTerminal() {
		return
	}
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if n, nerr := strconv.Atoi(os.Getenv("COLUMNS")); nerr == nil && n > 0 {
		width, err = n, nil
	}
	if err == nil && width > 0 {
		f.width = strconv.Itoa(min(max(width-2, 20), 10_000)) // the last two columns stay free, as man has it
	}
	if a.isPainted(os.Stdout) {
		f.style = "overstrike" // which the terminal writer reads
	}
}

// copyToTerminal writes the body of an object to the terminal.
func (a *app) copyToTerminal(res *get.Response, x *get.Object) error {
	w := &terminalWriter{w: a.out, styled: a.isPainted(os.Stdout), linker: a.newLinker(res.URI)}
	_, err := io.Copy(w, inUTF8(x))
	if ferr := w.Flush(); err == nil {
		err = ferr
	}
	return err
}

// inUTF8 returns a reader of a text as UTF-8, as terminals want it, if its media type
// names another charset. What is said to be US-ASCII may be UTF-8 all the same.
func inUTF8(x *get.Object) io.Reader {
	_, params, err := mime.ParseMediaType(x.MediaType)
	e, name := charset.Lookup(params["charset"])
	if err != nil || e == nil || name == "utf-8" || name == "replacement" || strings.EqualFold(params["charset"], "us-ascii") {
		return x.Body
	}
	return transform.NewReader(x.Body, e.NewDecoder())
}

// isHTML reports whether an object is a page.
func isHTML(x *get.Object) bool {
	mediaType := essence(x)
	return mediaType == "text/html" || mediaType == "application/xhtml+xml"
}

// maxFormPage is how long a page may be that is taken for a form though nobody
// asked for one.
const maxFormPage = 1 << 20

// takeForm returns the form that an object is to be filled in as, and makes it
// the answer: the first that has the fields for which there are values or, where
// there are none, the one that is all of a page. It returns nil if there is no
// such form, and leaves the object as it was.
func (a *app) takeForm(f *fetch, res *get.Response, x *get.Object) (*get.Form, error) {
	if !isHTML(x) || len(f.fields) == 0 && x.Length > maxFormPage || x.Offset != 0 {
		return nil, nil
	}
	limit := int64(maxFormPage)
	if len(f.fields) > 0 {
		limit = 1 << 62 // the reader has a limit of its own
	}
	var read bytes.Buffer
	page, err := htmlread.Read(io.TeeReader(io.LimitReader(x.Body, limit), &read), x.MediaType, res.URI)
	x.Body = io.MultiReader(&read, x.Body)
	if err != nil && len(f.fields) > 0 {
		return nil, unreadable(res, err)
	}
	if err != nil || len(f.fields) == 0 && (!page.Alone || int64(read.Len()) == limit) {
		return nil, nil
	}
	if len(page.Forms) == 0 {
		return nil, nil
	}
	form := page.Forms[0] // which says what is missing, if no other is meant
	for _, other := range slices.Backward(page.Forms) {
		if hasFields(&other.Form, f.fields) {
			form = other
		}
	}
	res.Answer = &form.Form
	return &form.Form, nil
}

// hasFields reports whether a form has all fields that NAME=VALUE are for.
func hasFields(form *get.Form, values []string) bool {
	for _, v := range values {
		name, _, _ := strings.Cut(v, "=")
		found := false
		for _, field := range form.Fields {
			found = found || field.Name == name
		}
		if !found {
			return false
		}
	}
	return true
}

func unreadable(res *get.Response, err error) error {
	if e, ok := errors.AsType[*get.Error](err); ok {
		return e // of the transfer
	}
	kind := get.Protocol
	if errors.Is(err, htmlread.ErrLimit) || errors.Is(err, textread.ErrLimit) || errors.Is(err, markdownread.ErrLimit) {
		kind = get.Limit
	}
	return get.Errorf(kind, "read", res.URI, "%w", err)
}

// render makes text, Markdown or HTML of an object that can be read as a document, where
// that is asked for and its handler has none. It begins with the fragment that was asked
// for.
func (a *app) render(f *fetch, in input, res *get.Response, x *get.Object) error {
	write, mediaType := f.documentWriter()
	if write == nil || essence(x) == mediaType || mediaType == "text/html" && isHTML(x) || f.head {
		return nil
	}
	d, err := a.readDocument(res, x)
	if err != nil {
		return unreadable(res, err)
	}
	if d == nil {
		return nil
	}
	fragment := res.URI.Fragment()
	if asked, err := in.parse(); err == nil && fragment == "" {
		fragment = asked.Fragment()
	}
	if part, ok := d.From(pct.Decode(fragment)); ok {
		d = part
	} else if fragment != "" {
		res.Notes = append(res.Notes, doc.NoPlace(fragment))
	}
	if mediaType == "text/html" { // which has to have one
		d.Title = cmp.Or(d.Title, x.Name)
	}
	var b bytes.Buffer
	err = write(&b, d)
	x.MediaType, x.Length, x.Body = mediaType+"; charset=utf-8", int64(b.Len()), &b
	return err
}

// documentWriter returns what writes a document in the form that is asked for, and the
// media type of that; nil if it is none for documents.
func (f *fetch) documentWriter() (write func(io.Writer, *doc.Document) error, mediaType string) {
	switch f.as.value {
	case "text":
		return func(w io.Writer, d *doc.Document) error {
			p, err := doc.PageOf(f.options())
			if err != nil {
				return err
			}
			return p.WriteText(w, d)
		}, "text/plain"
	case "markdown":
		return doc.WriteMarkdown, "text/markdown"
	case "html":
		return func(w io.Writer, d *doc.Document) error { return doc.WriteHTML(w, d, uri.URI.String) }, "text/html"
	}
	return nil, ""
}

// readDocument reads an object as a document, nil if it is of no kind that is one.
func (a *app) readDocument(res *get.Response, x *get.Object) (*doc.Document, error) {
	base := res.URI.WithoutFragment()
	switch essence(x) {
	case "text/html", "application/xhtml+xml":
		page, err := htmlread.Read(x.Body, x.MediaType, base)
		if err != nil {
			return nil, err
		}
		return page.Document, nil
	case "text/markdown":
		return markdownread.Read(x.Body, x.MediaType, base)
	case "text/plain":
		return textread.Read(x.Body, x.MediaType, find.New(a.schemes))
	}
	return nil, nil
}

// essence is the media type of an object without its parameters.
func essence(x *get.Object) string {
	mediaType, _, _ := strings.Cut(x.MediaType, ";")
	return strings.ToLower(strings.TrimSpace(mediaType))
}
