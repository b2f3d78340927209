package newsclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/news"
	"uriel.dev/scheme/news/newstest"
	"uriel.dev/uri"
)

func table() scheme.Table { return scheme.NewTable(news.Schemes(), nil) }

// env is an environment whose configured server is at addr.
func env(addr string) get.Env {
	return get.Env{
		Policy: policy.CLI(table()).AllowPrivate(),
		Server: func(string) (string, bool) { return addr, addr != "" },
	}
}

func request(u string, accept ...string) *get.Request {
	return &get.Request{URI: uri.MustParse(u), Accept: accept}
}

// lines writes an answer as lines: of an object its body, of a listing an entry
// each.
func lines(t *testing.T, res *get.Response) string {
	t.Helper()
	defer res.Close()
	var b strings.Builder
	switch a := res.Answer.(type) {
	case *get.Object:
		if _, err := io.Copy(&b, a.Body); err != nil {
			t.Error(err)
		}
	case *get.Listing:
		for e, err := range a.Entries {
			if err != nil {
				t.Error(err)
				break
			}
			fmt.Fprintf(&b, "%s|%s|%s|%d|%s\n", e.Name, e.URI, e.Kind, e.Size, e.Modified.UTC().Format("2006-01-02 15:04"))
		}
	}
	return b.String()
}

// TestDialogues: what is sent, to the byte, and what becomes of the answer.
func TestDialogues(t *testing.T) {
	const over = "1\tHello\tJoe <joe@h>\tTue, 24 Dec 2024 10:00:00 +0100\t<1@h>\t\t1200\t30\n"
	for _, x := range []struct {
		name, uri, accept, script, want string
	}{
		{"article by id", "news:1@h", "*/*", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: ARTICLE <1@h>
			S: 220 0 <1@h>
			S: Subject: x
			S:
			S: ..a
			S: ...
			S: a\rb
			S: .`, "Subject: x\r\n\r\n.a\r\n..\r\na\rb\r\n"},
		{"article by number", "nntp://HOST/comp.lang.ada/7", "*/*", `
			S: 201 hi
			C: MODE READER
			S: 201 reader
			C: GROUP comp.lang.ada
			S: 211 3 5 9 comp.lang.ada
			C: ARTICLE 7
			S: 220 7 <1@h> article
			S: Subject: x
			S: .`, "Subject: x\r\n"},
		{"encoded id", "news://HOST/a%2Fb%25@h", "*/*", `
			S: 200 hi
			C: MODE READER
			S: 500 what?
			C: ARTICLE <a/b%@h>
			S: 220 0 <a/b%@h>
			S: .`, ""},
		{"header alone", "news:1@h", "HEAD", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: HEAD <1@h>
			S: 221 0 <1@h>
			S: Subject: a
			S: \x20b
			S: .`, "Subject: a b\r\n"},
		{"group by OVER", "news:a.b", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: GROUP a.b
			S: 211 2 1 2 a.b
			C: OVER 1-2
			S: 224 overview
			S: 1\tHello\tJoe <joe@h>\tTue, 24 Dec 2024 10:00:00 +0100\t<1@h>\t\t1200\t30\tXref: h a.b:1
			S: 2\t=?utf-8?q?Re:_H=C3=A9llo?=\tann@h (Ann Öl)\t24 Dec 2024 11:00 GMT\t<a/b@h>\t<1@h>\t\t
			S: .`, "2 articles in 1 thread||info|-1|0001-01-01 00:00\nHello – Joe|news:1@h|article|1200|2024-12-24 09:00\n└ Re: Héllo – Ann Öl|news:a%2Fb@h|article|-1|2024-12-24 11:00\n"},
		{"group by XOVER", "nntp://HOST/a.b", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: GROUP a.b
			S: 211 1 1 1 a.b
			C: OVER 1-1
			S: 500 what?
			C: XOVER 1-1
			S: 224 overview
			S: ` + strings.ReplaceAll(strings.TrimSuffix(over, "\n"), "\t", `\t`) + `
			S: .`, "1 article in 1 thread||info|-1|0001-01-01 00:00\nHello – Joe|nntp://HOST/a.b/1|article|1200|2024-12-24 09:00\n"},
		{"group by HEAD of the numbers there are", "news://HOST/a.b", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: GROUP a.b
			S: 211 2 1 900 a.b
			C: OVER 1-900
			S: 500 what?
			C: XOVER 1-900
			S: 500 what?
			C: LISTGROUP a.b
			S: 211 list
			S: 1
			S: 900
			S: .
			C: HEAD 1
			C: HEAD 900
			S: 423 gone
			S: 221 900 <1@h>
			S: subject: Hello
			S: From: joe@h
			S: Date: Tue, 24 Dec 2024 10:00:00 +0100
			S: Message-id: <1@h>
			S: .`, "1 article in 1 thread||info|-1|0001-01-01 00:00\nHello – joe@h|news://HOST/1@h|article|-1|2024-12-24 09:00\n"},
		{"group by HEAD of any number", "news:a.b", "", `
			S: 200 hi
			C: MODE READER
			S: 500 what?
			C: GROUP a.b
			S: 211 2 1 2 a.b
			C: OVER 1-2
			S: 500 what?
			C: XOVER 1-2
			S: 500 what?
			C: LISTGROUP a.b
			S: 500 what?
			C: HEAD 1
			C: HEAD 2
			S: 221 1 <1@h> head
			S: Subject: One
			S: .
			S: 430 no such article`, "1 article in 1 thread||info|-1|0001-01-01 00:00\nOne||article|-1|0001-01-01 00:00\n"},
		{"empty group", "news:a.b", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: GROUP a.b
			S: 211 0 0 0 a.b`, ""},
		{"group whose articles are gone", "news:a.b", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: GROUP a.b
			S: 211 1 1 1 a.b
			C: OVER 1-1
			S: 423 nothing`, ""},
		{"all groups", "news:*", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: LIST ACTIVE
			S: 215 list
			S: a.b 0000000009 0000000001 y
			S: a*b 9 1 m
			S: .`, "a.b|news:a.b|newsgroup|-1|0001-01-01 00:00\na*b||newsgroup|-1|0001-01-01 00:00\n"},
		{"groups of a pattern", "news:a.%3F*", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: LIST ACTIVE a.?*
			S: 215 list
			S: a.b 9 1 y
			S: .`, "a.b|news:a.b|newsgroup|-1|0001-01-01 00:00\n"},
		{"pattern of a server that knows none", "news:a.*", "", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: LIST ACTIVE a.*
			S: 501 what?
			C: LIST
			S: 215 list
			S: b.a 9 1 y
			S: a.b 9 1 y
			S: .`, "a.b|news:a.b|newsgroup|-1|0001-01-01 00:00\n"},
		{"login of the URI", "news://joe:s3cret@HOST/1@h", "*/*", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: AUTHINFO USER joe
			S: 381 password?
			C: AUTHINFO PASS s3cret
			S: 281 welcome
			C: ARTICLE <1@h>
			S: 220 0 <1@h>
			S: .`, ""},
		{"no server of its own", "nntp:comp.lang.ada/7", "*/*", `
			S: 200 hi
			C: MODE READER
			S: 200 reader
			C: GROUP comp.lang.ada
			S: 211 1 7 7 comp.lang.ada
			C: ARTICLE 7
			S: 220 7 <1@h>
			S: .`, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			addr := newstest.Dialogue(t, x.script)
			req := request(strings.ReplaceAll(x.uri, "HOST", addr), x.accept)
			if x.accept == "HEAD" {
				req.Method = "HEAD"
			}
			res, err := New(env(addr)).Get(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(lines(t, res), addr, "HOST"); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// TestSaysNo: what a server refuses, in its words.
func TestSaysNo(t *testing.T) {
	const hi = "S: 200 hi\nC: MODE READER\nS: 200 reader\n"
	for _, x := range []struct {
		uri, script string
		kind        get.Kind
		words       string
	}{
		{"news:1@h", hi + "C: ARTICLE <1@h>\nS: 430 gone for good", get.NotFound, "gone for good"},
		{"nntp:a.b/7", hi + "C: GROUP a.b\nS: 411 no such group", get.NotFound, "no such group"},
		{"nntp:a.b/7", hi + "C: GROUP a.b\nS: 211 1 1 1 a.b\nC: ARTICLE 7\nS: 423 no such number", get.NotFound, "no such number"},
		{"news:1@h", "S: 502 go away", get.Auth, "go away"},
		{"news:1@h", "S: 400 too many", get.Network, "too many"},
		{"news:1@h", "S: 200 hi\nC: MODE READER\nS: 502 no readers", get.Auth, "no readers"},
		{"news:1@h", hi + "C: ARTICLE <1@h>\nS: 480 who asks?", get.Auth, ""},
		{"news:*", hi + "C: LIST ACTIVE\nS: 503 no list\nC: LIST\nS: 503 no list", get.Unsupported, "no list"},
		{"news:1@h", hi + "C: ARTICLE <1@h>\nS: 211 1 2 3", get.Protocol, "1 2 3"},
		{"news:1@h", "S: SSH-2.0-OpenSSH_9.2", get.Protocol, ""},
		{"news:1@h", "S: 20 hi", get.Protocol, ""},
		{"news:1@h", "S: +20 hi", get.Protocol, ""},
		{"news:a.b", hi + "C: GROUP a.b\nS: 211 lots", get.Protocol, ""},
		{"news:a.b", hi + "C: GROUP a.b\nS: 211 1 -1 1", get.Protocol, ""},
		{"news:1@h", hi + "C: ARTICLE <1@h>\nS.", get.Network, ""},
		{"news:1@h", "S.", get.Network, ""},
	} {
		t.Run(x.script, func(t *testing.T) {
			addr := newstest.Dialogue(t, x.script)
			_, err := New(env(addr)).Get(t.Context(), request(x.uri))
			e, ok := errors.AsType[*get.Error](err)
			if !ok || e.Kind != x.kind || e.Server != x.words {
				t.Errorf("%v of kind %s with the words %q, want %s and %q", err, gettest.Kind(err), serverWords(err), x.kind, x.words)
			}
		})
	}
}

func serverWords(err error) string {
	if e, ok := errors.AsType[*get.Error](err); ok {
		return e.Server
	}
	return ""
}

// TestBreaksOff: an article or a list without its end is told from a whole one.
func TestBreaksOff(t *testing.T) {
	const hi = "S: 200 hi\nC: MODE READER\nS: 200 reader\n"
	for u, script := range map[string]string{
		"news:1@h": hi + "C: ARTICLE <1@h>\nS: 220 0 <1@h>\nS: Subject: x\nS:\nS: half\nS.",
		"news:2@h": hi + "C: ARTICLE <2@h>\nS: 220 0 <2@h>\nS: Content-Type: multipart/mixed; boundary=x\nS:\nS: --x--\nS: half\nS.",
		"news:3@h": hi + "C: ARTICLE <3@h>\nS: 220 0 <3@h>\nS: Content-Transfer-Encoding: base64\nS:\nS: aGFsZg==\nS.",
		"news:*":   hi + "C: LIST ACTIVE\nS: 215 list\nS: a.b 1 1 y\nS! a.c\nS.",
		"news:a.b": hi + "C: GROUP a.b\nS: 211 1 1 1\nC: OVER 1-1\nS: 224 x\nS: nonsense\nS.",
	} {
		addr := newstest.Dialogue(t, script)
		c := &get.Client{Policy: env("").Policy, Schemes: table(), Handlers: map[string]get.Handler{"news": New(env(addr))}}
		res, err := c.Get(t.Context(), request(u))
		if err != nil {
			t.Errorf("%s: %v", u, err)
			continue
		}
		err = gettest.Drain(res)
		res.Close()
		if kind := gettest.Kind(err); kind != "partial" && !(u == "news:a.b" && kind == "protocol") {
			t.Errorf("%s: %v of kind %s, want partial", u, err, kind)
		}
	}
}

// TestServer: who is asked.
func TestServer(t *testing.T) {
	for _, x := range []struct{ uri, configured, want, why string }{
		{"news:1@h", "s", "s:119", ""},
		{"news:a.b", " s:8119\n", "s:8119", "as a file has it"},
		{"news:a.b", "::1", "[::1]:119", ""},
		{"news:a.b", "[::1]:8119", "[::1]:8119", ""},
		{"snews:a.b", "s", "s:563", ""},
		{"snews:a.b", "s:8563", "s:8563", ""},
		{"nntp:a.b/7", "s", "s:119", "the form of the 1994 draft"},
		{"news://h/a.b", "s", "h:119", "the URI comes first"},
		{"news:///a.b", "s", "s:119", "RFC 5538 2.2: the server may be empty"},
		{"news://joe@/a.b", "s", "s:119", ""},
		{"nntps://h/a.b", "", "h:563", ""},
		{"news:a.b", "", "unsupported", "nobody is configured"},
		{"news:a.b", "a b", "invalid", "no host"},
		{"news:a.b", ":119", "invalid", "no host"},
		{"news:a.b", "joe@h", "invalid", "no host"},
		{"news:a.b", "h/x", "invalid", "no host"},
		{"news:a.b", "h:0", "invalid", "no port"},
		{"news:a.b", "h:nntp", "invalid", "no port"},
		{"news://:25/a.b", "s", "invalid", "a port of the configured host is not for a URI to choose"},
		{"nntp://h/a.b/x", "s", "invalid", "no number"},
	} {
		plan, err := New(env(x.configured)).Plan(request(x.uri))
		got := gettest.Kind(err)
		if err == nil {
			got = plan[0].Text
		}
		if got != x.want {
			t.Errorf("%s, with %q configured: %s (%v), want %s: %s", x.uri, x.configured, got, err, x.want, x.why)
		}
	}
	_, err := New(get.Env{}).Plan(request("news:a.b"))
	if err == nil || !strings.Contains(err.Error(), "no news server: NNTPSERVER, /etc/news/server") {
		t.Errorf("without any server: %v", err)
	}
}

// TestConfiguredServerMayBeHere: who configures an address of his own machine
// means it; a URI that happens to lead there needs the leave of the policy.
func TestConfiguredServerMayBeHere(t *testing.T) {
	const script = "S: 200 hi\nC: MODE READER\nS: 200 reader\nC: LIST ACTIVE\nS: 215 list\nS: ."
	addr := newstest.Dialogue(t, script)
	e := env(addr)
	e.Policy = policy.CLI(table())
	res, err := New(e).Get(t.Context(), request("news:*"))
	if err != nil {
		t.Fatal(err)
	}
	res.Close()
	if _, err := New(e).Get(t.Context(), request("news://"+addr+"/*")); gettest.Kind(err) != "denied" {
		t.Errorf("a URI that nobody typed: %v", err)
	}
	e.Policy = policy.Gateway(table())
	if _, err := New(e).Get(t.Context(), request("news:*")); gettest.Kind(err) != "denied" {
		t.Errorf("a gateway: %v", err)
	}
}

// TestPlan: the plan is what is sent.
func TestPlan(t *testing.T) {
	for u, want := range map[string]string{
		"news:1@h":             "connect s:119|send MODE READER\r\n|send ARTICLE <1@h>\r\n",
		"nntp:comp.lang.ada/7": "connect s:119|send MODE READER\r\n|send GROUP comp.lang.ada\r\n|send ARTICLE 7\r\n",
		"news:*":               "connect s:119|send MODE READER\r\n|send LIST ACTIVE\r\n",
		"news:a.*":             "connect s:119|send MODE READER\r\n|send LIST ACTIVE a.*\r\n",
		"news:a.b":             "connect s:119|send MODE READER\r\n|send GROUP a.b\r\n|show OVER and the range of numbers that the server tells",
		"snews://joe:pw@h/a.b": "connect h:563|tls h|send MODE READER\r\n|send AUTHINFO USER joe\r\n|send GROUP a.b\r\n|show OVER and the range of numbers that the server tells",
	} {
		plan, err := New(env("s")).Plan(request(u))
		var got []string
		for _, s := range plan {
			got = append(got, string(s.Act)+" "+s.Text)
		}
		if strings.Join(got, "|") != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", u, strings.Join(got, "|"), err, want)
		}
	}
}

// TestNoCommandIsAdded: whatever a URI encodes, a server is sent nothing that is
// not one of our commands.
func TestNoCommandIsAdded(t *testing.T) {
	s := &newstest.Server{}
	s.AddGroup("a.b", "")
	addr := s.Start(t)
	for _, evil := range []string{"%0D%0ADATE", "%0ADATE", "%0DDATE", "%00", "%20DATE", "%09", "%C2%85DATE", "%E2%80%A8DATE", ">%0D%0ADATE%0D%0A<", "%3E%20DATE", "%7F", strings.Repeat("x", 600)} {
		for _, u := range []string{
			"news://HOST/1EVIL@h", "news://HOST/1@hEVIL", "news://HOST/%3C1@hEVIL%3E", "news://HOST/a.bEVIL", "news://HOST/a.*EVIL", "news://HOST/EVIL*",
			"nntp://HOST/a.bEVIL", "nntp://HOST/a.bEVIL/7", "nntp://HOST/a.b/7EVIL", "nntp://HOST/a.b/EVIL", "news://joeEVIL:x@HOST/a.b", "news://joe:xEVIL@HOST/a.b",
		} {
			text := strings.NewReplacer("HOST", addr, "EVIL", evil).Replace(u)
			v, err := uri.Parse(text)
			if err != nil {
				continue
			}
			if res, err := New(env("")).Get(t.Context(), &get.Request{URI: v}); err == nil {
				gettest.Drain(res)
				res.Close()
			}
			for _, login := range []string{"joe\r\nDATE", "joe\x00"} {
				if res, err := New(env("")).Get(t.Context(), &get.Request{URI: uri.MustParse("news://" + addr + "/a.b"), User: login, Password: login}); err == nil {
					t.Errorf("a login %q was sent", login)
					res.Close()
				}
			}
		}
	}
	known := map[string]bool{"MODE": true, "GROUP": true, "OVER": true, "ARTICLE": true, "LIST": true, "AUTHINFO": true, "QUIT": true}
	sent := s.Commands()
	for _, line := range sent {
		if word, _, _ := strings.Cut(line, " "); !known[word] || len(line) > 510 || strings.ContainsAny(line, scheme.Controls) {
			t.Errorf("the server was sent %q", line)
		}
	}
	if len(sent) < 10 {
		t.Errorf("only %q was sent: nothing is proved", sent)
	}
}

// TestCanonical: the name that may be passed on.
func TestCanonical(t *testing.T) {
	s := &newstest.Server{}
	s.AddGroup("a.b", "")
	if err := s.Add("Newsgroups: a.b\nMessage-ID: <a/b@h>\nSubject: x\n\nbody\n"); err != nil {
		t.Fatal(err)
	}
	addr := s.Start(t)
	for u, want := range map[string]string{
		"nntp://" + addr + "/a.b/1":   "news:a%2Fb@h",
		"news://" + addr + "/a%2Fb@h": "news:a%2Fb@h",
		"news:a%2Fb@h":                "",
		"nntp:a.b/1":                  "news:a%2Fb@h",
	} {
		res, err := New(env(addr)).Get(t.Context(), request(u))
		if err != nil {
			t.Error(err)
			continue
		}
		res.Close()
		if got := res.Canonical.String(); got != want {
			t.Errorf("%s: %q, want %q", u, got, want)
		}
	}
}

// TestCancelled: nothing is asked when nobody waits any more.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(env("127.0.0.1:9")).Get(ctx, request("news:1@h")); gettest.Kind(err) != "canceled" {
		t.Error(err)
	}
}

// TestPlainID: the short way leads to where the long way does.
func TestPlainID(t *testing.T) {
	for _, id := range []string{"a@b", "a.b-c@d.e", "a", "@", "a@", "@b", "a@b@c", "a..b@c", ".a@b", "a.@b", "a@.b", "a@b.", "a@b-", "-@-", "a b@c", "a%@b", "A1@B2", "{@b", strings.Repeat("a", 246) + "@b", strings.Repeat("a", 247) + "@b"} {
		text := octets(id)
		long, err := news.View{MessageID: &text}.URI()
		if got := canonical("<" + id + ">"); got != long || isPlainID(id) && err != nil {
			t.Errorf("%q: %q, want %q", id, got, long)
		}
	}
}
