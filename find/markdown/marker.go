package markdown

import (
	"bytes"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
	"uriel.dev/uri"
)

// A marker yields the matches of a file. Its methods are called in the order of the
// text; what lies before a place that it has been at is done with. It reads a piece
// as it is shown, which may differ from what stands in the file: marks of quotation
// can be blanked there, so that what goes on behind them is read as one.
type marker struct {
	find  find.Finder
	form  find.Form
	yield func(find.Match, error) bool
	ended bool // yield wants no more

	text, shown []byte        // of the piece, of one length
	at          find.Position // of done
	done        int           // offset in the piece
}

// piece begins a piece of the file, of which shown is read. The one before must be
// done with to its end.
func (m *marker) piece(text, shown []byte) { m.text, m.shown, m.done = text, shown, 0 }

// skip goes to end: nothing is looked for before it.
func (m *marker) skip(end int) {
	if end > m.done {
		m.at.Advance(m.text[m.done:end])
		m.done = end
	}
}

// prose looks for URIs up to end, by the rules for running text.
func (m *marker) prose(end int) {
	if end <= m.done || m.ended {
		m.skip(end)
		return
	}
	if piece := m.shown[m.done:end]; decoded.HasMark(piece) {
		for match := range m.find.From(m.at, piece) {
			if m.pass(match); m.ended {
				break
			}
		}
	}
	m.skip(end)
}

// escaped is like prose for text in which bytes stand that only hide the next one
// from the format, or that are of the format alone: they are read as if they were
// not there. hidden are their offsets, in order.
func (m *marker) escaped(end int, hidden []int32) {
	if len(hidden) == 0 || end <= m.done || m.ended || !decoded.HasMark(m.shown[m.done:end]) {
		m.prose(end)
		return
	}
	plain := make([]byte, 0, end-m.done)
	from := m.done
	for _, h := range hidden {
		plain = append(plain, m.shown[from:h]...)
		from = int(h) + 1
	}
	plain = append(plain, m.shown[from:end]...)
	w := written{start: m.done, hidden: hidden}
	for match := range m.find.From(find.Begin, plain) {
		w.match(m, match)
		if m.ended {
			break
		}
	}
	m.skip(end)
}

// written finds where a byte stands of a text that was read without its hidden
// bytes. It is asked in order.
type written struct {
	start  int // of the text
	hidden []int32
	passed int // of hidden
}

// offset returns where byte i of what was read stands; an end is that of the byte
// before.
func (w *written) offset(i int64, isEnd bool) int {
	if isEnd {
		i--
	}
	for w.passed < len(w.hidden) && int(w.hidden[w.passed])-w.start-w.passed <= int(i) {
		w.passed++
	}
	at := w.start + int(i) + w.passed
	if isEnd {
		at++
	}
	return at
}

func (w *written) match(m *marker, match find.Match) {
	start := w.offset(match.Start, false)
	m.skip(start)
	begun := w.passed
	base := m.at.Start - int64(start)
	match.Position = m.at
	match.End = base + int64(w.offset(match.End, true))
	ended := w.passed
	for i := range match.Alternatives {
		w.passed = begun
		match.Alternatives[i].End = base + int64(w.offset(match.Alternatives[i].End, true))
	}
	w.passed = ended
	match.Text = string(m.text[start : match.End-base])
	m.give(match)
}

// mark yields what stands from start to end if its meaning is a reference that is not
// empty. What is before it is skipped.
func (m *marker) mark(start, end int, text, meaning string) {
	m.skip(start)
	u, err := uri.Parse(meaning)
	ok := err == nil && meaning != ""
	if !ok { // most are as they should be
		u, ok = find.Reference(meaning)
	}
	if ok {
		m.give(find.Match{URI: u, Text: text, Position: m.at, End: m.at.Start + int64(end-start), Form: m.form})
	}
	m.skip(end)
}

// as reads on to end as another container does.
func (m *marker) as(c find.Container, end int) {
	begun, piece := m.at, m.shown[m.done:end]
	if m.ended || !decoded.HasMarkOrEntity(piece) && bytes.IndexByte(piece, '=') < 0 {
		m.skip(end)
		return
	}
	for match, err := range c.Scan(m.find, bytes.NewReader(piece)) {
		if err != nil || m.ended {
			break // there is no error in reading from memory
		}
		if match.Part == "" {
			match.Position = shift(match.Position, begun)
			match.End += begun.Start
			for i := range match.Alternatives {
				match.Alternatives[i].End += begun.Start
			}
		}
		m.pass(match)
	}
	m.skip(end)
}

// fail yields the error of a reader, as the last thing.
func (m *marker) fail(err error) {
	if err != nil && !m.ended {
		m.yield(find.Match{}, err)
	}
}

// pass yields a match that was found in what is shown.
func (m *marker) pass(match find.Match) {
	if &m.text[0] != &m.shown[0] && match.Part == "" {
		start := int64(m.done) - m.at.Start // of the file, in the piece
		match.Text = string(m.text[start+match.Start : start+match.End])
	}
	m.give(match)
}

func (m *marker) give(match find.Match) { m.ended = m.ended || !m.yield(match, nil) }

// shift returns where p is if it counts from begun.
func shift(p, begun find.Position) find.Position {
	p.Start += begun.Start
	if p.Line == 1 {
		p.Column += begun.Column - 1
		p.ColumnRunes += begun.ColumnRunes - 1
	}
	p.Line += begun.Line - 1
	return p
}
