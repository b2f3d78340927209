package man

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
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

func TestShape(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
		why  string
	}{
		{"ls(1) and more", 5, "the example of uri(7)"},
		{"ls(1).", 5, "nothing behind the parenthesis"},
		{"Test::More(3perl)", 17, "colons"},
		{"(index)>", 7, "KDE's list"},
		{"(1) first", 0, "an enumeration"},
		{"x:6", 0, "a line of a password file"},
		{"ls", 0, "any word"},
		{"ls(foo)", 0, "no section"},
		{"ls (1)", 0, "a space"},
		{"-P(1)", 0, "an option"},
		{"ls(1", 0, "not closed"},
		{")(1", 0, "closed before it is opened"},
		{"", 0, "nothing"},
	} {
		if got := shape([]byte(test.text)); got != test.want {
			t.Errorf("shape(%q) = %d, want %d: %s", test.text, got, test.want, test.why)
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
	for _, test := range []struct{ uri, want string }{
		{"man:ls(1)", `the manual page "ls" of section 1`},
		{"man:ls", `the manual page "ls" of the first section that has one`},
		{"man:/x.1", `the manual page in the file "/x.1"`},
		{"man:(3)", "the pages of section 3 of the manual"},
		{"man:", "the sections of the manual"},
		{"man:..", "no page of the manual"},
	} {
		if v, _ := Parse(uri.MustParse(test.uri)); v.Meaning() != test.want {
			t.Errorf("%s: %q, want %q", test.uri, v.Meaning(), test.want)
		}
	}
}

// FuzzView: a view can be made of any URI; the URI of a view has the same view,
// and is in normal form.
func FuzzView(f *testing.F) {
	for _, s := range []string{"man:ls(1)", "man:1/ls", "man:", "man:(index)", "man:////x.1#f", "man:a%28b", "man:%FF?", "man:///..//x", "man:3/"} {
		f.Add(s)
	}
	table := scheme.NewTable(Schemes(), nil)
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil || !strings.EqualFold(u.Scheme(), "man") {
			t.Skip()
		}
		n := table.Normalize(u)
		if again := table.Normalize(n); again != n {
			t.Errorf("the normal form %q of %q becomes %q", n, s, again)
		}
		v, err := Parse(u)
		trail(u)
		if err != nil {
			return
		}
		w, err := Parse(v.URI())
		if err != nil || w.Page != v.Page || w.Section != v.Section || w.Path != v.Path || w.Index != v.Index {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", s, v, v.URI(), w, err)
		}
		if v.Page != "" && !IsName(string(v.Page)) || v.Section != "" && !IsSection(v.Section) {
			t.Errorf("%q is %+v", s, v)
		}
	})
}
