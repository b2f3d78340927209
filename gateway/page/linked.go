package page

import (
	"html"
	"html/template"
	"strings"
)

// linked returns a text that knows no links as HTML, with a link for each URI in it
// that leads somewhere.
func (s *Site) linked(text string) template.HTML {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	at := 0
	for m := range s.Finder.All([]byte(text)) {
		href := s.Link(m.URI)
		if href.IsZero() {
			continue
		}
		b.WriteString(html.EscapeString(text[at:m.Start]))
		b.WriteString("<a " + string(href.Attr()) + ">" + html.EscapeString(text[m.Start:m.End]) + "</a>")
		at = int(m.End)
	}
	b.WriteString(html.EscapeString(text[at:]))
	return template.HTML(b.String())
}
