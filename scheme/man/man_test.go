package man

import (
	"strings"
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestURI(t *testing.T) {
	for _, test := range []struct {
		view View
		want string
	}{
		{View{Page: "ls", Section: "1"}, "man:ls(1)"},
		{View{Page: "["}, "man:%5B"},
		{View{Page: "a b?#%", Section: "3pm"}, "man:a%20b%3F%23%25(3pm)"},
		{View{Index: true}, "man:(index)"},
		{View{Section: "8", Index: true}, "man:(8)"},
		{View{Path: "/x y.1"}, "man:/x%20y.1"},
		{View{Path: "//x.1"}, "man:////x.1"},
		{View{Page: "-K"}, ""},
		{View{Page: "a/b"}, ""},
		{View{Page: "ls", Section: "x"}, ""},
		{View{Path: "x.1"}, ""},
		{View{Path: "/x\x00.1"}, ""},
	} {
		if got := test.view.URI().String(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.view, got, test.want)
		}
	}
}

func TestIsSection(t *testing.T) {
	for s, want := range map[string]bool{
		"1": true, "3pm": true, "1ssl": true, "3X11": true, "n": true, "l": true, "0p": true, "3c++": true,
		"": false, "x": false, "nn": false, "1/2": false, "1 ": false, "3-x": false, "1aaaaaaaaaaaaaaaa": false, "\xff": false,
	} {
		if IsSection(s) != want {
			t.Errorf("IsSection(%q) is %v", s, !want)
		}
	}
}

func TestTrail(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"man:ls(1)", "man: → man:(index) | 1 → man:(1) | ls → man:ls(1)"},
		{"man:1/ls", "man: → man:(index) | 1 → man:(1) | ls → man:1/ls"},
		{"man:ls", "man: → man:(index) | ls → man:ls"},
		{"man:(3)", "man: → man:(index) | 3 → man:(3)"},
		{"man:", "man: → man:(index)"},
		{"man:/x.1", ""},
		{"man:-K", ""},
	} {
		var got []string
		for _, s := range trail(uri.MustParse(test.uri)) {
			got = append(got, test.uri[s.Start:s.End]+" → "+s.URI.String())
		}
		if strings.Join(got, " | ") != test.want {
			t.Errorf("%s: %q, want %q", test.uri, got, test.want)
		}
	}
}

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"man:ls(1)": `the manual page "ls" of section 1`,
		"man:ls":    `the manual page "ls" of the first section that has one`,
		"man:/x.1":  `the manual page in the file "/x.1"`,
		"man:(3)":   "the pages of section 3 of the manual",
		"man:":      "the sections of the manual",
		"man:..":    "no page of the manual",
	})
}

// FuzzView: the URI of a view has the same view.
func FuzzView(f *testing.F) {
	seeds := []string{"man:////x.1#f", "man:a%28b", "man:%FF?", "man:///..//x", "man:3/"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		trail(u)
		v, err := Parse(u)
		if err != nil {
			return
		}
		w, err := Parse(v.URI())
		if err != nil || w.Page != v.Page || w.Section != v.Section || w.Path != v.Path || w.Index != v.Index {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, v.URI(), w, err)
		}
		if v.Page != "" && !IsName(string(v.Page)) || v.Section != "" && !IsSection(v.Section) {
			t.Errorf("%q is %+v", u, v)
		}
	})
}
