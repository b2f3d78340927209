package ldap

import (
	"fmt"
	"unicode/utf8"

	"uriel.dev/uri"
)

// A SyntaxError says why a text is no distinguished name or no filter, and
// where: the offset is of the first byte that does not fit, and the length of
// the text when more is missing.
type SyntaxError struct {
	What    string // "distinguished name" or "filter"
	Input   string
	Offset  int // in bytes
	Reason  string
	Section string // "RFC 4514 3"
}

// Error returns one line such as
//
//	filter "(cn=*": a closing parenthesis is missing (byte 5, RFC 4515 3)
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s %q: %s (byte %d, %s)", e.What, uri.Shorten(e.Input), e.Reason, e.Offset, e.Section)
}

// A scanner reads a text from its start. After the first failure it is at the
// end of the text, so that every loop over the text comes to its end.
type scanner struct {
	text string
	i    int
	err  *SyntaxError
}

// fail notes that the byte at i does not fit, unless something failed before.
func (s *scanner) fail(i int, reason string) {
	if s.err == nil {
		s.err = &SyntaxError{Input: s.text, Offset: i, Reason: reason}
	}
	s.i = len(s.text)
}

func (s *scanner) more() bool   { return s.i < len(s.text) }
func (s *scanner) rest() string { return s.text[s.i:] }

// next reports whether c is next.
func (s *scanner) next(c byte) bool { return s.more() && s.text[s.i] == c }

// take reads c if it is next.
func (s *scanner) take(c byte) bool {
	if !s.next(c) {
		return false
	}
	s.i++
	return true
}

// char reads one character of UTF-8 and returns its bytes.
func (s *scanner) char() string {
	r, n := utf8.DecodeRuneInString(s.rest())
	if r == utf8.RuneError && n <= 1 {
		s.fail(s.i, "this is not UTF-8")
		return ""
	}
	s.i += n
	return s.text[s.i-n : s.i]
}

// hexpair reads two hex digits.
func (s *scanner) hexpair() byte {
	var octet byte
	for range 2 {
		digit := -1
		if s.more() {
			digit = hexDigit(s.text[s.i])
		}
		if digit < 0 {
			s.fail(s.i, "two hex digits stand here")
			return 0
		}
		octet = octet<<4 | byte(digit)
		s.i++
	}
	return octet
}

// hexDigit returns the value of a hex digit, or -1.
func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// appendEscape appends an octet as distinguished names and filters escape it.
func appendEscape(b []byte, c byte) []byte { return fmt.Appendf(b, `\%02X`, c) }
