package gemini

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a gemini or spartan URI means. The default ports are 1965 and
// 300.
type View struct {
	scheme.Server
	Path  string         `json:"path"`            // as written, "/" if it is empty
	Input *scheme.Octets `json:"input,omitempty"` // the query of gemini, decoded: the answer to what the server asked
	Data  *scheme.Octets `json:"data,omitempty"`  // the query of spartan, decoded: the data-block for the server

	// Request is what is sent: "gemini://h/ CR LF", or "h / 5 CR LF hello". It is
	// "" if the URI is forbidden, and if line ends in the data or a host without
	// A-label stand against it.
	Request Request `json:"request,omitempty"`

	uri uri.URI
}

// A Request is octets for a server.
type Request string

// MarshalJSON implements [json.Marshaler]: the octets escaped as in C.
func (r Request) MarshalJSON() ([]byte, error) {
	return scheme.AppendQuoted(nil, scheme.Octets(r).Escaped()), nil
}

// Parse returns the meaning of u, whose scheme is gemini or spartan. The error
// says what its specification forbids about it; the view then holds what could
// be read.
func Parse(u uri.URI) (View, error) {
	name := strings.ToLower(u.Scheme())
	v := View{Server: scheme.ServerOf(u, ports[name]), Path: u.Path(), uri: u}
	if v.Path == "" {
		v.Path = "/"
	}
	if u.HasQuery() {
		query := new(scheme.Octets(pct.Decode(u.Query())))
		if isGemini(u) {
			v.Input = query
		} else {
			v.Data = query
		}
	}
	err := scheme.Forbidden(name, remarks(u))
	if err == nil {
		v.Request = request(u)
	}
	return v, err
}

// sent returns u as it goes to a server: in the normal form of its scheme,
// without fragment.
func sent(u uri.URI) uri.URI {
	n := u.WithoutFragment().Normalize()
	if port, err := strconv.ParseUint(n.Port(), 10, 16); err == nil && uint16(port) == ports[n.Scheme()] {
		n = n.WithoutPort()
	}
	return scheme.WithSlash(n)
}

// request returns what asks for u (Gemini, section 2; Spartan, section 2 and
// 5), or "".
func request(u uri.URI) Request {
	n := sent(u)
	if isGemini(n) {
		return Request(n.String() + "\r\n")
	}
	host := n.Host()
	if strings.Contains(host, "%") {
		label, err := idna.Lookup.ToASCII(pct.Decode(host))
		if err != nil {
			return ""
		}
		host = label
	}
	data := pct.Decode(n.Query())
	if strings.ContainsAny(data, "\r\n") {
		return ""
	}
	return Request(fmt.Sprintf("%s %s %d\r\n%s", host, n.Path(), len(data), data))
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end, _ := v.uri.Range(uri.Path)
	parts := scheme.AppendPart(v.Server.Parts(), start, end, "path")
	start, end, _ = v.uri.Range(uri.Query)
	if v.Data != nil {
		return scheme.AppendPart(parts, start, end, "data")
	}
	return scheme.AppendPart(parts, start, end, "input")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := fmt.Sprintf("the resource %q of the %s server at %s", v.Path, v.protocol(), v.Server)
	switch {
	case v.Input != nil:
		what += fmt.Sprintf(", given the input %q", string(*v.Input))
	case v.Data != nil:
		what += fmt.Sprintf(", sent the data %q", string(*v.Data))
	}
	return what
}

func (v View) protocol() string {
	if isGemini(v.uri) {
		return "Gemini"
	}
	return "Spartan"
}
