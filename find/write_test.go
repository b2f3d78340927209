package find_test

import (
	"html"
	"slices"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/uri"
)

func TestWrite(t *testing.T) {
	for _, tt := range []struct{ uri, format, want string }{
		{"http://h/", "angle", "<http://h/>"},
		{"http://h/", "url", "<URL:http://h/>"},
		{"http://h/?a=1&b='x'", "html", `<A HREF="http://h/?a=1&amp;b=&#39;x&#39;">http://h/?a=1&amp;b=&#39;x&#39;</A>`},
		{"mailto:a@b,c", "texinfo", "@uref{mailto:a@@b@comma{}c}"},
		{"http://a-b/", "roff", ".UR http://a\\-b/\n.UE"},
		{"http://h/_a_", "markdown", "<http://h/_a_>"},
		{"x:*a*", "markdown", `[x:\*a\*](<x:*a*>)`},
	} {
		if got, err := find.Write(uri.MustParse(tt.uri), tt.format); got != tt.want || err != nil {
			t.Errorf("%s as %s is %q, want %q (%v)", tt.uri, tt.format, got, tt.want, err)
		}
	}
	if got, err := find.Write(uri.URI{}, "pdf"); err == nil {
		t.Errorf("there is a format pdf: %q", got)
	}
	for _, f := range find.Formats {
		if _, err := find.Write(uri.MustParse("http://h/"), f); err != nil {
			t.Error(err)
		}
	}
}

// FuzzWrite writes a URI into text and finds it again.
func FuzzWrite(f *testing.F) {
	for _, s := range []string{"http://h/", "foo:bar", "urn:a:b~c", "http://[::1]/?a#b", "url:url:x", "mailto:a@b?x=y&z", "x://$h/...", "a:,", "http://h/(a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil || !u.HasScheme() || len(u.Scheme()) > 40 || len(u.Scheme())+1 == len(s) || s[len(u.Scheme())+1] == '=' {
			return
		}
		text, err := find.Write(u, "url")
		if err != nil {
			t.Fatal(err)
		}
		got := slices.Collect(finder.All([]byte("see " + text + ".")))
		if len(got) != 1 || got[0].URI != u || got[0].Form != find.URLPrefix {
			t.Fatalf("in %q: %v", text, got)
		}
		text, err = find.Write(u, "html")
		if href, _, _ := strings.Cut(strings.TrimPrefix(text, `<A HREF="`), `"`); err != nil || html.UnescapeString(href) != s {
			t.Fatalf("%q as HTML is %q (%v)", s, text, err)
		}
	})
}
