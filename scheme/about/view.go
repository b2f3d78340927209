package about

import (
	"fmt"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an about URI means. The zero value is that of "about:", whose
// token is empty.
type View struct {
	Token scheme.Octets `json:"token"`           // decoded: what the page is called
	Query *string       `json:"query,omitempty"` // as written: what to show of it; nil if there is none

	// WellKnown reports whether the token is in IANA's registry.
	WellKnown bool `json:"well_known"`

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is about. The error is the first
// thing that RFC 6694 forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	token := pct.Decode(u.Path())
	v := View{Token: scheme.Octets(token), WellKnown: wellKnown[token] != "" && !u.HasAuthority(), uri: u}
	if u.HasQuery() {
		v.Query = new(u.Query())
	}
	return v, scheme.Forbidden("about", remarks(u))
}

// IsBlank reports whether v is about:blank, the empty document, with a query or
// without.
func (v View) IsBlank() bool { return v.WellKnown && v.Token == "blank" }

// URI returns the URI of v, the inverse of [Parse] but for a fragment. The error
// is of a query that cannot stand in a URI.
func (v View) URI() (uri.URI, error) {
	b := uri.Builder{Scheme: "about", Path: pct.Encode(string(v.Token), pct.Segment), Query: v.Query}
	return b.URI()
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end, _ := v.uri.Range(uri.Path)
	parts := scheme.AppendPart(nil, start, end, "token")
	start, end, _ = v.uri.Range(uri.Query)
	return scheme.AppendPart(parts, start, end, "what to show of it")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.WellKnown {
		return wellKnown[string(v.Token)]
	}
	return fmt.Sprintf("the page %q of some program, about itself", string(v.Token))
}
