// Package uri holds the URI as a value: it parses, judges, resolves,
// normalises and compares what RFC 3986 calls a URI-reference.
//
// [Parse] follows the grammar of RFC 3986 to the letter and keeps the text to
// the byte: [URI.String] returns exactly what was parsed. Nothing is decoded,
// re-encoded or dropped, and a component that is empty stays apart from one
// that is undefined. The package looks nothing up and knows no scheme but one
// exception (urn, see [URI.Normalize]); what a scheme means by its parts is
// told by the packages below uriel.dev/scheme.
//
// # Terminology
//
// URI, URI-reference, relative reference, scheme, authority, userinfo, host,
// reg-name, port, path, segment, query and fragment are the words of RFC 3986
// (STD 66, January 2005), section 3. A component is "defined" when its
// delimiter is present, even if nothing stands behind it.
package uri

import (
	"cmp"
	"math"
)

// A URI is a URI-reference of RFC 3986, section 4.1: a URI or a relative
// reference. It is an immutable value of 48 bytes, comparable with ==, which
// means equality of the text, and usable as a map key. The zero value is the
// empty reference "", which is a legal relative reference (section 4.4).
//
// A URI keeps the string that it was parsed from alive.
type URI struct {
	// The text and the places where its components meet:
	//
	//	http://user:pw@example.com:8042/over/there?name=ferret#nose
	//	   |   |       |          |    |          |           |
	//	   |   auth    host       |    path       |           queryEnd
	//	   schemeEnd              hostEnd         pathEnd
	//
	// schemeEnd is the place of the colon, 0 without scheme; auth is the place
	// behind "//", 0 without authority; host equals auth without userinfo;
	// hostEnd equals path without port. Without authority auth, host and
	// hostEnd are 0. The other offsets meet where a component is undefined.
	text      string
	schemeEnd uint32
	auth      uint32
	host      uint32
	hostEnd   uint32
	path      uint32
	pathEnd   uint32
	queryEnd  uint32
	hostKind  HostKind
	marks     marks
}

// marks tell what normalisation would have to look at, so that a text in
// normal form costs one look. They are functions of the text alone.
type marks uint8

const (
	hasEscape marks = 1 << iota // a pct-encoded triplet somewhere
	hasUpper                    // an upper-case letter in scheme or host
	hasDot                      // a path segment that begins with a dot
)

// MaxLen is the length in bytes that a URI may have: offsets are 32 bits wide.
const MaxLen = math.MaxUint32

// HostKind tells which of the alternatives of RFC 3986, section 3.2.2, a host
// is.
type HostKind uint8

const (
	NoHost    HostKind = iota // there is no authority
	RegName                   // reg-name, the empty one included
	IPv4                      // IPv4address, four decimal octets
	IPv6                      // "[" IPv6address "]"
	IPvFuture                 // "[" IPvFuture "]"
)

// String returns the word that the JSON of the command uses: "reg-name",
// "ipv4", "ipv6", "ipvfuture", or "" without authority.
func (k HostKind) String() string {
	return [...]string{"", "reg-name", "ipv4", "ipv6", "ipvfuture"}[k]
}

// MustParse is like [Parse] but panics on an error. It is meant for tests,
// examples and constants of a program.
func MustParse(s string) URI {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// String returns the bytes that were parsed, unchanged.
func (u URI) String() string { return u.text }

// IsZero reports whether u is the empty reference.
func (u URI) IsZero() bool { return u.text == "" }

// Less orders URIs by the bytes of their text. Its order has no other meaning.
func (u URI) Less(v URI) bool { return cmp.Less(u.text, v.text) }

// HasScheme reports whether u is a URI; otherwise it is a relative reference
// (RFC 3986, section 4.1).
func (u URI) HasScheme() bool { return u.schemeEnd != 0 }

// IsAbsolute reports whether u is an absolute-URI: it has a scheme and no
// fragment (RFC 3986, section 4.3).
func (u URI) IsAbsolute() bool { return u.HasScheme() && !u.HasFragment() }

// Scheme returns the scheme as written, without the colon; it is "" in a
// relative reference. Schemes are compared without regard to case (RFC 3986,
// section 3.1).
func (u URI) Scheme() string { return u.text[:u.schemeEnd] }

// HasAuthority reports whether u has an authority, which may be empty, as in
// "file:///etc".
func (u URI) HasAuthority() bool { return u.auth != 0 }

// Authority returns what stands between "//" and the path: [ userinfo "@" ]
// host [ ":" port ] (RFC 3986, section 3.2).
func (u URI) Authority() string {
	if u.auth == 0 {
		return ""
	}
	return u.text[u.auth:u.path]
}

// HasUserinfo reports whether the authority has a userinfo, which may be
// empty.
func (u URI) HasUserinfo() bool { return u.host != u.auth }

// Userinfo returns the userinfo as written, without the "@" (RFC 3986, section
// 3.2.1). It may hold a password behind its first colon.
func (u URI) Userinfo() string {
	if !u.HasUserinfo() {
		return ""
	}
	return u.text[u.auth : u.host-1]
}

// Host returns the host as written (RFC 3986, section 3.2.2). An IP-literal
// keeps its brackets.
func (u URI) Host() string { return u.text[u.host:u.hostEnd] }

// HostKind returns which kind of host u has; it is NoHost without authority.
func (u URI) HostKind() HostKind { return u.hostKind }

// HasPort reports whether a colon stands behind the host; the port may be
// empty.
func (u URI) HasPort() bool { return u.auth != 0 && u.hostEnd != u.path }

// Port returns the decimal digits of the port as written (RFC 3986, section
// 3.2.3: *DIGIT, of any length).
func (u URI) Port() string {
	if !u.HasPort() {
		return ""
	}
	return u.text[u.hostEnd+1 : u.path]
}

// Path returns the path as written. A path is always defined, though it may be
// empty (RFC 3986, section 3.3).
func (u URI) Path() string { return u.text[u.path:u.pathEnd] }

// HasQuery reports whether a "?" ends the path; the query may be empty.
func (u URI) HasQuery() bool { return u.pathEnd != u.queryEnd }

// Query returns the query as written, without the "?" (RFC 3986, section 3.4).
func (u URI) Query() string {
	if !u.HasQuery() {
		return ""
	}
	return u.text[u.pathEnd+1 : u.queryEnd]
}

// HasFragment reports whether a "#" is in u; the fragment may be empty.
func (u URI) HasFragment() bool { return int(u.queryEnd) != len(u.text) }

// Fragment returns the fragment as written, without the "#" (RFC 3986, section
// 3.5).
func (u URI) Fragment() string {
	if !u.HasFragment() {
		return ""
	}
	return u.text[u.queryEnd+1:]
}
