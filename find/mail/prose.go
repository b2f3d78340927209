package mail

import (
	"bytes"
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// prose returns how the text of a message is read.
func prose(h header) func(find.Finder, io.Reader) iter.Seq2[find.Match, error] {
	return func(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
		x := lexer{flowed: h.flowed, delSp: h.delSp}
		return piece.Scan(f, find.Begin, r, x.read)
	}
}

// A lexer reads pieces of text: without the marks of quotation before its lines, and
// with lines joined that were broken to send them (RFC 3676, section 4).
type lexer struct {
	*piece.Piece
	flowed, delSp bool

	depth int  // of quotation of the last line
	open  bool // it left an angle bracket open
}

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece, x.open = p, false
	for i := 0; i < len(p.Source); {
		end := len(p.Source)
		if n := bytes.IndexByte(p.Source[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		x.line(i, end)
		i = end
	}
}

// line reads a line.
func (x *lexer) line(i, end int) {
	depth, start := x.quotation(i, end)
	if depth > 0 && x.open && x.depth == 0 { // the bracket closes here
		depth, start = 0, i
	}
	if depth != x.depth {
		x.Put(piece.Gap, i, i) // what is quoted otherwise is another text
	}
	if x.flowed && depth == 0 && x.Source[start] == ' ' {
		start++
	}
	text := bytes.TrimRight(x.Source[start:end], "\r\n")
	x.depth, x.open = depth, bytes.LastIndexByte(text, '<') > bytes.LastIndexByte(text, '>')
	if !x.flowed || !bytes.HasSuffix(text, []byte(" ")) || string(text) == "-- " {
		x.Copy(start, end)
		return
	}
	if x.delSp {
		text = text[:len(text)-1]
	}
	x.Copy(start, start+len(text))
}

// quotation returns how deep a line is quoted, and where its text begins.
func (x *lexer) quotation(i, end int) (depth, start int) {
	for i < end && x.Source[i] == '>' {
		depth++
		if i++; i < end && x.Source[i] == ' ' {
			i++
		}
	}
	return depth, i
}
