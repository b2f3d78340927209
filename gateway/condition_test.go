package gateway

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/get/cache"
	"uriel.dev/uri"
)

// TestConditions: who has the same already is told so.
func TestConditions(t *testing.T) {
	dated := func() (*get.Response, error) {
		return &get.Response{Answer: &get.Object{MediaType: "text/plain", Length: 4, Modified: someTime.Add(time.Millisecond), Body: strings.NewReader("text")}}, nil
	}
	tagged := func() (*get.Response, error) {
		res, err := object("text/plain", "text")()
		res.Meta = []get.Meta{{Name: "Etag", Value: `"v1"`}}
		return res, err
	}
	h := fixture(handler{"gopher://h/0/dated": dated, "gopher://h/0/tagged": tagged, "gopher://h/0/plain": object("text/plain", "text")})
	const date, later, tag = "Mon, 21 Mar 1994 09:12:00 GMT", "Mon, 21 Mar 1994 09:12:01 GMT", `W/"4-2d8d64e0"`
	for _, x := range []struct {
		name, field, value string
		status             int
	}{
		{"dated", "", "", 200},
		{"dated", "If-Modified-Since", date, 304},
		{"dated", "If-Modified-Since", later, 304},
		{"dated", "If-Modified-Since", "Mon, 21 Mar 1994 09:11:59 GMT", 200},
		{"dated", "If-Modified-Since", "yesterday", 200},
		{"dated", "If-None-Match", tag, 304},
		{"dated", "If-None-Match", `"x", ` + tag, 304},
		{"dated", "If-None-Match", `"x"`, 200},
		{"tagged", "If-None-Match", `"v1"`, 304},
		{"tagged", "If-None-Match", `W/"v1"`, 304},
		{"tagged", "If-None-Match", "*", 304},
		{"tagged", "If-None-Match", `"v2"`, 200},
		{"plain", "If-None-Match", `"v1"`, 200},
		{"plain", "If-None-Match", "*", 200},
		{"plain", "If-Modified-Since", date, 200},
	} {
		w := ask(h, "/raw/"+encode("gopher://h/0/"+x.name), x.field, x.value)
		if w.Code != x.status || (w.Body.Len() == 0) != (x.status == 304) {
			t.Errorf("%s with %s: %s: %d, %q", x.name, x.field, x.value, w.Code, w.Body)
		}
		if x.name == "dated" && (w.Header().Get("Last-Modified") != date || w.Header().Get("Etag") != tag) {
			t.Errorf("%v", w.Header())
		}
	}
	w := ask(h, "/help")
	if again := ask(h, "/help", "If-None-Match", w.Header().Get("Etag")); again.Code != 304 || again.Body.Len() != 0 || again.Header().Get("Content-Security-Policy") == "" {
		t.Errorf("a page of ours: %d %v", again.Code, again.Header())
	}
}

// TestRanges: a part is given where the scheme can.
func TestRanges(t *testing.T) {
	const text = "0123456789"
	asked := 0
	serve := func(can bool, length int64) http.Handler {
		h := rangeHandler(func(r *get.Range) *get.Object {
			asked++
			if r == nil || !can {
				return &get.Object{MediaType: "text/plain", Length: 10, Body: strings.NewReader(text)}
			}
			first, last := r.First, r.Last
			if first < 0 {
				first, last = 10-last, -1
			}
			if last < 0 {
				last = 9
			}
			o := &get.Object{MediaType: "text/plain", Length: last - first + 1, Offset: first, Body: strings.NewReader(text[first : last+1])}
			o.Length = min(o.Length, length)
			return o
		})
		return fixture(nil, func(o *Options) { o.Client.Handlers["gopher"] = h })
	}
	for _, x := range []struct {
		can         bool
		length      int64
		field       string
		status      int
		body, which string
		asked       int
	}{
		{true, 10, "bytes=2-4", 206, "234", "bytes 2-4/*", 1},
		{true, 10, "bytes=7-", 206, "789", "bytes 7-9/*", 1},
		{true, 10, "bytes=-2", 206, "89", "bytes 8-9/*", 1},
		{true, 10, "bytes=0-1", 206, "01", "bytes 0-1/*", 1},
		{true, 10, "bytes=0-9", 206, text, "bytes 0-9/*", 1},
		{true, 10, "bytes=0-", 200, text, "", 1},
		{false, 10, "bytes=0-1", 200, text, "", 1},
		{true, 10, "bytes=4-2", 200, text, "", 1},
		{true, 10, "bytes=2-4,6-7", 200, text, "", 1},
		{true, 10, "lines=2-4", 200, text, "", 1},
		{true, 10, "bytes=-", 200, text, "", 1},
		{false, 10, "bytes=2-4", 200, text, "", 1},
		{true, -1, "bytes=2-4", 200, text, "", 2},
	} {
		asked = 0
		w := ask(serve(x.can, x.length), "/raw/"+encode("gopher://h/9/x"), "Range", x.field)
		if w.Code != x.status || w.Body.String() != x.body || w.Header().Get("Content-Range") != x.which || asked != x.asked {
			t.Errorf("%+v: %d %q %v, asked %d times", x, w.Code, w.Body, w.Header(), asked)
		}
	}

	short := fixture(handler{"gopher://h/9/x": func() (*get.Response, error) {
		return nil, &get.Error{Op: "read", URI: uri.MustParse("gopher://h/9/x"), Kind: get.Invalid, Err: &get.RangeError{Size: 10}}
	}})
	if w := ask(short, "/raw/"+encode("gopher://h/9/x"), "Range", "bytes=10-"); w.Code != 416 || !strings.Contains(w.Body.String(), "all of it has 10 bytes") {
		t.Errorf("a part behind the end: %d %q", w.Code, w.Body)
	}
}

// TestCached: a page that is kept is one answer, and does not change; who reloads it
// asks again.
func TestCached(t *testing.T) {
	asked := 0
	h := fixture(handler{"gopher://h/0/x": func() (*get.Response, error) {
		asked++
		return object("text/plain", "text")()
	}}, func(o *Options) {
		c, err := cache.Open(cache.Options{Schemes: o.Schemes, Memory: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		o.Client.Cache = c
	})
	ask(h, showing("gopher://h/0/x"))
	w := ask(h, showing("gopher://h/0/x"))
	mustHold(t, w, 200, "kept here since")
	if again := ask(h, showing("gopher://h/0/x"), "If-None-Match", w.Header().Get("Etag")); again.Code != 304 {
		t.Errorf("the same again: %d", again.Code)
	}
	ask(h, showing("GOPHER://H:70/0/x"))
	if asked != 1 {
		t.Errorf("asked %d times, want 1", asked)
	}
	for _, field := range []string{"Cache-Control: no-cache", "Cache-Control: max-age=0", "Pragma: no-cache"} {
		name, value, _ := strings.Cut(field, ": ")
		asked = 0
		if ask(h, showing("gopher://h/0/x"), name, value); asked != 1 {
			t.Errorf("%s: asked %d times", field, asked)
		}
	}
}
