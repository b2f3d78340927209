package markdownread

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

var base = uri.MustParse("http://h.example/d/p.md")

func read(t *testing.T, source string) *doc.Document {
	t.Helper()
	d, err := Read(strings.NewReader(source), "text/markdown; charset=utf-8", base)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func textOf(t *testing.T, d *doc.Document) string {
	t.Helper()
	var b strings.Builder
	if err := doc.WriteText(&b, d, 78, doc.Plain); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestText: what a text says, as text.
func TestText(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"paragraphs", "one\ntwo\n\nthree", "one two\n\nthree\n"},
		{"line breaks", "a  \nb\\\nc", "a\nb\nc\n"},
		{"headings", "# A\n\nB\n-\nc\n### D ###", "A\n*\n\nB\n=\n\nc\n\nD\n-\n"},
		{"level 6", "###### A", "A\n.\n"},
		{"link", "see [that page](https://h.example/p \"T\").", "see that page <https://h.example/p>.\n"},
		{"relative link", "[a](../b?c#d)", "a <http://h.example/b?c#d>\n"},
		{"link in angle brackets", "<http://a.example/> <m@b.example>", "<http://a.example/> m@b.example\n"},
		{"link that is not marked", "(see www.a.example/b_c_d). HTTP://B.example/?c&amp;, ahttp://c.d", "(see www.a.example/b_c_d <http://www.a.example/b_c_d>).\n<HTTP://B.example/?c>&, ahttp://c.d\n"},
		{"reference", "[a][B c], [b\nC], [d]\n\n[b C]: <x y> 'T'\n[b c]: z\n", "a <http://h.example/d/x%20y>, b C <http://h.example/d/x%20y>, [d]\n"},
		{"escaped destination", `[a](b\_c&amp;d)`, "a <http://h.example/d/b_c&d>\n"},
		{"empty destination", "[a]()", "a\n"},
		{"no URI", "[a](<http://[>)", "a\n"},
		{"program", "[press](javascript:alert(1))", "press\n"},
		{"fragment", "[there](#x)", "there\n"},
		{"link without words", "[![](a.png)](b)", "<http://h.example/d/b>\n"},
		{"image", "![a *cat*](c.png)", "a cat <http://h.example/d/c.png>\n"},
		{"image in a link", "[![CI](c.svg)](d)", "CI <http://h.example/d/d>\n"},
		{"escapes", `\*a\* \b &lt;&copy;&#33;&#x41;&nosuch;`, "*a* \\b <©!A&nosuch;\n"},
		{"code", "``a`b`` ` c `\n\n    d\n\n      e\n\n~~~ go\nf\n\n~~~", "a`b c\n\nd\n\n  e\n\nf\n\n"},
		{"list", "- a\n- b\n  1. c\n", "• a\n• b\n\n  1. c\n"},
		{"loose list", "* a\n\n* b\n\n      c", "• a\n\n• b\n\n  c\n"},
		{"blank line in a quotation of a list", "* a\n  > b\n  >\n* c", "• a\n\n      b\n• c\n"},
		{"numbers", "4) a\n5) b\n", "4. a\n5. b\n"},
		{"two lists", "- a\n+ b", "• a\n\n• b\n"},
		{"tasks", "- [ ] a\n- [x] b\n- [y] c", "• ☐ a\n• ☑ b\n• [y] c\n"},
		{"quotation", "> a\nb\n> > c", "    a b\n\n        c\n"},
		{"table", "x\n\na|b\n-|:-:\n`c\\|d`|e|f\ng", "x\n\na     b\n───────\nc|d   e\ng\n"},
		{"rule", "a\n***\nb", "a\n\n" + strings.Repeat("─", 78) + "\n\nb\n"},
		{"struck out", "~~a~~", "~~a~~\n"},
		{"footnotes", "a[^x]\n\n[^y]: not used\n\n[^x]: b[^z]\n[^z]: c\n\n    d\n", "a[1]\n\n" + strings.Repeat("─", 78) + "\n\n1. b[2] ↩\n\n2. c\n\n   d ↩\n"},
		{"footnote of code", "a[^x]\n\n[^x]: b\n\n        c\n", "a[1]\n\n" + strings.Repeat("─", 78) + "\n\n1. b\n\n   c\n\n   ↩\n"},
		{"empty footnote", "a[^x]\n\n[^x]:\n", "a[1]\n\n" + strings.Repeat("─", 78) + "\n\n1. ↩\n"},
		{"HTML in a line", "a<br>b <!-- c --> <a href='x'>d</a> <img src=y alt=z> <u>e</u>", "a\nb d <http://h.example/d/x> z <http://h.example/d/y> e\n"},
		{"HTML", "<div align=center>\n<h1>A</h1>\n\n**b**\n\n</div>\n\n<!-- c\n\nd -->\n\n<script>\n\ne</script>", "A\n*\n\nb\n"},
		{"table of HTML with blank lines", "<table>\n\n<tr><td>a</td>\n\n<td>b</td></tr>\n\n</table>", "a   b\n"},
		{"control characters", "a\x1b[2J&#27;\x00\xff", "a\ufffd[2J\ufffd\ufffd\ufffd\n"},
		{"ends of lines", "a\r\n\r\nb\rc", "a\n\nb c\n"},
		{"byte order mark", "\ufeff# a", "a\n*\n"},
		{"nothing", "", ""},
		{"definitions alone", "[a]: b\n===\n", "===\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, textOf(t, read(t, test.source))); diff != "" {
				t.Errorf("%q (-want +got)\n%s", test.source, diff)
			}
		})
	}
}

// TestJSON: what text does not show.
func TestJSON(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"emphasis", "*a **b*** _c_d_ __e__", `{"blocks":[{"type":"paragraph","inlines":[{"type":"emphasis","inlines":["a ",{"type":"strong","inlines":["b"]}]}," ",{"type":"emphasis","inlines":["c_d"]}," ",{"type":"strong","inlines":["e"]}]}]}`},
		{"elements", "<b>a <i>b</b> c</i> <code>d", `{"blocks":[{"type":"paragraph","inlines":[{"type":"strong","inlines":["a ","b"]}," c ","d"]}]}`},
		{"places", "<a name=a></a>b\n\n<p id=c>\n\n", `{"blocks":[{"type":"paragraph","inlines":[{"type":"anchor","id":"a"},"b"]},{"type":"paragraph","inlines":[{"type":"anchor","id":"c"}]}]}`},
		{"align", "a|b\n:-:|-:", `{"blocks":[{"type":"table","rows":[{"header":true,"cells":[{"align":"center","blocks":[{"type":"paragraph","inlines":["a"]}]},{"align":"right","blocks":[{"type":"paragraph","inlines":["b"]}]}]}]}]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if err := doc.WriteJSON(&b, read(t, test.source)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want+"\n", b.String()); diff != "" {
				t.Errorf("%q (-want +got)\n%s", test.source, diff)
			}
		})
	}
}

func TestTitle(t *testing.T) {
	for _, test := range []struct{ source, title, date, text string }{
		{"## a\n\n# *b*\nc\n\n# d", "b", "", ""},
		{"## a\n\n### b", "a", "", ""},
		{"<h1>a  b</h1>\n\n# c", "a b", "", ""},
		{"a", "", "", ""},
		{"---\ntitle: \"a: b\"\ndate: 2026-01-02\ntags:\n- c\n  d: e\n# f\n---\ng", "a: b", "2026-01-02", "a: b\n****\n\ng\n"},
		{"---\ntitle: >\n  a\n...\nb", "", "", "b\n"},
		{"---\n\n# a\n\n---\n", "a", "", ""},
		{"---\ntitle: a\n", "", "", strings.Repeat("─", 78) + "\n\ntitle: a\n"},
		{"---\n---\na", "", "", strings.Repeat("─", 78) + "\n\n" + strings.Repeat("─", 78) + "\n\na\n"},
	} {
		d := read(t, test.source)
		date := ""
		for _, m := range d.Meta {
			if m.Name == "date" {
				date = m.Value
			}
		}
		if d.Title != test.title || date != test.date {
			t.Errorf("%q: title %q, date %q; want %q, %q", test.source, d.Title, date, test.title, test.date)
		}
		if got := textOf(t, d); test.text != "" && got != test.text {
			t.Errorf("%q: %q, want %q", test.source, got, test.text)
		}
	}
}

// TestFrom: a fragment leads to the heading that GitHub would show.
func TestFrom(t *testing.T) {
	d := read(t, "# A *b*, `c`-d_e!\n## a\n## A\n## a-1\n## a\n> ## Ünï 2\n\n## 。\n\n<h3>f g</h3>\n\nx[^n]\n\n[^n]: y")
	for id, first := range map[string]string{
		"a-b-c-d_e": "A b, c-d_e!", "a": "a", "a-1": "A", "a-1-1": "a-1", "a-2": "a", "ünï-2": "    Ünï 2", "f-g": "f g", "fn-1": "1. y ↩", "fnref-1": "x[1]", "none": "",
	} {
		part, ok := d.From(id)
		if ok != (first != "") {
			t.Errorf("%q is there: %v", id, ok)
		}
		if !ok {
			continue
		}
		if line, _, _ := strings.Cut(textOf(t, part), "\n"); line != first {
			t.Errorf("from %q on: %q, want %q", id, line, first)
		}
	}
}

func TestCharset(t *testing.T) {
	for mediaType, source := range map[string]string{"text/markdown; charset=iso-8859-1": "caf\xe9", "text/markdown; charset=nosuch": "café", "text/markdown": "café", "": "café"} {
		d, err := Read(strings.NewReader(source), mediaType, base)
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.Words(d.Blocks[0].(doc.Paragraph).Inlines); got != "café" {
			t.Errorf("%s: %q", mediaType, got)
		}
	}
}

// TestRoundTrip: what package doc writes as Markdown is read as what was written.
func TestRoundTrip(t *testing.T) {
	for _, source := range []string{
		"# a\n\n*b* **c** `d` [e](http://f.example/) <http://g.example/>\n\n- h\n- i\n\n  > j\n\n4. k\n5. l\n\n```\nm\n```\n\n| n | o |\n| --- | --- |\n| p |  |\n\n---",
		"a<em>b</em>c *d*e",
		"1\\. a \\*b\\* \\<c> &amp; \\[d\\]",
	} {
		first := read(t, source)
		var b strings.Builder
		if err := doc.WriteMarkdown(&b, first); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ofDoc(first.Blocks), ofDoc(read(t, b.String()).Blocks)); diff != "" {
			t.Errorf("%q (-read +read again)\n%s", source, diff)
		}
	}
}
