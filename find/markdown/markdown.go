// Package markdown reads Markdown: CommonMark 0.31.2, with the tables and footnotes
// of GitHub Flavored Markdown.
//
//	[text](destination "title")   ![text](<destination>)   [label]: destination
//	<scheme:anything>   <user@host>   and HTML
//
// [Container] finds what is written as the destination of a link, an image or a
// definition of a link, used or not, once and where it stands; URIs and addresses in
// angle brackets; what HTML has; and URIs in text, in code and in comments. Form
// "markdown" are those that Markdown marks. Destinations may be relative references,
// as may what HTML marks.
//
// [GFM] finds the links that GitHub makes of a text, form "gfm", and nothing else:
// those of CommonMark, and extended autolinks. A definition is found if it is used.
// What is left out of both: destinations that are empty or no URI references.
//
// A document is read as a whole up to 2 MiB. A longer one is read in pieces that end
// behind blank lines; then a link is not found to lead to a definition in another
// piece, which makes a difference to links in links, and to GFM.
package markdown

import (
	"io"
	"iter"
	"strings"

	"uriel.dev/find"
	"uriel.dev/find/html"
	"uriel.dev/internal/commonmark"
)

// mostPiece is how much of a document is read as a whole, in bytes.
const mostPiece = 2 << 20

// Container is Markdown.
var Container = find.Container{
	Name:     "markdown",
	Types:    []string{"text/markdown"},
	Suffixes: []string{".md", ".markdown", ".mkd", ".mdown"},
	Scan:     scanner("markdown", false),
}

// GFM is Markdown with the links that GitHub makes, and no others. It is a profile,
// to be chosen by name.
var GFM = find.Container{Name: "gfm", Scan: scanner("gfm", true)}

func scanner(form find.Form, gfm bool) func(find.Finder, io.Reader) iter.Seq2[find.Match, error] {
	return func(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
		return func(yield func(find.Match, error) bool) {
			d := document{marker: marker{find: f, form: form, yield: yield, at: find.Begin}}
			if gfm {
				d.inlines.gfm = newExtended()
			}
			d.marker.fail(readPieces(r, mostPiece, d.piece))
		}
	}
}

// A document is what is known of a document between two pieces of it.
type document struct {
	blocks  blocks
	inlines inlines
	marker  marker
	used    map[int32]bool // definitions, by where the destination is
	hidden  []int32
}

// piece reads a piece: its blocks, what is in them, and what that means. It reports
// whether more is wanted.
func (d *document) piece(text []byte, last bool) bool {
	d.blocks.piece(text, last)
	d.read(d.blocks.shown)
	d.marker.piece(text, d.blocks.shown)
	if d.inlines.gfm != nil {
		d.links()
	} else {
		d.prose()
	}
	return !d.marker.ended
}

// read collects the marks in the leaves.
func (d *document) read(shown []byte) {
	n := &d.inlines
	n.marks, n.refs = n.marks[:0], d.blocks.refs
	for _, l := range d.blocks.leaves {
		switch l.kind {
		case inlineLeaf, cellLeaf:
			begun := len(n.marks)
			n.leaf(shown, int(l.start), int(l.end))
			for i := begun; l.kind == cellLeaf && i < len(n.marks); i++ {
				n.marks[i].cell = true
			}
		case definitionLeaf:
			n.add(int(l.start), int(l.end), definitionMark)
		case htmlLeaf:
			n.add(int(l.start), int(l.end), htmlMark)
		}
	}
}

// prose yields all that is found.
func (d *document) prose() {
	for _, m := range d.inlines.marks {
		start, end := int(m.start), int(m.end)
		switch m.kind {
		case hiddenMark:
			d.hidden = append(d.hidden, m.start)
		case cutMark:
			d.flush(start)
		case htmlMark:
			d.flush(start)
			d.marker.as(html.Container, end)
		case angleMark, addressMark:
			if !isPrefixed(d.blocks.text[start:end]) {
				d.flush(start - len("<"))
				d.mark(m)
			}
		case destinationMark, definitionMark:
			d.flush(start)
			d.mark(m)
		}
	}
	d.flush(len(d.blocks.text))
}

// flush finds in the text up to end, in which backslashes are hidden.
func (d *document) flush(end int) {
	d.marker.escaped(end, d.hidden)
	d.hidden = d.hidden[:0]
}

// isPrefixed reports whether text has the prefix "URL:", which CommonMark takes for a
// scheme, and the finder knows better.
func isPrefixed(text []byte) bool {
	const prefix = "url:"
	return len(text) > len(prefix) && strings.EqualFold(string(text[:len(prefix)]), prefix)
}

// links yields the links that GitHub makes.
func (d *document) links() {
	clear(d.used)
	for _, m := range d.inlines.marks {
		if m.kind == useMark {
			if d.used == nil {
				d.used = map[int32]bool{}
			}
			d.used[m.start] = true
		}
	}
	for _, m := range d.inlines.marks {
		switch m.kind {
		case hiddenMark, cutMark, htmlMark, useMark:
		case definitionMark:
			if d.used[m.start] {
				d.mark(m)
			}
		default:
			d.mark(m)
		}
	}
	d.marker.skip(len(d.blocks.text))
}

func (d *document) mark(m mark) {
	text := string(d.blocks.text[m.start:m.end])
	d.marker.mark(int(m.start), int(m.end), text, meaning(m, text))
}

// meaning returns the reference that the text of a mark is.
func meaning(m mark, text string) string {
	switch {
	case m.kind == destinationMark || m.kind == definitionMark:
		return commonmark.Unescape(text)
	case m.cell:
		text = strings.ReplaceAll(text, `\|`, "|")
	}
	switch {
	case m.kind == wwwMark:
		return "http://" + escapeBrackets.Replace(text)
	case m.kind == urlMark:
		return escapeBrackets.Replace(text)
	case m.kind == addressMark, m.kind == emailMark && strings.IndexByte(text, ':') < 0:
		return "mailto:" + escapeAddress.Replace(text)
	}
	return text
}

// escapeBrackets escapes what GitHub lets be in the name of a host, and no URI can
// have there.
var escapeBrackets = strings.NewReplacer("[", "%5B", "]", "%5D")

// escapeAddress escapes what can be in the local part of an address and not in a
// mailto URI (RFC 6068, section 2).
var escapeAddress = strings.NewReplacer("%", "%25", "/", "%2F", "?", "%3F", "#", "%23", "&", "%26", "=", "%3D")
