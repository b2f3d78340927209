package page

import (
	"bytes"
	"cmp"
	"html/template"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/get/doc/markdownread"
	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// How much of an object a page holds. More would be slow to draw in a browser;
// the raw address has all of it.
const (
	maxText = 1 << 20
	maxHTML = 2 << 20
)

// object is an Object as the page shows it.
type object struct {
	Title   string
	Mono    bool
	Type    string // the media type
	Length  string
	Date    string
	Raw     Href
	Image   bool
	Text    template.HTML
	Long    bool // its lines are not wrapped
	Lines   Href // to have it the other way; zero if none is long
	HTML    *document
	What    string // it was before it was read
	Host    string // whose page of the web it is; "" for a document of this machine, or made here
	Outside Href
	Cut     string // "1,048,576 bytes", if the rest is left out
	Broken  string
}

// drawObject draws text as text, a document of HTML as what can be read of it,
// an image as an image, and of anything else what is known.
func drawObject(a Answer, o *get.Object) Matter {
	m := Matter{Title: objectName(a, o), Facts: []string{o.MediaType}}
	v := object{
		Title: visible(m.Title), Mono: a.URI.HasAuthority(), Type: o.MediaType,
		Length: size(o.Length), Date: utc(o.Modified), Raw: a.raw(),
	}
	switch mediaType := essence(o.MediaType); {
	case mediaType == "text/html" || mediaType == "application/xhtml+xml":
		v.What = "A page of HTML"
		drawDocument(a, o, read(o.Body, maxHTML, &v, &m), o.MediaType, &v, &m)
	case mediaType == "text/markdown":
		v.What = "A text in Markdown"
		drawDocument(a, o, pageOf(read(o.Body, maxText, &v, &m), o.MediaType, a.URI.WithoutFragment()), "text/html; charset=utf-8", &v, &m)
	case isText(mediaType):
		body := read(o.Body, maxText, &v, &m)
		text, words := decode(body, o.MediaType)
		text = plain(text)
		v.Text, v.Long = a.Site.linked(text), a.Long
		switch {
		case a.Sent || !hasLong(text):
		case a.Long:
			v.Lines = wrapLines()
		default:
			v.Lines = longLines()
		}
		m.Facts = append(m.Facts, words)
	case imageTypes[mediaType]:
		v.Image = !a.Sent
	}
	if o.Length >= 0 {
		m.Facts = append(m.Facts, number(o.Length, "byte"))
	}
	v.Broken = broken(a.URI, m.Err)
	which := "thing"
	switch {
	case v.HTML != nil:
		which = "document"
	case isText(essence(o.MediaType)):
		which = "text"
	}
	m.Main = draw(which, v)
	return m
}

// hasLong reports whether a line of text is longer than a window may be wide.
func hasLong(text string) bool {
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(line) > 80 {
			return true
		}
	}
	return false
}

// imageTypes are the images that a browser shows and that hold no program.
var imageTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// essence is a media type without its parameters, in lower case.
func essence(mediaType string) string {
	t, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		t, _, _ = strings.Cut(mediaType, ";")
		t = strings.ToLower(strings.TrimSpace(t))
	}
	return t
}

// isText reports whether an object of the media type can be read as text, the
// source of an SVG image included: drawn, it might run something.
func isText(mediaType string) bool {
	switch mediaType {
	case "application/json", "application/xml", "application/javascript", "application/ecmascript", "application/x-sh", "application/toml", "application/yaml", "application/sql", "application/x-tex", "application/x-troff-man":
		return true
	}
	return strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "+xml") || strings.HasSuffix(mediaType, "+json")
}

// objectName is what the object is called: by its URI, unless that holds the
// object itself or a server knows another name.
func objectName(a Answer, o *get.Object) string {
	info := a.Site.Schemes.Lookup(a.URI.Scheme())
	switch {
	case info != nil && info.Reach == scheme.Inside:
		return cmp.Or(o.Name, essence(o.MediaType))
	case info != nil && info.Reach == scheme.Network && !strings.Contains(pct.Decode(a.URI.Path()), o.Name):
		return o.Name
	default:
		return a.Site.name(a.URI)
	}
}

// read reads up to limit bytes of a body, and notes if there are more or if it
// broke off.
func read(body io.Reader, limit int64, v *object, m *Matter) []byte {
	b, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil {
		m.Err = err
	}
	if int64(len(b)) > limit {
		b = b[:limit]
		v.Cut = number(limit, "byte")
	} else if err == nil && v.Length == "" {
		m.Facts = append(m.Facts, number(len(b), "byte"))
	}
	return b
}

// pageOf returns Markdown as a page in UTF-8. It is shorter than what can be read.
func pageOf(markdown []byte, mediaType string, base uri.URI) []byte {
	var b bytes.Buffer
	if d, err := markdownread.Read(bytes.NewReader(markdown), mediaType, base); err == nil {
		doc.WriteHTML(&b, d, uri.URI.String) //nolint:errcheck // a buffer takes all
	}
	return b.Bytes()
}

// drawDocument reads HTML: of this machine, or made here, as a document, of
// anybody else as the words and links of a page that is not shown as it is.
func drawDocument(a Answer, o *get.Object, body []byte, mediaType string, v *object, m *Matter) {
	page, err := readHTML(bytes.NewReader(body), mediaType, a.URI, a.Site.Link)
	if err != nil {
		text, words := decode(body, mediaType)
		page = document{Body: draw("source", plain(text))}
		m.Facts = append(m.Facts, words)
	}
	v.HTML = &page
	if info := a.Site.Schemes.Lookup(a.URI.Scheme()); info != nil && info.Reach == scheme.Local {
		v.Mono = false
		return
	}
	if !o.Rendered {
		v.Host, v.Outside = hostOf(a.URI), Outside(a.URI)
	}
	if page.Title != "" {
		m.Title, v.Title, v.Mono = page.Title, visible(page.Title), false
	}
}

// hostOf says who a page comes from.
func hostOf(u uri.URI) string {
	if u.Host() == "" {
		return "the " + u.Scheme() + " URI"
	}
	return u.Host()
}

// document is what can be read of HTML.
type document struct {
	Title    string
	Lang     string
	Contents []heading
	Body     template.HTML
}

type heading struct {
	Href Href
	Text string
}
