package markdownread

import "strings"

// A block is one of the document, before the inlines in it are read: those can use
// definitions that come later.
type block struct {
	kind       kind
	mark       byte // of the items of a list: "-", "+", "*", "." or ")"
	level      int8 // of a heading
	afterBlank bool // a blank line is before it
	number     int  // of the first item of a list; of a footnote that is used
	indent     int  // of an item: how many columns its lines are set in by
	text       string
	blocks     []*block
}

type kind uint8

const (
	root kind = iota
	quote
	list
	item
	note      // a footnote
	paragraph // or what was one, until definitions were taken out
	heading
	code
	markup // HTML
	rule
	table // text is its lines, the one below the head first
)

// A state is what the line before was of.
type state uint8

const (
	none state = iota
	inParagraph
	inIndented // code
	inFenced   // code
	inMarkup
	inTable
)

// A parser reads the blocks of a document line by line (CommonMark, appendix A): each
// line goes on in the containers that are open, as far as it has their marks; it may
// open others, and what is left of it is of a leaf.
type parser struct {
	open  []*block // the containers, from the document on
	state state
	leaf  *block // that is being read
	text  []byte // of leaf
	last  int    // where the last line of a paragraph begins in text
	fence fence
	html  htmlKind
	width int // of the table, in columns
	room  int // for cells that are missing in tables

	// blank is how many containers have to be around a place for the line before to
	// be blank there: ">" is blank in the quotation and not outside of it.
	blank int

	definitions map[string]*definition
	notes       map[string]*block
}

// notBlank is what blank is behind a line with something on it.
const notBlank = maxOpen + 2

func newParser() *parser {
	return &parser{
		open: []*block{{kind: root}}, blank: notBlank, room: maxMissing,
		definitions: map[string]*definition{}, notes: map[string]*block{},
	}
}

func (p *parser) read(text string) {
	for line := range lines(text) {
		p.line(line)
	}
	p.truncate(1)
}

// lines calls yield with each line of a text.
func lines(text string) func(yield func(l *line) bool) {
	return func(yield func(l *line) bool) {
		for text != "" {
			var l line
			l.text, text, _ = strings.Cut(text, "\n")
			if !yield(&l) {
				return
			}
		}
	}
}

// What a line begins with.
type begun uint8

const (
	nothing begun = iota
	aContainer
	aLeaf // and the line has been read
)

func (p *parser) line(l *line) {
	depth := p.continued(l)
	whole := depth == len(p.open)
	if whole && p.goesOn(l) {
		p.blank = notBlank
		return
	}
	outer := 0 // containers that the line does not begin
	for {
		switch p.begins(l, depth, whole) {
		case nothing:
			if _, at := l.indent(); at == len(l.text) {
				p.blankLine(l, depth, whole, outer)
			} else {
				p.textLine(l.text[at:], depth, whole)
			}
			return
		case aLeaf:
			p.blank = notBlank
			return
		}
		depth, whole, outer = len(p.open), true, len(p.open)
	}
}

// continued reads the marks of the containers that are open, and returns in how many
// of these the line goes on.
func (p *parser) continued(l *line) int {
	for i, c := range p.open {
		indent, at := l.indent()
		blank := at == len(l.text)
		switch c.kind {
		case quote:
			if indent >= tabStop || blank || l.text[at] != '>' {
				return i
			}
			l.mark(1)
			l.skip(1)
		case item, note:
			if indent >= c.indent {
				l.skip(c.indent)
			} else if !blank || len(c.blocks) == 0 {
				return i
			}
		}
	}
	return len(p.open)
}

// goesOn reads a line of a leaf that ends by rules of its own.
func (p *parser) goesOn(l *line) bool {
	switch p.state {
	case inFenced:
		if p.fence.isClosedBy(l) {
			p.closeLeaf()
		} else {
			l.skip(p.fence.indent)
			p.append(l.rest())
		}
		return true
	case inMarkup:
		if p.html.endsBlank() && isEmpty(l.rest()) {
			return false
		}
		p.markupLine(l)
		return true
	}
	return false
}

// textLine reads what is left of a line in which nothing else begins.
func (p *parser) textLine(text string, depth int, whole bool) {
	switch {
	case p.state == inParagraph: // which a line without the marks goes on with, too
		p.last = p.append(text)
	case whole && p.state == inTable && p.isRow(text):
		p.append(text)
	default:
		p.begin(depth, paragraph, inParagraph)
		p.last = p.append(text)
	}
	p.blank = notBlank
}

// blankLine reads a line that is blank but for the marks of containers. It is blank to
// what is in the outer ones of these, and in all that are quotations.
func (p *parser) blankLine(l *line, depth int, whole bool, outer int) {
	if whole && p.state == inIndented {
		l.skip(tabStop)
		p.append(l.rest())
	} else {
		p.truncate(depth)
	}
	p.blank = outer
	for i, c := range p.open[outer:depth] {
		if c.kind == quote {
			p.blank = outer + i + 1
		}
	}
}

// append adds a line to the leaf, and returns where it begins.
func (p *parser) append(line string) int {
	at := len(p.text)
	p.text = append(append(p.text, line...), '\n')
	return at
}

// truncate closes all containers but the outer depth, and the leaf.
func (p *parser) truncate(depth int) {
	p.closeLeaf()
	p.open = p.open[:depth]
}

// add adds a block to the innermost of the outer depth containers; the others end.
func (p *parser) add(depth int, b *block) *block {
	p.truncate(depth)
	b.afterBlank = p.blank <= depth
	in := p.open[depth-1]
	in.blocks = append(in.blocks, b)
	return b
}

// begin begins a leaf.
func (p *parser) begin(depth int, k kind, s state) {
	p.leaf, p.state = p.add(depth, &block{kind: k}), s
}

// closeLeaf ends the leaf that is being read.
func (p *parser) closeLeaf() {
	if p.state == none {
		return
	}
	text := string(p.text)
	switch p.state {
	case inParagraph:
		text = strings.TrimRight(p.define(text), " \t\n")
	case inIndented:
		text = trimBlankLines(text)
	case inTable:
		text = strings.TrimSuffix(text, "\n")
	}
	p.leaf.text = text
	p.leaf, p.text, p.state = nil, p.text[:0], none
}

// trimBlankLines returns lines without the blank ones at the end.
func trimBlankLines(s string) string {
	end := len(strings.TrimRight(s, " \t\n"))
	return s[:end+strings.IndexByte(s[end:], '\n')+1]
}
