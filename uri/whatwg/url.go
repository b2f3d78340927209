// Package whatwg reads URLs as browsers do: by the URL Standard of the WHATWG
// (https://url.spec.whatwg.org/, as of July 2026), to the letter.
//
// The URL Standard and RFC 3986 (package [uriel.dev/uri]) are two grammars of
// one kind of text. RFC 3986 says which texts are URIs and keeps them to the
// byte; the URL Standard makes of nearly any text a URL, mends it on the way,
// and writes it in one form, the href. [Parse] does that. What a browser would
// mention on its console is told by [Violations], [URI] takes a URL back to RFC
// 3986, and [Diff] sets the two readings of one text side by side.
//
// # Text
//
// The standard's input is a string of Unicode scalar values. A Go string is
// read as UTF-8, and bytes that are none as U+FFFD, as the Encoding Standard
// decodes them. A lone surrogate cannot occur. Of the encodings that a page may
// ask for in a query there is UTF-8 only. The blob URL store is that of a
// browser: here a blob URL has no entry in it.
//
// # Terminology
//
// Special scheme, opaque path, null host, validation error, and the names of
// the accessors are the words of the standard.
package whatwg

import "strings"

// A URL is a URL record of the standard, section 4.1, held as its href and the
// places where the components meet. It is an immutable value of 48 bytes,
// comparable with ==, which is the standard's "equals" (section 4.6), and usable
// as a map key. The zero value is no URL: its href is empty, which no URL's is.
//
// A URL may keep the string that it was parsed from alive.
type URL struct {
	// The offsets, where each but the first may equal the one before it:
	//
	//	https://user:pass@example.com:1234/foo/bar?baz#quux
	//	      |     |    |           |    |       |   |
	//	      |     |    host        |    path    |   hash
	//	      |     userEnd          hostEnd      pathEnd
	//	      schemeEnd
	//
	// host is the place of the "@" if there are credentials, else of the host.
	// Between hostEnd and path stands a port with its colon, or the "/." that
	// keeps a path without host from being read as one. With a null host
	// userEnd, host and hostEnd lie behind the scheme's colon.
	href      string
	schemeEnd uint32
	userEnd   uint32
	host      uint32
	hostEnd   uint32
	path      uint32
	pathEnd   uint32
	hash      uint32
	scheme    special
}

// special tells the special schemes of section 4.2 apart; 0 is any other.
type special uint8

const (
	notSpecial special = iota
	http
	https
	ws
	wss
	ftp
	file
)

// specials are the special schemes, by their number, and their default ports.
var specials = [...]struct{ scheme, port string }{
	http: {"http", "80"}, https: {"https", "443"}, ws: {"ws", "80"}, wss: {"wss", "443"}, ftp: {"ftp", "21"}, file: {"file", ""},
}

func specialOf(scheme string) special {
	switch scheme {
	case "http":
		return http
	case "https":
		return https
	case "ws":
		return ws
	case "wss":
		return wss
	case "ftp":
		return ftp
	case "file":
		return file
	}
	return notSpecial
}

// MustParse is like [Parse] but panics on an error. It is meant for tests,
// examples and constants of a program.
func MustParse(s string) URL {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// Href returns the URL as the standard serialises it (section 4.5). It is ASCII,
// and Parse of it is u; but a URL that WithProtocol has made a file may have what
// Parse would change in one: the host localhost, or a drive letter with a bar.
func (u URL) Href() string { return u.href }

// String returns Href.
func (u URL) String() string { return u.href }

// IsZero reports whether u is the zero value, which is no URL.
func (u URL) IsZero() bool { return u.href == "" }

// IsSpecial reports whether the scheme is one of http, https, ws, wss, ftp and
// file.
func (u URL) IsSpecial() bool { return u.scheme != notSpecial }

// HasOpaquePath reports whether the path is one string instead of segments, as
// in "mailto:a@b". Only a fragment resolves against such a URL.
func (u URL) HasOpaquePath() bool {
	return u.scheme == notSpecial && !u.HasHost() && u.href != "" && (u.path == u.pathEnd || u.href[u.path] != '/')
}

// HasHost reports whether the host is not null. It may be empty, as in
// "file:///".
func (u URL) HasHost() bool { return u.host > u.schemeEnd+1 }

// Protocol returns the scheme and its colon: "https:".
func (u URL) Protocol() string {
	if u.href == "" {
		return ""
	}
	return u.href[:u.schemeEnd+1]
}

// Username returns the user name, percent-encoded, or "".
func (u URL) Username() string {
	if !u.HasHost() {
		return ""
	}
	return u.href[u.schemeEnd+uint32(len("://")) : u.userEnd]
}

// Password returns the password, percent-encoded, or "".
func (u URL) Password() string {
	if u.host == u.userEnd {
		return ""
	}
	return u.href[u.userEnd+1 : u.host]
}

// hasCredentials is the standard's "includes credentials".
func (u URL) hasCredentials() bool { return u.HasHost() && u.href[u.hostStart()-1] == '@' }

// hostStart is the place behind the "@", if there is one.
func (u URL) hostStart() uint32 {
	if u.host < u.hostEnd && u.href[u.host] == '@' {
		return u.host + 1
	}
	return u.host
}

// Host returns the host and, if it is not the default one, the port:
// "example.com:8080".
func (u URL) Host() string {
	if u.href == "" || u.Port() == "" {
		return u.Hostname()
	}
	return u.href[u.hostStart():u.path]
}

// Hostname returns the host: a domain in ASCII, an IPv4 address, an IPv6 address
// in brackets, an opaque host, or "" if it is empty or null.
func (u URL) Hostname() string { return u.href[u.hostStart():u.hostEnd] }

// Port returns the port in decimal, or "" if it is the default one of the
// scheme.
func (u URL) Port() string {
	if u.hostEnd == u.path || u.href[u.hostEnd] != ':' {
		return ""
	}
	return u.href[u.hostEnd+1 : u.path]
}

// Pathname returns the path.
func (u URL) Pathname() string { return u.href[u.path:u.pathEnd] }

// HasQuery reports whether the query is not null; it may be empty, which Search
// does not tell.
func (u URL) HasQuery() bool { return u.pathEnd != u.hash }

// Search returns "?" and the query, or "" if the query is empty or null.
func (u URL) Search() string { return delimited(u.href[u.pathEnd:u.hash]) }

// HasFragment reports whether the fragment is not null; it may be empty, which
// Hash does not tell.
func (u URL) HasFragment() bool { return int(u.hash) != len(u.href) }

// Hash returns "#" and the fragment, or "" if the fragment is empty or null.
func (u URL) Hash() string { return delimited(u.href[u.hash:]) }

// delimited drops a delimiter that nothing follows.
func delimited(s string) string {
	if len(s) <= 1 {
		return ""
	}
	return s
}

// Origin returns the serialisation of the URL's origin (section 4.7):
// "https://example.com:8080" of a special URL, that of the URL in its path of a
// blob URL, and "null" of all others, file included.
func (u URL) Origin() string {
	switch {
	case u.scheme == file:
	case u.scheme != notSpecial:
		return u.Protocol() + "//" + u.Host()
	case u.Protocol() == "blob:":
		if inner, err := Parse(u.Pathname()); err == nil && (inner.scheme == http || inner.scheme == https) {
			return inner.Origin()
		}
	}
	return "null"
}

// record is a URL record as the standard has it, while it is being put
// together. A path of segments is held as it is serialised, each behind its
// slash, so that the empty list is "" and a list of one empty segment "/".
type record struct {
	scheme             string
	special            special
	username, password string
	host               string
	hasHost            bool
	port               string // "" is null
	path               string
	opaque             bool
	query, fragment    string
	hasQuery, hasFrag  bool
}

func (u URL) record() record {
	r := record{
		scheme: strings.TrimSuffix(u.Protocol(), ":"), special: u.scheme,
		username: u.Username(), password: u.Password(),
		host: u.Hostname(), hasHost: u.HasHost(), port: u.Port(),
		path: u.Pathname(), opaque: u.HasOpaquePath(),
		hasQuery: u.HasQuery(), hasFrag: u.HasFragment(),
	}
	if r.hasQuery {
		r.query = u.href[u.pathEnd+1 : u.hash]
	}
	if r.hasFrag {
		r.fragment = u.href[u.hash+1:]
	}
	return r
}

// cannotHaveCredentials is the standard's "cannot have a username/password/port".
func (r *record) cannotHaveCredentials() bool { return r.host == "" || r.special == file }

// url serialises r (section 4.5). Its only allocation is the href.
func (r *record) url() (URL, bool) {
	n := len(r.scheme) + len(r.username) + len(r.password) + len(r.host) + len(r.port) + len(r.path) + len(r.query) + len(r.fragment) + len("://:@:/.?#")
	if uint64(n) > maxLen {
		return URL{}, false
	}
	var b strings.Builder
	b.Grow(n)
	at := func() uint32 { return uint32(b.Len()) }
	u := URL{scheme: r.special}
	b.WriteString(r.scheme)
	u.schemeEnd = at()
	b.WriteByte(':')
	if r.hasHost {
		b.WriteString("//")
		b.WriteString(r.username)
		u.userEnd = at()
		if r.password != "" {
			b.WriteByte(':')
			b.WriteString(r.password)
		}
		u.host = at()
		if r.username != "" || r.password != "" {
			b.WriteByte('@')
		}
		b.WriteString(r.host)
		u.hostEnd = at()
		if r.port != "" {
			b.WriteByte(':')
			b.WriteString(r.port)
		}
	} else {
		u.userEnd, u.host, u.hostEnd = at(), at(), at()
		if !r.opaque && strings.HasPrefix(r.path, "//") {
			b.WriteString("/.")
		}
	}
	u.path = at()
	b.WriteString(r.path)
	u.pathEnd = at()
	if r.hasQuery {
		b.WriteByte('?')
		b.WriteString(r.query)
	}
	u.hash = at()
	if r.hasFrag {
		b.WriteByte('#')
		b.WriteString(r.fragment)
	}
	u.href = b.String()
	return u, true
}
