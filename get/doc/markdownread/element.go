package markdownread

import "uriel.dev/get/doc"

// An element is one of HTML that has begun in a line. It ends in the same emphasis, or
// has none of its looks.
type element struct {
	name string
	look look
	link target // of "a"
	at   int    // how many inlines are before it
}

// tag reads a tag; "" is a comment.
func (b *builder) tag(text string) {
	if text == "" {
		return
	}
	name, closing := tagName(text)
	if closing {
		b.endElement(name)
		return
	}
	var id, href, src, alt string
	tag(text, func(attribute, value string) {
		switch {
		case attribute == "id", attribute == "name" && name == "a" && id == "":
			id = value
		case attribute == "href":
			href = value
		case attribute == "src":
			src = value
		case attribute == "alt":
			alt = value
		}
	})
	if id != "" {
		b.add(doc.Anchor{ID: id})
	}
	switch name {
	case "br":
		b.add(doc.LineBreak{})
	case "img":
		b.image(b.t.target(src), alt)
	case "em", "i":
		b.beginElement(element{name: name, look: stressed})
	case "strong", "b":
		b.beginElement(element{name: name, look: strong})
	case "code", "kbd", "samp", "tt":
		b.beginElement(element{name: name, look: typed})
	case "a":
		if t := b.t.target(href); t.ok && b.links == 0 {
			b.beginElement(element{name: name, link: t})
		}
	}
}

func (b *builder) beginElement(e element) {
	if len(b.frames)+b.open > maxNested {
		return
	}
	b.flush()
	f := b.top()
	e.at = len(f.inlines)
	f.elements = append(f.elements, e)
	b.open++
	if e.link.ok {
		b.links++
	}
}

// endElement ends the last element of that name, and those that have begun in it.
func (b *builder) endElement(name string) {
	f := b.top()
	for i := len(f.elements) - 1; i >= 0; i-- {
		e := f.elements[i]
		if e.name != name {
			continue
		}
		b.flush()
		b.closeElements(i)
		inside := append([]doc.Inline(nil), f.inlines[e.at:]...)
		f.inlines = f.inlines[:e.at]
		if e.link.ok {
			b.link(e.link, inside)
		} else if len(inside) > 0 {
			b.look(e.look, inside)
		}
		return
	}
}

// closeElements forgets the elements of the frame but the outer n.
func (b *builder) closeElements(n int) {
	f := b.top()
	for _, e := range f.elements[n:] {
		b.open--
		if e.link.ok {
			b.links--
		}
	}
	f.elements = f.elements[:n]
}
