package http

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an http or https URI means, as far as one can tell without
// asking the server.
type View struct {
	// PathSegments are the segments of the path, decoded. An empty path is that
	// of "/", one empty segment.
	PathSegments []scheme.Octets `json:"path_segments"`

	// QueryPairs are the name and value pairs of a query that holds a "=": cut
	// at each "&", then at the first "="; "+" is a space, and escapes are
	// decoded. Order and repetitions are kept, empty pairs are not.
	QueryPairs [][2]scheme.Octets `json:"query_pairs,omitempty"`

	// Isindex are the words of a query without "=", cut at each "+" and decoded.
	Isindex []scheme.Octets `json:"isindex,omitempty"`

	meaning string
	parts   []scheme.Part
}

var (
	errNoAuthority = errors.New(`no host is named: "//" and a host stand behind the colon (RFC 9110 4.2.1)`)
	errEmptyHost   = errors.New("the host is empty (RFC 9110 4.2.1)")
)

// Parse returns the meaning of u, whose scheme is http or https. The error says
// that no host is named; the view holds path and query even so.
func Parse(u uri.URI) (View, error) {
	v := View{meaning: meaning(u)}
	v.addPart(u, uri.Userinfo, "Authorization")
	v.addAuthority(u)
	for _, segment := range strings.Split(strings.TrimPrefix(u.Path(), "/"), "/") {
		v.PathSegments = append(v.PathSegments, scheme.Octets(pct.Decode(segment)))
	}
	v.addPart(u, uri.Path, "request target")
	v.addQuery(u)
	switch {
	case !u.HasAuthority():
		return v, errNoAuthority
	case u.Host() == "":
		return v, errEmptyHost
	}
	return v, nil
}

func (v *View) addPart(u uri.URI, c uri.Component, label string) {
	if start, end, _ := u.Range(c); start < end {
		v.parts = append(v.parts, scheme.Part{Start: start, End: end, Label: label})
	}
}

// addAuthority adds the part that becomes the Host field: authority without
// userinfo.
func (v *View) addAuthority(u uri.URI) {
	start, _, _ := u.Range(uri.Host)
	if _, end, _ := u.Range(uri.Authority); start < end {
		v.parts = append(v.parts, scheme.Part{Start: start, End: end, Label: "Host"})
	}
}

// addQuery reads the query as pairs or words, with a part for each.
func (v *View) addQuery(u uri.URI) {
	query := u.Query()
	pairs := strings.Contains(query, "=")
	sep := "+"
	if pairs {
		sep = "&"
	}
	start, _, _ := u.Range(uri.Query)
	for piece := range strings.SplitSeq(query, sep) {
		if piece != "" {
			v.parts = append(v.parts, scheme.Part{Start: start, End: start + len(piece), Label: v.addPiece(piece, pairs)})
		}
		start += len(piece) + len(sep)
	}
}

// addPiece adds a pair or a word and returns what it is called.
func (v *View) addPiece(piece string, pair bool) string {
	if !pair {
		v.Isindex = append(v.Isindex, scheme.Octets(pct.Decode(piece)))
		return "search word"
	}
	name, value, _ := strings.Cut(strings.ReplaceAll(piece, "+", " "), "=")
	name = pct.Decode(name)
	v.QueryPairs = append(v.QueryPairs, [2]scheme.Octets{scheme.Octets(name), scheme.Octets(pct.Decode(value))})
	return "query pair " + strconv.Quote(name)
}

func meaning(u uri.URI) string {
	target := u.Path()
	if target == "" {
		target = "/"
	}
	if u.HasQuery() {
		target += "?" + u.Query()
	}
	if u.Host() == "" {
		return fmt.Sprintf("the resource %q of a server that is not named", target)
	}
	how, port := "HTTP", "80"
	if strings.EqualFold(u.Scheme(), "https") {
		how, port = "HTTP over TLS", "443"
	}
	if u.Port() != "" {
		port = u.Port()
	}
	return fmt.Sprintf("the resource %q of the server at %s, port %s, asked for by %s", target, u.Host(), port, how)
}

// Parts implements [scheme.View]: what becomes a field or the target of the
// request, each pair or word of the query by itself.
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string { return v.meaning }
