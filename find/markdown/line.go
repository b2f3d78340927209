package markdown

import "bytes"

// tabStop is the distance of two tab stops, in columns.
const tabStop = 4

// A line is what of a line has not been read yet.
type line struct {
	b   []byte
	i   int // offset of what is next
	end int // of the line, without its line ending
	col int // column of i, from 0
	pad int // columns of a tab before i that are still blank
}

// indent returns how many columns of blanks come next, and where they end.
func (l *line) indent() (columns, at int) {
	columns = l.pad
	for at = l.i; at < l.end; at++ {
		switch l.b[at] {
		case ' ':
			columns++
		case '\t':
			columns += tabStop - (l.col+columns)%tabStop
		default:
			return columns, at
		}
	}
	return columns, at
}

// blanks reads over n columns of blanks, or as many as there are. It may read a
// part of a tab.
func (l *line) blanks(n int) {
	for n > 0 {
		if l.pad == 0 {
			if l.i >= l.end {
				return
			}
			switch l.b[l.i] {
			case ' ':
				l.pad = 1
			case '\t':
				l.pad = tabStop - l.col%tabStop
			default:
				return
			}
			l.i++
		}
		read := min(n, l.pad)
		l.pad -= read
		l.col += read
		n -= read
	}
}

// to reads on to the byte at i; what is before it are indent columns of blanks, and
// n bytes that are none.
func (l *line) to(i, indent, n int) {
	l.i, l.pad = i, 0
	l.col += indent + n
}

// rest returns what is left of the line from i on.
func (l *line) rest(i int) []byte { return l.b[i:l.end] }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isSpace reports whether c is white space (CommonMark, section 2.1), or the end of
// a line.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// A splitter splits a text into lines, which end with LF, CR LF or CR.
type splitter struct {
	b  []byte
	lf int // the next line feed, or the end
}

// line returns where the line at i ends, and where the next one begins. It is asked
// for one line after the other.
func (s *splitter) line(i int) (end, next int) {
	if s.lf < i || i == 0 { // to look for it again for each CR would take too long
		s.lf = len(s.b)
		if n := bytes.IndexByte(s.b[i:], '\n'); n >= 0 {
			s.lf = i + n
		}
	}
	n := bytes.IndexByte(s.b[i:s.lf], '\r')
	switch end = i + n; {
	case n < 0:
		return s.lf, min(s.lf+1, len(s.b))
	case end+1 == s.lf:
		return end, min(s.lf+1, len(s.b))
	}
	return end, end + 1
}
