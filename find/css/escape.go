package css

import (
	"bytes"
	"strconv"

	"uriel.dev/find/internal/decoded"
)

// escape returns the length of the escape at i (CSS Syntax Module Level 3, section
// 4.3.7): a backslash and six hexadecimal digits at most, with one white space behind
// them, or any other character.
func (l *lexer) escape(i int64) int64 {
	const most = 6
	n := int64(1)
	for n <= most && isHex(l.At(i+n)) {
		n++
	}
	switch c := l.At(i + n); {
	case c == '\r' && l.At(i+n+1) == '\n':
		return n + 2
	case n > 1 && decoded.IsSpace(c), n == 1 && c >= 0:
		return n + 1
	}
	return n
}

func isHex(c int) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// decode makes l.text what stands from i to j, with its escapes decoded.
func (l *lexer) decode(i, j int64) {
	b := l.Slice(i, j)
	n := bytes.IndexByte(b, '\\')
	if n < 0 {
		l.text.Literal(i, b)
		return
	}
	l.text.Reset(i)
	for ; n >= 0; n = bytes.IndexByte(b, '\\') {
		l.text.Copy(b[:n])
		i += int64(n)
		n = int(min(l.escape(i), j-i))
		b = l.Slice(i, j)
		l.text.Replace(n, meaning(b[1:n]))
		b = b[n:]
		i += int64(n)
	}
	l.text.Copy(b)
}

// meaning returns what the escape stands for that is e behind its backslash.
func meaning(e []byte) string {
	switch {
	case len(e) == 0, e[0] == '\n', e[0] == '\r', e[0] == '\f': // the line goes on
		return ""
	case isHex(int(e[0])):
		v, _ := strconv.ParseUint(string(bytes.TrimSpace(e)), 16, 32)
		return string(rune(v))
	}
	return string(e)
}
