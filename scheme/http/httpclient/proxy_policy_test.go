package httpclient

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// TestProxyRedirect: a page behind a proxy leads to nothing private, neither
// through the proxy nor past it, and what logs in to the proxy goes nowhere
// else.
func TestProxyRedirect(t *testing.T) {
	secret := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprintf(w, "secret %d", len(r.Header["Proxy-Authorization"]))
	}))
	defer secret.Close()
	away := "HTTP/1.1 302 Found\nLocation: " + secret.URL + "\nContent-Length: 0\nConnection: close\n\n"
	for _, past := range []bool{false, true} {
		s := serve(t, away, ok)
		env := get.Env{Proxy: func(u uri.URI) (uri.URI, bool) {
			return s.at("http://fred:s3cret@HOST"), !past || u.Host() == "origin.example"
		}}
		c := newClient(t, env)
		req := &get.Request{URI: uri.MustParse("http://origin.example/")}
		_, err := c.Get(t.Context(), req)
		e := wantError(t, err, get.Denied)
		if refusal, ok := errors.AsType[*policy.Refusal](err); !ok || refusal.Code != policy.CodeAddress || len(s.requests()) != 1 {
			t.Errorf("past the proxy %v: error %q, and the proxy was asked %q", past, e, s.requests())
		}
		if past { // loosened, it is let there, without what is for the proxy
			env.Policy = c.Policy.AllowPrivate()
			h := New(env)
			defer h.(io.Closer).Close()
			if got := read(h.Get(t.Context(), &get.Request{URI: uri.MustParse(secret.URL)})); got != "secret 0" {
				t.Errorf("the server answers %q", got)
			}
		}
	}
}

// TestProxyPool: connections to a proxy are kept, but serve no request that is
// not to go through it: that would be a way past the policy.
func TestProxyPool(t *testing.T) {
	conns := map[string]bool{}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conns[r.RemoteAddr] = true
		io.WriteString(w, "yes")
	}))
	defer proxy.Close()
	used := true
	c := newClient(t, get.Env{Proxy: func(uri.URI) (uri.URI, bool) { return uri.MustParse(proxy.URL), used }})
	u := uri.MustParse(proxy.URL)
	h := c.Handlers["http"]
	for range 2 {
		if got := read(h.Get(named(t, u), &get.Request{URI: u})); got != "yes" {
			t.Fatal(got)
		}
	}
	if len(conns) != 1 {
		t.Errorf("%d connections for two requests, want 1", len(conns))
	}
	used = false
	_, err := h.Get(t.Context(), &get.Request{URI: u})
	wantError(t, err, get.Denied)
}

// TestProxyGateway: a policy that must judge addresses lets no proxy be used.
func TestProxyGateway(t *testing.T) {
	s := serve(t, ok)
	h := New(get.Env{Policy: policy.Gateway(table).AllowPrivate(), Proxy: through(s.at("http://HOST").String())})
	req := &get.Request{URI: uri.MustParse("http://origin.example/")}
	_, err := h.Get(t.Context(), req)
	wantError(t, err, get.Denied)
	_, err = h.Plan(req)
	wantError(t, err, get.Denied)
	if len(s.requests()) > 0 {
		t.Errorf("the proxy was asked: %q", s.requests())
	}
}
