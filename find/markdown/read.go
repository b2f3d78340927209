package markdown

import (
	"errors"
	"io"
)

// firstRead is how much is read of a file before it is known to be longer.
const firstRead = 64 << 10

// readPieces calls visit with what r holds, piece by piece, until visit reports false. No
// piece is longer than most bytes. One that is not the last ends behind a blank
// line; if it has none, behind the end of a line, and if it has none of these
// either, anywhere. So what the pieces are depends on the text alone, not on how it
// is read. A piece is valid until visit returns. The error is that of r, if it is not
// io.EOF; what was read before it has been visited.
func readPieces(r io.Reader, most int, visit func(piece []byte, last bool) bool) error {
	b := make([]byte, 0, min(most, firstRead))
	for {
		var err error
		if b, err = fill(r, b, most); err != nil {
			visit(b, true)
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		n := cut(b)
		if !visit(b[:n], false) {
			return nil
		}
		b = b[:copy(b, b[n:])]
	}
}

// fill reads until b has most bytes.
func fill(r io.Reader, b []byte, most int) ([]byte, error) {
	for len(b) < most {
		if len(b) == cap(b) {
			b = append(make([]byte, 0, min(most, 2*cap(b))), b...)
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// cut returns how much of b is a piece.
func cut(b []byte) int {
	line := 0 // behind the last end of a line
	blank := false
	for i := len(b) - 1; i >= 0; i-- {
		switch b[i] {
		case '\n':
			if blank {
				return i + 1 + blankLine(b[i+1:])
			}
			if line == 0 {
				line = i + 1
			}
			blank = true
		case ' ', '\t', '\r':
		default:
			blank = false
		}
	}
	if line == 0 {
		return len(b)
	}
	return line
}

// blankLine returns the length of the blank line that b begins with.
func blankLine(b []byte) int {
	for i, c := range b {
		if c == '\n' {
			return i + 1
		}
	}
	return len(b)
}
