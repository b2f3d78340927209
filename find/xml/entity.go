package xml

import (
	"bytes"

	"uriel.dev/find/internal/decoded"
)

const (
	mostReference = 64       // bytes of a reference
	mostKept      = 64 << 10 // bytes of all entities that are kept
	mostExpanded  = 4 << 20  // bytes that stand for entities in a document
)

// references appends b, with its references decoded.
func (l *lexer) references(t *decoded.Text, b []byte) { t.Decode(b, '&', l.reference) }

// reference returns what the reference stands for that b begins with, and its length;
// 0 if it is none.
func (l *lexer) reference(b []byte) (text string, n int) {
	if len(b) > 1 && b[1] == '#' {
		return decoded.Numeric(b)
	}
	n = bytes.IndexByte(b[:min(len(b), mostReference)], ';') + 1
	if n <= len("&;") || !isName(b[1:n-1]) {
		return "", 0
	}
	return l.entity(string(b[1 : n-1])), n
}

func isName(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || bytes.IndexByte([]byte(`<>&"'=/`), c) >= 0 {
			return false
		}
	}
	return true
}

// entity returns what an entity stands for. If nobody has said that, it is a field of
// a template, so that what it stands in is no URI. So it is when there was too much of
// it: hostile documents are a few bytes that stand for very many.
func (l *lexer) entity(name string) string {
	if text, ok := l.entities[name]; ok && l.expanded+len(text) <= mostExpanded {
		l.expanded += len(text)
		return text
	}
	if text, ok := decoded.Named(name); ok {
		return text
	}
	return "${" + name + "}"
}

// keep notes what an entity stands for. Only the first declaration of it counts (XML
// 1.0, section 4.2).
func (l *lexer) keep(name string, value []byte) {
	if _, ok := l.entities[name]; ok {
		return
	}
	var t decoded.Text
	l.references(&t, value)
	if l.kept += len(name) + len(t.Bytes); l.kept > mostKept {
		return
	}
	if l.entities == nil {
		l.entities = make(map[string]string)
	}
	l.entities[name] = string(t.Bytes)
}
