package near

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	all := []string{"find", "find-maint", "Finding Files", "grep", "egrep", "sed", "ed", "x", "find"}
	for name, want := range map[string][]string{
		"fnd":      {"find", "sed"},
		"find":     {"find", "Finding Files", "find-maint"},
		"gerp":     {"grep", "egrep"},
		"GREPP":    {"grep", "egrep"},
		"d":        nil,
		"dd":       {"ed"},
		"finding ": {"Finding Files"},
		"y":        nil,
		"":         nil,
		"bash":     nil,
	} {
		if diff := cmp.Diff(want, Names(name, slices.Values(all), 3)); diff != "" {
			t.Errorf("%q: %s", name, diff)
		}
	}
	if got := Names("find", slices.Values(all), 1); len(got) != 1 {
		t.Errorf("more than the limit: %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"ls", "ls", 0}, {"ls", "lss", 1}, {"lss", "ls", 1}, {"ls", "lt", 1}, {"sl", "ls", 1}, {"abc", "cba", 2}, {"printf", "pritnf", 1},
		{"abc", "xyz", 3}, {"a", "abcd", 3}, {"", "ab", 2}, {"", "", 0}, {"abcdef", "ghijkl", 3}, {"ca", "abc", 3},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
