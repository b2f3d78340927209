package policy

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"time"
)

// ListenData waits where the server that control leads to can open a second
// connection, for a protocol in which that is the server's part, as in the
// active mode of FTP. control is a connection of [Policy.Dial] or one on top of
// it. What is listened at is the address of its own end alone, at a port that
// the system chooses.
//
// It is for the profile of the command line: a gateway opens no port for
// strangers' sake. A refusal is a [*Refusal], any other error the net package's.
func (p Policy) ListenData(control net.Conn) (*DataListener, error) {
	if !p.cli {
		return nil, refuse(CodePort, "no port of this machine is opened for a server to connect to")
	}
	peer, err := netip.ParseAddrPort(control.RemoteAddr().String())
	if err != nil {
		return nil, fmt.Errorf("judge address %q: %w", control.RemoteAddr(), err)
	}
	own, err := netip.ParseAddrPort(control.LocalAddr().String())
	if err != nil {
		return nil, fmt.Errorf("listen at %q: %w", control.LocalAddr(), err)
	}
	l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(netip.AddrPortFrom(own.Addr().Unmap(), 0)))
	if err != nil {
		return nil, err
	}
	return &DataListener{l: l, limits: p.limits, peer: peer.Addr().Unmap()}, nil
}

// A DataListener takes one connection from one host. It must be closed.
type DataListener struct {
	l        *net.TCPListener
	limits   Limits
	peer     netip.Addr
	stranger netip.Addr
}

// Addr returns where it listens.
func (d *DataListener) Addr() netip.AddrPort {
	at := d.l.Addr().(*net.TCPAddr).AddrPort()
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

// Accept takes a connection from the host that is waited for, and then listens
// no more. Those that others open are closed. The limit of the policy for
// connecting holds.
func (d *DataListener) Accept(ctx context.Context) (net.Conn, error) {
	defer d.l.Close()
	limited, cancel := d.limits.connecting(ctx)
	defer cancel()
	defer context.AfterFunc(limited, func() { d.l.SetDeadline(time.Unix(1, 0)) })()
	for {
		conn, err := d.l.AcceptTCP()
		if err != nil {
			if limited.Err() != nil && ctx.Err() == nil {
				err = &net.OpError{Op: "accept", Net: "tcp", Addr: d.l.Addr(), Err: d.limits.Late("connect", "for the server to connect for data")}
			}
			return nil, err
		}
		from := conn.RemoteAddr().(*net.TCPAddr).AddrPort().Addr().Unmap()
		if from == d.peer {
			return conn, nil
		}
		d.stranger = from
		conn.Close()
	}
}

// Stranger returns the address of the last whose connection Accept has closed;
// it is not valid if there was none.
func (d *DataListener) Stranger() netip.Addr { return d.stranger }

// Close ends the listening. It may be called more than once.
func (d *DataListener) Close() error { return d.l.Close() }
