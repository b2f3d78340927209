package sip

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// bare decodes the characters that RFC 3261, after RFC 2396, does not reserve,
// and RFC 3986 does: they are equal to their encoding (section 19.1.4). The text
// is in the normal form of the generic syntax, which has decoded the others.
var bare = strings.NewReplacer("%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*")

// normal decodes what is not reserved, and writes the host and the names of
// parameters in lower case. All else that RFC 3261, section 19.1.4, has equal is
// for equal to say: it depends on both URIs.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	text := bare.Replace(u.String())
	if text != u.String() {
		if u, err = uri.Parse(text); err != nil {
			return u
		}
		v = read(u).view
	}
	b := []byte(text)
	lower(b, v.host)
	for _, p := range v.rawParameters {
		lower(b, p.name)
	}
	n, err := uri.Parse(string(b))
	if err != nil || n == u {
		return u
	}
	return n
}

// lower writes a piece of text in lower case, unless there are escapes in it.
func lower(text []byte, p piece) {
	if !strings.Contains(p.raw, "%") {
		copy(text[p.start:], strings.ToLower(p.raw))
	}
}

// equal compares two URIs of one scheme by RFC 3261, section 19.1.4. What it says
// is symmetric but not transitive: sip:a@h is equal to sip:a@h;x=1 and to
// sip:a@h;x=2, which are not equal.
func equal(a, b uri.URI) (reason string) {
	v, err := Parse(a)
	if err != nil {
		return ""
	}
	w, err := Parse(b)
	if err != nil {
		return ""
	}
	same := (v.User == nil) == (w.User == nil) && same(v.user, w.user) &&
		v.Password == w.Password && same(v.password, w.password) &&
		strings.EqualFold(v.Host, w.Host) && v.Port == w.Port &&
		sameParameters(v, w) && sameParameters(w, v) && slices.Equal(v.headerList(), w.headerList())
	if !same {
		return ""
	}
	return "sip-rules"
}

func same(a, b piece) bool { return bare.Replace(a.raw) == bare.Replace(b.raw) }

// sameParameters reports whether each parameter of v agrees with w: those that
// both have match, and those that w lacks may be left out.
func sameParameters(v, w View) bool {
	of := w.parameterValues()
	for name, value := range v.parameterValues() {
		other, ok := of[name]
		if ok && other != value || !ok && slices.Contains(significant, name) {
			return false
		}
	}
	return true
}

// significant are the parameters that say something even by not being there.
var significant = []string{"user", "ttl", "method", "maddr", "transport"}

// parameterValues returns the parameters as they are compared, without regard to
// case.
func (v View) parameterValues() map[string]string {
	values := map[string]string{}
	for _, p := range v.rawParameters {
		values[strings.ToLower(bare.Replace(p.name.raw))] = strings.ToLower(bare.Replace(p.value.raw))
	}
	return values
}

// headerList returns the header fields in an order of their own, for that of the
// URI says nothing; those of one name stay in theirs.
func (v View) headerList() (list []string) {
	for _, p := range v.rawHeader {
		list = append(list, strings.ToLower(bare.Replace(p.name.raw))+"="+bare.Replace(p.value.raw))
	}
	slices.SortStableFunc(list, func(a, b string) int {
		nameA, _, _ := strings.Cut(a, "=")
		nameB, _, _ := strings.Cut(b, "=")
		return strings.Compare(nameA, nameB)
	})
	return list
}
