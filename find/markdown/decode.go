package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/find/internal/decoded"
)

// decode returns what a destination means: without the backslashes that escape
// punctuation (section 2.4), and with entities as characters (section 2.5).
func decode(text string) string {
	if strings.IndexByte(text, '\\') < 0 && strings.IndexByte(text, '&') < 0 {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && isPunct(text[i+1]):
			i++
			out.WriteByte(text[i])
		case c == '&':
			meaning, n := entity(text[i:])
			out.WriteString(meaning)
			i += n - 1
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// entity returns what the entity means that text begins with, and its length; the
// "&" itself if it is none.
func entity(text string) (meaning string, n int) {
	const mostEntity = 33 // bytes: "&CounterClockwiseContourIntegral;"
	end := strings.IndexByte(text[:min(len(text), mostEntity)], ';')
	if end < len("&x") {
		return "&", 1
	}
	name := text[1:end]
	if name[0] == '#' {
		if r, ok := numeric(name[1:]); ok {
			return string(r), end + 1
		}
		return "&", 1
	}
	if text, ok := decoded.Named(name); ok {
		return text, end + 1
	}
	return "&", 1
}

// numeric returns the character of a number, decimal or with "x" in hexadecimal.
func numeric(digits string) (rune, bool) {
	base, most := 10, 7
	if digits != "" && digits[0]|0x20 == 'x' {
		digits, base, most = digits[1:], 16, 6
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || len(digits) > most {
		return 0, false
	}
	if n == 0 || !utf8.ValidRune(rune(n)) {
		return utf8.RuneError, true
	}
	return rune(n), true
}
