package page

import (
	"html"
	"html/template"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An Href is an address that may stand in an attribute of a page, and the only
// way for one to get there: no template writes an address that is not a
// constant.
//
// html/template would do it wrong both ways. It replaces gopher: and every
// other scheme but http, https and mailto by #ZgotmplZ. Told by template.URL to
// trust an address, it lets javascript: through, and rewrites octets of it.
//
// So an Href is made from a parsed URI, and only in these ways: as an address
// of the gateway itself that holds the URI percent-encoded, or as the URI
// itself if its scheme is on a short list of schemes that cannot run anything
// in a page. The zero value is no link: then the text stands alone.
type Href struct {
	address string
	outside bool // leads out of the gateway
}

// outside are the schemes whose URIs a page may hold as they are: a click on
// one opens a page of the web, or another program, which asks first. None can
// run anything in the page itself, as javascript: and data: can.
var outside = map[string]bool{
	"http": true, "https": true, "mailto": true,
	"telnet": true, "rlogin": true, "tn3270": true,
	"tel": true, "sip": true, "sips": true, "xmpp": true, "irc": true, "ircs": true, "geo": true,
}

// Link returns where a URI in foreign content leads: into the gateway if the
// site shows its scheme, else to the URI itself if that is harmless. All else,
// such as javascript:, is no link.
func (s *Site) Link(u uri.URI) Href {
	if s.Support[strings.ToLower(u.Scheme())].Shown {
		return Show(u)
	}
	return Outside(u)
}

// Outside returns a link to the URI itself, or none if its scheme is not known
// to be harmless. A user or host that begins with a hyphen makes none either:
// the browser hands such a URI to another program, which may read it as an
// option.
func Outside(u uri.URI) Href {
	if !outside[strings.ToLower(u.Scheme())] {
		return Href{}
	}
	for _, part := range [...]string{u.Userinfo(), u.Host(), u.Path()} {
		if strings.HasPrefix(pct.Decode(part), "-") {
			return Href{}
		}
	}
	return Href{address: u.String(), outside: true}
}

// Show returns the address of the page that shows what u names. A fragment is
// repeated behind it, for the browser to go to.
func Show(u uri.URI) Href {
	address := "/u/" + encode(u.String())
	if u.HasFragment() {
		address += "#" + u.Fragment()
	}
	return Href{address: address}
}

// Raw returns the address of the bytes that u names.
func Raw(u uri.URI) Href { return Href{address: "/raw/" + encode(u.String())} }

// Base returns where the links begin of a page that is shown under the address text
// and not its own: the address that it has at the gateway of that origin.
func Base(origin, text string) Href { return Href{address: origin + "/u/" + encode(text)} }

// Inspect returns the address of the inspector's page about text, valid or not.
func Inspect(text string) Href { return Href{address: "/inspect?u=" + encode(text)} }

// InspectJSON is like [Inspect], for programs.
func InspectJSON(text string) Href { return Href{address: "/inspect?u=" + encode(text) + "&json"} }

// HomePage returns the address of the first page.
func HomePage() Href { return Href{address: "/"} }

// SchemePage returns the address of the page about a scheme.
func SchemePage(name string) Href {
	return Href{address: "/schemes/" + encode(strings.ToLower(name))}
}

// RulePage returns the address of the page about a rule, such as
// "uri/host-space".
func RulePage(id string) Href {
	return Href{address: "/help/rules/" + pct.Encode(id, pct.Unreserved.With("/"))}
}

// anchor returns the address of an element of the same page.
func anchor(id string) Href { return Href{address: "#" + pct.Encode(id, pct.Query)} }

// sortBy returns the address of the same page, sorted by key.
func sortBy(key string) Href { return Href{address: "?sort=" + encode(key)} }

// wrapLines and longLines return the address of the same page, with long lines of
// text wrapped or as they are.
func wrapLines() Href { return Href{address: "?"} }
func longLines() Href { return Href{address: "?long"} }

// encode percent-encodes all but unreserved characters, so that no part of the
// way of an address, be it a proxy, a browser or an old server, has anything
// to decode, fold or resolve in it.
func encode(text string) string { return pct.Encode(text, pct.Unreserved) }

// IsZero reports whether h is no link.
func (h Href) IsZero() bool { return h.address == "" }

// String returns the address without any escaping of HTML: for a Location
// header.
func (h Href) String() string { return h.address }

// Attr returns the attribute href. Who is asked outside is not told from where.
func (h Href) Attr() template.HTMLAttr {
	if h.outside {
		return h.attr("href") + ` rel="noreferrer"`
	}
	return h.attr("href")
}

// Action returns the attribute action of a form.
func (h Href) Action() template.HTMLAttr { return h.attr("action") }

// Src returns the attribute src of an image.
func (h Href) Src() template.HTMLAttr { return h.attr("src") }

func (h Href) attr(name string) template.HTMLAttr {
	return template.HTMLAttr(name + `="` + html.EscapeString(h.address) + `"`)
}
