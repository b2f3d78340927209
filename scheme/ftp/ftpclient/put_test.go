package ftpclient

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/ftp/ftptest"
)

func TestPut(t *testing.T) {
	const in = "USER anonymous|PASS uriel@|"
	for _, x := range []struct{ path, body, stored, want string }{
		{"/new.txt", "one\ntwo\r\n", "one\ntwo\r\n", in + "TYPE I|EPSV|STOR new.txt"},
		{"/new.txt;type=a", "one\ntwo\r\n\r", "one\ntwo\n\r", in + "TYPE A|EPSV|STOR new.txt"},
		{"/a/b/c.txt", "in place of the other", "in place of the other", in + "PWD|CWD a|CWD b|TYPE I|EPSV|STOR c.txt"},
		{"/empty", "", "", in + "TYPE I|EPSV|STOR empty"},
		{"/%C3%BC", "u", "u", in + "FEAT|OPTS UTF8 ON|TYPE I|EPSV|STOR ü"},
		{"/big", strings.Repeat("0123456789", 100_000), strings.Repeat("0123456789", 100_000), in + "TYPE I|EPSV|STOR big"},
	} {
		t.Run(x.path, func(t *testing.T) {
			s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/a/b/c.txt": "old"}})
			h := client(t, env())
			req := &get.Request{URI: s.URI(x.path)}
			for range 2 {
				res, err := h.Put(t.Context(), req, iotest.HalfReader(strings.NewReader(x.body)), int64(len(x.body)))
				if err != nil {
					t.Fatal(err)
				}
				if l := res.Answer.(*get.Locations); l.List[0].URI != req.URI {
					t.Errorf("stored at %s", l.List[0].URI)
				}
				res.Close()
			}
			v := pathOf(req.URI)
			if got, ok := s.File("/" + v); !ok || got != x.stored {
				t.Errorf("stored %.40q, %v; want %.40q", got, ok, x.stored)
			}
			sent := s.Sessions()
			if got := strings.Join(sent[0], "|"); len(sent) != 1 || !strings.HasPrefix(got, x.want) {
				t.Errorf("sent %q, want %q", sent, x.want)
			}
			plan, err := h.PlanPut(req)
			if got := strings.Join(sends(plan), "|"); err != nil || got != strings.ReplaceAll(x.want, "OPTS UTF8 ON|", "") {
				t.Errorf("the plan sends %q, %v", got, err)
			}
		})
	}
}

// TestAppend: what is sent is behind what was there, if anything was.
func TestAppend(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/log": "one\n"}})
	h := client(t, env())
	for path, want := range map[string]string{"/log": "one\ntwo\n", "/new": "two\n"} {
		req := &get.Request{URI: s.URI(path), Options: map[string]string{OptionAppend: "yes"}}
		res, err := h.Put(t.Context(), req, strings.NewReader("two\n"), 4)
		if err != nil {
			t.Fatal(err)
		}
		res.Close()
		if got, _ := s.File(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		if plan, err := h.PlanPut(req); err != nil || !slices.Contains(sends(plan), "APPE "+path[1:]) {
			t.Errorf("the plan is %v, %v", plan, err)
		}
	}
	if sent := strings.Join(s.Sessions()[0], "|"); strings.Contains(sent, "STOR") {
		t.Errorf("sent %q", sent)
	}
}

func TestPutOverTLS(t *testing.T) {
	config, e, _ := secured()
	s := ftptest.Serve(t, ftptest.Config{TLS: config, Implicit: true})
	res, err := client(t, e).Put(t.Context(), &get.Request{URI: s.URI("/f")}, strings.NewReader("text"), -1)
	if got, _ := s.File("/f"); err != nil || got != "text" {
		t.Errorf("%q, %v", got, err)
	}
	res.Close()
}

// TestPutFails: what goes wrong is told, and no half of a file is taken for all.
func TestPutFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	for _, x := range []struct {
		name, path string
		body       io.Reader
		size       int64
		answers    map[string]string
		kind, text string
	}{
		{"a directory", "/a/", strings.NewReader("x"), 1, nil, "invalid", "names a directory"},
		{"a directory by its type", "/a;type=d", strings.NewReader("x"), 1, nil, "invalid", "names a directory"},
		{"a folder that is not there", "/none/f", strings.NewReader("x"), 1, nil, "not-found", "550"},
		{"not allowed", "/f", strings.NewReader("x"), 1, map[string]string{"STOR": "550 Permission denied."}, "auth", "does not let it be stored"},
		{"no login", "/f", strings.NewReader("x"), 1, map[string]string{"STOR": "532 Need account."}, "auth", "532"},
		{"no room", "/f", strings.NewReader("x"), 1, map[string]string{"STOR": "552 Quota."}, "limit", "no room"},
		{"not known", "/f", strings.NewReader("x"), 1, map[string]string{"STOR": "502 what?"}, "protocol", "502"},
		{"less than was told", "/f", strings.NewReader("tex"), 4, nil, "partial", "there are 3"},
		{"more than was told", "/f", strings.NewReader("texts"), 4, nil, "partial", "there are 5"},
		{"a body that breaks off", "/f", io.MultiReader(strings.NewReader("text"), iotest.ErrReader(broken)), -1, nil, "partial", "the disk is gone"},
		{"a body that breaks off at once", "/f", iotest.ErrReader(broken), -1, nil, "internal", "the disk is gone"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/a/": ""}, Answers: x.answers})
			_, err := client(t, env()).Put(t.Context(), &get.Request{URI: s.URI(x.path)}, x.body, x.size)
			if gettest.Kind(err) != x.kind || !strings.Contains(err.Error(), x.text) {
				t.Errorf("%v (%s), want %s with %q", err, gettest.Kind(err), x.kind, x.text)
			}
			s.Close()
			if got, _ := s.File("/f"); got != "" {
				t.Errorf("stored %q", got)
			}
		})
	}
}

// A server that has had enough says why.
func TestPutStopped(t *testing.T) {
	s := ftptest.Script(t, in+`
> TYPE I
< 200 ok
> EPSV
< 229 (|||{port}|)
> STOR f
< 150 go on
=
< 552 no room`)
	_, err := client(t, env()).Put(t.Context(), &get.Request{URI: s.URI("/f")}, endless{}, -1)
	if gettest.Kind(err) != "partial" || !strings.Contains(err.Error(), "552 no room") {
		t.Errorf("%v (%s)", err, gettest.Kind(err))
	}
}

func TestPutCanceled(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{})
	ctx, cancel := context.WithCancel(t.Context())
	body := readerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	_, err := client(t, env()).Put(ctx, &get.Request{URI: s.URI("/f")}, body, -1)
	if gettest.Kind(err) != "canceled" {
		t.Errorf("%v (%s)", err, gettest.Kind(err))
	}
	s.Close()
	if got, _ := s.File("/f"); got != "" {
		t.Errorf("stored %d bytes", len(got))
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
