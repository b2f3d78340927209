package httpclient

import (
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// through returns the proxy at text for every URI.
func through(text string) func(uri.URI) (uri.URI, bool) {
	proxy := uri.MustParse(text)
	return func(uri.URI) (uri.URI, bool) { return proxy, true }
}

const notAllowed = "HTTP/1.1 403 Forbidden\nContent-Type: text/plain\nContent-Length: 5\n\nno.\r\n"

// TestProxyWire: the bytes that a proxy is sent, and that the plan says the
// same. What is sent for https ends with CONNECT, since the proxy refuses.
func TestProxyWire(t *testing.T) {
	const ua, gzip = "User-Agent: Uriel", "Accept-Encoding: gzip, br, zstd"
	tests := []struct {
		name  string
		proxy string
		req   get.Request
		uri   string
		want  []string
		why   string
	}{
		{name: "absolute form", proxy: "http://HOST", uri: "http://Origin.example/a/../b/%7e;x=1//c?q=%41#frag",
			want: []string{"GET http://origin.example/a/../b/%7e;x=1//c?q=%41 HTTP/1.1", "Host: origin.example", ua, gzip}, why: "RFC 9112 3.2.2"},
		{name: "no path", proxy: "http://HOST", uri: "http://origin.example:8080?x",
			want: []string{"GET http://origin.example:8080/?x HTTP/1.1", "Host: origin.example:8080", ua, gzip}, why: "RFC 9110 4.2.3"},
		{name: "empty query, two slashes", proxy: "http://HOST", uri: "http://origin.example//x?",
			want: []string{"GET http://origin.example//x? HTTP/1.1", "Host: origin.example", ua, gzip}, why: "RFC 9112 3.2.2"},
		{name: "address", proxy: "http://HOST", uri: "http://[::1]:8080/",
			want: []string{"GET http://[::1]:8080/ HTTP/1.1", "Host: [::1]:8080", ua, gzip}, why: "RFC 3986 3.2.2"},
		{name: "another Host", proxy: "http://HOST", req: get.Request{Header: http.Header{"Host": {"other.example"}}}, uri: "http://origin.example/",
			want: []string{"GET http://origin.example/ HTTP/1.1", "Host: other.example", ua, gzip}, why: "the target is what was judged"},
		{name: "login", proxy: "http://%C3%BC:p%3Aq@HOST/", uri: "http://origin.example/",
			want: []string{"GET http://origin.example/ HTTP/1.1", "Host: origin.example", ua, gzip, "Proxy-Authorization: Basic w7w6cDpx"}, why: "RFC 9110 11.7.2"},
		{name: "login without a password", proxy: "http://fred@HOST/", uri: "http://origin.example/",
			want: []string{"GET http://origin.example/ HTTP/1.1", "Host: origin.example", ua, gzip, "Proxy-Authorization: Basic ZnJlZDo="}, why: "nobody is asked for it"},
		{name: "both logins", proxy: "http://fred:open@HOST", uri: "http://ann:s3cret@origin.example/",
			want: []string{"GET http://origin.example/ HTTP/1.1", "Host: origin.example", ua, gzip, "Authorization: Basic YW5uOnMzY3JldA==", "Proxy-Authorization: Basic ZnJlZDpvcGVu"}, why: "RFC 9110 4.2.4: no userinfo in the target"},
		{name: "own field", proxy: "http://fred:open@HOST", req: get.Request{Header: http.Header{"Proxy-Authorization": {"Bearer t0ken"}}}, uri: "http://origin.example/",
			want: []string{"GET http://origin.example/ HTTP/1.1", "Host: origin.example", ua, gzip, "Proxy-Authorization: Bearer t0ken"}, why: "a field wins over all"},
		{name: "tunnel", proxy: "http://HOST", req: get.Request{Header: http.Header{"User-Agent": {"me"}, "Cookie": {"c4nary"}}}, uri: "https://u:c4nary@Origin.example/a?b",
			want: []string{"CONNECT origin.example:443 HTTP/1.1", "Host: origin.example:443", "User-Agent: me"}, why: "RFC 9110 9.3.6; the rest is for the origin"},
		{name: "tunnel to an address", proxy: "http://fred:open@HOST", uri: "https://[::1]:8443/",
			want: []string{"CONNECT [::1]:8443 HTTP/1.1", "Host: [::1]:8443", ua, "Proxy-Authorization: Basic ZnJlZDpvcGVu"}, why: "RFC 9112 3.2.3"},
		{name: "tunnel with own field", proxy: "http://HOST", req: get.Request{Header: http.Header{"Proxy-Authorization": {"Bearer t0ken"}}}, uri: "https://origin.example/",
			want: []string{"CONNECT origin.example:443 HTTP/1.1", "Host: origin.example:443", ua, "Proxy-Authorization: Bearer t0ken"}, why: "it is for the proxy"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, notAllowed)
			c := newClient(t, get.Env{Proxy: through(s.at(tt.proxy).String())})
			tt.req.URI = uri.MustParse(tt.uri)
			plan, err := c.Plan(&tt.req)
			if err != nil {
				t.Fatal(err)
			}
			want := s.lines(tt.want...)
			if plan[0] != (get.Step{Act: get.Connect, Text: s.addr()}) || masked(want) != plan[1].Text {
				t.Errorf("planned %q, want to send %q to the proxy", plan, masked(want))
			}
			if secure := tt.req.URI.Scheme() == "https"; secure != (len(plan) == 4) || secure && (plan[2].Act != get.TLS || strings.Contains(plan[3].Text, "Proxy-")) {
				t.Errorf("planned %q", plan)
			}
			_, err = c.Get(t.Context(), &tt.req)
			e, ok := errors.AsType[*get.Error](err)
			if !ok || !strings.Contains(e.Server, "403 Forbidden") {
				t.Errorf("error %v, want the proxy's 403", err)
			}
			e.Close()
			if diff := cmp.Diff([]string{want}, s.requests()); diff != "" {
				t.Errorf("sent (-want +got; %s):\n%s", tt.why, diff)
			}
		})
	}
}

// TestProxyRefuses: what sort of failure it is, and that it tells no secret.
func TestProxyRefuses(t *testing.T) {
	const wantsLogin = "HTTP/1.1 407 Proxy Authentication Required\nProxy-Authenticate: Basic realm=\"x\"\nContent-Type: text/plain\nContent-Length: 4\n\nwho?"
	tests := []struct {
		name, proxy, reply, uri string
		kind                    get.Kind
		text, server            string
	}{
		{"forbidden", "http://HOST", notAllowed, "https://origin.example/", get.Network, "does not connect to origin.example:443", "403 Forbidden: no."},
		{"not reached", "http://HOST", "HTTP/1.1 502\n\n", "https://origin.example/", get.Network, "does not connect", "502"},
		{"a page", "http://HOST", "HTTP/1.1 302 Found\nLocation: http://evil.example/\nContent-Length: 0\n\n", "https://origin.example/", get.Network, "does not connect", "302 Found"},
		{"tunnel wants a login", "http://HOST", wantsLogin, "https://origin.example/", get.Auth, "-x http://name:password@HOST", "407 Proxy Authentication Required: who?"},
		{"tunnel wants another", "http://fred:s3cret@HOST", wantsLogin, "https://origin.example/", get.Auth, "the login that was sent to the proxy HOST is not accepted", "407 Proxy Authentication Required: who?"},
		{"wants a login", "http://HOST", wantsLogin, "http://origin.example/", get.Auth, "-x http://name:password@HOST", "407 Proxy Authentication Required: who?"},
		{"wants another", "http://fred:s3cret@HOST", wantsLogin, "http://origin.example/", get.Auth, "is not accepted", "407 Proxy Authentication Required: who?"},
		{"not HTTP", "http://HOST", "3no such selector\n\n", "https://origin.example/", get.Protocol, "malformed", ""},
		{"nothing", "http://HOST", "HTTP/1.1 200 OK\nX", "https://origin.example/", get.Protocol, "malformed", ""},
		{"huge header", "http://HOST", "HTTP/1.1 200 OK\nX: " + strings.Repeat("x", 2<<20), "https://origin.example/", get.Limit, "limit of 1048576 bytes", ""},
		{"SOCKS", "socks5://u:s3cret@HOST", ok, "http://origin.example/", get.Unsupported, "socks5://u:***@HOST", ""},
		{"over TLS", "https://HOST", ok, "http://origin.example/", get.Unsupported, "https://HOST", ""},
		{"line end in the login", "http://u%0D%0A:s3cret@HOST", ok, "http://origin.example/", get.Invalid, "RFC 7617", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.reply)
			c := newClient(t, get.Env{Proxy: through(s.at(tt.proxy).String())})
			u := uri.MustParse(tt.uri)
			_, err := c.Get(t.Context(), &get.Request{URI: u})
			e := wantError(t, err, tt.kind)
			text := strings.ReplaceAll(tt.text, "HOST", s.addr())
			if e.URI != u || !strings.Contains(e.Error(), text) || strings.Contains(e.Error(), "s3cret") || e.Server != tt.server {
				t.Errorf("error %q, server %q; want %q in it and %q", e, e.Server, text, tt.server)
			}
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ln.Close()
		c := newClient(t, get.Env{Proxy: through("http://" + ln.Addr().String())})
		_, err = c.Get(t.Context(), &get.Request{URI: uri.MustParse("http://origin.example/")})
		if e := wantError(t, err, get.Network); !strings.Contains(e.Error(), "proxy "+ln.Addr().String()) {
			t.Errorf("error %q does not name the proxy", e)
		}
	})
}

// TestProxyDigest: Digest hashes what the origin sees of the target, not what
// the proxy is asked for (RFC 7616, section 3.4: the request that is
// authenticated).
func TestProxyDigest(t *testing.T) {
	s := serve(t, wantsDigest, ok)
	c := newClient(t, get.Env{Proxy: through(s.at("http://p:q@HOST").String())})
	if got := read(c.Get(t.Context(), &get.Request{URI: uri.MustParse("http://fred:open@origin.example/a/../b?c")})); got != "yes" {
		t.Fatal(got)
	}
	last := s.requests()[1]
	for _, want := range []string{"GET http://origin.example/a/../b?c HTTP/1.1\r\n", `, uri="/a/../b?c", `, "\r\nProxy-Authorization: Basic cDpx\r\n"} {
		if !strings.Contains(last, want) {
			t.Errorf("%q is missing in %q", want, last)
		}
	}
}
