package uri

import (
	"strings"

	"uriel.dev/uri/pct"
)

// A Builder holds the components of a URI-reference that is to be made, each as
// it is to be written. The zero value makes the empty reference. A nil pointer
// is an undefined component; one to "" is an empty component, which is another
// thing:
//
//	uri.Builder{Scheme: "http", Host: new("h"), Query: new("")} // http://h?
//
// Text that may hold anything is encoded on the way in, by [Component.Encode]
// or, part by part, by [URI.JoinSegments] and [URI.WithPair].
type Builder struct {
	Scheme   string // "" in a relative reference
	Userinfo *string
	Host     *string // nil without authority
	Port     *string
	Path     string
	Query    *string
	Fragment *string
}

// Builder returns the components of u. u.Builder().URI() is u.
func (u URI) Builder() Builder {
	defined := func(c Component) *string {
		if text, ok := u.Component(c); ok {
			return &text
		}
		return nil
	}
	return Builder{
		Scheme: u.Scheme(), Path: u.Path(),
		Userinfo: defined(Userinfo), Host: defined(Host), Port: defined(Port),
		Query: defined(Query), Fragment: defined(Fragment),
	}
}

// URI returns the reference that has these components, and no others when it is
// parsed; the one addition is the "./" of [URI.WithPath]. The error is an
// [*Error] about the first component that could not stand where it is put.
func (b Builder) URI() (u URI, err error) {
	with := func(set func(URI, string) (URI, error), text *string) {
		if text != nil && err == nil {
			u, err = set(u, *text)
		}
	}
	// Each step makes a valid reference of the one before it, so that what a
	// component may be is said once, in its With… method.
	if b.Scheme != "" {
		with(URI.WithScheme, &b.Scheme)
	}
	with(URI.WithHost, b.Host)
	with(URI.WithUserinfo, b.Userinfo)
	with(URI.WithPort, b.Port)
	with(URI.WithPath, &b.Path)
	with(URI.WithQuery, b.Query)
	with(URI.WithFragment, b.Fragment)
	return u, err
}

// Encode returns text as it can stand in the component, with each byte that may
// not percent-encoded, "%" among them; so decoding gives text again. Delimiters
// within the component stay bare: the colon of a userinfo, the slashes of a
// path, "&" and "=" of a query. An IP-literal stays as it is. Scheme, authority
// and port, in which nothing can be encoded as a whole, are returned as they
// are, right or wrong. It does not allocate if there is nothing to encode.
func (c Component) Encode(text string) string {
	switch c {
	case Scheme, Authority, Port:
		return text
	case Host:
		if strings.HasPrefix(text, "[") && check(Host, text) == nil {
			return text
		}
	}
	return pct.Encode(text, grammars[c].bare)
}
