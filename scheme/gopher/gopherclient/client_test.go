package gopherclient

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
	"uriel.dev/scheme/gopher/gophertest"
	"uriel.dev/uri"
)

func env() get.Env {
	return get.Env{Policy: policy.CLI(scheme.NewTable(gopher.Schemes(), nil)).AllowPrivate()}
}

// hear plays the server of a dialogue: "> " is what must be sent, "< " what is
// received then, each with Go's escapes and nothing added.
func hear(t *testing.T, dialogue string) *gophertest.Server {
	t.Helper()
	var sent, received strings.Builder
	for line := range strings.Lines(strings.TrimSpace(dialogue)) {
		to := map[string]*strings.Builder{"> ": &sent, "< ": &received}[line[:2]]
		if to == nil {
			t.Fatalf("bad line of a dialogue: %q", line)
		}
		to.WriteString(unescape(t, strings.TrimSuffix(line[2:], "\n")))
	}
	s := gophertest.Serve(t, func(string) string { return received.String() })
	t.Cleanup(func() {
		if got := strings.Join(s.Requests(), ""); got != sent.String() {
			t.Errorf("sent %q, want %q", got, sent.String())
		}
	})
	return s
}

// describe says all of an answer or error in lines.
func describe(t *testing.T, res *get.Response, err error) string {
	t.Helper()
	if err != nil {
		e, ok := errors.AsType[*get.Error](err)
		if !ok {
			t.Fatalf("error %v of type %T", err, err)
		}
		return fmt.Sprintf("error %s %q\n", e.Kind, e.Server)
	}
	defer res.Close()
	var b strings.Builder
	switch a := res.Answer.(type) {
	case *get.Object:
		body, err := io.ReadAll(a.Body)
		if err != nil {
			t.Errorf("read: %v", err)
		}
		fmt.Fprintf(&b, "object %s %q\n%q\n", a.MediaType, a.Name, body)
	case *get.Listing:
		for e, err := range a.Entries {
			if err != nil {
				t.Errorf("read: %v", err)
			}
			fmt.Fprintf(&b, "%s %q %s\n", e.Kind, e.Name, e.URI)
		}
	case *get.Locations:
		fmt.Fprintf(&b, "location %s\n", a.List[0].URI)
	case *get.Session:
		fmt.Fprintf(&b, "session %+v\n", *a)
	case *get.Form:
		fmt.Fprintf(&b, "form %q %+v\n", a.Title, a.Fields)
	}
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "note %s\n", n)
	}
	return b.String()
}

func TestDialogues(t *testing.T) {
	for _, x := range []struct{ name, path, dialogue, want, why string }{
		{"menu of the University of Minnesota", "", `
> \r\n
< 0form\t0/form\tlocalhost\t7070\t?\r\n0paper\t0/paper\tlocalhost\t7070\t+\r\nIpic\t9/pic\tlocalhost\t7070\t+\r\n
< 0readme\t0/readme\tlocalhost\t7070\t+\r\n1sub\t1/sub\tlocalhost\t7070\t+\r\n3(NULL)\t0/readme.txt\tlocalhost\t7070\t+\r\n.\r\n`, `
form "form" gopher://localhost:7070/00/form%09%09%3F
text "paper" gopher://localhost:7070/00/paper%09%09+
image "pic" gopher://localhost:7070/I9/pic%09%09+
text "readme" gopher://localhost:7070/00/readme%09%09+
menu "sub" gopher://localhost:7070/11/sub%09%09+
error "(NULL)" 
`, "gopherd 2.3 pl0"},
		{"submenu of the same", "/11/sub", `
> 1/sub\r\n
< 0deep\t0/sub/deep\tlocalhost\t7070\t+\r\n.\r\n`, `
text "deep" gopher://localhost:7070/00/sub/deep%09%09+
`, "gopherd 2.3 pl0"},
		{"text of the same", "/00/readme.txt", `
> 0/readme.txt\r\n
< Hello from the UMN gopher.\r\n.A line that begins with a dot.\r\n..\r\nLast line.\r\n.\r\n`, `
object text/plain; charset=utf-8 "readme.txt"
"Hello from the UMN gopher.\r\n.A line that begins with a dot.\r\n.\r\nLast line.\r\n"
`, "gopherd 2.3 pl0 doubles only the dot of a line of one"},
		{"image of the same", "/I9/pic", `
> 9/pic\r\n
< GIF89a\x01\x02`, `
object image/gif "pic"
"GIF89a\x01\x02"
`, "gopherd 2.3 pl0: no end, the suffix is missing"},
		{"form of the same, run without answers", "/00/form", `
> 0/form\r\n
< /srv/form: 2: [: -lt: argument expected\nname= pw= select= colour=\r\n.\r\n`, `
object text/plain; charset=utf-8 "form"
"/srv/form: 2: [: -lt: argument expected\nname= pw= select= colour=\r\n"
`, "gopherd 2.3 pl0: LF and CR LF in one reply"},
		{"missing text of the same", "/00/nosuch", `
> 0/nosuch\r\n
< 0'/nosuch' does not exist!!\t\terror.host\t1\r\n.\r\n`, `
error not-found "'/nosuch' does not exist!!"
`, "gopherd 2.3 pl0: an item of type 0 at error.host"},
		{"missing menu of the same", "/1/../../etc/passwd", `
> /../../etc/passwd\r\n
< 0'/../../etc/passwd' does not exist\t\terror.host\t1\r\n.\r\n`, `
error not-found "'/../../etc/passwd' does not exist"
`, "gopherd 2.3 pl0"},
		{"missing binary of pygopherd", "/9/nowhere", `
> /nowhere\r\n
< 3'/nowhere' does not exist\t\terror.host\t1\r\n`, `
error not-found "'/nowhere' does not exist"
`, "RFC 1436 3.8: type 3"},
		{"missing menu of gophernicus", "/1/nowhere/", `
> /nowhere/\r\n
< 3Error: File or directory not found!\tTITLE\tnull.host\t1\r\ni____\tTITLE\tnull.host\t1\r\ni   Gophernicus\tTITLE\tnull.host\t1\r\n.\r\n`, `
error not-found "Error: File or directory not found!"
`, "lines of information around the error"},
		{"menu that has an error among others", "/1", `
> \r\n
< 3No gallery today\t\terror.host\t1\r\n1Rest\t/rest\th\t70\r\n`, `
error "No gallery today" 
menu "Rest" gopher://h/1/rest
`, "it is a menu all the same"},
		{"text of gophernicus", "/0/hello.txt", `
> /hello.txt\r\n
< Hello.\r\n.\r\n.dot first\r\n..two dots\r\nThe last line.\r\n`, `
object text/plain; charset=utf-8 "hello.txt"
"Hello.\r\n.\r\n.dot first\r\n..two dots\r\nThe last line.\r\n"
`, "no end, no doubled dots: every dot is the author's"},
		{"text by RFC 1436", "/0a", `
> a\r\n
< one\r\n..\r\n..two\r\n....\r\n.\r\n`, `
object text/plain; charset=utf-8 "a"
"one\r\n.\r\n.two\r\n...\r\n"
`, "RFC 1436 appendix: lines beginning with periods must be prepended with an extra period"},
		{"text that begins with dots, LF, last line not ended", "/0a", `
> a\r\n
< ..\n.\nx\n.`, `
object text/plain; charset=utf-8 "a"
".\n.\nx\n"
`, "LF like CR LF; the dot may lack a line end"},
		{"empty text", "/0a", `
> a\r\n
< .\r\n`, `
object text/plain; charset=utf-8 "a"
""
`, "RFC 1436 appendix"},
		{"nothing at all", "/9a", `
> a\r\n
`, `
object application/octet-stream "a"
""
`, "an empty file"},
		{"binary with dots", "/9a.bin", `
> a.bin\r\n
< ..\r\n.\r\n`, `
object application/octet-stream "a.bin"
"..\r\n.\r\n"
`, "RFC 1436 3.8: never taken from binaries"},
		{"text that looks like an error", "/0a", `
> a\r\n
< 3 apples\t2 pears\r\n`, `
object text/plain; charset=utf-8 "a"
"3 apples\t2 pears\r\n"
`, "an error item has host and port"},
		{"Latin-1 text", "/0a", `
> a\r\ncaps.txt\r\n
< caf\xe9\r\n`, `
object text/plain; charset=iso-8859-1 "a"
"caf\xe9\r\n"
note not UTF-8: taken for Latin-1
`, "the octets stay as they are"},
		{"menu with LF, no dot, missing fields, Latin-1", "/1", `
> \r\ncaps.txt\r\n
< iCaf\xe9\t\n\n0Plain\t/caf\xe9\n1\t\th\nno tab at all\ni\n0Utf \u00e9\t/x\th\t70\n`, `
info "Café" 
info "" 
text "Plain" ADDR/0/caf%E9
menu "h" gopher://h/
info "no tab at all" 
info "i" 
text "Utf é" gopher://h/0/x
note read as Latin-1, where lines are not UTF-8
`, "lines as servers send them; each line is in one charset"},
		{"menu with bad fields", "/1", `
> \r\n
< 0Port\t/x\th\t70x\r\n0Host\t/x\ta b\t70\r\n0Good\t/x\th\t70\r\n`, `
info "Port" 
info "Host" 
text "Good" gopher://h/0/x
note line 1 leads nowhere: "70x" is no number of a port
note line 2 leads nowhere: "a b" is no name of a host
`, "shown, not dropped"},
		{"all types", "/1", `
> \r\n
< 0a\tx\th\t70\r\n1a\tx\th\t70\r\n2a\tx\th\t105\r\n4a\tx\th\t70\r\n5a\tx\th\t70\r\n6a\tx\th\t70\r\n7a\tx\th\t70\r\n8a\tx\th\t23\r\n9a\tx\th\t70\r\n
< +a\tx\tg\t70\r\nTa\tx\th\t23\r\nga\tx\th\t70\r\nIa\tx\th\t70\r\nsa\tx\th\t70\r\nha\tURL:http://x/\th\t70\r\nda\tx\th\t70\r\nPa\tx\th\t70\r\npa\tx\th\t70\r\n
< ra\tx\th\t70\r\nwa\thttp://x/\th\t70\r\nXa\tx\th\t70\r\nMa\tx\th\t70\r\n:a\tx\th\t70\r\n;a\tx\th\t70\r\n<a\tx\th\t70\r\nqa\tx\th\t70\r\n`, `
text "a" gopher://h/0x
menu "a" gopher://h/1x
phone book "a" cso://h/x
binhex "a" gopher://h/4x
binary "a" gopher://h/5x
uuencoded "a" gopher://h/6x
search "a" gopher://h/7x
session "a" telnet://x@h/
binary "a" gopher://h/9x
redundant server "a" gopher://g/9x
3270 session "a" tn3270://x@h/
GIF "a" gopher://h/gx
image "a" gopher://h/Ix
sound "a" gopher://h/sx
web page "a" http://x/
document "a" gopher://h/dx
PDF "a" gopher://h/Px
PNG "a" gopher://h/px
RTF "a" gopher://h/rx
web address "a" http://x/
XML "a" gopher://h/Xx
mail "a" gopher://h/Mx
bitmap "a" gopher://h/:x
movie "a" gopher://h/;x
sound "a" gopher://h/%3Cx
unknown "a" gopher://h/qx
`, "RFC 1436 3.8 and types in use; + has the type of the item before it"},
		{"search", "/7a_gopher_selector%09foobar", `
> a_gopher_selector\tfoobar\r\n
< 0Found\t/f\th\t70\r\n.\r\n`, `
text "Found" gopher://h/0/f
`, "RFC 4266 2.2"},
		{"empty menu", "/1", `
> \r\n
< .\r\n`, `
note the menu has no items
`, "RFC 1436 appendix: a menu of no items"},
		{"something behind the dot", "/1", `
> \r\n
< 0a\tx\th\t70\r\n.\r\n0b\tx\th\t70\r\n`, `
text "a" gopher://h/0x
`, "RFC 1436 appendix: Lastline"},
		{"octets", "/0a%20b%FF?c", `
> a b\xff?c\r\n
< x`, `
object text/plain; charset=utf-8 ""
"x"
`, "RFC 4266 2.1"},
		{"image without suffix", "/I/pic", `
> /pic\r\n
< \x89PNG\r\n\x1a\n`, `
object image/png "pic"
"\x89PNG\r\n\x1a\n"
`, "what is called an image is looked at"},
		{"web page of the server", "/h/i.html", `
> /i.html\r\n
< <p>..\r\n`, `
object text/html "i.html"
"<p>..\r\n"
`, "type h"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := hear(t, x.dialogue)
			res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI(x.path)})
			want := strings.ReplaceAll(strings.TrimPrefix(x.want, "\n"), "ADDR", "gopher://"+s.Addr)
			if diff := cmp.Diff(want, describe(t, res, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", x.why, diff)
			}
		})
	}
}

// Nobody listens at the hosts of these URIs.
func TestWithoutServer(t *testing.T) {
	for _, x := range []struct{ uri, want, why string }{
		{"gopher://h/7/find", `form "Search \"/find\" at h" [{Name:search Label:Words Type:text Default: Options:[]}]`, "RFC 1436 3.7"},
		{"gopher://h:7070/8/joe", "session {Protocol:telnet Host:h Port:7070 User:joe}", "RFC 1436 3.8"},
		{"gopher://h/T", "session {Protocol:tn3270 Host:h Port:70 User:}", "RFC 1436 3.8"},
		{"gopher://h/hURL:http://example.org/a?b", "location http://example.org/a?b", "in use"},
		{"gopher://h/hURL:http://example.org/%2525", "location http://example.org/%25", "the selector is decoded once"},
		{"gopher://h/whttps://example.org/", "location https://example.org/", "type w"},
		{"gopher://h/wnowhere", `error invalid ""`, "no URI"},
		{"gopher://h:105/2", "location cso://h/", "RFC 1436 3.7.1"},
		{"gopher://h/2joe%20user", "location cso://h/joe%20user", "nobody keeps a phone book at port 70"},
		{"gopher://h:1105/2", "location cso://h:1105/", "RFC 1436 3.7.1"},
		{"gopher://h/iwords", `error unsupported ""`, "nothing behind it"},
		{"gopher://h/3words", `error unsupported ""`, "nothing behind it"},
		{"gopher://h/+x", `error unsupported ""`, "RFC 1436 appendix"},
		{"gopher://h/7x%09%09+", `form "Search \"x\" at h" [{Name:search Label:Words Type:text Default: Options:[]}]`, "the words are still to be given"},
		{"gopher://h/0x%09%09+%091%0D%0A+-1%0D%0A.%0D%0AQUIT%0D%0A", `error denied ""`, "Gopher+: a data block ends with its dot"},
		{"gopher://h/0x%0D%0A%09%09+%091%0D%0A+-1%0D%0A.%0D%0A", `error denied ""`, "Gopher+: a lawful data block lets nothing else pass"},
		{"gopher://h/7x%09q%0A%09+%091%0D%0A+-1%0D%0A.%0D%0A", `error denied ""`, "Gopher+: nor in the search"},
		{"gopher://h/0x%0D%0Ay", `error denied ""`, "draft-ietf-uri-url-03 1.4"},
		{"gopher://h/0x?%0Ay", `error denied ""`, "the query is part of the selector"},
		{"gopher://h/0x%00", `error denied ""`, "RFC 1436 appendix"},
		{"gopher:0x", `error invalid ""`, "no host"},
		{"gopher://h:0/0x", `error invalid ""`, "no port"},
		{"gopher://h:65536/0x", `error invalid ""`, "no port"},
		{"gopher://h/%09", `error invalid ""`, "no type"},
	} {
		res, err := New(env()).Get(t.Context(), &get.Request{URI: uri.MustParse(x.uri)})
		if got := strings.TrimSpace(describe(t, res, err)); got != x.want {
			t.Errorf("%s: %s, want %s (%s)", x.uri, got, x.want, x.why)
		}
	}
}

func TestRefusal(t *testing.T) {
	for u, want := range map[string]policy.Code{"gopher://h/0x%00": policy.CodeNUL, "gopher://h/7x%09%0a": policy.CodeOctet, "gopher://h/0x?%0d": policy.CodeOctet} {
		for name, ask := range map[string]func(*get.Request) error{
			"get":  func(r *get.Request) error { _, err := New(env()).Get(t.Context(), r); return err },
			"plan": func(r *get.Request) error { _, err := New(env()).Plan(r); return err },
		} {
			err := ask(&get.Request{URI: uri.MustParse(u)})
			if r, ok := errors.AsType[*policy.Refusal](err); !ok || r.Code != want {
				t.Errorf("%s %s: %v, want a refusal with code %s", name, u, err, want)
			}
		}
	}
}

// TestPlan: what would be sent, for each form of the gopher+ string too.
func TestPlan(t *testing.T) {
	for _, x := range []struct{ uri, addr, send, why string }{
		{"gopher://h", "h:70", "\r\n", "RFC 4266 2.1: the top menu"},
		{"gopher://h/", "h:70", "\r\n", "RFC 4266 2.1"},
		{"gopher://h/1", "h:70", "\r\n", "RFC 4266 2.1"},
		{"gopher://h/00/foo", "h:70", "0/foo\r\n", "RFC 4266 2.1"},
		{"gopher://h:7070/0a%20b%FF", "h:7070", "a b\xff\r\n", "RFC 4266 2.1"},
		{"gopher://[::1]/0/a/../b", "[::1]:70", "/a/../b\r\n", "draft-ietf-uri-url-03 1.2.3"},
		{"gopher://h/7a_gopher_selector%09foobar", "h:70", "a_gopher_selector\tfoobar\r\n", "RFC 4266 2.2"},
		{"gopher://h/0a_gopher_selector%09%09+", "h:70", "a_gopher_selector\t+\r\n", "draft-ietf-uri-url-03 1.2.3"},
		{"gopher://h/7s%09q%09+", "h:70", "s\tq\t+\r\n", "Gopher+ 2.4"},
		{"gopher://h/0s%09%09%3F", "h:70", "s\t!\r\n", "RFC 4266 2.5"},
		{"gopher://h/0s%09%09?", "h:70", "s\t!\r\n", "RFC 4266 2.5"},
		{"gopher://h/0a_gopher_selector%09%09!", "h:70", "a_gopher_selector\t!\r\n", "RFC 4266 2.6"},
		{"gopher://h/1a_gopher_selector%09%09$", "h:70", "a_gopher_selector\t$\r\n", "RFC 4266 2.6"},
		{"gopher://h/0a_gopher_selector%09%09!+ABSTRACT", "h:70", "a_gopher_selector\t!+ABSTRACT\r\n", "RFC 4266 2.7"},
		{"gopher://h/0a_gopher_selector%09%09!+ABSTRACT%20+SMELL", "h:70", "a_gopher_selector\t!+ABSTRACT +SMELL\r\n", "RFC 4266 2.7"},
		{"gopher://h/0a_gopher_selector%09%09+application/postscript%20Es_ES", "h:70", "a_gopher_selector\t+application/postscript Es_ES\r\n", "RFC 4266 2.8"},
		{"gopher://h/0a_gopher_selector%09%09some_gplus_stuff", "h:70", "a_gopher_selector\tsome_gplus_stuff\r\n", "draft-ietf-uri-url-03 1.2.3"},
	} {
		plan, err := New(env()).Plan(&get.Request{URI: uri.MustParse(x.uri)})
		want := get.Plan{{Act: get.Connect, Text: x.addr}, {Act: get.Send, Text: x.send}}
		if diff := cmp.Diff(want, plan); diff != "" || err != nil {
			t.Errorf("%s: %v (%s) (-want +got):\n%s", x.uri, err, x.why, diff)
		}
	}
	for _, u := range []string{"gopher://h/7s", "gopher://h/8", "gopher://h/hURL:http://x/"} {
		plan, err := New(env()).Plan(&get.Request{URI: uri.MustParse(u)})
		if err != nil || len(plan) != 1 || plan[0].Act != get.Show {
			t.Errorf("%s: plan %v, %v; want one step that shows", u, plan, err)
		}
	}
}

func TestSearchForm(t *testing.T) {
	req := &get.Request{URI: uri.MustParse("gopher://h:7070/7/find"), Accept: []string{"text/plain"}}
	res, err := New(env()).Get(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	form := res.Answer.(*get.Form)
	for _, x := range []struct {
		name   string
		values []get.Value
		want   string // "" for an error
	}{
		{"words", []get.Value{{Name: "search", Value: "two words & caf\u00e9?"}}, "gopher://h:7070/7/find%09two%20words%20&%20caf%C3%A9%3F"},
		{"plus", []get.Value{{Name: "search", Value: "+a"}}, "gopher://h:7070/7/find%09+a"},
		{"empty on purpose", []get.Value{{Name: "search"}}, "gopher://h:7070/7/find%09"},
		{"nothing", nil, ""},
		{"another field", []get.Value{{Name: "q", Value: "x"}}, ""},
		{"tab", []get.Value{{Name: "search", Value: "a\t+"}}, ""},
		{"line end", []get.Value{{Name: "search", Value: "a\nb"}}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			filled, err := form.Fill(x.values)
			if x.want == "" {
				if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.Invalid {
					t.Errorf("%v, %v; want an error of kind invalid", filled, err)
				}
				return
			}
			if err != nil || filled.URI.String() != x.want || len(filled.Accept) != 1 {
				t.Errorf("%+v, %v; want %s", filled, err, x.want)
			}
		})
	}
	if req.URI.String() != "gopher://h:7070/7/find" {
		t.Error("filling in changed the request that was asked first")
	}
}

// RFC 1436, appendix: the connection is closed by either side. A server that
// leaves it to us is not waited for longer than patience lasts.
func TestTextOfServerThatDoesNotClose(t *testing.T) {
	s := gophertest.ServeConn(t, func(_ string, conn net.Conn) {
		io.WriteString(conn, "one\r\n..\r\n.\r\n")
		io.Copy(io.Discard, conn)
	})
	h := newHandler(env(), 50*time.Millisecond)
	res, err := h.Get(t.Context(), &get.Request{URI: s.URI("/0a")})
	want := "object text/plain; charset=utf-8 \"a\"\n\"one\\r\\n.\\r\\n\"\n"
	if got := describe(t, res, err); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestTrace(t *testing.T) {
	s := gophertest.Serve(t, gophertest.Answers(map[string]string{"/m": "iHello\t\t\t\r\n.\r\n"}))
	var trace []string
	e := env()
	e.Trace = func(direction byte, line string) { trace = append(trace, string(direction)+" "+line) }
	res, err := New(e).Get(t.Context(), &get.Request{URI: s.URI("/1/m")})
	describe(t, res, err)
	want := []string{"* connect " + s.Addr, "> /m\r\n", "< iHello\t\t\t", "< ."}
	if diff := cmp.Diff(want, trace); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkGet(b *testing.B) {
	for name, size := range map[string]int{"1KB": 1 << 10, "64MB": 64 << 20} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat("x", size)
			s := gophertest.Serve(b, func(string) string { return text })
			h, req := New(env()), &get.Request{URI: s.URI("/9a")}
			b.SetBytes(int64(size))
			for b.Loop() {
				res, err := h.Get(b.Context(), req)
				if err != nil {
					b.Fatal(err)
				}
				if n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, res.Answer.(*get.Object).Body, make([]byte, 256<<10)); err != nil || n != int64(size) {
					b.Fatalf("%d bytes, %v", n, err)
				}
				res.Close()
			}
		})
	}
}
