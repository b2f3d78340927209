package sip

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a SIP or SIPS URI means (RFC 3261, section 19.1.1). All but host
// and port is decoded. Port is "" if none is given: then it depends on the
// transport, and on what the DNS says of the host (RFC 3263).
type View struct {
	scheme.Server

	Parameters []Pair `json:"parameters,omitempty"` // in their order
	Headers    []Pair `json:"headers,omitempty"`    // header fields for the request, in their order

	uri                      uri.URI
	user, password           piece // as written; the zero value if there is none
	host, port               piece
	rawParameters, rawHeader []rawPair
}

// A Pair is a parameter or header field. In JSON it is a list of name and value,
// of the name alone if there is no value.
type Pair struct {
	Name  scheme.Octets
	Value *scheme.Octets // nil without an equals sign
}

// MarshalJSON implements [json.Marshaler].
func (p Pair) MarshalJSON() ([]byte, error) {
	b := p.Name.AppendJSON([]byte{'['})
	if p.Value != nil {
		b = p.Value.AppendJSON(append(b, ','))
	}
	return append(b, ']'), nil
}

// Parse returns the meaning of u, whose scheme is sip or sips. The error says
// what RFC 3261 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden(strings.ToLower(u.Scheme()), r.remarks)
}

// Secret returns the password, decoded; ok tells an empty one from none.
func (v View) Secret() (password string, ok bool) {
	return pct.Decode(v.password.raw), v.Password
}

// Parameter returns the value of the parameter of that name, in any case, and
// whether it is there; one without a value has the value "".
func (v View) Parameter(name string) (value string, ok bool) {
	for _, p := range v.Parameters {
		if strings.EqualFold(string(p.Name), name) {
			if p.Value != nil {
				value = string(*p.Value)
			}
			return value, true
		}
	}
	return "", false
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	add := func(p piece, label string) { parts = scheme.AppendPart(parts, p.start, p.end(), label) }
	add(v.user, "user")
	parts = scheme.AppendSecret(parts, v.password.start, v.password.end(), "password")
	add(v.host, "host")
	add(v.port, "port")
	for _, p := range v.rawParameters {
		add(p.whole, "parameter")
	}
	for _, p := range v.rawHeader {
		add(p.whole, "header field")
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	whom, request := "the server", "a call"
	if v.User != nil {
		whom = fmt.Sprintf("%q", string(*v.User))
	}
	if method, ok := v.Parameter("method"); ok {
		request = fmt.Sprintf("a request %q", method)
	}
	at := scheme.Server{Host: v.Host, Port: v.Port}
	text := fmt.Sprintf("%s to %s at %s", request, whom, at)
	if transport, ok := v.Parameter("transport"); ok {
		text += fmt.Sprintf(", over %q", transport)
	}
	if strings.EqualFold(v.uri.Scheme(), "sips") {
		text += ", encrypted on every hop"
	}
	return text
}
