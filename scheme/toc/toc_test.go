package toc

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"toc:man":  "the list of the pages of the manual",
		"toc:info": "the list of Texinfo documents",
		"toc:":     "the lists of the pages of the manual and of Texinfo documents",
		"toc:x":    "no list of documentation",
	})
}

func TestURI(t *testing.T) {
	for contents, want := range map[Contents]string{Man: "toc:man", Info: "toc:info", All: "toc:", "": "", "x": ""} {
		if u, err := (View{Contents: contents}).URI(); u.String() != want || (err == nil) != (want != "") {
			t.Errorf("the URI of %q is %q, %v, want %q", contents, u, err, want)
		}
	}
}

// FuzzView: the URI of a view has the same view, and is equal.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), []string{"toc:%6d%61n", "toc:#x", "toc:?"}, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("%q is %+v, which has no URI: %v", u, v, err)
		}
		if rung, _ := table.Compare(u.WithoutFragment(), built); rung < uri.EqualScheme {
			t.Errorf("%q is not equal to %q, the URI of its view", u, built)
		}
		if w, err := Parse(built); err != nil || w.Contents != v.Contents {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
	})
}
