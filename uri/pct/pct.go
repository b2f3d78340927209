// Package pct encodes and decodes percent-encoding (RFC 3986, section 2.1).
package pct

import "strings"

// A Set is a set of octets, one bit each. The zero value is empty.
type Set [4]uint64

// SetOf returns the set of the bytes of chars.
func SetOf(chars string) (s Set) {
	for i := range len(chars) {
		s[chars[i]>>6] |= 1 << (chars[i] & 63)
	}
	return s
}

// Has reports whether c is in the set.
func (s Set) Has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// HasAll reports whether each byte of text is in the set, as it is of no bytes.
func (s Set) HasAll(text string) bool { return Span(text, s) == len(text) }

// With returns the union of s and the bytes of chars.
func (s Set) With(chars string) Set {
	for i, word := range SetOf(chars) {
		s[i] |= word
	}
	return s
}

// Span returns how many bytes at the start of text are in the set.
func Span[T ~string | ~[]byte](text T, set Set) int {
	for i := range len(text) {
		if !set.Has(text[i]) {
			return i
		}
	}
	return len(text)
}

// SpanURI returns how many bytes at the start of text can stand in a URI behind
// its scheme: those of Query, whole triplets, and one number sign.
func SpanURI[T ~string | ~[]byte](text T) int {
	n, hasFragment := 0, false
	for n < len(text) {
		switch c := text[n]; {
		case isTriplet(text[n:]):
			n += len("%HH")
			continue
		case c == '#' && !hasFragment:
			hasFragment = true
		case !Query.Has(c):
			return n
		}
		n++
	}
	return n
}

const alphanum = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// Characters that may stand unencoded, by production of RFC 3986, appendix A.
var (
	Unreserved = SetOf(alphanum + "-._~")
	RegName    = Unreserved.With("!$&'()*+,;=")
	Segment    = RegName.With(":@") // pchar
	Path       = Segment.With("/")  // segments and the slashes between them
	Query      = Path.With("?")     // and fragment
)

const upperHex = "0123456789ABCDEF"

// Encode returns s with each byte that is not in bare as "%" and two upper-case
// hex digits. "%" itself is encoded unless it is in bare, so that
// Decode(Encode(s, bare)) is s for every set of unreserved characters. It does
// not allocate if there is nothing to encode.
func Encode(s string, bare Set) string {
	n := 0
	for i := range len(s) {
		if !bare.Has(s[i]) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 2*n)
	for i := range len(s) {
		if c := s[i]; bare.Has(c) {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&15])
		}
	}
	return b.String()
}

// Decode returns s with each triplet replaced by its octet. The result need not
// be UTF-8. A "%" without two hex digits stays as it is; the components of a
// [uriel.dev/uri.URI] have none. It does not allocate if there is nothing to
// decode.
func Decode(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if hi, lo := value(s[i+1]), value(s[i+2]); hi|lo < 16 {
				out = append(out, hi<<4|lo)
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// Width returns how many bytes the first octet of raw is written with: three for
// a triplet, one for any other byte, 0 if raw is empty.
func Width(raw string) int {
	switch {
	case raw == "":
		return 0
	case isTriplet(raw):
		return len("%HH")
	}
	return 1
}

// At returns the range of raw in which octet i of Decode(raw) is written. It is
// empty, at the end of raw, if there is no such octet. At takes time in
// proportion to i.
func At(raw string, i int) (start, end int) {
	for ; i > 0 && start < len(raw); i-- {
		start += Width(raw[start:])
	}
	return start, start + Width(raw[start:])
}

// isTriplet reports whether text begins with "%" and two hex digits.
func isTriplet[T ~string | ~[]byte](text T) bool {
	return len(text) > len("%H") && text[0] == '%' && value(text[1])|value(text[2]) < 16
}

// value is the value of a hex digit, or 255.
func value(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	default:
		return 255
	}
}
