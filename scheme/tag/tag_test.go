package tag

import (
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"tag:sandro@w3.org,2004-05:Sandro": `the name "Sandro", made by whoever held sandro@w3.org on 2004-05`,
		"tag:x":                            `the name "x", of nobody in particular`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"tag:a.example,2000:x?y#z": "authority name a.example|date 2000|specific x?y",
		"tag:x":                    "specific x",
	})
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"tag:Joe@A.Example,2000:x": "A.Example",
		"tag:a_b,2000:x":           "a_b",
		"tag:a.b,200:x":            "200",
		"tag:a.b,2000:x%20":        "%20",
		"tag:x?y#z":                "x?y",
	} {
		r := remarks(uri.MustParse(text))[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

// TestDifferent: what looks alike is not equal (RFC 4151, section 2.4).
func TestDifferent(t *testing.T) {
	info := Schemes()[0]
	for a, b := range map[string]string{
		"tag:EXAMPLE.com,2000:": "tag:example.com,2000:",
		"tag:a.b,2000:":         "tag:a.b,2000-01-01:",
		"tag:a.b,2000:%61":      "tag:a.b,2000:a",
		"tag:/a/../b":           "tag:/b",
		"tag://H:/":             "tag://h/",
	} {
		if uri.MustParse(a).NormalizeKeep(info.Keep) == uri.MustParse(b).NormalizeKeep(info.Keep) {
			t.Errorf("%s and %s are equal", a, b)
		}
	}
}

// TestURI: a part that would be read as another is an error.
func TestURI(t *testing.T) {
	for _, v := range []View{
		{AuthorityName: "a:b", Date: "2000"}, {AuthorityName: "a", Date: "20:00"}, {AuthorityName: "a,b", Date: "2000"},
		{Specific: "a,b:c"}, {Specific: "a b"}, {Specific: "a#b"},
	} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
}

// FuzzView: the URI of a view is the one it was read from.
func FuzzView(f *testing.F) {
	seeds := []string{"tag:a,:", "tag:,b:c", "TAG:a.b,2000:%C3%a9#%41", "tag://a@b:1,2:3?4", "tag:?,:"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		built, err := v.URI()
		if w := u.WithoutFragment().String()[len("tag:"):]; err != nil || built.String() != "tag:"+w {
			t.Errorf("%q is built as %q, %v", u, built, err)
		}
	})
}
