package whatis

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"whatis:directory": `the descriptions of the manual that hold the word "directory"`,
		"whatis:":          "no description of the manual",
	})
}

func TestURI(t *testing.T) {
	for word, want := range map[scheme.Octets]string{
		"directory": "whatis:directory",
		"TCP/IP":    "whatis:TCP/IP",
		"//x":       "whatis:%2F/x",
		"a b?#%":    "whatis:a%20b%3F%23%25",
		"[":         "whatis:%5B",
		"a\nb":      "",
		"-C":        "",
		"":          "",
	} {
		if u, err := (View{Word: word}).URI(); u.String() != want || (err == nil) != (want != "") {
			t.Errorf("the URI of %q is %q, %v, want %q", word, u, err, want)
		}
	}
}

// FuzzView: the URI of a view has the same view.
func FuzzView(f *testing.F) {
	seeds := []string{"whatis:/.//x", "whatis:%2f/x#f", "whatis:///x", "whatis:a:b@c", "whatis:%FF"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("%q is %+v, which has no URI: %v", u, v, err)
		}
		if w, err := Parse(built); err != nil || w.Word != v.Word {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
		if rung, _ := table.Compare(u.WithoutFragment(), built); rung < uri.EqualScheme {
			t.Errorf("%q is not equal to %q, the URI of its view", u, built)
		}
	})
}
