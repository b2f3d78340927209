package dns

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"dns:www.example.org":                       `the records of type "A", class "IN", of the name "www.example.org."`,
		"dns://192.0.2.1:5353/exa%5C.mple?type=txt": `the records of type "TXT", class "IN", of the name "exa\\.mple.", asked for at 192.0.2.1, port 5353`,
		"dns:?CLASS=CH;TYPE=NS":                     `the records of type "NS", class "CH", of the name "."`,
		"dns:a..b":                                  `the records of type "A", class "IN", of the name "a..b"`,
	})
}

// TestOffsets: remarks stand on the bytes that are wrong, through the escapes.
func TestOffsets(t *testing.T) {
	for _, x := range []struct{ uri, rule, at, why string }{
		{"dns:%61.%2E%62", "dns/name", "%2E", "an empty label"},
		{"dns:%61%2E%5C25", "dns/name", "%5C", "a backslash"},
		{"dns:a%2fb/c", "dns/slash", "/", "a slash that is not encoded"},
		{"dns:a?type=a;%54YPE=b", "dns/twice", "%54YPE=b", "the second"},
		{"dns:a?type=a;x%3Bx;", "dns/unknown", "x%3Bx", "the first"},
		{"dns:a?CLASS=%00", "dns/value", "CLASS=%00", ""},
		{"dns://u@h/a", "dns/userinfo", "u", ""},
	} {
		for _, r := range read(uri.MustParse(x.uri)).remarks {
			if r.Rule != x.rule {
				continue
			}
			if got := x.uri[r.Offset : r.Offset+r.Length]; got != x.at {
				t.Errorf("%s: %s stands on %q, want %q (%s)", x.uri, x.rule, got, x.at, x.why)
			}
			x.rule = "" // the first is the one
		}
		if x.rule != "" {
			t.Errorf("%s: no %s (%s)", x.uri, x.rule, x.why)
		}
	}
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"dns://h:53/a.b?TYPE=MX;x;class=in": "host h|port 53|name a.b|type TYPE=MX|unknown element x|class class=in",
	})
}

func TestURI(t *testing.T) {
	mx := new(scheme.Octets("MX"))
	for _, x := range []struct {
		name string
		view View
		want string // "" is an error
	}{
		{"the root", View{}, "dns:"},
		{"labels of any octets", View{Labels: []scheme.Octets{"a.b\\", "\x00/?#\xff", "C"}}, "dns:a%5C.b%5C%5C.%00%2F%3F%23%FF.C"},
		{"a type", View{Labels: []scheme.Octets{"a"}, Type: mx, Unknown: []scheme.Octets{"x;y"}}, "dns:a?TYPE=MX;x%3By"},
		{"an empty label", View{Labels: []scheme.Octets{"a", "", "b"}}, ""},
		{"no class", View{Class: new(scheme.Octets("a b"))}, ""},
		{"a type twice", View{Type: mx, Unknown: []scheme.Octets{"type=A"}}, ""},
	} {
		u, err := x.view.URI()
		if x.want == "" && err == nil || x.want != "" && (err != nil || u.String() != x.want) {
			t.Errorf("%s: %q, %v; want %q", x.name, u, err, x.want)
		}
	}
}

// FuzzView: the URI of a view is read back as the same view, and asks for the
// same as the normal form.
func FuzzView(f *testing.F) {
	seeds := []string{"dns://:@[::1]:/%5C%5C..?;;=&class=any;TYPE=%31#f", "dns:////", "dns:%5C046%5C", "dns:a.?TYPE"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		if n := shape([]byte(u.String()[len("dns:"):])); n > len(u.String())-len("dns:") {
			t.Errorf("%q: a shape of %d bytes", u, n)
		}
		v, err := Parse(u)
		w, buildErr := v.URI()
		if err != nil {
			return
		}
		if buildErr != nil {
			t.Fatalf("%q is not written: %v", u, buildErr)
		}
		back, _ := Parse(w)
		if diff := cmp.Diff(meaning(v), meaning(back)); diff != "" {
			t.Errorf("%q, written as %q, is read as another (-first +second):\n%s", u, w, diff)
		}
		if rung, _ := table.Compare(u, w); rung == uri.Different {
			t.Errorf("%q, written as %q, is not the same", u, w)
		}
	})
}

// meaning is what can be compared of a view.
func meaning(v View) map[string]any {
	m := map[string]any{"labels": v.Labels, "class": v.Class, "type": v.Type, "unknown": v.Unknown}
	if v.Server != nil {
		m["server"] = v.Server.String()
	}
	return m
}
