package newsclient

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme/news/newstest"
	"uriel.dev/uri"
)

const ofRelated = "Newsgroups: a.b\nSubject: x\nMessage-ID: <1@h>\nContent-Type: multipart/related; boundary=x\n\n" +
	"--x\nContent-Type: text/plain\nContent-ID: <before@h>\n\nbefore\n" +
	"--x\nContent-Type: text/html\n\n%s\n" +
	"--x\nContent-Type: image/png\nContent-ID:  <foo4%%foo1@bar.net>\n\nAAAA\n" +
	"--x\nContent-Type: image/gif\nContent-ID: <before@h>\n\nAAAA\n--x--\n"

// TestRelated: links of HTML to other parts lead to the URIs of those, be they
// before it or behind.
func TestRelated(t *testing.T) {
	for _, x := range []struct{ html, want string }{
		{`<img src="cid:foo4%25foo1@bar.net" alt='a > b'>`, `<img src="AT?part=3" alt="a &gt; b">`},
		{`<a href=CID:before@h>b</a>`, `<a href="AT?part=1">b</a>`},
		{`<img src=" mid:1@h/foo4%25foo1@bar.net ">`, `<img src="AT?part=3">`},
		{`<img src="mid:2@h/before@h">`, `<img src="mid:2@h/before@h">`},
		{`<a href='mid:2@h'>`, `<a href="SERVER2@h">`},
		{`<img src="cid:nobody@h"/>`, `<img src="cid:nobody@h"/>`},
		{`<IMG  SRC='http://h/?a&b'>&nbsp; <!-- cid:before@h --><script>"<a href='cid:before@h'>"</script>`, ""},
		{"caf\xe9\x00\r\n<p", ""},
		{"a <b", ""},
	} {
		s := &newstest.Server{}
		s.AddGroup("a.b", "")
		if err := s.Add(fmt.Sprintf(ofRelated, x.html)); err != nil {
			t.Fatal(err)
		}
		addr := s.Start(t)
		h := New(env(addr))
		for at, server := range map[string]string{"news:1@h": "news:", "nntp://" + addr + "/a.b/1": "news://" + addr + "/"} {
			want := strings.NewReplacer("AT?", at+"?", "SERVER", server).Replace(x.want)
			if want == "" {
				want = x.html // as it is
			}
			for _, accept := range [][]string{{"text/html", "*/*"}, {"text/plain"}} {
				if _, body, err := gettest.Fetch(t, h, request(at+"?part=2", accept...)); err != nil || strings.ReplaceAll(body, "\r\n", "\n") != strings.ReplaceAll(want, "\r\n", "\n") {
					t.Errorf("%s: %q, %v; want %q", at, body, err, want)
				}
			}
			for _, accept := range [][]string{nil, {"*/*"}} {
				if _, body, err := gettest.Fetch(t, h, request(at+"?part=2", accept...)); err != nil || strings.ReplaceAll(body, "\r\n", "\n") != strings.ReplaceAll(x.html, "\r\n", "\n") {
					t.Errorf("%s as it is: %q, %v", at, body, err)
				}
			}
		}
	}
}

// What of the article breaks off behind the part is an error of the part, which
// comes first.
func TestRelatedBreaksOff(t *testing.T) {
	script := "S: 200 hi\nC: MODE READER\nS: 200 reader\nC: ARTICLE <1@h>\nS: 220 0 <1@h>\n" +
		"S: Content-Type: multipart/related; boundary=x\nS:\nS: --x\nS: Content-Type: text/html\nS:\nS: <p>\nS: --x\nS:\nS: half\nS."
	_, body, err := gettest.Fetch(t, New(env(newstest.Dialogue(t, script))), request("news:1@h?part=1", "text/html"))
	if body != "<p>" || err == nil {
		t.Errorf("%q, %v", body, err)
	}
}

// TestLimitsOfParts: an article of more parts than the policy lets one have is
// an error that says which limit it is.
func TestLimitsOfParts(t *testing.T) {
	const leaf = "Content-Type: image/png\n\nAAAA\n"
	nested := func(n int) string {
		article := leaf
		for i := range n {
			article = fmt.Sprintf("Content-Type: multipart/mixed; boundary=x%d\n\n--x%[1]d\n%s--x%[1]d--\n", i, article)
		}
		return article
	}
	many := func(n int) string {
		return "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n"+leaf, n) + "--x--\n"
	}
	for _, x := range []struct{ name, article, limit string }{
		{"as deep as may be", nested(3), ""},
		{"deeper", nested(4), "depth"},
		{"as many as may be", many(5), ""},
		{"more", many(6), "parts"},
	} {
		limits := policy.Limits{Depth: 3, Parts: 5}
		for form, render := range map[string]func(Header, io.Reader, uri.URI, policy.Limits) io.Reader{"text": Text, "HTML": HTML, "overstruck": Overstruck} {
			h, body, err := ReadHeader(strings.NewReader(x.article), 0)
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.ReadAll(render(h, body, uri.MustParse("news:1@h"), limits))
			if x.limit == "" && err != nil || x.limit != "" && (gettest.Kind(err) != "limit" || !strings.Contains(err.Error(), "--limit "+x.limit+"=N")) {
				t.Errorf("%s as %s: %v", x.name, form, err)
			}
		}
		s := &newstest.Server{}
		s.AddGroup("a.b", "")
		if err := s.Add("Newsgroups: a.b\nSubject: x\nMessage-ID: <1@h>\n" + x.article); err != nil {
			t.Fatal(err)
		}
		e := env(s.Start(t))
		all := e.Policy.Limits()
		all.Depth, all.Parts = limits.Depth, limits.Parts
		e.Policy = e.Policy.WithLimits(all)
		_, _, err := gettest.Fetch(t, New(e), request("news:1@h?part=9"))
		if want := map[bool]string{true: "not-found", false: "limit"}[x.limit == ""]; gettest.Kind(err) != want {
			t.Errorf("%s: part 9: %v, want %s", x.name, err, want)
		}
	}
}

// FuzzRelated: HTML that refers to no part stays as it is.
func FuzzRelated(f *testing.F) {
	f.Add([]byte("<a href=x>b</a><!-- <p"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := &related{html: bytes.NewReader(text), parts: walkOf(nil, strings.NewReader(""), uri.URI{}, policy.Limits{})}
		got, err := io.ReadAll(r)
		if lower := bytes.ToLower(text); err != nil || !bytes.Equal(got, text) && !bytes.Contains(lower, []byte("id")) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	})
}
