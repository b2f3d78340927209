package gopherclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/gopher"
	"uriel.dev/scheme/gopher/gophertest"
	"uriel.dev/uri"
)

// A front speaks TLS for servers that do not: what it gets it hands on, and what
// they answer it gives back. Its certificate is for 127.0.0.1 and example.com.
type front struct {
	cert  tls.Certificate
	roots *x509.CertPool

	wg   sync.WaitGroup
	mu   sync.Mutex
	open []io.Closer
	back map[string]string // addresses of servers by those in front of them
}

func newFront() *front {
	s := httptest.NewTLSServer(nil)
	s.Close() // only its certificate is needed
	f := &front{cert: s.TLS.Certificates[0], roots: x509.NewCertPool(), back: map[string]string{}}
	f.roots.AddCert(s.Certificate())
	return f
}

// listen returns the address in front of that of a server.
func (f *front) listen(t testing.TB, server string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f.keep(l)
	f.mu.Lock()
	f.back[l.Addr().String()] = server
	f.mu.Unlock()
	f.wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			f.keep(conn)
			f.wg.Go(func() { f.relay(conn, server) })
		}
	})
	return l.Addr().String()
}

func (f *front) keep(c io.Closer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open = append(f.open, c)
}

func (f *front) relay(conn net.Conn, server string) {
	defer conn.Close()
	back, err := net.Dial("tcp", server)
	if err != nil {
		return // the client sees it
	}
	defer back.Close()
	secure := tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{f.cert}})
	gone := make(chan struct{})
	f.wg.Go(func() {
		defer close(gone)
		io.Copy(back, secure)
		back.Close()
	})
	io.Copy(secure, back)
	secure.CloseWrite()
	<-gone
}

// Close ends all that was started.
func (f *front) Close() error {
	f.mu.Lock()
	for _, c := range f.open {
		c.Close()
	}
	f.open = nil
	f.mu.Unlock()
	f.wg.Wait()
	return nil
}

// env is an environment that trusts the front.
func (f *front) env() get.Env {
	e := env()
	e.TLS = &tls.Config{RootCAs: f.roots}
	return e
}

// fronted is a handler that is tested through a front: its plan is told as if
// it connected to the server behind.
type fronted struct {
	get.Handler
	*front
}

func (h fronted) Plan(req *get.Request) (get.Plan, error) {
	plan, err := h.Handler.Plan(req)
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, step := range plan {
		if server, ok := h.back[step.Text]; ok && step.Act == get.Connect {
			plan[i].Text = server
		}
	}
	return plan, err
}

func TestHandlerOverTLS(t *testing.T) {
	f := newFront()
	at := func(path string) func(string) string {
		return func(addr string) string { return "gophers://" + f.listen(t, addr) + path }
	}
	octets := func(paths ...string) func(addr, escape string) []string {
		return func(addr, escape string) (uris []string) {
			front := f.listen(t, addr)
			for _, p := range paths {
				uris = append(uris, "gophers://"+front+p+escape+"x")
			}
			return uris
		}
	}
	gettest.Run(t, gettest.Subject{
		Schemes: gopher.Schemes(),
		New: func(e get.Env) get.Handler {
			e.TLS = &tls.Config{RootCAs: f.roots}
			return fronted{New(e), f}
		},
		URIs: []string{"gophers://h/7/find", "gophers://h/8joe"},
		Servers: []gettest.Server{
			{
				Name: "menu", URI: at("/1/menu"), Start: "iA menu\t\t\t\r\n", Payload: "0A text\t/a.txt\th\t70\r\n", Huge: "endless ", Lines: 1,
				Octets: octets("/1/menu", "/7find%09", "/1?"),
			},
			{
				Name: "text", URI: at("/0/a.txt"), Start: "A text\r\n..\r\n", Payload: "that goes on\r\n.\r\n", Huge: "endless ", Lines: 1,
				Octets: octets("/0/a"),
			},
			{
				Name: "binary", URI: at("/9/a.bin"), Start: "\x00\xff", Payload: "\x00\n.\n\xff", Huge: "endless ", Lines: 1,
				Octets: octets("/9"),
			},
		},
	})
}

func TestGetOverTLS(t *testing.T) {
	f := newFront()
	defer f.Close()
	var addr string
	s := gophertest.Serve(t, func(request string) string {
		host, port, _ := net.SplitHostPort(addr)
		return "0Here\t/a\t" + host + "\t" + port + "\r\n0There\t/b\th\t70\r\n.\r\n"
	})
	addr = f.listen(t, s.Addr)
	var trace []string
	e := f.env()
	e.Trace = func(direction byte, line string) { trace = append(trace, string(direction)+" "+line) }
	res, err := New(e).Get(t.Context(), &get.Request{URI: uri.MustParse("gophers://" + addr + "/1/menu")})
	want := "text \"Here\" gophers://" + addr + "/0/a\ntext \"There\" gopher://h/0/b\n"
	if diff := cmp.Diff(want, describe(t, res, err)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := strings.Join(s.Requests(), ""); got != "/menu\r\n" {
		t.Errorf("sent %q", got)
	}
	if len(trace) < 3 || trace[0] != "* connect "+addr || !strings.HasPrefix(trace[1], "* TLS 1.3 with TLS_") || trace[2] != "> /menu\r\n" {
		t.Errorf("trace %q", trace)
	}
	if e.TLS.ServerName != "" {
		t.Errorf("the configuration of the environment was changed: %q", e.TLS.ServerName)
	}
}

func TestPlanOverTLS(t *testing.T) {
	named := env()
	named.TLS = &tls.Config{ServerName: "gopher.example"}
	for _, x := range []struct {
		env  get.Env
		uri  string
		want get.Plan
	}{
		{env(), "gophers://h/0a", get.Plan{{Act: get.Connect, Text: "h:70"}, {Act: get.TLS, Text: "h"}, {Act: get.Send, Text: "a\r\n"}}},
		{env(), "GOPHERS://[::1]:7443/", get.Plan{{Act: get.Connect, Text: "[::1]:7443"}, {Act: get.TLS, Text: "::1"}, {Act: get.Send, Text: "\r\n"}}},
		{named, "gophers://h/0a", get.Plan{{Act: get.Connect, Text: "h:70"}, {Act: get.TLS, Text: "gopher.example"}, {Act: get.Send, Text: "a\r\n"}}},
	} {
		got, err := New(x.env).Plan(&get.Request{URI: uri.MustParse(x.uri)})
		if diff := cmp.Diff(x.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", x.uri, err, diff)
		}
	}
}

// TestTLSFailures: nothing is asked of a server that is not trusted.
func TestTLSFailures(t *testing.T) {
	f := newFront()
	defer f.Close()
	s := gophertest.Serve(t, func(string) string { return "a secret" })
	trusted := f.listen(t, s.Addr)
	_, port, _ := net.SplitHostPort(trusted)
	closed := listenRaw(t, func(net.Conn) {})
	silent := listenRaw(t, func(conn net.Conn) { io.Copy(io.Discard, conn) })

	impatient := f.env()
	limits := impatient.Policy.Limits()
	limits.Connect = 100 * time.Millisecond
	impatient.Policy = impatient.Policy.WithLimits(limits)
	renamed := f.env()
	renamed.TLS.ServerName = "example.com"

	for _, x := range []struct {
		name, addr string
		env        get.Env
		kind, text string // kind "" if it succeeds
	}{
		{"trusted", trusted, f.env(), "", ""},
		{"unknown authority", trusted, env(), "tls", "unknown authority"},
		{"another name", "localhost:" + port, f.env(), "tls", "localhost"},
		{"the name that the environment sets", "localhost:" + port, renamed, "", ""},
		{"no TLS", s.Addr, f.env(), "tls", "TLS handshake"},
		{"closed at once", closed, f.env(), "tls", "TLS handshake"},
		{"silent", silent, impatient, "timeout", "time limit of 100ms for the TLS handshake"},
	} {
		t.Run(x.name, func(t *testing.T) {
			before := len(s.Requests())
			_, body, err := gettest.Fetch(t, New(x.env), &get.Request{URI: uri.MustParse("gophers://" + x.addr + "/9x")})
			switch {
			case x.kind == "" && (err != nil || body != "a secret"):
				t.Errorf("%q, %v", body, err)
			case x.kind != "" && (gettest.Kind(err) != x.kind || !strings.Contains(err.Error(), x.text)):
				t.Errorf("%q, %v (%s); want an error %s with %q", body, err, gettest.Kind(err), x.kind, x.text)
			case x.kind != "" && slices.Contains(s.Requests()[before:], "x\r\n"):
				t.Error("the server was asked")
			}
		})
	}
}

func TestCancelHandshake(t *testing.T) {
	silent := listenRaw(t, func(conn net.Conn) { io.Copy(io.Discard, conn) })
	ctx, cancel := context.WithCancel(t.Context())
	timer := time.AfterFunc(50*time.Millisecond, cancel)
	defer timer.Stop()
	_, err := New(env()).Get(ctx, &get.Request{URI: uri.MustParse("gophers://" + silent + "/1")})
	if gettest.Kind(err) != "canceled" {
		t.Errorf("%v (%s), want canceled", err, gettest.Kind(err))
	}
}

// listenRaw starts a server that does with each connection what handle does.
func listenRaw(t *testing.T, handle func(net.Conn)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			wg.Go(func() { defer conn.Close(); handle(conn) })
		}
	})
	t.Cleanup(func() { l.Close(); wg.Wait() })
	return l.Addr().String()
}

// TestTrust: the environment decides about servers that no authority vouches
// for, unless any will do, and is told of the others.
func TestTrust(t *testing.T) {
	f := newFront()
	defer f.Close()
	s := gophertest.Serve(t, func(string) string { return "text\r\n.\r\n" })
	addr := f.listen(t, s.Addr)
	for _, x := range []struct {
		name   string
		config *tls.Config
		refuse error
		want   string // what the environment is asked, and the notes
		kind   get.Kind
	}{
		{"no authority", nil, nil, "known false|a note", 0},
		{"an authority", &tls.Config{RootCAs: f.roots}, nil, "known true|a note", 0},
		{"an authority, but not for this name", &tls.Config{RootCAs: f.roots, ServerName: "other.example"}, nil, "known false|a note", 0},
		{"refused", nil, errors.New("another key"), "known false|", get.TLSFailed},
		{"a file that may not be read", nil, &fs.PathError{Op: "open", Path: "/x", Err: fs.ErrPermission}, "known false|", get.TLSFailed},
		{"any certificate will do", &tls.Config{InsecureSkipVerify: true}, errors.New("not asked"), "|", 0},
	} {
		e := env()
		e.TLS = x.config
		asked := ""
		e.Trust = func(at string, cert *x509.Certificate, known bool) (string, error) {
			if at != addr || cert == nil {
				t.Errorf("%s: asked about %s", x.name, at)
			}
			asked = fmt.Sprintf("known %t", known)
			return "a note", x.refuse
		}
		res, err := New(e).Get(t.Context(), &get.Request{URI: uri.MustParse("gophers://" + addr + "/0x")})
		var notes []string
		if err == nil {
			notes = res.Notes
			res.Close()
		}
		got, _ := errors.AsType[*get.Error](err)
		if (got == nil) != (x.kind == 0) || got != nil && (got.Kind != x.kind) {
			t.Errorf("%s: %v, want kind %s", x.name, err, x.kind)
		}
		if got := asked + "|" + strings.Join(notes, " "); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
	asked := slices.DeleteFunc(s.Requests(), func(request string) bool { return request == "" }) // the front has connected
	if len(asked) != 4 {
		t.Errorf("the server was asked %q, want four requests", asked)
	}
}

// TestFormIsClear: what is filled in goes in the clear over gopher, and not over
// gophers.
func TestFormIsClear(t *testing.T) {
	f := newFront()
	defer f.Close()
	s := gophertest.Serve(t, func(string) string { return "+-1\r\n+INFO: 0A\ta\th\t70\t?\r\n+ASK:\r\n AskP: Password?\r\n.\r\n" })
	for u, want := range map[string]bool{"gopher://" + s.Addr: true, "gophers://" + f.listen(t, s.Addr): false} {
		res, err := New(f.env()).Get(t.Context(), &get.Request{URI: uri.MustParse(u + "/0a%09%09?")})
		if err != nil {
			t.Fatal(err)
		}
		if form := res.Answer.(*get.Form); form.Clear != want || !form.Submits {
			t.Errorf("%s: %+v, want clear %t", u, form, want)
		}
	}
}
