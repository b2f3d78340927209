package htmlread

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

var base = uri.MustParse("http://h.example/d/p.html")

func read(t *testing.T, source string) *Page {
	t.Helper()
	p, err := Read(strings.NewReader(source), "text/html; charset=utf-8", base)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWords: what the words of a page are, as text.
func TestWords(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"link", `see <a href="https://h.example/p">that page</a>.`, "see that page <https://h.example/p>.\n"},
		{"relative link", `<a href="../q?a=1&amp;b=2">q</a>`, "q <http://h.example/q?a=1&b=2>\n"},
		{"base", `<base href="ftp://f.example/pub/"><a href="x">x</a>`, "x <ftp://f.example/pub/x>\n"},
		{"link that is its words", `<a href="http://a.example/">http://a.example/</a>`, "<http://a.example/>\n"},
		{"link without words", `<a href="http://a.example/"><img src="x.png"></a>`, "<http://a.example/>\n"},
		{"picture", `<a href="x"><img src="x.png" alt="A cat"></a>`, "[A cat] <http://h.example/d/x>\n"},
		{"e-mail", `<a href="mailto:a@b.example">a@b.example</a>`, "a@b.example\n"},
		{"fragment", `<a href="#x">there</a>`, "there\n"},
		{"program", `<a href="javascript:alert(1)">press</a>`, "press\n"},
		{"white space", "  a \n\t b<b> c</b> <i>d</i>e<br> f ", "a b c de\nf\n"},
		{"no-break space", "a&nbsp;b", "a b\n"},
		{"paragraphs", "<p>one<p>two<div>three<div>four</div></div>", "one\n\ntwo\n\nthree\nfour\n"},
		{"headings", "<title>T</title><h1>T</h1><h2>S <i>s</i></h2>x", "T\n*\n\nS s\n===\n\nx\n"},
		{"heading with a part", "<h2><div>a</div><div>b</div></h2>x", "a b\n===\n\nx\n"},
		{"list", "<ul><li>a<li>b<ol><li>c</ol></ul>d", "• a\n• b\n\n  1. c\n\nd\n"},
		{"numbers", "<ol start=4><li>a<li>b</ol>", "4. a\n5. b\n"},
		{"terms", "<dl><dt>t<dt>u<dd>about<div><dt>v<dd>more</div></dl>", "t\nu       about\nv       more\n"},
		{"preformatted", "<pre>\na\n  b\n</pre>c", "a\n  b\n\nc\n"},
		{"quotation", "<blockquote>q</blockquote><q>r</q>", "    q\n\n“r”\n"},
		{"table", "<table><caption>C</caption><tr><th>a<th>b<tr><td>c<td>d</table>", "C\n\na   b\n─────\nc   d\n"},
		{"rule", "a<hr>b", "a\n\n" + strings.Repeat("─", 78) + "\n\nb\n"},
		{"what is not read", "<script>x</script><style>y</style><p hidden>z<p>a<select><option>o</select><svg><text>v</text></svg><template>t</template>", "a\n"},
		{"without programs", "<noscript>shown</noscript>", "shown\n"},
		{"control characters", "a&#27;[2Jb\x1b\x07", "a\ufffd[2Jb\ufffd\ufffd\n"},
		{"nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			d := read(t, test.source).Document
			if err := doc.WriteText(&b, d, 78, doc.Plain); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, b.String()); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.source, diff)
			}
		})
	}
}

// TestFrom: a fragment leads to an id or name, whatever has it.
func TestFrom(t *testing.T) {
	page := read(t, `<title>T</title><h1 id=a>Alpha</h1><p>one <a name=n></a>named<h1 id=b>Beta</h1><ul><li>x<li id=li>y</ul>
<table><tr><td>r<tr id=row><td>s</table><div id=d><p>in</div><a name="before"></a><h2>Gamma</h2><dl><dt id=t>t<dd>u</dl><blockquote><p>p<p id=q>q</blockquote><pre><span id=pre>r</span></pre>`)
	for id, first := range map[string]string{
		"a": "Alpha", "n": "one named", "b": "Beta", "li": "• y", "row": "s", "d": "in", "before": "Gamma", "t": "t       u", "q": "    q", "pre": "r", "none": "", "": "",
	} {
		part, ok := page.Document.From(id)
		if ok != (first != "") {
			t.Errorf("%q is there: %v", id, ok)
		}
		if !ok {
			continue
		}
		var b strings.Builder
		if err := doc.WriteText(&b, part, 78, doc.Plain); err != nil {
			t.Fatal(err)
		}
		if line, _, _ := strings.Cut(b.String(), "\n"); line != first {
			t.Errorf("from %q on: %q, want %q", id, line, first)
		}
		if !strings.HasSuffix(b.String(), "r\n") {
			t.Errorf("from %q on the end is missing: %q", id, b.String())
		}
	}
}

func TestCharset(t *testing.T) {
	for mediaType, source := range map[string]string{"text/html; charset=iso-8859-1": "caf\xe9", "text/html": "<meta charset=iso-8859-1>caf\xe9"} {
		p, err := Read(strings.NewReader(source), mediaType, base)
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.Words(p.Document.Blocks[0].(doc.Paragraph).Inlines); got != "café" {
			t.Errorf("%s: %q", mediaType, got)
		}
	}
}

// endless is a page that does not end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	return copy(b, "<p>"+strings.Repeat("a", 1<<12)), nil
}

func TestLimits(t *testing.T) {
	if _, err := Read(endless{}, "text/html", base); !errors.Is(err, ErrLimit) {
		t.Errorf("a page without end: %v", err)
	}
	if _, err := Read(strings.NewReader(strings.Repeat("<div>", 100_000)), "text/html", base); err == nil {
		t.Error("elements within each other without end are read")
	}
}

// FuzzRead: whatever a page is, it is written as text without control
// characters.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"<p>a<p>b", "<table><tr><td colspan=9 rowspan=9>", "<dl><dd><dt>", "<a href=x><h1>y</a><form><input name=a><isindex>", "<pre>\x00</pre>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		p, err := Read(strings.NewReader(source), "text/html", base)
		if err != nil {
			return
		}
		var b strings.Builder
		if err := doc.WriteText(&b, p.Document, 40, doc.Plain); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }); i >= 0 {
			t.Errorf("control character in %q", b.String())
		}
		for _, form := range p.Forms {
			if _, err := form.Fill(nil); err != nil && p.Alone && form.action == base {
				t.Errorf("a form that cannot be sent as it is: %v", err)
			}
		}
	})
}
