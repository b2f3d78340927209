package xmpp

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An Address is a node at a domain, decoded; no profile of stringprep has been
// applied to it.
type Address struct {
	Node   *scheme.Octets `json:"node,omitempty"` // who; nil if the domain itself is meant
	Domain scheme.Octets  `json:"domain,omitempty"`
}

// String returns the address as XMPP writes it: "node@domain".
func (a Address) String() string {
	if a.Node == nil {
		return string(a.Domain)
	}
	return string(*a.Node) + "@" + string(a.Domain)
}

// A View is what an xmpp URI means: an address with its resource, and what to do
// with it.
type View struct {
	Authority *Address `json:"authority,omitempty"` // whom to log in as; nil if the URI does not say

	Address
	Resource *scheme.Octets `json:"resource,omitempty"` // decoded: which of the connections of the address

	// QueryType is what to do, such as "message", decoded; nil without query.
	QueryType *scheme.Octets `json:"query_type,omitempty"`

	// Params are the pairs behind the type as [key, value] in their order,
	// decoded.
	Params [][2]scheme.Octets `json:"params,omitempty"`

	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is xmpp. The error is the first
// thing that RFC 5122 forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("xmpp", r.remarks)
}

var (
	nodeBare = pct.Unreserved.With("!$()*+,;=")
	resBare  = pct.Unreserved.With("!$&'()*+,:;=")
)

func (a Address) write() string {
	host := uri.Host.Encode(string(a.Domain))
	if a.Node == nil {
		return host
	}
	return pct.Encode(string(*a.Node), nodeBare) + "@" + host
}

// URI returns the URI of v, the inverse of [Parse]. The error says what v has
// that no xmpp URI can hold.
func (v View) URI() (uri.URI, error) {
	var b strings.Builder
	b.WriteString("xmpp:")
	if v.Authority != nil {
		b.WriteString("//" + v.Authority.write())
		if v.Domain != "" {
			b.WriteByte('/')
		}
	}
	b.WriteString(v.Address.write())
	if v.Resource != nil {
		b.WriteString("/" + pct.Encode(string(*v.Resource), resBare))
	}
	if v.QueryType != nil {
		b.WriteString("?" + pct.Encode(string(*v.QueryType), pct.Unreserved))
	}
	for _, p := range v.Params {
		b.WriteString(";" + pct.Encode(string(p[0]), pct.Unreserved) + "=" + pct.Encode(string(p[1]), pct.Unreserved))
	}
	u, err := uri.Parse(b.String())
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && (w.Domain != v.Domain || len(w.Params) != len(v.Params) || (w.QueryType == nil) != (v.QueryType == nil)) {
		err = errors.New("xmpp: an address without a domain, or pairs without a type")
	}
	return u, err
}

// normal writes the domain in lower case, like the host of an authority: it is
// the name of a host. Nodes and resources keep theirs, as long as nobody applies
// stringprep.
func normal(u uri.URI) uri.URI {
	r := read(u)
	text := u.String()
	start, end := r.domain[0], r.domain[1]
	n, err := uri.Parse(text[:start] + lower(text[start:end]) + text[end:])
	if err != nil {
		return u // never: the length is the same, and letters are letters
	}
	return n
}

// lower returns a host in lower case but for the hex digits of its escapes.
func lower(host string) string {
	b := []byte(host)
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += len("HH")
		} else if 'A' <= b[i] && b[i] <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	text := "no XMPP address"
	if v.Domain != "" {
		address := v.Address.String()
		if v.Resource != nil {
			address += "/" + string(*v.Resource)
		}
		text = fmt.Sprintf("the XMPP address %q", address)
	}
	if v.QueryType != nil && *v.QueryType != "" {
		text += fmt.Sprintf(", for the action %q", string(*v.QueryType))
	}
	if v.Authority != nil {
		text += fmt.Sprintf(", logged in as %q", v.Authority.String())
	}
	return text
}
