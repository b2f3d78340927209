package httpclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// A tunnels is a proxy that connects to one server, whatever it is asked for,
// and keeps what it was asked.
type tunnels struct {
	net.Listener
	mu    sync.Mutex
	asked []string
}

func tunnelTo(t *testing.T, server, greeting string) *tunnels {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &tunnels{Listener: ln}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.splice(conn, server, greeting) })
		}
	})
	t.Cleanup(func() { ln.Close(); wg.Wait() })
	return p
}

func (p *tunnels) splice(conn net.Conn, server, greeting string) {
	defer conn.Close()
	var raw bytes.Buffer
	if _, err := http.ReadRequest(bufio.NewReader(io.TeeReader(conn, &raw))); err != nil {
		return // as told by what is missing in asked
	}
	p.mu.Lock()
	p.asked = append(p.asked, raw.String())
	p.mu.Unlock()
	origin, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer origin.Close()
	io.WriteString(conn, greeting)
	go func() { io.Copy(origin, conn); origin.Close() }()
	io.Copy(conn, origin)
}

// TestTunnel: through a tunnel TLS is spoken with the origin, which sees what it
// always sees, and nothing of what is for the proxy. One tunnel does for many
// requests.
func TestTunnel(t *testing.T) {
	for _, protocol := range []string{"HTTP/2.0", "HTTP/1.1"} {
		t.Run(protocol, func(t *testing.T) {
			s, env := secure(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/plain")
				fmt.Fprintf(w, "%s %s %s %d", r.RequestURI, r.Proto, r.Host, len(r.Header["Proxy-Authorization"]))
			})
			p := tunnelTo(t, s.Listener.Addr().String(), "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 Connection established\r\nContent-Length: 9\r\n\r\n")
			if protocol == "HTTP/1.1" {
				env.TLS.NextProtos = []string{"http/1.1"}
			}
			env.Proxy = through("http://fred:s3cret@" + p.Addr().String())
			var trace []string
			env.Trace = func(direction byte, line string) { trace = append(trace, string(direction)+" "+line) }
			c := newClient(t, env)
			for range 2 { // a name of the certificate that the client could not look up
				got := read(c.Get(t.Context(), &get.Request{URI: uri.MustParse("https://example.com/a/../b?c")}))
				if want := "/a/../b?c " + protocol + " example.com 0"; got != want {
					t.Errorf("the server saw %q, want %q", got, want)
				}
			}
			want := []string{"CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nUser-Agent: Uriel\r\nProxy-Authorization: Basic ZnJlZDpzM2NyZXQ=\r\n\r\n"}
			if diff := cmp.Diff(want, p.asked); diff != "" {
				t.Errorf("the proxy was asked (-want +got):\n%s", diff)
			}
			text := strings.Join(trace, "\n")
			for _, want := range []string{"* connected to the proxy " + p.Addr().String() + "\n> CONNECT example.com:443 HTTP/1.1\n", "\n> Proxy-Authorization: Basic ***\n", "\n< HTTP/1.1 200 Connection established\n", "\n> GET /a/../b?c " + protocol + "\n"} {
				if !strings.Contains(text, want) {
					t.Errorf("the trace lacks %q:\n%s", want, text)
				}
			}
		})
	}
}

// TestTunnelCertificate: the certificate is judged by the name of the origin.
func TestTunnelCertificate(t *testing.T) {
	s, env := secure(t, func(http.ResponseWriter, *http.Request) { t.Error("the request was sent") })
	p := tunnelTo(t, s.Listener.Addr().String(), "HTTP/1.1 200 OK\r\n\r\n")
	env.Proxy = through("http://" + p.Addr().String())
	_, err := newClient(t, env).Get(t.Context(), &get.Request{URI: uri.MustParse("https://other.example/")})
	wantError(t, err, get.TLSFailed)
}

// TestProxyHolds: a proxy that says nothing to CONNECT, or does not end its
// refusal, holds neither the caller nor a goroutine.
func TestProxyHolds(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for _, reply := range []string{"", "HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>", "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nno"} {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			conn.Read(make([]byte, 4096))
			io.WriteString(conn, reply)
			if !strings.Contains(reply, "html") {
				cancel()
			}
			io.Copy(io.Discard, conn) // until the client closes
		}()
		start := time.Now()
		_, err = newClient(t, get.Env{Proxy: through("http://" + ln.Addr().String())}).Get(ctx, &get.Request{URI: uri.MustParse("https://origin.example/")})
		if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.Canceled && e.Kind != get.Network || time.Since(start) > 5*time.Second {
			t.Errorf("%q: error %v after %v", reply, err, time.Since(start))
		}
		<-done
		cancel()
		ln.Close()
	}
}
