package whatwg

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/uri"
)

// URI returns the URI that the href of u is by RFC 3986, if it is one. Otherwise
// the error is the [*uri.Error] that says where not: the URL Standard leaves
// alone what RFC 3986 has percent-encoded, such as "|", and a "%" without its two
// digits. The error of the zero URL is [ErrNoURL]. URI does not allocate unless it
// fails.
func URI(u URL) (uri.URI, error) {
	if u.IsZero() {
		return uri.URI{}, ErrNoURL
	}
	return uri.Parse(u.href)
}

// ErrNoURL is returned by [URI] for the zero URL.
var ErrNoURL = errors.New("the zero URL is no URL")

// A Difference is one thing that RFC 3986 and the URL Standard say differently
// about a text.
type Difference struct {
	Component string `json:"component"` // "scheme", "userinfo", "host", "port", "path", "query" or "fragment"; "" if it is about the whole text
	RFC3986   string `json:"rfc3986"`   // what RFC 3986 says: a quoted text, or a phrase such as "none"
	WHATWG    string `json:"whatwg"`    // what the URL Standard says
	Why       string `json:"why"`       // the rule of the URL Standard in words, or ""
}

// String returns the difference as a sentence:
//
//	host: RFC 3986 says "0x7f.1", the URL Standard says "127.0.0.1": a host that ends in a number is an IPv4 address
func (d Difference) String() string {
	out := fmt.Sprintf("RFC 3986 says %s, the URL Standard says %s", d.RFC3986, d.WHATWG)
	if d.Component != "" {
		out = d.Component + ": " + out
	}
	if d.Why != "" {
		out += ": " + d.Why
	}
	return out
}

// Diff reads text by both standards, without a base, and returns what they say
// differently, component by component; nil if they agree. A text that both refuse
// is no difference, though their reasons may be.
func Diff(text string) []Difference {
	r, rfcErr := uri.Parse(text)
	u, err := Parse(text)
	switch {
	case rfcErr != nil && err != nil:
		return nil
	case rfcErr != nil:
		return []Difference{{RFC3986: verdict(rfcErr), WHATWG: quote(u.href), Why: "it mends or lets pass what RFC 3986 has no place for"}}
	case err != nil && !r.HasScheme():
		return []Difference{{RFC3986: "a relative reference", WHATWG: verdict(err), Why: "it knows no relative URL without its base"}}
	case err != nil:
		return []Difference{{RFC3986: "a URI", WHATWG: verdict(err)}}
	}
	var out []Difference
	for _, c := range compared {
		rfc, rfcDefined := r.Component(c)
		whatwg, defined := u.component(c)
		if rfc != whatwg || rfcDefined != defined {
			out = append(out, Difference{
				Component: c.String(), RFC3986: say(c, rfc, rfcDefined), WHATWG: say(c, whatwg, defined), Why: whyDiffers(c, r, u),
			})
		}
	}
	return out
}

// compared are the components that both standards have. The authority is a
// matter of its parts, but for whether there is one, which the host tells.
var compared = [...]uri.Component{uri.Scheme, uri.Userinfo, uri.Host, uri.Port, uri.Path, uri.Query, uri.Fragment}

// component returns a component in the terms of RFC 3986.
func (u URL) component(c uri.Component) (text string, defined bool) {
	r := u.record()
	switch c {
	case uri.Scheme:
		return r.scheme, true
	case uri.Userinfo:
		text, _, defined = strings.Cut(u.href[u.credentialsStart():u.hostStart()], "@")
		return text, defined
	case uri.Host:
		return r.host, r.hasHost
	case uri.Port:
		return r.port, r.port != ""
	case uri.Query:
		return r.query, r.hasQuery
	case uri.Fragment:
		return r.fragment, r.hasFrag
	}
	return r.path, true
}

// credentialsStart is the place behind "//", or, with a null host, of the path.
func (u URL) credentialsStart() uint32 {
	if !u.HasHost() {
		return u.host
	}
	return u.schemeEnd + uint32(len("://"))
}

func verdict(err error) string {
	if e, ok := errors.AsType[*uri.Error](err); ok {
		return fmt.Sprintf("no URI: %s (byte %d)", e.Title, e.Offset)
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return fmt.Sprintf("failure: %s (byte %d)", e.Title, e.Offset)
	}
	return err.Error()
}

func quote(s string) string { return fmt.Sprintf("%q", uri.Shorten(uri.Redact(s))) }

// say quotes a component. A password is not told.
func say(c uri.Component, text string, defined bool) string {
	if !defined {
		return "none"
	}
	if name, _, ok := strings.Cut(text, ":"); ok && c == uri.Userinfo {
		text = name + ":***"
	}
	return quote(text)
}

// whyDiffers returns the rule by which the URL Standard has another component c
// than RFC 3986.
func whyDiffers(c uri.Component, r uri.URI, u URL) string {
	rfc, defined := r.Component(c)
	switch {
	case r.HasAuthority() != u.HasHost(), r.Host() == "" && u.Hostname() != "":
		return "behind a special scheme any number of slashes is as good as two"
	case c == uri.Scheme:
		return "the scheme is put into lower case"
	case c == uri.Userinfo && (rfc == "" || rfc == ":"):
		return "empty credentials are dropped"
	case c == uri.Host:
		return whyHost(r, u)
	case c == uri.Port && rfc == "":
		return "the colon of an empty port is dropped"
	case c == uri.Port && u.Port() == "":
		return "the default port of the scheme is dropped"
	case c == uri.Port:
		return "a port is a number"
	case c == uri.Path:
		return whyPath(rfc, u)
	case defined:
		return escaping
	}
	return ""
}

const escaping = "what may not stand there is percent-encoded"

func whyHost(r uri.URI, u URL) string {
	switch host := r.Host(); {
	case strings.EqualFold(host, u.Hostname()):
		return "a domain is put into lower case"
	case strings.HasPrefix(host, "["):
		return "an IPv6 address is written in its shortest form"
	case u.scheme == file && lower(host) == "localhost":
		return "localhost, as the host of a file, is the empty host"
	case u.scheme == file && u.Hostname() == "":
		return "a drive letter in the place of a host begins the path"
	case endsInNumber(u.Hostname()):
		return "a host that ends in a number is an IPv4 address"
	}
	return "the domain of a special URL is percent-decoded and mapped to ASCII"
}

func whyPath(rfc string, u URL) string {
	path := u.Pathname()
	switch {
	case rfc == "":
		return "the empty path of a special URL is written as a slash"
	case strings.HasPrefix(rfc, "/.//") && rfc[len("/."):] == path:
		return `the "/." only keeps the path from being read as a host`
	case u.scheme == file && hasDrive(path) && !hasDrive(rfc):
		return "a drive letter in the place of a host begins the path"
	}
	for segment := range strings.SplitSeq(rfc, "/") {
		if dots(segment) != noDot {
			return "dot segments are removed, also those that are written with %2e"
		}
	}
	return escaping
}
