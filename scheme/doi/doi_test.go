package doi

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"doi:10.1000%2F182": `what has the DOI name "10.1000/182"`,
		"doi:10.1000":       "no DOI name",
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"doi:10.1/a/b?q":   "prefix 10.1|suffix a/b",
		"doi:10.1%2fa%2Fb": "prefix 10.1|suffix a%2Fb",
		"doi:10.1":         "prefix 10.1",
	})
}

func TestURI(t *testing.T) {
	u, err := View{Prefix: "10.1000", Suffix: "a?b#c%d/é"}.URI()
	if want := "doi:10.1000/a%3Fb%23c%25d/%C3%A9"; err != nil || u.String() != want {
		t.Errorf("%s, %v; want %s", u, err, want)
	}
	for _, v := range []View{{}, {Prefix: "10.1"}, {Prefix: "11.1", Suffix: "a"}, {Prefix: "10.1/2", Suffix: "a"}} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
}

// FuzzView: the URI of a view has the same view, and is the same by the rules of
// the scheme.
func FuzzView(f *testing.F) {
	seeds := []string{"doi:10.1/%00A", "doi:10.1%2f", "doi:10.%2e/x?a#b", "doi:/", "doi:%31%30.1//a:b@c"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil || u.HasQuery() || u.HasFragment() {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		if w, err := Parse(built); err != nil || w.Prefix != v.Prefix || w.Suffix != v.Suffix {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
		if rung, _ := table.Compare(u, built); rung == uri.Different {
			t.Errorf("%q and its URI %q differ", u, built)
		}
	})
}
