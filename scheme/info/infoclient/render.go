package infoclient

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/scheme/info"
	"uriel.dev/scheme/info/inforead"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// maxWhole bounds the text of a document that is shown as a whole.
const maxWhole = 64 << 20

// A format is a form of a node that can be had.
type format struct {
	mediaType, ending string

	// write writes a document; it is nil where the text is shown as it is.
	write func(w io.Writer, d *doc.Document) error
}

var (
	asText     = format{"text/plain; charset=utf-8", ".txt", nil}
	asHTML     = format{"text/html; charset=utf-8", ".html", func(w io.Writer, d *doc.Document) error { return doc.WriteHTML(w, d, uri.URI.String) }}
	asMarkdown = format{"text/markdown; charset=utf-8", ".md", doc.WriteMarkdown}
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
		case "text/plain", "text/*", "*/*":
			return asText
		}
	}
	return asText
}

// show answers with a node, as text from a place in it on.
func (l *collection) show(req *get.Request, v info.View, f file, n *inforead.Node, place string) (*get.Response, error) {
	res := &get.Response{URI: nodeURI(string(v.File), n.Name), Notes: n.Notes}
	res.Meta = []get.Meta{{Name: "title", Value: n.Name}, {Name: "file", Value: f.path()}}
	for _, way := range ways(n) {
		if u := targetURI(string(v.File), way.name); way.name != "" && !u.IsZero() {
			res.Meta = append(res.Meta, get.Meta{Name: strings.ToLower(way.label), Value: u.String()})
		}
	}
	t := newTree(n, func(file, node string) uri.URI { return referenceURI(string(v.File), file, node) })
	as := choose(req.Accept)
	start, ok := lineOf(n, place)
	if !ok {
		res.Notes = append(slices.Clone(res.Notes), doc.NoPlace(place))
	}
	body := []byte(strings.TrimLeft(n.Text[start:], "\n"))
	if as.write != nil {
		d := t.document(string(v.File), n)
		if part, ok := d.From(anchor(place)); ok && as.mediaType == asMarkdown.mediaType {
			d = part
		}
		var b bytes.Buffer
		if err := as.write(&b, d); err != nil {
			return nil, get.Errorf(get.Internal, "write", l.uri, "%w", err)
		}
		body = b.Bytes()
	}
	res.Answer = object(as, f, body)
	return res, nil
}

// lineOf returns where the line begins that an anchor of a node is in. It is 0
// for "", which is the node, and not ok where the node has no such anchor.
func lineOf(n *inforead.Node, place string) (start int, ok bool) {
	for _, p := range n.Places {
		if p.Name == place {
			return strings.LastIndexByte(n.Text[:p.Offset], '\n') + 1, true
		}
	}
	return 0, place == ""
}

func object(as format, f file, body []byte) *get.Object {
	name := strings.TrimSuffix(f.name, path.Ext(f.name)) + as.ending
	return &get.Object{MediaType: as.mediaType, Length: int64(len(body)), Modified: f.modified, Name: name, Body: bytes.NewReader(body)}
}

// A way leads from a node to a neighbour.
type way struct{ label, name string }

func ways(n *inforead.Node) []way { return []way{{"Prev", n.Prev}, {"Up", n.Up}, {"Next", n.Next}} }

// targetURI returns the URI of what a node of the document calls so: "Node" or
// "(file)Node".
func targetURI(document, name string) uri.URI {
	file, node := inforead.Target(name)
	return referenceURI(document, file, node)
}

func referenceURI(document, file, node string) uri.URI {
	if file == "" {
		file = document
	}
	return nodeURI(file, node)
}

// whole answers with all nodes of a document.
func (l *collection) whole(ctx context.Context, req *get.Request, v info.View, f file, d *inforead.Document) (*get.Response, error) {
	as := choose(req.Accept)
	res := &get.Response{URI: nodeURI(string(v.File), string(v.Node)), Meta: []get.Meta{{Name: "title", Value: string(v.File)}, {Name: "file", Value: f.path()}}}
	link := func(file, node string) uri.URI {
		if file == "" || file == string(v.File) {
			u, _ := uri.Parse("#" + pct.Encode(anchor(d.Owner(cmp.Or(node, "Top"))), pct.Query))
			return u
		}
		return nodeURI(file, node)
	}
	out := &doc.Document{Title: string(v.File)}
	var text bytes.Buffer
	size := 0
	for n, err := range d.Nodes() {
		switch {
		case ctx.Err() != nil:
			return nil, get.Fail(ctx, "read", l.uri, get.Canceled, ctx.Err())
		case errors.Is(err, inforead.ErrNoNode):
			res.Notes = append(res.Notes, err.Error())
			continue
		case err != nil:
			return nil, l.broken(err)
		}
		if size += len(n.Text); size > maxWhole {
			return nil, get.Errorf(get.Limit, "read", l.uri, "more than the limit of %d bytes for a whole document", maxWhole)
		}
		res.Notes = append(res.Notes, n.Notes...)
		if as.write == nil {
			text.WriteString(strings.Trim(n.Text, "\n") + "\n\n")
			continue
		}
		out.Blocks = append(out.Blocks, newTree(n, link).section(n)...)
	}
	if as.write != nil {
		if err := as.write(&text, out); err != nil {
			return nil, get.Errorf(get.Internal, "write", l.uri, "%w", err)
		}
	}
	res.Notes = slices.Compact(res.Notes)
	res.Answer = object(as, f, text.Bytes())
	return res, nil
}

// anchor is what a fragment calls a node within the whole document, or an anchor.
func anchor(node string) string { return strings.ReplaceAll(node, " ", "_") }
