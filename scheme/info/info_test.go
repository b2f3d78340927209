package info

import (
	"slices"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"info:gcc":             `the node "Top" of the Texinfo document "gcc"`,
		"info:(gcc)G++_and":    `the node "G++ and" of the Texinfo document "gcc"`,
		"info:dir":             "the directory of Texinfo documents",
		"info:lccn/2002022641": `what is called "2002022641" in the namespace lccn`,
		"info:..":              "no Texinfo document",
	})
}

func TestURI(t *testing.T) {
	for _, test := range []struct {
		view View
		want string // "" for an error
	}{
		{View{File: "gcc", Node: "G++ and GCC"}, "info:gcc#G++_and_GCC"},
		{View{File: "gcc", Node: "Top"}, "info:gcc"},
		{View{File: "gcc", Style: "kde"}, "info:gcc"},
		{View{File: "a b?#%", Node: "x#y/z?"}, "info:a%20b%3F%23%25#x%23y/z?"},
		{View{Index: true}, "info:(dir)"},
		{View{File: "dir"}, "info:(dir)"},
		{View{File: "dir", Node: "x"}, "info:dir#x"},
		{View{Namespace: "DDC", Identifier: new(scheme.Octets("22/eng//004.678"))}, "info:ddc/22/eng//004.678"},
		{View{Namespace: "sici", Identifier: new(scheme.Octets("5<>1?"))}, "info:sici/5%3C%3E1%3F"},
		{View{Namespace: "lccn"}, "info:lccn/"},
		{View{Namespace: "1x"}, ""},
		{View{File: "a/b"}, ""},
		{View{File: "-o"}, ""},
		{View{File: "gcc", Node: "a\nb"}, ""},
		{View{}, ""},
	} {
		if got, err := test.view.URI(); got.String() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: %q, %v, want %q", test.view, got, err, test.want)
		}
	}
}

// TestAnchor: a fragment that is not the node does not become one.
func TestAnchor(t *testing.T) {
	table := scheme.NewTable(Schemes(), nil)
	for s, want := range map[string]string{
		"info:(gcc)A%20B#C": "info:(gcc)A_B#C",
		"info:/gcc/A#C":     "info:(gcc)A#C",
		"info:(gcc)Top#C":   "info:(gcc)Top#C",
		"info:(gcc)Top#":    "info:(gcc)Top#",
		"info:(dir)Top#C":   "info:(dir)Top#C",
		"info:(gcc)#C":      "info:gcc#C",
	} {
		if got := table.Normalize(uri.MustParse(s)).String(); got != want {
			t.Errorf("%s becomes %q, want %q", s, got, want)
		}
	}
}

func TestNamespaces(t *testing.T) {
	if !slices.IsSorted(namespaces) {
		t.Error("the namespaces are not in order")
	}
	for _, n := range namespaces {
		if !isNamespace(n) {
			t.Errorf("%q is no namespace", n)
		}
	}
	for s, want := range map[string]bool{"a": true, "A+-.9": true, "": false, "9a": false, "a_b": false, "ü": false} {
		if isNamespace(s) != want {
			t.Errorf("isNamespace(%q) is %v", s, !want)
		}
	}
}

func TestTrail(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"info:gcc#G++_and_GCC", "info: → info:(dir) | gcc → info:gcc | G++_and_GCC → info:gcc#G++_and_GCC"},
		{"info:(gcc)Top", "info: → info:(dir) | gcc → info:gcc | Top → info:(gcc)Top"},
		{"info:/gcc", "info: → info:(dir) | gcc → info:gcc"},
		{"info:(dir)", "info: → info:(dir)"},
		{"info:lccn/1", ""},
		{"info:..", ""},
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

// FuzzView: the URI of a view has the same view, and is equal where the fragment
// is a part of it.
func FuzzView(f *testing.F) {
	seeds := []string{"info:(a)b#c", "info:%28a%29_", "info:dir/x", "info:////x", "info:/dir/Top#x", "info:A%2b/%2F/..#%5f", "info:#x", "info:(dir)Top#", "info:9/x/y", "info:?q"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		trail(u)
		v, err := Parse(u)
		if err != nil {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("%q is %+v, which has no URI: %v", u, v, err)
		}
		w, err := Parse(built)
		if err != nil || w.File != v.File || nodeOf(w) != nodeOf(v) || w.Index != v.Index || w.Namespace != v.Namespace || (w.Identifier == nil) != (v.Identifier == nil) || v.Identifier != nil && *w.Identifier != *v.Identifier {
			t.Errorf("%q is %+v, its URI %q is %+v, %v", u, v, built, w, err)
		}
		if rung, _ := table.Compare(u, built); rung < uri.EqualScheme && !v.anchored && (v.Namespace == "" || !u.HasFragment()) {
			t.Errorf("%q is not equal to %q, the URI of its view", u, built)
		}
	})
}

func nodeOf(v View) scheme.Octets {
	if v.Node == "" {
		return top
	}
	return v.Node
}

// FuzzShape: what is taken of a text is an info URI of a document or of a
// registered namespace.
func FuzzShape(f *testing.F) {
	for _, s := range []string{"(gcc)G++_and_GCC.", "gcc#a#b", "lccn/%41%4", "(a%)", "doi/?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := shape([]byte(text))
		if n == 0 {
			return
		}
		u, err := uri.Parse("info:" + text[:n])
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := Parse(u); v.File == "" && !v.Index && !isRegistered(v.Namespace) {
			t.Errorf("%q is %+v", u, v)
		}
	})
}
