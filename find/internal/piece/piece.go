// Package piece finds URIs in text that means something else than what is
// written: text with escapes, with marks of quotation, with the macros of a
// formatter. A container decodes a [Piece] of its file at a time; the matches have
// the positions of what is written.
//
//	written   see http://h.example\:/a\-b.
//	               ^Start            ^End    Match.Text is http://h.example\:/a\-b
//	decoded   see http://h.example/a-b.      Match.URI  is http://h.example/a-b
package piece

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"uriel.dev/find"
	"uriel.dev/uri"
)

// Gap is a byte to [Piece.Put] where no URI goes on.
const Gap = "\x00"

// Variable is a text to [Piece.Put] where something stands in a URI that is to be
// filled in: what goes over it is no URI.
const Variable = "${}"

// A Piece is a part of a file, and the text that it means. Its methods take what is
// written in order, from Source[0] on; what they leave out means nothing.
type Piece struct {
	Source []byte

	at    find.Position // of Source
	text  []byte
	runs  []run
	marks []mark
}

// A mark is a URI that is marked, and where it is written.
type mark struct {
	uri      uri.URI
	form     find.Form
	from, to int
}

// A run is text from a place on, up to the next run. If it is as long as
// what is written, each of its bytes stands for one.
type run struct{ text, from, to int32 }

// Set makes p the piece source of a file, whose first byte has the given position.
// It means nothing yet.
func (p *Piece) Set(at find.Position, source []byte) {
	*p = Piece{Source: source, at: at, text: p.text[:0], runs: p.runs[:0], marks: p.marks[:0]}
}

// Copy adds what is written from from to to, as it is.
func (p *Piece) Copy(from, to int) {
	if from >= to {
		return
	}
	if n := len(p.runs); n > 0 {
		last := &p.runs[n-1]
		if int(last.to) == from && len(p.text)-int(last.text) == int(last.to-last.from) {
			last.to = int32(to)
			p.text = append(p.text, p.Source[from:to]...)
			return
		}
	}
	p.runs = append(p.runs, run{int32(len(p.text)), int32(from), int32(to)})
	p.text = append(p.text, p.Source[from:to]...)
}

// Put adds text, which is written as what stands from from to to.
func (p *Piece) Put(text string, from, to int) {
	if text != "" {
		p.runs = append(p.runs, run{int32(len(p.text)), int32(from), int32(to)})
		p.text = append(p.text, text...)
	}
}

// Text is what the piece means so far.
func (p *Piece) Text() []byte { return p.text }

// Last returns the last byte of the text; 0 if there is none.
func (p *Piece) Last() byte {
	if len(p.text) == 0 {
		return 0
	}
	return p.text[len(p.text)-1]
}

// Within reports whether what is added next may stand within a URI, which holds a
// delimiter before it.
func (p *Piece) Within() bool {
	switch p.Last() {
	case '/', '=', '&', '?', '@', ':', '#', '.', '(':
		return true
	}
	return false
}

// Written returns where text[start:end] is written; it is not empty.
func (p *Piece) Written(start, end int) (from, to int) {
	from, _ = p.written(start)
	_, to = p.written(end - 1)
	return from, max(from, to)
}

// written returns where byte i of the text is written.
func (p *Piece) written(i int) (from, to int) {
	k := sort.Search(len(p.runs), func(k int) bool { return int(p.runs[k].text) > i }) - 1
	r, next := p.runs[k], len(p.text)
	if k+1 < len(p.runs) {
		next = int(p.runs[k+1].text)
	}
	if next-int(r.text) != int(r.to-r.from) {
		return int(r.from), int(r.to)
	}
	from = int(r.from) + i - int(r.text)
	return from, from + 1
}

// Mark adds a match of u, which is written from from to to.
func (p *Piece) Mark(u uri.URI, form find.Form, from, to int) {
	p.marks = append(p.marks, mark{u, form, from, to})
}

// Claim marks text[start:end], without the blanks around it, as the URI that
// meaning makes of it, and takes it out of the text. It does nothing if that is
// none.
func (p *Piece) Claim(form find.Form, start, end int, meaning func(string) (uri.URI, bool)) {
	for start < end && isBlank(p.text[start]) {
		start++
	}
	for start < end && isBlank(p.text[end-1]) {
		end--
	}
	if start == end {
		return
	}
	if u, ok := meaning(string(p.text[start:end])); ok {
		from, to := p.Written(start, end)
		p.Mark(u, form, from, to)
		clear(p.text[start:end])
	}
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// All yields what is marked, and what f finds in the text, in the order in which it
// is written. A mark that overlaps with what is found is none. Matches overlap only
// where several characters are written as one: an encoded word can hold several URIs.
func (p *Piece) All(f find.Finder) iter.Seq[find.Match] {
	return func(yield func(find.Match) bool) {
		slices.SortStableFunc(p.marks, func(a, b mark) int { return cmp.Compare(a.from, b.from) })
		w := writer{Piece: p, place: p.at, yield: yield}
		for m := range f.All(p.text) {
			from, to := p.Written(int(m.Start), int(m.End))
			for k, other := range m.Alternatives {
				_, end := p.Written(int(m.Start), int(other.End))
				m.Alternatives[k].End = p.at.Start + int64(end)
			}
			if !w.marksBefore(from) || from >= w.marked && !w.write(m, from, to) {
				return
			}
		}
		w.marksBefore(len(p.Source) + 1)
	}
}

// A writer gives matches their places in the file.
type writer struct {
	*Piece
	from   int           // of Source: the start of the last match
	done   int           // of Source: its end
	marked int           // of Source: the end of the last match that was marked
	place  find.Position // of from
	yield  func(find.Match) bool
}

// marksBefore writes the marks that begin before a place.
func (w *writer) marksBefore(start int) bool {
	for len(w.marks) > 0 && w.marks[0].from < start {
		m := w.marks[0]
		w.marks = w.marks[1:]
		if m.from < w.done {
			continue
		}
		w.marked = m.to
		if !w.write(find.Match{URI: m.uri, Form: m.form}, m.from, m.to) {
			return false
		}
	}
	return true
}

// write yields m, which is written from from to to.
func (w *writer) write(m find.Match, from, to int) bool {
	w.place.Advance(w.Source[w.from:from])
	w.from, w.done = from, to
	m.Text = string(w.Source[from:to])
	m.Position, m.End = w.place, w.at.Start+int64(to)
	return w.yield(m)
}
