package iri

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"uriel.dev/uri"
	"uriel.dev/uri/iri/ucs"
	"uriel.dev/uri/pct"
)

// ascii is the set of octets that the mapping to a URI leaves alone.
var ascii = pct.Set{^uint64(0), ^uint64(0)}

// ToURI returns the URI that i maps to (RFC 3987, section 3.1): each character
// beyond US-ASCII becomes the escapes of its octets in UTF-8, with upper-case
// digits. It is the identity for URIs.
//
// The host is percent-encoded as well, which RFC 3986, section 3.2.2, asks of a
// reg-name, and which is put into the form of the DNS when it is looked up. With
// [IDNA] a host in characters beyond US-ASCII becomes the ASCII name of IDNA at
// once, for those who know of reg-names but not of escapes in them.
//
// The error is an [*uri.Error]: a zone has no place in a URI (uri/host-zone; see
// [IRI.WithoutZone]), the text may become too long (uri/too-long), and with IDNA
// the host may have no ASCII form (iri/idna). The offset of the first two counts
// in the encoded text.
func ToURI(i IRI, opts ...Option) (uri.URI, error) {
	if i.IsURI() {
		return i.shadow, nil
	}
	text := i.text
	if slices.Contains(opts, IDNA) && i.HostKind() == uri.RegName && !ucs.IsASCII(i.host()) {
		start, end, _ := i.Range(uri.Host)
		name, err := idna.Lookup.ToASCII(pct.Decode(i.host()))
		if err != nil {
			return uri.URI{}, fail(i.text, start, ruleIDNA)
		}
		text = text[:start] + name + text[end:]
	}
	return uri.Parse(pct.Encode(text, ascii))
}

// FromURI returns the IRI that shows u to people (RFC 3987, section 3.2). Escapes
// become characters where their octets are valid UTF-8 of a character that an
// IRI may hold; those of "%", of reserved characters and of ASCII characters that
// no URI may hold stay, and so do those that would not be seen: white space,
// format characters (bidirectional ones are forbidden), private use. What stays,
// stays as written. Whether a character looks like another is not asked.
//
// ToURI(FromURI(u)) is u but for the case of hex digits and for escapes of
// unreserved characters; a urn: URI keeps the latter, too, since they are part
// of its name (RFC 8141, section 3.1).
//
// A-labels of the host stay unless [IDNA] is given; then those are shown in
// their characters that ToURI with IDNA would turn back.
func FromURI(u uri.URI, opts ...Option) IRI {
	showASCII := !strings.EqualFold(u.Scheme(), "urn")
	text := u.String()
	start, end, _ := u.Range(uri.Host)
	host := decode(u.Host(), showASCII)
	if slices.Contains(opts, IDNA) && u.HostKind() == uri.RegName {
		host = unicodeHost(host)
	}
	return reparse(decode(text[:start], showASCII) + host + decode(text[end:], showASCII))
}

// decode decodes those escapes of s that an IRI can do without.
func decode(s string, showASCII bool) string {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i:]
		n := ucs.Triplets(s)
		text := pct.Decode(s[:n])
		if r, size := utf8.DecodeRuneInString(text); size != len(text) || !shown(r, showASCII) {
			text = s[:n]
		}
		b.WriteString(text)
		s = s[n:]
		i = strings.IndexByte(s, '%')
	}
	b.WriteString(s)
	return b.String()
}

// shown reports whether an escaped r is decoded for people.
func shown(r rune, showASCII bool) bool {
	if r < utf8.RuneSelf {
		return showASCII && pct.Unreserved.Has(byte(r))
	}
	return allowed(r) && !unicode.In(r, unicode.White_Space, unicode.Cf)
}

// unicodeHost returns a host with its A-labels as U-labels where ToASCII turns
// all of them back.
func unicodeHost(host string) string {
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if u, err := idna.Lookup.ToUnicode(label); err == nil && turnsBack(u, label) {
			labels[i] = u
		}
	}
	if name := strings.Join(labels, "."); turnsBack(name, host) {
		return name
	}
	return host
}

// turnsBack reports whether ToASCII of name, in characters that are shown, is
// host but for its case.
func turnsBack(name, host string) bool {
	for _, r := range name {
		if r >= utf8.RuneSelf && !shown(r, true) {
			return false
		}
	}
	back, err := idna.Lookup.ToASCII(name)
	return err == nil && strings.EqualFold(back, host)
}
