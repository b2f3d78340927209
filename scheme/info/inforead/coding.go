package inforead

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// A coding is the character encoding of a document. The zero value is UTF-8, or
// Latin-1 where that cannot be.
type coding struct {
	encoding.Encoding
	note string // what is wrong with it; "" if nothing is
}

// codingOf returns what the local variables of Emacs at the end of a file say:
//
//	1F LF Local Variables: LF coding: iso-8859-15 LF End:
func codingOf(text []byte) coding {
	last := bytes.LastIndexByte(text, separator)
	if last < 0 {
		return coding{}
	}
	title, rest := cutLine(section(text, last))
	if !is(title, "Local Variables:") {
		return coding{}
	}
	for len(rest) > 0 {
		var line []byte
		line, rest = cutLine(rest)
		if label, value, ok := bytes.Cut(line, []byte(":")); ok && is(label, "coding") {
			return codingCalled(strings.TrimSpace(string(value)))
		}
	}
	return coding{}
}

// codingCalled knows the names of the Encoding Standard. What Emacs puts behind
// a name says how lines end.
func codingCalled(name string) coding {
	for _, end := range []string{"-unix", "-dos", "-mac"} {
		name = strings.TrimSuffix(strings.ToLower(name), end)
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return coding{note: fmt.Sprintf("the character encoding %q is not known", name)}
	}
	if canonical, _ := htmlindex.Name(e); canonical == "utf-8" || name == "us-ascii" {
		return coding{}
	}
	return coding{Encoding: e}
}

func (c coding) decode(text []byte) string {
	e := c.Encoding
	switch {
	case e == nil && utf8.Valid(text):
		return string(text)
	case e == nil:
		e = charmap.ISO8859_1
	}
	out, err := e.NewDecoder().Bytes(text)
	if err != nil {
		return strings.ToValidUTF8(string(text), "\ufffd")
	}
	return string(out)
}
