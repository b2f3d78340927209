package manpage

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"x-man-page://3/printf":      `the manual page "printf" of section 3`,
		"x-man-page://ls":            `the manual page "ls" of the first section that has one`,
		"x-man-page:///regex;type=a": `the manual pages whose descriptions hold "regex"`,
		"x-man-page:":                "no page of the manual",
	})
}

func TestURI(t *testing.T) {
	for _, test := range []struct {
		view View
		want string // "" for an error
	}{
		{View{Page: "printf", Section: "3"}, "x-man-page://3/printf"},
		{View{Page: "Test::More"}, "x-man-page:///Test::More"},
		{View{Page: "a b?#%;"}, "x-man-page:///a%20b%3F%23%25%3B"},
		{View{Keyword: "a/b;c"}, "x-man-page:///a%2Fb%3Bc;type=a"},
		{View{Page: "a", Keyword: "b"}, ""},
		{View{Page: "a", Section: "x"}, ""},
		{View{Page: "a/b"}, ""},
		{View{Page: "-P"}, ""},
		{View{Keyword: "a\nb"}, ""},
		{View{Keyword: "-C"}, ""},
		{View{}, ""},
	} {
		if got, err := test.view.URI(); got.String() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: %q, %v, want %q", test.view, got, err, test.want)
		}
	}
}

func TestIsSection(t *testing.T) {
	for s, want := range map[string]bool{"1": true, "3pm": true, "3c++": true, "n": true, "l": true, "": false, "x": false, "1/": false, "nn": false, "1aaaaaaaaaaaaaaaa": false} {
		if isSection(s) != want {
			t.Errorf("isSection(%q) is %v", s, !want)
		}
	}
}

// FuzzView: the URI of a view has the same view, and is equal.
func FuzzView(f *testing.F) {
	seeds := []string{"x-man-page://a@b:1/", "x-man-page:////x#f", "x-man-page://;type=a", "x-man-page:3/x", "x-man-page://3/;type=a", "x-man-page:%2f", "x-man-page:/.//x"}
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
		if w, err := Parse(built); err != nil || w.Page != v.Page || w.Section != v.Section || w.Keyword != v.Keyword {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
		if rung, _ := table.Compare(u.WithoutFragment(), built); rung < uri.EqualScheme {
			t.Errorf("%q is not equal to %q, the URI of its view", u, built)
		}
	})
}
