package page

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// drawn writes a specimen in one line: component(leaf=label …), a label that
// needs room with a "+".
func drawn(sp specimen) string {
	var b strings.Builder
	label := func(text string, wide bool) string {
		if wide {
			return text + "+"
		}
		return text
	}
	for _, g := range sp.Groups {
		for i, p := range g.Parts {
			b.WriteString(p.Before)
			if g.Label != "" && i == 0 {
				b.WriteString("{")
			}
			b.WriteString(label(p.Label, p.Wide) + "(")
			for i, l := range p.Leaves {
				if i > 0 {
					b.WriteByte('|')
				}
				b.WriteString(l.Text)
				if l.Marked {
					b.WriteString("=" + label(l.Label, l.Wide))
				}
			}
			b.WriteString(")" + p.After)
		}
		if g.Label != "" {
			b.WriteString("}")
		}
	}
	return b.String()
}

func TestSpecimen(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		parts    []scheme.Part
		want     string
	}{
		{"plain", "http://example.org/path", nil, "scheme(http)://host(example.org)path(/path)"},
		{"group", "http://user@example.org/path", nil, "scheme(http)://{userinfo+(user)@host(example.org)}path(/path)"},
		{"leaves", "gopher://example.org/1/library", []scheme.Part{{Start: 21, End: 22, Label: "item type"}, {Start: 22, End: 30, Label: "selector"}},
			"scheme(gopher)://host(example.org)path(/|1=item type+|/library=selector)"},
		{"over components", "http://example.org:80/path", []scheme.Part{{Start: 7, End: 26, Label: "all"}},
			"scheme(http)://{host(example.org=all):port+(80=)}path(/path=)"},
		{"overlapping and empty", "a:bcd", []scheme.Part{{Start: 2, End: 4, Label: "x"}, {Start: 3, End: 5, Label: "y"}, {Start: 5, End: 5, Label: "z"}, {Start: 9, End: 99}},
			"scheme+(a):path(bc=x|d=y+)"},
		{"narrow", "a://u@h:1/p?q#f", nil, "scheme+(a)://{userinfo+(u)@host+(h):port+(1)}path(/p)?query+(q)#fragment+(f)"},
		{"empty components", "a://?#", nil, "scheme+(a)://?#"},
		{"nothing", "", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := drawn(newSpecimen(uri.MustParse(tt.in), tt.parts)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	long := newSpecimen(uri.MustParse("data:,"+strings.Repeat("x", 5000)), nil)
	if got := drawn(long); !long.Mini || len(got) > 1100 || !strings.HasSuffix(got, "…") {
		t.Errorf("a long URI is not cut: %d bytes, %q", len(got), got[len(got)-10:])
	}
}
