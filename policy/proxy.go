package policy

import (
	"context"
	"net"
)

// Proxied says whether host may be asked for through a proxy. The proxy looks
// the name up and judges the addresses, so what is judged here is the name: one
// that can mean nothing but this machine or a private network must be named by
// the user himself (see [Named]), as for a connection of our own; otherwise a
// redirect would reach what only the proxy can. A gateway judges addresses
// itself and so has no proxy. The error is a [*Refusal].
func (p Policy) Proxied(ctx context.Context, host string) error {
	if !p.cli {
		return refuse(CodeAddress, "%s: the addresses behind a proxy cannot be judged here", host)
	}
	if r := p.judgeName(host, isNamed(ctx, host)); r != nil {
		return r
	}
	return nil
}

// DialProxy connects to the proxy at addr, "host:port", as Dial does. The user
// has named it, so it may be an address of this machine or of a private network
// when it is written as such.
func (p Policy) DialProxy(ctx context.Context, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	return p.Dial(NamedHost(ctx, host), network, addr)
}
