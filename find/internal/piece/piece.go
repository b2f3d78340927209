// Package piece finds URIs in text that means something else than what is
// written: text with escapes, with marks of quotation, with the macros of a
// formatter. A container decodes a [Piece] of its file at a time; the matches have
// the positions of what is written.
//
// It is for formats of lines: a piece is a paragraph, all of which is in memory, so
// that its reader can look around in it and mark what it finds in any order. Where the
// text stood is kept in a [decoded.Text]. Formats with a syntax that goes on over
// lines, whatever their length, are read with a [decoded.Window].
//
//	written   see http://h.example\:/a\-b.
//	               ^Start            ^End    Match.Text is http://h.example\:/a\-b
//	decoded   see http://h.example/a-b.      Match.URI  is http://h.example/a-b
package piece

import (
	"cmp"
	"iter"
	"slices"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
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
	text  decoded.Text  // with offsets of Source
	marks []mark
}

// A mark is a URI that is marked, and where it is written.
type mark struct {
	uri      uri.URI
	form     find.Form
	from, to int
}

// Set makes p the piece source of a file, whose first byte has the given position.
// It means nothing yet.
func (p *Piece) Set(at find.Position, source []byte) {
	p.Source, p.at, p.marks = source, at, p.marks[:0]
	p.text.Reset(0)
}

// Copy adds what is written from from to to, as it is.
func (p *Piece) Copy(from, to int) {
	if from < to {
		p.text.Skip(int64(from))
		p.text.Copy(p.Source[from:to])
	}
}

// Put adds text, which is written as what stands from from to to.
func (p *Piece) Put(text string, from, to int) {
	if text != "" {
		p.text.Skip(int64(from))
		p.text.Replace(to-from, text)
	}
}

// Text is what the piece means so far.
func (p *Piece) Text() []byte { return p.text.Bytes }

// Last returns the last byte of the text; 0 if there is none.
func (p *Piece) Last() byte {
	text := p.Text()
	if len(text) == 0 {
		return 0
	}
	return text[len(text)-1]
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
	first, behind := p.text.Range(start, end)
	return int(first), int(behind)
}

// Mark adds a match of u, which is written from from to to.
func (p *Piece) Mark(u uri.URI, form find.Form, from, to int) {
	p.marks = append(p.marks, mark{u, form, from, to})
}

// Claim marks text[start:end], without the blanks around it, as the URI that
// meaning makes of it, and takes it out of the text. It does nothing if that is
// none.
func (p *Piece) Claim(form find.Form, start, end int, meaning func(string) (uri.URI, bool)) {
	text := p.Text()
	for start < end && isBlank(text[start]) {
		start++
	}
	for start < end && isBlank(text[end-1]) {
		end--
	}
	if start == end {
		return
	}
	if u, ok := meaning(string(text[start:end])); ok {
		from, to := p.Written(start, end)
		p.Mark(u, form, from, to)
		clear(text[start:end])
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
		for m := range f.All(p.Text()) {
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
