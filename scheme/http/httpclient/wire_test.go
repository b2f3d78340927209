package httpclient

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// TestWire: the bytes that are sent, and that the plan says the same.
func TestWire(t *testing.T) {
	const ua, gzip, identity = "User-Agent: Uriel", "Accept-Encoding: gzip, br, zstd", "Accept-Encoding: identity"
	tests := []struct {
		name string
		req  get.Request
		uri  string
		want []string
		body string
		why  string
	}{
		{name: "plain", uri: "http://HOST/a/../b/%7E;x=1//c",
			want: []string{"GET /a/../b/%7E;x=1//c HTTP/1.1", "Host: HOST", ua, gzip}, why: "draft-ietf-uri-url-03 2.2: the path is passed transparently"},
		{name: "no path", uri: "http://HOST", want: []string{"GET / HTTP/1.1", "Host: HOST", ua, gzip}, why: "RFC 9112 3.2.1"},
		{name: "search without a path", uri: "http://HOST?x", want: []string{"GET /?x HTTP/1.1", "Host: HOST", ua, gzip}, why: "RFC 9112 3.2.1"},
		{name: "empty query", uri: "http://HOST/?", want: []string{"GET /? HTTP/1.1", "Host: HOST", ua, gzip}, why: "RFC 3986 6.2.3"},
		{name: "fragment", uri: "http://HOST/p?q=1#frag", want: []string{"GET /p?q=1 HTTP/1.1", "Host: HOST", ua, gzip}, why: "RFC 9110 7.1"},
		{name: "two slashes", uri: "http://HOST//evil.test/x", want: []string{"GET //evil.test/x HTTP/1.1", "Host: HOST", ua, gzip}, why: "RFC 9112 3.2.1: origin-form"},
		{name: "userinfo", uri: "HTTP://fred:fredpassword@HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, gzip, "Authorization: Basic ZnJlZDpmcmVkcGFzc3dvcmQ="}, why: "RFC 7617 2"},
		{name: "escapes in userinfo", uri: "http://%C3%BC:p%3Aq@HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, gzip, "Authorization: Basic w7w6cDpx"}, why: "RFC 7617 2.1: UTF-8"},
		{name: "empty password", uri: "http://fred:@HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, gzip, "Authorization: Basic ZnJlZDo="}, why: "RFC 7617 2: it may be empty"},
		{name: "name alone", uri: "http://fred@HOST/", want: []string{"GET / HTTP/1.1", "Host: HOST", ua, gzip}, why: "nothing to send until there is a password"},
		{name: "login of the request", req: get.Request{User: "ann", Password: "s3cret"}, uri: "http://fred:x@HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, gzip, "Authorization: Basic YW5uOnMzY3JldA=="}, why: "it wins over the URI's"},
		{name: "own field", req: get.Request{User: "ann", Password: "s3cret", Header: http.Header{"Authorization": {"Bearer t0ken"}}}, uri: "http://HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, gzip, "Authorization: Bearer t0ken"}, why: "a field wins over all"},
		{name: "head", req: get.Request{Method: "HEAD"}, uri: "http://HOST/", want: []string{"HEAD / HTTP/1.1", "Host: HOST", ua, identity}, why: "the length is that of the object"},
		{name: "post", req: get.Request{Body: []byte("a=b"), Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}}, uri: "http://HOST/form",
			want: []string{"POST /form HTTP/1.1", "Host: HOST", ua, "Content-Length: 3", gzip, "Content-Type: application/x-www-form-urlencoded"}, body: "a=b", why: "RFC 9110 9.3.3"},
		{name: "post of nothing", req: get.Request{Body: []byte{}}, uri: "http://HOST/form",
			want: []string{"POST /form HTTP/1.1", "Host: HOST", ua, "Content-Length: 0", gzip}, why: "RFC 9110 8.6"},
		{name: "method", req: get.Request{Method: "PROPFIND"}, uri: "http://HOST/", want: []string{"PROPFIND / HTTP/1.1", "Host: HOST", ua, gzip}, why: "RFC 9110 9.1"},
		{name: "accept", req: get.Request{Accept: []string{"text/markdown", "text/html", "*/*"}}, uri: "http://HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, "Accept: text/markdown, text/html;q=0.9, */*;q=0.8", gzip}, why: "RFC 9110 12.5.1"},
		{name: "range", req: get.Request{Range: &get.Range{First: 2, Last: 5}}, uri: "http://HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, identity, "Range: bytes=2-5"}, why: "RFC 9110 14.1.2"},
		{name: "range from", req: get.Request{Range: &get.Range{First: 2, Last: -1}}, uri: "http://HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, identity, "Range: bytes=2-"}, why: "RFC 9110 14.1.2"},
		{name: "last bytes", req: get.Request{Range: &get.Range{First: -1, Last: 3}}, uri: "http://HOST/",
			want: []string{"GET / HTTP/1.1", "Host: HOST", ua, identity, "Range: bytes=-3"}, why: "RFC 9110 14.1.2"},
		{name: "fields", req: get.Request{Header: http.Header{"User-Agent": {"me"}, "Host": {"other.test"}, "X": {"1", "2"}, "Accept": {"a/b"}}, Accept: []string{"c/d"}}, uri: "http://HOST/",
			want: []string{"GET / HTTP/1.1", "Host: other.test", "User-Agent: me", "Accept: a/b", gzip, "X: 1", "X: 2"}, why: "the user's fields win"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			reply := ok
			if tt.req.Method == "HEAD" {
				reply = strings.TrimSuffix(ok, "yes")
			}
			s := serve(t, reply)
			c := newClient(t, get.Env{})
			tt.req.URI = s.at(tt.uri)
			planned := planned(t, c, &tt.req)
			res, err := c.Get(t.Context(), &tt.req)
			if err != nil {
				t.Fatal(err)
			}
			res.Close()
			want := s.lines(tt.want...) + tt.body
			if diff := cmp.Diff([]string{want}, s.requests()); diff != "" {
				t.Errorf("sent (-want +got; %s):\n%s", tt.why, diff)
			}
			if diff := cmp.Diff(masked(want), planned); diff != "" {
				t.Errorf("planned (-want +got):\n%s", diff)
			}
		})
	}
}

func planned(t *testing.T, c *get.Client, req *get.Request) string {
	t.Helper()
	plan, err := c.Plan(req)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan) != 2 || plan[0].Act != get.Connect || plan[1].Act != get.Send {
		t.Fatalf("the plan is %v", plan)
	}
	return plan[1].Text
}

var credentials = regexp.MustCompile(`(\r\n(?:Proxy-)?Authorization: \w+) [^\r]*`)

// masked writes a request with *** for its credentials.
func masked(request string) string { return credentials.ReplaceAllString(request, "$1 ***") }

// TestEveryOctet sends each octet that a path or query may hold, bare where the
// grammar allows it and escaped, in either case.
func TestEveryOctet(t *testing.T) {
	var paths, queries []string
	for c := range 256 {
		const lower, upper = "0123456789abcdef", "0123456789ABCDEF"
		forms := []string{"%" + lower[c>>4:c>>4+1] + lower[c&15:c&15+1], "%" + upper[c>>4:c>>4+1] + upper[c&15:c&15+1]}
		for _, s := range append(forms, string(rune(c))) {
			if u, err := uri.Parse("http://h/" + s); err == nil && u.Path() == "/"+s {
				paths = append(paths, s)
			}
			if u, err := uri.Parse("http://h/?" + s); err == nil && u.Query() == s {
				queries = append(queries, s)
			}
		}
	}
	if len(paths) < 512 || len(queries) <= len(paths) {
		t.Fatalf("%d paths and %d queries: the table is not made well", len(paths), len(queries))
	}
	targets := []string{"/" + strings.Join(paths, "") + "?" + strings.Join(queries, "")}
	for _, p := range paths {
		targets = append(targets, "/"+p, "//"+p, "/"+p+"/", "/a/"+p+"/../.")
	}
	h := New(get.Env{})
	for _, target := range targets {
		plan, err := h.Plan(&get.Request{URI: uri.MustParse("http://h" + target)})
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(plan[1].Text, "\r\n")
		if want := "GET " + target + " HTTP/1.1"; line != want {
			t.Errorf("request line %q, want %q", line, want)
		}
	}
	s := serve(t, ok) // and the longest over a wire
	if got := read(newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: s.at("http://HOST" + targets[0])})); got != "yes" {
		t.Fatal(got)
	}
	if line, _, _ := strings.Cut(s.requests()[0], "\r\n"); line != "GET "+targets[0]+" HTTP/1.1" {
		t.Errorf("request line %q", line)
	}
}

// TestPlan: where a request goes, and under which names.
func TestPlan(t *testing.T) {
	tests := []struct{ uri, connect, tls, host, why string }{
		{"http://Example.COM", "example.com:80", "", "example.com", "RFC 9110 4.2.3: the host in lower case"},
		{"http://example.com:/", "example.com:80", "", "example.com", "RFC 9110 4.2.1: an empty port"},
		{"http://example.com:080/", "example.com:80", "", "example.com", "RFC 9110 7.2: no default port in Host"},
		{"http://example.com:8080/", "example.com:8080", "", "example.com:8080", "RFC 9110 7.2"},
		{"http://example.com:443/", "example.com:443", "", "example.com:443", "443 is not the default of http"},
		{"https://example.com/", "example.com:443", "example.com", "example.com", "RFC 9110 4.2.2"},
		{"https://u:p@example.com:443/", "example.com:443", "example.com", "example.com", "RFC 9110 4.2.4: no userinfo in Host"},
		{"http://[2001:DB8::1]/", "[2001:db8::1]:80", "", "[2001:db8::1]", "RFC 5952"},
		{"https://[::1]:8443/", "[::1]:8443", "::1", "[::1]:8443", "RFC 9110 7.2"},
		{"http://b%C3%BCcher.example/", "xn--bcher-kva.example:80", "", "xn--bcher-kva.example", "RFC 3986 3.2.2: UTF-8, then IDNA"},
		{"http://h%6Fst/", "host:80", "", "host", "RFC 3986 6.2.2.2"},
	}
	h := New(get.Env{})
	for _, tt := range tests {
		plan, err := h.Plan(&get.Request{URI: uri.MustParse(tt.uri)})
		if err != nil {
			t.Errorf("%s: %v", tt.uri, err)
			continue
		}
		got := map[get.Act]string{}
		for _, step := range plan {
			got[step.Act] = step.Text
		}
		_, rest, _ := strings.Cut(got[get.Send], "\r\nHost: ")
		host, _, _ := strings.Cut(rest, "\r\n")
		if got[get.Connect] != tt.connect || got[get.TLS] != tt.tls || host != tt.host {
			t.Errorf("%s: connect %q, TLS %q, Host %q; want %q, %q, %q (%s)", tt.uri, got[get.Connect], got[get.TLS], host, tt.connect, tt.tls, tt.host, tt.why)
		}
	}
}

// TestRefused: what Plan and Get refuse before they connect.
func TestRefused(t *testing.T) {
	tests := []struct {
		name string
		req  get.Request
		uri  string
		kind get.Kind
		text string
	}{
		{"no host", get.Request{}, "http:///x", get.Invalid, "host is empty"},
		{"no authority", get.Request{}, "http:x", get.Invalid, "no host is named"},
		{"other scheme", get.Request{}, "ftp://h/", get.Invalid, `"ftp"`},
		{"address of the future", get.Request{}, "http://[v1.a:b]/", get.Invalid, "[v1.a:b]"},
		{"port in an escape", get.Request{}, "http://h%3A81/", get.Invalid, "no domain name"},
		{"slash in an escape", get.Request{}, "http://h%2Fx/", get.Invalid, "no domain name"},
		{"line end in the host", get.Request{}, "http://h%0D%0AX:/", get.Invalid, "no domain name"},
		{"host that is not UTF-8", get.Request{}, "http://%FF/", get.Invalid, "no domain name"},
		{"line end in a user name", get.Request{}, "http://a%0D%0Ab:c@h/", get.Invalid, "RFC 7617"},
		{"NUL in a password", get.Request{}, "http://a:%00@h/", get.Invalid, "RFC 7617"},
		{"line end in a name alone", get.Request{}, "http://a%0A@h/", get.Invalid, "RFC 7617"},
		{"colon in a user name", get.Request{}, "http://a%3Ab:c@h/", get.Invalid, "colon"},
		{"line end in a field", get.Request{Header: http.Header{"X": {"a\r\nEvil: 1"}}}, "http://h/", get.Invalid, `field "X"`},
		{"line end in the name of a field", get.Request{Header: http.Header{"X\r\nY": {"a"}}}, "http://h/", get.Invalid, `field "X\r\nY"`},
		{"bad Host", get.Request{Header: http.Header{"Host": {"a b"}}}, "http://h/", get.Invalid, `"a b"`},
		{"bad method", get.Request{Method: "GET /x"}, "http://h/", get.Invalid, "method"},
		{"CONNECT", get.Request{Method: "CONNECT"}, "http://h/", get.Unsupported, "tunnel"},
		{"backward range", get.Request{Range: &get.Range{First: 5, Last: 2}}, "http://h/", get.Invalid, "range"},
		{"range of no bytes", get.Request{Range: &get.Range{First: -1, Last: 0}}, "http://h/", get.Invalid, "range"},
	}
	h := New(get.Env{}) // whose policy would dial nothing
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.URI = uri.MustParse(tt.uri)
			_, planErr := h.Plan(&tt.req)
			_, err := h.Get(t.Context(), &tt.req)
			e := wantError(t, err, tt.kind)
			if !strings.Contains(e.Error(), tt.text) {
				t.Errorf("error %q, want %q in it", e, tt.text)
			}
			if planErr == nil || planErr.Error() != err.Error() {
				t.Errorf("the plan says %v, Get %v", planErr, err)
			}
		})
	}
}

// FuzzTarget: the request line of any URI is its path and query, and the
// request has no more lines than fields.
func FuzzTarget(f *testing.F) {
	for _, s := range []string{"http://h", "https://h//a?b", "http://u:p@h:81/%0d%0a?%00#f", "http://h?", "http://h/*", "http://[::1]/"} {
		f.Add(s)
	}
	h := New(get.Env{})
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			t.Skip("no input of this target")
		}
		plan, err := h.Plan(&get.Request{URI: u})
		if err != nil {
			return
		}
		want := u.Path()
		if want == "" {
			want = "/"
		}
		if u.HasQuery() {
			want += "?" + u.Query()
		}
		request := plan[len(plan)-1].Text
		line, rest, _ := strings.Cut(request, "\r\n")
		if line != "GET "+want+" HTTP/1.1" {
			t.Errorf("%q: request line %q", s, line)
		}
		lines := 4
		if strings.Contains(rest, "\r\nAuthorization: Basic ***\r\n") {
			lines++
		}
		if strings.Count(rest, "\n") != lines || strings.Count(rest, "\r") != lines || strings.Contains(request, "\x00") {
			t.Errorf("%q: %q", s, request)
		}
	})
}
