package policy

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// crossings are the pairs of schemes between which a server may send us, other
// than to itself. What a name scheme or a directory leads to is their meaning;
// a web server that sends us to a mail server is an attack.
var crossings = map[[2]string]bool{
	{"http", "https"}: true,
	// A gopher item of type h with a URL: selector leads to the web.
	{"gopher", "http"}: true, {"gopher", "https"}: true,
}

// Redirect says whether dereferencing may go on from one URI to another that a
// server named. The new one is judged like any other by the caller; here it is
// only about the step: same scheme, or a crossing that is listed, and never to
// documents of this machine.
func (p Policy) Redirect(from, to uri.URI) error {
	a, b := strings.ToLower(from.Scheme()), strings.ToLower(to.Scheme())
	info := p.schemes.Lookup(b)
	fromInfo := p.schemes.Lookup(a)
	switch {
	case info == nil:
		return refuse(CodeRedirect, "a redirect to the scheme %q", to.Scheme())
	case info.Reach != scheme.Network && (fromInfo == nil || fromInfo.Reach == scheme.Network):
		return refuse(CodeRedirect, "a redirect from %s to %s, which is not on the network", a, b)
	case a == "https" && b == "http":
		if !p.downgrade {
			return refuse(CodeDowngrade, "a redirect from https to http: --allow-downgrade would allow it")
		}
	case a != b && !crossings[[2]string{a, b}]:
		return refuse(CodeRedirect, "a redirect from %s to %s", a, b)
	}
	return nil
}

// SameOrigin reports whether two URIs have the same scheme, host and port, so
// that what was meant for one may be sent to the other (RFC 6454, section 5).
func (p Policy) SameOrigin(a, b uri.URI) bool {
	a, b = p.schemes.Normalize(a), p.schemes.Normalize(b)
	return a.Scheme() == b.Scheme() && a.Host() == b.Host() && a.Port() == b.Port()
}
