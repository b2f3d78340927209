package html

import (
	"bytes"
	"io"
	"strings"

	"uriel.dev/find"
	"uriel.dev/find/css"
	"uriel.dev/find/json"
)

// A scriptType is the language of a script.
type scriptType uint8

const (
	scriptJavaScript scriptType = iota
	scriptJSON
	scriptOther // templates, data of all kinds
)

// scriptTypeOf returns the language of a script whose attribute "type" is t.
func scriptTypeOf(t []byte) scriptType {
	name, _, _ := strings.Cut(strings.ToLower(string(t)), ";")
	switch name = strings.TrimSpace(name); {
	case name == "", name == "module", strings.HasSuffix(name, "javascript"), strings.HasSuffix(name, "ecmascript"), strings.HasSuffix(name, "jsx"), strings.HasSuffix(name, "typescript"):
		return scriptJavaScript
	case strings.HasSuffix(name, "json"), name == "importmap", name == "speculationrules":
		return scriptJSON
	}
	return scriptOther
}

// stream finds in the style or script from i on and returns where it has ended.
func (l *lexer) stream(i int64) int64 {
	e := element{lexer: l, i: i}
	container := css.Container
	switch {
	case l.tag == style:
	case l.script == scriptJavaScript:
		container = json.Script
	case l.script == scriptJSON:
		container = json.Container
	default:
		container = find.Text
	}
	l.Stream(i, &e, container.Scan)
	return e.i
}

// An element reads the text of a style or a script, up to its end tag. In a script
// "<!--" hides one pair of tags of a script, up to "-->" (HTML Standard, sections
// 13.2.5.15 to 13.2.5.31).
type element struct {
	*lexer
	i      int64
	escape int // in a script: 1 behind "<!--", 2 behind a start tag there
}

// Read reads up to the next character that may change the state, or that one.
func (e *element) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	e.Done(e.i)
	switch c := e.At(e.i); {
	case c < 0, c == '<' && e.isLast():
		return 0, io.EOF
	case c == '>' && e.escape > 0 && e.At(e.i-1) == '-' && e.At(e.i-2) == '-':
		e.escape = 0
	}
	b := e.Ahead(e.i)
	if k := e.change(b[1:]); k >= 0 {
		b = b[:1+k]
	}
	n := copy(p, b)
	e.i += int64(n)
	return n, nil
}

// change returns the first place in b that the state may change at; -1 if there is none.
func (e *element) change(b []byte) int {
	if e.escape == 0 {
		return bytes.IndexByte(b, '<')
	}
	return bytes.IndexAny(b, "<>")
}

// isLast reports whether the "<" is that of the end tag. It notes what else it is.
func (e *element) isLast() bool {
	end := e.At(e.i+1) == '/' && e.isEnd(e.i, e.tag.String())
	switch {
	case e.tag != script:
	case end && e.escape == 2:
		e.escape = 1
		return false
	case e.escape == 0 && e.Has(e.i, "<!--"):
		e.escape = 1
	case e.escape == 1 && e.isEnd(e.i-1, e.tag.String()): // a start tag has no slash
		e.escape = 2
	}
	return end
}
