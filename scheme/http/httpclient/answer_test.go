package httpclient

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/uri"
)

func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

// TestObject: what is told of an object, and what is read of it.
func TestObject(t *testing.T) {
	const head = "HTTP/1.1 200 OK\n"
	rose := strings.Repeat("a rose is a rose ", 100)
	gz := head + "Content-Type: text/plain\nContent-Encoding: gzip\n"
	length := func(s string) string { return fmt.Sprintf("Content-Length: %d\n\n%s", len(s), s) }
	type object struct {
		MediaType string
		Length    int64
		Name      string
		Text      string
		Notes     []string
	}
	tests := []struct {
		name  string
		req   get.Request
		path  string
		reply string
		want  object
		why   string
	}{
		{name: "plain", path: "/a/b.txt", reply: ok, want: object{"text/plain", 3, "b.txt", "yes", nil}},
		{name: "no length", path: "/", reply: head + "Content-Type: text/html;charset=UTF-8\n\nabc", want: object{"text/html; charset=UTF-8", -1, "", "abc", nil}, why: "RFC 9112 6.3: until it closes"},
		{name: "chunked", path: "/", reply: head + "Content-Type: text/plain\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\n\r\n", want: object{"text/plain", -1, "", "abc", nil}, why: "RFC 9112 7.1"},
		{name: "no type", path: "/x", reply: head + "\n<html><p>x", want: object{"text/html; charset=utf-8", -1, "x", "<html><p>x", []string{"the server gives no media type: text/html; charset=utf-8 is a guess"}}, why: "RFC 9110 8.3"},
		{name: "rubbish for a type", path: "/x", reply: head + "Content-Type: ;;\n\n\x89PNG\r\n\x1a\n", want: object{"image/png", -1, "x", "\x89PNG\r\n\x1a\n", []string{"the server gives no media type: image/png is a guess"}}, why: "RFC 9110 8.3"},
		{name: "a type without a slash", path: "/x", reply: head + "Content-Type: text\n\nabc", want: object{"text/plain; charset=utf-8", -1, "x", "abc", []string{"the server gives no media type: text/plain; charset=utf-8 is a guess"}}, why: "RFC 9110 8.3.1"},
		{name: "rubbish for a parameter", path: "/x", reply: head + "Content-Type: text/html; charset\n\nabc", want: object{"text/html", -1, "x", "abc", nil}, why: "RFC 9110 8.3.1"},
		{name: "much without a type", path: "/", reply: head + "\n" + rose, want: object{"text/plain; charset=utf-8", -1, "", rose, []string{"the server gives no media type: text/plain; charset=utf-8 is a guess"}}, why: "more than is looked at"},
		{name: "gzip", path: "/", reply: gz + length(packed(rose)), want: object{"text/plain", -1, "", rose, nil}, why: "RFC 9110 8.4.1.3"},
		{name: "x-gzip without a type", path: "/", reply: head + "Content-Encoding: X-GZIP\n\n" + packed("<html>"), want: object{"text/html; charset=utf-8", -1, "", "<html>", []string{"the server gives no media type: text/html; charset=utf-8 is a guess"}}, why: "what is inside is looked at"},
		{name: "gzip of nothing", path: "/", reply: gz + length(""), want: object{"text/plain", -1, "", "", nil}, why: "no content is no error"},
		{name: "gzip that the user asked for", req: get.Request{Header: http.Header{"Accept-Encoding": {"gzip"}}}, path: "/", reply: gz + length(packed("a")), want: object{"text/plain", int64(len(packed("a"))), "", packed("a"), []string{`left in the encoding "gzip" in which it came`}}, why: "then he wants it"},
		{name: "another encoding", path: "/", reply: head + "Content-Type: text/plain\nContent-Encoding: deflate\n" + length("??"), want: object{"text/plain", 2, "", "??", []string{`left in the encoding "deflate" in which it came`}}, why: "nobody asked for it"},
		{name: "head", req: get.Request{Method: "HEAD"}, path: "/", reply: head + "Content-Type: text/plain\nContent-Length: 3\n\n", want: object{"text/plain", 3, "", "", nil}, why: "RFC 9110 9.3.2"},
		{name: "head without a type", req: get.Request{Method: "HEAD"}, path: "/", reply: head + "Content-Length: 3\n\n", want: object{"application/octet-stream", 3, "", "", []string{"the server gives no media type: application/octet-stream is a guess"}}, why: "RFC 9110 8.3: there is nothing to look at"},
		{name: "part", req: get.Request{Range: &get.Range{First: 2, Last: 4}}, path: "/", reply: "HTTP/1.1 206 Partial Content\nContent-Range: bytes 2-4/10\nContent-Type: text/plain\n" + length("234"), want: object{"text/plain", 3, "", "234", nil}, why: "RFC 9110 15.3.7"},
		{name: "another part", req: get.Request{Range: &get.Range{First: 3, Last: 4}}, path: "/", reply: "HTTP/1.1 206 Partial Content\nContent-Range: bytes 2-4/10\nContent-Type: text/plain\n" + length("234"), want: object{"text/plain", 3, "", "234", []string{"not the part that was asked for: bytes 2-4/10"}}, why: "RFC 9110 15.3.7: a server may send more"},
		{name: "no part", req: get.Request{Range: &get.Range{First: 2, Last: 4}}, path: "/", reply: ok, want: object{"text/plain", 3, "", "yes", []string{"the server ignored the range that was asked for"}}, why: "RFC 9110 14.2"},
		{name: "no content", path: "/", reply: "HTTP/1.1 204 No Content\nContent-Type: a/b\n\n", want: object{"a/b", 0, "", "", nil}, why: "RFC 9110 15.3.5"},
		{name: "choices without a preferred one", path: "/", reply: "HTTP/1.1 300 Multiple Choices\nContent-Type: text/plain\n\nlist", want: object{"text/plain", -1, "", "list", []string{"the status is 300 Multiple Choices, without a Location that could be followed"}}, why: "RFC 9110 15.4.1"},
		{name: "not modified", path: "/", reply: "HTTP/1.1 304 Not Modified\nContent-Type: text/plain\n\n", want: object{"text/plain", 0, "", "", []string{"the status is 304 Not Modified, without a Location that could be followed"}}, why: "RFC 9110 15.4.5"},
		{name: "name of the server", path: "/x", reply: head + "Content-Type: text/plain\nContent-Disposition: attachment; filename*=UTF-8''%c3%a9.txt\n\n", want: object{"text/plain", -1, "é.txt", "", nil}, why: "RFC 6266 4.3"},
		{name: "name that leads elsewhere", path: "/x", reply: head + "Content-Type: text/plain\nContent-Disposition: attachment; filename=\"../..\\\\etc/passwd\"\n\n", want: object{"text/plain", -1, "passwd", "", nil}, why: "RFC 6266 4.3: path segments are to be dropped"},
		{name: "no name at all", path: "/x", reply: head + "Content-Type: text/plain\nContent-Disposition: attachment; filename=\"..\"\n\n", want: object{"text/plain", -1, "x", "", nil}, why: "RFC 6266 4.3"},
		{name: "escapes in a name", path: "/a%2F..%2Fb%20c", reply: head + "Content-Type: text/plain\n\n", want: object{"text/plain", -1, "b c", "", nil}, why: "an encoded slash leads nowhere either"},
		{name: "line end in a name", path: "/a%0Ab", reply: head + "Content-Type: text/plain\n\n", want: object{"text/plain", -1, "", "", nil}, why: "a control character is in no name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.reply)
			tt.req.URI = s.at("http://HOST" + tt.path)
			res, err := newClient(t, get.Env{}).Get(t.Context(), &tt.req)
			if err != nil {
				t.Fatal(err)
			}
			o, isObject := res.Answer.(*get.Object)
			if !isObject || res.URI != tt.req.URI {
				t.Fatalf("the answer is a %s at %s", res.Kind(), res.URI)
			}
			got := object{o.MediaType, o.Length, o.Name, read(res, nil), res.Notes}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("object (-want +got; %s):\n%s", tt.why, diff)
			}
		})
	}
}

// TestMeta: the fields come by name, after status and version.
func TestMeta(t *testing.T) {
	s := serve(t, "HTTP/1.1 200 Fine\nX-B: 2\nlast-modified: Sun, 06 Nov 1994 08:49:37 GMT\nX-B: 1\nX-A: 3\nContent-Type: a/b\nContent-Length: 0\n\n")
	res, err := newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: s.at("http://HOST/")})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	want := []get.Meta{
		{Name: ":status", Value: "200 Fine"}, {Name: ":protocol", Value: "HTTP/1.1"}, {Name: "Content-Length", Value: "0"},
		{Name: "Content-Type", Value: "a/b"}, {Name: "Last-Modified", Value: "Sun, 06 Nov 1994 08:49:37 GMT"},
		{Name: "X-A", Value: "3"}, {Name: "X-B", Value: "2"}, {Name: "X-B", Value: "1"},
	}
	if diff := cmp.Diff(want, res.Meta); diff != "" {
		t.Errorf("meta (-want +got):\n%s", diff)
	}
	if got, want := res.Answer.(*get.Object).Modified, time.Date(1994, 11, 6, 8, 49, 37, 0, time.UTC); !got.Equal(want) {
		t.Errorf("modified %v, want %v", got, want)
	}
}

// TestStatus: a status from 400 on is an error, with the page that came along.
func TestStatus(t *testing.T) {
	page := strings.Repeat("a page that explains it all, more than a buffer holds\n", 2000)
	tests := []struct {
		status string
		kind   get.Kind
		text   string
	}{
		{"404 Not Found", get.NotFound, ": there is no such resource"},
		{"410 Gone", get.NotFound, ": there is no such resource"},
		{"400 Bad Request", get.NotFound, ": the server does not want to answer this request"},
		{"403 Forbidden", get.NotFound, ": the server does not want to answer this request"},
		{"407 Proxy Authentication Required", get.Auth, ": the server does not want"},
		{"416 Range Not Satisfiable", get.NotFound, ": the resource has no such part"},
		{"500 Oops", get.NotFound, ": the server cannot answer"},
		{"599", get.NotFound, ": the server cannot answer"},
	}
	for field, want := range map[string]int64{"bytes */11": 11, "bytes 0-1/11": -1, "bytes */x": -1, "": -1} {
		s := serve(t, "HTTP/1.1 416 Range Not Satisfiable\nContent-Range: "+field+"\nContent-Length: 0\n\n")
		_, err := newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: s.at("http://HOST/x")})
		if r, ok := errors.AsType[*get.RangeError](err); !ok || r.Size != want {
			t.Errorf("Content-Range %q: %v, want a size of %d", field, err, want)
		}
	}
	for _, tt := range tests {
		t.Run(tt.status, func(t *testing.T) {
			s := serve(t, "HTTP/1.1 "+tt.status+"\nContent-Type: text/plain\n\n"+page)
			_, err := newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: s.at("http://HOST/x")})
			e := wantError(t, err, tt.kind)
			if !strings.Contains(e.Error(), tt.text) || e.Server != tt.status {
				t.Errorf("error %q, server %q; want %q in it and %q", e, e.Server, tt.text, tt.status)
			}
			if reply, ok := errors.AsType[*textproto.Error](err); !ok || fmt.Sprint(reply.Code) != tt.status[:3] {
				t.Errorf("no code in %v", err)
			}
			if got := read(e.Answer, nil); got != page {
				t.Errorf("the page has %d bytes, want %d: %.80q", len(got), len(page), got)
			}
			if e.Answer.Meta[0].Value != tt.status {
				t.Errorf("meta %v", e.Answer.Meta)
			}
		})
	}
}

func TestResolveLocation(t *testing.T) {
	const base = "http://u:p@h/a/b?c#frag"
	tests := []struct{ base, field, want, why string }{
		{base, "/x", "http://h/x#frag", "RFC 9110 10.2.2: the fragment is inherited; userinfo is not"},
		{base, "x#other", "http://h/a/x#other", "RFC 9110 10.2.2"},
		{base, "x#", "http://h/a/x#", "a fragment that is empty is one"},
		{base, "?q", "http://h/a/b?q#frag", "RFC 3986 5.2"},
		{base, "../../x", "http://h/x#frag", "RFC 3986 5.2.4"},
		{base, "//other/x", "http://other/x#frag", "RFC 3986 5.2.2"},
		{base, "https://v:w@other/", "https://v:w@other/#frag", "it has userinfo of its own"},
		{"http://h/#%41", "x", "http://h/x#%41", "octets of the fragment stay"},
		{base, "/a b/\xc3\xa9?\"<>|", "http://h/a%20b/%C3%A9?%22%3C%3E%7C#frag", "browsers encode it"},
		{base, "/x?a[]=1", "http://h/x?a%5B%5D=1#frag", "brackets of a query"},
		{base, "http://[::1]/[x]", "http://[::1]/%5Bx%5D#frag", "brackets of an address stay"},
		{base, "//[::1]?[", "http://[::1]?%5B#frag", "and without a scheme"},
		{base, `\\evil.test/x`, "http://h/a/%5C%5Cevil.test/x#frag", "a backslash is no slash"},
		{base, `/\evil.test`, "http://h/%5Cevil.test#frag", "a backslash is no slash"},
		{base, "http://b\xc3\xbccher.example/", "http://b%C3%BCcher.example/#frag", "a name in UTF-8"},
		{base, "/%zz", "", "no escape"},
		{base, "http://h:x/", "", "no port"},
		{base, "/a\x01b", "", "a control character"},
		{base, "/a\tb", "", "a control character"},
		{base, "/a#b#c", "", "two fragments"},
	}
	for _, tt := range tests {
		got, err := resolveLocation(uri.MustParse(tt.base), tt.field)
		if got.String() != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: %q, %v; want %q (%s)", tt.field, got, err, tt.want, tt.why)
		}
	}
}

// TestRedirection: Locations, and the request that goes on.
func TestRedirection(t *testing.T) {
	post := get.Request{Body: []byte("a=b"), Header: http.Header{"Content-Type": {"text/plain"}, "X": {"1"}, "Host": {"h"}}}
	put, head := post, get.Request{Method: "HEAD"}
	put.Method = "PUT"
	tests := []struct {
		status string
		req    get.Request
		method string
		body   string
	}{
		{"300 Multiple Choices", get.Request{}, "", ""},
		{"301 Moved Permanently", get.Request{}, "", ""},
		{"301 Moved Permanently", post, "GET", ""},
		{"301 Moved Permanently", put, "PUT", "a=b"},
		{"302 Found", post, "GET", ""},
		{"303 See Other", post, "GET", ""},
		{"303 See Other", put, "GET", ""},
		{"303 See Other", head, "HEAD", ""},
		{"307 Temporary Redirect", post, "", "a=b"},
		{"308 Permanent Redirect", post, "", "a=b"},
	}
	for _, tt := range tests {
		t.Run(tt.status+" "+method(&tt.req), func(t *testing.T) {
			s := serve(t, "HTTP/1.1 "+tt.status+"\nLocation: /next\nContent-Length: 0\n\n")
			h := newClient(t, get.Env{}).Handlers["http"]
			req := tt.req
			req.URI = s.at("http://HOST/")
			res, err := h.Get(named(t, req.URI), &req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Close()
			locations, ok := res.Answer.(*get.Locations)
			if !ok || len(locations.List) != 1 || locations.List[0] != (get.Location{URI: s.at("http://HOST/next"), Note: tt.status}) {
				t.Fatalf("the answer is %+v", res.Answer)
			}
			next := req
			next.URI = locations.List[0].URI
			locations.Request(&next)
			if next.Method != tt.method || string(next.Body) != tt.body {
				t.Errorf("goes on with %q %q, want %q %q", next.Method, next.Body, tt.method, tt.body)
			}
			if tt.body == "" && next.Header.Get("Content-Type") != "" || next.Header.Get("X") != tt.req.Header.Get("X") || next.Header.Get("Host") != tt.req.Header.Get("Host") {
				t.Errorf("goes on with %v", next.Header)
			}
			if tt.req.Header != nil && tt.req.Header.Get("Content-Type") == "" {
				t.Error("the fields of the first request were changed")
			}
		})
	}
}

// TestRedirectElsewhere: a Host of the user's stays with the server that it was
// meant for.
func TestRedirectElsewhere(t *testing.T) {
	other := serve(t, ok)
	s := serve(t, "HTTP/1.1 302 Found\nLocation: http://"+other.addr()+"/x y\nContent-Length: 0\n\n")
	c := newClient(t, get.Env{})
	res, err := c.Get(t.Context(), &get.Request{URI: s.at("http://HOST/#f"), Header: http.Header{"Host": {"virtual.test"}}})
	if err != nil {
		t.Fatal(err)
	}
	if want := other.at("http://HOST/x%20y#f"); res.URI != want {
		t.Errorf("the answer is of %s, want %s", res.URI, want)
	}
	if got := read(res, nil); got != "yes" {
		t.Errorf("answer %q", got)
	}
	want := other.lines("GET /x%20y HTTP/1.1", "Host: HOST", "User-Agent: Uriel", "Accept-Encoding: gzip, br, zstd")
	if diff := cmp.Diff([]string{want}, other.requests()); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

func TestBadLocation(t *testing.T) {
	s := serve(t, "HTTP/1.1 302 Found\nLocation: http://h:port/\nContent-Length: 0\n\n")
	_, err := newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: s.at("http://HOST/")})
	if e := wantError(t, err, get.Protocol); !strings.Contains(e.Error(), `"http://h:port/"`) || e.Server != "302 Found" {
		t.Errorf("error %q does not quote the field", e)
	}
}

// FuzzLocation: whatever a server writes becomes a URI with a scheme or an
// error, and a field that is a path keeps the host.
func FuzzLocation(f *testing.F) {
	for _, s := range []string{"/a b", "//h/[", "x:y", `\\h`, "?a[]=\xff", "http://[::1]:1/#"} {
		f.Add(s)
	}
	base := uri.MustParse("http://u:p@h/a#f")
	f.Fuzz(func(t *testing.T, field string) {
		to, err := resolveLocation(base, field)
		if err == nil && (!to.HasScheme() || !to.HasFragment()) {
			t.Errorf("%q: %q", field, to)
		}
		if to, err := resolveLocation(base, "/x"+field); err == nil && to.Authority() != "h" {
			t.Errorf("%q: %q", "/x"+field, to)
		}
	})
}

func TestOffset(t *testing.T) {
	for field, want := range map[string]int64{"bytes 2-4/10": 2, "Bytes 0-0/*": 0, "bytes */10": 0, "": 0, "items 3-4/9": 0, "bytes -1-2/3": 0, "bytes 99999999999999999999-1/2": 0} {
		if got := offset(field); got != want {
			t.Errorf("offset(%q) = %d, want %d", field, got, want)
		}
	}
}
