package schemetest

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Fuzz fuzzes the schemes of a package, from its vectors and from seeds: a view
// can be made of any URI, its parts are in order, the remarks point into the
// URI, and the normal form is one. more, if not nil, tests what the scheme has
// on top.
func Fuzz(f *testing.F, infos []scheme.Info, seeds []string, more func(t *testing.T, u uri.URI)) {
	for _, v := range read[Vector](f, "vectors.json") {
		f.Add(v.URI)
	}
	for _, s := range seeds {
		f.Add(s)
	}
	table := scheme.NewTable(infos, nil)
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			t.Skip("no input of this target")
		}
		info := table.Lookup(u.Scheme())
		if info == nil {
			t.Skip("no input of this target")
		}
		view, _ := info.View(u)
		checkParts(t, u, view)
		if info.Remarks != nil {
			checkRemarks(t, u, info.Remarks(u))
		}
		normal := table.Normalize(u)
		if again := table.Normalize(normal); again != normal {
			t.Errorf("the normal form %q of %q becomes %q", normal, u, again)
		}
		if more != nil {
			more(t, u)
		}
	})
}

// Meanings tests the sentence that a view says of each URI.
func Meanings(t *testing.T, infos []scheme.Info, want map[string]string) {
	t.Helper()
	table := scheme.NewTable(infos, nil)
	for text, meaning := range want {
		if v, _ := table.View(uri.MustParse(text)); v.Meaning() != meaning {
			t.Errorf("%s means %q, want %q", text, v.Meaning(), meaning)
		}
	}
}

// Parts tests the parts that a view tells of each URI: their labels and texts, as
// in "host h|port 1".
func Parts(t *testing.T, infos []scheme.Info, want map[string]string) {
	t.Helper()
	table := scheme.NewTable(infos, nil)
	for text, parts := range want {
		v, _ := table.View(uri.MustParse(text))
		var got []string
		for _, p := range v.Parts() {
			got = append(got, p.Label+" "+text[p.Start:p.End])
		}
		if strings.Join(got, "|") != parts {
			t.Errorf("%s has the parts %q, want %q", text, strings.Join(got, "|"), parts)
		}
	}
}
