package viewsource

import (
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"view-source:http://u:p@h/a": `the source of "http://u:***@h/a", as text`,
		"view-source:a":              "the source of no document",
	})
}

// TestOffsets: a remark stands at what is wrong with the inner URI.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"view-source:http://h:x/":        "x",
		"view-source:http://h/a":         "",
		"view-source:a/b":                "a/b",
		"view-source:VIEW-source:http:x": "VIEW-source",
	} {
		_, out := read(uri.MustParse(text))
		got := ""
		if len(out) > 0 {
			got = text[out[0].Offset : out[0].Offset+out[0].Length]
		}
		if got != want {
			t.Errorf("%s: a remark at %q, want %q", text, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	for text, want := range map[string]string{"http://h/a#b": "view-source:http://h/a#b", "a/b": "", "": ""} {
		if got := Of(uri.MustParse(text)).String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzView: the URI of the inner one is the URI again.
func FuzzView(f *testing.F) {
	seeds := []string{"view-source:A:b%2e", "view-source:view-source:VIEW-SOURCE:A:", "view-source:http://[::1", "view-source:%zz"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if (err != nil) != v.Inner.IsZero() {
			t.Errorf("%q has the inner URI %q, %v", u, v.Inner, err)
		}
		if err == nil && Of(v.Inner).String() != "view-source:"+u.String()[len("view-source:"):] {
			t.Errorf("%q is the source of %q", Of(v.Inner), v.Inner)
		}
	})
}
