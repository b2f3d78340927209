// Package iri holds the IRI as a value: it parses what RFC 3987 calls an
// IRI-reference, maps it to a URI and back, normalises and resolves it.
//
// [Parse] follows the grammar of RFC 3987, "Internationalized Resource
// Identifiers (IRIs)", January 2005, section 2.2, to the letter and keeps the
// text to the byte. Characters are not normalised: text in a Unicode encoding
// stays as given, decomposed characters too (section 3.1, step 1 c; section
// 5.3.2.2), so that two spellings of "é" are two IRIs.
//
// An IRI is for people and documents; what is sent, looked up and compared is
// the URI it maps to, see [ToURI].
package iri

import (
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An IRI is an IRI-reference of RFC 3987, section 2.2: an IRI or a relative
// reference, in UTF-8. It is an immutable value, comparable with ==, which means
// equality of the text (section 5.3.1), and usable as a map key. The zero value
// is the empty reference "", which is a legal relative reference.
type IRI struct {
	text string
	// shadow is a URI of the same length, whose components stand at the same
	// places: each byte beyond US-ASCII is replaced by a character that URIs
	// allow wherever IRIs allow more. It is text itself where there is none.
	shadow uri.URI
}

// MustParse is like [Parse] but panics on an error. It is meant for tests,
// examples and constants of a program.
func MustParse(s string, opts ...Option) IRI {
	i, err := Parse(s, opts...)
	if err != nil {
		panic(err)
	}
	return i
}

// String returns the bytes that were parsed, unchanged.
func (i IRI) String() string { return i.text }

// IsZero reports whether i is the empty reference.
func (i IRI) IsZero() bool { return i.text == "" }

// IsURI reports whether i is a URI as it stands: it has no character beyond
// US-ASCII and no zone. "Every URI is by definition an IRI" (section 3.1).
func (i IRI) IsURI() bool { return i.text == i.shadow.String() }

// HasScheme reports whether i is an IRI; otherwise it is a relative reference.
func (i IRI) HasScheme() bool { return i.shadow.HasScheme() }

// HostKind returns which kind of host i has; it is uri.NoHost without
// authority. An ireg-name is uri.RegName, an address with a zone uri.IPv6.
func (i IRI) HostKind() uri.HostKind {
	if i.hasZone() {
		return uri.IPv6
	}
	return i.shadow.HostKind()
}

// Range returns the half-open range of bytes that the component takes in the
// text, without its delimiters, and whether it is defined. An undefined
// component has the empty range at the place where it would stand.
func (i IRI) Range(c uri.Component) (start, end int, defined bool) { return i.shadow.Range(c) }

// Component returns the component as written, and whether it is defined: its
// delimiter is present. It is in iuserinfo, ireg-name and so on where RFC 3987
// names the production anew.
func (i IRI) Component(c uri.Component) (text string, defined bool) {
	start, end, defined := i.Range(c)
	return i.text[start:end], defined
}

func (i IRI) host() string {
	host, _ := i.Component(uri.Host)
	return host
}

// hasZone reports whether the host is an address with a zone: its shadow would
// else be an IP-literal too.
func (i IRI) hasZone() bool {
	return i.shadow.HostKind() == uri.RegName && strings.HasPrefix(i.host(), "[")
}

// Zone returns the zone identifier of the host, decoded, or "" if it has none,
// which is always so unless i was parsed with [AllowZone].
func (i IRI) Zone() string {
	if !i.hasZone() {
		return ""
	}
	_, id, _ := strings.Cut(strings.TrimSuffix(i.host(), "]"), "%")
	return pct.Decode(strings.TrimPrefix(id, "25"))
}

// WithoutZone returns i without the zone of its host: what may leave the
// machine ("MUST remove any ZoneID attached to an outgoing URI", RFC 6874,
// section 4).
func (i IRI) WithoutZone() IRI {
	if !i.hasZone() {
		return i
	}
	start, end, _ := i.Range(uri.Host)
	zone := strings.IndexByte(i.host(), '%')
	return reparse(i.text[:start+zone] + i.text[end-1:])
}

// reparse reads text that was put together from parts of IRIs so that it must
// be one.
func reparse(text string) IRI { return MustParse(text, AllowZone) }
