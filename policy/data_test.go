package policy

import (
	"net"
	"net/netip"
	"testing"

	"uriel.dev/uri"
)

// A peerConn is a connection that has nothing but a peer.
type peerConn struct {
	net.Conn
	peer net.Addr
}

func (c peerConn) RemoteAddr() net.Addr { return c.peer }

func TestDialData(t *testing.T) {
	server := echoServer(t)
	at := netip.MustParseAddrPort(server)
	for _, x := range []struct {
		name string
		p    Policy
		peer string
		port uint16
		code Code // "" is success
	}{
		{"cli", CLI(testTable()), "127.0.0.1:21", at.Port(), ""},
		{"cli, in the form of IPv6", CLI(testTable()), "[::ffff:127.0.0.1]:21", at.Port(), ""},
		{"gateway", Gateway(testTable()), "127.0.0.1:21", at.Port(), CodeAddress},
		{"gateway loosened", Gateway(testTable()).AllowPrivate(), "127.0.0.1:21", at.Port(), ""},
		{"link-local", CLI(testTable()).AllowPrivate(), "169.254.169.254:21", at.Port(), CodeAddress},
		{"mail", CLI(testTable()), "127.0.0.1:21", 25, CodePort},
		{"the highest of the well-known", CLI(testTable()), "127.0.0.1:21", 1023, CodePort},
		{"none", CLI(testTable()), "127.0.0.1:21", 0, CodePort},
		{"well-known, though allowed for URIs", CLI(testTable()).AllowPorts(80), "127.0.0.1:21", 80, CodePort},
		{"the zero value", Policy{}, "127.0.0.1:21", at.Port(), CodeAddress},
	} {
		t.Run(x.name, func(t *testing.T) {
			control := peerConn{peer: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(x.peer))}
			conn, err := x.p.DialData(t.Context(), control, x.port)
			if err == nil {
				if got := conn.RemoteAddr().String(); got != server {
					t.Errorf("connected to %s, want %s", got, server)
				}
				conn.Close()
			}
			if x.code == "" && err != nil || x.code != "" && !isRefusal(err, x.code) {
				t.Errorf("error %v, want code %q", err, x.code)
			}
		})
	}
	if _, err := CLI(testTable()).DialData(t.Context(), peerConn{peer: &net.UnixAddr{Name: "/s"}}, 2121); err == nil {
		t.Error("a peer without an address is dialled")
	}
}

// The host of the control connection may have been named in a way that Dial
// allows and that says nothing of the second one.
func TestDialDataAfterName(t *testing.T) {
	server := echoServer(t)
	_, port, _ := net.SplitHostPort(server)
	p := CLI(testTable())
	ctx := Named(t.Context(), uri.MustParse("http://localhost/"))
	control, err := p.Dial(ctx, "tcp", "localhost:"+port)
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	data, err := p.DialData(ctx, control, netip.MustParseAddrPort(server).Port())
	if err != nil {
		t.Fatal(err)
	}
	data.Close()
}

// A connection that one user's naming of a host made possible serves nobody
// else.
func TestReuse(t *testing.T) {
	named := Named(t.Context(), uri.MustParse("http://127.0.0.1/"))
	for _, x := range []struct {
		name       string
		p          Policy
		named      bool
		addr, peer string
		code       Code // "" is success
	}{
		{"named", CLI(testTable()), true, "127.0.0.1:21", "127.0.0.1:21", ""},
		{"not named", CLI(testTable()), false, "127.0.0.1:21", "127.0.0.1:21", CodeAddress},
		{"another named", CLI(testTable()), true, "h.example:21", "127.0.0.1:21", CodeAddress},
		{"public", Gateway(testTable()), false, "h.example:21", "8.8.8.8:21", ""},
		{"loosened", Gateway(testTable()).AllowPrivate(), false, "h.example:21", "10.0.0.1:21", ""},
	} {
		ctx := t.Context()
		if x.named {
			ctx = named
		}
		err := x.p.Reuse(ctx, x.addr, peerConn{peer: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(x.peer))})
		if x.code == "" && err != nil || x.code != "" && !isRefusal(err, x.code) {
			t.Errorf("%s: error %v, want code %q", x.name, err, x.code)
		}
	}
	if CLI(testTable()).Reuse(t.Context(), "no port", peerConn{}) == nil || CLI(testTable()).Reuse(t.Context(), "h:1", peerConn{peer: &net.UnixAddr{}}) == nil {
		t.Error("a connection to nowhere may be used")
	}
}
