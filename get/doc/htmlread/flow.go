package htmlread

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"uriel.dev/get/doc"
)

// silent are the elements that say nothing to a reader of words, or are filled
// in and not read.
var silent = map[atom.Atom]bool{
	atom.Head: true, atom.Script: true, atom.Style: true, atom.Template: true, atom.Iframe: true, atom.Object: true, atom.Video: true, atom.Audio: true,
	atom.Canvas: true, atom.Select: true, atom.Textarea: true, atom.Button: true, atom.Input: true, atom.Noframes: true, atom.Datalist: true, atom.Math: true, atom.Svg: true,
}

// spaced are the elements that have an empty line before and behind them, close
// those that begin a line only.
var (
	spaced = map[atom.Atom]bool{atom.P: true, atom.Figure: true, atom.Fieldset: true, atom.Hgroup: true, atom.Address: false}
	closed = map[atom.Atom]bool{
		atom.Div: true, atom.Section: true, atom.Article: true, atom.Main: true, atom.Header: true, atom.Footer: true, atom.Nav: true, atom.Aside: true, atom.Address: true,
		atom.Center: true, atom.Form: true, atom.Legend: true, atom.Figcaption: true, atom.Details: true, atom.Summary: true, atom.Body: true, atom.Caption: true, atom.Dt: true,
		atom.Dd: true, atom.Li: true, atom.Tr: true, atom.Option: true, atom.Hgroup: true,
	}
)

// inside returns the blocks of what is in an element.
func (p *reader) inside(n *html.Node) []doc.Block {
	outer := p.blocks
	p.blocks = nil
	p.children(n)
	p.flush()
	blocks := p.blocks
	p.blocks = outer
	return blocks
}

func (p *reader) children(n *html.Node) {
	for c := range n.ChildNodes() {
		switch c.Type {
		case html.TextNode:
			p.text(c.Data)
		case html.ElementNode:
			p.element(c)
		}
	}
}

func (p *reader) element(n *html.Node) {
	if _, hidden := lookup(n, "hidden"); hidden || silent[n.DataAtom] || isForeign(n) {
		return
	}
	if n.DataAtom == atom.Form {
		inForm := p.inForm
		p.inForm = true
		defer func() { p.inForm = inForm }()
	}
	level := headingLevel(n)
	if level == 0 {
		p.anchor(n)
	}
	switch {
	case level > 0:
		p.heading(n, level)
	case spaced[n.DataAtom]:
		p.part(n, true)
	case closed[n.DataAtom]:
		p.part(n, false)
	case p.isBlock(n):
	default:
		p.phrase(n)
	}
}

// anchor keeps the name by which a fragment calls an element.
func (p *reader) anchor(n *html.Node) {
	id := attr(n, "id")
	if id == "" && n.DataAtom == atom.A {
		id = attr(n, "name")
	}
	if id != "" {
		p.runs = append(p.runs, run{anchor: id})
	}
}

// part reads an element that begins a line. An anchor before it is in it.
func (p *reader) part(n *html.Node, gap bool) {
	p.cut(gap)
	p.children(n)
	p.cut(gap)
}

// cut ends the paragraph, with an empty line if gap.
func (p *reader) cut(gap bool) {
	p.flush()
	p.gap = p.gap || gap
}

// headingLevel returns the level of a heading, 0 of what is none.
func headingLevel(n *html.Node) int {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5:
		return int(n.Data[1] - '0')
	case atom.H6:
		return 5
	}
	return 0
}

func (p *reader) heading(n *html.Node, level int) {
	p.cut(true)
	outer := p.inHeading
	p.inHeading = true
	h := doc.Heading{Level: level, ID: attr(n, "id")}
	for i, line := range lines(p.inside(n)) {
		if i > 0 {
			line = append([]doc.Inline{doc.Text(" ")}, line...)
		}
		h.Inlines = append(h.Inlines, line...)
	}
	p.inHeading = outer
	if len(h.Inlines) > 0 {
		p.add(h)
	}
	p.gap = true
}

func (p *reader) add(b doc.Block) { p.blocks = append(p.blocks, b) }

// isBlock reads an element that is a block of its own kind, and reports whether
// n is one.
func (p *reader) isBlock(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Ul, atom.Menu, atom.Dir:
		p.list(n, doc.List{Kind: doc.Bullet})
	case atom.Ol:
		start, _ := strconv.Atoi(attr(n, "start"))
		p.list(n, doc.List{Kind: doc.Ordered, Start: max(start, 0)})
	case atom.Dl:
		p.definitions(n)
	case atom.Table:
		p.table(n)
	case atom.Blockquote:
		p.cut(true)
		if blocks := p.inside(n); len(blocks) > 0 {
			p.add(doc.Indent{Blocks: blocks})
		}
		p.gap = true
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		p.cut(true)
		outer := p.pre
		p.pre = true
		p.children(n)
		p.flush()
		p.pre, p.gap = outer, true
	case atom.Hr:
		p.cut(true)
		p.add(doc.Rule{})
	case atom.Br:
		p.runs = append(p.runs, run{text: "\n", broken: true})
	case atom.Img:
		p.image(n)
	default:
		return false
	}
	return true
}

// image writes what a picture says.
func (p *reader) image(n *html.Node) {
	if !p.inForm {
		p.other = true
	}
	if alt := strings.TrimSpace(attr(n, "alt")); alt != "" {
		p.text("[" + alt + "]")
	}
}

func (p *reader) list(n *html.Node, l doc.List) {
	p.cut(true)
	l.Tight = true
	for c := range n.ChildNodes() {
		if c.Type != html.ElementNode || silent[c.DataAtom] {
			continue
		}
		p.gap = false
		p.anchor(c)
		item := doc.Item{Blocks: p.inside(c)}
		if len(item.Blocks) > 0 {
			l.Items = append(l.Items, item)
			l.Tight = l.Tight && isShort(item.Blocks)
		}
	}
	if len(l.Items) > 0 {
		p.add(l)
	}
	p.gap = true
}

// isShort reports whether blocks need no empty line between them and others.
func isShort(blocks []doc.Block) bool {
	for i, b := range blocks {
		switch b := b.(type) {
		case doc.Paragraph:
			if i > 0 && !b.Tight {
				return false
			}
		case doc.List:
			if !b.Tight {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// definitions reads a list of terms and what explains them, perhaps in groups.
func (p *reader) definitions(n *html.Node) {
	p.cut(true)
	l := doc.List{Kind: doc.Definition, Tight: true}
	var item doc.Item
	end := func() {
		if len(item.Terms)+len(item.Blocks) > 0 {
			l.Items = append(l.Items, item)
			l.Tight = l.Tight && isShort(item.Blocks)
		}
		item = doc.Item{}
	}
	var read func(n *html.Node)
	read = func(n *html.Node) {
		for c := range n.ChildNodes() {
			p.gap = false
			switch c.DataAtom {
			case atom.Div:
				read(c)
			case atom.Dt:
				if len(item.Blocks) > 0 {
					end()
				}
				p.anchor(c)
				item.Terms = append(item.Terms, lines(p.inside(c))...)
			case atom.Dd:
				p.anchor(c)
				item.Blocks = append(item.Blocks, p.inside(c)...)
			}
		}
	}
	read(n)
	end()
	if len(l.Items) > 0 {
		p.add(l)
	}
	p.gap = true
}

// lines returns the paragraphs of blocks, each as one line.
func lines(blocks []doc.Block) (out [][]doc.Inline) {
	for _, b := range blocks {
		switch b := b.(type) {
		case doc.Paragraph:
			out = append(out, b.Inlines)
		case doc.Heading:
			out = append(out, b.Inlines)
		}
	}
	return out
}
