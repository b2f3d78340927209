package newsclient

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// readerView renders an article in HTML, the head aside.
func readerView(t *testing.T, article string, u uri.URI) string {
	t.Helper()
	h, body, err := ReadHeader(strings.NewReader(article), 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(HTML(h, iotest.OneByteReader(body), u, policy.Limits{}))
	if err != nil {
		t.Fatal(err)
	}
	_, main, _ := strings.Cut(string(got), "</dl>\n")
	main, ok := strings.CutSuffix(main, "</body></html>\n")
	if !ok {
		t.Fatalf("%q has no end", got)
	}
	return main
}

func TestHTML(t *testing.T) {
	const flowed = "Content-Type: text/plain; format=flowed\n\n"
	long := strings.Repeat("> a\n", foldFrom+1)
	for _, x := range []struct{ name, article, want string }{
		{"text", "\na <b> & c\n", "<pre>\na &lt;b&gt; &amp; c\n</pre>\n"},
		{"a quotation", "\nJoe wrote:\n> a\n> > b\n>> c\n>d\n\ne\n",
			"<pre>\nJoe wrote:\n</pre>\n<blockquote><pre>\na\n</pre></blockquote>\n<blockquote><blockquote><pre>\nb\nc\n</pre></blockquote></blockquote>\n<blockquote><pre>\nd\n</pre></blockquote>\n<pre>\n\ne\n</pre>\n"},
		{"as long as it stays", "\n" + strings.Repeat("> a\n", foldFrom), "<blockquote><pre>\n" + strings.Repeat("a\n", foldFrom) + "</pre></blockquote>\n"},
		{"a long one is folded", "\n" + long + "b\n", "<details><summary>Quoted text</summary>\n<blockquote><pre>\n" + strings.Repeat("a\n", foldFrom+1) + "</pre></blockquote>\n</details>\n<pre>\nb\n</pre>\n"},
		{"a long one at the end", "\n" + long, "<details><summary>Quoted text</summary>\n<blockquote><pre>\n" + strings.Repeat("a\n", foldFrom+1) + "</pre></blockquote>\n</details>\n"},
		{"deeper than deep", "\n" + strings.Repeat(">", 99) + " a\n", strings.Repeat("<blockquote>", maxQuotes) + "<pre>\na\n</pre>" + strings.Repeat("</blockquote>", maxQuotes) + "\n"},
		{"a signature", "\na\n-- \nJoe\n> b\n", "<pre>\na\n</pre>\n<pre>\n<small>-- \nJoe\n</small></pre>\n<blockquote><pre>\n<small>b\n</small></pre></blockquote>\n"},
		{"no signature", "\n--\na\n> -- \nb\n", "<pre>\n--\na\n</pre>\n<blockquote><pre>\n-- \n</pre></blockquote>\n<pre>\nb\n</pre>\n"},
		{"RFC 3676 4.2: lines that go on", flowed + "a \nb\n\nc\n", "<p>a b</p>\n<p>c</p>\n"},
		{"RFC 3676 4.4: a space before a line", flowed + " >a\n  b\n", "<p>&gt;a</p>\n<p> b</p>\n"},
		{"RFC 3676 4.5: a paragraph ends where the depth changes", flowed + ">> a \n>> b \n> c\n", "<blockquote><blockquote><p>a b </p>\n</blockquote></blockquote>\n<blockquote><p>c</p>\n</blockquote>\n"},
		{"RFC 3676 4.3: no signature goes on", flowed + "a \n-- \nb \nc\n", "<p>a </p>\n<p><small>-- </small></p>\n<p><small>b </small></p>\n<p><small>c</small></p>\n"},
		{"RFC 3676 4.1: DelSp", "Content-Type: text/plain; format=flowed; DelSp=yes\n\nwo \nrd\n", "<p>word</p>\n"},
		{"every URI", "\nSee <http://a.example/x>, ftp://b.example/ and mailto:j@h.example.\n",
			"<pre>\nSee &lt;<a href=\"http://a.example/x\">http://a.example/x</a>&gt;, <a href=\"ftp://b.example/\">ftp://b.example/</a> and <a href=\"mailto:j@h.example\">mailto:j@h.example</a>.\n</pre>\n"},
		{"what cannot be a link", "\njavascript:alert(1) <javascript:alert(1)>\n", "<pre>\njavascript:alert(1) &lt;javascript:alert(1)&gt;\n</pre>\n"},
		{"what nobody obeys", "\na\x1b[2Jb\x00\u202ec\n", "<pre>\na\uFFFD[2Jb\uFFFD\uFFFDc\n</pre>\n"},
		{"no line end", "\na", "<pre>\na\n</pre>\n"},
		{"nothing", "\n", ""},
		{"an attachment", "Content-Type: image/png; name=\"<a>.png\"\nContent-Transfer-Encoding: base64\n\nAAAA\n", "<p><a href=\"news:1@h?part=1\">&lt;a&gt;.png</a> (image/png, 3 bytes)</p>\n"},
		{"two parts", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x\nContent-Type: text/html\n\n<p>\n--x--\n", "<pre>\na\n</pre>\n<hr>\n<p><a href=\"news:1@h?part=2\">part 2</a> (text/html, 3 bytes)</p>\n"},
	} {
		if got := readerView(t, x.article, uri.MustParse("news:1@h")); got != x.want {
			t.Errorf("%s:\n%q, want\n%q", x.name, got, x.want)
		}
	}
}

// TestReferences: what an article refers to is a link, in the header and in the
// text, to the server that the article came from.
func TestReferences(t *testing.T) {
	const article = "Subject: a\nNewsgroups: a.b,a.c\nReferences: <1@h> <a/b@h>\nMessage-ID: <2@h>\n\n" +
		"In <1@h> and mid:3@h, news:4@h, news:d.e; not in <joe@h.example>.\n"
	h, body, err := ReadHeader(strings.NewReader(article), 0)
	if err != nil {
		t.Fatal(err)
	}
	for at, prefix := range map[string]string{
		"news:2@h":                   "news:",
		"news://joe@h.example/2@h":   "news://joe@h.example/",
		"nntp://h.example:99/a.b/7":  "news://h.example:99/",
		"nntps://h.example/a.b/7":    "snews://h.example/",
		"snews://h.example/2@h":      "snews://h.example/",
		"news://h.example/2@h?part=": "news://h.example/",
	} {
		text, _ := body.Peek(body.Buffered())
		all, err := io.ReadAll(HTML(h, strings.NewReader(string(text)), uri.MustParse(at), policy.Limits{}))
		if err != nil {
			t.Fatal(err)
		}
		for shown, to := range map[string]string{
			"1@h": prefix + "1@h", "a/b@h": prefix + "a%2Fb@h", "a.b": prefix + "a.b", "a.c": prefix + "a.c",
			"mid:3@h": prefix + "3@h", "news:4@h": prefix + "4@h", "news:d.e": prefix + "d.e",
			"joe@h.example": "mailto:joe@h.example",
		} {
			if want := `<a href="` + to + `">` + shown + "</a>"; !strings.Contains(string(all), want) {
				t.Errorf("%s: %s is not there:\n%s", at, want, all)
			}
		}
	}
}

func TestOverstruck(t *testing.T) {
	for _, x := range []struct{ name, article, want string }{
		{"the head", "From: \xe4\x1b[2J\n\n", "F\bFr\bro\bom\bm:\b: ä [2J\n\n"},
		{"text", "\na\x1b[2Jb\b\n", "\na\uFFFD[2Jb\uFFFD\n"},
		{"quotations", "\n> a\n>> b\nc\n", "\n> a\n> > b\nc\n"},
		{"a long one", "\n" + strings.Repeat("> a\n", foldFrom+3) + "b\n", "\n" + strings.Repeat("> a\n", foldFrom) + "[3 more lines of quoted text]\nb\n"},
		{"one that is not too long", "\n" + strings.Repeat("> a\n", foldFrom+1), "\n" + strings.Repeat("> a\n", foldFrom+1)},
		{"a signature", "\na\n-- \nb\n", "\na\n-- \nb\n"},
		{"flowed lines stay", "Content-Type: text/plain; format=flowed\n\na \nb\n", "\na \nb\n"},
		{"an attachment", "Content-Type: image/png; name=a.png\n\nAAAA", "\n[attachment: a.png, image/png, 4 bytes, <news:1@h?part=1>]\n"},
	} {
		h, body, err := ReadHeader(strings.NewReader(x.article), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(Overstruck(h, body, uri.MustParse("news:1@h"), policy.Limits{})); string(got) != x.want || err != nil {
			t.Errorf("%s:\n%q, %v; want\n%q", x.name, got, err, x.want)
		}
	}
}

// FuzzHTML: no text ends an element that the view has not begun, and none is
// lost.
func FuzzHTML(f *testing.F) {
	f.Add("Content-Type: text/plain; format=flowed\n\n>> a \n> b\n-- \nc")
	f.Add("\n" + strings.Repeat("> a\n", 20) + "<http://h/>")
	f.Fuzz(func(t *testing.T, article string) {
		h, body, err := ReadHeader(strings.NewReader(article), 0)
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(HTML(h, body, uri.MustParse("news:1@h"), policy.Limits{}))
		if err != nil {
			t.Errorf("%q: %v", article, err)
		}
		var open []string
		for _, tag := range strings.Split(string(all), "<")[1:] {
			name, _, _ := strings.Cut(tag, ">")
			name, _, _ = strings.Cut(name, " ")
			switch end, ends := strings.CutPrefix(name, "/"); {
			case name == "!DOCTYPE", name == "meta", name == "hr":
			case !ends:
				open = append(open, name)
			case len(open) == 0 || open[len(open)-1] != end:
				t.Fatalf("%q: </%s> in %q", article, end, all)
			default:
				open = open[:len(open)-1]
			}
		}
		if len(open) > 0 {
			t.Errorf("%q: %q are not ended in %q", article, open, all)
		}
	})
}
