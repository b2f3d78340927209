package pod

import (
	"strings"

	"uriel.dev/find/internal/piece"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// target returns the URI that a link leads to: one as it is, or that of a page of the
// manual. It reports false for what is a page or a section of documentation.
func target(text string) (uri.URI, bool) {
	if name, section, ok := page(text); ok {
		u, err := uri.Parse("man:" + pct.Encode(name, pct.Segment) + "(" + section + ")")
		return u, err == nil
	}
	if !isURI(text) {
		return uri.URI{}, false
	}
	return piece.Reference(text)
}

// isURI reports whether a link leads to a URI: a scheme, a colon, and something that
// is no colon, without blanks (perlpodspec(1), "About L<...> Codes").
func isURI(text string) bool {
	scheme, rest, ok := strings.Cut(text, ":")
	return ok && scheme != "" && rest != "" && rest[0] != ':' && pct.Span(scheme, schemeChars) == len(scheme) && !strings.ContainsAny(text, " \t\r\n")
}

var schemeChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")

// page reads the name of a page of the manual, with its section: a digit, and perhaps
// letters and digits. A part of the page may be named behind a slash.
func page(text string) (name, section string, ok bool) {
	text, _, _ = strings.Cut(text, "/")
	name, rest, ok := strings.Cut(text, "(")
	section, end, closed := strings.Cut(rest, ")")
	ok = ok && closed && end == "" && name != "" && !strings.HasPrefix(name, "-") && !strings.ContainsAny(name, ": \t\r\n\x00")
	return name, section, ok && isSection(section)
}

func isSection(s string) bool {
	const most = 16 // bytes
	if s == "" || len(s) > most || s[0] < '1' || s[0] > '9' {
		return s == "0p" // of POSIX; others are numbers
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
