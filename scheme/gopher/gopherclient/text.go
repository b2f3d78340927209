package gopherclient

import (
	"bytes"
	"io"
	"time"
)

// A text is the body of an object of lines. RFC 1436 ends it with a line of one
// dot and doubles each dot at the beginning of a line. The servers of today do
// neither, that of the University of Minnesota doubles the dot of a line that is
// nothing else, and all of them close behind the text. So
//
//   - a line of one dot ends the text if nothing comes behind it, and is a line
//     of the text otherwise;
//   - ".." at the beginning of a line loses a dot if such a line ends the text,
//     and is what the author wrote otherwise.
//
// To know the second, all from the first ".." on is held back, until the end or
// until it is more than maxHeld: then it is left as it is. A server that has
// said so, in the head of a reply in Gopher+, does both.
type text struct {
	*reply
	patience  time.Duration
	framed    bool   // the server said that a line of one dot ends the text: one does, wherever it stands
	undotted  func() // called when none came, if it is not nil
	lineStart bool
	out       []byte // what Read returns next
	held      []byte
	holding   bool
	tooLate   bool // more than maxHeld was held back: no dot is taken away
	dotted    bool // a line of one dot ended the text
	err       error
}

// maxHeld bounds what is held back.
const maxHeld = 1 << 20

// Read reads the text.
func (t *text) Read(p []byte) (int, error) {
	for len(t.out) == 0 {
		if t.err != nil {
			return 0, t.err
		}
		piece := t.next()
		if !t.holding {
			t.out = piece
			continue
		}
		t.held = append(t.held, piece...)
		switch {
		case t.err == nil && len(t.held) < maxHeld:
			continue
		case t.err == nil:
			t.tooLate = true
		case t.dotted:
			t.held = undouble(t.held)
		}
		t.out, t.held, t.holding = t.held, nil, false
	}
	n := copy(p, t.out)
	t.out = t.out[n:]
	return n, nil
}

// undouble takes one dot from each line that begins with two.
func undouble(lines []byte) []byte {
	var out []byte
	for line := range bytes.Lines(lines) {
		if bytes.HasPrefix(line, []byte("..")) {
			line = line[1:]
		}
		out = append(out, line...)
	}
	return out
}

// next returns a piece of the text as it is sent, valid until the next call. It
// sets t.err when there is no more.
func (t *text) next() []byte {
	if _, err := t.Peek(1); err != nil {
		if t.err = err; err == io.EOF && t.undotted != nil {
			t.undotted()
		}
		return nil
	}
	b, _ := t.Peek(t.Buffered())
	if t.lineStart && b[0] == '.' {
		return t.dotLine()
	}
	// Up to the next line that begins with a dot.
	n := len(b)
	if i := bytes.Index(b, []byte("\n.")); i >= 0 {
		n = i + 1
	}
	t.lineStart = b[n-1] == '\n'
	return t.take(n)
}

// dotLine returns a piece of a line that begins with a dot; or nothing, if it is
// the line that ends the text.
func (t *text) dotLine() []byte {
	switch line, err := t.lookahead(); {
	case err != nil:
		t.err = err
		return nil
	case line > 0 && t.framed:
		t.dotted, t.err = true, io.EOF
		return nil
	case line > 0:
		_, all, err := t.await(line+1, t.patience)
		if err == nil && (all || t.Buffered() == line) {
			// Whoever waits with closing has nothing more to say either.
			t.dotted, err = true, io.EOF
		}
		if err != nil {
			t.err = err
			return nil
		}
		return t.take(line)
	}
	switch b, _ := t.Peek(2); {
	case b[1] == '.' && t.framed:
		t.Discard(1)
	case b[1] == '.' && !t.tooLate:
		t.holding = true
	}
	t.lineStart = false
	return t.take(1)
}

// lookahead returns the length of a line of one dot, which is next in the reply,
// with its line end; it returns 0 if the line goes on.
func (t *text) lookahead() (int, error) {
	for n := 2; ; n++ {
		b, err := t.Peek(n)
		switch {
		case err == io.EOF && len(bytes.TrimSuffix(b, []byte("\r"))) == 1:
			return len(b), nil
		case err != nil:
			return 0, err
		case b[n-1] == '\n':
			return n, nil
		case n == 3 || b[1] != '\r':
			return 0, nil
		}
	}
}

func (t *text) take(n int) []byte {
	b, _ := t.Peek(n)
	t.Discard(n)
	return b
}
