package imap

import (
	"strings"
)

// notSection returns where s stops being a section-spec (RFC 9051, section 9),
// or -1:
//
//	section-spec    = section-msgtext / (section-part ["." section-text])
//	section-part    = nz-number *("." nz-number)
//	section-text    = section-msgtext / "MIME"
//	section-msgtext = "HEADER" / "HEADER.FIELDS" [".NOT"] SP header-list / "TEXT"
func notSection(s string) int {
	at := 0
	for {
		n := strings.IndexFunc(s[at:], func(c rune) bool { return c < '0' || c > '9' })
		if n < 0 {
			n = len(s) - at
		}
		if n == 0 {
			return notSectionText(s, at)
		}
		if !isNumber(s[at:at+n], 32, false) {
			return at
		}
		at += n
		switch {
		case at == len(s):
			return -1
		case s[at] != '.':
			return at
		}
		at++
	}
}

// notSectionText is notSection for what stands at at, behind a section-part or at
// the start.
func notSectionText(s string, at int) int {
	text := strings.ToUpper(s[at:])
	switch {
	case text == "HEADER", text == "TEXT", text == "MIME" && at > 0:
		return -1
	case strings.HasPrefix(text, "HEADER.FIELDS.NOT "):
		return notHeaderList(s, at+len("HEADER.FIELDS.NOT "))
	case strings.HasPrefix(text, "HEADER.FIELDS "):
		return notHeaderList(s, at+len("HEADER.FIELDS "))
	}
	return at
}

// notHeaderList returns where s stops being "(" astring *(SP astring) ")" from at
// to its end, or -1. Literals would end the line and are no names of fields.
func notHeaderList(s string, at int) int {
	if at == len(s) || s[at] != '(' {
		return at
	}
	for {
		at++
		n := nameLength(s[at:])
		if n == 0 {
			return at
		}
		at += n
		switch {
		case s[at:] == ")":
			return -1
		case at == len(s) || s[at] != ' ':
			return at
		}
	}
}

// nameLength returns the length of the atom or quoted string that s begins with,
// 0 if there is none.
func nameLength(s string) int {
	if strings.HasPrefix(s, `"`) {
		n, hint := quoted(s)
		if hint != "" {
			return 0
		}
		return n
	}
	if n := notAtom(s); n >= 0 {
		return n
	}
	return len(s)
}
