// Package ucs tells the characters that IRIs (RFC 3987) and URI Templates (RFC
// 6570) have beyond US-ASCII, raw and escaped.
package ucs

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// Ucschar reports whether r is in the production ucschar (RFC 3987, section 2.2),
// the characters that stand in an IRI where unreserved characters may. Left out are the C1 controls, private use, surrogates, noncharacters and the
// specials at U+FFF0.
func Ucschar(r rune) bool {
	switch {
	case r < 0x10000:
		return 0xA0 <= r && r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r && r <= 0xFFEF
	case r < 0xE0000:
		return r&0xFFFF <= 0xFFFD
	default:
		return 0xE1000 <= r && r <= 0xEFFFD
	}
}

// Iprivate reports whether r is in the production iprivate, the characters of
// private use, which may stand in the query of an IRI only.
func Iprivate(r rune) bool {
	return 0xE000 <= r && r <= 0xF8FF || 0xF0000 <= r && r <= 0xFFFFD || 0x100000 <= r && r <= 0x10FFFD
}

// IsASCII reports whether s has no byte beyond US-ASCII.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// IsTriplet reports whether s begins with pct-encoded, "%" HEXDIG HEXDIG.
func IsTriplet(s string) bool { return len(s) > 2 && s[0] == '%' && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool { return strings.IndexByte("0123456789ABCDEFabcdef", c) >= 0 }

// Triplets returns the length of the triplets at the beginning of s, which has
// one at least, whose octets make up one character of UTF-8. It is that of the
// first triplet if there is no such character.
func Triplets(s string) int {
	end := 0
	for end < utf8.UTFMax*len("%HH") && IsTriplet(s[end:]) {
		end += len("%HH")
	}
	_, size := utf8.DecodeRuneInString(pct.Decode(s[:end]))
	return size * len("%HH")
}
