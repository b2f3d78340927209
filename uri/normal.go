package uri

import (
	"net/netip"
	"strings"
)

// Keep says what normalisation leaves alone because a scheme gives it a
// meaning that the generic syntax does not know. The zero value keeps nothing.
type Keep uint8

const (
	KeepDotSegments Keep = 1 << iota // "." and ".." are names like others, as in a gopher selector
	KeepEscapes                      // an escape is not the same as the character, as in a URN
	KeepAuthority                    // what looks like an authority is none: its case, empty port and addresses stay
)

// Normalize returns u in the normal form of the generic syntax, the first rung
// of the ladder of RFC 3986, section 6.2.2:
//
//   - scheme and host in lower case, hex digits of escapes in upper case;
//   - escapes of unreserved characters decoded, no others;
//   - dot segments removed from a path that begins with a slash; those that
//     lead a relative path stay, since they only make sense with a base, and a
//     rootless path behind a scheme is no hierarchy that the generic syntax
//     knows of;
//   - the colon of an empty port dropped (section 3.2.3);
//   - an IPv6 address in the form of RFC 5952.
//
// The result of a urn: URI keeps its escapes and dot segments: a URN has no
// dot segments, and "percent-encoded characters MUST NOT be decoded" to
// compare one (RFC 8141, section 3.1).
//
// Normalize is idempotent. It does not allocate if u is in normal form, unless
// its path needs the "/." that keeps it from being read as an authority.
func (u URI) Normalize() URI { return u.NormalizeKeep(0) }

// NormalizeKeep is like [URI.Normalize] but leaves what keep names alone.
func (u URI) NormalizeKeep(keep Keep) URI {
	if isURN(u) {
		keep |= KeepDotSegments | KeepEscapes
	}
	if u.marks == 0 && !u.hasEmptyPort() {
		return u
	}
	given := u.parts()
	p := given
	p.scheme = strings.ToLower(p.scheme)
	p.path = normalEscapes(p.path, keep)
	p.query = normalEscapes(p.query, keep)
	p.fragment = normalEscapes(p.fragment, keep)
	if keep&KeepDotSegments == 0 {
		p.path = normalDots(p)
	}
	if u.HasAuthority() {
		p.authority = u.normalAuthority(keep)
	}
	if p == given {
		return u
	}
	v, err := p.compose()
	if err != nil || v.text == u.text {
		return u // an error is impossible but for "./" making the text too long
	}
	return v
}

func (u URI) hasEmptyPort() bool { return u.HasPort() && u.Port() == "" }

func (u URI) normalAuthority(keep Keep) string {
	if keep&KeepAuthority != 0 {
		return normalEscapes(u.Authority(), keep)
	}
	host := u.Host()
	if u.hostKind == IPv6 {
		host = normalIPv6(host)
	} else {
		host = lowerHost(normalEscapes(host, keep))
	}
	userinfo := normalEscapes(u.Userinfo(), keep)
	if host == u.Host() && userinfo == u.Userinfo() && !u.hasEmptyPort() {
		return u.Authority()
	}
	var b strings.Builder
	if u.HasUserinfo() {
		b.WriteString(userinfo)
		b.WriteByte('@')
	}
	b.WriteString(host)
	if port := u.Port(); port != "" {
		b.WriteByte(':')
		b.WriteString(port)
	}
	return b.String()
}

// lowerHost lowers the case of a host but for the hex digits of its escapes,
// which stay upper.
func lowerHost(host string) string {
	if !strings.Contains(host, "%") {
		return strings.ToLower(host)
	}
	b := []byte(host)
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
		} else if classes[b[i]]&upperByte != 0 {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// normalIPv6 writes an IP-literal as RFC 5952 does: lower case, leading zeros
// dropped, the longest run of zero groups as "::", the dotted form for
// IPv4-mapped addresses only.
func normalIPv6(literal string) string {
	a, err := netip.ParseAddr(literal[1 : len(literal)-1])
	if err != nil {
		return literal
	}
	var buf [len("[0000:0000:0000:0000:0000:ffff:255.255.255.255]")]byte
	b := append(a.AppendTo(append(buf[:0], '[')), ']')
	if string(b) == literal {
		return literal
	}
	return string(b)
}

// normalEscapes decodes escapes of unreserved characters and writes the others
// with upper-case digits (RFC 3986, section 6.2.2.1 and 2).
func normalEscapes(s string, keep Keep) string {
	var out []byte // what precedes done in s, once it differs
	done := 0
	for i := strings.IndexByte(s, '%'); i >= 0 && i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		c := unhex(s[i+1])<<4 | unhex(s[i+2])
		escape := [...]byte{'%', upperHex(s[i+1]), upperHex(s[i+2])}
		normal := escape[:]
		if keep&KeepEscapes == 0 && isUnreserved(c) {
			normal = append(normal[:0], c)
		}
		if string(normal) != s[i:i+3] {
			out = append(append(out, s[done:i]...), normal...)
			done = i + 3
		}
		i += 2
	}
	if done == 0 {
		return s
	}
	return string(append(out, s[done:]...))
}

func isUnreserved(c byte) bool {
	return classes[c]&(alpha|digitByte) != 0 || strings.IndexByte(unreserved, c) >= 0
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

func upperHex(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 'A'
	}
	return c
}

// normalDots removes the dot segments of p's path where they have a meaning
// without a base.
func normalDots(p parts) string {
	if strings.HasPrefix(p.path, "/") {
		return removeDotSegments(p.path)
	}
	if p.scheme != "" {
		return p.path
	}
	return relativeDots(p.path)
}

// relativeDots removes the dot segments of a relative path but for those that
// lead it: "../a/../b" is "../b". A path that would vanish or end at a dot
// segment keeps meaning the directory: "a/.." is "./".
func relativeDots(path string) string {
	lead := 0
	for {
		rest := path[lead:]
		switch {
		case strings.HasPrefix(rest, "../"):
			lead += 3
			continue
		case strings.HasPrefix(rest, "./"):
			lead += 2
			continue
		case rest == "." || rest == "..":
			return path + "/"
		}
		break
	}
	if !hasDotSegment(path[lead:]) {
		return path
	}
	segments := strings.Split(path[lead:], "/")
	out := segments[:0:0]
	up := ""
	for i, s := range segments {
		last := i == len(segments)-1
		switch {
		case s == "." || s == ".." && len(out) > 0:
			if s == ".." {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		case s == "..":
			up += "../"
		default:
			out = append(out, s)
		}
	}
	rest := up + strings.Join(out, "/")
	lede := path[:lead]
	switch {
	case lede == "" && (rest == "" || rest[0] == '/'):
		return "./" + rest
	default:
		return lede + rest
	}
}
