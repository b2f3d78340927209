package scheme

import (
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Controls are C0 and DEL, the octets that a line protocol, or whoever types
// into a session, may not be sent decoded: a value of [Info.Wire].
const Controls = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"

// A Server is an authority as the schemes of the Internet have it:
//
//	[user[:password]@]host[:port]
//
// (draft-ietf-uri-url-03, section 1.1; RFC 1738, section 3.1). Views embed it,
// so that its keys are theirs. The zero value names nothing.
type Server struct {
	User     *Octets `json:"user,omitempty"`     // decoded; nil if nobody is named
	Password bool    `json:"password,omitempty"` // whether there is one; what it is stays in the URI
	Host     string  `json:"host,omitempty"`     // as written, an IP literal in its brackets
	Port     string  `json:"port,omitempty"`     // as written, or the default of the scheme

	uri uri.URI
}

// ServerOf reads the authority of u; port is the default port of its scheme, 0
// if it has none.
func ServerOf(u uri.URI, port uint16) Server {
	s := Server{Host: u.Host(), Port: u.Port(), uri: u}
	if s.Port == "" && port != 0 {
		s.Port = strconv.Itoa(int(port))
	}
	if u.HasUserinfo() {
		user, _, password := strings.Cut(u.Userinfo(), ":")
		s.User, s.Password = new(Octets(pct.Decode(user))), password
	}
	return s
}

// Secret returns the password, decoded; ok tells an empty one from none.
func (s Server) Secret() (password string, ok bool) {
	_, password, ok = strings.Cut(s.uri.Userinfo(), ":")
	return pct.Decode(password), ok
}

// Parts returns the ranges of user, password, host and port, as
// [View.Parts] does.
func (s Server) Parts() (parts []Part) {
	if start, end, ok := s.uri.Range(uri.Userinfo); ok {
		user, _, _ := strings.Cut(s.uri.Userinfo(), ":")
		parts = AppendPart(parts, start, start+len(user), "user")
		parts = AppendSecret(parts, start+len(user)+1, end, "password")
	}
	for _, c := range [...]uri.Component{uri.Host, uri.Port} {
		start, end, _ := s.uri.Range(c)
		parts = AppendPart(parts, start, end, c.String())
	}
	return parts
}

// String says in words where the server is and who asks it, for [View.Meaning]:
// `h.example, port 21, as user "joe"`.
func (s Server) String() string {
	text := s.Host
	if text == "" {
		text = "a host that is not named"
	}
	if s.Port != "" {
		text += ", port " + s.Port
	}
	if s.User != nil && *s.User != "" {
		text += fmt.Sprintf(", as user %q", string(*s.User))
	}
	return text
}

// AppendPart appends a part to those of a view, unless its range is empty.
func AppendPart(parts []Part, start, end int, label string) []Part {
	if start >= end {
		return parts
	}
	return append(parts, Part{Start: start, End: end, Label: label})
}

// AppendSecret is AppendPart for a part that is not to be shown.
func AppendSecret(parts []Part, start, end int, label string) []Part {
	n := len(parts)
	parts = AppendPart(parts, start, end, label)
	if len(parts) > n {
		parts[n].Secret = true
	}
	return parts
}

// WithSlash writes the slash of an empty path behind a host, for schemes where
// "x://h" and "x://h/" are the same: a step of [Info.Normal].
func WithSlash(u uri.URI) uri.URI {
	if u.Path() != "" || u.Host() == "" {
		return u
	}
	_, end, _ := u.Range(uri.Authority)
	n, err := uri.Parse(u.String()[:end] + "/" + u.String()[end:])
	if err != nil {
		return u // longer than a URI may be
	}
	return n
}
