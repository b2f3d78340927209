package userdoc

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"x-userdoc:bash":        `the documentation of "bash"`,
		"x-userdoc:bash/README": `the file "README" in the documentation of "bash"`,
		"x-userdoc:":            "no documentation",
	})
}

func TestURI(t *testing.T) {
	for _, v := range []View{{}, {Name: "a/b"}, {Name: "-a"}, {Name: "a", Path: ".."}, {Name: "a", Path: "b//c"}, {Name: "a", Path: "/etc"}, {Path: "b"}} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v has the URI %s", v, u)
		}
	}
}

// FuzzView: the URI of a view has the same view, and is equal.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), []string{"x-userdoc:a/b/c", "x-userdoc:a%2Fb", "x-userdoc:a/%2e%2e"}, func(t *testing.T, u uri.URI) {
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
		if w, err := Parse(built); err != nil || w.Name != v.Name || w.Path != v.Path {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
	})
}
