package ghelpread

import (
	"uriel.dev/get/doc"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// DocBook returns a document of DocBook, or the part of it with the given id;
// nil if it has none. Parts lead to each other by fragments.
func DocBook(root *Element, id string) *doc.Document {
	b := &docbook{titles: map[string]string{}}
	b.flow = flow{b.block, b.link}
	part := root
	if id != "" {
		if part = root.Find(id); part == nil {
			return nil
		}
	}
	b.survey(part)
	d := &doc.Document{Title: title(part).words(), Lang: root.attr("lang")}
	if blocks, ok := b.block(part, 1); ok {
		d.Blocks = blocks
	} else {
		d.Blocks = b.flowing(part, 1)
	}
	return d
}

// docbook is a document of DocBook under way.
type docbook struct {
	flow
	titles map[string]string // of the elements with an id
}

// survey notes what may be led to.
func (b *docbook) survey(e *Element) {
	note := func(e *Element) {
		if id := e.id(); id != "" {
			b.titles[id] = title(e).words()
		}
	}
	note(e)
	e.each(func(n node) {
		if n.el != nil {
			note(n.el)
		}
	})
}

// title returns the title of an element, an empty one if it has none.
func title(e *Element) *Element {
	if t := e.child("title"); t != nil {
		return t
	}
	if info := e.child("info", "articleinfo", "bookinfo", "sectioninfo", "chapterinfo"); info != nil {
		if t := info.child("title"); t != nil {
			return t
		}
	}
	return &Element{}
}

// link returns where an element leads: within the document by its linkend, or
// to a URL.
func (b *docbook) link(e *Element) (uri.URI, string) {
	target := e.attr("linkend")
	if address := e.attr("url") + e.attr("href"); target == "" && (e.Name == "ulink" || e.Name == "link") {
		u, _ := uri.Parse(address)
		return u, address
	}
	if e.Name == "email" {
		u, _ := uri.Parse("mailto:" + pct.Encode(e.words(), pct.Path))
		return u, ""
	}
	words, ok := b.titles[target]
	if !ok || target == "" {
		return uri.URI{}, ""
	}
	u, _ := uri.Parse("#" + pct.Encode(target, pct.Query))
	if words == "" {
		words = target
	}
	return u, words
}

// admonitions are what notes of several kinds are called.
var admonitions = map[string]string{"note": "Note", "tip": "Tip", "warning": "Warning", "caution": "Caution", "important": "Important"}

func (b *docbook) block(e *Element, level int) ([]doc.Block, bool) {
	switch e.Name {
	case "article", "book", "part", "chapter", "preface", "appendix", "section", "simplesect", "sect1", "sect2", "sect3", "sect4", "sect5", "glossary", "glossdiv", "set", "refentry", "refsect1":
		return append(b.heading(e, title(e), level), b.flowing(e, level+1)...), true
	case "para", "simpara", "formalpara", "abstract", "partintro", "textobject", "caption", "epigraph", "sidebar", "highlights":
		return b.titled(e, level, ""), true
	case "itemizedlist", "simplelist":
		return b.list(e, doc.Bullet, level, "listitem", "member"), true
	case "orderedlist", "procedure", "substeps":
		return b.list(e, doc.Ordered, level, "listitem", "step"), true
	case "variablelist", "glosslist":
		return b.definitions(e, level, "varlistentry", "glossentry"), true
	case "glossentry":
		return b.definitions(&Element{children: []node{{el: e}}}, level, "glossentry"), true
	case "screen", "programlisting", "literallayout", "synopsis", "cmdsynopsis", "address":
		return verbatim(e), true
	case "note", "tip", "warning", "caution", "important":
		return []doc.Block{doc.Indent{Blocks: b.titled(e, level, admonitions[e.Name])}}, true
	case "blockquote":
		return []doc.Block{doc.Indent{Blocks: b.titled(e, level, "")}}, true
	case "table", "informaltable":
		return append(b.listTitle(e), doc.Table{Border: true, Rows: b.rows(nil, e, false)}), true
	case "figure", "informalfigure", "example", "informalexample", "screenshot":
		return b.titled(e, level, ""), true
	case "mediaobject":
		if words := picture(e); len(words) > 0 {
			return []doc.Block{doc.Paragraph{Inlines: words}}, true
		}
		return nil, true
	case "legalnotice", "toc", "index", "revhistory", "screeninfo":
		return nil, true
	}
	return nil, false
}
