package interop

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/news"
	"uriel.dev/scheme/news/newsclient"
	"uriel.dev/scheme/news/newstest"
	"uriel.dev/uri"
)

// discussion are articles of two threads, the last of which has two parts.
var discussion = []string{
	"Subject: One\nMessage-ID: <one@example.org>\n\nBody of one.\n.\n..dots\n",
	"Subject: Two\nMessage-ID: <two@example.org>\n\nBody of two.\n",
	"Subject: Re: One\nMessage-ID: <three@example.org>\nReferences: <one@example.org>\n\n> Body of one.\nIndeed.\n",
	"Subject: Re: Re: One\nMessage-ID: <four@example.org>\nReferences: <one@example.org> <three@example.org>\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/mixed; boundary=xyz\n\n--xyz\n\nSee there.\n--xyz\nContent-Type: application/octet-stream; name=bytes\nContent-Transfer-Encoding: base64\n\nAAEC/w==\n--xyz--\n",
}

// discuss posts the discussion to local.test.
func discuss(t *testing.T, n *News) {
	t.Helper()
	for _, text := range discussion {
		file := filepath.Join(t.TempDir(), "article")
		text = "From: Ann <ann@example.org>\nDate: " + time.Now().UTC().Format(time.RFC1123Z) + "\n" + text
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		fetch(t, "post", "--yes", file, "news://"+n.Addr()+"/local.test")
	}
}

// TestNewsThread: a group is a tree, each article leads to its own, and each part of an article has a URI.
func TestNewsThread(t *testing.T) {
	eachNews(t, func(t *testing.T, n *News) {
		discuss(t, n)
		base := "news://" + n.Addr() + "/"
		const first = "One – Ann|└ Re: One – Ann|__└ Re: Re: One – Ann"
		for u, want := range map[string]string{
			base + "local.test":               "4 articles in 2 threads|" + first + "|Two – Ann",
			base + "three@example.org?thread": "3 articles in 1 thread|" + first,
			base + "two@example.org?thread":   "1 article in 1 thread|Two – Ann",
		} {
			var names []string
			for _, e := range list(t, u) {
				names = append(names, strings.ReplaceAll(e.Name, "\u00a0", "_"))
			}
			if got := strings.Join(names, "|"); got != want {
				t.Errorf("%s: %q, want %q", u, got, want)
			}
		}
		byNumber := named(t, list(t, "nntp://"+n.Addr()+"/local.test"), "Two – Ann")
		if thread := list(t, byNumber+"?thread"); len(thread) != 2 || thread[1].URI != byNumber {
			t.Errorf("the thread of %s is %+v", byNumber, thread)
		}
		differ(t, "a part", fetch(t, "get", base+"four@example.org?part=2"), "\x00\x01\x02\xff")
		if text := fetch(t, "get", base+"four@example.org"); !strings.HasSuffix(text, "\n\nSee there.\n\n[attachment: bytes, application/octet-stream, 4 bytes, <"+base+"four@example.org?part=2>]\n") {
			t.Errorf("the text is %q", text)
		}
		if page := fetch(t, "get", "--as", "html", base+"three@example.org"); !strings.Contains(page, `<a href="`+base+`one@example.org">`) {
			t.Errorf("the page has no link to what it answers:\n%s", page)
		}
	})
}

// TestNewsSpool: what INN has received is read from its files, without it.
func TestNewsSpool(t *testing.T) {
	n := StartInn(t)
	discuss(t, n)
	h := newsclient.New(get.Env{Policy: policy.CLI(scheme.NewTable(news.Schemes(), nil))})
	for u, want := range map[string]string{
		"news:one@example.org":         "\r\n\r\nBody of one.\r\n.\r\n..dots\r\n",
		"nntp:local.test/2":            "\r\n\r\nBody of two.\r\n",
		"news:four@example.org?part=2": "\x00\x01\x02\xff",
	} {
		req := &get.Request{URI: uri.MustParse(u), Accept: []string{"message/rfc822"}, Options: map[string]string{newsclient.OptionSpool: n.Spool}}
		res, err := h.Get(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(res.Answer.(*get.Object).Body)
		res.Close()
		if got := strings.ReplaceAll(strings.ReplaceAll(string(all), "\r\n", "\n"), "\n", "\r\n"); !strings.HasSuffix(got, want) || err != nil {
			t.Errorf("%s: %q, %v; want it to end in %q", u, got, err, want)
		}
	}
	req := &get.Request{URI: uri.MustParse("news:three@example.org?thread"), Options: map[string]string{newsclient.OptionSpool: n.Spool}}
	res, err := h.Get(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	entries := 0
	for _, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		entries++
	}
	if entries != 4 {
		t.Errorf("the thread has %d lines", entries)
	}
}

// TestNewstest: our server, as lynx sees it.
func TestNewstest(t *testing.T) {
	lynx := Program(t, "lynx", "lynx", "newstest against lynx")
	for _, level := range []newstest.Level{newstest.RFC3977, newstest.RFC2980, newstest.RFC977} {
		t.Run(fmt.Sprint(level), func(t *testing.T) {
			s := &newstest.Server{Level: level}
			s.AddGroup("local.test", "Tests")
			for _, text := range discussion {
				if err := s.Add("From: Ann <ann@example.org>\nNewsgroups: local.test\n" + text); err != nil {
					t.Fatal(err)
				}
			}
			addr := s.Start(t)
			for u, wants := range map[string][]string{
				"news://" + addr + "/one@example.org": {"One", "Body of one.", "..dots"},
				"news://" + addr + "/local.test":      {"One", "Two", "Ann"},
			} {
				cmd := exec.Command(lynx, "-dump", "-nolist", u)
				cmd.Env = []string{"HOME=" + t.TempDir(), "LC_ALL=C.UTF-8", "TERM=dumb"}
				out, err := cmd.Output()
				if err != nil {
					t.Errorf("lynx %s: %v", u, err)
				}
				for _, want := range wants {
					if !strings.Contains(string(out), want) {
						t.Errorf("lynx %s lacks %q:\n%s", u, want, out)
					}
				}
			}
		})
	}
}
