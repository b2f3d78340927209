package mail

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
	"uriel.dev/find/internal/piece"
)

// An entity is a message or a part of one: a header and a body (RFC 2045, section
// 2.4).
type entity struct {
	number    string // "2.1"; "" for the message that is the file, or one of the mailbox
	isMessage bool
	depth     int
	usual     string // the media type if the header has none
}

const plain = "text/plain"

// part is a part of e.
func (e entity) part(i int) entity {
	number := strconv.Itoa(i)
	if e.number != "" {
		number = e.number + "." + number
	}
	return entity{number: number, depth: e.depth + 1, usual: plain}
}

// envelope reads the line before a message of a mailbox.
func (x *reading) envelope() bool {
	at := x.lines.At()
	var p piece.Piece
	line := append([]byte(nil), x.lines.Peek()...)
	p.Set(at, line)
	p.Copy(0, len(line))
	x.take()
	return x.piece(&p)
}

// piece yields what is in a piece.
func (x *reading) piece(p *piece.Piece) bool {
	for m := range p.All(x.Finder) {
		if !x.yield(m) {
			return false
		}
	}
	return true
}

// entity reads an entity.
func (x *reading) entity(e entity) bool {
	h, ok := x.header(e.usual)
	if !ok {
		return false
	}
	isComposite := h.boundary != "" || h.isMessage()
	if isComposite && e.depth == maxDepth {
		x.fail(piece.LimitError{Limit: "depth", Most: maxDepth, Of: "parts within each other"})
		isComposite = false
	}
	switch {
	case isComposite && h.boundary != "":
		return x.multipart(e, h)
	case isComposite:
		return x.entity(entity{number: e.number, isMessage: true, depth: e.depth + 1, usual: plain})
	}
	if e.isMessage {
		e = e.part(1)
	}
	return x.leaf(e, h)
}

// multipart reads the parts of an entity, and the text around them (RFC 2046, section
// 5.1.1).
func (x *reading) multipart(e entity, h header) bool {
	own := len(x.boundaries)
	x.boundaries = append(x.boundaries, h.boundary)
	ok := x.leaf(e, header{mediaType: plain})
	for i := 1; ok; i++ {
		depth, last, isDelimiter := x.delimiter()
		if !isDelimiter || depth < own {
			break // of what this is in, or the end of the file
		}
		x.take()
		if last {
			break
		}
		part := e.part(i)
		if h.mediaType == "multipart/digest" {
			part.usual = "message/rfc822"
		}
		if x.parts++; x.parts > maxParts {
			x.fail(piece.LimitError{Limit: "parts", Most: maxParts, Of: "parts of a message"})
			break
		}
		ok = x.entity(part)
	}
	x.boundaries = x.boundaries[:own]
	return ok && x.leaf(e, header{mediaType: plain})
}

// leaf reads the body of an entity that has no parts.
func (x *reading) leaf(e entity, h header) bool {
	if !x.body(e, h) {
		return false
	}
	for !x.atEnd() {
		x.take()
	}
	return true
}

// body yields what is found in a body.
func (x *reading) body(e entity, h header) bool {
	c, ok := x.container(h)
	if !ok {
		return true
	}
	at, name := x.lines.At(), x.name(e, h)
	r, isDecoded := h.decode(&body{reading: x})
	part, err := x.whole.Part(r, h.name)
	if err != nil {
		x.fail(err)
		return true
	}
	for m, err := range c.Scan(x.Finder, part) {
		switch {
		case err != nil:
			x.fail(fmt.Errorf("part %s: %w", name, err))
			continue
		case isDecoded && m.Part == "":
			m.Part = name
		case m.Part != "":
			m.Part = name + "/" + m.Part
		default:
			decoded.Shift(&m, at)
		}
		if !x.yield(m) {
			return false
		}
	}
	return true
}

// name returns what a part is called.
func (x *reading) name(e entity, h header) string {
	name := h.name
	if name == "" {
		name = e.number
	}
	if x.isMailbox {
		name = strconv.Itoa(x.message) + "/" + name
	}
	return name
}

// container returns how a body is read.
func (x *reading) container(h header) (c find.Container, ok bool) {
	isComposite := strings.HasPrefix(h.mediaType, "multipart/") || h.isMessage() // too deep, or without a boundary
	if x.inner != nil && !isComposite && (h.mediaType != plain || h.name != "") {
		c, ok = x.inner(h.mediaType, h.name)
	}
	if isComposite || ok && c.Name == find.Text.Name || !ok && (strings.HasPrefix(h.mediaType, "text/") || strings.HasPrefix(h.mediaType, "message/")) {
		return find.Container{Scan: prose(h)}, true
	}
	return c, ok
}

// decode returns the reader of a body as it was before it was encoded, and whether
// it was.
func (h header) decode(r io.Reader) (_ io.Reader, isDecoded bool) {
	switch h.encoding {
	case "quoted-printable":
		r, isDecoded = newQuotedPrintable(r), true
	case "base64":
		r, isDecoded = newBase64(r), true
	}
	if e := h.conversion(isDecoded); e != nil {
		r, isDecoded = e.NewDecoder().Reader(r), true
	}
	return r, isDecoded
}
