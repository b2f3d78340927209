package htmlread

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

// phrase reads an element within a line.
func (p *reader) phrase(n *html.Node) {
	outer := p.look
	switch n.DataAtom {
	case atom.B, atom.Strong, atom.Th:
		p.look.strong = true
	case atom.I, atom.Em, atom.Cite, atom.Var, atom.Dfn, atom.U:
		p.look.emph = true
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		p.look.code = true
	case atom.Q:
		p.text("“")
		defer p.text("”")
	case atom.A, atom.Area:
		if href, ok := lookup(n, "href"); ok {
			p.link(n, href)
			p.look = outer
			return
		}
	}
	p.children(n)
	p.look = outer
}

// link reads a link. One without words has its URI for them.
func (p *reader) link(n *html.Node, href string) {
	if u, ok := p.href(href); ok {
		p.look.link = &u
	}
	before, blocks := len(p.runs), len(p.blocks)
	p.children(n)
	if alt := attr(n, "alt"); n.DataAtom == atom.Area && alt != "" {
		p.text(alt)
	}
	for _, r := range p.runs[min(before, len(p.runs)):] {
		if strings.TrimSpace(r.text) != "" {
			return
		}
	}
	if p.look.link != nil && len(p.blocks) == blocks {
		p.text(p.look.link.String())
	}
}

// text adds words. Outside of preformatted text all white space between two is
// one space, and none stands at the start of a line.
func (p *reader) text(s string) {
	s = strings.ReplaceAll(s, "\u00ad", "") // where a word may be parted
	if !p.inForm && !p.inHeading && strings.TrimSpace(s) != "" {
		p.other = true
	}
	if p.pre {
		p.put(s)
		return
	}
	words := strings.FieldsFunc(s, isSpace)
	if len(words) == 0 {
		if s != "" {
			p.space()
		}
		return
	}
	if isSpace(rune(s[0])) {
		p.space()
	}
	p.put(strings.Join(words, " "))
	if isSpace(rune(s[len(s)-1])) {
		p.space()
	}
}

// isSpace reports whether c is white space to HTML; a no-break space is none.
func isSpace(c rune) bool { return strings.ContainsRune(" \t\n\r\f", c) }

func (p *reader) put(s string) {
	if s != "" {
		p.runs = append(p.runs, run{text: s, look: p.look})
	}
}

// space adds a space, unless there is one, or a line begins.
func (p *reader) space() {
	for i := len(p.runs) - 1; i >= 0; i-- {
		r := p.runs[i]
		switch {
		case r.anchor != "":
		case r.broken || strings.HasSuffix(r.text, " "):
			return
		default:
			p.put(" ")
			return
		}
	}
}

// flush ends the paragraph. Anchors alone wait for the next one.
func (p *reader) flush() {
	if !hasWords(p.runs) {
		p.runs = anchors(p.runs)
		return
	}
	if p.pre {
		p.add(doc.Preformatted{Inlines: inlines(p.runs), Tight: !p.gap})
	} else {
		p.add(doc.Paragraph{Inlines: inlines(trim(p.runs)), Tight: !p.gap})
	}
	p.runs, p.gap = nil, false
}

func hasWords(runs []run) bool {
	for _, r := range runs {
		if strings.TrimSpace(r.text) != "" {
			return true
		}
	}
	return false
}

func anchors(runs []run) (out []run) {
	for _, r := range runs {
		if r.anchor != "" {
			out = append(out, r)
		}
	}
	return out
}

// trim takes away spaces and line breaks at the end.
func trim(runs []run) []run {
	for i := len(runs) - 1; i >= 0; i-- {
		r := &runs[i]
		if r.anchor != "" {
			continue
		}
		if r.text = strings.TrimRight(r.text, " \n"); r.text != "" {
			break
		}
	}
	return runs
}

// inlines makes a tree of runs. Runs of one link are in one.
func inlines(runs []run) (out []doc.Inline) {
	for i := 0; i < len(runs); {
		link := runs[i].link
		end := i
		for end < len(runs) && runs[end].link == link {
			end++
		}
		var in []doc.Inline
		for _, r := range runs[i:end] {
			in = r.append(in)
		}
		if link != nil && len(in) > 0 {
			in = []doc.Inline{doc.Link{URI: *link, Inlines: in, Named: isNamed(*link, runs[i:end])}}
		}
		out, i = append(out, in...), end
	}
	return out
}

// isNamed reports whether the words of a link name what it leads to: an address
// of e-mail.
func isNamed(u uri.URI, runs []run) bool {
	var words strings.Builder
	for _, r := range runs {
		words.WriteString(r.text)
	}
	return strings.EqualFold(u.Scheme(), "mailto") && u.Path() == strings.TrimSpace(words.String())
}

func (r run) append(in []doc.Inline) []doc.Inline {
	switch {
	case r.anchor != "":
		return append(in, doc.Anchor{ID: r.anchor})
	case r.broken:
		return append(in, doc.LineBreak{})
	case r.text == "":
		return in
	}
	out := []doc.Inline{doc.Text(r.text)}
	if r.code {
		out = []doc.Inline{doc.Code{Inlines: out}}
	}
	if r.emph {
		out = []doc.Inline{doc.Emphasis{Inlines: out}}
	}
	if r.strong {
		out = []doc.Inline{doc.Strong{Inlines: out}}
	}
	return append(in, out...)
}
