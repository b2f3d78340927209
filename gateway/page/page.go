// Package page draws the pages of the gateway: the five kinds of answer, the
// inspector, errors, and what the gateway says of itself.
//
// A page is a [Frame] around the matter in its main element. The matter of an
// answer comes from a [Renderer]; [General] is the one for every scheme that
// has no need of its own. Everything is made on the server, with no script, no
// inline style and no image but those that the gateway serves itself, so that
// the policy of its pages can be default-src 'none'.
//
// What foreign servers say is text. html/template escapes it; the two places
// where it is not enough are in one file each: [Href] makes every address that
// is not a constant of a template, and the HTML of others is written anew,
// element by element, from an allow-list.
package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"uriel.dev/find"
	"uriel.dev/scheme"
)

// A Site is what the pages of one gateway share. It is not changed once pages
// are made of it.
type Site struct {
	Schemes scheme.Table
	Support map[string]Support // by name of the scheme in lower case
	Version string             // of the program
	Facts   []string           // of the home page's foot: the policy in a few words
	Finder  find.Finder        // of the URIs in text

	// Invites reports whether the gateway would show a URI, as far as can be
	// told without asking anybody. Examples that it does not invite lead to
	// the inspector. It may be nil: then all are invited.
	Invites func(text string) bool
}

// Support says whether a gateway shows what URIs of a scheme name. The zero
// value is a scheme that is explained only.
type Support struct {
	Shown bool
	Why   string // why not, in words that fit behind "mailto: "
}

// A Frame is a whole page.
type Frame struct {
	Status  int    // of HTTP; 0 is 200
	Title   string // of the window
	Home    bool   // the field is in the matter, not in the header
	Input   string // what the field in the header holds
	Current string // the entry of the header's navigation that this page is
	Kind    string // the kind of answer; "" leaves out the trail
	Stop    bool   // the kind is a failure
	Trail   []Crumb
	Acts    []Act
	Main    template.HTML
	Facts   []string // of the foot
	JSON    Href     // the same for programs; zero if there is none
	Base    Href     // where its links begin, if it is shown under another address
}

// An Act is a link for something to do about the URI of a page.
type Act struct {
	Name string
	Href Href
}

// WriteTo writes the page as HTML. It implements [io.WriterTo].
func (f *Frame) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, string(draw("layout", f)))
	return int64(n), err
}

//go:embed templates/*.html
var files embed.FS

// templates are parsed when the first page is drawn: a run of the command that
// draws none has no time for it.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"count": count[int], "shown": visible, "title": title,
	}).ParseFS(files, "templates/*.html"))
})

// draw executes a template. It can only fail by a mistake in the template,
// which every test of its page finds.
func draw(name string, data any) template.HTML {
	var b strings.Builder
	if err := templates().ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("page: template %s: %v", name, err))
	}
	return template.HTML(b.String())
}
