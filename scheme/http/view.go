package http

import (
	"errors"
	"fmt"
	"iter"
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

	uri uri.URI
}

var (
	errNoAuthority = errors.New(`no host is named: "//" and a host stand behind the colon (RFC 9110 4.2.1)`)
	errEmptyHost   = errors.New("the host is empty (RFC 9110 4.2.1)")
)

// Parse returns the meaning of u, whose scheme is http or https. The error says
// that no host is named; the view holds path and query even so.
func Parse(u uri.URI) (View, error) {
	v := View{uri: u}
	path := strings.TrimPrefix(u.Path(), "/")
	v.PathSegments = make([]scheme.Octets, 0, 1+strings.Count(path, "/"))
	for segment := range strings.SplitSeq(path, "/") {
		v.PathSegments = append(v.PathSegments, scheme.Octets(pct.Decode(segment)))
	}
	if u.HasQuery() {
		v.readQuery(u.Query())
	}
	switch {
	case !u.HasAuthority():
		return v, errNoAuthority
	case u.Host() == "":
		return v, errEmptyHost
	}
	return v, nil
}

func (v *View) readQuery(query string) {
	pairs, pieces := pieces(query)
	for piece := range pieces {
		switch {
		case piece == "":
		case pairs:
			v.QueryPairs = append(v.QueryPairs, pairOf(piece))
		default:
			v.Isindex = append(v.Isindex, scheme.Octets(pct.Decode(piece)))
		}
	}
}

// pieces cuts a query at each "&" if it has pairs, else at each "+"; the cuts are
// one byte long.
func pieces(query string) (pairs bool, _ iter.Seq[string]) {
	if strings.Contains(query, "=") {
		return true, strings.SplitSeq(query, "&")
	}
	return false, strings.SplitSeq(query, "+")
}

func pairOf(piece string) [2]scheme.Octets {
	p := uri.Pair(piece)
	return [2]scheme.Octets{scheme.Octets(p.Name()), scheme.Octets(p.Value())}
}

// AppendJSON implements [scheme.JSONAppender].
func (v View) AppendJSON(b []byte) []byte {
	b = appendList(append(b, `{"path_segments":`...), v.PathSegments)
	if v.QueryPairs != nil {
		b = append(b, `,"query_pairs":[`...)
		for i, pair := range v.QueryPairs {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendList(b, pair[:])
		}
		b = append(b, ']')
	}
	if v.Isindex != nil {
		b = appendList(append(b, `,"isindex":`...), v.Isindex)
	}
	return append(b, '}')
}

func appendList(b []byte, list []scheme.Octets) []byte {
	b = append(b, '[')
	for i, o := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = o.AppendJSON(b)
	}
	return append(b, ']')
}

// Parts implements [scheme.View]: what becomes a field or the target of the
// request, each pair or word of the query by itself.
func (v View) Parts() (parts []scheme.Part) {
	add := func(start, end int, label string) {
		if start < end {
			parts = append(parts, scheme.Part{Start: start, End: end, Label: label})
		}
	}
	start, end, _ := v.uri.Range(uri.Userinfo)
	add(start, end, "Authorization")
	start, _, _ = v.uri.Range(uri.Host) // the Host field has all of the authority but that
	_, end, _ = v.uri.Range(uri.Authority)
	add(start, end, "Host")
	start, end, _ = v.uri.Range(uri.Path)
	add(start, end, "request target")
	start, _, _ = v.uri.Range(uri.Query)
	pairs, pieces := pieces(v.uri.Query())
	for piece := range pieces {
		label := "search word"
		if pairs {
			label = "query pair " + strconv.Quote(string(pairOf(piece)[0]))
		}
		add(start, start+len(piece), label)
		start += len(piece) + 1
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	u := v.uri
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
