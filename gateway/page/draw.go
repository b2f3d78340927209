package page

import (
	"html"
	"html/template"
	"strings"
)

// A markup is HTML that is written line by line, where a template would take most of
// the time that a page takes: a menu has hundreds of lines, and html/template looks up
// each of their fields by its name.
type markup struct{ b strings.Builder }

// raw writes constants and what other drawings have made.
func (m *markup) raw(parts ...string) {
	for _, s := range parts {
		m.b.WriteString(s)
	}
}

// text writes what stands between tags or within the quotes of an attribute.
func (m *markup) text(s string) { m.b.WriteString(html.EscapeString(s)) }

// link writes text as a link, if it leads anywhere, and else as it stands.
func (m *markup) link(h Href, text string) {
	if h.IsZero() {
		m.text(text)
		return
	}
	m.raw("<a ", string(h.Attr()), ">")
	m.text(text)
	m.raw("</a>")
}

// html returns all that is written.
func (m *markup) html() template.HTML { return template.HTML(m.b.String()) }
