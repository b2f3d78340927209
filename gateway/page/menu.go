package page

import (
	"fmt"
	"html/template"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// menu is a listing as somebody wrote it: its order is its meaning.
type menu struct {
	listing
	Items template.HTML
}

// item is a line of a menu, or several lines of text.
type item struct {
	Info    string        // text between the entries; then the rest is empty
	Linked  template.HTML // the same with its links
	Kind    string
	Sign    string // of the kind: one character, for the eye only
	Name    string
	Href    Href
	Size    string // in bytes; "" if it is not known
	Date    string // when it was written; "" if that is not known
	About   Href   // where more is told of it
	Outside Href   // the same by the browser alone
	Ask     string // the id of the field of a search; "" is none
	Session string // what a session is
}

func (a Answer) items(entries []get.Entry) []item {
	var items []item
	for i, e := range entries {
		name := visible(e.Name)
		if e.Kind == "info" {
			if last := len(items) - 1; last >= 0 && items[last].Kind == "info" {
				items[last].Info += "\n" + name
			} else {
				items = append(items, item{Kind: "info", Info: name})
			}
			continue
		}
		x := item{Kind: visible(e.Kind), Sign: signOf(e.Kind), Name: name, Href: a.Site.Link(e.URI), Size: size(e.Size), Date: utc(e.Modified)}
		if strings.TrimSpace(name) == "" {
			x.Name = visible(a.Site.Schemes.Redacted(e.URI)) // a link needs a name
		}
		if !e.About.IsZero() {
			x.About = a.Site.Link(e.About)
		}
		switch scheme := strings.ToLower(e.URI.Scheme()); {
		case e.Kind == "search" && !x.Href.IsZero():
			x.Ask = fmt.Sprintf("search-%d", i)
		case strings.HasSuffix(e.Kind, "session"):
			x.Session = a.Site.session(e.URI)
		case scheme == "http" || scheme == "https":
			x.Outside = Outside(e.URI)
		}
		items = append(items, x)
	}
	for i := range items {
		items[i].Linked = a.Site.linked(items[i].Info)
	}
	return items
}

func drawItems(items []item) template.HTML {
	var m markup
	for i := range items {
		items[i].draw(&m)
	}
	return m.html()
}

func (x *item) draw(m *markup) {
	if x.Kind == "info" {
		m.raw("\n  <li class=\"info m\">", string(x.Linked), "</li>")
		return
	}
	m.raw("\n  <li><span><i aria-hidden=\"true\">", x.Sign, "</i>")
	m.text(x.Kind)
	m.raw("</span><div>")
	switch {
	case x.Ask != "":
		m.raw("<form ", string(x.Href.Action()), ` method="get"><label for="`, x.Ask, `">`)
		m.text(x.Name)
		m.raw(`</label><input id="`, x.Ask, `" name="f" autocomplete="off"><button>Search</button></form>`)
	case x.Href.IsZero():
		m.raw(`<span class="soft">`)
		m.text(x.Name)
		m.raw("</span>")
	default:
		m.link(x.Href, x.Name)
	}
	x.drawMore(m)
	m.raw("</div></li>")
}

// drawMore draws what stands behind the name.
func (x *item) drawMore(m *markup) {
	if x.Size != "" {
		m.raw(" <small>", x.Size, " bytes</small>")
	}
	if x.Date != "" {
		m.raw(" <small>", x.Date, " UTC</small>")
	}
	if !x.About.IsZero() {
		m.raw(` <a class="tag" `, string(x.About.Attr()), `>attributes<span class="vh"> of `)
		m.text(x.Name)
		m.raw("</span></a>")
	}
	if !x.Outside.IsZero() {
		m.raw(` <a class="tag" `, string(x.Outside.Attr()), ">leaves Uriel</a>")
	}
	if x.Session != "" {
		m.raw("<p>")
		m.text(x.Session)
		m.raw("</p>")
	}
}

// signs are characters for kinds of entries, which most fonts have.
var signs = map[string]string{
	"menu": "▸", "directory": "▸", "text": "≡", "document": "≡", "file": "≡", "search": "?", "form": "✎", "error": "✕", "view": "◇",
	"image": "▣", "GIF": "▣", "PNG": "▣", "bitmap": "▣", "movie": "▶", "sound": "♪", "session": "⌨", "3270 session": "⌨",
	"binary": "▪", "binhex": "▪", "uuencoded": "▪", "PDF": "≡", "RTF": "≡", "XML": "≡", "mail": "✉", "phone book": "☎", "person": "☺", "web page": "↗", "web address": "↗",
}

func signOf(kind string) string {
	if sign, ok := signs[kind]; ok {
		return sign
	}
	return "·"
}

// session says what opening a URI of an interactive session would do.
func (s *Site) session(u uri.URI) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Opens a terminal on your machine: %s to %s", u.Scheme(), u.Host())
	info := s.Schemes.Lookup(u.Scheme())
	switch {
	case u.Port() != "":
		fmt.Fprintf(&b, ", port %s", u.Port())
	case info != nil && info.Port != 0:
		fmt.Fprintf(&b, ", port %d", info.Port)
	}
	if user, _, _ := strings.Cut(u.Userinfo(), ":"); user != "" {
		fmt.Fprintf(&b, ", log in as %s", visible(pct.Decode(user)))
	}
	fmt.Fprintf(&b, ". Uriel shows no screen of it, and %s is not encrypted.", u.Scheme())
	return b.String()
}
