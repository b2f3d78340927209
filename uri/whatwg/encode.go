package whatwg

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// The percent-encode sets of section 1.3, each as its complement: what stands
// as it is. None holds a byte outside ASCII.
var (
	controlBare      = except(pct.Set{}, "")
	fragmentBare     = except(controlBare, " \"<>`")
	queryBare        = except(controlBare, " \"#<>")
	specialQueryBare = except(queryBare, "'")
	pathBare         = except(queryBare, "?^`{}")
	userinfoBare     = except(pathBare, "/:;=@[\\]|")
	componentBare    = except(userinfoBare, "$%&+,")
	formBare         = except(componentBare, "!'()~").With(" ") // the serialiser writes "+"
)

// except returns bare without the bytes of chars; the empty set stands for all
// of printable ASCII.
func except(bare pct.Set, chars string) (out pct.Set) {
	var keep []byte
	for c := byte(' '); c <= '~'; c++ {
		if (bare == pct.Set{} || bare.Has(c)) && strings.IndexByte(chars, c) < 0 {
			keep = append(keep, c)
		}
	}
	return pct.SetOf(string(keep))
}

const (
	urlPunctuation  = "!$&'()*+,-./:;=?@_~"
	forbiddenHost   = "\x00\t\n\r #/:<>?@[\\]^|"
	forbiddenDomain = forbiddenHost + "\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f%\x7f"
)

// isURLCodePoint tells the URL code points of section 4.3.
func isURLCodePoint(r rune) bool {
	switch {
	case isAlpha(r) || isDigit(r):
		return true
	case r < utf8.RuneSelf:
		return strings.IndexByte(urlPunctuation, byte(r)) >= 0
	default: // not a noncharacter, of which two end each plane
		return r >= 0xa0 && (r < 0xfdd0 || r > 0xfdef) && r&0xfffe != 0xfffe
	}
}

func isAlpha[C byte | rune](c C) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit[C byte | rune](c C) bool { return '0' <= c && c <= '9' }
func isHex(c byte) bool               { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// isEscape reports whether s begins with a percent-encoded byte.
func isEscape(s string) bool {
	return len(s) >= 3 && s[0] == '%' && isHex(s[1]) && isHex(s[2])
}

// lower is the standard's ASCII lowercase. It does not allocate if nothing
// changes.
func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decodeUTF8 is the Encoding Standard's "UTF-8 decode without BOM": each
// maximal part of a character that breaks off, and each byte that can be in none,
// becomes U+FFFD.
func decodeUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for s != "" {
		n := scalarLen(s)
		if r, size := utf8.DecodeRuneInString(s); size == n && (r != utf8.RuneError || n > 1) {
			b.WriteString(s[:n])
		} else {
			b.WriteRune(utf8.RuneError)
		}
		s = s[n:]
	}
	return b.String()
}

// scalarLen returns how many bytes of s the decoder takes for its first
// character or U+FFFD.
func scalarLen(s string) int {
	if _, n := utf8.DecodeRuneInString(s); n > 1 || s[0] < 0xc2 || s[0] > 0xf4 {
		return n
	}
	// A character of two to four bytes breaks off. FullRune is false as long as
	// what stands there could be continued.
	n := 1
	for n < len(s) && !utf8.FullRuneInString(s[:n+1]) {
		n++
	}
	return n
}
