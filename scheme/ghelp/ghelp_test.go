package ghelp

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"ghelp:gedit":             `the help of "gedit"`,
		"ghelp:gedit?intro":       `the page "intro" of the help of "gedit"`,
		"ghelp:gedit/a.xml?intro": `the page "intro" of the file "a.xml" of the help of "gedit"`,
		"ghelp:/x.xml":            `the help file "/x.xml"`,
		"help:gedit/intro":        `the page "intro" of the help of "gedit"`,
		"help:/kate/faq.html":     `the file "faq.html" of the help of "kate"`,
		"help:":                   "no document of help",
	})
}

func TestURI(t *testing.T) {
	help, _ := Parse(uri.MustParse("help:x?anchor=a#f"))
	with := func(document, page, path scheme.Octets) View {
		v := help
		v.Document, v.Page, v.Path = document, page, path
		return v
	}
	for _, test := range []struct {
		view View
		want string // "" for an error
	}{
		{View{Document: "gedit"}, "ghelp:gedit"},
		{View{Document: "a b?#", Page: "c d?#"}, "ghelp:a%20b%3F%23?c%20d?%23"},
		{View{Document: "gedit", Path: "a/b.xml"}, "ghelp:gedit/a/b.xml"},
		{View{Path: "/a/b.xml", Page: "c"}, "ghelp:/a/b.xml?c"},
		{View{Path: "//a"}, ""},
		{View{Path: "a"}, ""},
		{View{Document: "gedit", Path: "/a"}, ""},
		{View{Document: "gedit", Path: "../a"}, ""},
		{View{Document: "a/b"}, ""},
		{View{}, ""},
		{with("gedit", "", ""), "help:gedit?anchor=a#f"},
		{with("gedit", "a", ""), "help:gedit/a?anchor=a#f"},
		{with("kate", "", "a/b.html"), "help:/kate/a/b.html?anchor=a#f"},
		{with("kate", "a", "b"), ""},
	} {
		if got, err := test.view.URI(); got.String() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: %q, %v, want %q", test.view, got, err, test.want)
		}
	}
}

// FuzzView: the URI of a view has the same view, and is equal.
func FuzzView(f *testing.F) {
	seeds := []string{"ghelp:/.//x", "ghelp:////x", "help:///a/b/", "help:a/b/?c#d", "ghelp:%2e%2e/x", "ghelp:a%2fb?", "HELP:/a//b", "help:a/%00", "ghelp:a:b@c/d?e/f?g"}
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
		if w, err := Parse(built); err != nil || w.Document != v.Document || w.Page != v.Page || w.Path != v.Path {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
		if rung, _ := table.Compare(u, built); rung < uri.EqualScheme {
			t.Errorf("%q is not equal to %q, the URI of its view", u, built)
		}
	})
}
