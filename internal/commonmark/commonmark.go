// Package commonmark has what the scanner of links in Markdown and the reader of its
// documents share: what backslashes and entities mean (CommonMark, sections 2.4, 2.5).
package commonmark

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Unescape returns a destination without the backslashes that escape punctuation, and
// with entities as characters. It allocates only if there are any.
func Unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return UnescapeEntities(s)
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && isPunct(s[i+1]):
			i++
			out.WriteByte(s[i])
		case c == '&':
			text, n := Entity(s[i:])
			out.WriteString(text)
			i += n - 1
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// UnescapeEntities returns a text with entities as characters.
func UnescapeEntities(s string) string {
	var out strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			return out.String() + s
		}
		text, n := Entity(s[i:])
		out.WriteString(s[:i] + text)
		s = s[i+n:]
	}
}

// Entity returns what the entity stands for that s begins with, and its length; the
// "&" itself if it is none.
func Entity(s string) (text string, n int) {
	const most = len("&CounterClockwiseContourIntegral;")
	end := strings.IndexByte(s[:min(len(s), most)], ';')
	if end < len("&x") {
		return "&", 1
	}
	if s[1] == '#' {
		if r, ok := numeric(s[2:end]); ok {
			return string(r), end + 1
		}
		return "&", 1
	}
	for i := 1; i < end; i++ {
		if !isAlphanumeric(s[i]) {
			return "&", 1
		}
	}
	// Some names count without a semicolon to package html, but not here.
	text = html.UnescapeString(s[:end+1])
	if text == s[:end+1] || strings.HasSuffix(text, ";") && text != ";" {
		return "&", 1
	}
	return text, end + 1
}

// numeric returns the character of a number: up to seven digits, or "x" and up to six
// of hexadecimal.
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

func isAlphanumeric(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }

func isPunct(c byte) bool { return '!' <= c && c <= '~' && !isAlphanumeric(c) }
