package ftpclient

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/ftp/ftptest"
)

func TestRange(t *testing.T) {
	for _, x := range []struct {
		first, last int64
		without     string
		want        string // the body and where it begins, or the kind of the error
		length      int64
		commands    string
	}{
		{0, -1, "", "0123456789 0", 10, "RETR digits"},
		{0, 3, "", "0123 0", 4, "RETR digits"},
		{3, -1, "", "3456789 3", 7, "REST 3|RETR digits"},
		{3, 5, "", "345 3", 3, "REST 3|RETR digits"},
		{9, 9, "", "9 9", 1, "REST 9|RETR digits"},
		{5, 99, "", "56789 5", 5, "REST 5|RETR digits"},
		{-1, 4, "", "6789 6", 4, "REST 6|RETR digits"},
		{-1, 99, "", "0123456789 0", 10, "RETR digits"},
		{10, -1, "", "invalid", 0, ""},
		{4, 3, "", "invalid", 0, ""},
		{-1, 0, "", "invalid", 0, ""},
		{-2, 0, "", "invalid", 0, ""},
		{3, -1, "SIZE", "3456789 3", -1, "REST 3|RETR digits"},
		{3, 5, "SIZE", "345 3", -1, "REST 3|RETR digits"},
		{-1, 4, "SIZE", "unsupported", 0, ""},
		{3, -1, "REST", "0123456789 0 the server ignored the range that was asked for", 10, "REST 3|RETR digits"},
		{3, 5, "REST", "0123456789 0 the server ignored the range that was asked for", 10, "REST 3|RETR digits"},
		{0, 3, "REST", "0123 0", 4, "RETR digits"},
	} {
		t.Run(fmt.Sprintf("%d-%d without %s", x.first, x.last, x.without), func(t *testing.T) {
			s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/digits": "0123456789"}, Without: []string{x.without}})
			h := client(t, env())
			req := &get.Request{URI: s.URI("/digits"), Range: &get.Range{First: x.first, Last: x.last}}
			res, got, err := gettest.Fetch(t, h, req)
			if err != nil {
				got = gettest.Kind(err)
			} else {
				o := res.Answer.(*get.Object)
				got = strings.TrimSpace(fmt.Sprintf("%s %d %s", got, o.Offset, strings.Join(res.Notes, ", ")))
				if o.Length != x.length {
					t.Errorf("length %d, want %d", o.Length, x.length)
				}
			}
			if got != x.want {
				t.Errorf("%q, %v; want %q", got, err, x.want)
			}
			if sent, _, _ := strings.Cut(strings.Join(s.Sessions()[0], "|"), "|ABOR"); !strings.HasSuffix(sent, x.commands) {
				t.Errorf("sent %q, want it to end in %q", sent, x.commands)
			}
			// A part that is not the end is broken off, and the connection goes on.
			if res, body, err := gettest.Fetch(t, h, &get.Request{URI: s.URI("/digits")}); err != nil || body != "0123456789" || len(s.Sessions()) != 1 {
				t.Errorf("then: %v, %q, %v over %q", res, body, err, s.Sessions())
			}
		})
	}
	s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/digits": "0123456789"}})
	res, body, err := gettest.Fetch(t, client(t, env()), &get.Request{URI: s.URI("/digits;type=a"), Range: &get.Range{First: 3, Last: 5}})
	if err != nil || body != "0123456789" || len(res.Notes) != 1 {
		t.Errorf("of a text: %q, %v", body, err)
	}
}

func TestMediaType(t *testing.T) {
	files := map[string]string{
		"/README": "words", "/a.html": "<p>", "/a.html.gz": "\x1f\x8b\x08\x00", "/bin": "\x00\x01\x02", "/latin.txt": "caf\xe9 au lait", "/empty": "", "/a.png": "\x89PNG\r\n\x1a\n", "/dir/x.json": "{}",
	}
	s := ftptest.Serve(t, ftptest.Config{Files: files})
	h := client(t, env())
	for path, want := range map[string]string{
		"/README": "text/plain; charset=utf-8 README", "/a.html": "text/html; charset=utf-8 a.html", "/a.html.gz": "application/gzip a.html.gz", "/bin": "application/octet-stream bin",
		"/latin.txt": "text/plain latin.txt", "/empty": "text/plain; charset=utf-8 empty", "/a.png": "image/png a.png", "/dir/x.json": "application/json x.json", "/%2Fdir%2Fx.json": "application/json x.json",
	} {
		res, _, err := gettest.Fetch(t, h, &get.Request{URI: s.URI(path)})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		o := res.Answer.(*get.Object)
		if got := o.MediaType + " " + o.Name; got != want || o.Modified.Year() != 2024 {
			t.Errorf("%s: %s, %v; want %s", path, got, o.Modified, want)
		}
	}
	if n := len(s.Sessions()); n != 1 {
		t.Errorf("%d connections", n)
	}
	// Of a part only the name tells.
	res, _, err := gettest.Fetch(t, h, &get.Request{URI: s.URI("/a.html"), Range: &get.Range{First: 1, Last: -1}})
	if err != nil || res.Answer.(*get.Object).MediaType != "text/html" {
		t.Errorf("%+v, %v", res, err)
	}
}

// A transfer that is closed before its end is broken off, also because nobody
// wants it any more; what follows has the same connection.
func TestBrokenOff(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/big": strings.Repeat("x", 8<<20), "/small": "s"}})
	h := client(t, env())
	ctx, cancel := context.WithCancel(t.Context())
	for name, end := range map[string]func(*get.Response){
		"closed":   func(res *get.Response) {},
		"canceled": func(*get.Response) { cancel() },
	} {
		res, err := h.Get(ctx, &get.Request{URI: s.URI("/big")})
		if err != nil {
			t.Fatal(name, err)
		}
		end(res)
		if ctx.Err() != nil {
			if _, err := io.Copy(io.Discard, res.Answer.(*get.Object).Body); gettest.Kind(err) != "canceled" {
				t.Errorf("%s: %v", name, err)
			}
		}
		for range 2 {
			if err := res.Close(); err != nil {
				t.Error(name, err)
			}
		}
		if _, body, err := gettest.Fetch(t, h, &get.Request{URI: s.URI("/small")}); err != nil || body != "s" {
			t.Errorf("%s: then %q, %v", name, body, err)
		}
		ctx, cancel = context.WithCancel(t.Context())
	}
	cancel()
	if sent := s.Sessions(); len(sent) != 1 || strings.Count(strings.Join(sent[0], "|"), "|ABOR|NOOP|") != 2 {
		t.Errorf("sent %q, want ABOR twice over one connection", sent)
	}
}

// TestAbort: whatever a server says of a transfer that is broken off, no reply is
// taken for that to another command.
func TestAbort(t *testing.T) {
	const begun = in + undescribed + "\n> RETR f\n< 150 here\n= text\n"
	const after = "\n> SIZE g\n< 213 1\n> MDTM g\n< 550 no\n> EPSV\n< 229 (|||{port}|)\n> RETR g\n< 150 here\n= g\n< 226 done"
	anew := "\n--" + in + strings.NewReplacer("SIZE f", "SIZE g", "MDTM f", "MDTM g").Replace(undescribed) + "\n> RETR g\n< 150 here\n= g\n< 226 done"
	for name, end := range map[string]string{
		"as the RFC has it":              "> ABOR\n< 426 gone\n< 226 it is over\n> NOOP\n< 200 ok" + after,
		"it was over already":            "< 226 done\n> ABOR\n< 225 nothing goes on\n> NOOP\n< 200 ok" + after,
		"what is no end":                 "> ABOR\n< 150 it took no time\n< 226 I see\n> NOOP\n< 200 ok" + after,
		"one reply for both":             "> ABOR\n< 426 gone\n> NOOP\n< 200 ok" + after,
		"a server that knows no ABOR":    "< 426 gone\n> ABOR\n< 502 what?\n> NOOP\n< 200 ok" + after,
		"a server that knows neither":    "< 426 gone\n> ABOR\n< 502 what?\n> NOOP\n< 502 what?\n!" + anew,
		"a server that says more":        "< 426 1\n< 426 2\n> ABOR\n< 226 3\n> NOOP\n< 226 4\n< 200 ok" + anew,
		"a server that has had enough":   "> ABOR\n< 421 enough\n!" + anew,
		"a server that goes away":        "> ABOR\n!" + anew,
		"a server that answers nonsense": "> ABOR\n< yes" + anew,
	} {
		t.Run(name, func(t *testing.T) {
			s := ftptest.Script(t, begun+end)
			h := client(t, env())
			res, err := h.Get(t.Context(), &get.Request{URI: s.URI("/f")})
			if err != nil {
				t.Fatal(err)
			}
			res.Close()
			if _, body, err := gettest.Fetch(t, h, &get.Request{URI: s.URI("/g")}); err != nil || body != "g" {
				t.Errorf("%q, %v", body, err)
			}
		})
	}
}

// The same handler serves many at once.
func TestAtOnce(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe"})
	h := client(t, env())
	errs := make(chan error)
	const n = 8
	for i := range n {
		go func() {
			path := []string{"/x", "/a/b/c.txt", "/a/b/", "/none"}[i%4]
			for range 5 {
				res, err := h.Get(t.Context(), &get.Request{URI: s.URI(path)})
				if err == nil {
					err = gettest.Drain(res)
					res.Close()
				} else if path == "/none" {
					err = nil
				}
				if err != nil {
					errs <- fmt.Errorf("%s: %w", path, err)
					return
				}
			}
			errs <- nil
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if sessions := len(s.Sessions()); sessions > n {
		t.Errorf("%d connections for %d at once", sessions, n)
	}
}
