package did

import (
	"encoding/json"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"did:web:a.example":     `who or what has the identifier "a.example" of the method web`,
		"did:web:a.example#k":   `"k" in the document of who or what has the identifier "a.example" of the method web`,
		"did:web:a.example/x?y": `a resource of who or what has the identifier "a.example" of the method web`,
		"did:web":               "nobody that a decentralized identifier names",
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"did:a:b:c/d?e=f#g": "method a|method-specific id b:c|path of a service /d|parameters e=f|part of the document g",
	})
}

func TestDID(t *testing.T) {
	v, _ := Parse(uri.MustParse("did:a:b:c/d?e=f#g"))
	if did := v.DID().String(); did != "did:a:b:c" {
		t.Errorf("identifier %s", did)
	}
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"did:A:b":                 "A",
		"did:a:b!/c":              "b!",
		"did:a:b?c&versionTime=d": "versionTime=d",
		"did://h:1/b":             "//h:1",
	} {
		r := read(uri.MustParse(text)).remarks[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

func TestURI(t *testing.T) {
	u, err := View{Method: "a", MethodSpecificID: "b:c", Path: "/d", Query: new("e"), Fragment: new(scheme.Octets("é"))}.URI()
	if want := "did:a:b:c/d?e#%C3%A9"; err != nil || u.String() != want {
		t.Errorf("%s, %v; want %s", u, err, want)
	}
	for _, v := range []View{
		{}, {Method: "a"}, {Method: "a:b", MethodSpecificID: "c"}, {Method: "a", MethodSpecificID: "b/c"}, {Method: "a", MethodSpecificID: "b", Path: "c"}, {Method: "a", MethodSpecificID: "b", Query: new("#")},
	} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
	if u := (View{}).DID(); !u.IsZero() {
		t.Errorf("nothing has the identifier %s", u)
	}
}

// FuzzView: the URI of a view has the same view, and is the same by the generic
// syntax but for escapes of its fragment.
func FuzzView(f *testing.F) {
	seeds := []string{"did:a:%41", "did:a:b/../c", "did:1:-", "did:a:b#%20%2f/", "did:a:b?=&&=c"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		if w, err := Parse(built); err != nil || text(t, w) != text(t, v) {
			t.Errorf("%q is %s, its URI %q is %s, %v", u, text(t, v), built, text(t, w), err)
		}
		if uri.Compare(u.WithoutFragment(), built.WithoutFragment()) == uri.Different {
			t.Errorf("%q and its URI %q differ", u, built)
		}
	})
}

func text(t *testing.T, v scheme.View) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
