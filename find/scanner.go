package find

import (
	"errors"
	"io"
	"sync"

	"uriel.dev/uri"
)

const (
	firstRead = 64 << 10 // the least size of a read
	behind    = 512      // how much of what was read is kept, to look back at
)

// A scanner goes through a text. What is before next is done with; what is before
// floor is of the last match.
type scanner struct {
	Finder
	text
	next, floor int

	place   Position // of byte counted of b
	counted int
}

// A found is a match, in offsets of the scanner's text.
type found struct {
	start, end int
	next       int // where to go on
	uri        uri.URI
	form       Form
	rule       string
	more       []reading
}

// A reading is an alternative.
type reading struct {
	uri uri.URI
	end int
}

func newScanner(f Finder, at Position) *scanner { return &scanner{Finder: f, place: at} }

// find finds what is in the text and yields it. It stops where the text is short,
// and reports false if yield did.
func (s *scanner) find(yield func(Match) bool) bool {
	for {
		i := s.nextMark()
		if i < 0 {
			s.next = max(s.next, len(s.b))
			return true
		}
		s.short = false
		m, ok := s.try(i)
		if s.short {
			s.next = i
			return true
		}
		s.next = i + 1
		if m.next > s.next {
			s.next = m.next
		}
		if ok {
			s.floor = m.end
			if !yield(s.match(m)) {
				return false
			}
		}
	}
}

func (s *scanner) nextMark() int {
	if s.isPublicSuffix != nil {
		return nextMarkOrDot(s.b, s.next)
	}
	return nextMark(s.b, s.next)
}

// try looks whether there is a URI around the mark at i.
func (s *scanner) try(i int) (found, bool) {
	switch s.b[i] {
	case ':':
		return s.colon(i)
	case '@':
		return s.email(i)
	}
	if isAbbreviation(s.b, i) {
		return s.abbreviated(i)
	}
	return s.dot(i)
}

func (s *scanner) match(m found) Match {
	s.place.Advance(s.b[s.counted:m.start])
	s.counted = m.start
	base := s.place.Start - int64(m.start)
	text := m.uri.String() // often it is as written
	if text != string(s.b[m.start:m.end]) {
		text = string(s.b[m.start:m.end])
	}
	out := Match{URI: m.uri, Text: text, Position: s.place, End: base + int64(m.end), Form: m.form, Rule: m.rule}
	for _, r := range m.more {
		out.Alternatives = append(out.Alternatives, Alternative{r.uri, base + int64(r.end)})
	}
	return out
}

// buffers are used again: who searches many small files would clear more memory
// than he reads.
var buffers = sync.Pool{New: func() any { return new([2 * firstRead]byte) }}

// scan finds in what r holds.
func (f Finder) scan(r io.Reader, yield func(Match, error) bool) {
	buffer := buffers.Get().(*[2 * firstRead]byte)
	defer buffers.Put(buffer)
	s := newScanner(f, Begin)
	s.b = buffer[:0]
	for !s.whole {
		err := s.fill(r)
		s.whole = err != nil
		if !s.find(func(m Match) bool { return yield(m, nil) }) {
			return
		}
		if err != nil && !errors.Is(err, io.EOF) {
			yield(Match{}, err)
		}
	}
}

// fill reads on. What is done with goes; what is not must grow by a good part, or
// to decide on it again after each of many reads would take too long.
func (s *scanner) fill(r io.Reader) error {
	s.drop()
	least := 1
	if pending := len(s.b) - s.next; pending > behind {
		least = pending / 4
	}
	if free := cap(s.b) - len(s.b); free < max(least, firstRead) {
		s.b = append(make([]byte, 0, 2*cap(s.b)), s.b...)
	}
	for least > 0 {
		n, err := r.Read(s.b[len(s.b):cap(s.b)])
		s.b = s.b[:len(s.b)+n]
		if err != nil {
			return err
		}
		least -= n
	}
	return nil
}

// drop lets go of what is done with.
func (s *scanner) drop() {
	gone := min(s.next, len(s.b)) - behind
	if gone <= 0 {
		return
	}
	if gone > s.counted {
		s.place.Advance(s.b[s.counted:gone])
		s.counted = gone
	}
	s.b = s.b[:copy(s.b, s.b[gone:])]
	s.next, s.floor, s.counted = s.next-gone, max(0, s.floor-gone), s.counted-gone
}
