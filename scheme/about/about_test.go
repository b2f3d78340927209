package about

import (
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"about:blank":  "an empty document",
		"about:config": `the page "config" of some program, about itself`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"about:blank?a=b#c": "token blank|what to show of it a=b",
	})
}

func TestIsBlank(t *testing.T) {
	for text, want := range map[string]bool{"about:blank": true, "about:bl%61nk?a#b": true, "about://h": false, "about:Blank": false, "about:srcdoc": false, "about:": false} {
		if v, _ := Parse(uri.MustParse(text)); v.IsBlank() != want {
			t.Errorf("%s: %v, want %v", text, !want, want)
		}
	}
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{"about:a/b/": "/", "about://h/p": "//h/p", "about:x?y": "x"} {
		r := remarks(uri.MustParse(text))[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

// FuzzView: the URI of a view has the same view.
func FuzzView(f *testing.F) {
	seeds := []string{"about:%2f%3F?#", "about:/./a", "about://:@/?"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		w, err := Parse(built)
		if err != nil || w.Token != v.Token || w.WellKnown != v.WellKnown || built.Query() != u.Query() || built.HasQuery() != u.HasQuery() {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
	})
}
