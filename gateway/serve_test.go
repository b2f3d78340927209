package gateway

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// started is a server with a gateway that has been started; stop ends it.
func started(t *testing.T, s *Server) (addr string, stop func()) {
	t.Helper()
	if s.Handler == nil {
		s.Handler = fixture(answers())
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	stop = func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
		served <- nil
	}
	t.Cleanup(stop)
	return ln.Addr().String(), stop
}

// dialled is a connection to a server, and what it has to say within a time.
func dialled(t *testing.T, addr, text string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// TestDrain: a server that is told to stop says so to whoever asks, answers for a
// while still, and then ends.
func TestDrain(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s := &Server{Drain: time.Minute} // the test is over long before
	s.Handler = fixture(answers())
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	get := func(path string) (int, string) {
		res, err := client.Get("http://" + addr + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(text)
	}
	if status, text := get("/healthz"); status != 200 || text != "ok\n" {
		t.Errorf("before: %d %q", status, text)
	}
	const alone = "<dt>Connections, active</dt><dd>1</dd>"
	_, text := get("/status")
	for late := time.Now().Add(10 * time.Second); !strings.Contains(text, alone) && time.Now().Before(late); {
		time.Sleep(time.Millisecond) // the end of the connection before is on its way
		_, text = get("/status")
	}
	if !strings.Contains(text, "It has been up for") || !strings.Contains(text, alone) {
		t.Errorf("before, the status is\n%s", text)
	}
	cancel()
	for !s.stopping.Load() {
		time.Sleep(time.Millisecond)
	}
	if status, text := get("/healthz"); status != 503 || text != "stopping\n" {
		t.Errorf("while it stops: %d %q", status, text)
	}
	if status, text := get("/status"); status != 200 || !strings.Contains(text, "It is stopping") {
		t.Errorf("while it stops, the status is %d\n%s", status, text)
	}
	ln.Close() // the end of it comes early
	if err := <-served; err == nil {
		t.Error("the listener has gone, and nobody says so")
	}
}

// TestSlowHeaders: clients that drip their header are dropped when their time is
// over, however many they are, and nobody else notices.
func TestSlowHeaders(t *testing.T) {
	t.Parallel()
	const clients = 500
	addr, _ := started(t, &Server{headerTime: time.Second})
	var conns []net.Conn
	for range clients {
		conns = append(conns, dialled(t, addr, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "))
	}
	began := time.Now()
	res, err := http.Get("http://" + addr + "/help")
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("another client gets %v, %v", res, err)
	}
	res.Body.Close()
	alive := time.NewTicker(200 * time.Millisecond)
	defer alive.Stop()
	go func() {
		for range alive.C {
			for _, conn := range conns {
				io.WriteString(conn, "x") // it is dropped all the same
			}
		}
	}()
	for i, conn := range conns {
		if answer, err := io.ReadAll(conn); err != nil && !isReset(err) || strings.Contains(string(answer), "200 OK") {
			t.Fatalf("client %d is answered %q, %v", i, answer, err)
		}
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("they were held for %v", took)
	}
}

// isReset reports whether a connection was closed while we were still writing.
func isReset(err error) bool { return strings.Contains(err.Error(), "reset by peer") }

// TestSlowBodies: so are those that drip the form that they send.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	addr, _ := started(t, &Server{bodyTime: time.Second})
	var conns []net.Conn
	for range 20 {
		for _, target := range []string{"/check", showing("gopher://h/0/text")} {
			conns = append(conns, dialled(t, addr, "POST "+target+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ntext="))
		}
	}
	for i, conn := range conns {
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("client %d: %v", i, err)
		}
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("client %d: status %d", i, res.StatusCode)
		}
		if _, err := io.Copy(io.Discard, conn); err != nil && !isReset(err) {
			t.Errorf("client %d is not dropped: %v", i, err)
		}
	}
}

// TestHugeBody: no more of a form is read than is taken.
func TestHugeBody(t *testing.T) {
	addr, _ := started(t, &Server{})
	res, err := http.Post("http://"+addr+"/check", "application/x-www-form-urlencoded", io.LimitReader(zeros{}, 1<<30))
	if err == nil {
		defer res.Body.Close()
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("status %d", res.StatusCode)
		}
	} else if !isReset(err) && !strings.Contains(err.Error(), "broken pipe") {
		t.Error(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestConnections: what is open is counted, and what is closed is not.
func TestConnections(t *testing.T) {
	s := &Server{}
	addr, stop := started(t, s)
	var idle []net.Conn
	for range 3 {
		conn := dialled(t, addr, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if res, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || res.StatusCode != 200 {
			t.Fatalf("%v, %v", res, err)
		}
		idle = append(idle, conn)
	}
	await(t, s, "idle 3")
	idle[0].Close()
	await(t, s, "idle 2")
	stop()
	await(t, s, "idle 0")
}

// await returns when the connections are as they should be.
func await(t *testing.T, s *Server, want string) {
	t.Helper()
	for range 10_000 {
		for state, n := range s.Connections() {
			if fmt.Sprint(state, " ", n) == want {
				return
			}
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%s connections never were", want)
}
