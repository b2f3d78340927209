package http

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

// TestEqual: what RFC 9110, section 4.2.3, keeps apart stays apart, and the
// rung says why two are the same.
func TestEqual(t *testing.T) {
	table := scheme.NewTable(Schemes(), nil)
	tests := []struct {
		a, b   string
		rung   uri.Rung
		reason string
		why    string
	}{
		{"http://h:80/", "http://h/", uri.EqualScheme, "default-port", "4.2.3"},
		{"http://h", "http://h/", uri.EqualScheme, "scheme-rules", "4.2.3: empty path"},
		{"http://h:80", "http://h/", uri.EqualScheme, "scheme-rules", "4.2.3: both"},
		{"http://h:/", "http://h/", uri.EqualSyntax, "", "RFC 3986 3.2.3"},
		{"http://h/%7euser", "http://h/~user", uri.EqualSyntax, "", "4.2.3"},
		{"http://h/", "https://h/", uri.Different, "", "4.2.2: distinct origins"},
		{"http://h/a", "http://h/A", uri.Different, "", "4.2.3: case-sensitive"},
		{"http://h/a", "http://h/a/", uri.Different, "", "RFC 3986 6.2.3: the slash counts"},
		{"http://h/", "http://h/?", uri.Different, "", "RFC 3986 6.2.3: the query is defined"},
		{"http://h/a%2Fb", "http://h/a/b", uri.Different, "", "RFC 3986 2.2: reserved"},
		{"http://u@h/", "http://h/", uri.Different, "", "RFC 3986 6.2.3"},
		{"https://h:80/", "https://h/", uri.Different, "", "4.2.2"},
	}
	for _, tt := range tests {
		rung, reason := table.Compare(uri.MustParse(tt.a), uri.MustParse(tt.b))
		if rung != tt.rung || reason != tt.reason {
			t.Errorf("%s and %s: %v %q, want %v %q (%s)", tt.a, tt.b, rung, reason, tt.rung, tt.reason, tt.why)
		}
	}
}

func TestPartsAndMeaning(t *testing.T) {
	const text = "https://u:secret@h:8443/a?x=1&y+z=2#f"
	v, err := Parse(uri.MustParse(text))
	if err != nil {
		t.Fatal(err)
	}
	var got [][2]string
	for _, p := range v.Parts() {
		got = append(got, [2]string{p.Label, text[p.Start:p.End]})
	}
	want := [][2]string{
		{"Authorization", "u:secret"}, {"Host", "h:8443"}, {"request target", "/a"},
		{`query pair "x"`, "x=1"}, {`query pair "y z"`, "y+z=2"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	if got, want := v.Meaning(), `the resource "/a?x=1&y+z=2" of the server at h, port 8443, asked for by HTTP over TLS`; got != want {
		t.Errorf("meaning %q, want %q", got, want)
	}
}

// FuzzView: pairs of a query are read back from a query that is made of them.
func FuzzView(f *testing.F) {
	seeds := []string{"http://u:p@h:080/a/b?x=1&y", "https://h?a+b", "http:", "http:///x", "HTTP://H#f", "http://h/?%26=%3D+&&="}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		pairs := slices.Collect(v.QueryPairs())
		if len(pairs) == 0 {
			return
		}
		again, _ := Parse(uri.MustParse("http://h/?" + formEncode(pairs)))
		if diff := cmp.Diff(pairs, slices.Collect(again.QueryPairs())); diff != "" {
			t.Errorf("%q: the pairs do not survive (-want +got):\n%s", u, diff)
		}
	})
}

// formEncode writes pairs with every octet escaped.
func formEncode(pairs []Pair) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	escape := func(o scheme.Octets) {
		for i := range len(o) {
			b.WriteString("%" + string(hex[o[i]>>4]) + string(hex[o[i]&15]))
		}
	}
	for i, p := range pairs {
		if i > 0 {
			b.WriteByte('&')
		}
		escape(p[0])
		b.WriteByte('=')
		escape(p[1])
	}
	return b.String()
}
