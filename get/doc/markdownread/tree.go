package markdownread

import (
	"strings"

	"uriel.dev/get/doc"
	"uriel.dev/get/doc/htmlread"
	"uriel.dev/uri"
)

// A tree makes the tree of a document of its blocks.
type tree struct {
	base        uri.URI
	definitions map[string]*definition
	notes       map[string]*block
	inliner     inliner

	// budget is how many bytes of destinations links can have from definitions. Without
	// a limit, a short text with one long destination could make a page without end.
	budget int

	pages int // how many blocks of HTML were read

	numbered []*block       // footnotes, as they are referred to
	ids      map[string]int // of headings: how many wanted this one
	title    string         // the first heading
	level    int            // of it
}

const minBudget = 100 << 10

func newTree(p *parser, base uri.URI, size int) *tree {
	return &tree{base: base, definitions: p.definitions, notes: p.notes, budget: max(size, minBudget), ids: map[string]int{}}
}

func (t *tree) document(root *block) []doc.Block {
	return append(t.blocks(root.blocks, false), t.footnotes()...)
}

// blocks returns the tree of blocks. In a tight list paragraphs are not parted by empty
// lines.
func (t *tree) blocks(in []*block, tight bool) (out []doc.Block) {
	for i, b := range in {
		switch b.kind {
		case quote:
			out = append(out, doc.Indent{Blocks: t.blocks(b.blocks, false)})
		case list:
			out = append(out, t.list(b))
		case paragraph:
			if inlines := t.inlines(b.text); len(inlines) > 0 {
				out = append(out, doc.Paragraph{Inlines: inlines, Tight: tight})
			}
		case heading:
			out = append(out, t.heading(b))
		case code:
			out = append(out, preformatted(b.text, tight))
		case markup:
			if i == 0 || in[i-1].kind != markup {
				out = append(out, t.markup(in[i:])...)
			}
		case rule:
			out = append(out, doc.Rule{})
		case table:
			out = append(out, t.table(b))
		}
	}
	return out
}

func preformatted(text string, tight bool) doc.Preformatted {
	p := doc.Preformatted{Tight: tight}
	if text != "" {
		p.Inlines = []doc.Inline{doc.Text(text)}
	}
	return p
}

func (t *tree) list(b *block) doc.List {
	l := doc.List{Tight: b.isTight()}
	if b.mark == '.' || b.mark == ')' {
		l.Kind, l.Start = doc.Ordered, b.number
	}
	for _, i := range b.blocks {
		i.markTask()
		l.Items = append(l.Items, doc.Item{Blocks: t.blocks(i.blocks, l.Tight)})
	}
	return l
}

// isTight reports whether no blank lines are between the items of a list, nor between
// the blocks of one.
func (b *block) isTight() bool {
	for i, item := range b.blocks {
		if i > 0 && item.afterBlank {
			return false
		}
		for j, in := range item.blocks {
			if j > 0 && in.afterBlank {
				return false
			}
		}
	}
	return true
}

// markTask shows what an item says of whether it is done (GitHub Flavored Markdown,
// section 5.3).
func (b *block) markTask() {
	if len(b.blocks) == 0 || b.blocks[0].kind != paragraph {
		return
	}
	p := b.blocks[0]
	const mark = "[x]"
	if len(p.text) <= len(mark) || !isSpace(p.text[len(mark)]) {
		return
	}
	switch p.text[:len(mark)] {
	case "[ ]":
		p.text = "☐" + p.text[len(mark):]
	case "[x]", "[X]":
		p.text = "☑" + p.text[len(mark):]
	}
}

// markup returns the blocks of the blocks of HTML that in begins with: blank lines
// between them are nothing to HTML, such as in a table. Those in which elements are
// nested too deeply are shown as they are written.
func (t *tree) markup(in []*block) []doc.Block {
	var all strings.Builder
	for _, b := range in {
		if b.kind != markup {
			break
		}
		all.WriteString(b.text + "\n")
	}
	text := all.String()
	if places, only := anchors(text); only {
		return paragraphs(places)
	}
	if t.pages == maxPages {
		return paragraphs(t.inlines(text))
	}
	t.pages++
	page, err := htmlread.Read(strings.NewReader(text), "text/html; charset=utf-8", t.base)
	if err != nil {
		return []doc.Block{preformatted(text, false)}
	}
	for i, b := range page.Document.Blocks {
		if h, ok := b.(doc.Heading); ok {
			t.name(&h)
			page.Document.Blocks[i] = h
		}
	}
	return page.Document.Blocks
}

// paragraphs returns the paragraph that inlines make, if there are any.
func paragraphs(inlines []doc.Inline) []doc.Block {
	if len(inlines) == 0 {
		return nil
	}
	return []doc.Block{doc.Paragraph{Inlines: inlines}}
}
