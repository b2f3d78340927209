// Package doc is the tree of a document, whatever it was written in: a page of
// the manual, a node of info, help of a desktop.
//
//	Document ── Blocks:  Heading Paragraph Preformatted List Table Indent Rule
//	             └─ Inlines: Text Strong Emphasis Code Link Anchor LineBreak
//
// A reader makes a tree and decides what is in it; [WriteText], [WriteHTML],
// [WriteMarkdown] and [WriteJSON] write it. Whatever text a tree holds may be
// foreign: the writers let no markup and no control character of it through.
// They follow the nesting of a tree by recursion, so that a reader has to bound
// it.
package doc

import (
	"strings"

	"uriel.dev/uri"
)

// A Document is a text with its title. The zero value is an empty one.
type Document struct {
	Title string // in one line; "" if there is none
	Lang  string // of the text, such as "de" (RFC 5646); "" if not known
	Meta  []Meta // what the source says of itself, such as its date

	// Head and Foot stand above and below the text, as on a page of paper.
	Head, Foot Band

	// Indent is by how many columns of text all but the headings are set in. 0
	// has headings underlined to stand out.
	Indent int

	Blocks []Block
}

// Meta is a name and value that a source gives beside its text.
type Meta struct{ Name, Value string }

// A Band is a line with words on its left, in its middle and on its right.
type Band struct{ Left, Center, Right []Inline }

// IsZero reports whether nothing stands in b.
func (b Band) IsZero() bool { return len(b.Left)+len(b.Center)+len(b.Right) == 0 }

// A Block is a part of a document that begins a line of its own. The interface
// is closed: Heading, Paragraph, Preformatted, List, Table, Indent and Rule are
// all there are.
type Block interface{ block() }

// A Heading begins a part of a document.
type Heading struct {
	Level   int    // from 1, the highest, to 5
	ID      string // what a fragment calls it; "" leaves it to the writer
	Inlines []Inline
}

// A Paragraph is text that is broken into lines where they are full. A newline
// in it is a space.
type Paragraph struct {
	Inlines []Inline
	Tight   bool // no empty line before it
}

// Preformatted is text whose spaces and line ends stay. "\n" ends a line, as a
// [LineBreak] does; at the end of the block neither is needed.
type Preformatted struct {
	Inlines []Inline
	Tight   bool // no empty line before it
}

// A List is a list of one kind.
type List struct {
	Kind   ListKind
	Start  int  // number of the first item of an ordered list; 0 is 1
	Tight  bool // no empty lines between items
	Indent int  // columns by which text sets the items in behind what marks them; 0 leaves it to the writer
	Items  []Item
}

// ListKind says what marks the items of a list.
type ListKind string

// The kinds of list. The zero value is Bullet.
const (
	Bullet     ListKind = ""
	Ordered    ListKind = "ordered"
	Definition ListKind = "definition" // the terms of each item
)

// An Item is one of a list.
type Item struct {
	Terms  [][]Inline // what a definition explains; of other kinds nil
	Blocks []Block
}

// A Table is rows of cells.
type Table struct {
	Border bool // lines between all cells, and around
	Rows   []Row
}

// A Row is one of a table. Cells that reach into it from above are not in it.
type Row struct {
	Header bool
	Rule   bool // a line above
	Cells  []Cell
}

// A Cell is one of a row.
type Cell struct {
	ColSpan, RowSpan int // how many columns and rows it takes; 0 is 1
	Align            Align
	Blocks           []Block
}

// Align says on which side of a cell its text stands.
type Align string

// Where text can stand. The zero value is Left.
const (
	Left   Align = ""
	Center Align = "center"
	Right  Align = "right"
)

// An Indent is set in on the left: a quotation, or what is below what is before.
type Indent struct {
	Columns int // of text; 0 leaves it to the writer
	Blocks  []Block
}

// A Rule is a line across.
type Rule struct{}

func (Heading) block()      {}
func (Paragraph) block()    {}
func (Preformatted) block() {}
func (List) block()         {}
func (Table) block()        {}
func (Indent) block()       {}
func (Rule) block()         {}

// An Inline is a part of a line. The interface is closed: Text, Strong,
// Emphasis, Code, Link, Anchor and LineBreak are all there are.
type Inline interface{ inline() }

// Text is words, without any markup. A no-break space keeps what is on both
// sides of it on one line.
type Text string

// Strong is what stands out: bold.
type Strong struct{ Inlines []Inline }

// Emphasis is what is stressed or stands for something: italic or underlined.
type Emphasis struct{ Inlines []Inline }

// Code is what is typed or printed by a computer.
type Code struct{ Inlines []Inline }

// A Link leads to a URI. A relative reference that is but a fragment leads to
// the heading or anchor of that ID in the same document.
type Link struct {
	URI     uri.URI
	Inlines []Inline

	// Named says that the words name what the link leads to, in a way that
	// readers know: "ls(1)", "a@b.example". Text then leaves the URI out.
	Named bool
}

// An Anchor is a place for a fragment to lead to.
type Anchor struct{ ID string }

// A LineBreak ends a line.
type LineBreak struct{}

func (Text) inline()      {}
func (Strong) inline()    {}
func (Emphasis) inline()  {}
func (Code) inline()      {}
func (Link) inline()      {}
func (Anchor) inline()    {}
func (LineBreak) inline() {}

// Words returns the words of inlines without their markup. A line break is a
// newline.
func Words(inlines []Inline) string {
	var b strings.Builder
	for _, s := range flatten(inlines) {
		b.WriteString(s.text)
	}
	return b.String()
}

// A span is text of one look. The text of a line break is a newline.
type span struct {
	text               string
	strong, emph, code bool
	link               *Link // that it is in, or nil
	broken             bool  // a line break
}

// flatten returns what is in inlines, in order and without nesting.
func flatten(inlines []Inline) []span { return appendSpans(nil, inlines, span{}) }

func appendSpans(out []span, inlines []Inline, look span) []span {
	for _, in := range inlines {
		s := look
		switch in := in.(type) {
		case Text:
			s.text = string(in)
			out = append(out, s)
		case LineBreak:
			s.text, s.broken = "\n", true
			out = append(out, s)
		case Strong:
			s.strong = true
			out = appendSpans(out, in.Inlines, s)
		case Emphasis:
			s.emph = true
			out = appendSpans(out, in.Inlines, s)
		case Code:
			s.code = true
			out = appendSpans(out, in.Inlines, s)
		case Link:
			s.link = &in
			out = appendSpans(out, in.Inlines, s)
		}
	}
	return out
}

// clean returns foreign text without what a terminal or a browser would obey:
// control characters but tab and newline, characters that change the direction
// of what follows, and broken UTF-8 become U+FFFD.
func clean(s string) string {
	if isClean(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return '\uFFFD'
		}
		return r
	}, s) // Map writes U+FFFD for broken UTF-8
}

func isClean(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\t' && s[i] != '\n' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func isControl(r rune) bool {
	switch {
	case r == '\t', r == '\n':
		return false
	case r < ' ', 0x7f <= r && r < 0xa0, r == '\u2028', r == '\u2029':
		return true
	}
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}
