package policy

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"testing"
	"time"
)

// controlTo returns a connection whose other end is at addr of this machine, and
// that other end.
func controlTo(t *testing.T, addr string) (control, server net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(addr, "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if control, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { control.Close() })
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return control, server
}

// from connects to a listener from an address of this machine.
func from(t *testing.T, addr string, d *DataListener) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(addr)}}
	conn, err := dialer.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestListenData(t *testing.T) {
	for _, addr := range []string{"127.0.0.1", "::1"} {
		control, _ := controlTo(t, addr)
		d, err := CLI(testTable()).ListenData(control)
		if err != nil {
			t.Fatal(err)
		}
		if at := d.Addr(); at.Addr() != netip.MustParseAddr(addr) || at.Port() == 0 {
			t.Errorf("listens at %v, want a port of %s alone", at, addr)
		}
		io.WriteString(from(t, addr, d), "data")
		conn, err := d.Accept(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 4)
		if _, err := io.ReadFull(conn, got); err != nil || string(got) != "data" {
			t.Errorf("%q, %v", got, err)
		}
		conn.Close()
		if _, err := net.Dial("tcp", d.Addr().String()); err == nil {
			t.Error("a second connection is let in")
		}
		if d.Stranger().IsValid() {
			t.Errorf("%s is called a stranger", d.Stranger())
		}
		d.Close()
	}
}

// Who else connects, be it before the server, is sent away.
func TestListenDataStrangers(t *testing.T) {
	control, _ := controlTo(t, "127.0.0.1")
	d, err := CLI(testTable()).ListenData(control)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	strangers := []net.Conn{from(t, "127.0.0.2", d), from(t, "127.0.0.3", d)}
	io.WriteString(from(t, "127.0.0.1", d), "data")
	conn, err := d.Accept(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got := conn.RemoteAddr().(*net.TCPAddr).IP.String(); got != "127.0.0.1" {
		t.Errorf("the connection of %s was taken", got)
	}
	if d.Stranger() != netip.MustParseAddr("127.0.0.3") {
		t.Errorf("stranger %v", d.Stranger())
	}
	for _, s := range strangers {
		s.SetDeadline(time.Now().Add(5 * time.Second))
		if n, err := s.Read(make([]byte, 1)); n > 0 || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a stranger is still there: %d bytes, %v", n, err)
		}
	}
}

func TestListenDataEnds(t *testing.T) {
	control, _ := controlTo(t, "127.0.0.1")
	listen := func(connect time.Duration) *DataListener {
		p := CLI(testTable())
		limits := p.Limits()
		limits.Connect = connect
		d, err := p.WithLimits(limits).ListenData(control)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if _, err := listen(20 * time.Millisecond).Accept(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("nobody came: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := listen(0).Accept(ctx); err == nil {
		t.Error("it is waited for, though nobody wants it any more")
	}
	d := listen(0)
	d.Close()
	if _, err := d.Accept(t.Context()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestListenDataRefuses(t *testing.T) {
	control, _ := controlTo(t, "127.0.0.1")
	for name, p := range map[string]Policy{"gateway": Gateway(testTable()), "gateway loosened": Gateway(testTable()).AllowPrivate(), "the zero value": {}} {
		if _, err := p.ListenData(control); !isRefusal(err, CodePort) {
			t.Errorf("%s: %v", name, err)
		}
	}
	unix, other := net.Pipe()
	defer unix.Close()
	defer other.Close()
	if _, err := CLI(testTable()).ListenData(unix); err == nil {
		t.Error("a peer without an address is waited for")
	}
}
