package whatwg

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

//go:generate go run gen/main.go

// The processing of UTS 46, section 4, is written out here as of its revisions
// for Unicode 16 and 17, since the profiles of x/net/idna follow them in some
// versions of Go only. The profiles are asked for what they know: the status of a
// character, the rules of joiners in a label, and Punycode. What has become of
// characters since their oldest tables is in zidna.go; the canonical order of
// marks that are newer is that of x/text.
var (
	statusProfile = idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.CheckJoiners(false))
	joinerProfile = idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false))
)

const acePrefix = "xn--"

// maxLabel is how many bytes a label may have that Punycode reads or writes: its
// algorithms take the square of the length. DNS allows 63; the standard sets no
// limit, but lets an implementation have one.
const maxLabel = 1000

// toASCII is Unicode ToASCII of UTS 46 with the parameters of the domain parser
// ToASCII (section 3.3): CheckBidi and CheckJoiners, neither transitional
// processing nor invalid Punycode, and, if strict, CheckHyphens,
// UseSTD3ASCIIRules and VerifyDnsLength.
func toASCII(domain string, strict bool) (ascii string, ok bool) {
	labels := strings.Split(mapDomain(domain), ".")
	for i, label := range labels {
		ace := strings.HasPrefix(label, acePrefix)
		if (ace || !isASCII(label)) && len(label) > maxLabel || strict && len(label) > 63 && isASCII(label) {
			return "", false
		}
		if ace {
			decoded, err := idna.Punycode.ToUnicode(label)
			if err != nil || !isASCII(label) || isASCII(decoded) {
				return "", false
			}
			labels[i] = decoded
		}
		if !isValidLabel(labels[i], strict) {
			return "", false
		}
	}
	if !satisfyBidi(labels) {
		return "", false
	}
	for i, label := range labels {
		if !isASCII(label) {
			encoded, err := idna.Punycode.ToASCII(label)
			if err != nil || len(encoded) > maxLabel {
				return "", false
			}
			labels[i] = encoded
		}
	}
	return strings.Join(labels, "."), !strict || haveDNSLength(labels)
}

// mapDomain maps each character by its status and normalises the result: the
// first two steps of the processing.
func mapDomain(domain string) string {
	var b strings.Builder
	for _, r := range domain {
		b.WriteString(mapRune(r))
	}
	return norm.NFC.String(b.String())
}

// mapRune returns what the mapping table makes of r: r itself if it is valid or
// disallowed.
func mapRune(r rune) string {
	if r < utf8.RuneSelf {
		return lower(string(r))
	}
	if c, ok := newer(r); ok {
		return c.mapping(r)
	}
	mapped, _ := statusProfile.ToUnicode(string(r)) // the error is of no interest: see isValidRune
	return mapped
}

// isValidRune reports whether the mapping table has r as valid, or as a
// deviation, which is valid since there is no transitional processing.
func isValidRune(r rune) bool {
	if c, ok := newer(r); ok {
		return c.like != 0
	}
	if mapRune(r) != string(r) {
		return false
	}
	_, err := statusProfile.ToUnicode("a" + string(r)) // a mark may not stand alone
	return err == nil
}

// isValidLabel checks the validity criteria of UTS 46, section 4.1, but for that
// of Bidi, which is about all labels.
func isValidLabel(label string, strict bool) bool {
	if label == "" {
		return true // an error if strict: see haveDNSLength
	}
	alike := standIns(label)
	first, _ := utf8.DecodeRuneInString(alike)
	switch {
	case !norm.NFC.IsNormalString(label), strings.Contains(label, "."), unicode.Is(unicode.M, first),
		strict && !isHyphenated(label), !strict && strings.HasPrefix(label, acePrefix):
		return false
	}
	for _, r := range label {
		if r < utf8.RuneSelf && (strict && !isSTD3(byte(r)) || 'A' <= r && r <= 'Z') || r >= utf8.RuneSelf && !isValidRune(r) {
			return false
		}
	}
	if !strings.ContainsAny(label, "\u200c\u200d") {
		return true
	}
	_, err := joinerProfile.ToUnicode(alike)
	return err == nil
}

// isHyphenated reports whether hyphens stand only where CheckHyphens allows them.
func isHyphenated(label string) bool {
	runes := []rune(label)
	return runes[0] != '-' && runes[len(runes)-1] != '-' && (len(runes) < 4 || runes[2] != '-' || runes[3] != '-')
}

func isSTD3(c byte) bool { return 'a' <= c && c <= 'z' || isDigit(c) || c == '-' }

// satisfyBidi checks the Bidi Rule of RFC 5893, section 2, in each label if any
// has a character that is written from right to left.
func satisfyBidi(labels []string) bool {
	rightToLeft, valid := false, true
	for _, label := range labels {
		label = standIns(label)
		rightToLeft = rightToLeft || bidirule.DirectionString(label) != bidi.LeftToRight
		valid = valid && bidirule.ValidString(label)
	}
	return valid || !rightToLeft
}

// haveDNSLength is VerifyDnsLength, of labels in ASCII.
func haveDNSLength(labels []string) bool {
	total := len(labels) - 1 // dots
	for _, label := range labels {
		if len(label) < 1 || len(label) > 63 {
			return false
		}
		total += len(label)
	}
	return total <= 253
}

// A newerChar is a range of characters that are mapped to those from to on, or
// valid and like another in all that labels are checked for, or, if neither,
// ignored.
type newerChar struct {
	lo, hi, to, like rune
}

// newer looks r up among the characters that are newer than the oldest tables of
// x/net/idna.
func newer(r rune) (newerChar, bool) {
	i, ok := slices.BinarySearchFunc(newerChars[:], r, func(c newerChar, r rune) int {
		if c.lo <= r && r <= c.hi {
			return 0
		}
		return cmp.Compare(c.lo, r)
	})
	if !ok {
		return newerChar{}, false
	}
	return newerChars[i], true
}

func (c newerChar) mapping(r rune) string {
	switch {
	case c.to != 0:
		return string(c.to + r - c.lo)
	case c.like != 0:
		return string(r)
	}
	return ""
}

// standIns puts a character of its like in the place of each that is newer.
func standIns(label string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			if c, ok := newer(r); ok && c.like != 0 {
				return c.like
			}
		}
		return r
	}, label)
}
