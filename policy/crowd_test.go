package policy

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// TestHostLimit: no more connections to one host stand at a time than the limit
// says; who comes later waits for one to be closed.
func TestHostLimit(t *testing.T) {
	addr := echoServer(t)
	_, port, _ := net.SplitHostPort(addr)
	p := Gateway(testTable()).AllowPrivate()
	limits := p.Limits()
	limits.Host, limits.Connect = 2, 0
	p = p.WithLimits(limits)
	dial := func(ctx context.Context, host string) (net.Conn, error) { return p.Dial(ctx, "tcp", host+":"+port) }
	var conns []net.Conn
	for _, host := range []string{"localhost", "LocalHost.", "127.0.0.1"} { // the last is another host
		conn, err := dial(t.Context(), host)
		must(t, err)
		defer conn.Close()
		conns = append(conns, conn)
	}
	if half, ok := conns[0].(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		t.Error("a connection cannot be closed one way")
	}
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := dial(short, "localhost"); err == nil || !strings.Contains(err.Error(), "limit of 2 connections to one host") || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third connection: %v, want the limit", err)
	}
	waited := make(chan error)
	go func() {
		conn, err := dial(t.Context(), "localhost")
		if err == nil {
			conn.Close()
		}
		waited <- err
	}()
	select {
	case err := <-waited:
		t.Errorf("the third connection does not wait (%v)", err)
	case <-time.After(10 * time.Millisecond):
	}
	conns[1].Close()
	conns[1].Close() // makes room once
	if err := <-waited; err != nil {
		t.Errorf("when one is closed: %v", err)
	}
	conns[0].Close()
	if n := len(p.crowds.hosts.rooms); n != 1 {
		t.Errorf("%d hosts are counted, want that of the connection that stands", n)
	}
	if _, err := dial(t.Context(), "169.254.169.254"); !isRefusal(err, CodeAddress) {
		t.Errorf("%v", err)
	}
	if n := len(p.crowds.hosts.rooms); n != 1 {
		t.Errorf("%d hosts are counted after a refusal", n)
	}
}

// TestAdmit: of one client no more is done at a time than the limit says, and it
// is told at once.
func TestAdmit(t *testing.T) {
	p := Gateway(testTable())
	limits := p.Limits()
	limits.Client = 2
	p = p.WithLimits(limits)
	var leave [2]func()
	for i := range leave {
		var err error
		leave[i], err = p.AllowPrivate().Admit("192.0.2.1")
		must(t, err)
	}
	if _, err := p.Admit("192.0.2.1"); err == nil || !strings.Contains(err.Error(), "--limit client=N") {
		t.Errorf("a third request: %v, want the limit", err)
	}
	other, err := p.Admit("192.0.2.2")
	must(t, err)
	other()
	leave[0]()
	leave[0]()
	again, err := p.Admit("192.0.2.1")
	must(t, err)
	if _, err := p.Admit("192.0.2.1"); err == nil {
		t.Error("one that leaves twice makes room twice")
	}
	again()
	leave[1]()
	if n := len(p.crowds.clients.rooms); n != 0 {
		t.Errorf("%d clients are counted when all have left", n)
	}
	for range 1000 {
		if _, err := CLI(testTable()).Admit("x"); err != nil {
			t.Fatal(err)
		}
	}
}
