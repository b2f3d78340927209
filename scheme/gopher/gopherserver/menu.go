package gopherserver

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"uriel.dev/scheme/gopher"
)

// mapName is the file that is the menu of its folder.
const mapName = "gophermap"

// An entry is a line of a menu, and the item of this server that it leads to; nil
// if it leads elsewhere or nowhere.
type entry struct {
	gopher.Item
	item *item
}

// menu returns the menu of a folder: its gophermap, or what is in it.
func (x *exchange) menu(folder *item) ([]entry, error) {
	text, _, err := x.readFile(path.Join(folder.name, mapName))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid):
		return x.made(folder)
	case err != nil:
		return nil, err
	}
	var entries []entry
	for line := range strings.Lines(text) {
		switch line = strings.TrimRight(line, "\r\n"); line {
		case ".":
			return entries, nil
		case "*":
			rest, err := x.made(folder)
			if err != nil {
				return nil, err
			}
			entries = append(entries, rest...)
		default:
			entries = append(entries, x.mapped(folder, line))
		}
	}
	return entries, nil
}

// made makes the menu of what is in a folder.
func (x *exchange) made(folder *item) ([]entry, error) {
	items, err := x.list(folder.name)
	if err != nil {
		return nil, err
	}
	entries := make([]entry, len(items))
	for i, it := range items {
		entries[i] = x.entry(it)
	}
	return entries, nil
}

// entry returns the line of a menu for an item of this server.
func (x *exchange) entry(it *item) entry {
	name := path.Base(it.name)
	if it.name == "." {
		name = x.host
	}
	return entry{gopher.Item{Type: it.typ, Name: name, Selector: it.selector(), Host: x.host, Port: x.port, Plus: it.plus()}, it}
}

func (it *item) plus() string {
	if it.isForm() {
		return "?"
	}
	return "+"
}

// mapped reads a line of a gophermap.
func (x *exchange) mapped(folder *item, line string) entry {
	e := entry{Item: gopher.ParseItem(line)}
	switch {
	case e.Type == 'i' && e.Host == "":
		e.Host, e.Port = "error.host", "1"
		return e
	case e.Host != "":
		return e
	}
	e.Host, e.Port = x.host, x.port
	if e.Type.Transfer() == gopher.Nothing || strings.HasPrefix(e.Selector, "URL:") {
		return e
	}
	if e.Selector == "" && e.Name != "" {
		e.Selector = e.Name
	}
	if !strings.HasPrefix(e.Selector, "/") && !hasType(e.Selector) {
		e.Selector = path.Join("/", folder.name, e.Selector)
	}
	if it, err := x.find(locate(e.Selector)); err == nil {
		e.item, e.Plus = it, it.plus()
	}
	return e
}

// oneField makes words that cannot end the field of a menu that they stand in.
func oneField(words string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return '?'
		}
		return r
	}, words)
}

// line writes a line of a menu, without its end.
func (e entry) line() string {
	fields := []string{string([]byte{byte(e.Type)}) + e.Name, e.Selector, e.Host, e.Port}
	if e.Plus != "" {
		fields = append(fields, e.Plus)
	}
	return strings.Join(fields, "\t")
}
