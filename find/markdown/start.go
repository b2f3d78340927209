package markdown

import "bytes"

// starters are the bytes that a block other than a paragraph can begin with.
var starters = func() (s [256]bool) {
	for _, c := range []byte(">#`~<=-*_+[|:0123456789") {
		s[c] = true
	}
	return s
}()

// starts reports whether a block starts where the line is read, within the outer
// depth containers; all are those that are open. If it is a container, the line goes
// on in it; if it is a leaf, the line is done with. lazy says that the line goes on
// with a paragraph otherwise.
func (p *blocks) starts(l *line, depth int, all, lazy bool) (again bool) {
	indent, at := l.indent()
	if at == l.end {
		return false
	}
	if indent >= tabStop {
		if lazy || p.state == paragraph {
			return false
		}
		if !all || p.state != indented {
			p.begin(depth, indented)
		}
		l.i = l.end + 1
		return false
	}
	c := l.b[at]
	if !starters[c] {
		if all && p.state == indented {
			p.closeLeaf()
		}
		return false
	}
	inParagraph := all && p.state == paragraph
	deeper := depth < mostDepth
	switch {
	case c == '>' && deeper:
		p.push(depth, container{kind: quote})
		p.quoted(l, indent, at)
		return true
	case p.leafStarts(l, depth, at, indent, inParagraph, lazy):
		l.i = l.end + 1
		return false
	case deeper && p.itemStarts(l, depth, at, indent, inParagraph):
		return true
	case deeper && p.noteStarts(l, depth, at, indent):
		return true
	case inParagraph && p.tableStarts(at, l.end):
		l.i = l.end + 1
		return false
	}
	if all && p.state == indented {
		p.closeLeaf()
	}
	return false
}

// leafStarts reads the line as the first one of a leaf.
func (p *blocks) leafStarts(l *line, depth, at, indent int, inParagraph, lazy bool) bool {
	rest := l.rest(at)
	switch rest[0] {
	case '#':
		n := count(rest, '#')
		if n > 6 || n < len(rest) && !isBlank(rest[n]) {
			return false
		}
		p.begin(depth, none)
		p.leaf(at+n, l.end, inlineLeaf)
		return true
	case '`', '~':
		f, ok := fenceOf(rest)
		if ok {
			p.begin(depth, fenced)
			p.fence = f
		}
		return ok
	case '<':
		kind := htmlStart(rest, inParagraph || lazy)
		if kind == notHTML {
			return false
		}
		p.begin(depth, htmlBlock)
		p.html, p.start = kind, at
		p.htmlLine(l)
		return true
	case '=', '-':
		if inParagraph && isUnderline(rest) && p.heading(at) {
			return true
		}
	}
	if isThematicBreak(rest) {
		p.begin(depth, none)
		return true
	}
	return false
}

// heading makes a heading of the paragraph, whose underline is at the given place. It
// reports false if the paragraph is of definitions alone; then the line goes on with
// it.
func (p *blocks) heading(underline int) bool {
	start := p.definitions(p.start, p.end)
	if start >= p.end {
		p.start, p.last, p.end = underline, underline, underline
		return false
	}
	p.leaf(start, p.end, inlineLeaf)
	p.state = none
	return true
}

func count(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[n] == c {
		n++
	}
	return n
}

// isUnderline reports whether rest is the underline of a setext heading.
func isUnderline(rest []byte) bool {
	return len(bytes.TrimRight(rest[count(rest, rest[0]):], " \t")) == 0
}

// isThematicBreak reports whether rest is three or more of the same sign, and
// blanks.
func isThematicBreak(rest []byte) bool {
	c, n := rest[0], 0
	if c != '*' && c != '-' && c != '_' {
		return false
	}
	for _, b := range rest {
		if b == c {
			n++
		} else if !isBlank(b) {
			return false
		}
	}
	return n >= 3
}

// A fence is what a block of code begins with.
type fence struct {
	sign byte
	n    int
}

// fenceOf returns the fence that rest is.
func fenceOf(rest []byte) (fence, bool) {
	f := fence{rest[0], count(rest, rest[0])}
	return f, f.n >= 3 && (f.sign == '~' || bytes.IndexByte(rest[f.n:], '`') < 0)
}

// isClosedBy reports whether the line is the fence that ends the block.
func (f fence) isClosedBy(l *line) bool {
	indent, at := l.indent()
	if indent >= tabStop || at == l.end || l.b[at] != f.sign {
		return false
	}
	rest := l.rest(at)
	n := count(rest, f.sign)
	return n >= f.n && len(bytes.TrimRight(rest[n:], " \t")) == 0
}

// itemStarts reads the mark of an item of a list.
func (p *blocks) itemStarts(l *line, depth, at, indent int, inParagraph bool) bool {
	rest := l.rest(at)
	n := itemMark(rest)
	if n == 0 || n < len(rest) && !isBlank(rest[n]) {
		return false
	}
	isEmpty := len(bytes.TrimLeft(rest[n:], " \t")) == 0
	if inParagraph && (isEmpty || n > 1 && string(rest[:n-1]) != "1") {
		return false
	}
	p.push(depth, container{kind: item})
	l.to(at+n, indent, n)
	columns, _ := l.indent()
	if isEmpty || columns > tabStop {
		columns = 1
	}
	l.blanks(columns)
	p.open[len(p.open)-1].indent = indent + n + columns
	return true
}

// itemMark returns the length of the mark of an item: "-", "+", "*", "1." or "1)".
func itemMark(rest []byte) int {
	const mostDigits = 9
	switch rest[0] {
	case '-', '+', '*':
		return 1
	}
	n := 0
	for n < len(rest) && n <= mostDigits && '0' <= rest[n] && rest[n] <= '9' {
		n++
	}
	if n == 0 || n > mostDigits || n == len(rest) || rest[n] != '.' && rest[n] != ')' {
		return 0
	}
	return n + 1
}

// noteStarts reads the mark of a footnote, "[^name]:", as GitHub has it.
func (p *blocks) noteStarts(l *line, depth, at, indent int) bool {
	rest := l.rest(at)
	n := noteMark(rest)
	if n == 0 {
		return false
	}
	p.push(depth, container{kind: note})
	l.to(at+n, indent, n)
	return true
}

// noteMark returns the length of the mark of a footnote; 0 if rest begins with
// none.
func noteMark(rest []byte) int {
	if len(rest) < len("[^x]:") || rest[0] != '[' || rest[1] != '^' {
		return 0
	}
	end := bytes.IndexAny(rest, "] \t")
	if end <= len("[^") || rest[end] != ']' || end+1 == len(rest) || rest[end+1] != ':' {
		return 0
	}
	return end + len("]:")
}
