package markdownread

import (
	"strconv"

	"uriel.dev/get/doc"
)

// number returns the number of a footnote, which it has of the first reference to it;
// 0 if there is no such footnote.
func (t *tree) number(note *block) int {
	if note == nil {
		return 0
	}
	if note.number == 0 {
		t.numbered = append(t.numbered, note)
		note.number = len(t.numbered)
	}
	return note.number
}

// The IDs of a footnote and of the place that refers to it.
const (
	noteID = "fn-"
	markID = "fnref-"
)

// noteMark adds a reference to a footnote.
func (b *builder) noteMark(number int) {
	n := strconv.Itoa(number)
	if b.links > 0 {
		b.text = append(b.text, "["+n+"]"...)
		return
	}
	b.add(doc.Anchor{ID: markID + n})
	b.link(b.t.target("#"+noteID+n), []doc.Inline{doc.Text("[" + n + "]")})
}

// footnotes returns the footnotes that are referred to, which can refer to others.
func (t *tree) footnotes() []doc.Block {
	l := doc.List{Kind: doc.Ordered, Tight: true}
	for i := 0; i < len(t.numbered); i++ {
		blocks := t.footnote(strconv.Itoa(i+1), t.numbered[i])
		l.Tight = l.Tight && len(blocks) == 1
		l.Items = append(l.Items, doc.Item{Blocks: blocks})
	}
	if len(l.Items) == 0 {
		return nil
	}
	return []doc.Block{doc.Rule{}, l}
}

// footnote returns a footnote with its ID at the start, and at the end a link that leads
// back, both in paragraphs.
func (t *tree) footnote(number string, note *block) []doc.Block {
	blocks := t.blocks(note.blocks, false)
	if len(blocks) == 0 {
		blocks = []doc.Block{doc.Paragraph{}}
	}
	first, ok := blocks[0].(doc.Paragraph)
	if !ok {
		blocks = append([]doc.Block{first}, blocks...)
	}
	first.Inlines = append([]doc.Inline{doc.Anchor{ID: noteID + number}}, first.Inlines...)
	blocks[0] = first
	end, ok := blocks[len(blocks)-1].(doc.Paragraph)
	if !ok {
		blocks = append(blocks, end)
	}
	back := doc.Link{URI: t.target("#" + markID + number).uri, Inlines: []doc.Inline{doc.Text("↩")}}
	if doc.Words(end.Inlines) != "" {
		end.Inlines = append(end.Inlines, doc.Text(" "))
	}
	end.Inlines = append(end.Inlines, back)
	blocks[len(blocks)-1] = end
	return blocks
}
