package ldap

import (
	"strings"

	"uriel.dev/uri/pct"
)

// A piece is a part of the text of a URI, as it is written, and where it begins.
type piece struct {
	raw   string
	start int
}

func (p piece) end() int { return p.start + len(p.raw) }

// split cuts p at sep, which is one byte long, into n pieces at most.
func (p piece) split(sep string, n int) (pieces []piece) {
	start := p.start
	for _, raw := range strings.SplitN(p.raw, sep, n) {
		pieces = append(pieces, piece{raw, start})
		start += len(raw) + len(sep)
	}
	return pieces
}

// octet returns the range of the URI in which octet i of the decoded piece is
// written; it is empty, at the end, behind the last.
func (p piece) octet(i int) (start, end int) {
	start, end = pct.At(p.raw, i)
	return p.start + start, p.start + end
}

// ranges is octet for ranges of the decoded piece, which are in order.
func (p piece) ranges(of [][2]int) (out [][2]int) {
	at, decoded := 0, 0
	seek := func(i int) int {
		for ; decoded < i; decoded++ {
			at += pct.Width(p.raw[at:])
		}
		return p.start + at
	}
	for _, r := range of {
		out = append(out, [2]int{seek(r[0]), seek(r[1])})
	}
	return out
}
