package infoclient

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"uriel.dev/get/doc"
	"uriel.dev/scheme/info/inforead"
	"uriel.dev/uri"
)

// A tree makes blocks of the text of a node. Info has no markup: makeinfo lays
// out its text in columns, and by these we tell what it was.
//
//	1 Heading              underlined with * = - or .
//	*********
//	   Paragraph, whose first line may be set in, and the others
//	are not.
//	   • item of a list
//	     whose text begins in the same column
//	'-x'                   term of a definition, with no empty line
//	     and what it means
//	     example           behind an empty line; it stays as it is
//	* Menu:
//	* Node::               entries, about which more may be said in lines
//	                         that are set in
type tree struct {
	text string
	refs []inforead.Reference
	link func(file, node string) uri.URI
	next int // the first of refs that is not behind us

	places []inforead.Place // that are still to come
}

// A line is one of a text. What is before its start was dealt with already, and
// took some columns.
type line struct {
	start, end int
	column     int
}

// What makeinfo sets in.
const (
	textColumn = 5 // what belongs to a term or item, and examples
	maxNesting = 8 // of lists; more is shown as it is
)

func newTree(n *inforead.Node, link func(file, node string) uri.URI) *tree {
	return &tree{text: n.Text, refs: n.References, link: link, places: n.Places}
}

// document returns a node with links to its neighbours above it.
func (t *tree) document(file string, n *inforead.Node) *doc.Document {
	d := &doc.Document{Title: file + ": " + n.Name, Blocks: t.blocks(t.lines(), 0, 0)}
	if len(d.Blocks) > 0 {
		if h, ok := d.Blocks[0].(doc.Heading); ok {
			d.Title = doc.Words(h.Inlines)
		}
	}
	at := []*[]doc.Inline{&d.Head.Left, &d.Head.Center, &d.Head.Right}
	for i, way := range ways(n) {
		if way.name != "" {
			file, node := inforead.Target(way.name)
			*at[i] = []doc.Inline{doc.Text(way.label + ": "), doc.Link{URI: t.link(file, node), Inlines: []doc.Inline{doc.Text(way.name)}}}
		}
	}
	return d
}

// section returns the blocks of a node in a whole document. The heading is where
// links to the node lead.
func (t *tree) section(n *inforead.Node) []doc.Block {
	blocks := t.blocks(t.lines(), 0, 0)
	if len(blocks) > 0 {
		if h, ok := blocks[0].(doc.Heading); ok {
			h.ID = anchor(n.Name)
			blocks[0] = h
			return blocks
		}
	}
	return append([]doc.Block{doc.Heading{Level: 2, ID: anchor(n.Name), Inlines: []doc.Inline{doc.Text(n.Name)}}}, blocks...)
}

func (t *tree) lines() (lines []line) {
	for start := 0; start < len(t.text); {
		end := strings.IndexByte(t.text[start:], '\n')
		if end < 0 {
			end = len(t.text) - start
		}
		lines = append(lines, line{start: start, end: start + end})
		start += end + 1
	}
	return lines
}

func (t *tree) of(l line) string { return t.text[l.start:l.end] }

func (t *tree) isBlank(l line) bool { return strings.TrimSpace(t.of(l)) == "" }

// indent returns the column in which the text of a line begins.
func (t *tree) indent(l line) int {
	s := t.of(l)
	return l.column + len(s) - len(strings.TrimLeft(s, " "))
}

// blocks reads lines whose text begins at column base.
func (t *tree) blocks(lines []line, base, depth int) (blocks []doc.Block) {
	for len(lines) > 0 {
		if t.isBlank(lines[0]) {
			lines = lines[1:]
			continue
		}
		var b doc.Block
		var n int
		switch {
		case base == 0 && t.level(lines) > 0:
			b, n = doc.Heading{Level: t.level(lines), Inlines: t.flow(lines[:1])}, 2
		case base == 0 && strings.EqualFold(strings.TrimSpace(t.of(lines[0])), "* Menu:"):
			b, n = doc.Paragraph{Inlines: []doc.Inline{doc.Strong{Inlines: []doc.Inline{doc.Text("Menu")}}}}, 1
		case base == 0 && t.isEntry(lines[0]):
			b, n = t.menu(lines)
		case depth < maxNesting && t.isItem(lines[0], base):
			b, n = t.item(lines, base, depth)
		case depth < maxNesting && t.terms(lines, base) > 0:
			b, n = t.definition(lines, base, depth)
		case t.isParagraph(lines, base):
			n = t.run(lines)
			b = doc.Paragraph{Inlines: t.flow(lines[:n])}
		default:
			n = t.example(lines, base)
			b = doc.Preformatted{Inlines: t.verbatim(lines[:n])}
		}
		blocks = join(blocks, b)
		lines = lines[n:]
	}
	return blocks
}

// join puts b behind blocks. Lists of the same kind become one.
func join(blocks []doc.Block, b doc.Block) []doc.Block {
	if list, ok := b.(doc.List); ok && len(blocks) > 0 {
		if last, ok := blocks[len(blocks)-1].(doc.List); ok && last.Kind == list.Kind {
			last.Items = append(last.Items, list.Items...)
			blocks[len(blocks)-1] = last
			return blocks
		}
	}
	return append(blocks, b)
}

// level returns the level of the heading that lines begin with, 0 if they begin
// with none: the second line underlines the first.
func (t *tree) level(lines []line) int {
	if len(lines) < 2 {
		return 0
	}
	title, under := t.of(lines[0]), strings.TrimRight(t.of(lines[1]), " ")
	if under == "" || strings.Trim(under, under[:1]) != "" || len(under) != utf8.RuneCountInString(strings.TrimRight(title, " ")) {
		return 0
	}
	return strings.IndexByte("*=-.", under[0]) + 1
}

// run returns how many lines there are up to one that is blank, or an entry of
// a menu.
func (t *tree) run(lines []line) int {
	for i, l := range lines {
		if t.isBlank(l) || i > 0 && t.isEntry(l) {
			return i
		}
	}
	return len(lines)
}

// isParagraph reports whether all lines up to a blank one begin at column base,
// but for the first, which may be set in.
func (t *tree) isParagraph(lines []line, base int) bool {
	n := t.run(lines)
	for _, l := range lines[1:n] {
		if t.indent(l) != base {
			return false
		}
	}
	in := t.indent(lines[0]) - base
	return in == 0 || in == 1 || in == 3
}

// example returns how many lines stay as they are: a run of lines, and further
// ones that are set in like examples.
func (t *tree) example(lines []line, base int) int {
	n := t.run(lines)
	for i := n; i < len(lines); i++ {
		switch {
		case t.isBlank(lines[i]):
		case t.indent(lines[i]) < base+textColumn || t.indent(lines[0]) < base+textColumn:
			return n
		default:
			n = i + 1
		}
	}
	return n
}

var bullet = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^ {0,4}([•*∙−–-]|[0-9]{1,3}\.|[A-Za-z]\.) +\S`)
})

// isItem reports whether l begins an item of a list, whose text then begins in
// the column of text.
func (t *tree) isItem(l line, base int) bool {
	s := t.of(l)
	if l.column > base || len(s) < base-l.column {
		return false
	}
	m := bullet().FindStringIndex(s[base-l.column:])
	return m != nil && strings.TrimSpace(s[:base-l.column]) == "" && utf8.RuneCountInString(s[base-l.column:][:m[1]]) == textColumn+1
}

// item reads an item of a list: its line and those behind that are set in.
func (t *tree) item(lines []line, base, depth int) (doc.Block, int) {
	first := lines[0]
	s := strings.TrimLeft(t.of(first), " ")
	mark, rest, _ := strings.Cut(s, " ")
	first.start = first.end - len(strings.TrimLeft(rest, " "))
	first.column = base + textColumn
	n := t.body(lines, base)
	body := append([]line{first}, lines[1:n]...)
	list := doc.List{Items: []doc.Item{{Blocks: t.blocks(body, base+textColumn, depth+1)}}}
	if strings.HasSuffix(mark, ".") && mark[0] <= '9' {
		list.Kind = doc.Ordered
	}
	return list, n
}

// body returns how many lines belong to the first: those that are set in, and
// blank ones between them.
func (t *tree) body(lines []line, base int) int {
	n := 1
	for i, l := range lines[1:] {
		switch {
		case t.isBlank(l):
		case t.indent(l) < base+textColumn:
			return n
		default:
			n = i + 2
		}
	}
	return n
}

// terms returns how many lines at the start are terms of a definition: the text
// that follows is set in, without a blank line between. There may be one behind
// a term that begins with two dashes.
func (t *tree) terms(lines []line, base int) int {
	n := t.run(lines)
	for i, l := range lines[:n] {
		switch in := t.indent(l) - base; {
		case in >= textColumn:
			return i
		case in > 1:
			return 0
		}
	}
	behind := n
	for behind < len(lines) && t.isBlank(lines[behind]) {
		behind++
	}
	if strings.HasPrefix(t.of(lines[0])[t.indent(lines[0])-lines[0].column:], "-- ") && behind < len(lines) && t.indent(lines[behind]) >= base+textColumn {
		return n
	}
	return 0
}

func (t *tree) definition(lines []line, base, depth int) (doc.Block, int) {
	terms := t.terms(lines, base)
	var item doc.Item
	for i := range terms {
		item.Terms = append(item.Terms, t.flow(lines[i:i+1]))
	}
	n := terms - 1 + t.body(lines[terms-1:], base)
	item.Blocks = t.blocks(lines[terms:n], base+textColumn, depth+1)
	return doc.List{Kind: doc.Definition, Items: []doc.Item{item}}, n
}

// isEntry reports whether l is an entry of a menu.
func (t *tree) isEntry(l line) bool {
	r, ok := t.refAt(l.start + len("* "))
	return ok && r.Menu && r.Start == l.start+len("* ")
}

// menu reads entries of a menu. Those of an index say in which node and line of
// it the thing is, and nothing else.
func (t *tree) menu(lines []line) (doc.Block, int) {
	list := doc.List{Tight: true}
	n := 0
	for n < len(lines) && t.isEntry(lines[n]) {
		r, _ := t.refAt(lines[n].start + len("* "))
		end := n + 1
		for end < len(lines) && !t.isBlank(lines[end]) && t.indent(lines[end]) > 0 {
			end++
		}
		about := []line{{start: r.End, end: lines[n].end}}
		more := t.flow(append(about, lines[n+1:end]...))
		inlines := []doc.Inline{t.to(r, r.Label)}
		if words := doc.Words(more); strings.HasPrefix(words, "(line ") {
			inlines = append(inlines, doc.Text(": "+r.Node+" "+words))
		} else if words != "" {
			inlines = append(append(inlines, doc.Text(": ")), more...)
		}
		list.Items = append(list.Items, doc.Item{Blocks: []doc.Block{doc.Paragraph{Inlines: inlines, Tight: true}}})
		n = end
	}
	return list, n
}

// refAt returns the first reference that ends behind at. Questions come in the
// order of the text.
func (t *tree) refAt(at int) (inforead.Reference, bool) {
	for t.next < len(t.refs) && t.refs[t.next].End <= at {
		t.next++
	}
	for t.next > 0 && t.refs[t.next-1].End > at {
		t.next--
	}
	if t.next == len(t.refs) {
		return inforead.Reference{}, false
	}
	return t.refs[t.next], true
}

func (t *tree) to(r inforead.Reference, words string) doc.Inline {
	return doc.Link{URI: t.link(r.File, r.Node), Inlines: []doc.Inline{doc.Text(words)}}
}

// flow returns the text of lines that are to be filled, with a link for each
// note: "*note Label: Node" is "see Label".
func (t *tree) flow(lines []line) (out []doc.Inline) {
	if len(lines) == 0 {
		return nil
	}
	at, end := lines[0].start, lines[len(lines)-1].end
	out = t.anchors(end)
	start := true
	put := func(s string) {
		s = spaces().ReplaceAllString(s, " ")
		if start {
			s = strings.TrimLeft(s, " ")
		}
		start = start && s == ""
		out = append(out, addresses(s)...)
	}
	for r, ok := t.refAt(at); ok && r.Start < end; r, ok = t.refAt(at) {
		if r.Start < at || r.End > end {
			break
		}
		put(t.text[at:r.Start] + see(t.text[:r.Start], t.text[r.Start:]))
		out = append(out, t.to(r, r.Label))
		at, start = r.End, false
	}
	put(strings.TrimRight(t.text[at:end], " "))
	return out
}

// anchors returns the anchors up to a place in the text that were not returned
// before.
func (t *tree) anchors(end int) (out []doc.Inline) {
	for len(t.places) > 0 && t.places[0].Offset <= end {
		out = append(out, doc.Anchor{ID: anchor(t.places[0].Name)})
		t.places = t.places[1:]
	}
	return out
}

// see returns the word for the start of a note. Notes in the middle of a
// sentence, as in "described in *note Node::", have none.
func see(before, note string) string {
	before = strings.TrimRight(before, " \n")
	switch {
	case strings.HasPrefix(note, "*N"):
		return "See "
	case strings.HasPrefix(note, "*n") && (before == "" || strings.Contains("(,;:.", before[len(before)-1:])):
		return "see "
	}
	return ""
}

var spaces = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\s+`)
})

// verbatim returns the text of lines that stay as they are, less what all of
// them are set in.
func (t *tree) verbatim(lines []line) (out []doc.Inline) {
	in := t.indent(lines[0])
	out = t.anchors(lines[len(lines)-1].end)
	for _, l := range lines {
		if !t.isBlank(l) {
			in = min(in, t.indent(l))
		}
	}
	for i, l := range lines {
		if i > 0 {
			out = append(out, doc.Text("\n"))
		}
		if t.isBlank(l) {
			continue
		}
		at := l.start + max(0, in-l.column)
		for r, ok := t.refAt(at); ok && r.Start < l.end; r, ok = t.refAt(at) {
			from, to := max(at, r.Start), min(l.end, r.End)
			out = append(append(out, addresses(t.text[at:from])...), t.to(r, t.text[from:to]))
			if at = to; to == l.end {
				break
			}
		}
		out = append(out, addresses(t.text[at:l.end])...)
	}
	return out
}

// address finds the URIs in a text that begin with a scheme and two slashes, as
// uri(7) advises viewers, and those of mail.
var address = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:[a-z][a-z0-9+.-]*://|mailto:)[^\s<>"'‘’“”` + "`" + `]*[^\s<>"'‘’“”` + "`" + `.,;:!?)\]}]`)
})

// addresses returns a text with links for the URIs in it.
func addresses(s string) (out []doc.Inline) {
	at := 0
	for _, m := range address().FindAllStringIndex(s, -1) {
		u, err := uri.Parse(s[m[0]:m[1]])
		if err != nil {
			continue
		}
		if m[0] > at {
			out = append(out, doc.Text(s[at:m[0]]))
		}
		out = append(out, doc.Link{URI: u, Inlines: []doc.Inline{doc.Text(s[m[0]:m[1]])}})
		at = m[1]
	}
	if at < len(s) {
		out = append(out, doc.Text(s[at:]))
	}
	return out
}
