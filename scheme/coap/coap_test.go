package coap

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"coap://h/a%2Fb/?x&y%26": `the resource "/a%2Fb/?x&y%26" of the server at h, port 5683, asked for by CoAP over UDP`,
		"coaps+ws://h":           `the resource "/" of the server at h, port 443, asked for by CoAP over WebSockets with TLS`,
		"coap+tcp:x":             `the resource "/x" of the server at a host that is not named, port 5683, asked for by CoAP over TCP`,
	})
}

func TestOptions(t *testing.T) {
	for _, x := range []struct{ uri, want, why string }{
		{"coap://[2001:db8::2:1]/", "", "RFC 7252 appendix B"},
		{"coap://example.net/", "3=example.net", "RFC 7252 appendix B"},
		{"coap://example.net/.well-known/core", "3=example.net 11=.well-known 11=core", "RFC 7252 appendix B"},
		{"coap://198.51.100.1:61616//%2F//?%2F%2F&?%26", "11= 11=/ 11= 11= 15=// 15=?&", "RFC 7252 appendix B"},
		{"coap://EX%41MPLE.%C3%A9/", "3=exAmple.é", "RFC 7252 6.4, step 5: lower case before the encoding is resolved"},
	} {
		v, err := Parse(uri.MustParse(x.uri))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range v.Options() {
			if o.Name == "" {
				t.Errorf("%s: option %d has no name", x.uri, o.Number)
			}
			got = append(got, map[uint16]string{3: "3=", 11: "11=", 15: "15="}[o.Number]+string(o.Value))
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: options %q, want %q (%s)", x.uri, got, x.want, x.why)
		}
	}
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"coap://h:1/a//b/?c&&d": "host h|port 1|Uri-Path a|Uri-Path b|Uri-Query c|Uri-Query d",
	})
}

func TestURI(t *testing.T) {
	base, _ := Parse(uri.MustParse("coap://h:1/x?y"))
	for _, x := range []struct {
		name        string
		path, query []scheme.Octets
		want        string // "" is an error
	}{
		{"nothing", nil, nil, "coap://h:1/"},
		{"reserved", []scheme.Octets{"", "a/b?c#", "é"}, []scheme.Octets{"a&b=c", "?/", "\x00"}, "coap://h:1//a%2Fb%3Fc%23/%C3%A9?a%26b=c&?/&%00"},
		{"a dot segment", []scheme.Octets{"a", "..", "b"}, nil, ""},
		{"too long", []scheme.Octets{scheme.Octets(strings.Repeat("a", 256))}, nil, ""},
	} {
		v := base
		v.URIPath, v.URIQuery = x.path, x.query
		u, err := v.URI()
		if x.want == "" && err == nil || x.want != "" && (err != nil || u.String() != x.want) {
			t.Errorf("%s: %q, %v; want %q", x.name, u, err, x.want)
		}
	}
	if u, err := (View{}).URI(); err == nil {
		t.Errorf("a view of nothing is written as %q", u)
	}
}

// FuzzView: options are put together to the URI that they were taken from.
func FuzzView(f *testing.F) {
	seeds := []string{"coap:", "coaps://%20@:?", "coap+ws://[::1]//./..//%2e?%26&&#", "coaps+tcp://H/%2F%C3%A9%FF"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		w, err := v.URI()
		if err != nil {
			t.Fatalf("%q is not written: %v", u, err)
		}
		back, _ := Parse(w)
		if diff := cmp.Diff(v.Options(), back.Options()); diff != "" {
			t.Errorf("%q, written as %q, has other options (-first +second):\n%s", u, w, diff)
		}
		if rung, _ := table.Compare(u, w); rung == uri.Different {
			t.Errorf("%q, written as %q, is not the same", u, w)
		}
	})
}
