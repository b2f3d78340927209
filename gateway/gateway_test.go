package gateway

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"uriel.dev/get"
)

// Every answer has the headers that keep foreign content from doing anything.
func TestHeaders(t *testing.T) {
	h := fixture(answers(), local)
	for _, target := range []string{"/", "/u?u=x", "/u?u=a:b", "/u/x", showing("gopher://h/0/text"), showing("gopher://h/0/none"), "/raw/none:", "/inspect?u=a:b", "/schemes", "/help", "/uriel.css", "/icon.svg", "/status", "/metrics", "/healthz", "/robots.txt", "/none"} {
		w := ask(h, target)
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":  "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Set-Cookie": "",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", target, name, got, want)
			}
		}
		if w.Code == http.StatusOK && w.Header().Get("Content-Type") == "" {
			t.Errorf("%s: no media type", target)
		}
	}
}

func TestMethods(t *testing.T) {
	h := fixture(answers())
	for method, want := range map[string]int{"GET": 200, "HEAD": 200, "POST": 403, "PUT": 405, "DELETE": 405, "OPTIONS": 405, "TRACE": 405, "PATCH": 405} {
		r := httptest.NewRequest(method, showing("gopher://h/0/text"), nil)
		r.Host = "localhost"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want || want == 405 && w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: status %d, want %d", method, w.Code, want)
		}
	}
}

// A name that somebody else points at this machine is not answered.
func TestHosts(t *testing.T) {
	h := fixture(nil, func(o *Options) { o.Hosts = []string{"gw.example.org", "192.0.2.1"} })
	for host, want := range map[string]int{
		"localhost": 200, "localhost:8070": 200, "LocalHost:1": 200, "127.0.0.1:8070": 200, "[::1]": 200, "[::1]:8070": 200, "gw.example.org": 200, "192.0.2.1:80": 200,
		"evil.example": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example:8070": 421, "": 421, "localhost:8070@evil": 421, "[::2]": 421, "gw.example.org.": 421, "127.0.0.2": 421,
	} {
		for _, target := range []string{"/", "/healthz", "/uriel.css"} {
			r := httptest.NewRequest("GET", target, nil)
			r.Host = host
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("host %q, %s: status %d, want %d", host, target, w.Code, want)
			}
		}
	}
}

func TestFiles(t *testing.T) {
	h := fixture(nil)
	w := ask(h, "/uriel.css")
	if w.Body.Len() > 12<<10 || w.Body.Len() == 0 || w.Header().Get("Content-Type") != "text/css; charset=utf-8" || !strings.Contains(w.Header().Get("Cache-Control"), "max-age") {
		t.Errorf("the sheet has %d bytes, %v", w.Body.Len(), w.Header())
	}
	if again := ask(h, "/uriel.css", "If-None-Match", w.Header().Get("Etag")); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("asked again, the sheet is sent again: %d", again.Code)
	}
	if strings.Contains(w.Body.String(), "url(") || strings.Contains(w.Body.String(), "@import") {
		t.Error("the sheet loads something")
	}
	mustHold(t, ask(h, "/healthz"), 200, "ok\n")
	mustHold(t, ask(h, "/robots.txt"), 200, "Disallow: /u\n", "Disallow: /raw\n")
}

// The log tells what was answered, and no secret.
func TestLog(t *testing.T) {
	var b bytes.Buffer
	h := fixture(answers(), func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "took" {
				return slog.Attr{}
			}
			return a
		}}))
	})
	ask(h, "/healthz") // which programs ask all day
	ask(h, "/icon.svg?u=http://u:secret@h/")
	ask(h, showing("http://u:secret@h/none\nx"))
	want := "level=INFO msg=request client=192.0.2.1 method=GET address=\"/icon.svg?u=http://u:***@h/\" status=200 bytes=" + strconv.Itoa(len(icon)) + "\n" +
		`level=INFO msg=request client=192.0.2.1 method=GET address="/u/http://u:***@h/none\nx" status=400 bytes=`
	if got := b.String(); !strings.HasPrefix(got, want) || strings.Contains(got, "secret") {
		t.Errorf("the log says\n%s\nwant\n%s", got, want)
	}
}

// Serve ends when it is told to, lets a request under way come to its end, and
// leaves nothing behind.
func TestServe(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	begun, finish := make(chan bool), make(chan bool)
	h := fixture(handler{"gopher://h/0/slow": func() (*get.Response, error) {
		begun <- true
		<-finish
		return object("text/plain", "slow")()
	}})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	server := &Server{Handler: h}
	go func() { served <- server.Serve(ctx, ln) }()

	body := make(chan string, 1)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 10 * time.Second}
	go func() {
		res, err := client.Get("http://" + ln.Addr().String() + showing("gopher://h/0/slow"))
		if err != nil {
			body <- err.Error()
			return
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		body <- string(b)
	}()
	<-begun
	stop()
	for { // no new connection is taken
		conn, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			break
		}
		conn.Close()
	}
	finish <- true
	if got := <-body; !strings.Contains(got, "slow") {
		t.Errorf("the request under way got %q", got)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if err := (&Server{Handler: h}).Serve(t.Context(), ln); err == nil {
		t.Error("Serve on a closed listener: no error")
	}
}
