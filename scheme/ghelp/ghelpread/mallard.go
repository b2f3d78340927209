package ghelpread

import (
	"cmp"
	"slices"
	"strings"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Topic is what a page of Mallard, or a section of one, says of itself: how
// others call it, and how it stands among them.
type Topic struct {
	Ref   string // "page" or "page#section"
	Title string // by which others lead to it
	Desc  string // "" if it has none

	guides, topics, see []relation // what it is a topic of, what its topics are, what to see beside it
}

// A relation leads from a topic to another.
type relation struct{ ref, group string }

// Topics returns what a page says of itself, and then what its sections with an
// id do.
func Topics(page *Element) []Topic {
	id := page.id()
	topics := []Topic{topic(page, id, id)}
	page.each(func(n node) {
		if n.el != nil && n.el.Name == "section" && n.el.id() != "" {
			topics = append(topics, topic(n.el, id, id+"#"+n.el.id()))
		}
	})
	return topics
}

func topic(e *Element, page, ref string) Topic {
	t := Topic{Ref: ref}
	if title := e.child("title"); title != nil {
		t.Title = title.words()
	}
	info := e.child("info")
	if info == nil {
		return t
	}
	for _, title := range info.elements("title") {
		if title.attr("type") == "link" && title.attr("role") == "" {
			t.Title = title.words()
		}
	}
	if desc := info.child("desc"); desc != nil {
		t.Desc = desc.words()
	}
	for _, link := range info.elements("link") {
		r := relation{resolve(page, link.attr("xref")), cmp.Or(link.attr("group"), "#default")}
		switch {
		case r.ref == "":
		case link.attr("type") == "guide":
			t.guides = append(t.guides, r)
		case link.attr("type") == "topic":
			t.topics = append(t.topics, r)
		case link.attr("type") == "seealso":
			t.see = append(t.see, r)
		}
	}
	return t
}

// resolve returns what a reference of a page means: "#section" is of the page
// itself.
func resolve(page, xref string) string {
	if strings.HasPrefix(xref, "#") {
		return page + xref
	}
	return strings.TrimSuffix(xref, "#")
}

// A Book is the topics of a document by what leads to them.
type Book map[string]Topic

// Mallard returns a page of Mallard. link returns the URI of another page, or of
// a section in it.
func (b Book) Mallard(page *Element, link func(page, section string) uri.URI) *doc.Document {
	m := &mallard{book: b, page: page.id(), to: link}
	m.flow = flow{m.block, m.link}
	d := &doc.Document{Lang: page.attr("lang"), Blocks: m.section(page, m.page, 1)}
	if t := page.child("title"); t != nil {
		d.Title = t.words()
	}
	for _, guide := range b[m.page].guides {
		if in := m.lead(guide.ref); in != nil {
			if len(d.Head.Left) > 0 {
				d.Head.Left = append(d.Head.Left, doc.Text(", "))
			}
			d.Head.Left = append(d.Head.Left, in)
		}
	}
	return d
}

// mallard is a page of Mallard under way.
type mallard struct {
	flow
	book Book
	page string
	to   func(page, section string) uri.URI

	ref    string   // of the page or section that we are in
	places []string // the groups of its lists of topics, as they are written
}

// section returns the page, or a section of it: its title, what is in it, its
// topics unless it says itself where they stand, and what to see beside it.
func (m *mallard) section(e *Element, ref string, level int) []doc.Block {
	outer, places := m.ref, m.places
	m.ref, m.places = ref, nil
	defer func() { m.ref, m.places = outer, places }()
	for _, links := range e.elements("links") {
		if links.attr("type") == "topic" {
			m.places = append(m.places, links.attr("groups"))
		}
	}
	blocks := m.heading(e, e.child("title"), level)
	blocks = append(blocks, m.flowing(e, level+1)...)
	if len(m.places) == 0 {
		blocks = append(blocks, m.topics("")...)
	}
	return append(blocks, m.seeAlso()...)
}

// topics returns a list of the topics in the given groups, or if there are none
// of those in no other list.
func (m *mallard) topics(groups string) []doc.Block {
	var found []relation
	for ref, t := range m.book {
		for _, r := range t.guides {
			if r.ref == m.ref {
				found = append(found, relation{ref, r.group})
			}
		}
	}
	found = append(found, m.book[m.ref].topics...)
	wanted := strings.Fields(groups)
	taken := strings.Fields(strings.Join(m.places, " "))
	found = slices.DeleteFunc(found, func(r relation) bool {
		if groups == "" {
			return slices.Contains(taken, r.group)
		}
		return !slices.Contains(wanted, r.group)
	})
	slices.SortFunc(found, func(a, b relation) int {
		return cmp.Or(cmp.Compare(place(a.group, wanted), place(b.group, wanted)), cmp.Compare(m.book[a.ref].Title, m.book[b.ref].Title), cmp.Compare(a.ref, b.ref))
	})
	return m.leads(found)
}

// place orders groups: the first, those in the order of a list, others, the
// last.
func place(group string, list []string) int {
	switch {
	case group == "#first" || group == "first":
		return -1
	case group == "#last" || group == "last":
		return len(list) + 1
	case slices.Contains(list, group):
		return slices.Index(list, group)
	}
	return len(list)
}

// seeAlso returns what is to be seen beside the page or section: what it says,
// and what says it.
func (m *mallard) seeAlso() []doc.Block {
	found := slices.Clone(m.book[m.ref].see)
	for ref, t := range m.book {
		if slices.ContainsFunc(t.see, func(r relation) bool { return r.ref == m.ref }) {
			found = append(found, relation{ref: ref})
		}
	}
	slices.SortFunc(found, func(a, b relation) int { return cmp.Compare(a.ref, b.ref) })
	found = slices.CompactFunc(found, func(a, b relation) bool { return a.ref == b.ref })
	list := m.leads(found)
	if len(list) == 0 {
		return nil
	}
	return append([]doc.Block{doc.Paragraph{Inlines: []doc.Inline{doc.Strong{Inlines: []doc.Inline{doc.Text("See also")}}}}}, list...)
}

// leads returns a list of links with what the topics say of themselves.
func (m *mallard) leads(refs []relation) []doc.Block {
	list := doc.List{Tight: true}
	seen := map[string]bool{}
	for _, r := range refs {
		in := m.lead(r.ref)
		if in == nil || seen[r.ref] {
			continue
		}
		seen[r.ref] = true
		p := doc.Paragraph{Inlines: []doc.Inline{in}, Tight: true}
		if desc := m.book[r.ref].Desc; desc != "" {
			p.Inlines = append(p.Inlines, doc.Text(" – "+desc))
		}
		list.Items = append(list.Items, doc.Item{Blocks: []doc.Block{p}})
	}
	if len(list.Items) == 0 {
		return nil
	}
	return []doc.Block{list}
}

// lead returns a link to a topic, nil if the book has none.
func (m *mallard) lead(ref string) doc.Inline {
	u, words := m.target(ref)
	if u.IsZero() {
		return nil
	}
	return doc.Link{URI: u, Inlines: []doc.Inline{doc.Text(words)}}
}

// target returns the URI and title of a topic.
func (m *mallard) target(ref string) (u uri.URI, title string) {
	page, section, _ := strings.Cut(ref, "#")
	t, ok := m.book[ref]
	if !ok { // an id of something else in the page
		if t, ok = m.book[page]; !ok {
			return uri.URI{}, ""
		}
	}
	title = cmp.Or(t.Title, ref)
	if page == m.page && section != "" {
		u, _ = uri.Parse("#" + pct.Encode(section, pct.Query))
		return u, title
	}
	return m.to(page, section), title
}

func (m *mallard) link(e *Element) (uri.URI, string) {
	if href := e.attr("href"); href != "" && e.Name != "links" {
		u, err := uri.Parse(href)
		if err != nil || !u.HasScheme() {
			return uri.URI{}, href
		}
		return u, href
	}
	if xref := e.attr("xref"); xref != "" {
		return m.target(resolve(m.page, xref))
	}
	return uri.URI{}, ""
}

// noteStyles are what notes of several kinds are called.
var noteStyles = map[string]string{"": "Note", "tip": "Tip", "warning": "Warning", "danger": "Danger", "important": "Important", "advanced": "Advanced", "bug": "Bug", "sidebar": ""}

func (m *mallard) block(e *Element, level int) ([]doc.Block, bool) {
	switch e.Name {
	case "section":
		return m.section(e, m.page+"#"+e.id(), level), true
	case "p":
		if in := trim(m.inlines(e)); len(in) > 0 {
			return []doc.Block{doc.Paragraph{Inlines: in}}, true
		}
		return nil, true
	case "list", "tree":
		return m.list(e, doc.Bullet, level, "item"), true
	case "steps":
		return m.list(e, doc.Ordered, level, "item"), true
	case "item": // within another of a tree
		return []doc.Block{doc.List{Items: []doc.Item{{Blocks: m.flowing(e, level)}}}}, true
	case "terms":
		return m.definitions(e, level, "item"), true
	case "screen", "synopsis":
		return verbatim(e), true
	case "code":
		return m.codeBlock(e)
	case "note":
		name, ok := noteStyles[e.attr("style")]
		if !ok {
			name = "Note"
		}
		return []doc.Block{doc.Indent{Blocks: m.titled(e, level, name)}}, true
	case "quote":
		if e.child("p") == nil {
			return nil, false
		}
		return []doc.Block{doc.Indent{Blocks: m.titled(e, level, "")}}, true
	case "table":
		return append(m.listTitle(e), doc.Table{Border: true, Rows: m.rows(nil, e, false)}), true
	case "figure", "example", "listing", "div":
		return m.titled(e, level, ""), true
	case "links":
		if e.attr("type") == "topic" {
			return append(m.listTitle(e), m.topics(e.attr("groups"))...), true
		}
		return nil, true
	case "choose":
		return m.choose(e, level), true
	case "if", "when", "else":
		if e.Name == "else" || holds(e.attr("test")) {
			return m.flowing(e, level), true
		}
		return nil, true
	case "tt": // subtitles of a film
		return nil, true
	}
	return nil, false
}

// codeBlock returns code that has lines of its own, as in a listing.
func (m *mallard) codeBlock(e *Element) ([]doc.Block, bool) {
	for _, c := range e.children {
		if strings.Contains(strings.Trim(c.text, "\n"), "\n") {
			return verbatim(e), true
		}
	}
	return nil, false
}

// choose returns the first alternative whose test holds.
func (m *mallard) choose(e *Element, level int) []doc.Block {
	for _, c := range e.elements("when", "else") {
		if c.Name == "else" || holds(c.attr("test")) {
			return m.flowing(c, level)
		}
	}
	return nil
}

// holds reports whether a test of Mallard holds: all of several with commas
// between them. We are no platform and write HTML or text.
func holds(test string) bool {
	for t := range strings.SplitSeq(test, ",") {
		name, not := strings.CutPrefix(strings.TrimSpace(t), "!")
		if (name == "target:html") == not {
			return false
		}
	}
	return true
}
