package iri

import (
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"uriel.dev/uri"
	"uriel.dev/uri/iri/ucs"
	"uriel.dev/uri/pct"
)

// An Option asks a function of this package for more than RFC 3987 does by
// itself.
type Option uint8

const (
	// AllowZone lets [Parse] take an IPv6 address with a zone identifier, as
	// people paste it from their tools: http://[fe80::1%25eth0]/ by RFC 6874,
	// section 2, and http://[fe80::1%eth0]/ where the zone does not begin with
	// two hex digits (section 3). The address has to be link-local, "the only
	// well-defined usage known" (section 4). RFC 9844 took RFC 6874 back: a zone
	// means something on one machine only, and no URI has one.
	AllowZone Option = 1 + iota

	// IDNA makes [ToURI] write an ireg-name by ToASCII of IDNA, and [FromURI]
	// read it by ToUnicode, for schemes whose hosts are domain names (RFC 3987,
	// section 3.1). It is that of UTS 46, nontransitional, with the rules of
	// STD 3.
	IDNA
)

// Parse reads s as an IRI-reference by the grammar of RFC 3987, section 2.2:
//
//	IRI-reference = IRI / irelative-ref
//	IRI           = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
//	irelative-ref = irelative-part [ "?" iquery ] [ "#" ifragment ]
//
// It is that of RFC 3986 with the characters of ucschar wherever unreserved
// characters may stand, but for scheme, port and IP-literal, and those of
// iprivate in the query. Bidirectional formatting characters are refused
// (section 4.1); so are those of them that Unicode has added since. Nothing is
// trimmed, decoded or normalised.
//
// The error is always an [*uri.Error] that points at the first byte which does
// not fit. What RFC 3987 says has a rule "iri/…", what it takes from RFC 3986
// the rule "uri/…" that uri.Parse would name. Parse allocates only if s has
// characters beyond US-ASCII.
func Parse(s string, opts ...Option) (IRI, error) {
	var zone [2]int
	if slices.Contains(opts, AllowZone) {
		var err *uri.Error
		if zone, err = findZone(s); err != nil {
			return IRI{}, err
		}
	}
	shadow := s
	if zone[1] != 0 || !ucs.IsASCII(s) {
		shadow = shadowOf(s, zone)
	}
	u, err := uri.Parse(shadow)
	if err != nil {
		return IRI{}, explain(s, shadow, err.(*uri.Error))
	}
	return IRI{s, u}, nil
}

// placeholder stands in a shadow for what is allowed in an IRI. It is
// unreserved, no letter or digit that could make a scheme, an address or a
// port, and neither dot nor slash.
const placeholder = '_'

// shadowOf returns s with a placeholder for each byte of a character that may
// stand where it does, and for each byte of the literal at zone. All other bytes
// beyond US-ASCII stay, so that uri.Parse stops at the first of them unless it
// has stopped before.
func shadowOf(s string, zone [2]int) string {
	b := []byte(s)
	query, fragment, literal := false, false, false
	for i, r := range s {
		switch {
		case zone[0] <= i && i < zone[1]:
			b[i] = placeholder
		case r == '?':
			query = true
		case r == '#':
			fragment = true
		case r == '[' || r == ']':
			literal = r == '['
		case r < utf8.RuneSelf || literal:
		case allowed(r) || ucs.Iprivate(r) && query && !fragment:
			for n := range utf8.RuneLen(r) {
				b[i+n] = placeholder
			}
		}
	}
	return string(b)
}

// allowed reports whether r, beyond US-ASCII, may stand in any component. What
// is not UTF-8 comes as U+FFFD, which is no ucschar.
func allowed(r rune) bool { return ucs.Ucschar(r) && !unicode.Is(unicode.Bidi_Control, r) }

// findZone returns the range of the IP-literal of s, brackets included, if it
// has a zone, and an error if that is malformed.
func findZone(s string) (literal [2]int, _ *uri.Error) {
	start := strings.Index(s, "//")
	if start < 0 || start > 0 && (s[start-1] != ':' || strings.IndexAny(s, ":/?#") != start-1) {
		return literal, nil // no authority
	}
	start += len("//")
	authority := s[start:]
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	host := strings.LastIndexByte(authority, '@') + 1
	address, id, found := strings.Cut(authority[host:], "%")
	id, port, closed := strings.Cut(id, "]")
	if !found || !closed || !strings.HasPrefix(address, "[") || port != "" && port[0] != ':' {
		return literal, nil
	}
	start += host
	if err := checkAddress(s, start, address+"]"); err != nil {
		return literal, err
	}
	percent := start + len(address)
	if bad, r := notZone(id); bad >= 0 {
		return literal, fail(s, percent+1+bad, r)
	}
	return [2]int{start, percent + 1 + len(id) + 1}, nil
}

// checkAddress checks the address of a literal with a zone, without the zone.
func checkAddress(s string, start int, address string) *uri.Error {
	if u, err := uri.Parse("//" + address); err != nil || u.HostKind() != uri.IPv6 {
		return fail(s, start+1, ruleZoneAddress)
	}
	if a := netip.MustParseAddr(address[1 : len(address)-1]); !a.IsLinkLocalUnicast() {
		return fail(s, start+1, ruleZoneAddress)
	}
	return nil
}

// notZone returns the place in what follows "%" that keeps it from being a
// zone, and the rule, or -1.
//
//	ZoneID = 1*( unreserved / pct-encoded )   behind "%25"
func notZone(id string) (int, *uri.Rule) {
	rest := strings.TrimPrefix(id, "25")
	pasted := rest == id
	if pasted && ucs.IsTriplet("%"+id) {
		return 0, ruleZoneBare
	}
	if rest == "" {
		return len(id), ruleZone
	}
	for i := len(id) - len(rest); i < len(id); i++ {
		switch {
		case pct.Unreserved.Has(id[i]):
		case !pasted && ucs.IsTriplet(id[i:]):
			i += 2
		default:
			return i, ruleZone
		}
	}
	return -1, nil
}

// explain returns the error about s that uri.Parse had to say about its shadow.
func explain(s, shadow string, e *uri.Error) *uri.Error {
	e.Input = s
	if e.Offset == len(s) || shadow[e.Offset] < utf8.RuneSelf {
		return e
	}
	switch r, n := utf8.DecodeRuneInString(s[e.Offset:]); {
	case r == utf8.RuneError && n == 1:
		return fail(s, e.Offset, ruleNotUTF8)
	case unicode.Is(unicode.Bidi_Control, r):
		return fail(s, e.Offset, ruleBidi)
	case ucs.Iprivate(r):
		return fail(s, e.Offset, rulePrivate)
	case !ucs.Ucschar(r):
		return fail(s, e.Offset, ruleChar)
	default:
		return e // in an IP-literal
	}
}
