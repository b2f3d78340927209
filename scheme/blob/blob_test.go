package blob

import (
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

const uuid = "9115d58c-bcda-ff47-86e5-083e9a215304"

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"blob:https://h.example/" + uuid: "the bytes " + uuid + " that a page of https://h.example keeps in its browser",
		"blob:null/" + uuid:              "the bytes " + uuid + " that a page without an origin keeps in its browser",
		"blob:x":                         "no bytes of a browser",
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"blob:https://h:1/x?y#z": "origin https://h:1|UUID x",
	})
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"blob:https://h/x":        "x",
		"blob:h/" + uuid:          "h",
		"blob:null/" + uuid + "?": "?",
		"blob://h:1/x":            "//h:1/x",
		"blob:x#y":                "x",
	} {
		r := read(uri.MustParse(text)).remarks[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

func TestURI(t *testing.T) {
	for _, v := range []View{{}, {Origin: "null"}, {UUID: uuid}, {Origin: "null", UUID: "a/b"}, {Origin: "null", UUID: "a?b"}, {Origin: "null", UUID: "a b"}} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
}

// FuzzView: the URI of a view is the one it was read from.
func FuzzView(f *testing.F) {
	seeds := []string{"blob:http://h:/%41", "blob:a://b/c", "blob:null//x", "blob:?/"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil || u.HasQuery() {
			return
		}
		if built, err := v.URI(); err != nil || built.String() != "blob:"+u.WithoutFragment().String()[len("blob:"):] {
			t.Errorf("%q is built as %q, %v", u, built, err)
		}
	})
}
