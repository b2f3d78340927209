package mail

import (
	"bytes"
	"io"
	"strings"
)

// isFrom reports whether a line begins a message of a mailbox, behind an empty line.
func isFrom(line []byte) bool { return bytes.HasPrefix(line, []byte("From ")) }

// take goes on to the next line.
func (x *reading) take() {
	line := x.lines.Peek()
	x.behind = x.lines.Starts() && len(bytes.TrimRight(line, "\r\n")) == 0
	x.lines.Take()
}

// atEnd reports whether the body under way ends before the line: with the file, with
// the message of a mailbox, or at a delimiter of what it is in (RFC 2046, section
// 5.1.1).
func (x *reading) atEnd() bool {
	line := x.lines.Peek()
	switch {
	case len(line) == 0:
		return true
	case !x.lines.Starts():
		return false
	case x.isMailbox && x.behind && isFrom(line):
		return true
	}
	_, _, ok := x.delimiter()
	return ok
}

// delimiter returns which of the boundaries the line is a delimiter with, and whether
// it is the last one of its part.
func (x *reading) delimiter() (depth int, last, ok bool) {
	line, ok := bytes.CutPrefix(x.lines.Peek(), []byte("--"))
	if !ok || len(x.boundaries) == 0 || !x.lines.Starts() {
		return 0, false, false
	}
	text := string(bytes.TrimRight(line, " \t\r\n"))
	for depth = len(x.boundaries) - 1; depth >= 0; depth-- {
		if rest, ok := strings.CutPrefix(text, x.boundaries[depth]); ok && (rest == "" || rest == "--") {
			return depth, rest != "", true
		}
	}
	return 0, false, false
}

// A body reads the body under way, without the line end before a delimiter, which is a
// part of that.
type body struct {
	*reading
	buffer, ready []byte  // ready is what is not read yet, of buffer
	end           [2]byte // the line end behind it, which may be of a delimiter
	held          int     // the length of end
}

func (b *body) Read(p []byte) (int, error) {
	for len(b.ready) == 0 {
		line := b.lines.Peek()
		switch {
		case len(line) == 0 && b.held > 0: // no delimiter follows
			b.buffer, b.held = append(b.buffer[:0], b.end[:b.held]...), 0
		case b.atEnd():
			return 0, b.ended()
		default:
			text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			if !bytes.HasSuffix(line, []byte("\n")) {
				text = line
			}
			b.buffer = append(append(b.buffer[:0], b.end[:b.held]...), text...)
			b.held = copy(b.end[:], line[len(text):])
			b.take()
		}
		b.ready = b.buffer
	}
	n := copy(p, b.ready)
	b.ready = b.ready[n:]
	return n, nil
}

func (b *body) ended() error {
	if err := b.lines.Err(); err != nil {
		return err
	}
	return io.EOF
}
