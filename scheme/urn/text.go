package urn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// nssChars are <URN chars> of RFC 2141 without escapes and reserved characters.
var nssChars = pct.SetOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + other)

// EncodeNSS returns text as it can stand in an NSS: each octet of its UTF-8 that
// is no letter, no digit and none of ()+,-.:=@;$_!*' percent-encoded (RFC 2141,
// section 2.2). So are "/", "&" and "~", which RFC 8141 has let in since, but not
// for the namespaces that were there before (section 2.2). Decoding gives text
// again. What has a meaning in a namespace is not known here: a namespace with
// rules of its own may want other characters encoded.
func EncodeNSS(text string) string { return pct.Encode(text, nssChars) }

// Display returns the canonical form with the escapes of characters beyond
// US-ASCII decoded, for people to read (RFC 2141, section 4; RFC 8141, section
// 4.4). It is no URN, and not for transport.
//
// An escape stays where its octets are not UTF-8, and where the character would
// not be seen or makes others be seen in another place: controls, formats such
// as the bidirectional ones, spaces, what is not assigned, and what is ignored by
// default. Those of US-ASCII stay too, since a URN with the character itself is
// another one; so there is one URN that is displayed so. It may look like
// another all the same: "а" is a letter of the Cyrillic, too.
func (u URN) Display() string { return display(u.Canonical()) }

func display(s string) string {
	var b strings.Builder
	done := 0
	for start, octets := range escapeRuns(s, 0) {
		b.WriteString(s[done:start])
		for done = start; octets != ""; {
			r, n := utf8.DecodeRuneInString(octets)
			if size := n * len("%HH"); n > 1 && isSeen(r) {
				b.WriteRune(r)
				done += size
			} else {
				b.WriteString(s[done : done+size])
				done += size
			}
			octets = octets[n:]
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// isSeen reports whether a character shows something, and nothing but itself.
func isSeen(r rune) bool {
	return unicode.IsPrint(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
