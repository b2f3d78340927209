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
	res := &get.Response{URI: u, Closer: end}
	lines := linewire.NewReader(body, h.env.Policy.Limits().Line)
	res.Answer = &get.Listing{Title: "attributes", Entries: func(yield func(get.Entry, error) bool) {
		defer end.Close()
		err := eachItem(lines, h.env.Say, func(a gopher.Attributes) bool {
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
	return res, nil
}

// eachItem reads attributes item by item, until the reply ends or yield has
// enough.
func eachItem(lines *linewire.Reader, say func(byte, string), yield func(gopher.Attributes) bool) error {
	var items []gopher.Attributes
	for {
		octets, err := lines.ReadLine()
		line := string(octets)
		if err == io.EOF || err == nil && line == "." {
			for _, a := range items {
				if !yield(a) {
					break
				}
			}
			return nil
		}
		if err != nil {
			return err
		}
		say('<', line)
		if items = gopher.AppendAttributes(items, line); len(items) > 1 {
			if !yield(items[0]) {
				return nil
			}
			items = items[1:]
		}
	}
}

// entries are what is listed of the attributes of an item.
func entries(a gopher.Attributes, u uri.URI) []get.Entry {
	views := a.Views()
	item := get.Entry{Name: latin1IfNot(a.Item.Name), Kind: a.Item.Type.Name(), Size: -1, Modified: a.Modified()}
	item.URI, _ = a.Item.URI(u) // what leads nowhere is shown without a link
	if len(views) > 0 {
		item.Size, item.MediaType = views[0].Size, mediaType(views[0].View)
	}
	list := []get.Entry{item}
	for _, r := range views {
		e := get.Entry{Name: strings.TrimSpace(r.View + " " + r.Language), Kind: viewKind, Size: r.Size, MediaType: mediaType(r.View)}
		e.URI, _ = withPlus(item.URI, gopher.Plus{Kind: gopher.PlusView, View: scheme.Octets(r.View), Language: scheme.Octets(r.Language)})
		list = append(list, e)
	}
	for _, b := range a.Blocks {
		if b.Name == "+VIEWS" {
			continue
		}
		head := get.Entry{Name: latin1IfNot(strings.TrimSpace(b.Name[1:] + " " + b.Text)), Kind: textKind, Size: -1}
		if b.Name == "+ASK" {
			head.Kind = formKind
			head.URI, _ = withPlus(item.URI, gopher.Plus{Kind: gopher.PlusAsk})
		}
		list = append(list, head)
		for _, line := range b.Lines {
			list = append(list, get.Entry{Name: "  " + latin1IfNot(line), Kind: textKind, Size: -1})
		}
	}
	return list
}

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
