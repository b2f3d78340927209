package cache_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/get/cache"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// A bench is a cache, a server behind it that counts, and a clock.
type bench struct {
	*cache.Cache
	t      *testing.T
	now    time.Time
	asked  int
	last   *get.Request
	answer func(*get.Request) (*get.Response, error)
}

func newBench(t *testing.T, o cache.Options) *bench {
	b := &bench{t: t, now: time.Date(1994, 3, 21, 0, 0, 0, 0, time.UTC)}
	o.Schemes, o.Now = known.Table(), func() time.Time { return b.now }
	if o.Memory == 0 {
		o.Memory = 1 << 20
	}
	var err error
	if b.Cache, err = cache.Open(o); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) fetch(_ context.Context, req *get.Request) (*get.Response, error) {
	b.asked++
	b.last = req
	return b.answer(req)
}

// read gets what req asks for and reads all of it.
func (b *bench) read(req *get.Request) string {
	b.t.Helper()
	res, err := b.Get(b.t.Context(), req, b.fetch)
	if err != nil {
		return "error: " + err.Error()
	}
	defer res.Close()
	switch a := res.Answer.(type) {
	case *get.Object:
		text, err := io.ReadAll(a.Body)
		if err != nil {
			return "broken off: " + string(text)
		}
		return string(text)
	case *get.Listing:
		var names []string
		for e, err := range a.Entries {
			if err != nil {
				return "broken off: " + strings.Join(names, " ")
			}
			names = append(names, e.Name)
		}
		return strings.Join(names, " ")
	}
	return res.Kind()
}

func request(text string) *get.Request { return &get.Request{URI: uri.MustParse(text)} }

// object answers with a text, and with fields in pairs.
func object(text string, fields ...string) func(*get.Request) (*get.Response, error) {
	return func(req *get.Request) (*get.Response, error) {
		res := &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Length: -1, Body: strings.NewReader(text)}}
		for i := 0; i+1 < len(fields); i += 2 {
			res.Meta = append(res.Meta, get.Meta{Name: fields[i], Value: fields[i+1]})
		}
		return res, nil
	}
}

// asks checks how often the server was asked.
func (b *bench) asks(n int, what string) {
	b.t.Helper()
	if b.asked != n {
		b.t.Errorf("%s: the server was asked %d times, want %d", what, b.asked, n)
	}
	b.asked = 0
}

func TestObject(t *testing.T) {
	b := newBench(t, cache.Options{})
	b.answer = object("text")
	for range 3 {
		if got := b.read(request("gopher://h/0/a")); got != "text" {
			t.Errorf("read %q", got)
		}
	}
	b.asks(1, "three times the same")
	res, err := b.Get(t.Context(), request("GOPHER://H:70/0/a#x"), b.fetch)
	if err != nil || !res.Kept.Equal(b.now) {
		t.Errorf("another spelling: %v, %v", res, err)
	}
	b.asks(0, "another spelling of the same")
	b.read(request("gopher://h/0/b"))
	b.read(&get.Request{URI: uri.MustParse("gopher://h/0/a"), Language: "es"})
	b.read(&get.Request{URI: uri.MustParse("gopher://h/0/a"), Accept: []string{"text/html"}})
	b.read(&get.Request{URI: uri.MustParse("gopher://h/0/a"), Options: map[string]string{"x": "y"}})
	b.asks(4, "others")
	b.now = b.now.Add(time.Minute)
	b.read(request("gopher://h/0/a"))
	b.asks(1, "a minute later")
	if s := b.Stats(); s.Hits != 3 || s.Misses != 6 || s.Entries != 5 || s.Memory < 5*512 {
		t.Errorf("%+v", s)
	}
}

// TestName: two spellings of a URN are one thing, and nobody has to resolve them to
// know it.
func TestName(t *testing.T) {
	b := newBench(t, cache.Options{})
	b.answer = func(*get.Request) (*get.Response, error) { return object("text")(request("http://r/uri-res/N2L?x")) }
	b.read(request("URN:foo:a123%2c"))
	b.read(request("urn:FOO:a123%2C"))
	b.asks(1, "equal URNs")
	b.read(request("urn:FOO:A123%2C"))
	b.asks(1, "one that is not equal")
}

func TestListing(t *testing.T) {
	b := newBench(t, cache.Options{})
	list := func(last error) func(*get.Request) (*get.Response, error) {
		return func(req *get.Request) (*get.Response, error) {
			return &get.Response{URI: req.URI, Answer: &get.Listing{Entries: func(yield func(get.Entry, error) bool) {
				_ = yield(get.Entry{Name: "a"}, nil) && yield(get.Entry{Name: "b"}, last)
			}}}, nil
		}
	}
	b.answer = list(errors.New("it broke"))
	b.read(request("ftp://h/"))
	b.read(request("ftp://h/"))
	b.asks(2, "a listing that broke off")
	b.answer = list(nil)
	b.read(request("ftp://h/"))
	if got := b.read(request("ftp://h/")); got != "a b" {
		t.Errorf("kept %q", got)
	}
	b.asks(1, "a listing")
}

// TestNotKept: what is not for everybody, is not whole, or is here anyway.
func TestNotKept(t *testing.T) {
	secret := request("gopher://h/0/a")
	secret.User, secret.Password = "u", "p"
	part := request("gopher://h/0/a")
	part.Range = &get.Range{First: 1, Last: 2}
	post := request("http://h/a")
	post.Body = []byte("x")
	header := request("http://h/a")
	header.Header = map[string][]string{"Cookie": {"a=b"}}
	for what, req := range map[string]*get.Request{
		"with a password": secret, "a part": part, "a POST": post, "with a header": header,
		"a URI with a user": request("ftp://u@h/a"), "of this machine": request("file:///a"), "in the URI": request("data:,x"),
	} {
		b := newBench(t, cache.Options{})
		b.answer = object("text", "Cache-Control", "max-age=60")
		b.read(req)
		b.read(req)
		b.asks(2, what)
	}
}

// TestUnread: only what was read to its end is kept.
func TestUnread(t *testing.T) {
	for what, answer := range map[string]func(*get.Request) (*get.Response, error){
		"an error": func(req *get.Request) (*get.Response, error) {
			return nil, get.Errorf(get.NotFound, "get", req.URI, "nothing")
		},
		"a body that breaks off": func(req *get.Request) (*get.Response, error) {
			body := io.MultiReader(strings.NewReader("te"), errReader{})
			return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Body: body}}, nil
		},
		"a session": func(req *get.Request) (*get.Response, error) {
			return &get.Response{URI: req.URI, Answer: &get.Session{}}, nil
		},
	} {
		b := newBench(t, cache.Options{})
		b.answer = answer
		first := b.read(request("gopher://h/0/a"))
		if again := b.read(request("gopher://h/0/a")); again != first {
			t.Errorf("%s: %q, then %q", what, first, again)
		}
		b.asks(2, what)
	}
	b := newBench(t, cache.Options{Folder: t.TempDir(), Disk: 1 << 30})
	b.answer = object(strings.Repeat("x", 1<<20))
	res, err := b.Get(t.Context(), request("gopher://h/9/a"), b.fetch)
	if err != nil {
		t.Fatal(err)
	}
	io.CopyN(io.Discard, res.Answer.(*get.Object).Body, 1<<19)
	res.Close()
	if s := b.Stats(); s.Entries != 0 {
		t.Errorf("half of it is kept: %+v", s)
	}
	if left, _ := os.ReadDir(b.Folder); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errors.New("it broke") }

// TestHTTP: what came by HTTP is kept as it says.
func TestHTTP(t *testing.T) {
	for _, x := range []struct {
		fields []string
		good   time.Duration // for how long
	}{
		{nil, time.Minute},
		{[]string{"Cache-Control", "max-age=10"}, 10 * time.Second},
		{[]string{"Cache-Control", "public, MAX-AGE=10, s-maxage=\"20\""}, 20 * time.Second},
		{[]string{"Cache-Control", "max-age=10", "Age", "4"}, 6 * time.Second},
		{[]string{"Cache-Control", "no-store"}, 0},
		{[]string{"Cache-Control", "private, max-age=10"}, 0},
		{[]string{"Cache-Control", "no-cache"}, 0},
		{[]string{"Cache-Control", "max-age=-1"}, time.Minute},
		{[]string{"Cache-Control", "max-age=10", "Vary", "*"}, 0},
		{[]string{"Cache-Control", "max-age=10", "Set-Cookie", "a=b"}, 0},
		{[]string{"Expires", "Mon, 21 Mar 1994 00:00:30 GMT"}, 30 * time.Second},
		{[]string{"Expires", "Mon, 21 Mar 1994 00:00:30 GMT", "Date", "Mon, 21 Mar 1994 00:00:10 GMT"}, 20 * time.Second},
		{[]string{"Expires", "0"}, 0},
	} {
		b := newBench(t, cache.Options{})
		b.answer = object("text", x.fields...)
		b.read(request("http://h/a"))
		b.asked = 0
		if x.good > 0 {
			b.now = b.now.Add(x.good - 1)
			b.read(request("http://h/a"))
			b.asks(0, fmt.Sprint(x.fields, " just before"))
			b.now = b.now.Add(1)
		}
		b.read(request("http://h/a"))
		b.asks(1, fmt.Sprint(x.fields, " behind"))
	}
	b := newBench(t, cache.Options{})
	b.answer = func(*get.Request) (*get.Response, error) { return object("elsewhere")(request("http://h/b")) }
	b.read(request("http://h/a"))
	b.read(request("http://h/a"))
	b.asks(2, "a redirect")
}

// TestAge: who has not changed for long will hardly do so now.
func TestAge(t *testing.T) {
	b := newBench(t, cache.Options{})
	b.answer = func(req *get.Request) (*get.Response, error) {
		res, err := object("text")(req)
		res.Answer.(*get.Object).Modified = b.now.Add(-100 * time.Minute)
		return res, err
	}
	b.read(request("ftp://h/a"))
	b.now = b.now.Add(10*time.Minute - 1)
	b.read(request("ftp://h/a"))
	b.asks(1, "just before a tenth of its age")
	b.now = b.now.Add(1)
	b.read(request("ftp://h/a"))
	b.asks(1, "behind")
}

// TestRenew: what is kept beyond its time is asked for by what its server knows it by.
func TestRenew(t *testing.T) {
	for name, fields := range map[string][2]string{"ETag": {"If-None-Match", `"v1"`}, "Last-Modified": {"If-Modified-Since", "Mon, 21 Mar 1994 00:00:00 GMT"}} {
		b := newBench(t, cache.Options{})
		b.answer = object("text", "Cache-Control", "max-age=10", name, fields[1])
		b.read(request("http://h/a"))
		b.now = b.now.Add(time.Hour)
		b.answer = object("", ":status", "304 Not Modified")
		if got := b.read(request("http://h/a")); got != "text" {
			t.Errorf("%s: read %q", name, got)
		}
		if got := b.last.Header.Get(fields[0]); got != fields[1] {
			t.Errorf("%s: asked with %v", name, b.last.Header)
		}
		b.asked = 0
		b.read(request("http://h/a"))
		b.asks(0, "renewed by "+name)
		b.now = b.now.Add(time.Hour)
		b.answer = object("new", ":status", "200 OK")
		if got := b.read(request("http://h/a")); got != "new" {
			t.Errorf("%s: read %q", name, got)
		}
		if s := b.Stats(); s.Renewed != 1 || s.Entries != 0 && s.Entries != 1 {
			t.Errorf("%+v", s)
		}
	}
}

func TestAnew(t *testing.T) {
	b := newBench(t, cache.Options{})
	b.answer = object("old")
	b.read(request("gopher://h/0/a"))
	b.answer = object("new")
	anew := request("gopher://h/0/a")
	anew.Anew = true
	if got := b.read(anew); got != "new" {
		t.Errorf("read %q", got)
	}
	if got := b.read(request("gopher://h/0/a")); got != "new" {
		t.Errorf("kept %q", got)
	}
	b.asks(2, "anew")
}

// TestLimits: what was asked for least lately goes, and what is too large is never
// kept.
func TestLimits(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, "mine.txt")
	left := filepath.Join(folder, "1.uriel-cache")
	for _, name := range []string{other, left} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := newBench(t, cache.Options{Memory: 1 << 20, Folder: folder, Disk: 8 << 20})
	if _, err := os.Stat(left); err == nil {
		t.Error("what an earlier run left is there")
	}
	text := strings.Repeat("x", 100<<10)
	b.answer = object(text)
	for i := range 20 {
		b.read(request(fmt.Sprintf("gopher://h/0/%d", i)))
		b.read(request("gopher://h/0/0"))
	}
	b.asks(20, "one that is asked for again and again")
	if s := b.Stats(); s.Memory > 1<<20 || s.Entries != 10 {
		t.Errorf("%+v", s)
	}
	large := strings.Repeat("y", 1<<20)
	b.answer = object(large)
	for i := range 20 {
		if got := b.read(request(fmt.Sprintf("gopher://h/9/%d", i))); got != large {
			t.Errorf("read %d bytes", len(got))
		}
	}
	b.asks(20, "large ones")
	if got := b.read(request("gopher://h/9/19")); got != large {
		t.Errorf("kept %d bytes", len(got))
	}
	b.asks(0, "the last")
	if s := b.Stats(); s.Disk > 8<<20 || s.Disk < 6<<20 {
		t.Errorf("%+v", s)
	}
	files, _ := os.ReadDir(folder)
	if len(files) != 1+7 {
		t.Errorf("%d files", len(files))
	}
	b.answer = object(strings.Repeat("z", 2<<20))
	b.read(request("gopher://h/9/z"))
	b.read(request("gopher://h/9/z"))
	b.asks(2, "one that is too large")
	if _, err := os.Stat(other); err != nil {
		t.Error("a file of somebody else has gone")
	}
	for _, x := range files {
		if strings.HasSuffix(x.Name(), ".uriel-cache") {
			os.Remove(filepath.Join(folder, x.Name()))
		}
	}
	b.answer = object(large)
	if got := b.read(request("gopher://h/9/19")); got != large {
		t.Errorf("without its file: %d bytes", len(got))
	}
	b.asks(1, "one whose file has gone")
}

// TestConcurrent: many may ask for the same at a time.
func TestConcurrent(t *testing.T) {
	c, err := cache.Open(cache.Options{Schemes: known.Table(), Memory: 4 << 10, Folder: t.TempDir(), Disk: 4 << 20})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 50 {
				size := 10
				if n%10 == 0 {
					size = 300 << 10
				}
				want := bytes.Repeat([]byte{byte('a' + n%10)}, size)
				res, err := c.Get(t.Context(), request(fmt.Sprintf("gopher://h/0/%d", n%10)), func(_ context.Context, req *get.Request) (*get.Response, error) {
					return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Body: bytes.NewReader(want)}}, nil
				})
				if err != nil {
					t.Error(err)
					return
				}
				got, err := io.ReadAll(res.Answer.(*get.Object).Body)
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%d: read %d bytes, %v", i, len(got), err)
				}
				res.Close()
			}
		})
	}
	all.Wait()
}
