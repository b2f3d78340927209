package gateway

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// read reads an answer and returns its body.
func read(t *testing.T, lines *bufio.Reader) string {
	t.Helper()
	res, err := http.ReadResponse(lines, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %d", res.StatusCode, len(text))
}

// parked waits until so many connections wait in the lot of a server.
func parked(t *testing.T, s *Server, want int) {
	t.Helper()
	for range 10_000 {
		if s.lot.len() == want {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%d connections wait, want %d", s.lot.len(), want)
}

// TestLot: a connection that is idle waits in the lot, and nobody notices: it is used
// again and again, and counted as idle.
func TestLot(t *testing.T) {
	t.Parallel()
	s := &Server{}
	addr, _ := started(t, s)
	conn := dialled(t, addr, "")
	lines := bufio.NewReader(conn)
	for range 3 {
		for range 2 { // at once, and after a while
			io.WriteString(conn, "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
			if got, want := read(t, lines), fmt.Sprintf("200 %d", len(icon)); got != want {
				t.Fatalf("%s, want %s", got, want)
			}
		}
		parked(t, s, 1)
		await(t, s, "idle 1")
	}
	conn.Close()
	parked(t, s, 0)
}

// TestLotLosesNothing: however a client cuts what it sends, and however long it
// waits in between, each request is answered.
func TestLotLosesNothing(t *testing.T) {
	t.Parallel()
	one := "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
	post := "POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 6\r\n\r\ntext=x"
	for name, x := range map[string]struct {
		pieces []string
		want   int
	}{
		"two at once":              {[]string{one + one}, 2},
		"a byte of the next":       {[]string{one + "G", one[1:]}, 2},
		"three bytes of the next":  {[]string{one + "GET", one[3:]}, 2},
		"byte for byte":            {strings.Split(one+one, ""), 2},
		"a form and its next":      {[]string{post, one}, 2},
		"a form and a byte":        {[]string{post + "G", one[1:]}, 2},
		"an empty line too much":   {[]string{post + "\r\n", one}, 2},
		"the first byte, the rest": {[]string{one, "G", one[1:]}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr, _ := started(t, &Server{})
			conn := dialled(t, addr, "")
			conn.(*net.TCPConn).SetNoDelay(true)
			go func() {
				for _, piece := range x.pieces {
					io.WriteString(conn, piece)
					if len(piece) > 1 || len(x.pieces) < 4 {
						time.Sleep(idleSoon * 3 / 2)
					}
				}
			}()
			lines := bufio.NewReader(conn)
			for i := range x.want {
				if got := read(t, lines); !strings.HasPrefix(got, "200 ") && !strings.HasPrefix(got, "403 ") {
					t.Errorf("answer %d: %s", i+1, got)
				}
			}
		})
	}
}

// TestLotWaitsForTypists: who begins at once with the next request, and then takes his
// time, is waited for.
func TestLotWaitsForTypists(t *testing.T) {
	t.Parallel()
	addr, _ := started(t, &Server{})
	conn := dialled(t, addr, "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
	lines := bufio.NewReader(conn)
	read(t, lines)
	io.WriteString(conn, "GE")
	time.Sleep(idleSoon * 3)
	io.WriteString(conn, "T /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if got := read(t, lines); !strings.HasPrefix(got, "200 ") {
		t.Error(got)
	}
}

// TestLotCloses: who waits is hung up on in the end, and when the server stops.
func TestLotCloses(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for name, end := range map[string]func(*Server, func()){
		"in time":  func(s *Server, _ func()) {},
		"the stop": func(_ *Server, stop func()) { stop() },
	} {
		t.Run(name, func(t *testing.T) {
			s := &Server{}
			if name == "in time" {
				s.idleTime = idleSoon * 2
			}
			addr, stop := started(t, s)
			conn := dialled(t, addr, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
			lines := bufio.NewReader(conn)
			read(t, lines)
			parked(t, s, 1)
			end(s, stop)
			if _, err := lines.ReadByte(); err != io.EOF {
				t.Errorf("the end of the connection is %v", err)
			}
			parked(t, s, 0)
			stop()
		})
	}
}

// TestLotHijacked: a connection that is no longer HTTP stays what it is.
func TestLotHijacked(t *testing.T) {
	t.Parallel()
	s := &Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, lines, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			io.WriteString(conn, line)
		}
	})}
	addr, _ := started(t, s)
	conn := dialled(t, addr, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	lines := bufio.NewReader(conn)
	for range 2 {
		time.Sleep(idleSoon * 3 / 2)
		io.WriteString(conn, "\r\n\r\necho\n")
		for _, want := range []string{"\r\n", "\r\n", "echo\n"} {
			if line, err := lines.ReadString('\n'); line != want || err != nil {
				t.Fatalf("%q, %v", line, err)
			}
		}
	}
}
