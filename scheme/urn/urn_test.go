package urn

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

var table = scheme.NewTable(Schemes(), nil)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeanings(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"URN:ISBN:0395363411":    `the name "0395363411" in the namespace isbn, International Standard Book Numbers`,
		"urn:smpte:ul:x":         `the name "ul:x" in the namespace smpte, registered by RFC 5119`,
		"urn:FOO:a%0Ab?+r?=q#f":  `the name "a%0Ab" in the namespace foo`,
		"urn:example":            "what begins like a URN and names nothing",
		"urn:urn:isbn:039536341": `the name "isbn:039536341" in the namespace urn`,
	})
}

func TestParts(t *testing.T) {
	const text = "urn:example:a/b?+r?=q#f"
	v, err := ViewOf(uri.MustParse(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range v.Parts() {
		got = append(got, p.Label+" "+text[p.Start:p.End])
	}
	if want := "NID example, NSS a/b, r-component r, q-component q, f-component f"; strings.Join(got, ", ") != want {
		t.Errorf("parts %q, want %q", got, want)
	}
}

// rows reads a file of testdata, of which there must be some.
func rows[Row any](t testing.TB, name string) (out []Row) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatalf("testdata/%s has no rows", name)
	}
	return out
}

// TestPairs: the examples of the draft and of RFC 8141, each with each, and what
// else is easily taken for the same.
func TestPairs(t *testing.T) {
	reasons := map[string]string{"scheme": "urn-lexical"}
	for _, p := range rows[struct{ A, B, Rung, Why string }](t, "pairs.json") {
		for range 2 {
			rung, reason := table.Compare(uri.MustParse(p.A), uri.MustParse(p.B))
			if rung.String() != p.Rung || reason != reasons[p.Rung] {
				t.Errorf("%s and %s: %v %q, want %s: %s", p.A, p.B, rung, reason, p.Rung, p.Why)
			}
			p.A, p.B = p.B, p.A
		}
	}
}

// TestNamespaceReason: the word for what is the same by the namespace alone.
func TestNamespaceReason(t *testing.T) {
	for _, p := range []struct{ a, b, reason string }{
		{"urn:isbn:0-395-36341-1", "URN:ISBN:0395363411", "urn-namespace"},
		{"urn:ISBN:0395363411", "urn:isbn:0395363411", "urn-lexical"},
		{"urn:isbn:0-395-36341-1?+r", "urn:isbn:0395363411#f", "urn-namespace"},
		{"urn:isbn:0395363411", "urn:issn:0395363411", ""},
		{"urn:isbn:0395363411", "urn:foo:0395363411", ""},
		{"urn:foo:0395363411", "urn:isbn:0395363411", ""},
	} {
		if _, reason := table.Compare(uri.MustParse(p.a), uri.MustParse(p.b)); reason != p.reason {
			t.Errorf("%s and %s: reason %q, want %q", p.a, p.b, reason, p.reason)
		}
		if reason := MustParse(p.a).Equivalent(MustParse(p.b)); reason != p.reason {
			t.Errorf("%s and %s: Equivalent is %q, want %q", p.a, p.b, reason, p.reason)
		}
	}
}

// TestRemarkRanges: remarks stand on the bytes that are to blame.
func TestRemarkRanges(t *testing.T) {
	for text, want := range map[string]string{
		"urn:foo:%61":                      "info urn/unregistered-nid foo, info urn/unneeded-escape %61",
		"urn:example:x%61%62%2Fy%2D":       "info urn/unneeded-escape %61%62",
		"urn:foo:%2D%61%2F":                "info urn/unregistered-nid foo, info urn/unneeded-escape %2D%61",
		"urn:example:a%00%00b%00":          "warning urn/nul %00%00, warning urn/nul %00",
		"urn:example:%C3%A4%FF%FE%00?=%FF": "warning urn/not-utf8 %FF%FE, warning urn/nul %00, warning urn/not-utf8 %FF",
		"urn:example:a?+cc=uk?=q":          "warning urn/r-undefined cc=uk",
		"urn:URN:x":                        "error urn/nid-urn URN",
		"urn:urn-x:x":                      "warning urn/informal-nid urn-x",
		"urn:X-y:x":                        "info urn/experimental-nid X-y",
		"urn:a.b:x":                        "error urn/nid-char .",
		"urn:a-:x":                         "error urn/nid-hyphen -",
		"urn:a:x":                          "error urn/nid-length a",
		"urn:ab":                           "error urn/no-nss ",
		"urn:ab:a?b":                       "error urn/question ?",
		"urn:ab:a?=/":                      "error urn/q-component /",
		"urn:isbn:0-395-36341-2":           "warning urn/isbn-check-digit 2",
	} {
		var got []string
		for _, r := range remarks(uri.MustParse(text)) {
			got = append(got, r.Severity.String()+" "+r.Rule+" "+text[r.Offset:r.Offset+r.Length])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", text, strings.Join(got, ", "), want)
		}
	}
}

// TestHints: what is kept for countries is said.
func TestHints(t *testing.T) {
	if r := remarks(uri.MustParse("urn:de-x:y"))[0]; !strings.Contains(r.Text, "countries") {
		t.Errorf("%s", r.Text)
	}
	for _, text := range []string{"urn:dex:y", "urn:12-x:y", "urn:a--x:y"} {
		if r := remarks(uri.MustParse(text))[0]; strings.Contains(r.Text, "countries") {
			t.Errorf("%s: %s", text, r.Text)
		}
	}
}

// TestRules: each rule has an ID of its own, of this package.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules() {
		if seen[r.ID] || !strings.HasPrefix(r.ID, "urn/") {
			t.Errorf("rule %q is another package's, or twice", r.ID)
		}
		seen[r.ID] = true
	}
}

// TestURI: the inverse of the view, and what it refuses.
func TestURI(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, x := range []struct {
		view View
		want string // "" if it is none
	}{
		{View{NID: "example", NSS: "a"}, "urn:example:a"},
		{View{NID: "example", NSS: "a", R: text("r"), Q: text("q"), F: text("")}, "urn:example:a?+r?=q#"},
		{View{NID: "example", NSS: "a", Canonical: "urn:foo:b"}, "urn:example:a"},
		{View{}, ""},
		{View{NID: "example"}, ""},
		{View{NID: "example:x", NSS: "a"}, ""},
		{View{NID: "example", NSS: "a?=q"}, ""},
		{View{NID: "example", NSS: "a#f"}, ""},
		{View{NID: "example", NSS: "a b"}, ""},
		{View{NID: "example", NSS: "a", R: text("r?=q")}, ""},
		{View{NID: "example", NSS: "a", R: text("")}, ""},
		{View{NID: "example", NSS: "a", Q: text("q#f")}, ""},
		{View{NID: "example", NSS: "a", F: text("#")}, ""},
	} {
		u, err := x.view.URI()
		if u.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v, want %q", x.view, u, err, x.want)
		}
	}
	v, _ := ViewOf(uri.MustParse("URN:example:x?+r#f"))
	v.NSS = EncodeNSS("résumé")
	if u, err := v.URI(); u.String() != "URN:example:r%C3%A9sum%C3%A9?+r#f" || err != nil {
		t.Errorf("%q, %v", u, err)
	}
}

// FuzzView: a view leads back to its URI, and to the same view.
func FuzzView(f *testing.F) {
	seeds := []string{"urn:", "URN://a:b@h:80/x?y#z", "urn:isbn:0-395-36341-1", "urn:example:a?+b?=c#d", "urn:publicid:ISO%2FIEC+10179%3A1996", "urn:ietf:rfc:2141", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := ViewOf(u)
		back, err := v.URI()
		if _, parseErr := Parse(u.String()); (err != nil) != (parseErr != nil) {
			t.Fatalf("the view of %q gives %q, %v; it parses: %v", u, back, err, parseErr)
		}
		if err != nil {
			return
		}
		if back != u {
			t.Errorf("the view of %q leads to %q", u, back)
		}
		plain, err := View{NID: v.NID, NSS: v.NSS, R: v.R, Q: v.Q, F: v.F}.URI()
		if rung, _ := table.Compare(plain, u); rung < uri.EqualSyntax || err != nil {
			t.Errorf("the components of %q make %q, %v", u, plain, err)
		}
		for _, other := range v.Equivalents {
			if reason := MustParse(u.String()).Equivalent(MustParse(other)); reason != "urn-namespace" {
				t.Errorf("%q is said to be %q, by %q", u, other, reason)
			}
		}
		for _, r := range remarks(u) {
			if r.Severity == uri.Forbid && v.Canonical != "" && r.Rule != "urn/nid-urn" {
				t.Errorf("%q is a URN, but for %s", u, r.Rule)
			}
		}
	})
}
