package dns

import (
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// shape takes a name of two labels or more with a class or type behind it:
// "dns:" is a word of running text and of configuration files, and a name alone
// stands behind it in certificates.
func shape(text []byte) int {
	n := pct.Span(text, pct.Query.With("%"))
	s := strings.TrimRight(string(text[:n]), ".,;:!?'")
	name, query, ok := strings.Cut(s, "?")
	if !ok || query == "" || strings.HasPrefix(name, "/") {
		return 0
	}
	u, err := uri.Parse("dns:" + s)
	if err != nil {
		return 0
	}
	if v, err := Parse(u); err != nil || len(v.Labels) < 2 || v.Unknown != nil {
		return 0
	}
	return len(s)
}
