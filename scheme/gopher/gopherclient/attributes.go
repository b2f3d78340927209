package gopherclient

import (
	"context"
	"io"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
	"uriel.dev/uri"
)

// The kinds of entries of attributes that are no items.
const (
	viewKind = "view"
	formKind = "form"
	textKind = "info"
)

// attributes answers with what the server knows of an item, or of each item of a
// menu: the item, its views, its form, and the lines of all other blocks.
func (h handler) attributes(ctx context.Context, conn *linewire.Conn, u uri.URI, body io.Reader) (*get.Response, error) {
	end := closing(conn)
	list := &get.Listing{Title: "attributes", Entries: func(yield func(get.Entry, error) bool) {
		defer end.Close()
		err := h.eachItem(u, body, func(a gopher.Attributes) bool {
			for _, e := range entries(a, u) {
				if !yield(e, nil) {
					return false
				}
			}
			return true
		})
		if err != nil {
			yield(get.Entry{}, failMenu(ctx, u, err))
		}
	}}
	return &get.Response{URI: u, Answer: list, Closer: end}, nil
}

// eachItem reads attributes item by item, until the reply ends or yield has
// enough. What is held of one item is limited like a header.
func (h handler) eachItem(u uri.URI, body io.Reader, yield func(gopher.Attributes) bool) error {
	limits := h.env.Policy.Limits()
	lines := linewire.NewReader(body, limits.Line)
	var items []gopher.Attributes
	for held := 0; ; {
		octets, err := lines.ReadLine()
		line := string(octets)
		switch {
		case err == io.EOF || err == nil && line == ".":
			for _, a := range items { // one at most
				yield(a)
			}
			return nil
		case err != nil:
			return err
		}
		h.env.Say('<', line)
		if held += len(line) + 1; limits.Header > 0 && held > limits.Header {
			return &get.Error{Op: "read attributes", URI: u, Kind: get.Limit, Err: limits.Over("header", "bytes of the attributes of one item")}
		}
		if items = gopher.AppendAttributes(items, line); len(items) > 1 {
			if !yield(items[0]) {
				return nil
			}
			items, held = items[1:], len(line)
		}
	}
}

// firstItem reads the attributes of one item.
func (h handler) firstItem(u uri.URI, body io.Reader) (item gopher.Attributes, err error) {
	err = h.eachItem(u, body, func(a gopher.Attributes) bool { item = a; return false })
	return item, err
}

// entries are what is listed of the attributes of an item: itself, its views,
// which are what one may go on to, and all else.
func entries(a gopher.Attributes, u uri.URI) []get.Entry {
	item := get.Entry{Name: latin1IfNot(a.Item.Name), Kind: kindOf(a.Item), Size: -1, Modified: a.Modified()}
	item.URI, _ = a.Item.URI(u) // what leads nowhere is shown without a link
	if views := a.Views(); len(views) > 0 {
		item.Size, item.MediaType = views[0].Size, mediaType(views[0].View)
	}
	views, rest := []get.Entry{item}, []get.Entry(nil)
	for _, b := range a.Blocks {
		list := &rest
		if b.Name == "+VIEWS" {
			list = &views
		}
		if b.Name != "+VIEWS" || b.Text != "" {
			*list = append(*list, blockHead(b, item.URI, u))
		}
		for _, line := range b.Lines {
			*list = append(*list, blockLine(b, line, item.URI))
		}
	}
	return append(views, rest...)
}

// blockHead is the entry for the first line of a block. What stands behind its
// name may be an item that holds the attribute (Gopher+, section 2.5).
func blockHead(b gopher.Block, item, menu uri.URI) get.Entry {
	e := get.Entry{Name: latin1IfNot(b.Name[1:]), Kind: textKind, Size: -1}
	switch reference := gopher.ParseItem(b.Text); {
	case b.Name == "+ASK":
		e.Kind = formKind
		e.URI, _ = withPlus(item, gopher.Plus{Kind: gopher.PlusAsk})
	case reference.Type != 'i':
		e.Name += ": " + latin1IfNot(reference.Name)
		e.Kind = reference.Type.Name()
		e.URI, _ = reference.URI(menu)
	case b.Text != "":
		e.Name += ": " + latin1IfNot(b.Text)
	}
	return e
}

// blockLine is the entry for a line of a block: a view leads to the item in that
// view.
func blockLine(b gopher.Block, line string, item uri.URI) get.Entry {
	r, ok := gopher.ParseRepresentation(line)
	if b.Name != "+VIEWS" || !ok {
		return get.Entry{Name: "  " + latin1IfNot(line), Kind: textKind, Size: -1}
	}
	e := get.Entry{Name: latin1IfNot(r.String()), Kind: viewKind, Size: r.Size, MediaType: mediaType(r.View)}
	e.URI, _ = withPlus(item, gopher.Plus{Kind: gopher.PlusView, View: scheme.Octets(r.View), Language: scheme.Octets(r.Language)})
	return e
}

// mediaType returns the name of a view if it is a media type, or "".
func mediaType(view string) string {
	if !strings.Contains(view, "/") {
		return ""
	}
	return strings.ToLower(view)
}

// withPlus returns the URI of an item with another gopher+ string. An item that
// is had elsewhere has none.
func withPlus(item uri.URI, p gopher.Plus) (uri.URI, error) {
	v, err := gopher.Parse(item)
	if err != nil || !strings.HasPrefix(item.Scheme(), "gopher") {
		return uri.URI{}, err
	}
	v.Plus = &p
	if v.Search == nil {
		v.Search = new(scheme.Octets)
	}
	return v.URI()
}
