package find

import (
	"unicode"
	"unicode/utf8"
)

// Classes of bytes.
const (
	alpha      uint16 = 1 << iota
	digit             // 0-9
	hexDigit          // 0-9 A-F a-f
	schemeByte        // of the name of a scheme
	hostByte          // of a name of a host, but for escapes
	uriByte           // of a URI, but for "%", and "[" and "]"
	plain             // of a URI, and nothing else
	afterColon        // can stand behind the colon of a scheme
	asIs              // of a URI, and never encoded
	joined            // is no edge: what follows it belongs to it
)

var classes = func() (c [256]uint16) {
	set := func(class uint16, chars string) {
		for i := range len(chars) {
			c[chars[i]] |= class
		}
	}
	const letters, digits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	set(alpha, letters)
	set(digit, digits)
	set(hexDigit, digits+"abcdefABCDEF")
	set(schemeByte, letters+digits+"+-.")
	set(hostByte, letters+digits+"-._~")
	set(uriByte, letters+digits+"-._~:/?#@!$&'()*+,;=")
	set(plain, letters+digits+"-._~:/?#@!*+=")
	set(afterColon, letters+digits+"-._~:/?#@!$&'()*+,;%") // ":=" is of programs
	set(asIs, letters+digits+"-._~:/?@!$&'()*+,;=%")
	set(joined, letters+digits+"_:/@.-+%#&?~$\\")
	return c
}()

func is(c byte, class uint16) bool { return classes[c]&class != 0 }

// A kind is what a character beyond US-ASCII does to a URI in running text.
type kind uint8

const (
	ends   kind = iota // it is no part of the URI
	part               // it is
	inside             // it is if a letter or digit follows: dashes and joiners
	opens              // it is an opening bracket
	closes             // it is a closing bracket
)

// kindOf says what r does. Letters, marks, numbers and pictures are of a URI as
// RFC 3987 has it; the punctuation of all scripts is of the text around it, and
// what cannot be seen is of neither. The joiners U+200C and U+200D are letters to
// scripts that need them.
func kindOf(r rune) kind {
	switch {
	case r == '\u200c', r == '\u200d', r == '·', unicode.In(r, unicode.Pd, unicode.Pc):
		return inside
	case isFrame(r), r == utf8.RuneError:
		return ends
	case unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.So):
		return part
	case unicode.Is(unicode.Ps, r):
		return opens
	case unicode.Is(unicode.Pe, r):
		return closes
	}
	return ends
}

// isFrame reports whether r draws a box, a block or a shape: tables are drawn with
// them, and no URI has one.
func isFrame(r rune) bool { return 0x2500 <= r && r <= 0x25FF }

// isWord reports whether r is a letter of a script that has blanks between words.
func isWord(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
