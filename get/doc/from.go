package doc

import "fmt"

// From returns d from the heading or anchor of that ID on, without its title and
// what stands above the text, and whether there is such a place. A list or table
// begins with the item or row that the place is in.
func (d *Document) From(id string) (*Document, bool) {
	blocks, ok := from(d.Blocks, id)
	if !ok || id == "" {
		return nil, false
	}
	part := *d
	part.Title, part.Head, part.Blocks = "", Band{}, blocks
	return &part, true
}

func from(blocks []Block, id string) ([]Block, bool) {
	for i, b := range blocks {
		if first, ok := blockFrom(b, id); ok {
			return append([]Block{first}, blocks[i+1:]...), true
		}
	}
	return nil, false
}

// blockFrom returns a block from the place of that ID on.
func blockFrom(b Block, id string) (Block, bool) {
	switch b := b.(type) {
	case Heading:
		return b, b.ID == id || hasAnchor(b.Inlines, id)
	case Paragraph:
		return b, hasAnchor(b.Inlines, id)
	case Preformatted:
		return b, hasAnchor(b.Inlines, id)
	case Indent:
		inner, ok := from(b.Blocks, id)
		b.Blocks = inner
		return b, ok
	case List:
		return b.from(id)
	case Table:
		for i, row := range b.Rows {
			for _, c := range row.Cells {
				if _, ok := from(c.Blocks, id); ok {
					b.Rows = b.Rows[i:]
					return b, true
				}
			}
		}
	}
	return nil, false
}

func (l List) from(id string) (Block, bool) {
	for i, item := range l.Items {
		_, ok := from(item.Blocks, id)
		for _, term := range item.Terms {
			ok = ok || hasAnchor(term, id)
		}
		if ok {
			l.Items, l.Start = l.Items[i:], max(l.Start, 1)+i
			return l, true
		}
	}
	return nil, false
}

func hasAnchor(inlines []Inline, id string) bool {
	for _, in := range inlines {
		var inner []Inline
		switch in := in.(type) {
		case Anchor:
			if in.ID == id {
				return true
			}
		case Strong:
			inner = in.Inlines
		case Emphasis:
			inner = in.Inlines
		case Code:
			inner = in.Inlines
		case Link:
			inner = in.Inlines
		}
		if hasAnchor(inner, id) {
			return true
		}
	}
	return false
}

// NoPlace is what is to be said of a document that is shown from its start, since
// nothing in it has the ID that a fragment asks for.
func NoPlace(fragment string) string {
	return fmt.Sprintf("nothing in the document is called %q: it is shown from its start", fragment)
}
