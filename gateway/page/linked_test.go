package page

import (
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
)

// TestLinked: text stays what it is, with links where there are URIs that lead
// somewhere, and nothing in it can be more than text.
func TestLinked(t *testing.T) {
	s := &Site{Schemes: known.Table(), Support: map[string]Support{"gopher": {Shown: true}}, Finder: find.New(known.Table())}
	for text, want := range map[string]string{
		"no <b> & \"such\"":                     "no &lt;b&gt; &amp; &#34;such&#34;",
		"see <gopher://h/0/a&b>.":               `see &lt;<a href="/u/gopher%3A%2F%2Fh%2F0%2Fa%26b">gopher://h/0/a&amp;b</a>&gt;.`,
		"http://h/?a&b and javascript:alert(1)": `<a href="http://h/?a&amp;b" rel="noreferrer">http://h/?a&amp;b</a> and javascript:alert(1)`,
		"URL:http://h/\"onclick=\"x":            `<a href="http://h/" rel="noreferrer">URL:http://h/</a>&#34;onclick=&#34;x`,
		"a@b.example":                           `<a href="mailto:a@b.example" rel="noreferrer">a@b.example</a>`,
		"ü http://h/ü\n\nhttp://h/2":            "ü <a href=\"http://h/%C3%BC\" rel=\"noreferrer\">http://h/ü</a>\n\n<a href=\"http://h/2\" rel=\"noreferrer\">http://h/2</a>",
	} {
		if got := string(s.linked(text)); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestHasLong(t *testing.T) {
	for text, want := range map[string]bool{"": false, "short\nlines\n": false, strings.Repeat("ü", 80): false, "a\n" + strings.Repeat("x", 81): true} {
		if got := hasLong(text); got != want {
			t.Errorf("%.20q: %v, want %v", text, got, want)
		}
	}
}
