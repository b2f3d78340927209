package inforead

import (
	"cmp"
	"regexp"
	"strings"
	"sync"
)

// A Node is a section of a document.
type Node struct {
	Header

	// Text is what stands below the header, in UTF-8, without the marks by
	// which makeinfo tells of indices and images, and the quotes around names.
	Text string

	// References are the entries of its menus and the notes in it, in order.
	References []Reference

	// Places are the anchors in it, in order.
	Places []Place

	// Notes say what was found wrong on the way to the node, a sentence each
	// without a final dot.
	Notes []string
}

// A Place is an anchor: a place in a node that has a name of its own.
type Place struct {
	Name   string
	Offset int // in the text of the node
}

// A Header is what the first line of a node says. A name may be in another
// document, as in "(dir)Top"; "" is none.
type Header struct {
	File           string // as it was when the document was made
	Name           string
	Next, Prev, Up string
}

// parseHeader reads the first line of a node:
//
//	File: find.info,  Node: Top,  Next: Introduction,  Up: (dir)
//
// Its fields end with a comma or tab, or with the line.
func (d *Document) parseHeader(line []byte) (h Header) {
	rest := d.coding.decode(line)
	for {
		label, value, ok := strings.Cut(rest, ":")
		if !ok {
			return h
		}
		value, rest = cutName(strings.TrimLeft(value, " \t"), "\t,")
		rest = strings.TrimLeft(rest, ",\t ")
		value = single(value)
		switch strings.ToLower(strings.TrimSpace(label)) {
		case "file":
			h.File = value
		case "node":
			h.Name = value
		case "next":
			h.Next = value
		case "prev", "previous":
			h.Prev = value
		case "up":
			h.Up = value
		}
	}
}

// cutName cuts a name that ends with one of the given characters, or with the
// text. A document in parentheses and what is quoted may hold them.
func cutName(text, ends string) (name, rest string) {
	file := ""
	if strings.HasPrefix(text, "(") {
		if i := strings.IndexByte(text, ')'); i > 0 {
			file, text = text[:i+1], text[i+1:]
		}
	}
	if quoted, ok := strings.CutPrefix(text, string(rune(quote))); ok {
		if name, rest, ok := strings.Cut(quoted, string(rune(quote))); ok {
			return file + name, rest
		}
	}
	i := strings.IndexAny(text, ends)
	if i < 0 {
		i = len(text)
	}
	return file + text[:i], text[i:]
}

// parseNode reads the node behind the separator at start.
func (d *Document) parseNode(text []byte, start int) *Node {
	_, rest := cutLine(text[start:])
	source := section(text, start)
	line, body := cutLine(source)
	n := &Node{Header: d.parseHeader(line)}
	n.Text = strip(d.coding.decode(body))
	n.Text, n.References = unquote(n.Text, d.references(n.Text))
	n.Places = d.places(n, body, len(text)-start-len(rest)+len(source)-len(body))
	if d.coding.note != "" {
		n.Notes = append(n.Notes, d.coding.note)
	}
	return n
}

// places returns the anchors in a node whose text begins so many bytes behind the
// place that its tag has. Offsets count bytes of the source, so that what is left
// out of the text is counted along.
func (d *Document) places(n *Node, body []byte, head int) (places []Place) {
	at, offset := 0, 0
	for _, t := range d.anchorsIn(n.Name) {
		to := min(max(t.offset-head, at), len(body))
		text, _ := unquote(strip(d.coding.decode(body[at:to])), nil)
		at, offset = to, min(offset+len(text), len(n.Text))
		places = append(places, Place{t.name, offset})
	}
	return places
}

// mark is what makeinfo writes for other readers, such as Emacs:
//
//	<00><08>[index<00><08>]
//	<00><08>[image src="a.png" alt="A picture" text="…"<00><08>]
//
// In a value a quotation mark and a backslash stand behind a backslash.
var (
	mark = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)\x00\x08\[([a-z]+)(.*?)\x00\x08\]`)
	})
	value = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)\b(alt|text)="((?:[^"\\]|\\.)*)"`)
	})
	slash = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

// strip returns the text of a node for people: an image is what it is described
// by.
func strip(text string) string {
	if strings.ContainsRune(text, '\r') {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if !strings.ContainsRune(text, 0) {
		return text
	}
	return mark().ReplaceAllStringFunc(text, func(m string) string {
		found := map[string]string{}
		for _, v := range value().FindAllStringSubmatch(m, -1) {
			found[v[1]] = slash.Replace(v[2])
		}
		return cmp.Or(found["text"], found["alt"])
	})
}
