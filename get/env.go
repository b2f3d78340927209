package get

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// An Env is what the handlers of a program share. It is passed to their
// constructors and not changed afterwards. The zero value refuses everything,
// since its policy does.
type Env struct {
	Policy policy.Policy

	// Ask asks the person at the terminal for a secret, such as a password. It
	// is nil when nobody is there.
	Ask func(ctx context.Context, prompt string) (string, error)

	// Proxy returns the proxy through which http and https ask for u, if there
	// is one; a nil Proxy is none. It depends on scheme, host and port of u
	// alone. The proxy is an http URI whose userinfo is for it. Only the
	// profile of the command line lets a proxy be used.
	Proxy func(u uri.URI) (proxy uri.URI, ok bool)

	// Login returns a login for the host of u, if one is known beforehand, as
	// from ~/.netrc; a nil Login knows none. When u names a user, only a login
	// of that name will do. Nobody is asked, and a login that the request or
	// the URI holds comes first.
	Login func(u uri.URI) (user, password string, ok bool)

	// Server returns the server that the user has configured for URIs of a
	// scheme that may leave the host out, such as news: "host" or "host:port". A
	// nil Server knows none. It may be an address of this machine or of a
	// private network when it is written as such.
	Server func(scheme string) (server string, ok bool)

	// Options are settings of single schemes, by the names of their flags, for
	// requests that do not say otherwise. Handlers ask [Env.Option].
	Options map[string]string

	// TLS is the base of every TLS configuration; nil is Go's own.
	TLS *tls.Config

	// Trust decides about the server at addr, "host:port", for protocols whose
	// servers are known by being seen before: whether cert is the one that was
	// seen first. known says that an authority vouches for it. An error refuses
	// the server; a note is to be told. A nil Trust knows no server but by
	// authorities.
	Trust func(addr string, cert *x509.Certificate, known bool) (note string, err error)

	// Cache is a folder for what a handler can make anew, such as an index; ""
	// is none. It need not be there yet.
	Cache string

	// UserAgent names this program to servers that ask; "" is "Uriel".
	UserAgent string

	// Trace, if set, is told what goes over the wire, without secrets: a line
	// of ours ('*'), one that is sent ('>') or received ('<').
	Trace func(direction byte, line string)
}

// Option returns the setting called name that holds for a request: its own, or
// else that of the environment; "" if neither has one.
func (e Env) Option(req *Request, name string) string {
	return cmp.Or(req.Options[name], e.Options[name])
}

// Say tells the trace of the environment a line, if there is one.
func (e Env) Say(direction byte, line string) {
	if e.Trace != nil {
		e.Trace(direction, line)
	}
}
