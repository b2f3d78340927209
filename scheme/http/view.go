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
// asking the server. In JSON its keys are path_segments and, of a query,
// query_pairs or isindex. It reads the URI anew at each call, so that to make
// one costs nothing.
type View struct{ uri uri.URI }

var (
	errNoAuthority = errors.New(`no host is named: "//" and a host stand behind the colon (RFC 9110 4.2.1)`)
	errEmptyHost   = errors.New("the host is empty (RFC 9110 4.2.1)")
)

// Parse returns the meaning of u, whose scheme is http or https. The error says
// that no host is named; the view holds path and query even so.
func Parse(u uri.URI) (View, error) {
	switch {
	case !u.HasAuthority():
		return View{u}, errNoAuthority
	case u.Host() == "":
		return View{u}, errEmptyHost
	}
	return View{u}, nil
}

// PathSegments yields the segments of the path, decoded. An empty path is that
// of "/", one empty segment.
func (v View) PathSegments() iter.Seq[scheme.Octets] {
	return decoded(strings.SplitSeq(strings.TrimPrefix(v.uri.Path(), "/"), "/"))
}

// A Pair is the name and the value of a pair of a query, decoded.
type Pair [2]scheme.Octets

// AppendJSON implements [scheme.JSONAppender].
func (p Pair) AppendJSON(b []byte) []byte {
	b = p[0].AppendJSON(append(b, '['))
	b = p[1].AppendJSON(append(b, ','))
	return append(b, ']')
}

// QueryPairs yields the name and value pairs of a query that holds a "=": cut at
// each "&", then at the first "="; "+" is a space, and escapes are decoded.
// Order and repetitions are kept, empty pairs are not.
func (v View) QueryPairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		pairs, pieces := pieces(v.uri.Query())
		for piece := range pieces {
			if pairs && piece != "" && !yield(pairOf(piece)) {
				return
			}
		}
	}
}

// Isindex yields the words of a query without "=", cut at each "+" and decoded.
func (v View) Isindex() iter.Seq[scheme.Octets] {
	pairs, pieces := pieces(v.uri.Query())
	if pairs {
		return func(func(scheme.Octets) bool) {}
	}
	return decoded(func(yield func(string) bool) {
		for piece := range pieces {
			if piece != "" && !yield(piece) {
				return
			}
		}
	})
}

func decoded(texts iter.Seq[string]) iter.Seq[scheme.Octets] {
	return func(yield func(scheme.Octets) bool) {
		for text := range texts {
			if !yield(scheme.Octets(pct.Decode(text))) {
				return
			}
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

func pairOf(piece string) Pair {
	p := uri.Pair(piece)
	return Pair{scheme.Octets(p.Name()), scheme.Octets(p.Value())}
}

// MarshalJSON implements [json.Marshaler].
func (v View) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// AppendJSON implements [scheme.JSONAppender]. Millions of URLs pass through
// here: it cuts path and query in place, where the iterators would allocate.
func (v View) AppendJSON(b []byte) []byte {
	b = append(b, `{"path_segments":[`...)
	for path, more := strings.TrimPrefix(v.uri.Path(), "/"), true; more; {
		var segment string
		segment, path, more = strings.Cut(path, "/")
		b = appendSegment(b, segment)
	}
	b = closeList(b)
	if v.uri.Query() == "" {
		return append(b, '}')
	}
	key, separator := `,"isindex":[`, "+"
	pairs := strings.Contains(v.uri.Query(), "=")
	if pairs {
		key, separator = `,"query_pairs":[`, "&"
	}
	b = append(b, key...)
	before := len(b)
	for query, more := v.uri.Query(), true; more; {
		var piece string
		piece, query, more = strings.Cut(query, separator)
		switch {
		case piece == "":
			continue
		case pairs:
			b = pairOf(piece).AppendJSON(b)
		default:
			b = scheme.Octets(pct.Decode(piece)).AppendJSON(b)
		}
		b = append(b, ',')
	}
	if len(b) == before {
		b = b[:before-len(key)]
		return append(b, '}')
	}
	return append(closeList(b), '}')
}

// appendSegment appends a segment, decoded, and a comma. Nothing of a path but a
// percent sign is written otherwise in JSON.
func appendSegment(b []byte, segment string) []byte {
	start := len(b)
	b = append(b, '"')
	for i := range len(segment) {
		if segment[i] == '%' {
			return append(scheme.Octets(pct.Decode(segment)).AppendJSON(b[:start]), ',')
		}
		b = append(b, segment[i])
	}
	return append(b, `",`...)
}

// closeList puts the bracket in place of the last comma.
func closeList(b []byte) []byte { return append(b[:len(b)-1], ']') }

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
