package gateway

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/uri"
)

// answers is one answer of each sort.
func answers() handler {
	return handler{
		"gopher://h/1/menu": answer(list([]get.Entry{
			{Name: "Welcome <b>", Kind: "info", Size: -1}, {Name: "Text", Kind: "text", URI: uri.MustParse("gopher://h/0/x"), Size: -1},
			{Name: "Find", Kind: "search", URI: uri.MustParse("gopher://h/7/s"), Size: -1}, {Name: "Log in", Kind: "session", URI: uri.MustParse("telnet://u@h/"), Size: -1},
			{Name: "Web", Kind: "web page", URI: uri.MustParse("http://h/"), Size: -1}, {Name: "Gone", Kind: "error", Size: -1},
		}, nil)),
		"gopher://h/1/dir": answer(list([]get.Entry{
			{Name: "b", Kind: "file", URI: uri.MustParse("gopher://h/0/b"), Size: 1048577, Modified: someTime}, {Name: "a", Kind: "directory", URI: uri.MustParse("gopher://h/1/a"), Size: -1},
		}, nil)),
		"gopher://h/1/empty":  answer(list(nil, nil)),
		"gopher://h/1/broken": answer(list([]get.Entry{{Name: "first", Kind: "info"}}, get.Errorf(get.Partial, "read menu", uri.URI{}, "reset"))),
		"gopher://h/0/text":   object("text/plain; charset=utf-8", "A <text>\nof two lines"),
		"gopher://h/0/long":   object("text/plain", strings.Repeat("long ", 1<<18)),
		"gopher://h/0/half":   answer(&get.Object{MediaType: "text/plain", Length: 99, Body: brokenReader{strings.NewReader("half of it"), get.Errorf(get.Partial, "read", uri.URI{}, "reset")}}),
		"gopher://h/I/image":  object("image/png", "\x89PNG"),
		"gopher://h/9/binary": answer(&get.Object{MediaType: "application/zip", Length: 2, Name: `a"b/../<c>.zip`, Modified: someTime, Body: strings.NewReader("PK")}),
		"http://h/page":       object("text/html", `<title>The page</title><h1>Head</h1><h2>One</h2><a href=x>link</a><script>alert(1)</script><table><tr><th>a</table><h2>Two</h2>`),
		"http://h/svg":        object("image/svg+xml", `<svg onload="alert(1)"/>`),
		"man:ls(1)":           object("text/html; charset=utf-8", `<table class="head"><tr><td class="head-ltitle">LS(1)</table><h1 id="NAME"><a href="#NAME">NAME</a></h1><p>ls<h1 id="SYNOPSIS">SYNOPSIS</h1>`),
		"gopher://h/7/s":      answer(searchForm()),
		"telnet://u@h/":       answer(&get.Session{Protocol: "telnet", Host: "h", Port: 23, User: "u"}),
		"gopher://h/1/where":  func() (*get.Response, error) { return nil, nil },
		"data:,x":             object("text/plain", "x"),
		"http://h/moved": func() (*get.Response, error) {
			return &get.Response{URI: uri.MustParse("http://h/new"), Answer: &get.Object{MediaType: "text/plain", Length: 1, Body: strings.NewReader("x")}, Meta: []get.Meta{{Name: "Server", Value: "<x>"}}, Notes: []string{"read as <Latin-1>"}}, nil
		},
		"http://h/login": func() (*get.Response, error) {
			form := &get.Form{Title: "Log in", Fields: []get.Field{{Name: "user", Label: "User", Type: get.Text}, {Name: "password", Label: "Password", Type: get.Password}}}
			return nil, &get.Error{Op: "get", URI: uri.MustParse("http://h/login"), Kind: get.Auth, Err: errors.New("401 Unauthorized"), Answer: &get.Response{URI: uri.MustParse("http://h/login"), Answer: form}}
		},
		"http://h/404": func() (*get.Response, error) {
			body := &get.Object{MediaType: "text/html", Length: -1, Body: strings.NewReader("<h1>Not <b>here</b></h1><h2>Sorry</h2>")}
			return nil, &get.Error{Op: "get", URI: uri.MustParse("http://h/404"), Kind: get.NotFound, Err: errors.New("404"), Server: "404 Not Found", Answer: &get.Response{URI: uri.MustParse("http://h/404"), Answer: body}}
		},
	}
}

// A row is a page that is asked for, and what it must hold.
type row struct {
	target string
	status int
	holds  []string
}

// Every page of every kind is sound, and says what it should.
func TestPages(t *testing.T) {
	all := answers()
	for k := get.Internal; k <= get.Partial; k++ {
		all[fmt.Sprintf("gopher://h/0/kind/%d", k)] = fails(k, "the <server> says\nno")
	}
	h := fixture(all, local)
	rows := []row{
		{"/", 200, []string{"Any URI, explained and shown.", `href="/u/data%3A%2CA%2520brief%2520note"`, "policy: gateway", `names an action`}},
		{"/schemes", 200, []string{"names an action", "afs", `href="/schemes/gopher"`}},
		{"/schemes/gopher", 200, []string{"Ask for it &amp; wait.", "gopher/odd", "✓ yes"}},
		{"/schemes/AFS", 200, []string{"Andrew", "RFC 1738"}},
		{"/schemes/nope", 404, []string{"There is no such page."}},
		{"/help", 200, []string{"uri/host-space", "gopher/odd", "Uriel 1.2.3"}},
		{"/help/rules/uri/host-space", 200, []string{"space in host", "uriel explain uri/host-space"}},
		{"/help/rules/gopher/odd", 200, []string{"Nobody &lt;does&gt; it."}},
		{"/help/rules/uri/nope", 404, nil},
		{"/nowhere/%3Cscript%3E", 404, []string{"/nowhere/&lt;script&gt;"}},
		{showing("gopher://h/0/long"), 200, []string{`href="?long"`}},
		{showing("gopher://h/0/long") + "?long", 200, []string{`href="?"`, `<pre class="long"`}},
		{"/check", 200, []string{"Paste it here"}},
		{"/help", 200, []string{`href="/check">open it`}},
		{"/u?u=http://a%20b", 400, []string{`<mark data-c="^"> </mark>`, `href="/help/rules/uri/host-space"`, "RFC 3986 3.2.2"}},
		{"/u?u=www.example.org", 400, []string{`href="/u/http%3A%2F%2Fwww.example.org"`, "Nothing is guessed without you"}},
		{"/u/www.example.org", 400, []string{`href="/u/http%3A%2F%2Fwww.example.org"`}},
		{"/u/http://h/x?q=%25a", 400, []string{"Which part is the URI?", `href="/u/http%3A%2F%2Fh%2Fx%3Fq%3D%2525a"`}},
		{"/raw/http://h/x?a", 400, []string{"Which part is the URI?", `href="/u/http%3A%2F%2Fh%2Fx%3Fa"`}},
		{showing("http://h/x") + "?a=%20", 400, []string{`href="/u/http%3A%2F%2Fh%2Fx%3Fa%3D%2520"`}},
		{showing("mailto:a@b"), 501, []string{"names an action", "code: unsupported"}},
		{showing("foo:bar"), 501, []string{"<h1>Its scheme is not known here.</h1>"}},
		{showing("URL:gopher://h/"), 501, []string{`href="/u/gopher%3A%2F%2Fh%2F"`}},
		{showing("http://h/nothing"), 404, []string{"uriel get -v &#39;http://h/nothing&#39;", "Nothing of that name."}},
		{showing("http://u:secret@h/nothing"), 403, []string{"uriel get -v &#39;http://u:***@h/nothing&#39;", "code: denied", "The policy was asked", "not sent for strangers"}},
		{showing("gopher://h/1/menu"), 200, []string{"Welcome &lt;b&gt;", `action="/u/gopher%3A%2F%2Fh%2F7%2Fs"`, `name="f"`, "leaves Uriel", "telnet to h, port 23, log in as u", ">A &amp; B<", "6 entries", "not encrypted"}},
		{showing("gopher://h/1/dir"), 200, []string{"1,048,577", "1994-03-21 09:12", "1 file, 1 directory", `aria-sort="ascending"`, `href="?sort=-size"`}},
		{showing("gopher://h/1/dir") + "?sort=-size", 200, []string{`aria-sort="descending"`, `href="?sort=size"`}},
		{showing("gopher://h/1/empty"), 200, []string{"Nothing is in it."}},
		{showing("gopher://h/1/broken"), 502, []string{"first", "It broke off here", "broken off"}},
		{showing("gopher://h/0/text"), 200, []string{"<pre>\nA &lt;text&gt;\nof two lines</pre>", `href="/raw/gopher%3A%2F%2Fh%2F0%2Ftext"`, "read as UTF-8", "21 bytes"}},
		{showing("gopher://h/0/long"), 200, []string{"The first 1,048,576 bytes are shown", "1,310,720 bytes"}},
		{showing("gopher://h/0/half"), 502, []string{"half of it", "It broke off here"}},
		{showing("gopher://h/I/image"), 200, []string{`<img src="/raw/gopher%3A%2F%2Fh%2FI%2Fimage"`, "image/png"}},
		{showing("gopher://h/9/binary"), 200, []string{"2 bytes", "Download it", "1994-03-21 09:12 UTC"}},
		{showing("http://h/page"), 200, []string{"<h1>The page</h1>", `<h2 id="part-1">Head</h2>`, `href="#part-2">One</a>`, `href="/u/http%3A%2F%2Fh%2Fx"`, "sandboxed", `href="http://h/page" rel="noreferrer"`}},
		{showing("http://h/svg"), 200, []string{"&lt;svg onload="}},
		{showing("man:ls(1)"), 200, []string{"<h1>ls(1)</h1>", `<h2 id="NAME"><a href="#NAME">NAME</a></h2>`, `<nav aria-label="Contents">`}},
		{showing("gopher://h/7/s"), 200, []string{"Search &lt;here&gt;", `name="f.search"`, `name="f.more"`, `name="f.how" value="any" checked`, `name="f.now"`, "goes to <b>h</b>"}},
		{showing("data:,x"), 200, []string{"<h1>text/plain</h1>"}},
		{showing("http://h/moved"), 200, []string{"Led here from <code>http://h/moved</code>", "&lt;x&gt;", "read as &lt;Latin-1&gt;", `href="/raw/http%3A%2F%2Fh%2Fnew"`}},
		{showing("http://h/login"), 502, []string{"Who asks?", "never asks for a password", "uriel get &#39;http://USER@h/login&#39;"}},
		{showing("http://h/404"), 404, []string{"404 Not Found", "What came with it", "<b>here</b>"}},
		{"/inspect?u=gopher://h/&with=GOPHER://h:70/", 200, []string{"Equal by the rules of the scheme", "one names the default port"}},
		{"/inspect?u=gopher://h/&with=gopher://b", 200, []string{"✕ Different on every rung"}},
		{"/inspect?u=gopher://h/&with=a%20b", 200, []string{"Not a URI:"}},
		{"/inspect?u=../a", 200, []string{"A valid relative reference of 4 bytes."}},
		{"/inspect?u=foo:a", 200, []string{"is not known here", "uri/unregistered-scheme"}},
		{"/inspect?u=a%20b", 400, []string{"uri/path-space"}},
		{"/inspect?u=" + strings.Repeat("%22%3Cscript%3E", 30), 400, nil},
	}
	for k := get.Internal; k <= get.Partial; k++ {
		rows = append(rows, row{showing(fmt.Sprintf("gopher://h/0/kind/%d", k)), k.HTTPStatus(), []string{"code: " + k.String(), "the &lt;server&gt; says\nno", "&lt;cause&gt;"}})
	}
	checkRows(t, h, rows)
}

// The one at the command line is not a stranger to himself.
func TestPagesCLI(t *testing.T) {
	checkRows(t, fixture(answers(), cli), []row{
		{showing("telnet://u@h/"), 200, []string{`href="telnet://u@h/" rel="noreferrer"`, "starts nothing"}},
		{"/inspect?u=http://u:secret@H:80/%257e?q#f", 200, []string{"A valid URI of 28 bytes. It means: the thing http://u:***@H:80/%7e?q#f.", `makes it <code class="sel">http://u:******@h/~?q#f</code>`, "Authorization: (not shown)", "&gt; /x\\t&lt;y&gt;\\r\\n"}},
		{showing("http://u:secret@h/nothing"), 404, []string{"uriel get -v &#39;http://u:***@h/nothing&#39;", "Nothing of that name."}},
	})
}

func checkRows(t *testing.T, h http.Handler, rows []row) {
	for _, r := range rows {
		t.Run(r.target[:min(len(r.target), 60)], func(t *testing.T) {
			w := ask(h, r.target)
			mustHold(t, w, r.status, r.holds...)
			if strings.Contains(strings.ReplaceAll(w.Body.String(), `value="http://u:secret@`, ""), "secret@") {
				t.Error("a password is shown")
			}
			checkPage(t, w.Body.String())
		})
	}
}

// A renderer of a scheme takes the place of the general one.
func TestRenderer(t *testing.T) {
	own := func(a page.Answer) page.Matter {
		m := page.General(a)
		m.Title, m.Main = "mine", "<h1>mine</h1>"
		return m
	}
	h := fixture(answers(), func(o *Options) { o.Pages = map[string]page.Renderer{"gopher": own} })
	mustHold(t, ask(h, showing("gopher://h/0/text")), 200, "<h1>mine</h1>", "<title>mine at h</title>")
	mustHold(t, ask(h, showing("data:,x")), 200, "<h1>text/plain</h1>")
}

// Locations are shown when the policy follows none.
func TestLocations(t *testing.T) {
	all := answers()
	all["gopher://h/1/where"] = answer(&get.Locations{List: []get.Location{{URI: uri.MustParse("http://h/a"), Note: "a <copy>"}, {URI: uri.MustParse("javascript:x")}}})
	h := fixture(all, func(o *Options) {
		l := o.Policy.Limits()
		l.Redirects = 0
		o.Client.Policy = o.Policy.WithLimits(l)
	})
	w := ask(h, showing("gopher://h/1/where"))
	mustHold(t, w, 200, "Where it can be had", `href="/u/http%3A%2F%2Fh%2Fa"`, "a &lt;copy&gt;", `<span class="m">javascript:x</span>`)
	checkPage(t, w.Body.String())
}

// What is filled in leads to a URI, which has an address of its own.
func TestForms(t *testing.T) {
	all := answers()
	all["gopher://h/7/post"] = answer(&get.Form{Fields: []get.Field{{Name: "a"}}, Fill: func([]get.Value) (*get.Request, error) {
		return &get.Request{URI: uri.MustParse("http://h/"), Body: []byte("x")}, nil
	}})
	h := fixture(all)
	for _, tt := range []struct {
		target   string
		status   int
		location string
	}{
		{showing("gopher://h/7/s") + "?f.search=a+b%26%C3%BC%2B&f.more=", 303, "/u/gopher%3A%2F%2Fh%2F7%2Fs%2509a%2520b%2526%25C3%25BC%252B"},
		{showing("gopher://h/7/s") + "?f=words", 303, "/u/gopher%3A%2F%2Fh%2F7%2Fs%2509words"},
		{showing("gopher://h/7/s") + "?f.search=", 400, ""},
		{showing("gopher://h/7/post") + "?f.a=b", 501, ""},
		{showing("gopher://h/0/text") + "?f=b", 400, ""},
		{"/u?u=gopher://h/1/menu", 303, "/u/gopher%3A%2F%2Fh%2F1%2Fmenu"},
		{"/u?u=%20%0Agopher://h/1/menu%23x+", 303, "/u/gopher%3A%2F%2Fh%2F1%2Fmenu%23x#x"},
		{"/u?u=", 303, "/"}, {"/u", 303, "/"}, {"/inspect", 303, "/"},
	} {
		w := ask(h, tt.target)
		if w.Code != tt.status || w.Header().Get("Location") != tt.location {
			t.Errorf("%s: status %d, location %q, want %d, %q\n%s", tt.target, w.Code, w.Header().Get("Location"), tt.status, tt.location, w.Body)
		}
		if tt.status != http.StatusSeeOther {
			checkPage(t, w.Body.String())
		}
	}
}

// What would fail again is not offered again.
func TestTryAgain(t *testing.T) {
	h := fixture(answers(), local)
	for text, offered := range map[string]bool{"mailto:a@b": false, "http://u:secret@h/nothing": false, "http://h/nothing": true} {
		if body := ask(h, showing(text)).Body.String(); strings.Contains(body, "Try again") != offered {
			t.Errorf("%s: offered %t\n%s", text, !offered, body)
		}
	}
}

// What strangers may not ask for is refused with a word on why.
func TestRefused(t *testing.T) {
	h := fixture(answers(), strict)
	for text, holds := range map[string]string{
		"gopher://127.0.0.1/": "--allow-private", "gopher://h/0/text": "--allow-private", "telnet://example.org/": "not dereferenced for strangers",
		"man:ls(1)": "not shown here", "http://u@example.org/": "not sent for strangers", "gopher://example.org:25/": "another protocol",
	} {
		mustHold(t, ask(h, showing(text)), 403, holds, "code: denied", "The policy was asked")
	}
}

// What anybody writes anywhere is shown as text.
func TestInjection(t *testing.T) {
	corpus := []string{
		`<script>alert(1)</script>`, `"><script>alert(1)</script>`, `'><img src=x onerror=alert(1)>`, `" onmouseover="alert(1)`, `' autofocus onfocus='alert(1)`,
		`javascript:alert(1)`, "java\nscript:alert(1)", `data:text/html,<script>alert(1)</script>`, `</textarea><script>alert(1)</script>`, `</title><script>alert(1)</script>`,
		`{{.}}{{template "layout"}}`, `<!--`, `--><svg onload=alert(1)>`, `]]>`, "\x00<\x00script>", "<\xff>", "\u202e<b>", `<a href="javascript:alert(1)">x</a>`, `a"b'c<d>e&f`,
	}
	for i, x := range corpus {
		all := answers()
		entry := get.Entry{Name: x, Kind: x, Size: -1, MediaType: x, URI: uri.MustParse("gopher://h/0/" + encode(x))}
		all["gopher://h/1/menu"] = answer(list([]get.Entry{{Name: x, Kind: "info", Size: -1}, entry, {Name: x, Kind: "search", URI: entry.URI, Size: -1}, {Name: x, Kind: "session", URI: uri.MustParse("telnet://" + encode(x) + "@h/"), Size: -1}}, errors.New(x)))
		all["gopher://h/1/dir"] = answer(list([]get.Entry{entry, {Name: x, Kind: "file", Size: 1}}, nil))
		all["gopher://h/7/s"] = answer(&get.Form{Title: x, Text: x, Fields: []get.Field{{Name: x, Label: x, Default: x, Type: get.Text}, {Name: "t", Label: x, Default: x, Type: get.LongText}, {Name: "c", Label: x, Type: get.Choice, Options: []string{x}}, {Name: "s", Label: x, Type: get.Switch}, {Name: "f", Label: x, Type: get.File}}})
		all["telnet://u@h/"] = answer(&get.Session{Protocol: x, Host: x, User: x})
		all["gopher://h/0/error"] = func() (*get.Response, error) {
			return nil, &get.Error{Op: x, Kind: get.NotFound, Err: errors.New(x), Server: x}
		}
		all["http://h/page"] = object("text/html", "<title>"+x+"</title><h1 id='"+x+"'>"+x+"</h1><a href='"+x+"'>"+x+"</a><img alt='"+x+"'>"+x)
		all["gopher://h/0/text"] = object("text/plain", x)
		all["gopher://h/9/binary"] = answer(&get.Object{MediaType: "application/x-" + x, Length: -1, Name: x, Body: strings.NewReader(x)})
		all["http://h/moved"] = func() (*get.Response, error) {
			return &get.Response{Answer: &get.Object{MediaType: "text/plain", Length: -1, Body: strings.NewReader(x)}, Meta: []get.Meta{{Name: x, Value: x}}, Notes: []string{x}}, nil
		}
		h := fixture(all, local)
		targets := []string{
			"/u?u=" + encode(x), showing(x), "/inspect?u=" + encode(x), "/inspect?u=gopher://h/&with=" + encode(x), "/inspect?u=gopher://h/" + encode(encode(x)),
			"/" + encode(x), "/schemes/" + encode(x), "/help/rules/" + encode(x), showing("gopher://h/1/menu"), showing("gopher://h/1/dir"), showing("gopher://h/1/dir") + "?sort=" + encode(x),
			showing("gopher://h/7/s"), showing("telnet://u@h/"), showing("gopher://h/0/error"), showing("http://h/page"), showing("gopher://h/0/text"), showing("gopher://h/9/binary"), showing("http://h/moved"),
			showing("gopher://h/0/" + encode(x)),
		}
		for _, target := range targets {
			t.Run(fmt.Sprintf("%d%s", i, target[:min(len(target), 30)]), func(t *testing.T) {
				w := ask(h, target)
				if w.Code == http.StatusSeeOther {
					return
				}
				if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || w.Body.Len() == 0 {
					t.Fatalf("no page: %d %v", w.Code, w.Header())
				}
				checkPage(t, w.Body.String())
			})
		}
	}
}

// The bytes of others have no rights under our origin.
func TestRaw(t *testing.T) {
	all := answers()
	all["http://h/js"] = object("text/javascript", "alert(1)")
	all["http://h/bad"] = object(`text/html"<x>`, "x")
	all["http://h/pdf"] = answer(&get.Object{MediaType: "application/pdf", Length: -1, Name: "a/b\\c\"d.pdf", Body: strings.NewReader("%PDF")})
	h := fixture(all)
	raw := func(u string) string { return "/raw/" + strings.TrimPrefix(showing(u), "/u/") }
	for _, tt := range []struct{ uri, body, mediaType, disposition string }{
		{"http://h/page", "<script>alert(1)</script>", "text/html", ""},
		{"http://h/svg", "<svg", "image/svg+xml", ""},
		{"gopher://h/0/text", "A <text>\nof two lines", "text/plain; charset=utf-8", ""},
		{"http://h/js", "alert(1)", "text/javascript", ""},
		{"http://h/bad", "x", "application/octet-stream", "attachment"},
		{"gopher://h/I/image", "PNG", "image/png", ""},
		{"gopher://h/9/binary", "PK", "application/zip", `attachment; filename="<c>.zip"`},
		{"http://h/pdf", "%PDF", "application/pdf", `attachment; filename="c\"d.pdf"`},
		{"gopher://h/1/menu", "# Welcome <b>\r\n# Text\r\ngopher://h/0/x\r\n", "text/plain; charset=utf-8", ""},
	} {
		w := ask(h, raw(tt.uri))
		mustHold(t, w, 200, tt.body)
		for name, want := range map[string]string{
			"Content-Type": tt.mediaType, "Content-Disposition": tt.disposition, "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "sandbox; default-src 'none'", "Cross-Origin-Resource-Policy": "same-origin", "Set-Cookie": "",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", tt.uri, name, got, want)
			}
		}
	}
	if got := ask(fixture(answers()), raw("gopher://h/9/binary")).Header(); got.Get("Last-Modified") != "Mon, 21 Mar 1994 09:12:00 GMT" || got.Get("Content-Length") != "2" {
		t.Errorf("headers %v", got)
	}
	if w := ask(h, raw("gopher://h/7/s")); w.Code != 303 || w.Header().Get("Location") != showing("gopher://h/7/s") {
		t.Errorf("a form has no bytes: status %d, %v", w.Code, w.Header())
	}
	w := ask(h, raw("gopher://h/0/nothing"))
	mustHold(t, w, 404, "code: not-found")
	checkPage(t, w.Body.String())
	for _, u := range []string{"gopher://h/0/half", "gopher://h/1/broken"} {
		func() {
			defer func() {
				if recover() != http.ErrAbortHandler {
					t.Errorf("%s: a part was sent as if it were all", u)
				}
			}()
			ask(h, raw(u))
		}()
	}
}

func TestJSON(t *testing.T) {
	h := fixture(answers(), func(o *Options) {
		o.Describe = func(text string) any { return map[string]string{"input": text} }
	})
	for _, w := range []func() (string, string){
		func() (string, string) {
			w := ask(h, "/inspect?u=gopher://h/%26%3Cx%3E&json")
			return w.Body.String(), w.Header().Get("Content-Type")
		},
		func() (string, string) {
			w := ask(h, "/inspect?u=gopher://h/%26%3Cx%3E", "Accept", "application/json")
			return w.Body.String(), w.Header().Get("Content-Type")
		},
	} {
		if body, mediaType := w(); body != `{"input":"gopher://h/&<x>"}`+"\n" || mediaType != "application/json" {
			t.Errorf("%s: %s", mediaType, body)
		}
	}
	mustHold(t, ask(h, "/inspect?u=gopher://h/"), 200, `href="/inspect?u=gopher%3A%2F%2Fh%2F&amp;json"`)
	if w := ask(fixture(nil), "/inspect?u=a:b&json"); w.Code != http.StatusNotAcceptable {
		t.Errorf("JSON without a describer: %d", w.Code)
	}
}
