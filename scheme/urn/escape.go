package urn

import (
	"iter"
	"math/bits"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// escapeRuns yields the runs of adjacent escapes of s from i on: where each
// begins, and its octets.
func escapeRuns(s string, i int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for {
			next := strings.IndexByte(s[i:], '%')
			if next < 0 {
				return
			}
			start := i + next
			end := start
			for isEscape(s, end) {
				end += len("%HH")
			}
			if start < end && !yield(start, pct.Decode(s[start:end])) {
				return
			}
			i = max(end, start+1)
		}
	}
}

// stretches yields the longest ranges of octets that next hits. It is given what
// is left of them, and tells how many belong together.
func stretches(octets string, next func(string) (n int, hit bool)) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 0; i < len(octets); {
			from := i
			n, hit := next(octets[i:])
			for hit {
				if i += n; i == len(octets) {
					break
				}
				n, hit = next(octets[i:])
			}
			if from < i && !yield(from, i) {
				return
			}
			i += n
		}
	}
}

// isOf hits octets of a class.
func isOf(k class) func(string) (int, bool) {
	return func(s string) (int, bool) { return 1, classes[s[0]]&k != 0 }
}

func isNUL(s string) (int, bool) { return 1, s[0] == 0 }

// notUTF8 hits octets that are no character in UTF-8 of today (RFC 3629).
func notUTF8(s string) (int, bool) {
	r, n := utf8.DecodeRuneInString(s)
	return n, r == utf8.RuneError && n == 1
}

// notOldUTF8 hits octets that are no character in the UTF-8 of 1997, which had
// up to six octets (Unicode 2.0, appendix A.2, to which RFC 2141, section 2.2,
// refers). Of several ways to encode a character the shortest is right, and no
// character is half of a surrogate pair.
func notOldUTF8(s string) (int, bool) {
	n := bits.LeadingZeros8(^s[0]) // ones at the front are the number of octets
	if n == 0 {
		return 1, false
	}
	if n == 1 || n >= len(oldUTF8) || n > len(s) {
		return 1, true
	}
	r := uint32(s[0]) & (0x7f >> n)
	for i := 1; i < n; i++ {
		if s[i]&0xc0 != 0x80 {
			return 1, true
		}
		r = r<<6 | uint32(s[i]&0x3f)
	}
	if r < oldUTF8[n] || 0xd800 <= r && r <= 0xdfff {
		return 1, true
	}
	return n, false
}

// oldUTF8 holds the first character that needs so many octets.
var oldUTF8 = [...]uint32{2: 0x80, 3: 0x800, 4: 0x1_0000, 5: 0x20_0000, 6: 0x400_0000}
