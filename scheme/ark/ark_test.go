package ark

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
		"ark:/12345/x6-np/c3/s5.v7.xsl": `what the authority 12345 calls "x6np", its part "c3/s5", in the variant "v7.xsl"`,
		"ark:12345":                     "no archival resource",
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"ark:/12345//x-y/c/.d.e?q": "NAAN 12345|name x-y|component c|component d|variant e",
	})
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"ark:12-l/x":      "12-l",
		"ark:12345/x!y":   "!",
		"ark:12345/x%41y": "%41",
		"ark:/12345/x":    "/",
		"ark://h/x":       "//h",
		"ark:123/x":       "123",
	} {
		r := read(uri.MustParse(text)).remarks[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

func TestCompare(t *testing.T) {
	table := scheme.NewTable(Schemes(), nil)
	for _, x := range []struct{ a, b, reason string }{
		{"ark:12345/x?info", "ark:/12345/x-", "ark-inflection"},
		{"ark:12345/x", "ark:/12345/x", "scheme-rules"},
		{"ark:12345/x", "ark:12345/X", ""},
		{"ark:12345/x%2D", "ark:12345/x", ""},
		{"ark:12345/x%2Ey", "ark:12345/x.y", ""},
		{"ark:12345/x/y", "ark:12345/x.y", ""},
		{"ark:12345/x#a", "ark:12345/x#b", ""},
	} {
		if _, reason := table.Compare(uri.MustParse(x.a), uri.MustParse(x.b)); reason != x.reason {
			t.Errorf("%s and %s: %q, want %q", x.a, x.b, reason, x.reason)
		}
	}
}

// TestChecks: 13030/xf93gt2 has the check character q in the manual of NOID.
func TestChecks(t *testing.T) {
	for text, want := range map[string]bool{
		"ark:13030/xf93gt2q":     true,
		"ark:/13030/xf93-gt2q/a": true,
		"ark:13030/xf93gt2r":     false,
		"ark:13030/xf39gt2q":     false,
		"ark:13030/q":            false,
	} {
		if v, _ := Parse(uri.MustParse(text)); v.Checks() != want {
			t.Errorf("%s: %v, want %v; the check character of %q is %q", text, !want, want, v.Name, CheckCharacter(v.NAAN, v.Name))
		}
	}
}

func TestURI(t *testing.T) {
	u, err := View{NAAN: "12345", Name: "x%2D", Qualifiers: []string{"a", "b"}, Variants: []string{"c"}}.URI()
	if want := "ark:12345/x%2D/a/b.c"; err != nil || u.String() != want {
		t.Errorf("%s, %v; want %s", u, err, want)
	}
	for _, v := range []View{
		{}, {NAAN: "12345"}, {NAAN: "x y", Name: "x"}, {NAAN: "12345", Name: "a/b"}, {NAAN: "12345", Name: "a-b"},
		{NAAN: "12345", Name: "a", Qualifiers: []string{""}}, {NAAN: "12345", Name: "a", Variants: []string{"b.c"}}, {NAAN: "/", Name: "/a"},
	} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
}

// FuzzView: the URI of a view has the same view, and is the same by the rules of
// the scheme.
func FuzzView(f *testing.F) {
	seeds := []string{"ark:A/b.-./c", "ark:/./..//1/2", "ark:B%4a/%aa%AA", "ark:1/2.3/4.5?-#-", "ark:-1-/-2-"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil || u.HasFragment() {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		if w, err := Parse(built); err != nil || text(t, w) != text(t, v) {
			t.Errorf("%q is %s, its URI %q is %s, %v", u, text(t, v), built, text(t, w), err)
		}
		if rung, _ := table.Compare(u, built); rung == uri.Different {
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
