package manread

import (
	"strconv"
	"strings"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

// font is how text looks.
type font uint8

const (
	bold font = 1 << iota
	italic
	mono
)

// A run is text of one look.
type run struct {
	text string
	font font
	link *link // that it is in
}

// A link is where text leads.
type link struct {
	uri   uri.URI
	named bool // as of [doc.Link]
}

// A builder makes a document of what it is told. What is told last is the
// innermost: text goes to the paragraph, that to the item, that to the list.
type builder struct {
	frames []frame // what is open; the first is the document
	runs   []run   // text that is in no block yet
	size   int     // bytes of text so far

	font, before font
	link         *link  // that text is in
	pre          bool   // lines are kept
	due          string // a space or the end of a line, if one is due before more text
	continued    bool   // but not now: \c
	gap          bool   // an empty line is due before the next block
	marking      bool   // what is written is a mark in the margin
	depth        int    // of what the interpreter does within each other

	failed func(error)
	ids    map[string]int // how many headings begin with each
	doc    doc.Document
}

// A frame is a block that is open.
type frame struct {
	kind    frameKind
	columns int            // by which it is set in
	blocks  []doc.Block    // of the item, in a list
	list    doc.List       // with the items before
	item    bool           // one is open
	terms   [][]doc.Inline // that the item, or what is set in, explains
	mark    string         // that stands in the margin before it
}

type frameKind int

const (
	inDocument frameKind = iota
	inIndent             // until it is ended, as by .RE
	inNest               // the same, but not set in further
	inShift              // of .in
	inHang               // of .IP without a tag
	inList
	inCell
)

func newBuilder() *builder {
	return &builder{frames: []frame{{}}, ids: map[string]int{}, gap: true}
}

func (b *builder) top() *frame { return &b.frames[len(b.frames)-1] }

// add adds text in the font and link of now.
func (b *builder) add(s string) {
	if s == "" {
		return
	}
	b.space()
	b.continued = false
	b.addRun(run{s, b.font, b.link})
}

// space adds the space that is due. It is in a link or font that goes on.
func (b *builder) space() {
	s := b.due
	b.due = ""
	if s == "" || len(b.runs) == 0 && !b.pre {
		return
	}
	r := run{text: s}
	if n := len(b.runs); n > 0 {
		if before := b.runs[n-1]; before.link == b.link {
			r.link = b.link
		}
		if before := b.runs[n-1]; before.font == b.font {
			r.font = b.font
		}
	}
	b.addRun(r)
}

// maxRun bounds the runs that grow: each time, all of one is copied.
const maxRun = 256

func (b *builder) addRun(r run) {
	if b.size += len(r.text); b.size > maxText {
		b.failed(limit(maxText, "bytes of text"))
		return
	}
	if n := len(b.runs); n > 0 && b.runs[n-1].font == r.font && b.runs[n-1].link == r.link && len(b.runs[n-1].text) < maxRun {
		b.runs[n-1].text += r.text
		return
	}
	b.runs = append(b.runs, r)
}

// setFont changes the font; ok false is back to the one before.
func (b *builder) setFont(f font, ok bool) {
	if !ok {
		f = b.before
	}
	b.before, b.font = b.font, f
}

// endLine ends a line of the source, unless \c forbids.
func (b *builder) endLine() {
	switch {
	case b.continued:
		b.due = ""
	case b.pre:
		b.due = "\n"
	default:
		b.due = " "
	}
	b.continued = false
}

// breakLine ends the line of the paragraph.
func (b *builder) breakLine() {
	b.continued = false
	if b.pre {
		return
	}
	b.due = ""
	if n := len(b.runs); n > 0 && !strings.HasSuffix(b.runs[n-1].text, "\n") {
		b.addRun(run{text: "\n"})
	}
}

// emptyLine leaves a line empty.
func (b *builder) emptyLine() {
	if b.pre && len(b.runs) > 0 {
		b.addRun(run{text: "\n"})
		return
	}
	b.flush()
	b.gap = true
}

// fill begins or ends text whose lines are kept.
func (b *builder) fill(on bool) {
	if b.pre == on {
		b.flush()
		b.pre = !on
	}
}

// flush ends the paragraph.
func (b *builder) flush() {
	runs := trimRuns(b.runs)
	b.runs, b.due, b.continued, b.marking = nil, "", false, false
	if len(runs) == 0 {
		return
	}
	if b.pre {
		b.block(doc.Preformatted{Inlines: inlines(runs, true), Tight: !b.gap})
	} else {
		b.block(doc.Paragraph{Inlines: inlines(runs, false), Tight: !b.gap})
	}
	b.gap = false
}

func (b *builder) block(block doc.Block) {
	b.top().blocks = append(b.top().blocks, block)
}

// take returns the text that is in no block yet, and takes it away.
func (b *builder) take() []run {
	runs := trimRuns(b.runs)
	b.runs, b.due = nil, ""
	return runs
}

// trimRuns takes away newlines, and runs of spaces, at the end.
func trimRuns(runs []run) []run {
	for len(runs) > 0 {
		last := &runs[len(runs)-1]
		last.text = strings.TrimRight(last.text, " \n")
		if last.text != "" {
			return runs
		}
		runs = runs[:len(runs)-1]
	}
	return nil
}

// heading adds a heading of the text of runs.
func (b *builder) heading(level int, runs []run) {
	for i := range runs {
		runs[i].font &^= bold // a heading stands out
		runs[i].text = strings.ReplaceAll(runs[i].text, "\n", " ")
	}
	in := inlines(runs, false)
	words := strings.Join(strings.Fields(doc.Words(in)), " ")
	if words == "" {
		return
	}
	b.block(doc.Heading{Level: level, ID: b.newID(words), Inlines: in})
}

// newID makes an id of words that no other heading has.
func (b *builder) newID(words string) string {
	id := strings.ReplaceAll(words, " ", "_")
	for first := id; b.ids[id] > 0; {
		b.ids[first]++
		id = first + "_" + strconv.Itoa(b.ids[first])
	}
	b.ids[id] = 1
	return id
}

// open begins a block within the one that is open.
func (b *builder) open(kind frameKind, columns int) {
	b.flush()
	if len(b.frames) >= maxDepth {
		b.failed(limit(maxDepth, "blocks within each other"))
		return
	}
	b.frames = append(b.frames, frame{kind: kind, columns: columns})
}

// close ends the innermost block that is open.
func (b *builder) close() {
	b.flush()
	if len(b.frames) == 1 {
		return
	}
	f := *b.top()
	b.frames = b.frames[:len(b.frames)-1]
	switch {
	case f.kind == inList:
		f.endItem()
		b.block(f.list)
	case f.mark != "" || len(f.terms) > 0:
		b.marked(f)
	case len(f.blocks) == 0:
	case f.kind == inNest || f.columns <= 0:
		b.top().blocks = append(b.top().blocks, f.blocks...)
	default:
		b.block(doc.Indent{Columns: f.columns, Blocks: f.blocks})
	}
}

// closeTo ends blocks until no more than n are open.
func (b *builder) closeTo(n int) {
	for len(b.frames) > max(n, 1) {
		b.close()
	}
	b.flush()
}

func (f *frame) endItem() {
	if f.item {
		f.list.Items = append(f.list.Items, doc.Item{Terms: f.terms, Blocks: f.blocks})
	}
	f.item, f.terms, f.blocks = false, nil, nil
}
