package viewsource

import (
	"fmt"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a view-source URI means. In JSON it has the key "uri", without
// the password of the inner URI, or no key if there is none.
type View struct {
	// Inner is the URI of the document; zero if what stands behind the colon is
	// none.
	Inner uri.URI
}

// Parse returns the meaning of u, whose scheme is view-source. The error says
// that no URI stands behind the colon; the view is then zero.
func Parse(u uri.URI) (View, error) {
	inner, out := read(u)
	return View{inner}, scheme.Forbidden(name, out)
}

// MarshalJSON implements [json.Marshaler].
func (v View) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// AppendJSON implements [scheme.JSONAppender].
func (v View) AppendJSON(b []byte) []byte {
	if v.Inner.IsZero() {
		return append(b, "{}"...)
	}
	return append(scheme.AppendQuoted(append(b, `{"uri":`...), v.Inner.Redacted()), '}')
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start := len(name + ":")
	return scheme.AppendPart(nil, start, start+len(v.Inner.String()), "document")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Inner.IsZero() {
		return "the source of no document"
	}
	return fmt.Sprintf("the source of %q, as text", uri.Shorten(v.Inner.Redacted()))
}
