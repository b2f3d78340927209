package policy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"uriel.dev/uri"
)

type namedKey struct{}

// Named returns a context for the dereferencing of a URI that the user has
// typed himself: its host may then be an address of this machine or of a
// private network, under the profile of the command line. A redirect to another
// host, or a name whose look-up yields such an address, is not covered.
func Named(ctx context.Context, u uri.URI) context.Context {
	return NamedHost(ctx, strings.Trim(u.Host(), "[]"))
}

// NamedHost is Named for a host that the user has named in a flag, the
// configuration or the environment: a proxy, a news server. An IPv6 address has
// no brackets.
func NamedHost(ctx context.Context, host string) context.Context {
	return context.WithValue(ctx, namedKey{}, strings.ToLower(host))
}

// isNamed reports whether host is what the user typed.
func isNamed(ctx context.Context, host string) bool {
	typed, _ := ctx.Value(namedKey{}).(string)
	return host != "" && strings.ToLower(host) == typed
}

// isPlain reports whether host can mean nothing but one address or this
// machine, so that who typed it knew what he named.
func isPlain(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || isOwnName(host)
}

// isInside reports whether the user has said that a name leads into a private
// network (see [Policy.WithPrivate]).
func (p Policy) isInside(host string) bool {
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	for _, inside := range p.inside {
		below, all := strings.CutPrefix(inside, "*")
		if name == inside || all && strings.HasSuffix(name, below) {
			return true
		}
	}
	return false
}

// Dial connects to addr, "host:port", over network, "tcp" or "udp". The host is
// looked up once, and each address that comes is judged: one that is refused
// spoils the others, since whoever answers so may answer otherwise the next
// time. What is dialled is judged again at the socket. A refusal is a
// [*Refusal], any other error the net package's. The limits of the policy for
// connecting, and for connections to one host at a time, hold.
func (p Policy) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if r := p.judgeName(host, isNamed(ctx, host)); r != nil {
		return nil, r
	}
	limited, cancel := p.limits.connecting(ctx)
	defer cancel()
	leave, err := p.approach(limited, host)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	conn, err := p.dialHost(limited, network, host, port)
	if tcp, ok := conn.(*net.TCPConn); ok && p.limits.Host > 0 {
		return counted{tcp, leave}, nil
	}
	leave()
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = &net.OpError{Op: "dial", Net: network, Err: p.limits.Late("connect", "to connect")}
	}
	return conn, err
}

// connecting returns ctx with the limit for connecting.
func (l Limits) connecting(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Connect == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, l.Connect)
}

func (p Policy) dialHost(ctx context.Context, network, host, port string) (net.Conn, error) {
	addrs, err := p.lookUp(ctx, host)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	d := dialer{network, port, func(a netip.Addr) *Refusal { return p.judgeDialled(a, host, isNamed(ctx, host)) }}
	for _, a := range addrs {
		if r := d.judge(a); r != nil {
			return nil, r
		}
	}
	return d.dial(ctx, addrs)
}

// judgeDialled judges an address to which a host that was judged already has
// led. A gateway must not ask itself, be it by its public address.
func (p Policy) judgeDialled(a netip.Addr, host string, named bool) *Refusal {
	what := a.String()
	if what != host {
		what = fmt.Sprintf("%s, to which %s leads,", what, host)
	}
	if r := p.judgeReach(reachOf(a), what, named && (isPlain(host) || p.isInside(host))); r != nil {
		if p.cli && named && reachOf(a) == private {
			r.Text += fmt.Sprintf(", and so would this in the configuration: [policy] private = [%q]", strings.ToLower(host))
		}
		return r
	}
	if !p.cli && !p.private && isOwnAddr(a) {
		return refuse(CodeAddress, "%s is of this machine", what)
	}
	return nil
}

// ownAddrs are the addresses of the interfaces of this machine.
var ownAddrs = net.InterfaceAddrs

func isOwnAddr(a netip.Addr) bool {
	addrs, err := ownAddrs()
	if err != nil {
		return true // cannot tell; the stricter answer
	}
	for _, own := range addrs {
		prefix, err := netip.ParsePrefix(own.String())
		if err == nil && prefix.Addr().Unmap() == a.Unmap() {
			return true
		}
	}
	return false
}

// lookUp returns the addresses of a host that was judged, the best first. An
// address is itself, and this machine is asked of no server (RFC 6761, section
// 6.3). Other names go to DNS as they are: a stranger's name is not completed
// by the search list of this machine's network.
func (p Policy) lookUp(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	if isOwnName(host) {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
	}
	if !p.cli && !p.private && !strings.HasSuffix(host, ".") {
		host += "."
	}
	addrs, err := p.resolver(ctx).LookupNetIP(ctx, "ip", host)
	for i, a := range addrs {
		addrs[i] = a.Unmap()
	}
	return addrs, err
}

// resolver returns a resolver for one look-up. It is Go's own, since that of the
// system would read 0x7f.1 as an address. Left to itself it would go on waiting
// for an answer when ctx has ended, so its connections end with ctx.
func (p Policy) resolver(ctx context.Context) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(_ context.Context, network, server string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, cmp.Or(p.dns, server))
		if err == nil {
			context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
		}
		return conn, err
	}}
}

// A dialer connects to the first of some addresses that answers.
type dialer struct {
	network, port string
	judge         func(netip.Addr) *Refusal
}

// headStart is how long the addresses of one family have before those of the
// other are tried, too (RFC 8305, section 8: the connection attempt delay).
const headStart = 250 * time.Millisecond

// dial tries the addresses of the family of the first and, if they take long or
// fail, those of the other.
func (d dialer) dial(ctx context.Context, addrs []netip.Addr) (net.Conn, error) {
	var first, second []netip.Addr
	for _, a := range addrs {
		if a.Is4() == addrs[0].Is4() {
			first = append(first, a)
		} else {
			second = append(second, a)
		}
	}
	if len(second) == 0 {
		return d.inTurn(ctx, first)
	}
	return d.race(ctx, first, second)
}

type dialled struct {
	conn net.Conn
	err  error
}

// race returns the first connection. It waits for the loser, which ends at
// once, and closes it.
func (d dialer) race(ctx context.Context, first, second []netip.Addr) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	results, running := make(chan dialled, 2), 0
	start := func(addrs []netip.Addr) {
		running++
		go func() {
			conn, err := d.inTurn(ctx, addrs)
			results <- dialled{conn, err}
		}()
	}
	defer func() {
		cancel()
		for range running {
			if r := <-results; r.conn != nil {
				r.conn.Close()
			}
		}
	}()
	start(first)
	wait := time.NewTimer(headStart)
	defer wait.Stop()
	var failure error
	for running > 0 {
		select {
		case r := <-results:
			running--
			if r.err == nil {
				return r.conn, nil
			}
			failure = cmp.Or(failure, r.err)
		case <-wait.C:
		}
		if second != nil {
			start(second)
			second = nil
		}
	}
	return nil, failure
}

// inTurn tries addresses one after the other, each in its share of the time.
func (d dialer) inTurn(ctx context.Context, addrs []netip.Addr) (net.Conn, error) {
	var failure error
	for i, a := range addrs {
		conn, err := d.one(ctx, a, len(addrs)-i)
		if err == nil {
			return conn, nil
		}
		if failure == nil {
			failure = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, failure
}

func (d dialer) one(ctx context.Context, a netip.Addr, left int) (net.Conn, error) {
	if deadline, ok := ctx.Deadline(); ok && left > 1 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(left))
		defer cancel()
	}
	nd := net.Dialer{ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("judge address %q: %w", address, err)
		}
		if r := d.judge(to.Addr()); r != nil {
			return r
		}
		return nil
	}}
	conn, err := nd.DialContext(ctx, d.network, net.JoinHostPort(a.String(), d.port))
	if r, ok := errors.AsType[*Refusal](err); ok {
		return nil, r
	}
	return conn, err
}
