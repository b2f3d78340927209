package uri

import (
	"iter"
	"strings"

	"uriel.dev/uri/pct"
)

// A Pair is a name and value in a query, as it is written: "name=value", or a
// name alone. The generic syntax knows no pairs (RFC 3986, section 3.4, says
// that queries often carry them); this is the form that HTML sends and the URL
// Standard calls application/x-www-form-urlencoded. It is never empty.
type Pair string

// Name returns what stands before the first "=", decoded, with "+" read as a
// space. It need not be UTF-8. It does not allocate if nothing is encoded.
func (p Pair) Name() string {
	name, _, _ := strings.Cut(string(p), "=")
	return formDecode(name)
}

// Value returns what stands behind the first "=", decoded like the name.
func (p Pair) Value() string {
	_, value, _ := strings.Cut(string(p), "=")
	return formDecode(value)
}

// HasValue reports whether there is a "="; the value may be empty.
func (p Pair) HasValue() bool { return strings.Contains(string(p), "=") }

func formDecode(s string) string { return pct.Decode(strings.ReplaceAll(s, "+", " ")) }

// Pairs returns the pairs of the query in their order. They are parted by "&"
// alone: ";" is data, since of two programs that disagree about it one can be
// fooled. Nothing between two separators is no pair. It does not allocate.
func (u URI) Pairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		rest := u.Query()
		for rest != "" {
			var pair string
			pair, rest, _ = strings.Cut(rest, "&")
			if pair != "" && !yield(Pair(pair)) {
				return
			}
		}
	}
}

// Pair returns the first pair of that name, and whether there is one.
func (u URI) Pair(name string) (Pair, bool) {
	for p := range u.Pairs() {
		if p.Name() == name {
			return p, true
		}
	}
	return "", false
}

// pairByte are the bytes that stay bare in the names and values that this
// package writes. Of those that a query can hold "&", "=" and "+" would be
// misread, and ";" is a separator for some old servers.
var pairByte = pct.Unreserved.With("!$'()*,:@/?")

// WithPair returns u with one pair of that name and that value, both given as
// text: what would be misread is encoded, a space as %20. The first pair of the
// name gets the value, and keeps the spelling of its name, or its own bytes if
// it has the value already; others of the name are dropped. If there is none it
// is added as by [URI.AppendPair]. All other bytes of u stay. The error is an
// [*Error] of rule uri/too-long.
func (u URI) WithPair(name, value string) (URI, error) {
	if _, ok := u.Pair(name); !ok {
		return u.AppendPair(name, value)
	}
	set := false
	query := u.editPairs(name, func(p Pair) (Pair, bool) {
		if set {
			return "", false
		}
		set = true
		if p.HasValue() && p.Value() == value {
			return p, true
		}
		written, _, _ := strings.Cut(string(p), "=")
		return Pair(written + "=" + pct.Encode(value, pairByte)), true
	})
	return Parse(u.text[:u.pathEnd] + "?" + query + u.text[u.queryEnd:])
}

// AppendPair returns u with a pair put behind its query, both parts given as
// text, as for [URI.WithPair]. All bytes of u stay.
func (u URI) AppendPair(name, value string) (URI, error) {
	separator := ""
	switch query := u.Query(); {
	case !u.HasQuery():
		separator = "?"
	case query != "" && !strings.HasSuffix(query, "&"):
		separator = "&"
	}
	return Parse(u.text[:u.queryEnd] + separator + pct.Encode(name, pairByte) + "=" + pct.Encode(value, pairByte) + u.text[u.queryEnd:])
}

// WithoutPair returns u without the pairs of that name, each gone with one
// separator beside it. All other bytes stay; but when nothing is left of the
// query its question mark goes, too.
func (u URI) WithoutPair(name string) URI {
	if _, ok := u.Pair(name); !ok {
		return u
	}
	query := u.editPairs(name, func(Pair) (Pair, bool) { return "", false })
	if query == "" {
		return u.WithoutQuery()
	}
	return reparse(u.text[:u.pathEnd] + "?" + query + u.text[u.queryEnd:])
}

// editPairs returns the query with each pair of that name as edit wants it, or
// without it.
func (u URI) editPairs(name string, edit func(Pair) (Pair, bool)) string {
	pieces := strings.Split(u.Query(), "&")
	kept := pieces[:0]
	for _, piece := range pieces {
		if p := Pair(piece); piece != "" && p.Name() == name {
			edited, keep := edit(p)
			if !keep {
				continue
			}
			piece = string(edited)
		}
		kept = append(kept, piece)
	}
	return strings.Join(kept, "&")
}
