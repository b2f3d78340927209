package magnet

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
		"magnet:?xt=urn:sha1:X&dn=a+b": `"a b", which is what hashes to "urn:sha1:X"`,
		"magnet:?xt=urn:sha1:X":        `something, which is what hashes to "urn:sha1:X"`,
		"magnet:?kt=a+b":               `something, to be searched for by "a b"`,
		"magnet:?dn=a":                 `"a" without a hash`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"magnet:?xt.1=urn:x:y&&dn=a&x.z=b": "exact topic xt.1=urn:x:y|display name dn=a|parameter x.z x.z=b",
	})
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"magnet:?dn=a&xt=b":       "b",
		"magnet:?xt=urn:btih:1":   "urn:btih:1",
		"magnet:?xt=urn:x:1&xl=b": "b",
		"magnet:?xt=urn:x:1&xl":   "",
		"magnet:?xt=urn:x:1&tr=b": "b",
		"magnet://h/p?xt=urn:x:1": "//h/p",
		"magnet:?dn=b":            "dn=b",
	} {
		r := read(uri.MustParse(text)).remarks[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

func TestURI(t *testing.T) {
	v := View{
		XT: []scheme.Octets{"urn:sha1:X"}, DN: new(scheme.Octets("a b&c")), XL: "5",
		TR: []scheme.Octets{"http://h/?a=b&c"}, KT: []scheme.Octets{"d"}, Params: [][2]scheme.Octets{{"x.e", ""}},
	}
	u, err := v.URI()
	if want := "magnet:?xt=urn:sha1:X&dn=a%20b%26c&xl=5&tr=http://h/%3Fa%3Db%26c&kt=d&x.e="; err != nil || u.String() != want {
		t.Errorf("%s, %v; want %s", u, err, want)
	}
	for _, v := range []View{
		{XT: []scheme.Octets{"urn:btih:1"}},
		{XT: []scheme.Octets{"URN:x:1"}},
		{XL: "a"},
		{Params: [][2]scheme.Octets{{"tr", "x"}}},
	} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
}

// FuzzView: the URI of a view has the same view, and so has the normal form.
func FuzzView(f *testing.F) {
	seeds := []string{"magnet:?xt.1=URN:btih:%41&%78t=urn:a:b", "magnet:?x.pe.1=a&tr.2=b&tr.=c", "magnet:?xl=0&xl=1&XT=a", "magnet:?a%26b=c%26d", "magnet:?%3D=%00&=x"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if w, _ := Parse(table.Normalize(u)); text(t, w) != text(t, v) {
			t.Errorf("%q is %s, its normal form %s", u, text(t, v), text(t, w))
		}
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
	})
}

func text(t *testing.T, v scheme.View) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
