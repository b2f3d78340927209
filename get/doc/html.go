package doc

import (
	"bufio"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// WriteHTML writes d as a document of HTML in UTF-8. href returns what an
// attribute is to hold for a URI of a link, "" for no link; it decides which
// URIs are harmless, and is not asked for fragments of the document itself. A
// nil href links none but those. Headings have an id each, and a list of them,
// folded up, stands before the text if there are at least three.
//
// The error is that of w.
func WriteHTML(w io.Writer, d *Document, href func(uri.URI) string) error {
	h := &htmlWriter{out: bufio.NewWriter(w), href: href, ids: map[string]bool{}}
	h.document(d)
	return h.out.Flush()
}

type htmlWriter struct {
	out  *bufio.Writer // Flush tells of errors
	href func(uri.URI) string
	ids  map[string]bool // that are taken
	down int             // by how much levels are below those of the document

	headings []Heading // all, with their ids
	written  int       // how many of them
	linked   bool      // in a link
}

func (h *htmlWriter) raw(s string)  { h.out.WriteString(s) }
func (h *htmlWriter) text(s string) { h.raw(html.EscapeString(clean(s))) }

func (h *htmlWriter) document(d *Document) {
	h.raw("<!DOCTYPE html>\n<html")
	if d.Lang != "" {
		h.attr("lang", d.Lang)
	}
	h.raw("><head><meta charset=\"utf-8\"><title>")
	h.text(d.Title)
	h.raw("</title></head>\n<body>\n")
	title := ""
	if d.needsTitle() {
		title, h.down = d.Title, 1
	}
	h.band("header", title, d.Head)
	h.survey(d.Blocks)
	h.contents()
	h.blocks(d.Blocks)
	h.band("footer", "", d.Foot)
	h.raw("</body></html>\n")
}

func (h *htmlWriter) attr(name, value string) {
	h.raw(" " + name + `="`)
	h.text(value)
	h.raw(`"`)
}

// band writes a title and what is in b, and nothing twice.
func (h *htmlWriter) band(tag, title string, b Band) {
	if b.IsZero() && title == "" {
		return
	}
	h.raw("<" + tag + ">")
	if title != "" {
		h.raw("<h1>")
		h.text(title)
		h.raw("</h1>")
	}
	parts := b.parts(title)
	for i, part := range parts {
		if i == 0 {
			h.raw("<p>")
		} else {
			h.raw(" · ")
		}
		h.inlines(part)
	}
	if len(parts) > 0 {
		h.raw("</p>")
	}
	h.raw("</" + tag + ">\n")
}

// parts returns what stands in b, nothing twice, and not what stands elsewhere.
func (b Band) parts(elsewhere string) (out [][]Inline) {
	seen := map[string]bool{"": true, elsewhere: true}
	for _, part := range [][]Inline{b.Left, b.Center, b.Right} {
		if words := Words(part); !seen[words] {
			seen[words] = true
			out = append(out, part)
		}
	}
	return out
}

// contents lists the headings of the highest level and of the next, if they
// are not too few to need it.
func (h *htmlWriter) contents() {
	if len(h.headings) < 3 {
		return
	}
	top := h.headings[0].Level
	h.raw("<details><summary>Contents</summary>\n<nav>\n<ul>")
	sub := false
	for i, x := range h.headings {
		switch {
		case x.Level > top+1:
			continue
		case x.Level > top && !sub:
			h.raw("\n<ul>")
			sub = true
		case x.Level <= top && sub:
			h.raw("</li>\n</ul></li>")
			sub = false
		case i > 0:
			h.raw("</li>")
		}
		h.raw("\n<li><a")
		h.attr("href", fragment(x.ID))
		h.raw(">")
		h.text(strings.Join(strings.Fields(Words(x.Inlines)), " "))
		h.raw("</a>")
	}
	if sub {
		h.raw("</li>\n</ul>")
	}
	h.raw("</li>\n</ul>\n</nav></details>\n")
}

func fragment(id string) string { return "#" + pct.Encode(id, pct.Query) }

// survey collects the headings in blocks, and gives an id of its own to each
// that has none, or one that is taken.
func (h *htmlWriter) survey(blocks []Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case Heading:
			for n := len(h.headings); !h.take(b.ID); n++ {
				b.ID = "part-" + strconv.Itoa(n)
			}
			h.headings = append(h.headings, b)
		case List:
			for _, item := range b.Items {
				h.survey(item.Blocks)
			}
		case Table:
			for _, row := range b.Rows {
				for _, c := range row.Cells {
					h.survey(c.Blocks)
				}
			}
		case Indent:
			h.survey(b.Blocks)
		}
	}
}

// take reports whether id can be an id, and no element has it yet.
func (h *htmlWriter) take(id string) bool {
	if id == "" || h.ids[id] || strings.ContainsFunc(id, unicode.IsSpace) || clean(id) != id {
		return false
	}
	h.ids[id] = true
	return true
}

func (h *htmlWriter) blocks(blocks []Block) {
	for _, b := range blocks {
		h.block(b)
	}
}

func (h *htmlWriter) block(b Block) {
	switch b := b.(type) {
	case Heading:
		x := h.headings[h.written]
		h.written++
		tag := "h" + strconv.Itoa(min(max(b.Level, 1)+h.down, 6))
		h.raw("<" + tag)
		h.attr("id", x.ID)
		h.raw(">")
		h.inlines(b.Inlines)
		h.raw("</" + tag + ">\n")
	case Paragraph:
		h.element("p", b.Inlines)
	case Preformatted:
		h.element("pre", b.Inlines)
	case List:
		h.list(b)
	case Table:
		h.table(b)
	case Indent:
		h.raw("<blockquote>\n")
		h.blocks(b.Blocks)
		h.raw("</blockquote>\n")
	case Rule:
		h.raw("<hr>\n")
	}
}

func (h *htmlWriter) element(tag string, inlines []Inline) {
	h.raw("<" + tag + ">")
	if tag == "pre" && strings.HasPrefix(Words(inlines), "\n") {
		h.raw("\n") // a parser drops the first
	}
	h.inlines(inlines)
	h.raw("</" + tag + ">\n")
}

func (h *htmlWriter) list(l List) {
	tag := map[ListKind]string{Bullet: "ul", Ordered: "ol", Definition: "dl"}[l.Kind]
	h.raw("<" + tag)
	if l.Kind == Ordered && l.Start > 1 {
		h.attr("start", strconv.Itoa(l.Start))
	}
	h.raw(">\n")
	for _, item := range l.Items {
		if l.Kind == Definition {
			for _, term := range item.Terms {
				h.element("dt", term)
			}
			h.inside("dd", item.Blocks)
			continue
		}
		h.inside("li", item.Blocks)
	}
	h.raw("</" + tag + ">\n")
}

// only returns the paragraph that blocks consist of.
func only(blocks []Block) (Paragraph, bool) {
	if len(blocks) != 1 {
		return Paragraph{}, len(blocks) == 0
	}
	p, ok := blocks[0].(Paragraph)
	return p, ok
}

// inside writes blocks in an element. One paragraph needs no element of its own.
func (h *htmlWriter) inside(tag string, blocks []Block) {
	if p, ok := only(blocks); ok {
		h.element(tag, p.Inlines)
		return
	}
	h.raw("<" + tag + ">\n")
	h.blocks(blocks)
	h.raw("</" + tag + ">\n")
}

func (h *htmlWriter) table(t Table) {
	h.raw("<table>\n")
	for _, row := range t.Rows {
		h.raw("<tr>\n")
		for _, c := range row.Cells {
			h.cell(row, c)
		}
		h.raw("</tr>\n")
	}
	h.raw("</table>\n")
}

func (h *htmlWriter) cell(row Row, c Cell) {
	tag := "td"
	if row.Header {
		tag = "th"
	}
	open := tag
	if c.ColSpan > 1 {
		open += ` colspan="` + strconv.Itoa(min(c.ColSpan, maxColSpan)) + `"`
	}
	if c.RowSpan > 1 {
		open += ` rowspan="` + strconv.Itoa(min(c.RowSpan, maxRowSpan)) + `"`
	}
	if c.Align != Left {
		open += ` style="text-align: ` + string(c.Align) + `"`
	}
	h.raw("<" + open + ">")
	if p, ok := only(c.Blocks); ok {
		h.inlines(p.Inlines)
	} else {
		h.blocks(c.Blocks)
	}
	h.raw("</" + tag + ">\n")
}

func (h *htmlWriter) inlines(inlines []Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case Text:
			h.text(string(in))
		case Strong:
			h.wrap("strong", in.Inlines)
		case Emphasis:
			h.wrap("em", in.Inlines)
		case Code:
			h.wrap("code", in.Inlines)
		case Link:
			h.link(in)
		case Anchor:
			if h.take(in.ID) {
				h.raw("<a")
				h.attr("id", in.ID)
				h.raw("></a>")
			}
		case LineBreak:
			h.raw("<br>")
		}
	}
}

func (h *htmlWriter) wrap(tag string, inlines []Inline) {
	h.raw("<" + tag + ">")
	h.inlines(inlines)
	h.raw("</" + tag + ">")
}

// link writes a link, if it leads anywhere and is in no other.
func (h *htmlWriter) link(l Link) {
	address := l.URI.String()
	if !strings.HasPrefix(address, "#") {
		address = ""
		if h.href != nil && !l.URI.IsZero() {
			address = h.href(l.URI)
		}
	}
	if address == "" || h.linked {
		h.inlines(l.Inlines)
		return
	}
	h.raw("<a")
	h.attr("href", address)
	h.raw(">")
	h.linked = true
	h.inlines(l.Inlines)
	h.linked = false
	h.raw("</a>")
}
