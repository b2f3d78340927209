package gateway

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/uri"
)

// TestDrawn: the page of an answer is drawn once for as long as the answer is kept,
// and anew when that has changed.
func TestDrawn(t *testing.T) {
	body, draws := "first", 0
	h := fixture(handler{"gopher://h/0/a": func() (*get.Response, error) { return object("text/plain", body)() }}, cached(t), func(o *Options) {
		o.Pages = map[string]page.Renderer{"gopher": func(a page.Answer) page.Matter { draws++; return page.General(a) }}
	})
	see := func(want string, more int, header ...string) {
		t.Helper()
		before := draws
		w := ask(h, showing("gopher://h/0/a"), header...)
		mustHold(t, w, 200, want)
		if w.Header().Get("Etag") == "" || w.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%v", w.Header())
		}
		if draws-before != more {
			t.Errorf("%s: drawn %d times, want %d", want, draws-before, more)
		}
	}
	see("first", 1)
	body = "second"
	see("first", 1) // that it is kept, the page says
	see("first", 0)
	see("first", 0)
	see("second", 1, "Cache-Control", "no-cache")
	see("second", 1)
	see("second", 0)
	tag := ask(h, showing("gopher://h/0/a")).Header().Get("Etag")
	if w := ask(h, showing("gopher://h/0/a"), "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("the same page: status %d", w.Code)
	}
	draws = 0
	if w := ask(h, showing("gopher://h/0/a")+"?long"); draws != 1 || w.Code != 200 {
		t.Errorf("at another address: drawn %d times, status %d", draws, w.Code)
	}
}

// TestDrawnListing: in every order that it is sorted.
func TestDrawnListing(t *testing.T) {
	entry := func(name string) get.Entry {
		return get.Entry{Name: name, Kind: "file", URI: uri.MustParse("gopher://h/0/" + name)}
	}
	h := fixture(handler{"gopher://h/1": answer(list([]get.Entry{entry("aaa"), entry("bbb")}, nil))}, cached(t))
	for range 3 {
		for _, x := range []struct{ sort, first, last string }{{"name", "aaa", "bbb"}, {"-name", "bbb", "aaa"}} {
			text := ask(h, showing("gopher://h/1")+"?sort="+x.sort).Body.String()
			if i, j := strings.Index(text, x.first+"</a>"), strings.Index(text, x.last+"</a>"); i < 0 || j < i {
				t.Errorf("sorted by %s, %s is at %d and %s at %d", x.sort, x.first, i, x.last, j)
			}
		}
	}
}

// TestDrawnIsBounded: pages that nobody asks for make room, and what is refused is
// not kept at all.
func TestDrawnIsBounded(t *testing.T) {
	var d drawn
	text := make([]byte, 100<<10)
	for i := range 200 {
		d.keep(newDrawn(fmt.Sprint(i), text))
		if d.find("0") == nil {
			t.Fatalf("the page that is asked for all the time goes when there are %d others", i)
		}
	}
	sum := 0
	for _, p := range d.young {
		sum += p.size()
	}
	if n := len(d.young) + len(d.old); sum != d.size || d.size > maxDrawn || n > 2*maxDrawn/len(text) || n < maxDrawn/len(text)*9/10 {
		t.Errorf("%d pages are kept, %d bytes of %d young ones", n, d.size, len(d.young))
	}
	if d.find("199") == nil || d.find("1") != nil {
		t.Error("those that are kept are not the last")
	}
	d.keep(newDrawn("large", make([]byte, maxDrawnPage)))
	if d.find("large") != nil {
		t.Error("a page that is too large is kept")
	}

	g := fixture(answers()).(*gateway)
	for i := range 100 {
		ask(g, fmt.Sprintf("/schemes/none%d", i))
		ask(g, fmt.Sprintf("/?x=%d", i))
		ask(g, fmt.Sprintf("/none%d", i))
	}
	if n := len(g.drawn.young); n != 1 {
		t.Errorf("%d pages are kept of one", n)
	}
}
