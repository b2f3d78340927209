package doc

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Style is how text shows what stands out.
type Style int

// The styles. The zero value is Plain.
const (
	Plain      Style = iota // not at all
	Overstrike              // by backspaces, as less(1) reads it: bold is "A BS A", underlined "_ BS A"
	SGR                     // by the sequences of ECMA-48 that terminals obey
)

// WriteText writes d as text in UTF-8, in lines of at most width columns; 0 is
// 80. A line is longer if a word or preformatted text is.
//
// The URI of a link is written behind its words, in angle brackets and never
// split, so that it can be found again (uri(7)); behind the line in
// preformatted text. Words that are their URI are put in brackets, but not in
// preformatted text. It is left out for a link in the document itself, and
// where its words name it. The only control characters that are written are
// newlines and those of the style.
//
// The error is that of w.
func WriteText(w io.Writer, d *Document, width int, style Style) error {
	if width <= 0 {
		width = 80
	}
	out := bufio.NewWriter(w)
	var b []byte
	t := &textWriter{width: width, margin: d.Indent, fresh: true, emit: func(l line) {
		b = append(l.append(b[:0], style), '\n')
		out.Write(b) // Flush tells of errors
	}}
	t.document(d)
	return out.Flush()
}

// textWriter breaks a document into lines.
type textWriter struct {
	width  int
	margin int // Indent of the document
	emit   func(line)
	fresh  bool // an empty line is not wanted now, or was just written
	mark   line // of a list, to be written before the next line
	at     int  // where the mark begins
	nested int  // in how many tables we are
}

func (t *textWriter) document(d *Document) {
	t.band(d.Head)
	if d.Head.IsZero() && d.needsTitle() {
		t.heading(Heading{Level: 1, Inlines: []Inline{Text(d.Title)}}, t.margin)
	}
	t.blocks(d.Blocks, t.margin)
	t.flush()
	if !d.Foot.IsZero() {
		t.space(false)
		t.band(d.Foot)
	}
}

// needsTitle reports whether the title of d stands in none of its headings.
func (d *Document) needsTitle() bool {
	for _, b := range d.Blocks {
		if h, ok := b.(Heading); ok && Words(h.Inlines) == d.Title {
			return false
		}
	}
	return d.Title != ""
}

// space writes an empty line, unless tight or just after one.
func (t *textWriter) space(tight bool) {
	if !t.fresh && !tight {
		t.emit(nil)
		t.fresh = true
	}
}

// put writes a line that begins at column indent, and the mark before it if
// there is room for that.
func (t *textWriter) put(indent int, l line) {
	t.fresh = false
	if len(t.mark) == 0 {
		t.emit(l.from(indent))
		return
	}
	mark, at := t.mark, t.at
	t.mark = nil
	if end := at + mark.width(); end < indent {
		t.emit(append(append(mark.from(at), piece{text: strings.Repeat(" ", indent-end)}), l...))
		return
	}
	t.emit(mark.from(at))
	t.emit(l.from(indent))
}

// flush writes a mark that nothing stands behind.
func (t *textWriter) flush() {
	if len(t.mark) > 0 {
		t.emit(t.mark.from(t.at))
		t.mark, t.fresh = nil, false
	}
}

// room is how wide text is that begins at column indent.
func (t *textWriter) room(indent int) int { return max(t.width-indent, min(t.width, 20)) }

func (t *textWriter) blocks(blocks []Block, indent int) {
	for _, b := range blocks {
		t.block(b, indent)
	}
}

func (t *textWriter) block(b Block, indent int) {
	switch b := b.(type) {
	case Heading:
		t.heading(b, indent)
	case Paragraph:
		t.space(b.Tight)
		t.fill(b.Inlines, indent)
	case Preformatted:
		t.space(b.Tight)
		for _, l := range preformat(b.Inlines) {
			t.put(indent, l)
		}
	case List:
		t.list(b, indent)
	case Table:
		t.space(false)
		t.table(b, indent)
	case Indent:
		columns := b.Columns
		if columns == 0 {
			columns = 4
		}
		t.blocks(b.Blocks, indent+columns)
	case Rule:
		t.space(false)
		t.put(indent, line{{text: strings.Repeat("─", t.room(indent))}})
	}
}

func (t *textWriter) fill(inlines []Inline, indent int) {
	for _, l := range fill(inlines, t.room(indent)) {
		t.put(indent, l)
	}
}

// underlines are what headings stand on where text is not set in, as of
// texinfo.
const underlines = "*=-.."

func (t *textWriter) heading(h Heading, indent int) {
	t.flush()
	t.space(false)
	level := min(max(h.Level, 1), len(underlines))
	switch {
	case t.margin == 0:
	case level == 1:
		indent -= t.margin
	case level == 2:
		indent -= t.margin - min(t.margin, 3)
	}
	widest := 0
	for _, l := range fill([]Inline{Strong{h.Inlines}}, t.room(indent)) {
		widest = max(widest, l.width())
		t.put(indent, l)
	}
	if t.margin == 0 {
		t.put(indent, line{{text: strings.Repeat(underlines[level-1:level], widest)}})
		return
	}
	t.fresh = true
}

func (t *textWriter) list(l List, indent int) {
	if len(l.Items) == 0 {
		return
	}
	number := max(l.Start, 1)
	for i, item := range l.Items {
		t.flush()
		t.space(l.Tight && i > 0)
		switch l.Kind {
		case Definition:
			t.terms(item.Terms, indent)
		case Ordered:
			t.mark = line{{text: strconv.Itoa(number+i) + "."}}
		default:
			t.mark = line{{text: "•"}}
		}
		t.at, t.fresh = indent, true
		t.blocks(item.Blocks, indent+l.columns())
	}
	t.flush()
}

// terms writes all but the last term of a definition, which is left as the mark
// of what explains it.
func (t *textWriter) terms(terms [][]Inline, indent int) {
	for _, term := range terms {
		for _, l := range fill(term, t.room(indent)) {
			t.flush()
			t.mark, t.at = l, indent
		}
	}
}

// columns is by how much the items of l are set in.
func (l List) columns() int {
	switch {
	case l.Indent > 0:
		return l.Indent
	case l.Kind == Definition:
		return 8
	case l.Kind == Ordered:
		return len(strconv.Itoa(max(l.Start, 1)+len(l.Items))) + 2
	}
	return 2
}

// band writes a line with words on three sides, or as many lines as they need.
func (t *textWriter) band(b Band) {
	left, center, right := joined(b.Left), joined(b.Center), joined(b.Right)
	a := (t.width-center.width())/2 - left.width()
	z := t.width - left.width() - a - center.width() - right.width()
	if a < 1 && len(left) > 0 || z < 1 && len(right) > 0 {
		for _, l := range []line{left, center, right} {
			if len(l) > 0 {
				t.put(0, l)
			}
		}
		return
	}
	l := append(left, piece{text: strings.Repeat(" ", max(a, 0))})
	l = append(l, center...)
	if len(right) > 0 {
		l = append(append(l, piece{text: strings.Repeat(" ", z)}), right...)
	}
	if l.width() > 0 && !b.IsZero() {
		t.put(0, l)
	}
}

// joined returns inlines as one line of any length.
func joined(inlines []Inline) (out line) {
	for i, l := range fill(inlines, maxLine) {
		if i > 0 {
			out = append(out, piece{text: " "})
		}
		out = append(out, l...)
	}
	return out
}
