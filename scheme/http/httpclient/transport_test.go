package httpclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// named is the context in which get.Client asks for a URI that the user typed.
func named(t *testing.T, u uri.URI) context.Context { return policy.Named(t.Context(), u) }

func secure(t *testing.T, handler http.HandlerFunc) (*httptest.Server, get.Env) {
	t.Helper()
	s := httptest.NewUnstartedServer(handler)
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // clients that do not like it are part of the tests
	s.StartTLS()
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s, get.Env{TLS: &tls.Config{RootCAs: roots}}
}

// TestSecure: over TLS HTTP/2 is spoken, with the same octets; HTTP/1.1 where
// the configuration wants it.
func TestSecure(t *testing.T) {
	const target = "//a/../b/%7E;x=1//c?d=%26&e"
	for _, protocol := range []string{"HTTP/2.0", "HTTP/1.1"} {
		t.Run(protocol, func(t *testing.T) {
			s, env := secure(t, func(w http.ResponseWriter, r *http.Request) {
				user, password, _ := r.BasicAuth()
				w.Header().Set("Content-Type", "text/plain")
				fmt.Fprintf(w, "%s %s %s %s:%s", r.RequestURI, r.Host, r.Proto, user, password)
			})
			if protocol == "HTTP/1.1" {
				env.TLS.NextProtos = []string{"http/1.1"}
			}
			c := newClient(t, env)
			host := s.Listener.Addr().String()
			res, err := c.Get(t.Context(), &get.Request{URI: uri.MustParse("https://fred:open@" + host + target)})
			if err != nil {
				t.Fatal(err)
			}
			if res.Meta[0].Value != "200 OK" || res.Meta[1].Value != protocol {
				t.Errorf("meta %v", res.Meta)
			}
			want := fmt.Sprintf("%s %s %s fred:open", target, host, protocol)
			if got := read(res, nil); got != want {
				t.Errorf("the server saw %q, want %q", got, want)
			}
		})
	}
}

// TestFailures: what sort of failure it is when it is not a status.
func TestFailures(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	tests := []struct {
		name  string
		reply string // raw
		uri   string
		want  string
	}{
		{"not HTTP", "3no such selector\terror\terror.host\t1\r\n.\r\n", "http://HOST/", "error: protocol"},
		{"a header without a colon", "HTTP/1.1 200 OK\r\nrubbish\r\n\r\n", "http://HOST/", "error: protocol"},
		{"nothing", "", "http://HOST/", "error: network"},
		{"half a header", "HTTP/1.1 200 OK\r\nContent-Type: a", "http://HOST/", "error: network"},
		{"half a body", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 9\r\n\r\nhalf", "http://HOST/", "half error: partial"},
		{"nothing of a body", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 9\r\n\r\n", "http://HOST/", " error: partial"},
		{"half a chunk", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf", "http://HOST/", "half error: partial"},
		{"bad chunk", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "http://HOST/", " error: protocol"},
		{"guessed from half a body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", "http://HOST/", "half error: partial"},
		{"half a gzip", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Encoding: gzip\r\n\r\n" + packed(strings.Repeat("rose ", 999))[:20], "http://HOST/", " error: network"},
		{"no gzip", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Encoding: gzip\r\n\r\nplain text", "http://HOST/", " error: protocol"},
		{"switches protocols", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: gopher\r\n\r\n", "http://HOST/", "error: protocol"},
		{"huge header", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 2<<20), "http://HOST/", "error: limit"},
		{"huge status line", "HTTP/1.1 200 " + strings.Repeat("x", 2<<20), "http://HOST/", "error: limit"},
		{"no TLS", "HTTP/1.1 400 Bad Request\r\n\r\n", "https://HOST/", "error: tls"},
		{"TLS that ends at once", "", "https://HOST/", "error: tls"},
		{"alert", "\x15\x03\x01\x00\x02\x02\x28", "https://HOST/", "error: tls"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := raw(t, tt.reply)
			c := newClient(t, get.Env{})
			u := uri.MustParse(strings.ReplaceAll(tt.uri, "HOST", s))
			if got := read(c.Get(t.Context(), &get.Request{URI: u})); got != tt.want {
				_, err := c.Get(t.Context(), &get.Request{URI: u})
				t.Errorf("%q, want %q (%v)", got, tt.want, err)
			}
		})
	}
	t.Run("refused", func(t *testing.T) {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ln.Close()
		_, err = newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: uri.MustParse("http://" + ln.Addr().String() + "/")})
		e := wantError(t, err, get.Network)
		if !strings.Contains(e.Error(), "refused") {
			t.Errorf("error %q", e)
		}
	})
}

// raw starts a server that reads what comes first and sends reply, again and
// again.
func raw(t *testing.T, reply string) (addr string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			conn.Read(make([]byte, 4096))
			io.WriteString(conn, reply)
			conn.(*net.TCPConn).CloseWrite()
			conn.SetReadDeadline(time.Now().Add(time.Second))
			io.Copy(io.Discard, conn) // or what it has not read would reset the connection
			conn.Close()
		}
	}()
	t.Cleanup(func() { ln.Close(); <-done })
	return ln.Addr().String()
}

// TestUntrusted: a certificate that nobody vouches for is a failure of TLS that
// names the reason and the URI.
func TestUntrusted(t *testing.T) {
	s, _ := secure(t, func(http.ResponseWriter, *http.Request) { t.Error("the request was sent") })
	u := uri.MustParse("https://" + s.Listener.Addr().String() + "/")
	_, err := newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: u})
	e := wantError(t, err, get.TLSFailed)
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); !ok || e.URI != u || !strings.Contains(e.Error(), "unknown authority") {
		t.Errorf("error %q of %s", e, e.URI)
	}
}

// TestHugeHeaderHTTP2: the limit holds there, too. Of a header that goes on
// behind it net/http says no more than PROTOCOL_ERROR.
func TestHugeHeaderHTTP2(t *testing.T) {
	s, env := secure(t, func(w http.ResponseWriter, r *http.Request) {
		for i := range 16 {
			w.Header().Set(fmt.Sprintf("A-%d", i), strings.Repeat("x", 65000))
		}
		w.Header().Set("B", strings.Repeat("x", 12000)) // the limit is crossed here, in the last frame
	})
	_, err := newClient(t, env).Get(t.Context(), &get.Request{URI: uri.MustParse("https://" + s.Listener.Addr().String() + "/")})
	wantError(t, err, get.Limit)
}

// TestCancelHandshake: a server that accepts and then says nothing holds
// neither the caller nor a goroutine.
func TestCancelHandshake(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	ctx, cancel := context.WithCancel(t.Context())
	accepted := make(chan net.Conn, 1)
	go func() {
		conn, _ := ln.Accept()
		accepted <- conn
		cancel()
	}()
	defer func() { (<-accepted).Close() }()
	_, err = newClient(t, get.Env{}).Get(ctx, &get.Request{URI: uri.MustParse("https://" + ln.Addr().String() + "/")})
	wantError(t, err, get.Canceled)
}

func TestHandshakeLimit(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	c := newClient(t, get.Env{})
	limits := c.Policy.Limits()
	limits.Connect = 50 * time.Millisecond
	h := New(get.Env{Policy: c.Policy.WithLimits(limits)})
	u := uri.MustParse("https://" + ln.Addr().String() + "/")
	_, err = h.Get(named(t, u), &get.Request{URI: u})
	if e := wantError(t, err, get.Timeout); !strings.Contains(e.Error(), "TLS handshake") || e.URI != u {
		t.Errorf("error %q", e)
	}
}

// TestNamedConnection: a connection that was made because the user named its
// host is not there for a URI that only leads to that host.
func TestNamedConnection(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			handler := func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "secret") }
			s, env := secure(t, handler)
			if scheme == "http" {
				s = httptest.NewServer(http.HandlerFunc(handler))
				t.Cleanup(s.Close)
			}
			u := uri.MustParse(scheme + "://" + s.Listener.Addr().String() + "/")
			h := newClient(t, env).Handlers["http"]
			for range 2 {
				if got := read(h.Get(named(t, u), &get.Request{URI: u})); got != "secret" {
					t.Fatalf("to the user who named it: %q", got)
				}
				_, err := h.Get(named(t, uri.MustParse("http://other.example/")), &get.Request{URI: u})
				e := wantError(t, err, get.Denied)
				if refusal, ok := errors.AsType[*policy.Refusal](err); !ok || refusal.Code != policy.CodeAddress || e.URI != u {
					t.Errorf("error %v", err)
				}
			}
		})
	}
}

// TestReuse: what anybody may be led to is asked over one connection.
func TestReuse(t *testing.T) {
	conns := map[string]bool{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conns[r.RemoteAddr] = true
		io.WriteString(w, "yes")
	}))
	defer s.Close()
	h := New(get.Env{Policy: policy.CLI(table).AllowPrivate()})
	defer h.(io.Closer).Close()
	for range 3 {
		if got := read(h.Get(t.Context(), &get.Request{URI: uri.MustParse(s.URL)})); got != "yes" {
			t.Fatal(got)
		}
	}
	if len(conns) != 1 {
		t.Errorf("%d connections for three requests, want 1", len(conns))
	}
}

// TestTrace: what goes over the wire is told, without secrets.
func TestTrace(t *testing.T) {
	s := serve(t, "HTTP/1.1 200 OK\nContent-Type: text/plain\nSet-Cookie: id=s3cret\nWWW-Authenticate: Basic\nContent-Length: 3\n\nyes")
	var got []string
	env := get.Env{UserAgent: "me/1", Trace: func(direction byte, line string) { got = append(got, string(direction)+" "+line) }}
	req := &get.Request{
		URI:    s.at("http://fred:s3cret@HOST/a?b#c"),
		Body:   []byte("a body of s3crets"),
		Header: http.Header{"Cookie": {"id=s3cret"}, "Proxy-Authorization": {"Bearer s3cret"}},
	}
	if got := read(newClient(t, env).Get(t.Context(), req)); got != "yes" {
		t.Fatal(got)
	}
	want := strings.Split(strings.TrimSpace(strings.ReplaceAll(`
* connected to HOST
> POST /a?b HTTP/1.1
> Host: HOST
> User-Agent: me/1
> Content-Length: 17
> Accept-Encoding: gzip, br, zstd
> Authorization: Basic ***
> Cookie: ***
> Proxy-Authorization: Bearer ***
< HTTP/1.1 200 OK
< Content-Length: 3
< Content-Type: text/plain
< Set-Cookie: ***
< Www-Authenticate: Basic
`, "HOST", s.addr())), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
	}
}

// TestTraceSecure: the trace names the version that is spoken.
func TestTraceSecure(t *testing.T) {
	s, env := secure(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "yes") })
	var got []string
	env.Trace = func(direction byte, line string) { got = append(got, string(direction)+" "+line) }
	if got := read(newClient(t, env).Get(t.Context(), &get.Request{URI: uri.MustParse("https://" + s.Listener.Addr().String() + "/x")})); got != "yes" {
		t.Fatal(got)
	}
	text := strings.Join(got, "\n")
	for _, want := range []string{"* TLS 1.3 with TLS_", "\n> GET /x HTTP/2.0\n", "\n< HTTP/2.0 200 OK\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the trace lacks %q:\n%s", want, text)
		}
	}
}
