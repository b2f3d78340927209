package newsclient

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme/news/newstest"
)

// spoolOf makes a spool of files by their names.
func spoolOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var received = map[string]string{
	"a/b/1":          "Newsgroups: a.b\nFrom: j@h\nSubject: s1\nMessage-ID: <1@h>\n\none\n",
	"a/b/2":          "Newsgroups: a.b\r\nFrom: j@h\r\nSubject: s2\r\nMessage-ID: <2@h>\r\nReferences: <1@h>\r\n\r\n..two\r\n.\r\n",
	"a/b/10":         "Newsgroups: a.b\nFrom: j@h\nSubject: s10\nMessage-ID: <10@h>\n\n",
	"a/b/c/7":        "Newsgroups: a.b.c\nFrom: j@h\nSubject: s7\nMessage-ID: <7@h>\n\nseven\n",
	"a/b/07":         "no article",
	"a/b/.overview":  "no article",
	"a/b/notes.txt":  "no article",
	"outgoing/batch": "no article",
}

// TestSpool: articles that are here are read without any server.
func TestSpool(t *testing.T) {
	dir := spoolOf(t, received)
	h := New(get.Env{Policy: policy.CLI(table())})
	for _, x := range []struct{ uri, accept, want string }{
		{"news:1@h", "", "Newsgroups: a.b\nFrom: j@h\nSubject: s1\nMessage-ID: <1@h>\n\none\n"},
		{"news:1@h", "*/*", received["a/b/1"]},
		{"news:2@h", "*/*", strings.TrimSuffix(strings.Replace(received["a/b/2"], "..two", ".two", 1), ".\r\n")},
		{"news:2@h", "HEAD", "Newsgroups: a.b\r\nFrom: j@h\r\nSubject: s2\r\nMessage-ID: <2@h>\r\nReferences: <1@h>\r\n"},
		{"nntp:a.b.c/7", "*/*", received["a/b/c/7"]},
		{"news:7@h?part=1", "", "seven\n"},
		{"news:2@h?thread", "", "2 articles in 1 thread||info|-1|0001-01-01 00:00\ns1 – j@h|news:1@h|article|SIZE a/b/1|0001-01-01 00:00\n└ s2 – j@h|news:2@h|article|SIZE a/b/2|0001-01-01 00:00\n"},
		{"news:a.b", "", "3 articles in 2 threads||info|-1|0001-01-01 00:00\ns1 – j@h|news:1@h|article|SIZE a/b/1|0001-01-01 00:00\n└ s2 – j@h|news:2@h|article|SIZE a/b/2|0001-01-01 00:00\ns10 – j@h|news:10@h|article|SIZE a/b/10|0001-01-01 00:00\n"},
		{"nntp:a.b.c", "", "1 article in 1 thread||info|-1|0001-01-01 00:00\ns7 – j@h|nntp:a.b.c/7|article|SIZE a/b/c/7|0001-01-01 00:00\n"},
		{"news:*", "", "a.b|news:a.b|newsgroup|-1|0001-01-01 00:00\na.b.c|news:a.b.c|newsgroup|-1|0001-01-01 00:00\n"},
		{"news:*.c", "", "a.b.c|news:a.b.c|newsgroup|-1|0001-01-01 00:00\n"},
		{"news:3@h", "", "not-found"},
		{"nntp:a.b/3", "", "not-found"},
		{"nntp:a.b/07", "*/*", "no article"},
		{"nntp:a.d/1", "", "not-found"},
		{"nntp:a.b.1/1", "", "not-found"},
		{"news:a", "", "not-found"},
		{"news:a.d", "", "not-found"},
		{"news:..", "", "not-found"},
		{"news://h.example/1@h", "", "network"}, // a server is named
	} {
		req := request(x.uri)
		req.Options = map[string]string{OptionSpool: dir}
		if x.accept == "HEAD" {
			req.Method = x.accept
		} else if x.accept != "" {
			req.Accept = []string{x.accept}
		}
		if strings.Contains(x.uri, "h.example") {
			if plan, err := h.Plan(req); err != nil || plan[0].Act != get.Connect {
				t.Errorf("%s: %v, %v", x.uri, plan, err)
			}
			continue
		}
		res, err := h.Get(t.Context(), req)
		got := gettest.Kind(err)
		if err == nil {
			got = lines(t, res)
		}
		want := x.want
		for name, text := range received {
			want = strings.ReplaceAll(want, "SIZE "+name+"|", fmt.Sprintf("%d|", len(text)-len(".\r\n")*strings.Count(text, "\r\n.\r\n")))
		}
		if got != want {
			t.Errorf("%s: %q, %v; want %q", x.uri, got, err, want)
		}
	}
}

// TestSpoolFirst: who has both asks the server for what is not here, and which
// groups there are.
func TestSpoolFirst(t *testing.T) {
	s := &newstest.Server{}
	s.AddGroup("a.b", "")
	s.AddGroup("x.y", "")
	for _, id := range []string{"1@h", "9@h"} {
		if err := s.Add("Newsgroups: a.b,x.y\nFrom: j@h\nSubject: of the server\nMessage-ID: <" + id + ">\n\nbody\n"); err != nil {
			t.Fatal(err)
		}
	}
	h := New(env(s.Start(t)))
	dir := spoolOf(t, received)
	for _, x := range []struct{ uri, want, plan string }{
		{"news:1@h", "Subject: s1\n", "open " + dir + "|connect"},
		{"news:9@h", "Subject: of the server\n", "open " + dir + "|connect"},
		{"news:a.b", "s10 – j@h|", "open " + dir + "/a/b|connect"},
		{"news:x.y", "of the server – j@h|", "open " + dir + "/x/y|connect"},
		{"nntp:x.y/1", "of the server\n", "open " + dir + "/x/y/1|connect"},
		{"news:*", "x.y|news:x.y|", "connect"},
	} {
		req := request(x.uri)
		req.Options = map[string]string{OptionSpool: dir}
		res, err := h.Get(t.Context(), req)
		if err != nil {
			t.Errorf("%s: %v", x.uri, err)
			continue
		}
		if got := lines(t, res); !strings.Contains(got, x.want) {
			t.Errorf("%s: %q, want %q", x.uri, got, x.want)
		}
		plan, err := h.Plan(req)
		var acts []string
		for _, step := range plan {
			if step.Act == get.Open {
				acts = append(acts, "open "+step.Text)
			} else if step.Act == get.Connect {
				acts = append(acts, "connect")
			}
		}
		if got := strings.Join(acts, "|"); got != x.plan || err != nil {
			t.Errorf("%s: the plan is %q, %v; want %q", x.uri, got, err, x.plan)
		}
	}
}

// TestSpoolRefused: a spool is opened where files of this machine are.
func TestSpoolRefused(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("Message-ID: <5@h>\n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := spoolOf(t, received)
	if err := os.Symlink(outside, filepath.Join(dir, "a/b/5")); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name   string
		policy policy.Policy
		uri    string
		dir    string
		kind   string
	}{
		{"a gateway", policy.Gateway(table()), "news:1@h", dir, "denied"},
		{"a link that leads out", policy.CLI(table()), "nntp:a.b/5", dir, "denied"},
		{"no spool", policy.CLI(table()), "nntp:a.b/1", filepath.Join(dir, "none"), "not-found"},
		{"no absolute name", policy.CLI(table()), "news:1@h", "spool", "invalid"},
		{"nothing to post to", policy.CLI(table()), "post", dir, "unsupported"},
	} {
		h := New(get.Env{Policy: x.policy})
		req := request("news:a.b")
		req.Options = map[string]string{OptionSpool: x.dir}
		var err error
		if x.uri == "post" {
			_, err = h.(get.Poster).Post(t.Context(), req, strings.NewReader("From: j@h\nSubject: s\n\n"))
		} else {
			req.URI = request(x.uri).URI
			_, err = h.Get(t.Context(), req)
		}
		if gettest.Kind(err) != x.kind {
			t.Errorf("%s: %v, want %s", x.name, err, x.kind)
		}
	}
}
