package uri

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// An Error says why a text is no URI-reference, and where. It is built on the
// error path only.
type Error struct {
	Input   string
	Offset  int    // the first byte that does not fit; len(Input) when more is missing
	Rule    string // the ID of the rule that is broken, such as "uri/host-space"
	Section string // the clause of the standard, such as "RFC 3986 3.2.2"
	Title   string // the rule in a few words
	Hint    string // what to write instead, or ""; that of the rule, or more exact
}

// Error returns one line such as
//
//	parse "http://a b": space in host (byte 8, RFC 3986 3.2.2)
//
// The input is quoted, cut from the 200th byte on, and redacted as by [Redact].
func (e *Error) Error() string {
	return fmt.Sprintf("parse %q: %s (byte %d, %s)", Shorten(Redact(e.Input)), e.Title, e.Offset, e.Section)
}

// Shorten cuts a text behind its 200th byte, or before the character that
// begins there or reaches beyond, and marks the cut with "…": enough of a URI to
// know it by in an error or a log.
func Shorten(s string) string {
	n := 200
	if len(s) <= n {
		return s
	}
	for n > 200-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

func fail(input string, offset int, r *Rule) *Error {
	return &Error{Input: input, Offset: offset, Rule: r.ID, Section: r.Section, Title: r.Title, Hint: r.hintAt(input, offset)}
}

// hintAt says what to write for what stands at i of an input, where that can be
// said more exactly than for all texts that break the rule.
func (r *Rule) hintAt(input string, i int) string {
	switch r {
	case ruleUserinfoSpace, ruleHostSpace, rulePathSpace, ruleQuerySpace, ruleFragmentSpace:
		if strings.Trim(input[:i], " ") == "" || strings.Trim(input[i:], " ") == "" {
			return "remove it: it stands beside the URI, not in it"
		}
	case ruleHostChar, rulePathChar, ruleQueryChar, ruleFragmentChar, ruleUserinfoChar:
		switch {
		case i == len(input)-1 && strings.IndexByte(">\"`", input[i]) >= 0:
			return ruleWrapper.Hint
		case r != ruleHostChar:
			return r.spelling(input, i, 1)
		}
	case ruleBackslash:
		if i == len("C:") && input[1] == ':' {
			return "a path of Windows is written file:///C:/…"
		}
	case ruleNotUTF8:
		return r.spelling(input, i, 1)
	case ruleNonASCII:
		return r.spelling(input, i, nonASCIILen(input[i:]))
	}
	return r.Hint
}

// spelling says to write input[i:i+n] percent-encoded, unless it is of a
// password: a byte of that can be left out, and the redacted text is the same.
func (r *Rule) spelling(input string, i, n int) string {
	if Redact(input[:i]+input[i+1:]) == Redact(input) {
		return r.Hint
	}
	return "write " + Shorten(pct.Encode(input[i:i+n], pct.Unreserved))
}

// nonASCIILen returns the length of the characters outside US-ASCII that s
// begins with.
func nonASCIILen(s string) int {
	n := 0
	for n < len(s) && s[n] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return n
}

// failIn says what is wrong with the byte at i, at which the path, the query or
// the fragment came to a halt.
func (u *URI) failIn(i int) *Error {
	space, char := rulePathSpace, rulePathChar
	switch {
	case int(u.queryEnd) < i && u.text[u.queryEnd] == '#':
		space, char = ruleFragmentSpace, ruleFragmentChar
	case u.pathEnd != u.queryEnd:
		space, char = ruleQuerySpace, ruleQueryChar
	}
	c := u.text[i]
	switch {
	case i == 0 && (c == '<' || c == '"'):
		return fail(u.text, i, ruleWrapper)
	case c == '|' && space == rulePathSpace && u.isDriveLetter(i-1):
		return fail(u.text, i, ruleDrive)
	}
	return fail(u.text, i, byteRule(u.text, i, space, char))
}

// isDriveLetter reports whether a letter stands at i that begins a segment of
// the path.
func (u *URI) isDriveLetter(i int) bool {
	return i >= int(u.path) && classes[u.text[i]]&alpha != 0 && (i == int(u.path) || u.text[i-1] == '/')
}

// byteRule chooses the rule for the byte at i: what it is counts for more than
// where it stands.
func byteRule(s string, i int, space, other *Rule) *Rule {
	switch c := s[i]; {
	case c == '%':
		return ruleEscape
	case c == ' ':
		return space
	case c == '\\':
		return ruleBackslash
	case c < ' ' || c == 0x7f:
		return ruleControl
	case c >= utf8.RuneSelf:
		if r, n := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && n == 1 {
			return ruleNotUTF8
		}
		return ruleNonASCII
	default:
		return other
	}
}

// authorityRule chooses the rule for the byte at i of an authority whose host
// would begin at host: before an "@" it stands in the userinfo.
func (u *URI) authorityRule(i, host int) *Rule {
	rest := u.text[i:]
	if rest[0] == ']' {
		return ruleHostBracket
	}
	if host == int(u.auth) {
		if at := strings.IndexAny(rest, "@/?#"); at >= 0 && rest[at] == '@' {
			return byteRule(u.text, i, ruleUserinfoSpace, ruleUserinfoChar)
		}
	}
	return byteRule(u.text, i, ruleHostSpace, ruleHostChar)
}

// portRule chooses the rule for what stands where a port should and begins
// with a byte that is no digit.
func portRule(rest string) *Rule {
	if strings.Contains(rest, ":") {
		return ruleHostColon
	}
	return rulePortDigit
}
