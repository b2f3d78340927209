package telnet

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what the URI of a session means (RFC 4248, section 2).
type View struct {
	User     *scheme.Octets `json:"user,omitempty"`     // decoded; nil if the URI names nobody
	Password bool           `json:"password,omitempty"` // whether there is one; what it is stays in the URI
	Host     string         `json:"host"`
	Port     string         `json:"port"` // as written, or the default: 23, for rlogin 513

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is telnet, rlogin or tn3270. The
// error says what the scheme forbids about it; the view then holds what could
// be read.
func Parse(u uri.URI) (View, error) {
	v := View{Host: u.Host(), Port: u.Port(), uri: u}
	if v.Port == "" {
		v.Port = "23"
		if strings.EqualFold(u.Scheme(), "rlogin") {
			v.Port = "513"
		}
	}
	if u.HasUserinfo() {
		user, _, password := strings.Cut(u.Userinfo(), ":")
		v.User, v.Password = new(scheme.Octets(pct.Decode(user))), password
	}
	for _, r := range remarks(u) {
		if r.Severity == uri.Forbid {
			return v, fmt.Errorf("%s: %s", strings.ToLower(u.Scheme()), r.Text)
		}
	}
	return v, nil
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	add := func(start, end int, label string) {
		if start < end {
			parts = append(parts, scheme.Part{Start: start, End: end, Label: label})
		}
	}
	if start, end, ok := v.uri.Range(uri.Userinfo); ok {
		user, _, _ := strings.Cut(v.uri.Userinfo(), ":")
		add(start, start+len(user), "user")
		add(start+len(user)+1, end, "password")
	}
	start, end, _ := v.uri.Range(uri.Host)
	add(start, end, "host")
	start, end, _ = v.uri.Range(uri.Port)
	add(start, end, "port")
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	s := fmt.Sprintf("a session of %s at %s, port %s", strings.ToLower(v.uri.Scheme()), v.Host, v.Port)
	if v.User != nil && *v.User != "" {
		s += fmt.Sprintf(", as user %q", string(*v.User))
	}
	return s
}
