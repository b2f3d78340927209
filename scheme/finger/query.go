package finger

import (
	"slices"
	"strings"

	"uriel.dev/scheme"
)

// A Query is what a line means to a finger server (RFC 1288, section 2.3):
//
//	[ "/W" 1*SP ] [ username ] *( "@" hostname )
//
// or "/W" alone. The zero value asks for a list of the users who are logged in.
type Query struct {
	Verbose  bool            `json:"verbose,omitempty"`  // /W: tell more
	Username scheme.Octets   `json:"username,omitempty"` // "" is everybody
	Forward  []scheme.Octets `json:"forward,omitempty"`  // hosts that are to be asked in turn, the last one first
}

// ParseQuery reads a line without its end. It reports false if the line is none
// of the protocol: control characters, a host without a name, spaces that lead
// nowhere. The grammar of the RFC has no username alone, but its text and
// examples do.
func ParseQuery(line string) (Query, bool) {
	var q Query
	if strings.ContainsAny(line, scheme.Controls) {
		return q, false
	}
	if rest, ok := strings.CutPrefix(line, "/W"); ok {
		line = strings.TrimLeft(rest, " ")
		if line == rest && rest != "" || line == "" && rest != "" {
			return q, false
		}
		q.Verbose = true
	}
	user, hosts, forward := strings.Cut(line, "@")
	if strings.HasPrefix(user, " ") || strings.HasPrefix(user, "/W") {
		return Query{}, false
	}
	q.Username = scheme.Octets(user)
	if !forward {
		return q, true
	}
	for host := range strings.SplitSeq(hosts, "@") {
		q.Forward = append(q.Forward, scheme.Octets(host))
	}
	if slices.ContainsFunc(q.Forward, func(o scheme.Octets) bool { return o == "" || strings.Contains(string(o), " ") }) {
		return Query{}, false
	}
	return q, true
}

// String returns the line that ParseQuery reads as q, if names are what they
// can be.
func (q Query) String() string {
	line := string(q.Username)
	for _, host := range q.Forward {
		line += "@" + string(host)
	}
	switch {
	case q.Verbose && line != "":
		return "/W " + line
	case q.Verbose:
		return "/W"
	}
	return line
}
