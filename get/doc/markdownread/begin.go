package markdownread

import (
	"strconv"
	"strings"
)

// begins reads what begins where the line is read, within the outer depth containers.
// whole says that these are all that are open.
func (p *parser) begins(l *line, depth int, whole bool) begun {
	indent, at := l.indent()
	switch {
	case at == len(l.text):
		return nothing
	case indent >= tabStop:
		return p.indentedBegins(l, depth, whole)
	}
	rest := l.text[at:]
	text := whole && p.state == inParagraph // that the line goes on with otherwise
	deeper := depth <= maxOpen
	switch {
	case rest[0] == '>' && deeper:
		p.open = append(p.open, p.add(depth, &block{kind: quote}))
		l.mark(1)
		l.skip(1)
		return aContainer
	case p.leafBegins(rest, indent, depth, text):
		return aLeaf
	case deeper && (p.itemBegins(l, depth, rest, text) || p.noteBegins(l, depth, rest)):
		return aContainer
	case text && p.tableBegins(rest):
		return aLeaf
	}
	return nothing
}

// indentedBegins reads a line of indented code, which no paragraph is ended by.
func (p *parser) indentedBegins(l *line, depth int, whole bool) begun {
	if p.state == inParagraph {
		return nothing
	}
	if !whole || p.state != inIndented {
		p.begin(depth, code, inIndented)
	}
	l.skip(tabStop)
	p.append(l.rest())
	return aLeaf
}

// leafBegins reads a line as the first one of a leaf that is no paragraph.
func (p *parser) leafBegins(rest string, indent, depth int, text bool) bool {
	switch rest[0] {
	case '#':
		return p.headingBegins(rest, depth)
	case '`', '~':
		return p.fenceBegins(rest, indent, depth)
	case '<':
		kind := htmlBegins(rest, p.state == inParagraph)
		if kind == notHTML {
			return false
		}
		p.begin(depth, markup, inMarkup)
		p.html = kind
		p.markupLine(&line{text: rest})
		return true
	case '=', '-':
		if text && isUnderline(rest) && p.underlined(rest[0]) {
			return true
		}
	}
	if isRule(rest) {
		p.add(depth, &block{kind: rule})
		return true
	}
	return false
}

// headingBegins reads a heading: one to six "#", and text that may end with others.
func (p *parser) headingBegins(rest string, depth int) bool {
	level := run(rest, '#')
	if level > 6 || level < len(rest) && !isBlank(rest[level]) {
		return false
	}
	text := strings.Trim(rest[level:], " \t")
	if end := strings.TrimRight(text, "#"); end == "" || isBlank(end[len(end)-1]) {
		text = strings.TrimRight(end, " \t")
	}
	p.add(depth, &block{kind: heading, level: int8(level), text: text})
	return true
}

// isUnderline reports whether rest is what makes the paragraph before it a heading.
func isUnderline(rest string) bool { return isEmpty(rest[run(rest, rest[0]):]) }

// underlined makes a heading of the paragraph. One of definitions alone is none; the
// line goes on with what is left of it.
func (p *parser) underlined(c byte) bool {
	text := strings.TrimRight(p.define(string(p.text)), " \t\n")
	if text == "" {
		p.text = p.text[:0]
		return false
	}
	p.leaf.kind, p.leaf.level, p.leaf.text = heading, 1, text
	if c == '-' {
		p.leaf.level = 2
	}
	p.leaf, p.text, p.state = nil, p.text[:0], none
	return true
}

// isRule reports whether rest is three or more of one sign, and blanks.
func isRule(rest string) bool {
	c := rest[0]
	if c != '*' && c != '-' && c != '_' {
		return false
	}
	n := 0
	for i := range len(rest) {
		if rest[i] == c {
			n++
		} else if !isBlank(rest[i]) {
			return false
		}
	}
	return n >= 3
}

// A fence is what a block of code begins with.
type fence struct {
	sign      byte
	n, indent int
}

// fenceBegins reads a fence: three or more backticks or tildes. What is behind them
// says of what language the code is.
func (p *parser) fenceBegins(rest string, indent, depth int) bool {
	n := run(rest, rest[0])
	if n < 3 || rest[0] == '`' && strings.Contains(rest[n:], "`") {
		return false
	}
	p.begin(depth, code, inFenced)
	p.fence = fence{sign: rest[0], n: n, indent: indent}
	return true
}

func (f fence) isClosedBy(l *line) bool {
	indent, at := l.indent()
	rest := l.text[at:]
	n := run(rest, f.sign)
	return indent < tabStop && n >= f.n && isEmpty(rest[n:])
}

// itemBegins reads the mark of an item of a list. A paragraph is not ended by an item
// that is empty, or that begins with another number than 1.
func (p *parser) itemBegins(l *line, depth int, rest string, text bool) bool {
	n := itemMark(rest)
	if n == 0 || n < len(rest) && !isBlank(rest[n]) {
		return false
	}
	empty := isEmpty(rest[n:])
	number, _ := strconv.Atoi(rest[:n-1])
	if text && (empty || n > 1 && number != 1) {
		return false
	}
	indent, _ := l.indent()
	l.mark(n)
	behind, _ := l.indent()
	if empty || behind > tabStop {
		behind = 1
	}
	l.skip(behind)
	in := p.list(depth, rest[n-1], number)
	b := &block{kind: item, indent: indent + n + behind, afterBlank: p.blank <= depth}
	in.blocks = append(in.blocks, b)
	p.open = append(p.open, b)
	return true
}

// itemMark returns the length of the mark of an item: "-", "+", "*", "1." or "1)".
func itemMark(rest string) int {
	const mostDigits = 9
	switch rest[0] {
	case '-', '+', '*':
		return 1
	}
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	if n == 0 || n > mostDigits || n == len(rest) || rest[n] != '.' && rest[n] != ')' {
		return 0
	}
	return n + 1
}

// list returns the list that an item goes on with, or a new one.
func (p *parser) list(depth int, mark byte, number int) *block {
	p.truncate(depth)
	in := p.open[depth-1].blocks
	if len(in) > 0 && in[len(in)-1].kind == list && in[len(in)-1].mark == mark {
		return in[len(in)-1]
	}
	return p.add(depth, &block{kind: list, mark: mark, number: number})
}

// noteBegins reads the mark of a footnote: "[^name]:".
func (p *parser) noteBegins(l *line, depth int, rest string) bool {
	if !strings.HasPrefix(rest, "[^") {
		return false
	}
	end := strings.IndexAny(rest, "] \t")
	if end <= len("[^") || end > maxLabel || rest[end] != ']' || !strings.HasPrefix(rest[end:], "]:") {
		return false
	}
	b := p.add(depth, &block{kind: note, indent: tabStop})
	p.open = append(p.open, b)
	name := normal(rest[len("[^"):end])
	if p.notes[name] == nil {
		p.notes[name] = b
	}
	l.mark(end + len("]:"))
	return true
}
