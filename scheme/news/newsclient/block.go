package newsclient

import (
	"bufio"
	"bytes"
	"io"
	"iter"
)

// block begins the lines behind a reply, up to one of a single dot (RFC 3977,
// section 3.1.1). The reader returns them as they are, with their line ends, but
// for the dot that was put before those that begin with one.
func (c *Conn) block() *block {
	c.reads = true
	return &block{conn: c, lineStart: true}
}

// A block is lines that follow a reply, as a stream.
type block struct {
	conn      *Conn
	piece     []byte // of the buffer of the connection
	lineStart bool
	err       error
}

// Read reads the lines. The error of a server that closes before the last is an
// [io.ErrUnexpectedEOF].
func (b *block) Read(p []byte) (int, error) {
	for len(b.piece) == 0 && b.err == nil {
		b.next()
	}
	n := copy(p, b.piece)
	b.piece = b.piece[n:]
	if n == 0 {
		return 0, b.err
	}
	return n, nil
}

// next gets a line, or a piece of one that is longer than the buffer.
func (b *block) next() {
	piece, err := b.conn.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		err = nil
	}
	if b.lineStart && len(piece) > 0 && piece[0] == '.' {
		if err == nil && len(bytes.TrimRight(piece, "\r\n")) == 1 {
			b.conn.reads, b.err = false, io.EOF
			return
		}
		piece = piece[1:]
	}
	b.lineStart = bytes.HasSuffix(piece, []byte("\n"))
	b.piece = piece
	if err != nil {
		b.err = b.conn.ended(err)
	}
}

// rows returns the lines behind a reply without their ends, each valid until the
// next, and held to the limit of the connection.
func (c *Conn) rows() iter.Seq2[[]byte, error] {
	c.reads = true
	return func(yield func([]byte, error) bool) {
		for {
			line, err := c.row()
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(nil, err)
				return
			case !yield(line, nil):
				return
			}
		}
	}
}

// row returns the next line of those behind a reply; io.EOF is the dot.
func (c *Conn) row() ([]byte, error) {
	line, err := c.lines.ReadLine()
	switch {
	case err != nil:
		return nil, c.ended(err)
	case len(line) == 1 && line[0] == '.':
		c.reads = false
		return nil, io.EOF
	case len(line) > 0 && line[0] == '.':
		line = line[1:]
	}
	return line, nil
}
