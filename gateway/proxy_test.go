package gateway

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// proxied sends a request as it is to a gateway, and returns what is answered.
func proxied(t *testing.T, h http.Handler, request string) (*http.Response, string) {
	t.Helper()
	conn := connect(t, h)
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("%q: %v", request, err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%q: %v", request, err)
	}
	return res, string(body)
}

// connect starts a gateway and connects to it.
func connect(t *testing.T, h http.Handler) net.Conn {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestProxyFetches: a client that is told to send its gopher: URIs to the gateway
// gets what they name, and every byte of the URI is asked for as it came.
func TestProxyFetches(t *testing.T) {
	for _, u := range []string{
		"gopher://h/0/x", "gopher://h//a/../b", "gopher://h/0a%09b%2fc?d%20", "GOPHER://h/0/./x", "gopher://h/0;~!$&'()*+,=:@",
		"man:ls(1)",
	} {
		answers := handler{u: object("text/plain", "it is here")}
		res, body := proxied(t, fixture(answers, local), "GET "+u+" HTTP/1.0\r\n\r\n")
		if res.StatusCode != 200 || body != "it is here" {
			t.Errorf("%s: %s, %q", u, res.Status, body)
		}
		if csp := res.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "sandbox") {
			t.Errorf("%s: an object under the policy %q", u, csp)
		}
	}
}

// TestProxyPage: what is no object is a page, whose links begin at the gateway.
func TestProxyPage(t *testing.T) {
	answers := handler{"gopher://h/1": answer(list([]get.Entry{{Name: "a text", URI: uri.MustParse("gopher://h/0/x")}}, nil))}
	res, body := proxied(t, fixture(answers), "GET gopher://h/1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	where := res.Header.Get("Content-Security-Policy")
	_, gateway, _ := strings.Cut(where, "base-uri ")
	gateway, _, _ = strings.Cut(gateway, ";")
	if !strings.HasPrefix(gateway, "http://127.0.0.1:") {
		t.Fatalf("policy %q", where)
	}
	for _, text := range []string{`<base href="` + gateway + `/u/gopher%3A%2F%2Fh%2F1">`, `href="/u/gopher%3A%2F%2Fh%2F0%2Fx"`} {
		if !strings.Contains(body, text) {
			t.Errorf("%s is not in\n%s", text, body)
		}
	}
	if _, body := proxied(t, fixture(answers), "GET /u/gopher%3A%2F%2Fh%2F1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); strings.Contains(body, "<base") {
		t.Error("the gateway's own page has a base")
	}
}

// TestProxyOwn: who names the gateway itself has no proxy in mind.
func TestProxyOwn(t *testing.T) {
	conn := connect(t, fixture(nil))
	fmt.Fprintf(conn, "GET http://%s/healthz HTTP/1.1\r\nHost: x\r\n\r\n", conn.RemoteAddr())
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%v, %v", res, err)
	}
}

// TestProxyForwards: requests for http are passed on as they are, but for what is
// between the client and its proxy; and so are the answers.
func TestProxyForwards(t *testing.T) {
	var got *http.Request
	var sent []byte
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		sent, _ = io.ReadAll(r.Body)
		w.Header().Set("Set-Cookie", "a=b")
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(http.StatusFound)
		io.WriteString(w, "found")
	}))
	defer origin.Close()
	res, body := proxied(t, fixture(nil, cli), "POST "+origin.URL+"/a//b/../%2f%7E?q=%C3%A4;x HTTP/1.1\r\nHost: "+strings.TrimPrefix(origin.URL, "http://")+
		"\r\nProxy-Authorization: Basic c2VjcmV0\r\nConnection: close, X-Own\r\nX-Own: 1\r\nCookie: c=d\r\nContent-Length: 4\r\n\r\nbody")
	if res.StatusCode != http.StatusFound || body != "found" || res.Header.Get("Location") != "/elsewhere" || res.Header.Get("Set-Cookie") != "a=b" || res.Header.Get("Content-Security-Policy") != "" {
		t.Errorf("answer %v, %q", res, body)
	}
	if got.RequestURI != "/a//b/../%2f%7E?q=%C3%A4;x" || got.Method != "POST" || string(sent) != "body" || got.Header.Get("Cookie") != "c=d" {
		t.Errorf("request %s %s, %q, %v", got.Method, got.RequestURI, sent, got.Header)
	}
	for _, name := range []string{"Proxy-Authorization", "X-Own", "X-Forwarded-For"} {
		if v := got.Header.Get(name); v != "" {
			t.Errorf("%s: %s was passed on", name, v)
		}
	}
	if via := got.Header.Get("Via"); !strings.HasPrefix(via, "1.1 uriel-") {
		t.Errorf("Via: %q", via)
	}
}

// TestProxyRefuses: what a page would not be made of is not passed on either.
func TestProxyRefuses(t *testing.T) {
	answers := handler{"gopher://h/0/x": object("text/plain", "x")}
	for _, x := range []struct {
		request string
		change  func(*Options)
		status  int
		text    string
	}{
		{"GET http://127.0.0.1:8000/ HTTP/1.0\r\n\r\n", strict, 403, "this machine"},
		{"GET gopher://h/0/x HTTP/1.0\r\n\r\n", strict, 403, ""},
		{"CONNECT h.example:8443 HTTP/1.1\r\nHost: h.example:8443\r\n\r\n", strict, 403, "port 443 only"},
		{"CONNECT 127.0.0.1:443 HTTP/1.1\r\nHost: 127.0.0.1:443\r\n\r\n", strict, 403, "this machine"},
		{"CONNECT h:25 HTTP/1.1\r\nHost: h:25\r\n\r\n", cli, 403, "25"},
		{"POST gopher://h/0/x HTTP/1.0\r\nContent-Length: 1\r\n\r\nx", local, 405, "GET and HEAD"},
		{"GET nosuch:x HTTP/1.0\r\n\r\n", local, 501, ""},
		{"GET http:///x HTTP/1.0\r\nHost: h\r\n\r\n", local, 403, ""},
	} {
		res, body := proxied(t, fixture(answers, x.change), x.request)
		if res.StatusCode != x.status || !strings.Contains(body, x.text) {
			t.Errorf("%q: %s, want %d with %q\n%s", x.request, res.Status, x.status, x.text, body)
		}
	}
}

// TestProxyLoop: a request that comes round is seen.
func TestProxyLoop(t *testing.T) {
	s := httptest.NewServer(fixture(nil, cli, func(o *Options) { o.Hosts = nil }))
	defer s.Close()
	// A second address of the gateway, which it does not know for its own.
	around := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET http://%s/ HTTP/1.1\r\nHost: x\r\nVia: %s\r\n\r\n", r.Host, r.Header.Get("Via"))
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Error(err)
			return
		}
		w.WriteHeader(res.StatusCode)
	}))
	defer around.Close()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s/ HTTP/1.1\r\nHost: x\r\n\r\n", around.URL)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != http.StatusLoopDetected {
		t.Errorf("%v, %v", res, err)
	}
}

// TestTunnel: both sides speak as if there were nothing between them.
func TestTunnel(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	heard := make(chan string, 1)
	go func() {
		there, err := l.Accept()
		if err != nil {
			return
		}
		defer there.Close()
		io.WriteString(there, "hello\n")
		all, _ := io.ReadAll(there)
		heard <- string(all)
		io.WriteString(there, "bye")
	}()
	conn := connect(t, fixture(nil, cli))
	fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %[1]s\r\n\r\n\x00first", l.Addr())
	in := bufio.NewReader(conn)
	res, err := http.ReadResponse(in, &http.Request{Method: "CONNECT"})
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%v, %v", res, err)
	}
	if line, _ := in.ReadString('\n'); line != "hello\n" {
		t.Errorf("received %q", line)
	}
	io.WriteString(conn, "\r\nsecond")
	conn.(*net.TCPConn).CloseWrite()
	if all, _ := io.ReadAll(in); string(all) != "bye" {
		t.Errorf("received %q", all)
	}
	if all := <-heard; all != "\x00first\r\nsecond" {
		t.Errorf("there %q was received", all)
	}
}

// TestProxyLog: the log of a proxy holds no secret.
func TestProxyLog(t *testing.T) {
	var log bytes.Buffer
	h := fixture(nil, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	ask(h, "gopher://user:secret@h/0/x?token")
	if text := log.String(); strings.Contains(text, "secret") || strings.Contains(text, "token") || !strings.Contains(text, "gopher://user:***@h/0/x?…") {
		t.Errorf("logged %s", text)
	}
}
