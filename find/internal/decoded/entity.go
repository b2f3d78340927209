package decoded

import (
	"bytes"
	"html"
	"strings"
)

// mostEntity is how long the name of an entity can be, with "&" and ";".
const mostEntity = len("&CounterClockwiseContourIntegral;")

// Entities appends b, with character references as HTML has them (HTML Standard,
// section 13.2.5.72). In an attribute what has no semicolon and letters, digits or "="
// behind it is none, since it is most likely of a query.
func (t *Text) Entities(b []byte, attribute bool) {
	t.Decode(b, '&', func(text []byte) (string, int) { return entity(text, attribute) })
}

// entity returns what the character reference that b begins with stands for, and its
// length; 0 if it is none.
func entity(b []byte, attribute bool) (text string, n int) {
	if len(b) > 1 && b[1] == '#' {
		return Numeric(b)
	}
	n = 1
	for n < min(len(b), mostEntity) && isAlphanumeric(b[n]) {
		n++
	}
	if n < len(b) && b[n] == ';' {
		if text, ok := Named(string(b[1:n])); ok {
			return text, n + 1
		}
	}
	if attribute && n < len(b) && b[n] == '=' {
		return "", 0
	}
	return legacy(b[:n], attribute)
}

// legacy returns the reference without a semicolon that b, "&" and letters, begins
// with. No name of one is the beginning of another.
func legacy(b []byte, attribute bool) (text string, n int) {
	const most = len("&frac12")
	for n := len("&lt"); n <= min(len(b), most); n++ {
		if text := html.UnescapeString(string(b[:n])); text != string(b[:n]) {
			if attribute && n < len(b) {
				return "", 0
			}
			return text, n
		}
	}
	return "", 0
}

// Named returns the character, or two, of a name that HTML knows.
func Named(name string) (text string, ok bool) {
	switch name {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return `"`, true
	case "semi":
		return ";", true
	}
	whole := "&" + name + ";"
	text = html.UnescapeString(whole)
	return text, text != whole && !strings.HasSuffix(text, ";") // but a legacy one before other letters
}

// Numeric returns the character of the numeric character reference that b begins
// with, such as "&#64;" or "&#x40;", and its length; 0 if it is none. The
// semicolon may be missing.
func Numeric(b []byte) (text string, n int) {
	n = len("&#")
	isDigit := isDecimal
	if n < len(b) && b[n]|0x20 == 'x' {
		n++
		isDigit = isHex
	}
	first := n
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	if n == first {
		return "", 0
	}
	digits := bytes.TrimLeft(b[first:n], "0")
	if len(digits) > 7 { // beyond all characters
		digits = digits[:7]
	}
	text = html.UnescapeString(string(b[:first]) + "0" + string(digits) + ";")
	if n < len(b) && b[n] == ';' {
		n++
	}
	return text, n
}

func isDecimal(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDecimal(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func isAlphanumeric(c byte) bool { return isDecimal(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }
