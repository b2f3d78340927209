package ghelpread

import (
	"regexp"
	"strings"
	"sync"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

// A flow makes blocks and inlines of elements. Mallard and DocBook have a block
// and a link each in their way; inlines mean the same by the same name.
type flow struct {
	// block returns the blocks of an element that begins a line of its own, and
	// whether it is one. A heading in it is of the given level.
	block func(e *Element, level int) (blocks []doc.Block, ok bool)

	// link returns where an element leads, and the words for it if it has none
	// of its own; zero if it leads nowhere.
	link func(e *Element) (u uri.URI, words string)
}

type look int

const (
	strong look = iota + 1
	emphasis
	code
)

// looks are the elements whose text has another look.
var looks = sync.OnceValue(func() map[string]look {
	looks := map[string]look{}
	for l, names := range map[look]string{
		strong:   "gui guilabel guibutton guiicon guimenu guimenuitem guisubmenu app application hi",
		emphasis: "em emphasis cite citetitle var replaceable parameter firstterm foreignphrase",
		code:     "code cmd command file filename input userinput output computeroutput literal sys systemitem option key keycap constant function envar varname",
	} {
		for name := range strings.FieldsSeq(names) {
			looks[name] = l
		}
	}
	return looks
})

// joints stand between the parts of some elements: of a way through menus, of
// keys that are pressed together.
var joints = map[string]string{"guiseq": " ▸ ", "menuchoice": " ▸ ", "keyseq": "+", "keycombo": "+"}

// hidden are elements for editors, indices and other programs.
var hidden = map[string]bool{
	"comment": true, "remark": true, "indexterm": true, "desc": true, "info": true, "articleinfo": true, "bookinfo": true, "sectioninfo": true,
	"chapterinfo": true, "shortcut": true, "imageobject": true, "rules": true, "thumb": true, "title": true, "subtitle": true, "titleabbrev": true,
}

// flowing returns the blocks of what is in e: blocks as they are, and text
// between them as paragraphs.
func (f flow) flowing(e *Element, level int) (out []doc.Block) {
	var run []doc.Inline
	end := func() {
		if words := trim(run); len(words) > 0 {
			out = append(out, doc.Paragraph{Inlines: words})
		}
		run = nil
	}
	for _, c := range e.children {
		switch {
		case c.el == nil:
			run = append(run, text(c.text)...)
		case hidden[c.el.Name]:
		default:
			blocks, ok := f.block(c.el, level)
			if !ok {
				run = append(run, f.inline(c.el)...)
				continue
			}
			end()
			if id := c.el.id(); id != "" && !leads(blocks, id) {
				out = append(out, doc.Paragraph{Inlines: []doc.Inline{doc.Anchor{ID: id}}, Tight: true})
			}
			out = append(out, blocks...)
		}
	}
	end()
	return out
}

// leads reports whether blocks begin with a heading of that id.
func leads(blocks []doc.Block, id string) bool {
	if len(blocks) == 0 {
		return false
	}
	h, ok := blocks[0].(doc.Heading)
	return ok && h.ID == id
}

// text returns text that is filled: white space is a space.
func text(s string) []doc.Inline {
	if s = spaces().ReplaceAllString(s, " "); s == "" {
		return nil
	}
	return []doc.Inline{doc.Text(s)}
}

var spaces = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[ \t\r\n]+`)
})

// trim takes white space from both ends of inlines.
func trim(in []doc.Inline) []doc.Inline {
	for len(in) > 0 {
		t, ok := in[0].(doc.Text)
		if !ok {
			break
		}
		if in[0] = doc.Text(strings.TrimLeft(string(t), " ")); in[0] != doc.Text("") {
			break
		}
		in = in[1:]
	}
	for len(in) > 0 {
		last := len(in) - 1
		t, ok := in[last].(doc.Text)
		if !ok {
			break
		}
		if in[last] = doc.Text(strings.TrimRight(string(t), " ")); in[last] != doc.Text("") {
			break
		}
		in = in[:last]
	}
	return in
}

// inlines returns what is in e as parts of a line.
func (f flow) inlines(e *Element) (out []doc.Inline) {
	for _, c := range e.children {
		if c.el == nil {
			out = append(out, text(c.text)...)
		} else if !hidden[c.el.Name] {
			out = append(out, f.inline(c.el)...)
		}
	}
	return out
}

// inline returns an element as part of a line.
func (f flow) inline(e *Element) (out []doc.Inline) {
	if id := e.id(); id != "" {
		out = append(out, doc.Anchor{ID: id})
	}
	in := f.inlines(e)
	if joint, ok := joints[e.Name]; ok {
		in = f.joined(e, joint)
	}
	u, words := f.link(e)
	if len(trim(in)) == 0 && words != "" {
		in = []doc.Inline{doc.Text(words)}
	}
	if len(in) == 0 {
		return out
	}
	switch looks()[e.Name] {
	case strong:
		in = []doc.Inline{doc.Strong{Inlines: in}}
	case emphasis:
		in = []doc.Inline{doc.Emphasis{Inlines: in}}
	case code:
		in = []doc.Inline{doc.Code{Inlines: in}}
	}
	switch {
	case !u.IsZero():
		in = []doc.Inline{doc.Link{URI: u, Inlines: in}}
	case e.Name == "quote":
		in = append(append([]doc.Inline{doc.Text("“")}, in...), doc.Text("”"))
	case e.Name == "media" || e.Name == "inlinemediaobject":
		in = picture(e)
	case e.Name == "footnote":
		in = append(append([]doc.Inline{doc.Text(" (")}, trim(in)...), doc.Text(")"))
	}
	return append(out, in...)
}

// joined returns the elements in e with a joint between them.
func (f flow) joined(e *Element, joint string) (out []doc.Inline) {
	for _, c := range e.children {
		if c.el == nil || hidden[c.el.Name] {
			continue
		}
		if len(out) > 0 {
			out = append(out, doc.Text(joint))
		}
		out = append(out, f.inline(c.el)...)
	}
	if len(out) == 0 {
		return f.inlines(e)
	}
	return out
}

// picture returns the words that stand for a picture.
func picture(e *Element) []doc.Inline {
	words := e.words()
	if words == "" {
		return nil
	}
	return []doc.Inline{doc.Emphasis{Inlines: []doc.Inline{doc.Text("[" + words + "]")}}}
}

// heading returns the title of an element as a heading.
func (f flow) heading(e, title *Element, level int) []doc.Block {
	if title == nil {
		return nil
	}
	return []doc.Block{doc.Heading{Level: min(level, 5), ID: e.id(), Inlines: trim(f.inlines(title))}}
}

// titled returns what is in e, behind its title in bold.
func (f flow) titled(e *Element, level int, otherwise string) (out []doc.Block) {
	title := []doc.Inline{doc.Text(otherwise)}
	if t := e.child("title"); t != nil {
		title = trim(f.inlines(t))
	}
	if len(title) > 0 && title[0] != doc.Text("") {
		out = append(out, doc.Paragraph{Inlines: []doc.Inline{doc.Strong{Inlines: title}}})
	}
	return append(out, f.flowing(e, level)...)
}

// verbatim returns text whose spaces and line ends stay.
func verbatim(e *Element) []doc.Block {
	var b strings.Builder
	e.each(func(n node) { b.WriteString(n.text) })
	return []doc.Block{doc.Preformatted{Inlines: []doc.Inline{doc.Text(strings.Trim(b.String(), "\n"))}}}
}

// list returns a list of the elements of a name in e.
func (f flow) list(e *Element, kind doc.ListKind, level int, name ...string) []doc.Block {
	l := doc.List{Kind: kind}
	for _, item := range e.elements(name...) {
		l.Items = append(l.Items, doc.Item{Blocks: f.flowing(item, level)})
	}
	return append(f.listTitle(e), l)
}

func (f flow) listTitle(e *Element) []doc.Block {
	if t := e.child("title"); t != nil {
		return []doc.Block{doc.Paragraph{Inlines: []doc.Inline{doc.Strong{Inlines: trim(f.inlines(t))}}}}
	}
	return nil
}

// definitions returns a list of terms, which are elements named term, or title.
func (f flow) definitions(e *Element, level int, name ...string) []doc.Block {
	l := doc.List{Kind: doc.Definition}
	for _, item := range e.elements(name...) {
		var i doc.Item
		for _, t := range item.elements("term", "title", "glossterm") {
			i.Terms = append(i.Terms, trim(f.inlines(t)))
		}
		body := item
		if b := item.child("listitem", "glossdef"); b != nil {
			body = b
		}
		i.Blocks = f.flowing(body, level)
		l.Items = append(l.Items, i)
	}
	return append(f.listTitle(e), l)
}

// rows appends the rows of a table in e, which may stand in groups.
func (f flow) rows(rows []doc.Row, e *Element, header bool) []doc.Row {
	for _, c := range e.children {
		switch {
		case c.el == nil:
		case c.el.Name == "tr" || c.el.Name == "row":
			row := doc.Row{Header: header}
			for _, cell := range c.el.elements("td", "th", "entry") {
				row.Cells = append(row.Cells, doc.Cell{ColSpan: number(cell.attr("colspan")), RowSpan: number(cell.attr("rowspan")), Blocks: f.flowing(cell, 5)})
			}
			rows = append(rows, row)
		default:
			if c.el.Name == "thead" || c.el.Name == "tbody" || c.el.Name == "tfoot" || c.el.Name == "tgroup" {
				rows = f.rows(rows, c.el, c.el.Name == "thead")
			}
		}
	}
	return rows
}

// number reads a small number, 0 if s is none.
func number(s string) (n int) {
	if len(s) > 2 {
		return 0
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}
