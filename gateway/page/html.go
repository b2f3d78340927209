package page

import (
	"html/template"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// readHTML reads HTML of somebody else and writes anew what can be read of it.
// Nothing is copied: the parser builds the tree that a browser would, and only
// elements and attributes of the lists below are written from it, text escaped
// and links through link. So there is nothing to run, to load or to submit in
// the result, and no tag of it ends an element that it has not begun.
//
// The error is that of a parser that gives up: nesting deeper than 512.
func readHTML(r io.Reader, mediaType string, base uri.URI, link func(uri.URI) Href) (document, error) {
	if decoded, err := charset.NewReader(r, mediaType); err == nil {
		r = decoded
	}
	root, err := html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
	if err != nil {
		return document{}, err
	}
	w := &rewriter{base: base, link: link, ids: map[string]bool{"main": true}}
	w.survey(root)
	w.children(root)
	w.doc.Body = template.HTML(w.out.String())
	w.doc.Contents = w.contents()
	w.doc.Title = strings.Join(strings.Fields(w.doc.Title), " ")
	return w.doc, nil
}

// written are the elements that are written, and as what. Others are left out
// and their content stays, but for those in dropped.
var written = map[atom.Atom]string{
	atom.P: "p", atom.Div: "div", atom.Section: "section", atom.Article: "div", atom.Main: "div", atom.Header: "div", atom.Footer: "div",
	atom.Nav: "div", atom.Aside: "div", atom.Address: "address", atom.Center: "div", atom.Form: "div", atom.Fieldset: "div", atom.Noscript: "div",
	atom.Ul: "ul", atom.Ol: "ol", atom.Menu: "ul", atom.Dir: "ul", atom.Li: "li", atom.Dl: "dl", atom.Dt: "dt", atom.Dd: "dd",
	atom.Pre: "pre", atom.Listing: "pre", atom.Xmp: "pre", atom.Plaintext: "pre", atom.Blockquote: "blockquote", atom.Hr: "hr", atom.Br: "br",
	atom.Figure: "figure", atom.Figcaption: "figcaption", atom.Details: "details", atom.Summary: "summary",
	atom.Table: "table", atom.Caption: "caption", atom.Thead: "thead", atom.Tbody: "tbody", atom.Tfoot: "tfoot", atom.Tr: "tr", atom.Th: "th", atom.Td: "td",
	atom.A: "a", atom.B: "b", atom.Strong: "strong", atom.I: "i", atom.Em: "em", atom.Cite: "cite", atom.Dfn: "dfn", atom.Var: "var", atom.Code: "code", atom.Kbd: "kbd",
	atom.Samp: "samp", atom.Tt: "code", atom.U: "u", atom.S: "s", atom.Strike: "s", atom.Del: "del", atom.Ins: "ins", atom.Small: "small", atom.Sub: "sub",
	atom.Sup: "sup", atom.Q: "q", atom.Abbr: "abbr", atom.Acronym: "abbr", atom.Span: "span", atom.Bdi: "bdi", atom.Bdo: "bdo", atom.Ruby: "ruby", atom.Rt: "rt", atom.Rp: "rp",
}

// dropped are the elements that are left out with all that is in them.
var dropped = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Template: true, atom.Iframe: true, atom.Object: true, atom.Embed: true, atom.Applet: true,
	atom.Svg: true, atom.Math: true, atom.Canvas: true, atom.Audio: true, atom.Video: true, atom.Select: true, atom.Textarea: true, atom.Button: true,
	atom.Datalist: true, atom.Frameset: true, atom.Noframes: true, atom.Noembed: true, atom.Map: true, atom.Head: true,
}

// attributes are those that are written as they are, if their value is one that
// the function allows. Ids and links have their own code.
var attributes = map[string]func(string) bool{
	"lang": isWord, "dir": isWord, "colspan": isNumber, "rowspan": isNumber, "start": isNumber, "value": isNumber, "scope": isWord,
	"title": func(string) bool { return true },
}

func isWord(s string) bool {
	return s != "" && len(s) < 36 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// rewriter writes a tree anew.
type rewriter struct {
	base   uri.URI
	link   func(uri.URI) Href
	ids    map[string]bool // that are taken
	shift  int             // from a level of heading to ours: the page has its own h1
	tables int             // how many are open

	headings [7][]heading // by level
	doc      document
	out      strings.Builder
}

// survey finds what must be known before the first word is written: the title,
// the language, the base, and the highest level of heading.
func (w *rewriter) survey(root *html.Node) {
	top := 7
	for n := range root.Descendants() {
		switch level := levelOf(n); {
		case n.Type != html.ElementNode:
		case n.DataAtom == atom.Title && n.Namespace == "" && w.doc.Title == "":
			w.doc.Title = textOf(n)
		case n.DataAtom == atom.Html && isWord(attr(n, "lang")):
			w.doc.Lang = attr(n, "lang")
		case n.DataAtom == atom.Base && attr(n, "href") != "":
			if u, ok := w.resolve(attr(n, "href")); ok {
				w.base = u
			}
		case level > 0 && !isRunningHead(n.Parent):
			top = min(top, level)
		}
	}
	w.shift = 2 - top
}

// levelOf returns the level of a heading, or 0.
func levelOf(n *html.Node) int {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return int(n.Data[1] - '0')
	}
	return 0
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// hasWords reports whether anything of what is below n will be written.
func hasWords(n *html.Node) bool {
	for c := range n.ChildNodes() {
		switch {
		case c.Type == html.TextNode:
			if strings.TrimSpace(c.Data) != "" {
				return true
			}
		case c.Type != html.ElementNode || dropped[c.DataAtom] || c.Namespace != "":
		case c.DataAtom == atom.Img && strings.TrimSpace(attr(c, "alt")) != "", hasWords(c):
			return true
		}
	}
	return false
}

// textOf returns all text below n.
func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func (w *rewriter) children(n *html.Node) {
	for c := range n.ChildNodes() {
		w.node(c)
	}
}

func (w *rewriter) node(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		w.text(n.Data)
	case n.Type != html.ElementNode || dropped[n.DataAtom] || n.Namespace != "":
	case levelOf(n) > 0:
		w.heading(n)
	case n.DataAtom == atom.Img:
		if alt := strings.TrimSpace(attr(n, "alt")); alt != "" {
			w.out.WriteString(`<span class="soft">[`)
			w.text(alt)
			w.out.WriteString("]</span>")
		}
	case isRunningHead(n):
	case written[n.DataAtom] != "":
		w.element(n, written[n.DataAtom])
	default:
		w.children(n)
	}
}

// isRunningHead reports whether n says what the page around it says already: the
// line that mandoc writes at the head of a page of the manual, a header with the
// title of the document, or a folded list of contents.
func isRunningHead(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Header:
		h1, title := first(n, atom.H1), first(root(n), atom.Title)
		return h1 != nil && title != nil && textOf(h1) == textOf(title)
	case atom.Details:
		summary := first(n, atom.Summary)
		return summary != nil && textOf(summary) == "Contents" && first(n, atom.Nav) != nil
	case atom.Table:
		if attr(n, "class") != "head" {
			return false
		}
		for d := range n.Descendants() {
			if attr(d, "class") == "head-ltitle" {
				return true
			}
		}
	}
	return false
}

func root(n *html.Node) *html.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// first returns the first element of a kind within n, or nil.
func first(n *html.Node, kind atom.Atom) *html.Node {
	for d := range n.Descendants() {
		if d.DataAtom == kind {
			return d
		}
	}
	return nil
}

func (w *rewriter) text(s string) { w.out.WriteString(html.EscapeString(plain(s))) }

func (w *rewriter) element(n *html.Node, tag string) {
	var link Href
	if tag == "a" {
		if link = w.href(attr(n, "href")); link.IsZero() {
			tag = "span" // what leads nowhere must not look as if it did
		}
	}
	outermost := tag == "table" && w.tables == 0
	if outermost {
		w.out.WriteString(`<div class="wide" tabindex="0" role="region" aria-label="Table">`)
	}
	w.out.WriteString("<" + tag)
	w.attributes(n)
	if !link.IsZero() {
		w.out.WriteString(" " + string(link.Attr()))
	}
	w.out.WriteByte('>')
	switch tag {
	case "br", "hr":
		return
	case "pre":
		w.out.WriteByte('\n') // a parser drops the first line end; the one that was meant is in the text
	case "table":
		w.tables++
		defer func() { w.tables-- }()
	}
	w.children(n)
	if !link.IsZero() && !hasWords(n) {
		w.text(cut(strings.TrimSpace(attr(n, "href")), 60)) // a link needs a name
	}
	w.out.WriteString("</" + tag + ">")
	if outermost {
		w.out.WriteString("</div>")
	}
}

// contents returns the headings of the highest level that divides the document.
func (w *rewriter) contents() []heading {
	for _, list := range w.headings {
		if len(list) > 1 {
			return list
		}
	}
	return nil
}

// heading writes a heading below ours, with an id to go to.
func (w *rewriter) heading(n *html.Node) {
	level := min(levelOf(n)+w.shift, 6)
	text := strings.Join(strings.Fields(textOf(n)), " ")
	if text == "" {
		return
	}
	id := attr(n, "id")
	if !w.free(id) {
		id = "part-" + strconv.Itoa(len(w.ids))
	}
	w.ids[id] = true
	w.headings[level] = append(w.headings[level], heading{anchor(id), visible(text)})
	tag := "h" + strconv.Itoa(level)
	w.out.WriteString("<" + tag + ` id="` + html.EscapeString(id) + `">`)
	w.children(n)
	w.out.WriteString("</" + tag + ">")
}

// free reports whether id can be the id of an element: it is one, and no
// element of ours or before has it.
func (w *rewriter) free(id string) bool {
	return id != "" && len(id) < 200 && !strings.ContainsAny(id, " \t\n\f\r") && !w.ids[id]
}

func (w *rewriter) attributes(n *html.Node) {
	id := attr(n, "id")
	if n.DataAtom == atom.A && id == "" {
		id = attr(n, "name")
	}
	if w.free(id) {
		w.ids[id] = true
		w.out.WriteString(` id="` + html.EscapeString(id) + `"`)
	}
	for _, a := range n.Attr {
		if ok := attributes[a.Key]; ok != nil && a.Namespace == "" && ok(a.Val) {
			w.out.WriteString(" " + a.Key + `="` + html.EscapeString(visible(a.Val)) + `"`)
		}
	}
}

// href returns where a link of the document leads.
func (w *rewriter) href(text string) Href {
	if text = strings.TrimSpace(text); text == "" {
		return Href{}
	}
	if rest, ok := strings.CutPrefix(text, "#"); ok {
		return anchor(pct.Decode(rest))
	}
	u, ok := w.resolve(text)
	if !ok {
		return Href{}
	}
	return w.link(u)
}

// uriBytes are all octets that can stand somewhere in a URI.
var uriBytes = pct.Query.With("#[]%")

// resolve reads a reference as browsers let people write it: with line breaks,
// which are dropped, and with spaces and characters outside US-ASCII, which are
// percent-encoded.
func (w *rewriter) resolve(text string) (uri.URI, bool) {
	text = strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(strings.TrimSpace(text))
	ref, err := uri.Parse(pct.Encode(text, uriBytes))
	if err != nil {
		return uri.URI{}, false
	}
	u, err := w.base.Resolve(ref)
	return u, err == nil
}
