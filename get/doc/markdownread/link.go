package markdownread

import (
	"strings"

	"golang.org/x/text/cases"

	"uriel.dev/internal/commonmark"
)

const (
	maxLabel  = 999 // bytes in a label; CommonMark has so many characters (section 4.7)
	maxParens = 32  // within each other in a destination, as cmark has it
)

// A definition says what a label leads to.
type definition struct {
	destination string
	target      target
	read        bool // target is that of destination
}

// define takes the definitions away that a paragraph begins with (section 4.7). The
// first one of a label counts.
func (p *parser) define(s string) (rest string) {
	for strings.HasPrefix(s, "[") {
		label, destination, n := defined(s)
		if n == 0 {
			break
		}
		if name := normal(label); p.definitions[name] == nil {
			p.definitions[name] = &definition{destination: commonmark.Unescape(destination)}
		}
		s = s[skipSpace(s, n):]
	}
	return s
}

// defined reads the definition that s begins with. n is its length, 0 if it is none.
func defined(s string) (label, destination string, n int) {
	end := labelEnd(s, 0)
	if end == 0 || !strings.HasPrefix(s[end:], ":") {
		return "", "", 0
	}
	label = s[1 : end-1]
	start := skipSpace(s, end+1)
	destination, next, ok := destinationAt(s, start)
	if !ok || next == start || skipSpace(label, 0) == len(label) {
		return "", "", 0
	}
	if behind := skipSpace(s, next); behind > next {
		if end := titleEnd(s, behind); end > 0 && endsLine(s[end:]) {
			return label, destination, end
		}
	}
	if !endsLine(s[next:]) {
		return "", "", 0
	}
	return label, destination, next
}

// endsLine reports whether nothing but blanks is on the line that s begins with.
func endsLine(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return s == "" || s[0] == '\n'
}

// labelEnd returns where the label in brackets at i ends, 0 if there is none.
func labelEnd(s string, i int) int {
	for j := i + 1; j < len(s) && j-i <= maxLabel+1; j++ {
		switch s[j] {
		case '\\':
			j++
		case '[':
			return 0
		case ']':
			return j + 1
		}
	}
	return 0
}

// destinationAt reads the destination of a link at i (section 6.3), and returns it as
// it is written, without the brackets that it may be in, and what is behind it.
func destinationAt(s string, i int) (text string, next int, ok bool) {
	if i < len(s) && s[i] == '<' {
		return bracketedAt(s, i+1)
	}
	start, open := i, 0
	for ; i < len(s) && s[i] > ' ' && s[i] != 0x7f; i++ {
		switch s[i] {
		case '\\':
			if i+1 < len(s) && isPunct(s[i+1]) {
				i++
			}
		case '(':
			if open++; open > maxParens {
				return "", i, false
			}
		case ')':
			if open == 0 {
				return s[start:i], i, true
			}
			open--
		}
	}
	return s[start:i], i, open == 0
}

// bracketedAt reads a destination at i up to its ">".
func bracketedAt(s string, i int) (text string, next int, ok bool) {
	for start := i; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '>':
			return s[start:i], i + 1, true
		case '<', '\n':
			return "", i, false
		}
	}
	return "", i, false
}

// titleEnd returns where the title of a link at i ends, 0 if there is none.
func titleEnd(s string, i int) int {
	if i == len(s) {
		return 0
	}
	closing := s[i]
	switch closing {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return 0
	}
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case closing:
			return j + 1
		case '(':
			if closing == ')' {
				return 0
			}
		}
	}
	return 0
}

// inlineTail reads what makes a link of a text in brackets: "(", a destination, a title
// and ")". i is behind the "(".
func inlineTail(s string, i int) (destination string, next int, ok bool) {
	destination, next, ok = destinationAt(s, skipSpace(s, i))
	if !ok {
		return "", i, false
	}
	behind := skipSpace(s, next)
	if behind > next {
		if end := titleEnd(s, behind); end > 0 {
			behind = skipSpace(s, end)
		}
	}
	if behind == len(s) || s[behind] != ')' {
		return "", i, false
	}
	return destination, behind + 1, true
}

// normal returns a label as labels are compared: in one case, with single spaces.
func normal(label string) string {
	label = strings.Join(strings.FieldsFunc(label, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) }), " ")
	for i := range len(label) {
		if label[i] >= 0x80 {
			return cases.Fold().String(label)
		}
	}
	return strings.ToLower(label)
}
