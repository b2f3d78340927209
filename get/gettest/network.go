package gettest

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// A trouble is something that a server can do, or a URI can make us do.
type trouble struct {
	name string
	run  func(*testing.T, *get.Client, Server)
}

// network tests how the handler bears what a server can do.
func (s Subject) network(t *testing.T, server Server) {
	troubles := []trouble{
		{"cancel before the answer", cancelBefore},
		{"cancel in the answer", cancelWithin},
		{"deadline", deadline},
		{"slow drip", slowDrip},
		{"half-close", halfClose},
		{"huge body", hugeBody},
		{"invalid UTF-8", invalidUTF8},
		{"abandoned", abandoned},
		{"no fragment", noFragment},
		{"plan", plan},
	}
	if server.Huge != "" {
		troubles = append(troubles, trouble{"huge line", hugeLine})
	}
	if server.Octets != nil {
		troubles = append(troubles, trouble{"octets", octets})
	}
	for _, x := range troubles {
		t.Run(x.name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			c := s.client(s.policy())
			defer closeHandlers(c)
			x.run(t, c, server)
		})
	}
}

// listener is a server that runs one function for each connection.
type listener struct {
	net.Listener
	wg    sync.WaitGroup
	mu    sync.Mutex
	conns []net.Conn
	sent  []string // what each connection has received
}

// listen starts a server on loopback; it ends with the test.
func listen(t *testing.T, server Server, after func(net.Conn)) *listener {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{Listener: ln}
	l.wg.Go(func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			l.mu.Lock()
			l.conns = append(l.conns, conn)
			l.mu.Unlock()
			l.wg.Go(func() {
				defer conn.Close()
				io.WriteString(conn, server.Greeting)
				l.record(readRequest(conn, server.Complete))
				after(conn)
			})
		}
	})
	return l
}

func (l *listener) record(request string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, request)
}

// stop closes all and returns what each connection has received.
func (l *listener) stop() []string {
	l.Listener.Close()
	l.mu.Lock()
	for _, c := range l.conns {
		c.Close()
	}
	l.mu.Unlock()
	l.wg.Wait()
	return l.sent
}

func (l *listener) addr() string { return l.Listener.Addr().String() }

func readRequest(conn net.Conn, complete func(string) bool) string {
	if complete == nil {
		complete = func(sent string) bool { return strings.Contains(sent, "\n") }
	}
	conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	defer conn.SetReadDeadline(time.Time{})
	var sent strings.Builder
	buf := make([]byte, 4096)
	for !complete(sent.String()) {
		n, err := conn.Read(buf)
		sent.Write(buf[:n])
		if err != nil {
			break
		}
	}
	return sent.String()
}

// untilClosed waits for the client to go.
func untilClosed(conn net.Conn) { io.Copy(io.Discard, conn) }

// forever sends piece again and again until the client goes.
func forever(conn net.Conn, piece string) {
	chunk := []byte(strings.Repeat(piece, 1+(32<<10)/len(piece)))
	for {
		if _, err := conn.Write(chunk); err != nil {
			return
		}
	}
}

// within runs f and fails if it takes longer than d.
func within(t *testing.T, d time.Duration, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if took := time.Since(start); took > d {
		t.Errorf("it took %v, want at most %v", took.Round(time.Millisecond), d)
	}
}

// getAll gets u and reads the answer to its end.
func getAll(ctx context.Context, c *get.Client, u string) error {
	res, err := c.Get(ctx, &get.Request{URI: uri.MustParse(u)})
	if err != nil {
		if e, ok := errors.AsType[*get.Error](err); ok {
			e.Close()
		}
		return err
	}
	defer res.Close()
	return Drain(res)
}

func cancelBefore(t *testing.T, c *get.Client, server Server) {
	asked := make(chan struct{}, 8)
	l := listen(t, server, func(conn net.Conn) { asked <- struct{}{}; untilClosed(conn) })
	defer l.stop()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var canceled time.Time
	go func() { <-asked; canceled = time.Now(); cancel() }()
	err := getAll(ctx, c, server.URI(l.addr()))
	<-ctx.Done()
	if took := time.Since(canceled); took > time.Second {
		t.Errorf("it ended %v after the cancel, want at most 1s", took)
	}
	wantKind(t, err, get.Canceled)
}

func cancelWithin(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) { io.WriteString(conn, server.Start+server.Payload); untilClosed(conn) })
	defer l.stop()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	timer := time.AfterFunc(100*time.Millisecond, cancel)
	defer timer.Stop()
	within(t, 1100*time.Millisecond, func() {
		wantKind(t, getAll(ctx, c, server.URI(l.addr())), get.Canceled)
	})
}

func deadline(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, untilClosed)
	defer l.stop()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	within(t, 1200*time.Millisecond, func() {
		wantKind(t, getAll(ctx, c, server.URI(l.addr())), get.Timeout)
	})
}

func slowDrip(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) {
		io.WriteString(conn, server.Start)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			if _, err := conn.Write([]byte{server.Payload[i%len(server.Payload)]}); err != nil {
				return
			}
			<-tick.C
		}
	})
	defer l.stop()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	within(t, 1300*time.Millisecond, func() {
		wantKind(t, getAll(ctx, c, server.URI(l.addr())), get.Timeout)
	})
}

// halfClose: the server ends its side in the middle; the handler must come to
// an end, with or without an error.
func halfClose(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) {
		io.WriteString(conn, server.Start+server.Payload[:len(server.Payload)/2])
		conn.(*net.TCPConn).CloseWrite()
		untilClosed(conn)
	})
	defer l.stop()
	within(t, 2*time.Second, func() {
		if err := getAll(t.Context(), c, server.URI(l.addr())); err != nil {
			wantKind(t, err, get.Partial, get.Network, get.Protocol)
		}
	})
}

func hugeLine(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) { io.WriteString(conn, server.Start); forever(conn, server.Huge) })
	defer l.stop()
	within(t, 10*time.Second, func() {
		wantKind(t, getAll(t.Context(), c, server.URI(l.addr())), get.Limit)
	})
}

func hugeBody(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) { io.WriteString(conn, server.Start); forever(conn, server.Payload) })
	defer l.stop()
	within(t, 10*time.Second, func() {
		wantKind(t, getAll(t.Context(), c, server.URI(l.addr())), get.Limit)
	})
}

func invalidUTF8(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) {
		io.WriteString(conn, server.Start+"\xff\xfe\xc3\x28\x00"+server.Payload)
	})
	defer l.stop()
	within(t, 2*time.Second, func() {
		if err := getAll(t.Context(), c, server.URI(l.addr())); err != nil {
			wantKind(t, err, get.Partial, get.Network, get.Protocol)
		}
	})
}

// abandoned: the caller closes the answer without reading it.
func abandoned(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) { io.WriteString(conn, server.Start); forever(conn, server.Payload) })
	defer l.stop()
	res, err := c.Get(t.Context(), &get.Request{URI: uri.MustParse(server.URI(l.addr()))})
	if err != nil {
		t.Fatal(err)
	}
	checkAnswer(t, res)
	within(t, time.Second, func() { res.Close() })
}

func noFragment(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) { io.WriteString(conn, server.Start) })
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	getAll(ctx, c, server.URI(l.addr())+"#c4naryfragment")
	sent := l.stop()
	if len(sent) == 0 {
		t.Fatal("the server was not asked")
	}
	for _, request := range sent {
		if strings.Contains(request, "c4nary") {
			t.Errorf("the fragment was sent: %q", request)
		}
	}
}

// plan: the plan connects to where Get connects and sends what Get sends first.
func plan(t *testing.T, c *get.Client, server Server) {
	l := listen(t, server, func(conn net.Conn) { io.WriteString(conn, server.Start) })
	u := server.URI(l.addr())
	steps, err := c.Plan(&get.Request{URI: uri.MustParse(u)})
	if err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	getAll(ctx, c, u)
	sent := l.stop()
	var connect, send string
	for _, step := range steps {
		switch {
		case step.Act == get.Connect && connect == "":
			connect = step.Text
		case step.Act == get.Send && send == "":
			send = step.Text
		}
	}
	if connect != l.addr() {
		t.Errorf("the plan connects to %q, the server is at %q", connect, l.addr())
	}
	if len(sent) == 0 || send == "" || !strings.HasPrefix(sent[0], send) {
		t.Errorf("the plan sends %q, the server got %q", send, sent)
	}
}

// octets: a percent-encoded octet never becomes a line of the protocol.
func octets(t *testing.T, c *get.Client, server Server) {
	for _, escape := range [...]string{"%0D%0A", "%0A", "%0D", "%00", "%0d%0aX-Evil:%20c4nary%0d%0a"} {
		l := listen(t, server, func(conn net.Conn) { io.WriteString(conn, server.Start) })
		uris := server.Octets(l.addr(), escape)
		if len(uris) == 0 {
			t.Error("Octets gave no URIs")
		}
		for _, u := range uris {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			getAll(ctx, c, u)
			cancel()
		}
		for _, request := range l.stop() {
			if strings.Count(request, "\n") > server.Lines || strings.Contains(request, "\x00") || strings.Count(request, "\r") > server.Lines {
				t.Errorf("%s was sent as a line end or NUL: %q", escape, request)
			}
		}
	}
}
