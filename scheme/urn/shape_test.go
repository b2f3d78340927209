package urn

import (
	"strings"
	"testing"
)

func TestEnd(t *testing.T) {
	for _, row := range rows[struct {
		Text, Why string
		Want      int
	}](t, "ends.json") {
		if got := End([]byte(row.Text)); got != row.Want {
			t.Errorf("End(%q) = %d, want %d: %s", row.Text, got, row.Want, row.Why)
		}
	}
}

// FuzzEnd: where a URN ends it is one, and it could not end later.
func FuzzEnd(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		text := []byte(s)
		checkEnd(t, s, End(text), func(s string) bool { return slowParse(s) != nil })
		checkEnd(t, s, DraftEnd(text), func(s string) bool {
			return Verdict2141(s).Standing != Invalid && !strings.ContainsAny(s, "?#")
		})
	})
}

func checkEnd(t *testing.T, s string, end int, isURN func(string) bool) {
	if end < 0 || end > len(s) || end > 0 && !isURN("urn:"+s[:end]) {
		t.Fatalf("%q ends at %d, and is none", s, end)
	}
	if strings.HasPrefix(s[end:], "?=") {
		return // which ends an r-component, whatever follows
	}
	for longer := end + 1; longer <= len(s); longer++ {
		if isURN("urn:" + s[:longer]) {
			t.Fatalf("%q ends at %d, but could at %d", s, end, longer)
		}
	}
}
