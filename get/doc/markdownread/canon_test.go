package markdownread

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"uriel.dev/find"
	"uriel.dev/get/doc"
)

// A canon writes what is in a document in a form in which trees of package doc and HTML
// can be compared: one block a line, with signs for what is in it. A paragraph is "p",
// or "t" in a tight list.
type canon struct {
	out strings.Builder
	in  int
}

func (c *canon) line(format string, args ...any) {
	fmt.Fprintf(&c.out, strings.Repeat(" ", c.in)+format+"\n", args...)
}

func (c *canon) inside(what func()) {
	c.in++
	what()
	c.in--
}

// ofDoc returns the canonical form of blocks.
func ofDoc(blocks []doc.Block) string {
	var c canon
	c.blocks(blocks, "p")
	return c.out.String()
}

func (c *canon) blocks(blocks []doc.Block, paragraph string) {
	for _, b := range blocks {
		switch b := b.(type) {
		case doc.Heading:
			c.line("h%d %s", b.Level, tidy(inlineCanon(b.Inlines)))
		case doc.Paragraph:
			if s := tidy(inlineCanon(b.Inlines)); s != "" {
				c.line("%s %s", paragraph, s)
			}
		case doc.Preformatted:
			c.line("pre %q", doc.Words(b.Inlines))
		case doc.Rule:
			c.line("hr")
		case doc.Indent:
			c.line("quote")
			c.inside(func() { c.blocks(b.Blocks, "p") })
		case doc.List:
			c.line("list %s %d", b.Kind, b.Start)
			in := "p"
			if b.Tight {
				in = "t"
			}
			for _, item := range b.Items {
				c.line("item")
				c.inside(func() { c.blocks(item.Blocks, in) })
			}
		case doc.Table:
			c.table(b)
		}
	}
}

func (c *canon) table(t doc.Table) {
	for _, r := range t.Rows {
		var cells []string
		for _, cell := range r.Cells {
			s := ""
			for _, b := range cell.Blocks {
				switch b := b.(type) {
				case doc.Paragraph:
					s += tidy(inlineCanon(b.Inlines))
				case doc.Preformatted:
					s += tidy(inlineCanon(b.Inlines))
				}
			}
			cells = append(cells, string(cell.Align)+":"+s)
		}
		for len(cells) < len(t.Rows[0].Cells) {
			cells = append(cells, string(t.Rows[0].Cells[len(cells)].Align)+":")
		}
		c.line("row %v %s", r.Header, strings.Join(cells, "|"))
	}
}

func inlineCanon(inlines []doc.Inline) string {
	var b strings.Builder
	for _, in := range inlines {
		switch in := in.(type) {
		case doc.Text:
			b.WriteString(string(in))
		case doc.Strong:
			b.WriteString("«S " + inlineCanon(in.Inlines) + "»")
		case doc.Emphasis:
			b.WriteString("«E " + inlineCanon(in.Inlines) + "»")
		case doc.Code:
			b.WriteString("«C " + inlineCanon(in.Inlines) + "»")
		case doc.Link:
			b.WriteString("«L " + in.URI.String() + " " + inlineCanon(in.Inlines) + "»")
		case doc.LineBreak:
			b.WriteString("¶")
		}
	}
	return b.String()
}

var spaces = regexp.MustCompile(`[ \t\n]+`)

// tidy makes all white space single spaces.
func tidy(s string) string {
	s = strings.TrimSpace(spaces.ReplaceAllString(s, " "))
	return strings.NewReplacer(" ¶", "¶", "¶ ", "¶").Replace(s)
}

// ofHTML returns the canonical form of a page.
func ofHTML(page string) string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		panic(err)
	}
	var c canon
	c.flow(root, "p")
	return c.out.String()
}

// flow writes what is in an element. Words that are in no element of their own make a
// paragraph.
func (c *canon) flow(n *html.Node, loose string) {
	var text strings.Builder
	flush := func() {
		if s := tidy(text.String()); s != "" {
			c.line("%s %s", loose, s)
		}
		text.Reset()
	}
	for e := range n.ChildNodes() {
		switch e.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.P, atom.Pre, atom.Hr, atom.Blockquote, atom.Ul, atom.Ol, atom.Table,
			atom.Html, atom.Body, atom.Head, atom.Div, atom.Section, atom.Details, atom.Summary, atom.Center, atom.Dl, atom.Dt, atom.Dd:
			flush()
			c.element(e, loose)
		default:
			phrase(&text, e, false)
		}
	}
	flush()
}

func (c *canon) element(e *html.Node, loose string) {
	var text strings.Builder
	switch e.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		phrases(&text, e, false)
		c.line("h%d %s", min(int(e.Data[1]-'0'), maxLevel), tidy(text.String()))
	case atom.P:
		if phrases(&text, e, false); tidy(text.String()) != "" {
			c.line("p %s", tidy(text.String()))
		}
	case atom.Pre:
		c.line("pre %q", plain(e))
	case atom.Hr:
		c.line("hr")
	case atom.Blockquote:
		c.line("quote")
		c.inside(func() { c.flow(e, "p") })
	case atom.Ul, atom.Ol:
		kind, start := doc.Bullet, 0
		if e.DataAtom == atom.Ol {
			kind, start = doc.Ordered, 1
			fmt.Sscan(attribute(e, "start"), &start)
		}
		c.line("list %s %d", kind, start)
		for item := range e.ChildNodes() {
			if item.DataAtom == atom.Li {
				c.line("item")
				c.inside(func() { c.flow(item, "t") })
			}
		}
	case atom.Table:
		c.rows(e)
	case atom.Head:
	default:
		c.flow(e, loose)
	}
}

func (c *canon) rows(table *html.Node) {
	for r := range table.Descendants() {
		if r.DataAtom != atom.Tr {
			continue
		}
		var cells []string
		header := false
		for d := range r.ChildNodes() {
			if d.DataAtom != atom.Td && d.DataAtom != atom.Th {
				continue
			}
			header = header || d.DataAtom == atom.Th
			var text strings.Builder
			phrases(&text, d, false)
			align := strings.TrimPrefix(attribute(d, "style"), "text-align:") + attribute(d, "align")
			cells = append(cells, strings.TrimPrefix(align, "left")+":"+tidy(text.String()))
		}
		c.line("row %v %s", header, strings.Join(cells, "|"))
	}
}

func phrases(b *strings.Builder, n *html.Node, linked bool) {
	for e := range n.ChildNodes() {
		phrase(b, e, linked)
	}
}

func phrase(b *strings.Builder, e *html.Node, linked bool) {
	if e.Type == html.TextNode {
		b.WriteString(e.Data)
		return
	}
	open := ""
	switch e.DataAtom {
	case atom.Strong, atom.B:
		open = "«S "
	case atom.Em, atom.I:
		open = "«E "
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		open = "«C "
	case atom.Br:
		b.WriteString("¶")
	case atom.Img:
		image(b, e, linked)
	case atom.Input:
		mark := "☐"
		if _, checked := lookup(e, "checked"); checked {
			mark = "☑"
		}
		b.WriteString(mark)
	case atom.A:
		if u, ok := find.Reference(attribute(e, "href")); ok && !linked {
			var inner strings.Builder
			phrases(&inner, e, true)
			if strings.TrimSpace(inner.String()) == "" {
				inner.WriteString(u.String())
			}
			b.WriteString("«L " + u.String() + " " + strings.TrimRight(inner.String(), "\n") + "»")
			return
		}
	}
	b.WriteString(open)
	phrases(b, e, linked)
	if open != "" {
		b.WriteString("»")
	}
}

func image(b *strings.Builder, e *html.Node, linked bool) {
	alt := attribute(e, "alt")
	u, ok := find.Reference(attribute(e, "src"))
	switch {
	case strings.TrimSpace(alt) == "":
	case ok && !linked:
		b.WriteString("«L " + u.String() + " " + alt + "»")
	default:
		b.WriteString(alt)
	}
}

func attribute(n *html.Node, name string) string {
	value, _ := lookup(n, name)
	return value
}

func lookup(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// plain returns the text in an element.
func plain(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
