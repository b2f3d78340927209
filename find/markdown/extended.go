package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// extended knows the extended autolinks of GitHub Flavored Markdown (its
// specification, section 6.9). Where the specification leaves a case open, what
// cmark-gfm does decides, which is what GitHub runs:
//
//   - no such link is in brackets that are open;
//   - any sign but a letter may stand before "http:", and what may stand before "www."
//     is what the specification says;
//   - quotes are punctuation at the end, too.
type extended struct {
	specials [256]bool
	b        []byte // up to the end of the leaf
	start    int    // of the leaf
	floor    int    // where the text node begins: no address reaches beyond it
	noHost   int    // no "www." before this place has a host
	opened   int    // underlines that may begin emphasis
	closing  int    // the last underline that may end it; -1 if there is none, 0 if that is not known
}

func newExtended() *extended {
	e := &extended{specials: specials}
	for _, c := range []byte(":w@_") {
		e.specials[c] = true
	}
	return e
}

func (e *extended) leaf(b []byte, start int) {
	e.b, e.start, e.floor, e.noHost, e.opened, e.closing = b, start, start, start, 0, 0
}

// match reads what may be a link around the special byte at i.
func (e *extended) match(i int, inBrackets bool) (mark, bool) {
	switch e.b[i] {
	case '@':
		return e.email(i)
	case '_':
		e.underline(i)
	case ':':
		if !inBrackets {
			return e.url(i)
		}
	case 'w':
		if !inBrackets {
			return e.www(i)
		}
	}
	return mark{}, false
}

// link makes a mark, and a node, of the text from start to end.
func (e *extended) link(start, end int, kind markKind) (mark, bool) {
	e.floor = end
	return mark{start: int32(start), end: int32(end), kind: kind}, true
}

var protocols = [...]string{"http", "https", "ftp"}

// url reads a URL whose scheme ends with the colon at i.
func (e *extended) url(i int) (mark, bool) {
	if !bytes.HasPrefix(e.b[i:], []byte("://")) {
		return mark{}, false
	}
	start := i
	for start > e.floor && isLetter(e.b[start-1]) {
		start--
	}
	known := false
	for _, p := range protocols {
		known = known || bytes.EqualFold(e.b[start:i], []byte(p))
	}
	begin := i + len("://")
	if !known || begin == len(e.b) || !isHost(e.b[begin:]) {
		return mark{}, false
	}
	end, ok := e.domain(begin)
	if !ok {
		return mark{}, false
	}
	return e.link(start, e.path(start, end), urlMark)
}

// www reads a link that begins with "www." at i.
func (e *extended) www(i int) (mark, bool) {
	if i < e.noHost || !bytes.HasPrefix(e.b[i:], []byte("www.")) {
		return mark{}, false
	}
	if i > e.start && !isSpace(e.b[i-1]) && bytes.IndexByte([]byte("*_~("), e.b[i-1]) < 0 {
		return mark{}, false
	}
	end, ok := e.domain(i)
	if !ok || end == i+len("www.") {
		e.noHost = end
		return mark{}, false
	}
	return e.link(i, e.path(i, end), wwwMark)
}

// domain returns where the domain at i ends. It is none that has an underline in its
// last two segments.
func (e *extended) domain(i int) (end int, ok bool) {
	last, before := 0, 0 // underlines in the segments
	for i < len(e.b) {
		switch c := e.b[i]; {
		case c == '_':
			last++
		case c == '.':
			before, last = last, 0
		case c != '-' && !isHost(e.b[i:]):
			return i, last+before == 0
		}
		_, n := utf8.DecodeRune(e.b[i:])
		i += n
	}
	return i, last+before == 0
}

// isHost reports whether b begins with a character that can be in a domain.
func isHost(b []byte) bool {
	if c := b[0]; c < utf8.RuneSelf {
		return isLetter(c) || isDigit(c) || c < ' ' && !isSpace(c) || c == 0x7F
	}
	r, _ := utf8.DecodeRune(b)
	return !unicode.IsSpace(r) && !unicode.IsPunct(r)
}

// path reads on from the end of a domain, to white space or "<", and returns where
// the link ends that began at start.
func (e *extended) path(start, i int) int {
	for i < len(e.b) && !isSpace(e.b[i]) && e.b[i] != '<' {
		i++
	}
	return e.trim(start, i)
}

// trim returns where a link ends without the punctuation at its end, the entity that
// it may end with, and the brackets that were not opened in it.
func (e *extended) trim(start, end int) int {
	link := e.b[start:end]
	unopened := bytes.Count(link, []byte(")")) - bytes.Count(link, []byte("("))
	for end > start {
		switch e.b[end-1] {
		case '?', '!', '.', ',', ':', '*', '_', '~', '\'', '"':
			end--
		case ';':
			end = e.trimEntity(start, end)
		case ')':
			if unopened <= 0 {
				return end
			}
			unopened--
			end--
		default:
			return end
		}
	}
	return end
}

// trimEntity returns where a link ends that ends with a semicolon.
func (e *extended) trimEntity(start, end int) int {
	i := end - 1
	for i > start && isLetter(e.b[i-1]) {
		i--
	}
	if i < end-1 && i > start && e.b[i-1] == '&' {
		return i - 1
	}
	return end - 1
}

// email reads an address around the "@" at i, with "mailto:" or "xmpp:" before it if
// that is there.
func (e *extended) email(i int) (mark, bool) {
	start := i
	for start > e.floor && isLocal(e.b[start-1]) {
		start--
	}
	for start < i && e.b[start] == '_' && e.closes(i) {
		start++ // it is emphasis
	}
	if start == i {
		return mark{}, false
	}
	end, ok := e.mailDomain(i + 1)
	if !ok {
		return mark{}, false
	}
	switch {
	case e.hasBefore(start, "mailto:"):
		start -= len("mailto:")
	case e.hasBefore(start, "xmpp:"):
		start -= len("xmpp:")
		end = e.resource(end)
	}
	return e.link(start, end, emailMark)
}

func isLocal(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '.' || c == '+' || c == '-' || c == '_'
}

// hasBefore reports whether the name of a scheme ends at i, and nothing that would
// be of it stands before.
func (e *extended) hasBefore(i int, name string) bool {
	begin := i - len(name)
	if begin < e.floor || string(e.b[begin:i]) != name {
		return false
	}
	return begin == e.floor || !isLetter(e.b[begin-1]) && !isDigit(e.b[begin-1])
}

// mailDomain returns where the domain of an address ends that begins at i.
func (e *extended) mailDomain(i int) (end int, ok bool) {
	start, dots := i, 0
	for ; i < len(e.b); i++ {
		c := e.b[i]
		if c == '.' && i+1 < len(e.b) && (isLetter(e.b[i+1]) || isDigit(e.b[i+1])) {
			dots++
		} else if c == '@' {
			return 0, false
		} else if !isLetter(c) && !isDigit(c) && c != '-' && c != '_' {
			break
		}
	}
	for e.opened > 0 && i > start && e.b[i-1] == '_' {
		i-- // it is emphasis
	}
	return i, dots > 0 && isLetter(e.b[i-1])
}

// resource returns where the resource of an XMPP address ends, "/" and letters, digits,
// "@" and dots, or where the address does if there is none.
func (e *extended) resource(i int) int {
	if i == len(e.b) || e.b[i] != '/' {
		return i
	}
	end := i + 1
	for end < len(e.b) && (isLetter(e.b[end]) || isDigit(e.b[end]) || e.b[end] == '@' || e.b[end] == '.') {
		end++
	}
	if end = e.trim(i, end); end == i+1 {
		return i
	}
	return end
}

// underline counts an underline that may begin emphasis. Addresses are looked for in
// text that emphasis has been taken out of; which underlines are of addresses can
// only be told so. Of the rules for emphasis those are kept that matter there.
func (e *extended) underline(i int) {
	if e.isEdge(i-1) && i+1 < len(e.b) && !isSpace(e.b[i+1]) {
		e.opened++
	} else if e.isEdge(i+1) && e.opened > 0 {
		e.opened--
	}
}

// closes reports whether an underline behind i may end emphasis.
func (e *extended) closes(i int) bool {
	if e.closing == 0 {
		e.closing = -1
		for j := len(e.b) - 1; j > e.start; j-- {
			if e.b[j] == '_' && e.isEdge(j+1) && !isSpace(e.b[j-1]) {
				e.closing = j
				break
			}
		}
	}
	return e.closing > i
}

// isEdge reports whether no letter or digit stands at i.
func (e *extended) isEdge(i int) bool {
	return i < e.start || i >= len(e.b) || e.b[i] < utf8.RuneSelf && !isLetter(e.b[i]) && !isDigit(e.b[i])
}
