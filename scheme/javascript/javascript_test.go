package javascript

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"javascript:%61lert(1)": "a program of JavaScript that a browser would run, 8 bytes long",
	})
}

// TestOffsets: the remarks stand at the source and at what looks like a host.
func TestOffsets(t *testing.T) {
	const text = "javascript://h:1/%0ax?y#z"
	for i, want := range []string{"//h:1/%0ax?y#z", "//h:1"} {
		r := remarks(uri.MustParse(text))[i]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s at %q, want %q", r.Rule, got, want)
		}
	}
}

// FuzzView: the URI of a view, and the normal form, have the same source.
func FuzzView(f *testing.F) {
	seeds := []string{"javascript://[::1]:/%2e%2E/", "javascript:%2f%2F@a:b", "javascript:#%00", "javascript:/.//A"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		for _, other := range []uri.URI{built, table.Normalize(u)} {
			if w, _ := Parse(other); w.Source != v.Source {
				t.Errorf("%q is %q, but %q is %q", u, v.Source, other, w.Source)
			}
		}
	})
}
