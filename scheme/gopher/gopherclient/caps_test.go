package gopherclient

import (
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/scheme/gopher"
	"uriel.dev/scheme/gopher/gophertest"
)

const someCaps = "CAPS\r\n\r\nCapsVersion=1\r\nExpireCapsAfter=0\r\nServerSoftware=Caf\xe9\r\nServerDefaultEncoding=KOI8-R\r\n.\r\n"

// TestHead: what a server says of itself is asked for instead of the item, and
// once of each server.
func TestHead(t *testing.T) {
	s := gophertest.Serve(t, gophertest.Answers(map[string]string{"caps.txt": someCaps}))
	h := New(env())
	for path, media := range map[string]string{"/0/a.txt": "text/plain", "/1": "application/gopher-menu", "/0x%09%09+": "text/plain", "/I/b.png": "image/png"} {
		req := &get.Request{URI: s.URI(path), Method: http.MethodHead}
		res, err := h.Get(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		o := res.Answer.(*get.Object)
		if body, err := io.ReadAll(o.Body); len(body) > 0 || err != nil || o.MediaType != media {
			t.Errorf("%s: %s, %q, %v; want %s without a body", path, o.MediaType, body, err, media)
		}
		want := []get.Meta{{Name: "CapsVersion", Value: "1"}, {Name: "ExpireCapsAfter", Value: "0"}, {Name: "ServerSoftware", Value: "Caf\u00e9"}, {Name: "ServerDefaultEncoding", Value: "KOI8-R"}}
		if diff := cmp.Diff(want, res.Meta); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
		plan, err := h.Plan(req)
		if wantPlan := (get.Plan{{Act: get.Connect, Text: s.Addr}, {Act: get.Send, Text: "caps.txt\r\n"}}); err != nil || !slices.Equal(plan, wantPlan) {
			t.Errorf("%s: plan %v, %v", path, plan, err)
		}
	}
	if got := s.Requests(); !slices.Equal(got, []string{"caps.txt\r\n"}) {
		t.Errorf("the server was asked %q", got)
	}
}

func TestHeadOfServerWithoutCaps(t *testing.T) {
	s := gophertest.Serve(t, gophertest.Answers(nil))
	res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/1"), Method: http.MethodHead})
	if err != nil || len(res.Meta) > 0 || len(res.Notes) != 1 {
		t.Errorf("%+v, %v; want no more than a note", res, err)
	}
	s = gophertest.ServeConn(t, func(_ string, conn net.Conn) { conn.(*net.TCPConn).SetLinger(0) }) // resets
	_, err = New(env()).Get(t.Context(), &get.Request{URI: s.URI("/1"), Method: http.MethodHead})
	if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.Network {
		t.Errorf("%v, want an error of kind network", err)
	}
}

// TestCharset: a server is asked for the charset when it has sent what is not
// UTF-8, and not before.
func TestCharset(t *testing.T) {
	s := gophertest.Serve(t, gophertest.Answers(map[string]string{
		"caps.txt": someCaps, "utf": "\u043c\u0438\u0440\r\n", "koi": "\xcd\xc9\xd2\r\n", "menu": "0\xcd\xc9\xd2\t/\xcd\th\t70\r\n0\u043c\t/x\th\t70\r\n",
	}))
	h := New(env())
	for _, x := range []struct{ path, want string }{
		{"/0utf", "object text/plain; charset=utf-8 \"utf\"\n\"\u043c\u0438\u0440\\r\\n\"\n"},
		{"/1menu", "text \"\u043c\u0438\u0440\" gopher://h/0/%CD\ntext \"\u043c\" gopher://h/0/x\nnote read as koi8-r, as the server says, where lines are not UTF-8\n"},
		{"/0koi", "object text/plain; charset=koi8-r \"koi\"\n\"\\xcd\\xc9\\xd2\\r\\n\"\nnote not UTF-8: taken for koi8-r, as the server says\n"},
	} {
		res, err := h.Get(t.Context(), &get.Request{URI: s.URI(x.path)})
		if diff := cmp.Diff(x.want, describe(t, res, err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.path, diff)
		}
	}
	if got, want := s.Requests(), []string{"utf\r\n", "menu\r\n", "caps.txt\r\n", "koi\r\n"}; !slices.Equal(got, want) {
		t.Errorf("the server was asked %q, want %q", got, want)
	}
}

// TestCharsetOfSlowServer: a server that does not say soon has Latin-1.
func TestCharsetOfSlowServer(t *testing.T) {
	s := gophertest.ServeConn(t, func(request string, conn net.Conn) {
		if request == gopher.CapsSelector {
			io.Copy(io.Discard, conn)
		}
		io.WriteString(conn, "caf\xe9\r\n")
	})
	res, err := newHandler(env(), 50*time.Millisecond).Get(t.Context(), &get.Request{URI: s.URI("/0a")})
	if got := describe(t, res, err); !strings.HasPrefix(got, "object text/plain; charset=iso-8859-1 ") {
		t.Error(got)
	}
}

func TestCharsetOf(t *testing.T) {
	for label, want := range map[string]string{
		"": "iso-8859-1", "UTF-8": "iso-8859-1", "US-ASCII": "iso-8859-1", "ISO-8859-1": "iso-8859-1", "utf-16": "iso-8859-1", "iso-2022-kr": "iso-8859-1", "klingon": "iso-8859-1",
		"Windows-1252": "windows-1252", "cp1251": "windows-1251", "KOI8-R": "koi8-r", "ISO-8859-2": "iso-8859-2", "Shift_JIS": "shift_jis", "cp866": "ibm866",
	} {
		if got := charsetOf(label).name; got != want {
			t.Errorf("%q is read as %s, want %s", label, got, want)
		}
	}
}

// TestKnown: what is kept of servers is bounded in number and time.
func TestKnown(t *testing.T) {
	var k known
	for n := range 3 * mostKnown {
		k.put(peer{addr: strconv.Itoa(n)}, nil)
	}
	if len(k.of) > mostKnown {
		t.Errorf("%d servers are kept", len(k.of))
	}
	h := peer{"h:70", false}
	k.put(h, gopher.Caps{{Name: "ExpireCapsAfter", Value: "2000000000"}})
	if left := time.Until(k.of[h].until); left > 24*time.Hour || left < 23*time.Hour {
		t.Errorf("kept for %v", left)
	}
	k.of[h] = capsUntil{until: time.Now()}
	if _, ok := k.get(h); ok {
		t.Error("kept too long")
	}
	k.put(h, nil)
	if _, ok := k.get(peer{"h:70", true}); ok {
		t.Error("what came in the clear is said to have come over TLS")
	}
}
