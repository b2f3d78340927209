package gopherclient

import (
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/scheme/gopher/gophertest"
	"uriel.dev/uri"
)

// A menu is handed on line by line, not when it is complete.
func TestMenuStreams(t *testing.T) {
	more := make(chan struct{})
	s := gophertest.ServeConn(t, func(_ string, conn net.Conn) {
		io.WriteString(conn, "0One\t/1\th\t70\r\n")
		<-more
		io.WriteString(conn, "0Two\t/2\th\t70\r\n.\r\n")
		io.Copy(io.Discard, conn) // never closes
	})
	res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/1")})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	var names []string
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		if names = append(names, e.Name); len(names) == 1 {
			close(more)
		}
	}
	if strings.Join(names, " ") != "One Two" {
		t.Errorf("entries %q", names)
	}
}

// TestAbout: an item of Gopher+ leads to its attributes too, and so does what is
// had of it.
func TestAbout(t *testing.T) {
	s := gophertest.Serve(t, func(request string) string {
		if request != "" {
			return "+1\r\nx"
		}
		return "0A\ta\th\t70\t+\r\n0B\tb\th\t70\t?\r\n7C\tc\th\t70\t+\r\n0D\td\th\t70\r\n8E\te\th\t23\t+\r\nhF\tURL:gopher://h/0f%09%09+\th\t70\t+\r\n"
	})
	res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/1")})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"gopher://h/0a%09%09!", "gopher://h/0b%09%09!", "gopher://h/7c%09%09!", "", "", "gopher://h/0f%09%09!"}
	for e := range res.Answer.(*get.Listing).Entries {
		if e.About.String() != want[0] {
			t.Errorf("%s: %q, want %q", e.Name, e.About, want[0])
		}
		want = want[1:]
	}
	res.Close()
	if len(want) > 0 || !res.About.IsZero() {
		t.Errorf("no entry for %q; the menu itself: %q", want, res.About)
	}
	for path, want := range map[string]string{"/0a%09%09+text/plain": "/0a%09%09!", "/0a%09%09!": "", "/0a": ""} {
		res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI(path)})
		if err != nil {
			t.Fatal(err)
		}
		res.Close()
		if want != "" {
			want = s.URI(want).String()
		}
		if res.About.String() != want {
			t.Errorf("%s: %q, want %q", path, res.About, want)
		}
	}
}

// A menu that breaks off ends with an error.
func TestMenuBreaksOff(t *testing.T) {
	read := make(chan struct{})
	s := gophertest.ServeConn(t, func(_ string, conn net.Conn) {
		io.WriteString(conn, "0One\t/1\th\t70\r\n")
		<-read
		conn.(*net.TCPConn).SetLinger(0) // resets
	})
	res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/1")})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	close(read)
	var last error
	n := 0
	for _, err := range res.Answer.(*get.Listing).Entries {
		n++
		last = err
	}
	if e, ok := errors.AsType[*get.Error](last); n != 2 || !ok || e.Kind != get.Network {
		t.Errorf("%d pairs, the last with %v; want two, and an error of kind network", n, last)
	}
}

// A menu of a million lines is read in the memory of a few.
func TestMenuOfAMillionLines(t *testing.T) {
	const lines, piece, most = 1_000_000, 1000, 4 << 20
	s := gophertest.ServeConn(t, func(_ string, conn net.Conn) {
		some := strings.Repeat("0One of very many\t/1\th\t70\r\n", piece)
		for range lines / piece {
			if _, err := io.WriteString(conn, some); err != nil {
				return
			}
		}
	})
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/1")})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	n := 0
	for _, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%(lines/4) == 0 {
			if now := heap(); now > before+most {
				t.Fatalf("%d bytes are held after %d lines, want %d at most", now-before, n, most)
			}
		}
	}
	if n != lines {
		t.Errorf("%d entries, want %d", n, lines)
	}
}

// FuzzEntry: any line of a menu becomes an entry whose name is text; it has a
// name unless it is an empty line of information; its URI is one.
func FuzzEntry(f *testing.F) {
	for _, s := range []string{"", "\t\t\t\t", "i\xe9\t", "0\t\t\t", "0x\t/\xff\th\t70", "+x\t\th\tz", "8\t/\t::1\t", "hx\tURL:\th\t70", "\xff\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") {
			t.Skip("no input of this target")
		}
		m := &menu{res: &get.Response{URI: uri.MustParse("gopher://h:7070/1")}, last: '1', other: func() charset { return latin1Charset }}
		e := m.entry(line)
		if e.Name == "" && (e.Kind != "info" || strings.Trim(line, "i ") != "" && !strings.Contains(line, "\t")) {
			t.Errorf("%q has no name: %+v", line, e)
		}
		if e.Name != strings.ToValidUTF8(e.Name, "?") || e.Kind == "" {
			t.Errorf("%q: %+v", line, e)
		}
		if u, err := uri.Parse(e.URI.String()); err != nil || u != e.URI {
			t.Errorf("%q leads to %q: %v", line, e.URI, err)
		}
	})
}
