package markdown

import (
	"bytes"
	"strings"

	"golang.org/x/text/cases"
)

const (
	mostLabel  = 999 // characters of a label (CommonMark, section 4.7); bytes, here
	mostNested = 32  // brackets in a destination, as cmark has it
)

// A span is a part of the text.
type span struct{ start, end int }

// destination reads the destination of a link at i (section 6.3), and returns where
// it stands, without the brackets that it may be in, and what is behind it.
func destination(b []byte, i int) (dest span, next int, ok bool) {
	if i < len(b) && b[i] == '<' {
		return bracketed(b, i+1)
	}
	start, depth := i, 0
loop:
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c > ' ' && c != '\\' && c != '(' && c != ')' && c != 0x7F:
		case c == '\\' && i+1 < len(b) && isPunct(b[i+1]):
			i++
		case c == '(':
			if depth++; depth > mostNested {
				return span{}, i, false
			}
		case c == ')':
			if depth == 0 {
				break loop
			}
			depth--
		case c <= ' ', c == 0x7F:
			break loop
		}
	}
	return span{start, i}, i, depth == 0
}

// bracketed reads a destination up to its ">".
func bracketed(b []byte, i int) (dest span, next int, ok bool) {
	start := i
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			if i+1 < len(b) && isPunct(b[i+1]) {
				i++
			}
		case '>':
			return span{start, i}, i + 1, true
		case '<', '\n', '\r':
			return span{}, i, false
		}
	}
	return span{}, i, false
}

// title returns where the title of a link ends that begins at i; false if there is
// none.
func title(b []byte, i int) (end int, ok bool) {
	if i == len(b) {
		return i, false
	}
	closing := b[i]
	switch closing {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return i, false
	}
	for j := i + 1; j < len(b); j++ {
		switch b[j] {
		case '\\':
			j++
		case closing:
			return j + 1, true
		case '(':
			if closing == ')' {
				return i, false
			}
		}
	}
	return i, false
}

// inlineTail reads what makes an inline link of a text in brackets: "(", a
// destination, a title and ")". i is behind the "(".
func inlineTail(b []byte, i int) (dest span, next int, ok bool) {
	i = skipSpace(b, i)
	dest, next, ok = destination(b, i)
	if !ok {
		return span{}, i, false
	}
	behind := skipSpace(b, next)
	if behind > next {
		if end, ok := title(b, behind); ok {
			behind = skipSpace(b, end)
		}
	}
	if behind < len(b) && b[behind] == ')' {
		return dest, behind + 1, true
	}
	return span{}, i, false
}

// linkLabel returns where the label in brackets ends that begins at i, behind its
// "]"; false if there is none.
func linkLabel(b []byte, i int) (end int, ok bool) {
	for j := i + 1; j < len(b) && j-i <= mostLabel+1; j++ {
		switch b[j] {
		case '\\':
			j++
		case '[':
			return i, false
		case ']':
			return j + 1, true
		}
	}
	return i, false
}

// definitions reads the definitions that the text from i to end begins with
// (section 4.7), and returns what is behind them.
func (p *blocks) definitions(i, end int) int {
	b := p.shown[:end]
	for i < end && b[i] == '[' {
		label, dest, next, ok := definition(b, i)
		if !ok {
			break
		}
		p.leaf(dest.start, dest.end, definitionLeaf)
		p.label = normal(p.label[:0], b[label.start:label.end])
		if _, isThere := p.refs[string(p.label)]; !isThere {
			if p.refs == nil {
				p.refs = map[string]int32{}
			}
			p.refs[string(p.label)] = int32(dest.start)
		}
		i = skipSpace(b, next)
	}
	return i
}

// definition reads the definition at i: its label, and where its destination is.
func definition(b []byte, i int) (label, dest span, next int, ok bool) {
	end, ok := linkLabel(b, i)
	if !ok || end == len(b) || b[end] != ':' || skipSpace(b, i+1) >= end-1 {
		return label, dest, i, false
	}
	label = span{i + 1, end - 1}
	start := skipSpace(b, end+1)
	dest, next, ok = destination(b, start)
	if !ok || next == start {
		return label, dest, i, false
	}
	behind := skipSpace(b, next)
	if behind > next {
		if end, ok := title(b, behind); ok && endsLine(b, end) {
			return label, dest, end, true
		}
	}
	return label, dest, next, endsLine(b, next)
}

// endsLine reports whether nothing but blanks is on the line from i on.
func endsLine(b []byte, i int) bool {
	for i < len(b) && isBlank(b[i]) {
		i++
	}
	return i == len(b) || b[i] == '\n' || b[i] == '\r'
}

// normal appends a label as labels are compared: in one case, with single blanks.
func normal(out, label []byte) []byte {
	ascii := true
	for _, c := range bytes.TrimFunc(label, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) }) {
		switch {
		case isSpace(c):
			if out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
			continue
		case 'A' <= c && c <= 'Z':
			c |= 0x20
		case c >= 0x80:
			ascii = false
		}
		out = append(out, c)
	}
	if ascii {
		return out
	}
	return append(out[:0], cases.Fold().Bytes(out)...)
}

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// isPunct reports whether c is punctuation of US-ASCII, which a backslash escapes.
func isPunct(c byte) bool { return c > ' ' && strings.IndexByte(punctuation, c) >= 0 }
