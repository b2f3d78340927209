package page

import (
	"fmt"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// written1 writes a trail as its delimiters and [text→target].
func written1(crumbs []Crumb) string {
	var b strings.Builder
	for _, c := range crumbs {
		target := ""
		if to, ok := strings.CutPrefix(c.Href.String(), "/u/"); ok {
			to, _, _ = strings.Cut(to, "#")
			target = "→" + pct.Decode(to)
		}
		fmt.Fprintf(&b, "%s[%s%s]%s", c.Before, c.Text, target, c.After)
	}
	return b.String()
}

func TestTrail(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"segments", "http://h/a/b/?q#f", "[http]://[h→http://h/]/[a→http://h/a/]/[b→http://h/a/b/?q#f]/?[q]#[f]"},
		{"file", "http://h/a", "[http]://[h→http://h/]/[a→http://h/a]"},
		{"root", "http://h/", "[http]://[h→http://h/][/]"},
		{"no path", "http://h", "[http]://[h→http://h]"},
		{"authority in full", "http://u:pw@h:80/a", "[http]://[u:**]@[h→http://u:pw@h:80/]:[80]/[a→http://u:pw@h:80/a]"},
		{"no authority", "man:ls(1)", "[man]:[ls(1)]"},
		{"empty host", "gopher:///a/b", "[gopher]:///[a→gopher:///a/]/[b→gopher:///a/b]"},
		{"not shown", "file:///a/b", "[file]:///[a]/[b]"},
		{"empty segments", "http://h//a//", "[http]://[h→http://h/]//[a→http://h//a/]//"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := written1(testSite().trail(uri.MustParse(tt.in))); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A scheme may know the steps better than the generic syntax.
func TestTrailOfScheme(t *testing.T) {
	info := scheme.Info{Name: "x", View: func(uri.URI) (scheme.View, error) { return testView{}, nil }, Trail: func(u uri.URI) []scheme.Step {
		return []scheme.Step{{Start: 6, End: 7, Title: "a type"}, {Start: 7, End: 10, URI: uri.MustParse("x://h/1up")}, {Start: 8, End: 9}, {Start: 10, End: 12, URI: u}}
	}}
	s := &Site{Schemes: scheme.NewTable([]scheme.Info{info}, nil), Support: map[string]Support{"x": {Shown: true}}}
	u := uri.MustParse("x://h/1/up/b")
	if got, want := written1(s.trail(u)), "[x]://[h→x://h/]/[1][/up→x://h/1up][/b→x://h/1/up/b]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	acts := s.acts(u, uri.URI{}, true)
	if len(acts) != 4 || acts[0] != (Act{"up", Show(uri.MustParse("x://h/1up"))}) || acts[1] != (Act{"root", Show(uri.MustParse("x://h/"))}) || acts[2].Name != "raw" || acts[3].Name != "inspect" {
		t.Errorf("acts %v", acts)
	}
	if got := s.name(u); got != "/b" {
		t.Errorf("it is called %q, want by its last step", got)
	}
}

// The trail holds all of the URI, in order, but for its password.
func FuzzTrail(f *testing.F) {
	for _, s := range []string{"http://u:p@h:1/a//b/?q#f", "gopher:///", "a:b", "//h", "?#", "data:,x", "http://[::1]:/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil || len(s) > 300 {
			return
		}
		var b, c strings.Builder
		for _, x := range testSite().trail(u) {
			b.WriteString(x.Before + x.Text + x.After)
		}
		if got := b.String(); got != mask(s) && got != "" {
			t.Errorf("the trail of %q holds %q", s, got)
		}
		view, _ := testTable().View(u)
		var parts []scheme.Part
		if view != nil {
			parts = view.Parts()
		}
		for _, g := range newSpecimen(u, parts).Groups {
			for _, p := range g.Parts {
				c.WriteString(p.Before)
				for _, l := range p.Leaves {
					c.WriteString(l.Text)
				}
				c.WriteString(p.After)
			}
		}
		if got := c.String(); got != mask(s) {
			t.Errorf("the specimen of %q holds %q", s, got)
		}
	})
}
