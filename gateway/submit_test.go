package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
	"uriel.dev/scheme/gopher/gopherclient"
	"uriel.dev/scheme/gopher/gopherserver"
	"uriel.dev/scheme/gopher/gophertest"
)

// hole is a gateway before a gopher server of some forms, which keeps what it is
// sent.
type hole struct {
	http.Handler
	base string // URI of the server

	mu   sync.Mutex
	sent []string
}

func newHole(t *testing.T) *hole {
	h := &hole{}
	files := fstest.MapFS{
		"a.txt":       {Data: []byte("A text.\n")},
		".form.plus":  {Data: []byte("+ASK:\n Note: Fill <in>\n Ask: Your \"name\"?\tFrodo\n AskP: Password?\n AskL: Address\n Select: News:1\n Choose: Colour?\tred\tgreen\n")},
		".file.plus":  {Data: []byte("+ASK:\n Ask: Name?\n ChooseF: File\n")},
		".error.plus": {Data: []byte("+ASK:\n Ask: Name?\n")},
	}
	s := gophertest.ServeFiles(t, &gopherserver.Server{Files: files, Answer: func(_ context.Context, f gopherserver.Form) (string, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		var b strings.Builder
		for _, a := range f.Answers {
			fmt.Fprintf(&b, "%s=%q ", a.Kind, a.Value)
		}
		fmt.Fprintf(&b, "%q", f.File)
		h.sent = append(h.sent, b.String())
		if strings.Contains(f.Selector, "error") {
			return "", errors.New("nobody is <here>")
		}
		return "Thank you <b>.\n", nil
	}})
	h.base = "gopher://" + s.Addr
	table := scheme.NewTable(gopher.Schemes(), nil)
	p := policy.Gateway(table).AllowPrivate().AllowHighPorts()
	client := &get.Client{Policy: p, Schemes: table, Handlers: map[string]get.Handler{"gopher": gopherclient.New(get.Env{Policy: p})}}
	h.Handler = New(Options{Client: client, Schemes: table, Policy: p})
	return h
}

// taken returns what the server was sent.
func (h *hole) taken() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sent
}

var tokenInput = regexp.MustCompile(`name="token" value="([^"]+)"`)

// token returns the token of the page of a form.
func (h *hole) token(t *testing.T, form string) string {
	t.Helper()
	w := ask(h, showing(form))
	m := tokenInput.FindStringSubmatch(w.Body.String())
	if w.Code != 200 || m == nil {
		t.Fatalf("%s: status %d, no token in\n%s", form, w.Code, w.Body)
	}
	checkPage(t, w.Body.String())
	return m[1]
}

// post sends a form as a browser does.
func (h *hole) post(form string, values url.Values, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", showing(form), strings.NewReader(values.Encode()))
	r.Host = "localhost:8070"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// filled is what a browser sends of the form, without its password.
func filled(token string) url.Values {
	return url.Values{"token": {token}, "f.your-name": {"Bilbo & <x>"}, "f.password": {""}, "f.address": {"one\r\n.two"}, "f.colour": {"green"}}
}

func TestFormPage(t *testing.T) {
	h := newHole(t)
	w := ask(h, showing(h.base+"/0form%09%09%3F"))
	mustHold(t, w, 200, `method="post"`, "written by <b>127.0.0.1</b>, not by Uriel", "not encrypted", "Fill &lt;in&gt;", `value="Frodo"`, "Your &#34;name&#34;?",
		`type="password" autocomplete="off"><small>Hidden while you type, but sent as plain text.</small>`, `name="clear"`, `value="1" checked>News`, `value="green"`)
	w = ask(h, showing(h.base+"/0file%09%09%3F"))
	mustHold(t, w, 200, `enctype="multipart/form-data"`, `type="file"`)
}

func TestSubmit(t *testing.T) {
	h := newHole(t)
	form := h.base + "/0form%09%09%3F"
	w := h.post(form, filled(h.token(t, form)), "Sec-Fetch-Site", "same-origin", "Origin", "null")
	mustHold(t, w, 200, "Thank you &lt;b&gt;.", "the answer to what was filled in")
	checkPage(t, w.Body.String())
	if strings.Contains(w.Body.String(), "Bilbo") || strings.Contains(w.Body.String(), "/raw/") {
		t.Errorf("the page tells what was filled in, or leads to an address of it:\n%s", w.Body)
	}
	if got, want := h.taken(), `Ask="Bilbo & <x>" AskP="" AskL="one\n.two" Select="0" Choose="green" ""`; len(got) != 1 || got[0] != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

// TestSubmitRefused: what is no form of ours is not sent.
func TestSubmitRefused(t *testing.T) {
	h := newHole(t)
	form, other := h.base+"/0form%09%09%3F", h.base+"/0error%09%09%3F"
	token := h.token(t, form)
	secret := filled(token)
	secret.Set("f.password", "x")
	wrong := filled(token)
	wrong.Set("f.colour", "blue")
	for _, x := range []struct {
		name, form string
		values     url.Values
		header     []string
		status     int
	}{
		{"no token", form, filled(""), nil, 403},
		{"a token that is none", form, filled("AAAA"), nil, 403},
		{"the token of another form", other, filled(token), nil, 403},
		{"a token of another gateway", form, filled(newHole(t).token(t, form)), nil, 403},
		{"from another site", form, filled(token), []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"from a neighbour", form, filled(token), []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"a password, without consent", form, secret, nil, 400},
		{"a choice that is none", form, wrong, nil, 400},
		{"nothing", form, nil, nil, 403},
		{"not a form", h.base + "/0a.txt", filled(token), nil, 403},
		{"too much", form, url.Values{"token": {token}, "f.address": {strings.Repeat("x", 3<<20)}}, nil, 413},
		{"a relative reference", "form", filled(token), nil, 400},
	} {
		if w := h.post(x.form, x.values, x.header...); w.Code != x.status {
			t.Errorf("%s: status %d, want %d", x.name, w.Code, x.status)
		}
	}
	r := httptest.NewRequest("POST", showing(form), strings.NewReader(filled(token).Encode()))
	r.Host = "evil.example"
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusMisdirectedRequest {
		t.Errorf("by another name: status %d", w.Code)
	}
	for _, target := range []string{"/u", "/", "/raw/" + encode(form), "/inspect"} {
		r := httptest.NewRequest("POST", target, strings.NewReader(filled(token).Encode()))
		r.Host = "localhost"
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: status %d", target, w.Code)
		}
	}
	if got := h.taken(); len(got) != 0 {
		t.Errorf("the server was sent %q", got)
	}
}

func TestSubmitSecret(t *testing.T) {
	h := newHole(t)
	form := h.base + "/0form%09%09%3F"
	values := filled(h.token(t, form))
	values.Set("f.password", "secret")
	values.Set("clear", "1")
	w := h.post(form, values)
	mustHold(t, w, 200, "Thank you")
	if got := h.taken(); len(got) != 1 || !strings.Contains(got[0], `AskP="secret"`) || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("sent %q, and the page is\n%s", got, w.Body)
	}
}

func TestSubmitFile(t *testing.T) {
	h := newHole(t)
	form := h.base + "/0file%09%09%3F"
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	parts.WriteField("token", h.token(t, form))
	parts.WriteField("f.name", "Bilbo")
	file, _ := parts.CreateFormFile("f.file", "x.bin")
	file.Write([]byte("\x00\r\n.\r\n\xff"))
	parts.Close()
	r := httptest.NewRequest("POST", showing(form), &body)
	r.Host = "localhost"
	r.Header.Set("Content-Type", parts.FormDataContentType())
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	mustHold(t, w, 200, "Thank you")
	if got, want := h.taken(), `Ask="Bilbo" "\x00\r\n.\r\n\xff"`; len(got) != 1 || got[0] != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

// TestSubmitError: the words of the server are shown, under the URI of the form.
func TestSubmitError(t *testing.T) {
	h := newHole(t)
	form := h.base + "/0error%09%09%3F"
	w := h.post(form, url.Values{"token": {h.token(t, form)}, "f.name": {"Bilbo"}})
	mustHold(t, w, 404, "nobody is &lt;here&gt;")
	if strings.Contains(w.Body.String(), "Bilbo") {
		t.Errorf("the page tells what was filled in:\n%s", w.Body)
	}
}

// TestFilledInByLink: a link that holds a filled-in form sends nothing, and leads
// to the form.
func TestFilledInByLink(t *testing.T) {
	h := newHole(t)
	link := h.base + "/0form%09%09+%091%0D%0A+-1%0D%0ABilbo%0D%0A%0D%0A0%0D%0A1%0D%0Ared%0D%0A.%0D%0A"
	for _, target := range []string{showing(link), "/raw/" + encode(link)} {
		w := ask(h, target)
		mustHold(t, w, 403, "not sent for following a link", `href="`+showing(h.base+"/0form%09%09%3F")+`"`, "to be filled in by yourself")
	}
	w := ask(h, showing(h.base+"/0form%09%09%3F")+"?f.your-name=Bilbo")
	mustHold(t, w, 400, "sent on purpose only")
	if got := h.taken(); len(got) != 0 {
		t.Errorf("the server was sent %q", got)
	}
}

// TestPlusPages: a menu leads to the attributes of its items, and these to the
// views and the form.
func TestPlusPages(t *testing.T) {
	h := newHole(t)
	w := ask(h, showing(h.base+"/"))
	checkPage(t, w.Body.String())
	mustHold(t, w, 200, `<i aria-hidden="true">≡</i>text`, `<i aria-hidden="true">✎</i>form`, `href="`+showing(h.base+"/00/a.txt%09%09!")+`">attributes<span class="vh"> of a.txt</span>`)
	w = ask(h, showing(h.base+"/00/a.txt%09%09!"))
	checkPage(t, w.Body.String())
	mustHold(t, w, 200, "Attributes", `href="`+showing(h.base+"/00/a.txt%09%09+Text/plain")+`"`, "Mod-Date", `</i>view`)
	w = ask(h, showing(h.base+"/00/a.txt%09%09+"))
	mustHold(t, w, 200, "A text.", `<a href="`+showing(h.base+"/00/a.txt%09%09!")+`">attributes</a>`)
	w = ask(h, showing(h.base+"/00/form%09%09!"))
	mustHold(t, w, 200, `href="`+showing(h.base+"/00/form%09%09%3F")+`"`)
}
