package whatwg

import (
	"strings"

	"uriel.dev/uri/pct"
)

// The copies of this file are what the setters of the standard's API, section
// 6.1, would make of u, given the same string. Where a browser ignores the
// string without a word, they return u and false. True means that the string, or
// what counts of it, was taken, even if nothing changed by it. On the zero URL
// none takes anything.

// WithHref returns the URL that s is, whatever u was: the href setter is [Parse].
// Its error is the one that a browser throws.
func (u URL) WithHref(s string) (URL, error) { return Parse(s) }

// WithProtocol returns u with the scheme that s begins with; what stands behind
// a colon is not looked at. A special scheme can be changed for a special one
// only, and any other for any other. A URL with credentials or a port cannot
// become a file, nor a file without host another.
func (u URL) WithProtocol(s string) (URL, bool) {
	p := u.setter(s + ":")
	end := schemeEnd(p.in)
	scheme := lower(p.in[:end])
	to := specialOf(scheme)
	switch {
	case u.IsZero(), end == 0, (p.special == notSpecial) != (to == notSpecial):
		return u, false
	case to == file && (u.hasCredentials() || p.port != ""), p.special == file && p.host == "":
		return u, false
	}
	p.scheme, p.special = scheme, to
	if p.port != "" {
		p.setPort(p.port, 0)
	}
	return p.set(u)
}

// WithUsername returns u with the user name s, percent-encoded; the empty one
// takes the user name away. A URL without a host, and a file, have none.
func (u URL) WithUsername(s string) (URL, bool) {
	p := parser{record: u.record()}
	if p.cannotHaveCredentials() {
		return u, false
	}
	p.username = pct.Encode(decodeUTF8(s), userinfoBare)
	return p.set(u)
}

// WithPassword returns u with the password s, as WithUsername does.
func (u URL) WithPassword(s string) (URL, bool) {
	p := parser{record: u.record()}
	if p.cannotHaveCredentials() {
		return u, false
	}
	p.password = pct.Encode(decodeUTF8(s), userinfoBare)
	return p.set(u)
}

// WithHost returns u with the host that s begins with and, if a port follows
// that is one, that port; otherwise the port stays. A URL with an opaque path has
// no host.
func (u URL) WithHost(s string) (URL, bool) { return u.withHost(s, true) }

// WithHostname returns u with the host that s begins with. Behind it may stand a
// path, a query or a fragment, which are not looked at, but no port.
func (u URL) WithHostname(s string) (URL, bool) { return u.withHost(s, false) }

func (u URL) withHost(s string, andPort bool) (URL, bool) {
	p := u.setter(s)
	if u.IsZero() || p.opaque {
		return u, false
	}
	end := p.authorityEnd(0)
	if p.special == file {
		if end > 0 && !p.setFileHost(p.in[:end], 0) {
			return u, false
		}
		if end == 0 {
			p.host = ""
		}
		return p.set(u)
	}
	hostEnd := portColon(p.in[:end])
	switch {
	case hostEnd < end && (hostEnd == 0 || !andPort):
		return u, false
	case hostEnd == 0 && (p.special != notSpecial || u.hasCredentials() || p.port != ""):
		return u, false
	}
	host, ok := p.parseHost(p.in[:hostEnd], 0)
	if !ok {
		return u, false
	}
	p.host, p.hasHost = host, true
	if hostEnd < end {
		p.setLeadingPort(hostEnd + len(":")) // the host is set, whatever becomes of the port
	}
	return p.set(u)
}

// setLeadingPort takes the digits that stand at i as the port.
func (p *parser) setLeadingPort(i int) bool {
	digits := leadingDigits(p.in[i:])
	return digits > 0 && p.setPort(p.in[i:i+digits], i)
}

// WithPort returns u with the port that s begins with, or, if s is empty, with
// the default port. A URL without a host, and a file, have none.
func (u URL) WithPort(s string) (URL, bool) {
	p := u.setter(s)
	switch {
	case p.cannotHaveCredentials():
		return u, false
	case s == "":
		p.port = ""
	case !p.setLeadingPort(0):
		return u, false
	}
	return p.set(u)
}

// WithPathname returns u with the path s, in which "?" and "#" are
// percent-encoded. An opaque path cannot be changed.
func (u URL) WithPathname(s string) (URL, bool) {
	p := u.setter(s)
	if u.IsZero() || p.opaque {
		return u, false
	}
	p.path = ""
	switch {
	case p.isSlash(0):
		p.addSegments(1, len(p.in))
	case p.in != "" || p.special != notSpecial:
		p.addSegments(0, len(p.in))
	case !p.hasHost:
		p.path = "/"
	}
	return p.set(u)
}

// WithSearch returns u with the query s, with or without its "?"; the empty
// string takes the query away.
func (u URL) WithSearch(s string) (URL, bool) {
	p := u.setter(strings.TrimPrefix(s, "?"))
	p.query, p.hasQuery = p.encodeQuery(p.in), s != ""
	return p.set(u)
}

// WithHash returns u with the fragment s, with or without its "#"; the empty
// string takes the fragment away.
func (u URL) WithHash(s string) (URL, bool) {
	p := u.setter(strings.TrimPrefix(s, "#"))
	p.fragment, p.hasFrag = pct.Encode(p.in, fragmentBare), s != ""
	return p.set(u)
}

// WithSearchParams returns u with the query that the pairs serialise to, or none
// if there are none: what changing url.searchParams does.
func (u URL) WithSearchParams(pairs Params) (URL, bool) {
	p := parser{record: u.record()}
	p.query = pairs.String()
	p.hasQuery = p.query != ""
	return p.set(u)
}

// setter is a parser of s that goes on from u: with a state override.
func (u URL) setter(s string) *parser { return &parser{record: u.record(), in: clean(s)} }

// set returns what u has become.
func (p *parser) set(u URL) (URL, bool) {
	if u.IsZero() {
		return u, false
	}
	v, ok := p.url()
	if !ok {
		return u, false
	}
	return v, true
}
