package policy

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
)

// DialData opens the second connection of a protocol that carries data beside
// its commands, as FTP does: to the given port of the host that control, a
// connection of [Policy.Dial] or one on top of it, leads to. Which host a server
// names for it is of no matter, so that none can send us to another (RFC 2577,
// section 3).
//
// Ports below 1024 are refused: they belong to servers of other protocols, which
// might take data for commands, and passive servers wait on none of them. The
// limit of the policy for connecting holds. A refusal is a [*Refusal], any other
// error the net package's.
func (p Policy) DialData(ctx context.Context, control net.Conn, port uint16) (net.Conn, error) {
	if port < 1024 {
		return nil, refuse(CodePort, "the server sends us to its port %d for data, where servers of other protocols wait", port)
	}
	peer, err := netip.ParseAddrPort(control.RemoteAddr().String())
	if err != nil {
		return nil, fmt.Errorf("judge address %q: %w", control.RemoteAddr(), err)
	}
	// Dial has let us to this address, whatever it was named by.
	if r := p.judgeDialled(peer.Addr(), peer.Addr().String(), true); r != nil {
		return nil, r
	}
	limited, cancel := p.limits.connecting(ctx)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(limited, "tcp", net.JoinHostPort(peer.Addr().String(), strconv.Itoa(int(port))))
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = &net.OpError{Op: "dial", Net: "tcp", Err: p.limits.Late("connect", "to connect for data")}
	}
	return conn, err
}

// Reuse says whether a connection that Dial made to addr, "host:port", may serve
// a request of ctx, too. What made it possible may have been that the user named
// the host himself (see [Named]), which is of no use to others.
func (p Policy) Reuse(ctx context.Context, addr string, conn net.Conn) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return fmt.Errorf("judge address %q: %w", conn.RemoteAddr(), err)
	}
	if r := p.judgeDialled(peer.Addr(), host, isNamed(ctx, host)); r != nil {
		return r
	}
	return nil
}
