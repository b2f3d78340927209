package markdown

import "bytes"

// mostDepth is how many containers can be open. To go through more of them for each
// line could take too long; more are text.
const mostDepth = 100

// A container block holds blocks (CommonMark, section 5).
type container struct {
	kind   containerKind
	indent int  // of an item: how many columns its lines are indented by
	empty  bool // nothing is in it yet
}

type containerKind uint8

const (
	quote containerKind = iota
	item                // of a list
	note                // a footnote
)

// A state is what kind of leaf block the lines are of that are being read.
type state uint8

const (
	none state = iota
	paragraph
	indented // code
	fenced   // code
	htmlBlock
	table
)

// A leaf is a part of the text that is read for itself: it is one range, since what
// is before its lines is blank, or has been blanked.
type leaf struct {
	start, end int32
	kind       leafKind
}

type leafKind uint8

const (
	inlineLeaf     leafKind = iota // a paragraph or a heading
	cellLeaf                       // a cell of a table, in which "\|" is a bar
	htmlLeaf                       // a block of HTML
	definitionLeaf                 // the destination in a definition of a link
)

// blocks reads the blocks of a document, line by line, as CommonMark's appendix A
// has it: each line is of the containers that are open as far as it goes on in them;
// it may open others, and what is left of it is of a leaf.
type blocks struct {
	text   []byte // the piece
	shown  []byte // the piece with the marks of quotation blanked; text if there are none
	open   []container
	state  state
	leaves []leaf
	refs   map[string]int32 // by label: where the destination is

	start, end int // of the paragraph, of the block of HTML
	last       int // where the last line of the paragraph begins
	fence      fence
	html       htmlKind
	columns    int // of the table

	label []byte // a buffer
}

// piece reads a piece of a document. One that was begun in the piece before goes on.
func (p *blocks) piece(text []byte, last bool) {
	p.text, p.shown, p.leaves = text, text, p.leaves[:0]
	clear(p.refs)
	p.start = 0
	lines := splitter{b: text}
	for i := 0; i < len(text); {
		end, next := lines.line(i)
		p.line(line{b: text, i: i, end: end})
		i = next
	}
	if p.state == htmlBlock && !last {
		p.leaf(p.start, len(text), htmlLeaf)
		p.end = 0
	} else if last || p.state == paragraph {
		p.closeLeaf()
	}
}

func (p *blocks) leaf(start, end int, kind leafKind) {
	p.leaves = append(p.leaves, leaf{int32(start), int32(end), kind})
}

// line reads a line.
func (p *blocks) line(l line) {
	depth := p.continued(&l)
	all := depth == len(p.open)
	if all && p.goesOn(&l) {
		return
	}
	lazy := p.state == paragraph
	for p.starts(&l, depth, all, lazy) {
		depth, all, lazy = len(p.open), true, false
	}
	if l.i > l.end { // it has been read
		return
	}
	p.textLine(&l, depth, all)
}

// continued reads what the line has of the containers that are open, and returns
// how many of them it goes on in.
func (p *blocks) continued(l *line) int {
	for n := range p.open {
		c := &p.open[n]
		indent, at := l.indent()
		switch c.kind {
		case quote:
			if indent >= tabStop || at == l.end || l.b[at] != '>' {
				return n
			}
			p.quoted(l, indent, at)
		case item:
			switch {
			case indent >= c.indent:
				l.blanks(c.indent)
			case at == l.end && !c.empty:
				l.to(at, indent, 0)
			default:
				return n
			}
		case note:
			switch {
			case indent >= tabStop:
				l.blanks(tabStop)
			case at == l.end && !c.empty:
				l.to(at, indent, 0)
			default:
				return n
			}
		}
	}
	return len(p.open)
}

// quoted reads a mark of quotation, and blanks it in what is shown.
func (p *blocks) quoted(l *line, indent, at int) {
	if &p.shown[0] == &p.text[0] {
		p.shown = bytes.Clone(p.text)
	}
	p.shown[at] = ' '
	l.to(at+1, indent, 1)
	l.blanks(1)
}

// goesOn reads a line of a leaf that ends by rules of its own.
func (p *blocks) goesOn(l *line) bool {
	switch p.state {
	case fenced:
		if p.fence.isClosedBy(l) {
			p.state = none
		}
		return true
	case htmlBlock:
		_, at := l.indent()
		if at == l.end && p.html.endsBlank() {
			p.closeLeaf()
		} else {
			p.htmlLine(l)
		}
		return true
	}
	return false
}

// truncate closes all containers but the outer depth, and the leaf in them.
func (p *blocks) truncate(depth int) {
	p.closeLeaf()
	p.open = p.open[:depth]
}

// closeLeaf ends the leaf that is being read.
func (p *blocks) closeLeaf() {
	switch p.state {
	case paragraph:
		if start := p.definitions(p.start, p.end); start < p.end {
			p.leaf(start, p.end, inlineLeaf)
		}
	case htmlBlock:
		p.leaf(p.start, p.end, htmlLeaf)
	}
	p.state = none
}

// push opens a container in the outer depth ones.
func (p *blocks) push(depth int, c container) {
	p.truncate(depth)
	p.filled()
	c.empty = true
	p.open = append(p.open, c)
}

// filled notes that something is in the innermost container.
func (p *blocks) filled() {
	if n := len(p.open); n > 0 {
		p.open[n-1].empty = false
	}
}

// begin opens a leaf in the outer depth containers.
func (p *blocks) begin(depth int, s state) {
	p.truncate(depth)
	p.filled()
	p.state = s
}

// textLine reads what is left of a line: text, or nothing.
func (p *blocks) textLine(l *line, depth int, all bool) {
	_, at := l.indent()
	switch {
	case at == l.end:
		if !all || p.state != indented {
			p.truncate(depth)
		}
	case p.state == paragraph: // of which it may be a lazy continuation
		p.last, p.end = at, l.end
	case all && p.state == table:
		p.row(at, l.end)
	default:
		p.begin(depth, paragraph)
		p.start, p.last, p.end = at, at, l.end
	}
}
