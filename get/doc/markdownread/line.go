package markdownread

import "strings"

// tabStop is the distance of two tab stops, in columns.
const tabStop = 4

// A line is what of a line has not been read yet.
type line struct {
	text   string // of the whole line, without its end
	i      int    // what is next
	column int    // of i, but for what pad holds back
	pad    int    // columns of a tab before i that have not been read
}

// indent returns how many columns of blanks come next, and where they end.
func (l *line) indent() (columns, end int) {
	columns = l.pad
	for end = l.i; end < len(l.text); end++ {
		switch l.text[end] {
		case ' ':
			columns++
		case '\t':
			columns += tabStop - (l.column+columns)%tabStop
		default:
			return columns, end
		}
	}
	return columns, end
}

// skip reads over up to n columns of blanks. It can read a part of a tab.
func (l *line) skip(n int) {
	for n > 0 {
		if l.pad == 0 {
			switch {
			case l.i == len(l.text):
				return
			case l.text[l.i] == ' ':
				l.pad = 1
			case l.text[l.i] == '\t':
				l.pad = tabStop - l.column%tabStop
			default:
				return
			}
			l.i++
		}
		read := min(n, l.pad)
		l.pad -= read
		l.column += read
		n -= read
	}
}

// mark reads over the blanks that come next, and n bytes behind them.
func (l *line) mark(n int) {
	columns, end := l.indent()
	l.i, l.pad = end+n, 0
	l.column += columns + n
}

// rest returns what is left of the line, with what is left of a tab as spaces.
func (l *line) rest() string {
	if l.pad == 0 {
		return l.text[l.i:]
	}
	return strings.Repeat(" ", l.pad) + l.text[l.i:]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isSpace reports whether c is white space, ends of lines among it.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlphanumeric(c byte) bool { return isLetter(c) || isDigit(c) }

// isPunct reports whether c is punctuation of US-ASCII, which a backslash escapes.
func isPunct(c byte) bool { return '!' <= c && c <= '~' && !isAlphanumeric(c) }

// run returns how many of c a text begins with.
func run(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

func isEmpty(s string) bool { return strings.Trim(s, " \t") == "" }
