package gateway

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// A text in an address and in a form comes back byte for byte, whatever it is.
func FuzzAddress(f *testing.F) {
	var all strings.Builder
	for c := range 256 {
		all.WriteByte(byte(c))
	}
	for _, s := range []string{all.String(), "gopher://h//a/../b%2F%2F%252F", "a+b&c=d;e%", "http://h/?u=x&f=y#z", "", "../..", "//", "%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := httptest.NewRequest("GET", "/u/"+encode(s), nil)
		path, search := target(r)
		if got := decode(strings.TrimPrefix(path, "/u/")); got != s || search != "" {
			t.Errorf("in the path %q became %q, with the query %q", s, got, search)
		}
		r = httptest.NewRequest("GET", "/u?"+url.Values{"u": {s}, "z": {s}}.Encode(), nil)
		path, search = target(r)
		if got, ok := parseQuery(search).get("u"); got != s || !ok || path != "/u" {
			t.Errorf("in the form %q became %q", s, got)
		}
		r = httptest.NewRequest("GET", "/inspect?u="+encode(s)+"&json", nil)
		_, search = target(r)
		q := parseQuery(search)
		if got, _ := q.get("u"); got != s {
			t.Errorf("in the query %q became %q", s, got)
		}
		if _, ok := q.get("json"); !ok {
			t.Errorf("a parameter without a value was lost behind %q", s)
		}
	})
}

// seen is a handler that keeps the URIs that it is asked for.
type seen chan string

func (s seen) Get(_ context.Context, req *get.Request) (*get.Response, error) {
	s <- req.URI.String()
	return nil, get.Errorf(get.NotFound, "read", req.URI, "kept")
}

func (s seen) Plan(*get.Request) (get.Plan, error) { return nil, nil }

// Through a real server nothing of an address is cleaned, folded or decoded
// twice: neither of an encoded URI, nor of one that somebody wrote as it is.
func TestOctets(t *testing.T) {
	got := make(seen, 8)
	tab := table()
	p := policy.Gateway(tab).AllowPrivate()
	client := &get.Client{Policy: p, Schemes: tab, Handlers: map[string]get.Handler{"http": got, "data": got}}
	server := httptest.NewServer(New(Options{Client: client, Schemes: tab, Policy: p}))
	defer server.Close()

	rows := map[string]string{
		"/u/http://h//a/./../b//":       "http://h//a/./../b//",
		"/u/http%3A%2F%2Fh%2F%2F":       "http://h//",
		"/u/http%3a%2f%2fh%2f%252F":     "http://h/%2F",
		"/u/data:,%2500%250d%250A%25FF": "data:,%00%0d%0A%FF",
		"/raw/http://h/..%2F../%2525":   "http://h/../../%25",
		"/u/data:,a+b;c&d=e":            "data:,a+b;c&d=e",
		"/u/http://h/%3Fa=b%23c":        "http://h/?a=b#c",
	}
	for c := range 256 {
		u := fmt.Sprintf("data:,%%%02X", c)
		rows["/u/"+encode(u)] = u
		if v, err := uri.Parse("data:," + string([]byte{byte(c)})); err == nil {
			rows["/u/"+encode(v.String())] = v.String()
		}
	}
	for address, want := range rows {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", address)
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", address, res.StatusCode)
		} else if u := <-got; u != want {
			t.Errorf("%s asked for %q, want %q", address, u, want)
		}
		conn.Close()
	}
}

func TestTarget(t *testing.T) {
	for _, tt := range []struct{ in, path string }{
		{"/u/a?b=c", "/u/a"}, {"http://localhost/u/a%20?x", "/u/a%20"}, {"http://localhost", "/"}, {"//u/a", "//u/a"}, {"*", "*"},
	} {
		if path, _ := target(&http.Request{RequestURI: tt.in}); path != tt.path {
			t.Errorf("target of %q is %q, want %q", tt.in, path, tt.path)
		}
	}
}

func TestRedact(t *testing.T) {
	for _, tt := range []struct{ target, want string }{
		{"/u/" + encode("http://u:secret@h/?a"), "/u/http://u:***@h/?…"},
		{"/u?u=" + encode("http://u:secret@h/"), "/u?u=http://u:***@h/"},
		{"/u/x:y?f.q=secret&f=secret&sort=name", "/u/x:y?f.q=…&f=…&sort=name"},
		{"/u/http%3A%2F%2Fh%2F%3Ftoken%3Dsecret%23x", "/u/http://h/?…"},
		{"/inspect?u=http%3A%2F%2Fh%2F%3Ftoken%3Dsecret&json", "/inspect?u=http://h/?…&json="},
	} {
		path, search := target(httptest.NewRequest("GET", tt.target, nil))
		if got := redact(table(), path, parseQuery(search)); got != tt.want {
			t.Errorf("the log says %q, want %q", got, tt.want)
		}
	}
}
