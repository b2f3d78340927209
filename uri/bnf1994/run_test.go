package bnf1994

import (
	"strings"
	"testing"
)

// hostile are the beginnings and the pieces of texts in which the grammars are
// most ambiguous.
var hostile = struct{ before, pieces []string }{
	[]string{"", "http://h/", "http://", "http://h?", "ftp://", "ftp://h/", "news:", "nntp:", "mailto::", "mailto:", "mid:",
		"wais://h/d/t/1=", "prospero://h/", "gopher://h/1", "gopher://h?", "telnet://", "file://", "foo:"},
	[]string{"a.", "../", "%", "%00", "%09", "@", "a@", "a:", `"`, "1;", "1=a;", "~", "+", "é"},
}

// TestLinear counts the steps of the machines: there are at most so many for
// each byte, however long the text is and however ambiguous.
func TestLinear(t *testing.T) {
	const perByte = 60
	for _, before := range hostile.before {
		for _, piece := range hostile.pieces {
			for _, size := range []int{1 << 6, 1 << 12, 1 << 15} {
				s := before + strings.Repeat(piece, size/len(piece))
				for _, g := range []*grammar{draft(), rfc1738()} {
					a := g.try(s, 0)
					generic := 0
					if m := g.machines["genericurl"]; m != nil {
						generic = m.run(s, 0).steps
					}
					if a.steps > perByte*(len(s)+4) || generic > perByte*(len(s)+4) {
						t.Errorf("%q and %q…: %d and %d steps for %d bytes", before, piece, a.steps, generic, len(s))
					}
				}
			}
		}
	}
}

// TestHuge reads texts of 1 MiB: anything but linear time would not end.
func TestHuge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, before := range []string{"URL:http://h/", "URL:http://", "URL:ftp://", "URL:gopher://h?", "foo://", "news:"} {
		for _, piece := range []string{"a.", "../", "%", `"`, "@"} {
			s := before + strings.Repeat(piece, 1<<20/len(piece))
			Parse(s)
			Parse1738(s)
		}
	}
}
