package urn

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestVerdicts: the rows hold for both documents, which have the same sections.
func TestVerdicts(t *testing.T) {
	for _, row := range rows[struct {
		Text, Standing, Section, Why string
		Offset                       int
	}](t, "verdicts.json") {
		for document, judge := range map[string]func(string) Verdict{"RFC 2141": Verdict2141, "draft-ietf-urn-syntax-04": VerdictDraft} {
			section := row.Section
			if section != "" {
				section = document + " " + section
			}
			v := judge(row.Text)
			if v.Standing.String() != row.Standing || v.Offset != row.Offset || v.Section != section || (v.Reason == "") != (v.Standing == Valid) {
				t.Errorf("%q: %+v, want %s at %d by %s: %s", row.Text, v, row.Standing, row.Offset, section, row.Why)
			}
		}
	}
}

// FuzzVerdict: a verdict points into the text; and what is valid by RFC 2141
// still is by RFC 8141, as its section 1 promises, but for the NIDs that B.1 has
// taken away.
func FuzzVerdict(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		v := Verdict2141(s)
		if v.Offset < 0 || v.Offset > len(s) {
			t.Fatalf("%q: %+v", s, v)
		}
		if v.Standing == Valid || v.Standing == Discouraged {
			nid, _, _ := strings.Cut(s[len(prefix):], ":")
			if _, err := Parse(s); (err != nil) != (len(nid) < 2 || strings.HasSuffix(nid, "-")) {
				t.Errorf("%q is %v by RFC 2141, by RFC 8141: %v", s, v.Standing, err)
			}
		}
		if _, err := Parse(s); err == nil && v.Standing == Invalid && !strings.ContainsAny(s, "&~") && !strings.EqualFold(MustParse(s).NID(), "urn") {
			t.Errorf("%q is a URN, by RFC 2141: %+v", s, v)
		}
	})
}

// FuzzUTF8: what is UTF-8 today was in 1997, and up to four octets the other way
// round.
func FuzzUTF8(f *testing.F) {
	for _, s := range []string{"é", "\xc0\x80", "\xf8\x88\x80\x80\x80", "\xfd\xbf\xbf\xbf\xbf\xbf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "a\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for s != "" {
			n, wrong := notUTF8(s)
			old, oldWrong := notOldUTF8(s)
			// Unicode has ended at U+10FFFF since.
			if beyond := s[0] >= 0xf4 && !oldWrong && wrong; !beyond && (old != n || oldWrong != wrong) {
				t.Fatalf("%q: %d octets, %v; in 1997 %d, %v", s, n, wrong, old, oldWrong)
			}
			if r, _ := utf8.DecodeRuneInString(s); !wrong && oldWrong {
				t.Fatalf("%q: %U was none in 1997", s, r)
			}
			s = s[max(n, old):]
		}
	})
}
