package whatwg

import (
	"strings"
	"testing"

	"golang.org/x/net/idna"
)

// TestNewerChars: where x/net/idna has the tables of Unicode 17, they and
// zidna.go agree; where it has not, they disagree, or the row is of no use.
func TestNewerChars(t *testing.T) {
	current := idna.UnicodeVersion >= "17"
	rows, agree := 0, 0
	last := rune(0)
	for _, c := range newerChars {
		if c.lo <= last || c.hi < c.lo || c.to != 0 && c.like != 0 {
			t.Errorf("row %#v is out of order, or both mapped and valid", c)
		}
		last = c.hi
		for r := c.lo; r <= c.hi; r++ {
			rows++
			mapped, _ := statusProfile.ToUnicode(string(r))
			_, err := statusProfile.ToUnicode("a" + string(r))
			if mapped == mapRune(r) && err == nil {
				agree++
			} else if current {
				t.Errorf("%U is mapped to %q by x/net/idna, here to %q", r, mapped, mapRune(r))
			}
		}
	}
	// U+1171E is the one whose joining type has changed alone.
	if rows == 0 || !current && agree > 1 {
		t.Errorf("of %d characters x/net/idna (Unicode %s) knows %d as they are here", rows, idna.UnicodeVersion, agree)
	}
}

func TestToASCII(t *testing.T) {
	long := "xn--" + strings.Repeat("a", maxLabel)
	for _, c := range []struct {
		in, want string // "" is a failure
		strict   bool
		why      string
	}{
		{"\u1e9e.de", "xn--zca.de", false, "mapped to \u00df since Unicode 16, not to ss"},
		{"\U00032931.a", "xn--982o.a", false, "assigned in Unicode 17"},
		{"\U00010d50a", "", false, "Bidi Rule: U+10D70, new in Unicode 16, is of class R"},
		{"xn--\u00fc", "", false, "no label may look like Punycode and be none"},
		{"\u00fc.xn--", "", false, "Punycode of nothing"},
		{"\u00fc.xn--a-", "", false, "Punycode of ASCII"},
		{"\u00fc.XN--TDA", "xn--tda.xn--tda", false, "mapped to lower case, then decoded"},
		{"\u00fc.xn--xn---epa", "", false, "decoded to a label that begins with xn--"},
		{"\u00fc." + long, "", false, "longer than Punycode is read"},
		{"\u00fc" + strings.Repeat("a", maxLabel-4), "", false, "longer than Punycode is written"},
		{"a_b", "", true, "UseSTD3ASCIIRules"},
		{"-a", "", true, "CheckHyphens"},
		{"ab--c", "", true, "CheckHyphens"},
		{"a..b", "", true, "VerifyDnsLength"},
		{"a-b.c", "a-b.c", true, "valid"},
		{"\u0628\u200c\u0628", "xn--ngba799q", false, "CheckJoiners: between two that join"},
		{"a\u200cb", "", false, "CheckJoiners"},
	} {
		got, ok := toASCII(c.in, c.strict)
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("toASCII(%+q, %t) = %q, want %q (%s)", c.in, c.strict, got, c.want, c.why)
		}
	}
}
