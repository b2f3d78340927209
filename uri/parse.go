package uri

import (
	"net/netip"
	"strings"
)

// Parse reads s as a URI-reference by the grammar of RFC 3986, appendix A:
//
//	URI-reference = URI / relative-ref
//	URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
//	relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
//
// Every production is checked: the characters of each component, pct-encoded
// triplets, IPv6 and IPvFuture literals. Nothing more is: a port may have any
// number of digits, and what a scheme demands of its URIs is not asked.
// Stricter than net/url: escapes are checked in the query too, raw spaces,
// non-ASCII and brackets outside an IP-literal are errors. White space around
// s is not trimmed, and an empty s is the empty reference.
//
// The error is always an [*Error] that points at the first byte which does not
// fit the component it stands in; the whole address of a malformed IPv6address.
// Parse does not allocate unless it fails.
func Parse(s string) (URI, error) {
	if uint64(len(s)) > MaxLen {
		return URI{}, fail(s, len(s), ruleTooLong)
	}
	u := URI{text: s}
	i := u.parseScheme()
	if i+1 < len(s) && s[i] == '/' && s[i+1] == '/' {
		var rule *Rule
		if i, rule = u.parseAuthority(i + 2); rule != nil {
			return URI{}, fail(s, i, rule)
		}
	}
	end := u.parsePath(i)
	if u.schemeEnd == 0 && u.auth == 0 {
		if c := colonInFirstSegment(s[:end]); c >= 0 {
			return URI{}, fail(s, c, ruleNoScheme)
		}
	}
	end = u.parseQuery(end)
	end = u.parseFragment(end)
	if end != len(s) {
		return URI{}, u.failIn(end)
	}
	return u, nil
}

// parseScheme sets schemeEnd and returns where the hier-part or relative-part
// begins.
func (u *URI) parseScheme() int {
	s := u.text
	if s == "" || classes[s[0]]&alpha == 0 {
		return 0
	}
	seen := class(0)
	for i := range len(s) {
		k := classes[s[i]]
		if k&schemeByte == 0 {
			if s[i] != ':' {
				return 0
			}
			u.schemeEnd = uint32(i)
			if seen&upperByte != 0 {
				u.marks |= hasUpper
			}
			return i + 1
		}
		seen |= k
	}
	return 0
}

// parseAuthority reads [ userinfo "@" ] host [ ":" port ] from i and returns
// the place behind it, or the place of an error and its rule. A colon belongs
// to the userinfo when an "@" follows it and begins the port when none does, so
// the first colon is remembered until that is known.
//
// The loops here and below compare as uint: so the compiler sees that i is in
// s, and leaves out a check that takes a tenth of the time of Parse.
func (u *URI) parseAuthority(i int) (int, *Rule) {
	s := u.text
	host, colon, seen := i, -1, class(0)
	u.auth = uint32(i)
loop:
	for ; uint(i) < uint(len(s)); i++ {
		k := classes[s[i]]
		if k&regByte != 0 {
			seen |= k
			continue
		}
		switch s[i] {
		case '/', '?', '#':
			break loop
		case ':':
			if colon < 0 {
				colon = i
			}
		case '@':
			if host != int(u.auth) {
				return i, ruleHostAt
			}
			host, colon = i+1, -1
		case '%':
			if !escaped(s, i) {
				return i, ruleEscape
			}
			u.marks |= hasEscape
			i += 2
		case '[':
			if i != host {
				return i, ruleHostBracket
			}
			u.host = uint32(host)
			return u.parseIPLiteral(i)
		default:
			return i, u.authorityRule(i, host)
		}
	}
	u.host, u.hostEnd, u.path = uint32(host), uint32(i), uint32(i)
	if colon >= 0 {
		if bad := notPort(s, colon+1, i); bad < i {
			return bad, portRule(s[bad:i])
		}
		u.hostEnd = uint32(colon)
	}
	if seen&upperByte != 0 {
		u.marks |= hasUpper
	}
	u.hostKind = RegName
	if host < i && classes[s[host]]&digitByte != 0 && isIPv4(u.Host()) {
		u.hostKind = IPv4
	}
	return i, nil
}

// parseIPLiteral reads "[" ( IPv6address / IPvFuture ) "]" [ ":" port ] from i
// and returns the place behind it, or the place of an error and its rule.
func (u *URI) parseIPLiteral(i int) (int, *Rule) {
	s := u.text
	end := i + 1
	for end < len(s) && s[end] != ']' {
		if classes[s[end]]&regByte == 0 && s[end] != ':' && s[end] != '%' {
			return end, ruleHostBracket
		}
		end++
	}
	if end == len(s) {
		return end, ruleHostBracket
	}
	literal := s[i+1 : end]
	switch {
	case literal != "" && literal[0]|0x20 == 'v':
		if bad := notIPvFuture(literal); bad >= 0 {
			return i + 1 + bad, ruleIPvFuture
		}
		u.hostKind = IPvFuture
	default:
		if bad, rule := notIPv6(literal); rule != nil {
			return i + 1 + bad, rule
		}
		u.hostKind = IPv6
	}
	u.marks |= hasUpper // a literal always gets a closer look: its zeros may be spelt in many ways
	end++
	u.hostEnd = uint32(end)
	if end < len(s) && s[end] == ':' {
		end++
		for end < len(s) && classes[s[end]]&digitByte != 0 {
			end++
		}
	}
	if end < len(s) && s[end] != '/' && s[end] != '?' && s[end] != '#' {
		if int(u.hostEnd) == end {
			return end, ruleHostBracket
		}
		return end, rulePortDigit
	}
	u.path = uint32(end)
	return end, nil
}

// parsePath sets path and pathEnd and returns where the path ends: at a byte
// that no path can hold, or at the end of the text.
func (u *URI) parsePath(i int) int {
	s := u.text
	start := i
	for ; uint(i) < uint(len(s)); i++ {
		if classes[s[i]]&pathByte != 0 {
			continue
		}
		if s[i] == '.' {
			if i == start || s[i-1] == '/' {
				u.marks |= hasDot
			}
			continue
		}
		if s[i] != '%' || !escaped(s, i) {
			break
		}
		u.marks |= hasEscape
		i += 2
	}
	u.path, u.pathEnd = uint32(start), uint32(i)
	u.queryEnd = u.pathEnd
	return i
}

// parseQuery reads [ "?" query ] and sets queryEnd.
func (u *URI) parseQuery(i int) int {
	if i < len(u.text) && u.text[i] == '?' {
		i = u.skipQueryBytes(i + 1)
		u.queryEnd = uint32(i)
	}
	return i
}

// parseFragment reads [ "#" fragment ].
func (u *URI) parseFragment(i int) int {
	if i < len(u.text) && u.text[i] == '#' {
		i = u.skipQueryBytes(i + 1)
	}
	return i
}

// skipQueryBytes returns the place of the first byte at or behind i that
// neither a query nor a fragment can hold: both are
// *( pchar / "/" / "?" ).
func (u *URI) skipQueryBytes(i int) int {
	s := u.text
	for ; uint(i) < uint(len(s)); i++ {
		if classes[s[i]]&queryByte != 0 {
			continue
		}
		if s[i] != '%' || !escaped(s, i) {
			break
		}
		u.marks |= hasEscape
		i += 2
	}
	return i
}

// notPort returns the place of the first byte of s[i:end] that is no digit, or
// end.
func notPort(s string, i, end int) int {
	for i < end && classes[s[i]]&digitByte != 0 {
		i++
	}
	return i
}

// colonInFirstSegment returns the place of a colon in the first segment of a
// relative path, where a scheme would end (path-noscheme, RFC 3986, section
// 4.2), or -1.
func colonInFirstSegment(path string) int {
	for i := range len(path) {
		switch path[i] {
		case ':':
			return i
		case '/':
			return -1
		}
	}
	return -1
}

// isIPv4 reports whether host is an IPv4address: four dec-octets without
// leading zeros. All else that looks like a number is a reg-name (RFC 3986,
// section 3.2.2: "first-match-wins"). Unlike netip.ParseAddr it does not
// allocate for such names.
func isIPv4(host string) bool {
	for octets := 1; ; octets++ {
		n, value := 0, 0
		for n < len(host) && n < 4 && classes[host[n]]&digitByte != 0 {
			value = 10*value + int(host[n]-'0')
			n++
		}
		if n == 0 || value > 255 || n > 1 && host[0] == '0' {
			return false
		}
		if octets == 4 || n == len(host) || host[n] != '.' {
			return octets == 4 && n == len(host)
		}
		host = host[n+1:]
	}
}

// notIPvFuture returns the place in s of what keeps it from being
// "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ), or -1.
func notIPvFuture(s string) int {
	i := 1
	for i < len(s) && classes[s[i]]&hexByte != 0 {
		i++
	}
	if i == 1 || i == len(s) || s[i] != '.' {
		return i
	}
	if i++; i == len(s) {
		return i
	}
	return strings.IndexByte(s, '%')
}

// notIPv6 returns the rule that keeps s from being an IPv6address, and the
// place in s. A zone is its own rule: RFC 6874 once allowed it, RFC 9844 took
// that back.
func notIPv6(s string) (int, *Rule) {
	for i := range len(s) {
		if s[i] == '%' {
			return i, ruleHostZone
		}
		if classes[s[i]]&hexByte == 0 && s[i] != ':' && s[i] != '.' {
			return i, ruleIPv6
		}
	}
	if a, err := netip.ParseAddr(s); err != nil || !a.Is6() {
		return 0, ruleIPv6
	}
	return 0, nil
}
