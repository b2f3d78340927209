// Package htmlread reads pages of HTML: their words as a tree of package doc,
// and their forms.
//
// It follows the HTML Standard as far as words and links go. What is for eyes
// alone, such as styles and places on a screen, is left out; nothing is run and
// nothing else is fetched.
package htmlread

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"uriel.dev/find"
	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

// ErrLimit is the error of a page that is longer than a limit.
var ErrLimit = errors.New("the page is beyond a limit")

// maxPage bounds a page in bytes. The tree of its elements has several times
// that.
const maxPage = 32 << 20

// A Page is a page that was read.
type Page struct {
	Document *doc.Document
	Forms    []*Form

	// Alone says that the page is but one form: outside of it there is nothing
	// but headings.
	Alone bool
}

// Read reads a page from r, up to 32 MiB. mediaType may tell of its character
// encoding. Relative references are resolved against base, the URI of the page,
// or against that of its element base; fragments stay what they are.
//
// A page is read whatever is wrong in it. The error is [ErrLimit], that of r, or
// that of elements nested too deeply.
func Read(r io.Reader, mediaType string, base uri.URI) (*Page, error) {
	limited := &io.LimitedReader{R: r, N: maxPage + 1}
	text, err := charset.NewReader(limited, mediaType)
	if errors.Is(err, io.EOF) { // an empty page
		return &Page{Document: &doc.Document{}}, nil
	}
	if err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(text, html.ParseOptionEnableScripting(false))
	if limited.N <= 0 {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrLimit, maxPage)
	}
	if err != nil {
		return nil, err
	}
	p := &reader{base: base, gap: true, doc: &doc.Document{}}
	p.prepare(root)
	p.doc.Blocks = p.inside(root)
	forms := p.forms(root)
	return &Page{Document: p.doc, Forms: forms, Alone: len(forms) == 1 && !p.other}, nil
}

// A reader is a page under way.
type reader struct {
	base uri.URI
	doc  *doc.Document

	blocks []doc.Block // of the element that is being read
	runs   []run       // words that are in no block yet
	look   look        // of what comes
	gap    bool        // an empty line is due before the next block
	pre    bool        // spaces and line ends stay

	inForm, inHeading bool
	other             bool // there is something outside of forms
}

// A run is words of one look, or an anchor.
type run struct {
	text   string
	broken bool   // a line break
	anchor string // "" for words
	look
}

// A look is what elements around words make of them.
type look struct {
	strong, emph, code bool
	link               *uri.URI
}

// prepare finds what is true of all the page.
func (p *reader) prepare(root *html.Node) {
	for n := range root.Descendants() {
		switch n.DataAtom {
		case atom.Html:
			p.doc.Lang = attr(n, "lang")
		case atom.Title:
			if p.doc.Title == "" && !isForeign(n) {
				p.doc.Title = strings.Join(strings.Fields(textOf(n)), " ")
			}
		case atom.Base:
			if href, ok := p.resolve(attr(n, "href")); ok {
				p.base = href
			}
		}
	}
}

// isForeign reports whether n is of SVG or MathML.
func isForeign(n *html.Node) bool { return n.Namespace != "" }

func attr(n *html.Node, name string) string {
	value, _ := lookup(n, name)
	return value
}

func lookup(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// textOf returns the text in an element.
func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// resolve reads a reference as it stands in an attribute. What no URI can be
// made of, and programs, are none.
func (p *reader) resolve(text string) (uri.URI, bool) {
	u, ok := find.Reference(text)
	if !ok || strings.EqualFold(u.Scheme(), "javascript") {
		return uri.URI{}, false
	}
	if u.HasScheme() || p.base.IsZero() {
		return u, true
	}
	u, err := p.base.Resolve(u)
	return u, err == nil
}

// href returns where a link leads. A fragment alone stays one.
func (p *reader) href(text string) (uri.URI, bool) {
	if text = strings.TrimSpace(text); strings.HasPrefix(text, "#") {
		return find.Reference(text)
	}
	return p.resolve(text)
}
