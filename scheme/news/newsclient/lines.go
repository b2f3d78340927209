package newsclient

import (
	"bufio"
	"io"
	"strings"
)

// A line is one of a text as its writer meant it.
type line struct {
	text      string // without the marks of quotation
	depth     int    // how many times it was quoted
	signature bool   // it belongs to the signature, or begins that
	soft      bool   // it goes on in the next line
}

// maxParagraph bounds, roughly, a line that is made of several, and a line at all.
const maxParagraph = 64 << 10

// A lineReader reads a text by the conventions of Netnews: ">" quotes, a line of two
// dashes and a space begins the signature (RFC 3676, section 4.3). A text that
// is flowed has lines that end in a space, which go on in the next (section 4).
type lineReader struct {
	r          *bufio.Reader
	flowed     bool
	deleteSoft bool  // the space of a line that goes on is no part of the text
	ahead      *line // read already
	signature  bool  // it has begun
}

// linesOf reads the lines of a part.
func linesOf(l *leaf, content io.Reader) *lineReader {
	return &lineReader{
		r:      bufio.NewReaderSize(content, maxParagraph),
		flowed: l.media == "text/plain" && strings.EqualFold(l.params["format"], "flowed"), deleteSoft: strings.EqualFold(l.params["delsp"], "yes"),
	}
}

// next returns the next line, those that are flowed as one; io.EOF is the end.
func (s *lineReader) next() (line, error) {
	l, err := s.physical()
	for err == nil && l.soft && len(l.text) < maxParagraph {
		more, err := s.physical()
		if err != nil {
			break // it comes again
		}
		if more.depth != l.depth || more.signature {
			s.ahead = &more
			break
		}
		l.text, l.soft = l.text+more.text, more.soft
	}
	return l, err
}

func (s *lineReader) physical() (l line, err error) {
	if s.ahead != nil {
		l, s.ahead = *s.ahead, nil
		return l, nil
	}
	piece, err := s.r.ReadSlice('\n')
	if err != nil && (len(piece) == 0 || err != bufio.ErrBufferFull && err != io.EOF) {
		return l, err
	}
	text := strings.TrimSuffix(string(piece), "\n")
	if l.depth, l.text = unquoted(text, s.flowed); l.depth == 0 && l.text == "-- " {
		s.signature = true
	}
	l.signature = s.signature
	if s.flowed && !l.signature && strings.HasSuffix(l.text, " ") && l.text != "-- " {
		l.soft = true
		if s.deleteSoft {
			l.text = strings.TrimSuffix(l.text, " ")
		}
	}
	return l, nil
}

// unquoted takes the marks of quotation off, and the space behind them. A text
// that is flowed has no space between two marks, and may have one before a line
// that is not quoted (RFC 3676, sections 4.4 and 4.5).
func unquoted(text string, flowed bool) (depth int, rest string) {
	for rest = text; strings.HasPrefix(rest, ">"); depth++ {
		rest = rest[1:]
		if !flowed && strings.HasPrefix(rest, " >") {
			rest = rest[1:]
		}
	}
	if depth > 0 || flowed {
		rest = strings.TrimPrefix(rest, " ")
	}
	return depth, rest
}
