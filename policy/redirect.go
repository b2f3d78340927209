package policy

import (
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// crossings are the pairs of schemes between which a server may send us, other
// than to itself. What a directory leads to is its meaning; a web server that
// sends us to a mail server is an attack. "*" is any scheme of the network.
var crossings = map[[2]string]bool{
	{"http", "https"}: true,
	// A gopher item of type h with a URL: selector leads to the web.
	{"gopher", "http"}: true, {"gopher", "https"}: true, {"gophers", "https"}: true,
	// One of type 2 is a phone book, which has a protocol of its own.
	{"gopher", "cso"}: true, {"gophers", "cso"}: true,
	// A directory server answers by the URLs of what it lists, wherever it lies.
	{"prospero", "*"}: true,
	// A referral to the same directory, by a better way.
	{"ldap", "ldaps"}: true,
}

// Redirect says whether dereferencing may go on from one URI to another that a
// server named, or that follows from the first by itself. The new one is judged
// like any other by the caller; here it is only about the step. A server leads
// to its own scheme, or by a crossing that is listed; a name to any scheme of
// the network; never one of them to documents of this machine. A gateway goes on
// to the web alone. What the URI holds itself, and documents of this machine,
// may lead anywhere.
func (p Policy) Redirect(from, to uri.URI) error {
	a, b := p.schemes.Lookup(from.Scheme()), p.schemes.Lookup(to.Scheme())
	switch {
	case a == nil || b == nil:
		return refuse(CodeRedirect, "a redirect to the scheme %q", to.Scheme())
	case a.Name == "https" && b.Name == "http" && !p.downgrade:
		return refuse(CodeDowngrade, "a redirect from https to http: --allow-downgrade would allow it")
	case a.Reach == scheme.Network && b.Reach != scheme.Network:
		return refuse(CodeRedirect, "a redirect from %s to %s, which is not on the network", a.Name, b.Name)
	case a.Reach == scheme.Network && !p.mayCross(a, b):
		return refuse(CodeRedirect, "a redirect from %s to %s", a.Name, b.Name)
	}
	return nil
}

// mayCross says whether a server, or the resolver of a name, may send us from
// one scheme to another.
func (p Policy) mayCross(a, b *scheme.Info) bool {
	if !p.cli && b.Name != "http" && b.Name != "https" {
		return a == b && a.Kind == scheme.Name
	}
	downgrade := a.Name == "https" && b.Name == "http" // allowed, or it would not come here
	return a == b || downgrade || a.Kind == scheme.Name || crossings[[2]string{a.Name, b.Name}] || crossings[[2]string{a.Name, "*"}]
}

// SameOrigin reports whether two URIs have the same scheme, host and port, so
// that what was meant for one may be sent to the other (RFC 6454, section 5).
func (p Policy) SameOrigin(a, b uri.URI) bool {
	a, b = p.schemes.Normalize(a), p.schemes.Normalize(b)
	return a.Scheme() == b.Scheme() && a.Host() == b.Host() && a.Port() == b.Port()
}
