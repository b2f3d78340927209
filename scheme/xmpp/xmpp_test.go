package xmpp

import (
	"encoding/json"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"xmpp:romeo@montague.example/orchard?message": `the XMPP address "romeo@montague.example/orchard", for the action "message"`,
		"xmpp://a@b.example/c.example":                `the XMPP address "c.example", logged in as "a@b.example"`,
		"xmpp://a:secret@b.example":                   `no XMPP address, logged in as "a@b.example"`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"xmpp://a:pw@b/c@d/e?f;g=h": "node to log in as a|domain to log in at b|node c|domain d|resource e|query type f|pair g g=h",
	})
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"xmpp:a'b@c":       "'",
		"xmpp:a@b@c":       "@",
		"xmpp:a@b/c/d":     "/",
		"xmpp:a@b?m;k=x+y": "+",
		"xmpp:a@b?m;k":     "k",
		"xmpp:a@b?m&k=v":   "&",
		"xmpp://a@b:1":     "a@b:1",
	} {
		r := read(uri.MustParse(text)).remarks[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

func TestURI(t *testing.T) {
	octets := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	v := View{
		Authority: &Address{octets("a"), "b.example"}, Address: Address{octets("c@'"), "d.example"}, Resource: octets("e/f"),
		QueryType: octets("message"), Params: [][2]scheme.Octets{{"b=y", "a;b"}},
	}
	u, err := v.URI()
	if want := "xmpp://a@b.example/c%40%27@d.example/e%2Ff?message;b%3Dy=a%3Bb"; err != nil || u.String() != want {
		t.Errorf("%s, %v; want %s", u, err, want)
	}
	for _, v := range []View{
		{}, {Resource: octets("a")}, {Authority: &Address{nil, "b"}, Address: Address{nil, "c"}}, {Address: Address{nil, "a"}, Params: [][2]scheme.Octets{{"a", "b"}}},
	} {
		if u, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
}

// FuzzView: the URI of a view has the same view, and the normal form one that
// differs in the case of domains alone.
func FuzzView(f *testing.F) {
	seeds := []string{"xmpp://A@B/C@D/%2f?;=", "xmpp://%40@a/", "xmpp:%aA@%Bb", "xmpp:a?b;c=%3b#d", "xmpp:///"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		if w, _ := Parse(table.Normalize(u)); !strings.EqualFold(string(w.Domain), string(v.Domain)) || jsonOf(t, v.withoutDomains()) != jsonOf(t, w.withoutDomains()) {
			t.Errorf("%q is %s, its normal form %s", u, jsonOf(t, v), jsonOf(t, w))
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		if w, err := Parse(built); err != nil || jsonOf(t, w) != jsonOf(t, v) {
			t.Errorf("%q is %s, its URI %q is %s, %v", u, jsonOf(t, v), built, jsonOf(t, w), err)
		}
	})
}

func (v View) withoutDomains() View {
	if v.Authority != nil {
		v.Authority = &Address{Node: v.Authority.Node}
	}
	v.Domain = ""
	return v
}

func jsonOf(t *testing.T, v View) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
