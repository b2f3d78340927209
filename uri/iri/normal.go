package iri

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Normalize returns i in the normal form of its syntax (RFC 3987, section 5.3.2):
// case, escapes and dot segments as in the normal form of the URI that it maps
// to, and of the escapes none that [FromURI] can do without. So all IRIs that
// map to equal URIs have one normal form: "/r%C3%A9" and "/ré" do. Characters are
// not normalised: section 5.3.2.2 leaves that to the author of an IRI.
//
// Normalize is idempotent. A text that would be too long on the way stays as it
// is. A zone is written behind "%25".
func (i IRI) Normalize() IRI {
	if i.hasZone() {
		n := i.WithoutZone().Normalize()
		_, end, _ := n.Range(uri.Host)
		return reparse(n.text[:end-1] + "%25" + pct.Encode(i.Zone(), pct.Unreserved) + n.text[end-1:])
	}
	u, err := ToURI(i)
	if err != nil {
		return i
	}
	return FromURI(u.Normalize())
}

// Resolve returns the target of the reference ref in the context of the base i,
// by the algorithm of URIs, "in exactly the same way" (RFC 3987, section 2.1);
// see [uri.URI.Resolve]. What is not a matter of slashes and dots comes through
// as written. The error is [uri.ErrRelativeBase], or an [*uri.Error] of rule
// uri/too-long.
func (i IRI) Resolve(ref IRI) (IRI, error) { return asURIs(i, ref, uri.URI.Resolve) }

// Relativize returns a short reference that leads from the base i to target, the
// inverse of Resolve; see [uri.URI.Relativize], whose errors it returns.
func (i IRI) Relativize(target IRI) (IRI, error) { return asURIs(i, target, uri.URI.Relativize) }

// asURIs applies to IRIs what is defined for URIs and moves their parts about
// without looking into them.
func asURIs(a, b IRI, f func(a, b uri.URI) (uri.URI, error)) (IRI, error) {
	u, err := a.quoted()
	if err != nil {
		return IRI{}, err
	}
	v, err := b.quoted()
	if err != nil {
		return IRI{}, err
	}
	w, err := f(u, v)
	if err != nil {
		return IRI{}, err
	}
	return reparse(unquote(w.String())), nil
}

// quoted returns a URI with the components of i, in which all that no URI may
// hold is spelt in unreserved characters: "~" and two hex digits for an octet
// beyond US-ASCII, for "~" itself, and for all octets of a host with a zone. Unlike
// the URI that i maps to it leads back to the very same text.
func (i IRI) quoted() (uri.URI, error) {
	start, end := 0, 0
	if i.hasZone() {
		start, end, _ = i.Range(uri.Host)
	}
	var b strings.Builder
	for n := range len(i.text) {
		c := i.text[n]
		if c >= utf8.RuneSelf || c == '~' || start <= n && n < end {
			b.WriteByte('~')
			b.WriteString(hex.EncodeToString([]byte{c}))
			continue
		}
		b.WriteByte(c)
	}
	return uri.Parse(b.String())
}

func unquote(s string) string {
	var b strings.Builder
	for {
		plain, rest, found := strings.Cut(s, "~")
		b.WriteString(plain)
		if !found {
			return b.String()
		}
		octet, _ := hex.DecodeString(rest[:2]) // as quoted wrote them
		b.Write(octet)
		s = rest[2:]
	}
}
