package newsclient

import (
	"strconv"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/news/newstest"
	"uriel.dev/uri"
)

// TestPost: what is sent for an article, to the byte.
func TestPost(t *testing.T) {
	const script = `
		S: 200 hi
		C: MODE READER
		S: 200 reader
		C: POST
		S: 340 go on
		`
	for _, x := range []struct{ name, article, sent, reply, want string }{
		{"plain", "From: j@h\nSubject: x\n\nbody\n.\n..a\n", "C: From: j@h|C: Subject: x|C: Newsgroups: a.b|C:|C: body|C: ..|C: ...a|C: .", "240 taken", ""},
		{"CR LF, no end of line", "From: j@h\r\nSubject: a\r\n b\r\nNewsgroups: c.d, a.b\r\n\r\nbody", "C: From: j@h|C: Subject: a b|C: Newsgroups: c.d, a.b|C:|C: body|C: .", "240 <x@y> taken", "news:x@y"},
		{"not ASCII", "From: Jö <j@h>\nSubject: hé\nMessage-ID: <1@h>\n\nhé\n",
			"C: From: =?utf-8?q?J=C3=B6?= <j@h>|C: Subject: =?utf-8?q?h=C3=A9?=|C: Message-ID: <1@h>|C: Newsgroups: a.b|C: MIME-Version: 1.0|C: Content-Type: text/plain; charset=utf-8|C: Content-Transfer-Encoding: 8bit|C:|C: hé|C: .", "240 taken", "news:1@h"},
		{"typed by its author", "From: j@h\nSubject: x\nContent-Type: text/plain; charset=iso-8859-1\n\nh\xe9\n",
			"C: From: j@h|C: Subject: x|C: Content-Type: text/plain; charset=iso-8859-1|C: Newsgroups: a.b|C:|C: h\\xe9|C: .", "240 taken", ""},
		{"many references", "From: j@h\nSubject: x\nReferences: " + strings.Repeat("<0123456789@h> ", 70) + "\n\n",
			"C: From: j@h|C: Subject: x|C: References: " + strings.TrimSpace(strings.Repeat("<0123456789@h> ", 60)) + "|C: \\x20" + strings.TrimSpace(strings.Repeat("<0123456789@h> ", 10)) + "|C: Newsgroups: a.b|C:|C: .", "240 taken", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			addr := newstest.Dialogue(t, script+strings.ReplaceAll(x.sent, "|", "\n")+"\nS: "+x.reply)
			res, err := New(env(addr)).(get.Poster).Post(t.Context(), request("nntp:a.b"), strings.NewReader(x.article))
			if err != nil {
				t.Fatal(err)
			}
			var got string
			for _, l := range res.Answer.(*get.Locations).List {
				got += l.URI.String()
			}
			if got != x.want || res.Canonical.String() != x.want {
				t.Errorf("it can be read at %q, canonical %q; want %q", got, res.Canonical, x.want)
			}
		})
	}
}

// TestPostRefused: nothing is sent that cannot be an article.
func TestPostRefused(t *testing.T) {
	const good = "From: j@h\nSubject: x\n\nbody\n"
	for _, x := range []struct{ uri, article, why string }{
		{"news:1@h", good, "no newsgroup"},
		{"news:a.*", good, "no newsgroup"},
		{"nntp:a.b/7", good, "no newsgroup"},
		{"news:a.b", "", "nothing"},
		{"news:a.b", "Hello world\n\nbody\n", "no header"},
		{"news:a.b", "From: j@h\nSubject: x\nHello, this is:\n\nbody\n", "a line that is no field"},
		{"news:a.b", "Subject: x\n\nbody\n", "no From"},
		{"news:a.b", "From: j@h\n\nbody\n", "no Subject"},
		{"news:a.b", "From: j@h\nSubject: x\nNewsgroups: c.d\n\nbody\n", "another group"},
		{"news:a.b", "From: j@h\nSubject: x\nReferences: <é@h>\n\nbody\n", "a Message-ID that is not ASCII"},
		{"news:a.b", "From: <é\nSubject: x\n\nbody\n", "no address"},
		{"news:a.b", "From: j@h\nSubject: \xe9\n\nbody\n", "a field that is not UTF-8"},
		{"news:a.b", "From: j@h\nSubject: x\n\nh\xe9\n", "a body that is not UTF-8 and does not say what it is"},
		{"news:a.b", good + "a\x00b\n", "NUL"},
		{"news:a.b", good + "a\rDATE\r", "CR"},
		{"news:a.b", good + strings.Repeat("x", 999), "a line that is too long"},
		{"news:a.b", good + strings.Repeat("xxxxxxx\n", 1<<17), "an article over the limit"},
	} {
		e := env("127.0.0.1:9")
		l := e.Policy.Limits()
		l.Body = 1 << 20
		e.Policy = e.Policy.WithLimits(l)
		p := New(e).(get.Poster)
		if _, err := p.Post(t.Context(), request(x.uri), strings.NewReader(x.article)); gettest.Kind(err) != "invalid" {
			t.Errorf("%s: %s: %v", x.uri, x.why, err)
		}
	}
}

// TestPostSaysNo: the server does not take it, or does not say.
func TestPostSaysNo(t *testing.T) {
	const hi = "S: 200 hi\nC: MODE READER\nS: 200 reader\nC: POST\n"
	const sent = hi + "S: 340 go on\nC: From: j@h\nC: Subject: x\nC: Newsgroups: a.b\nC:\nC: .\n"
	for script, kind := range map[string]string{
		hi + "S: 440 no":              "auth",
		hi + "S: 480 who?":            "auth",
		sent + "S: 441 no such group": "invalid",
		sent + "S.":                   "partial",
		sent + "S: what?":             "partial",
		hi + "S.":                     "network",
	} {
		addr := newstest.Dialogue(t, script)
		_, err := New(env(addr)).(get.Poster).Post(t.Context(), request("news:a.b"), strings.NewReader("From: j@h\nSubject: x\n\n"))
		if gettest.Kind(err) != kind {
			t.Errorf("%s: %v of kind %s, want %s", script, err, gettest.Kind(err), kind)
		}
	}
}

func TestPlanPost(t *testing.T) {
	plan, err := New(env("s")).(get.Poster).PlanPost(request("news:a.b"))
	if err != nil || len(plan) != 4 || plan[0].Text != "s:119" || plan[2].Text != "POST\r\n" {
		t.Errorf("%v, %v", plan, err)
	}
}

// TestPostAndRead: what was posted to a server of any age is read from it as it
// was written.
func TestPostAndRead(t *testing.T) {
	server, client := certified()
	for name, s := range map[string]*newstest.Server{
		"RFC 977":  {Level: newstest.RFC977},
		"RFC 2980": {Level: newstest.RFC2980, User: "joe", Password: "secret"},
		"RFC 3977": {Level: newstest.RFC3977, User: "joe", Password: "secret", TLS: server, MustTLS: true},
	} {
		t.Run(name, func(t *testing.T) {
			s.AddGroup("a.b", "tests")
			s.AddGroup("a.c", "more tests")
			addr := s.Start(t)
			e := env(addr)
			e.TLS = client
			e.Login = func(uri.URI) (string, string, bool) { return "joe", "secret", s.User != "" }
			h := New(e)
			for _, n := range []string{"1", "2", "3"} {
				article := "From: Jö <j@h>\nSubject: No. " + n + "\nDate: Tue, 24 Dec 2024 10:00:00 +0100\nMessage-ID: <" + n + "@h>\n\nhé\n.\n"
				if _, err := h.(get.Poster).Post(t.Context(), request("news:a.b"), strings.NewReader(article)); err != nil {
					t.Fatal(err)
				}
			}
			s.Expire("<2@h>")
			for u, want := range map[string]string{
				"news:a.*":   "a.b|news:a.b|newsgroup|-1|0001-01-01 00:00\na.c|news:a.c|newsgroup|-1|0001-01-01 00:00\n",
				"news:a.c":   "",
				"nntp:a.b":   "2 articles in 2 threads||info|-1|0001-01-01 00:00\nNo. 1 – Jö|nntp:a.b/1|article|SIZE|2024-12-24 09:00\nNo. 3 – Jö|nntp:a.b/3|article|SIZE|2024-12-24 09:00\n",
				"news:3@h":   "From: Jö <j@h>\nSubject: No. 3\nDate: Tue, 24 Dec 2024 10:00:00 +0100\nMessage-ID: <3@h>\nNewsgroups: a.b\n\nhé\n.\n",
				"nntp:a.b/1": "From: Jö <j@h>\nSubject: No. 1\nDate: Tue, 24 Dec 2024 10:00:00 +0100\nMessage-ID: <1@h>\nNewsgroups: a.b\n\nhé\n.\n",
			} {
				res, err := h.Get(t.Context(), request(u))
				if err != nil {
					t.Error(err)
					continue
				}
				size := "-1"
				if s.Level != newstest.RFC977 {
					raw, err := h.Get(t.Context(), request("news:3@h", "message/rfc822"))
					if err != nil {
						t.Fatal(err)
					}
					size = strconv.Itoa(len(lines(t, raw)))
				}
				if got := lines(t, res); got != strings.ReplaceAll(want, "SIZE", size) {
					t.Errorf("%s: %q, want %q", u, got, want)
				}
			}
			for _, u := range []string{"news:2@h", "nntp:a.b/2", "news:a.d"} {
				if _, err := h.Get(t.Context(), request(u)); gettest.Kind(err) != "not-found" {
					t.Errorf("%s: %v", u, err)
				}
			}
		})
	}
}
