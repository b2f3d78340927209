package policy

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"

	"uriel.dev/uri"
)

type namedKey struct{}

// Named returns a context for the dereferencing of a URI that the user has
// typed himself: its host may then be an address of this machine or of a
// private network, under the profile of the command line. A redirect to another
// host, or a name whose look-up yields such an address, is not covered.
func Named(ctx context.Context, u uri.URI) context.Context {
	return context.WithValue(ctx, namedKey{}, strings.ToLower(strings.Trim(u.Host(), "[]")))
}

// isNamed reports whether host is what the user typed, and typed so that it can
// mean nothing but this machine or a private network.
func isNamed(ctx context.Context, host string) bool {
	host = strings.ToLower(host)
	typed, _ := ctx.Value(namedKey{}).(string)
	if host == "" || host != typed {
		return false
	}
	_, err := netip.ParseAddr(host)
	return err == nil || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// Dial connects to addr, "host:port", over network "tcp". Every address that
// the host resolves to is judged when it is dialled, not before: there is no
// second look-up that could answer otherwise. A refusal is a [*Refusal], any
// other error the net package's. The limit of the policy for connecting holds.
func (p Policy) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	named := isNamed(ctx, host)
	if r := p.judgeName(host, named); r != nil {
		return nil, r
	}
	dialer := net.Dialer{
		Timeout:  p.limits.Connect,
		Resolver: &net.Resolver{PreferGo: true}, // the system's would read 0x7f.1 as an address
		ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil {
				return fmt.Errorf("judge address %q: %w", address, err)
			}
			if r := p.judgeAddr(to.Addr(), named); r != nil {
				return r
			}
			return nil
		},
	}
	return dialer.DialContext(ctx, network, addr)
}
