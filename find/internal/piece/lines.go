package piece

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"sync"

	"uriel.dev/find"
)

// MaxPiece is how long a piece of a file can be, in bytes: a URI in running text is
// no longer.
const MaxPiece = find.MaxLen

// maxLine is how much of a line is read at once.
const maxLine = 64 << 10

// Lines reads a file line by line.
type Lines struct {
	r    *bufio.Reader
	err  error
	line []byte // not taken yet; nil if it is not read
	at   find.Position
	cut  bool // the last line that was taken is not whole
}

// buffers are used again: who reads many small parts would clear more memory than he
// reads.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, maxLine) }}

// NewLines returns the lines of r, whose first byte has the given position in the
// file.
func NewLines(at find.Position, r io.Reader) *Lines {
	b := buffers.Get().(*bufio.Reader)
	b.Reset(r)
	return &Lines{r: b, at: at}
}

// Close lets go of the lines. It does not close what they are read from.
func (l *Lines) Close() {
	l.r.Reset(nil)
	buffers.Put(l.r)
	*l = Lines{err: io.EOF}
}

// At is the position of the line.
func (l *Lines) At() find.Position { return l.at }

// Starts reports whether the line is one, and no further part of the last one.
func (l *Lines) Starts() bool { return !l.cut }

// Peek returns the line with its end, or as much of it as is read at once; nothing
// at the end of the file.
func (l *Lines) Peek() []byte {
	if len(l.line) == 0 && l.err == nil {
		l.line, l.err = l.r.ReadSlice('\n')
		if errors.Is(l.err, bufio.ErrBufferFull) {
			l.err = nil
		}
	}
	return l.line
}

// Take goes on to the next line.
func (l *Lines) Take() {
	line := l.Peek()
	l.at.Advance(line)
	l.cut = len(line) > 0 && line[len(line)-1] != '\n'
	l.line = nil
}

// Err returns the error that ended the lines, if that is not the end of the file.
func (l *Lines) Err() error {
	if errors.Is(l.err, io.EOF) {
		return nil
	}
	return l.err
}

// IsBlank reports whether a line has nothing but white space.
func IsBlank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// Scan yields what is found in what r holds, whose first byte has the position at,
// with read to say what each piece means. Pieces end behind blank lines, where no
// URI goes on; a piece of more than [MaxPiece] bytes is cut before a line, or in one
// that is longer. An error of r but io.EOF is yielded last.
func Scan(f find.Finder, at find.Position, r io.Reader, read func(*Piece)) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		lines := NewLines(at, r)
		defer lines.Close()
		var p Piece
		for source := []byte(nil); ; {
			at := lines.At()
			if source = lines.piece(source[:0]); len(source) == 0 {
				break
			}
			p.Set(at, source)
			read(&p)
			for m := range p.All(f) {
				if !yield(m, nil) {
					return
				}
			}
		}
		if err := lines.Err(); err != nil {
			yield(find.Match{}, err)
		}
	}
}

// piece appends the next piece.
func (l *Lines) piece(b []byte) []byte {
	for {
		line := l.Peek()
		if len(line) == 0 || len(b) > 0 && len(b)+len(line) > MaxPiece {
			return b
		}
		blank := l.Starts() && IsBlank(line)
		b = append(b, line...)
		if l.Take(); blank && !l.cut {
			return b
		}
	}
}
