package whatwg

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// A Param is a name and its value in a query, decoded.
type Param struct {
	Name, Value string
}

// Params are the pairs of a query of media type
// application/x-www-form-urlencoded, in their order; a name may stand more than
// once. It is a slice like any other: append and range do what they say.
type Params []Param

// ParseParams reads the pairs of a query, without its "?" (section 5.1). It
// cannot fail: "+" is a space, escapes are decoded, what is not UTF-8 becomes
// U+FFFD, and a pair without "=" has an empty value. Only "&" parts pairs; ";" is
// a character like others.
func ParseParams(query string) Params {
	var out Params
	for pair := range strings.SplitSeq(query, "&") {
		if pair != "" {
			name, value, _ := strings.Cut(pair, "=")
			out = append(out, Param{formDecode(name), formDecode(value)})
		}
	}
	return out
}

func formDecode(s string) string {
	return decodeUTF8(pct.Decode(strings.ReplaceAll(s, "+", " ")))
}

// SearchParams returns the pairs of the query (section 6.2), nil if it has none.
func (u URL) SearchParams() Params { return ParseParams(strings.TrimPrefix(u.Search(), "?")) }

// String serialises the pairs (section 5.2): "a=1&b=2".
func (p Params) String() string {
	var b strings.Builder
	for i, pair := range p {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(formEncode(pair.Name))
		b.WriteByte('=')
		b.WriteString(formEncode(pair.Value))
	}
	return b.String()
}

func formEncode(s string) string {
	return strings.ReplaceAll(pct.Encode(decodeUTF8(s), formBare), " ", "+")
}

// Get returns the value of the first pair of that name, and whether there is one.
func (p Params) Get(name string) (value string, ok bool) {
	i := slices.IndexFunc(p, func(q Param) bool { return q.Name == name })
	if i < 0 {
		return "", false
	}
	return p[i].Value, true
}

// GetAll returns the values of all pairs of that name, in their order.
func (p Params) GetAll(name string) []string {
	var out []string
	for _, q := range p {
		if q.Name == name {
			out = append(out, q.Value)
		}
	}
	return out
}

// Set returns the pairs with value in the first pair of that name, and without
// the others of that name; if there is none, with a pair more. p stays as it is.
func (p Params) Set(name, value string) Params {
	out := make(Params, 0, len(p)+1)
	found := false
	for _, q := range p {
		switch {
		case q.Name != name:
			out = append(out, q)
		case !found:
			out, found = append(out, Param{name, value}), true
		}
	}
	if !found {
		out = append(out, Param{name, value})
	}
	return out
}

// Delete returns the pairs without those of that name. p stays as it is.
func (p Params) Delete(name string) Params {
	return slices.DeleteFunc(slices.Clone(p), func(q Param) bool { return q.Name == name })
}

// Sort returns the pairs ordered by the UTF-16 code units of their names; pairs
// of one name keep their order. p stays as it is.
func (p Params) Sort() Params {
	out := slices.Clone(p)
	slices.SortStableFunc(out, func(a, b Param) int { return compareUTF16(a.Name, b.Name) })
	return out
}

// compareUTF16 compares as strings of JavaScript do: a character beyond U+FFFF is
// two surrogates, which come before U+E000.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		r, n := utf8.DecodeRuneInString(a)
		s, m := utf8.DecodeRuneInString(b)
		if r != s {
			if (r > 0xffff) != (s > 0xffff) && min(r, s) >= 0xe000 {
				return cmp.Compare(s, r)
			}
			return cmp.Compare(r, s)
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}
