package manread

import (
	"strconv"
	"strings"

	"uriel.dev/get/doc"
)

// openList begins a list.
func (b *builder) openList(kind doc.ListKind, start, columns int, tight bool) {
	b.open(inList, columns)
	b.top().list = doc.List{Kind: kind, Start: start, Indent: columns, Tight: tight}
}

// nextItem begins an item of the list that is open.
func (b *builder) nextItem() {
	b.flush()
	f := b.top()
	f.endItem()
	f.item = true
}

// item begins an item of a list of that kind: of the list that is open, if it
// goes on with that, else of a new one.
func (b *builder) item(kind doc.ListKind, start, columns int, tight bool) {
	b.flush()
	f := b.top()
	switch {
	case f.kind != inList:
		b.openList(kind, start, columns, tight)
	case f.goesOn(kind, start):
		f.list.Tight = f.list.Tight && tight
	default:
		b.close()
		b.openList(kind, start, columns, tight)
	}
	b.nextItem()
}

// goesOn reports whether an item continues the list of f.
func (f *frame) goesOn(kind doc.ListKind, start int) bool {
	count := len(f.list.Items)
	if f.item {
		count++
	}
	return f.list.Kind == kind && (kind != doc.Ordered || start == f.list.Start+count)
}

// term adds a term to the item that is open.
func (b *builder) term(runs []run) {
	if f := b.top(); f.kind == inList && len(runs) > 0 {
		f.terms = append(f.terms, inlines(runs, false))
	}
}

// kindOf tells what list has a mark, and the number of an ordered one.
func kindOf(mark string) (kind doc.ListKind, number int) {
	switch mark = strings.Trim(mark, " \u00a0"); mark {
	case "•", "·", "*", "-", "o", "+", "–", "—", "−":
		return doc.Bullet, 0
	}
	if digits, ok := strings.CutSuffix(mark, "."); ok && len(digits) < 9 {
		if n, err := strconv.Atoi(digits); err == nil && n > 0 && strconv.Itoa(n) == digits {
			return doc.Ordered, n
		}
	}
	return doc.Definition, 0
}

// beginMark begins what stands in the margin before what is set in. Programs
// that write pages make lists so: they set a paragraph in, go back, and write a
// mark.
func (b *builder) beginMark() {
	if f := b.top(); f.kind == inIndent && len(f.blocks) == 0 && len(b.runs) == 0 && !b.pre {
		b.marking = true
	}
}

// endMark takes what was written as the mark, if one was begun.
func (b *builder) endMark() bool {
	if !b.marking {
		return false
	}
	b.marking = false
	b.top().mark = strings.Trim(text(b.take()), " \u00a0")
	return true
}

// takeTerms takes the paragraph before what is set in as the terms that this
// explains, if it reads like some: a few words that are no sentence.
func (b *builder) takeTerms() (terms [][]doc.Inline) {
	words := strings.TrimRight(text(b.runs), " \n")
	if b.pre || !b.gap || words == "" || len(words) > 200 || strings.ContainsAny(words[len(words)-1:], ".:;,?!") {
		return nil
	}
	for _, runs := range splitRuns(b.take()) {
		terms = append(terms, inlines(runs, false))
	}
	return terms
}

// splitRuns splits runs at their newlines.
func splitRuns(runs []run) (lines [][]run) {
	lines = [][]run{nil}
	for _, r := range runs {
		for i, s := range strings.Split(r.text, "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			if r.text = s; s != "" {
				lines[len(lines)-1] = append(lines[len(lines)-1], r)
			}
		}
	}
	return lines
}

// marked adds what has a mark, or terms, as an item: to the list before it, if that goes
// on, else to a new one.
func (b *builder) marked(f frame) {
	kind, number := kindOf(f.mark)
	item := doc.Item{Terms: f.terms, Blocks: f.blocks}
	if len(f.terms) == 0 && kind == doc.Definition {
		item.Terms = [][]doc.Inline{{doc.Text(f.mark)}}
	}
	blocks := b.top().blocks
	if n := len(blocks); n > 0 {
		before := frame{}
		list, ok := blocks[n-1].(doc.List)
		before.list = list
		if ok && list.Indent == f.columns && before.goesOn(kind, number) {
			list.Items = append(list.Items, item)
			blocks[n-1] = list
			return
		}
	}
	b.block(doc.List{Kind: kind, Start: number, Indent: f.columns, Items: []doc.Item{item}})
}

// text returns the characters of runs.
func text(runs []run) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.text)
	}
	return b.String()
}
