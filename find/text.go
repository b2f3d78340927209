package find

import "unicode/utf8"

// A text is what is known of the text being read. Whoever asks for a byte behind
// what is known gets none, and the text is noted to be short: what was decided on
// it does not count and is decided again on more.
type text struct {
	b     []byte
	whole bool // b goes to the end of the text
	short bool
}

// at returns byte i; 0 before the text and behind it.
func (t *text) at(i int) byte {
	if uint(i) < uint(len(t.b)) {
		return t.b[i]
	}
	t.short = t.short || i >= 0 && !t.whole
	return 0
}

// rune returns the character at i and its length; what is no UTF-8 is
// [utf8.RuneError].
func (t *text) rune(i int) (rune, int) {
	if i < len(t.b) && utf8.FullRune(t.b[i:]) {
		return utf8.DecodeRune(t.b[i:])
	}
	t.at(min(i+utf8.UTFMax, len(t.b)))
	return utf8.RuneError, 1
}

// before returns the character that ends at i; 0 if there is none.
func (t *text) before(i int) (rune, int) {
	if i <= 0 {
		return 0, 0
	}
	return utf8.DecodeLastRune(t.b[max(0, i-utf8.UTFMax):i])
}

// slice returns the text from i, n bytes or to the end.
func (t *text) slice(i, n int) []byte {
	if i+n > len(t.b) {
		t.short = t.short || !t.whole
		n = len(t.b) - i
	}
	return t.b[i : i+n : i+n]
}

// has reports whether the text continues with s at i, in any case of letters.
// The letters of s are in lower case.
func (t *text) has(i int, s string) bool {
	for k := range len(s) {
		if c := t.at(i + k); c != s[k] && !(is(c, alpha) && c|0x20 == s[k]) {
			return false
		}
	}
	return true
}

// escape reports whether an escape stands at i, as "%41" is.
func (t *text) escape(i int) bool {
	return t.at(i) == '%' && is(t.at(i+1), hexDigit) && is(t.at(i+2), hexDigit)
}
