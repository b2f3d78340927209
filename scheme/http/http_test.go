package http

import (
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

// FuzzView: a view can be made of any URI; its parts are in order and within
// the text; the normal form is one; and a query that is written anew from the
// pairs of the view has the same pairs.
func FuzzView(f *testing.F) {
	for _, s := range []string{"http://u:p@h:080/a/b?x=1&y", "https://h?a+b", "http:", "http:///x", "HTTP://H#f", "http://h/?%26=%3D+&&=", "//h"} {
		f.Add(s)
	}
	table := scheme.NewTable(Schemes(), nil)
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			t.Skip()
		}
		v, _ := Parse(u)
		end := 0
		for _, p := range v.Parts() {
			if p.Start < end || p.End <= p.Start || p.End > len(s) {
				t.Fatalf("part %+v of %q is out of place", p, s)
			}
			end = p.End
		}
		if n := table.Normalize(u); table.Normalize(n) != n {
			t.Errorf("the normal form %q of %q is not idempotent", n, s)
		}
		if len(v.QueryPairs) == 0 {
			return
		}
		again, _ := Parse(uri.MustParse("http://h/?" + formEncode(v.QueryPairs)))
		if diff := cmp.Diff(v.QueryPairs, again.QueryPairs); diff != "" {
			t.Errorf("%q: the pairs do not survive (-want +got):\n%s", s, diff)
		}
	})
}

// formEncode writes pairs with every octet escaped.
func formEncode(pairs [][2]scheme.Octets) string {
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
