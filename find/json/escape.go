package json

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"uriel.dev/find/internal/decoded"
)

// unescape appends what the inner of a string means. What is no escape keeps its
// backslash: of a regular expression.
func unescape(t *decoded.Text, b []byte) { t.Decode(b, '\\', escape) }

// escape returns what the escape at the beginning of b stands for, and its length; 0
// if it is none.
func escape(b []byte) (text string, n int) {
	if len(b) < 2 {
		return "", 0
	}
	switch c := b[1]; c {
	case '"', '\\', '/', '\'', '`':
		return string(b[1:2]), 2
	case 'a', 'b', 'f', 'n', 'r', 't', 'v':
		const letters, meanings = "abfnrtv", "\a\b\f\n\r\t\v"
		i := strings.IndexByte(letters, c)
		return meanings[i : i+1], 2
	case '\r', '\n': // the line goes on
		if c == '\r' && len(b) > 2 && b[2] == '\n' {
			return "", 3
		}
		return "", 2
	case 'x':
		return hex(b, 2, 2)
	case 'U':
		return hex(b, 2, 8)
	case 'u':
		if len(b) > 2 && b[2] == '{' {
			return braced(b)
		}
		return unit(b)
	case '0', '1', '2', '3':
		return octal(b)
	}
	return "", 0
}

// hex returns the character of digits hexadecimal digits at i.
func hex(b []byte, i, digits int) (text string, n int) {
	if len(b) < i+digits {
		return "", 0
	}
	v, err := strconv.ParseUint(string(b[i:i+digits]), 16, 32)
	if err != nil {
		return "", 0
	}
	return string(rune(min(v, utf8.MaxRune+1))), i + digits
}

// braced returns the character of \u{1F600}.
func braced(b []byte) (text string, n int) {
	const most = len("{00000000}")
	end := bytes.IndexByte(b[:min(len(b), len(`\u`)+most)], '}')
	if end < 0 {
		return "", 0
	}
	const open = len(`\u{`)
	if text, n = hex(b, open, end-open); n > 0 {
		n++
	}
	return text, n
}

// unit returns the character of \uD83D\uDE00 or \u00E9.
func unit(b []byte) (text string, n int) {
	text, n = hex(b, 2, 4)
	if n == 0 || text != string(utf8.RuneError) || len(b) < 2*n || b[n] != '\\' || b[n+1] != 'u' {
		return text, n
	}
	first, _ := strconv.ParseUint(string(b[2:6]), 16, 32)
	second, err := strconv.ParseUint(string(b[8:12]), 16, 32)
	if r := utf16.DecodeRune(rune(first), rune(second)); err == nil && r != utf8.RuneError {
		return string(r), 2 * n
	}
	return text, n
}

// octal returns the character of one to three octal digits.
func octal(b []byte) (text string, n int) {
	v := 0
	for n = 1; n < min(len(b), len(`\000`)) && '0' <= b[n] && b[n] <= '7'; n++ {
		v = 8*v + int(b[n]-'0')
	}
	return string(rune(v)), n
}
