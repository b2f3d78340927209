package finger

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a finger or whois URI means.
type View struct {
	scheme.Server
	Request scheme.Octets `json:"request"` // decoded; what is sent, without the line end
	Query                 // what a finger server reads in Request; zero if that is none of its lines, and of whois

	uri    uri.URI
	at     span // of the request, wherever it stands
	lawful bool // whether Request is a line of the protocol
}

// span is a range of bytes of the text of a URI.
type span [2]int

// Parse returns the meaning of u, whose scheme is finger or whois. The error
// says what is forbidden about it; the view then holds what could be read.
//
// A user before the host is the request of a finger URI that has no other, and
// then no user of the view.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden(strings.ToLower(u.Scheme()), v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	name := strings.ToLower(u.Scheme())
	v := View{Server: scheme.ServerOf(u, ports[name]), uri: u}
	text := strings.TrimPrefix(u.Path(), "/")
	_, end, _ := u.Range(uri.Path)
	v.at = span{end - len(text), end}
	v.Request = scheme.Octets(pct.Decode(text))
	if name == "finger" && text == "" && v.User != nil && !v.Password {
		start, end, _ := u.Range(uri.Userinfo)
		v.at, v.Request, v.User = span{start, end}, *v.User, nil
	}
	v.lawful = !strings.ContainsAny(string(v.Request), "\r\n")
	if name == "finger" {
		v.Query, v.lawful = ParseQuery(string(v.Request))
	}
	return v
}

// URI returns the URI of a view in normal form, the inverse of Parse: Request
// behind the slash; of its Query nothing is read. A view of no
// URI makes a finger URI. The query and fragment are those of the URI that v was
// read from, and so is the userinfo if v has a user. The error tells of a view
// without a host.
func (v View) URI() (uri.URI, error) {
	b := v.uri.Builder()
	b.Scheme = strings.ToLower(b.Scheme)
	if b.Scheme == "" {
		b.Scheme = "finger"
	}
	if v.Host == "" {
		return uri.URI{}, errors.New(b.Scheme + ": no host is named")
	}
	if v.User == nil {
		b.Userinfo = nil
	}
	b.Host, b.Port = &v.Host, nil
	if v.Port != "" && v.Port != fmt.Sprint(ports[b.Scheme]) {
		b.Port = &v.Port
	}
	bare := pct.Path
	if b.Scheme == "finger" {
		bare = pct.Segment // a slash must be encoded
	}
	b.Path = "/" + pct.Encode(string(v.Request), bare)
	return b.URI()
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	request := scheme.AppendPart(nil, v.at[0], v.at[1], "request")
	for _, p := range v.Server.Parts() {
		if p.Start == v.at[0] { // the user is the request
			p, request = request[0], nil
		}
		parts = append(parts, p)
	}
	return append(parts, request...)
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if strings.EqualFold(v.uri.Scheme(), "whois") {
		if v.Request == "" {
			return fmt.Sprintf("the WHOIS service at %s", v.Server)
		}
		return fmt.Sprintf("what WHOIS at %s knows of %q", v.Server, string(v.Request))
	}
	what := "who is logged in"
	switch {
	case !v.lawful:
		return fmt.Sprintf("the answer of finger at %s to %q", v.Server, string(v.Request))
	case v.Username != "":
		what = fmt.Sprintf("the user %q", string(v.Username))
	}
	if v.Verbose {
		what += ", at length,"
	}
	if len(v.Forward) > 0 {
		return fmt.Sprintf("%s at %s, asked by way of %s", what, string(v.Forward[0]), v.Server)
	}
	return fmt.Sprintf("%s at %s", what, v.Server)
}
