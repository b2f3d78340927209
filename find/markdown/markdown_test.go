package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/find/markdown"
	"uriel.dev/scheme/known"
)

var finder = find.New(known.Table())

// collect returns the matches of c in text, and checks that they stand there.
func collect(t testing.TB, c find.Container, text string) (out []find.Match) {
	t.Helper()
	last := int64(0)
	for m, err := range c.Scan(finder, strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		if m.Start < last || m.End <= m.Start || m.End > int64(len(text)) || text[m.Start:m.End] != m.Text {
			t.Fatalf("%q stands not at %d to %d of %.200q, behind %d", m.Text, m.Start, m.End, text, last)
		}
		before := text[:m.Start]
		if m.Line != strings.Count(before, "\n")+1 || m.Column != len(before)-strings.LastIndexByte(before, '\n') {
			t.Fatalf("%q is at %d:%d of %.200q?", m.Text, m.Line, m.Column, text)
		}
		last = m.End
		out = append(out, m)
	}
	return out
}

// show returns the matches of c in text: their forms and URIs, and the text if it is
// another one.
func show(t testing.TB, c find.Container, text string) string {
	t.Helper()
	var out []string
	for _, m := range collect(t, c, text) {
		line := string(m.Form) + " " + m.URI.String()
		if m.Text != m.URI.String() {
			line += fmt.Sprintf(" (%s)", m.Text)
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

type textTest struct{ text, want, why string }

func check(t *testing.T, c find.Container, tests []textTest) {
	t.Helper()
	for _, tt := range tests {
		if got := show(t, c, tt.text); got != tt.want {
			t.Errorf("%s: %q\n got %s\nwant %s", tt.why, tt.text, got, tt.want)
		}
	}
}

func TestLinks(t *testing.T) {
	check(t, markdown.Container, []textTest{
		{"[a](b) ![c](d \"t\") [e](<f g>) [h]()", "markdown b; markdown d; markdown f%20g (f g)", "links and images"},
		{"[a](b\\_c\\)d) [e](?f&amp;g&#61;&ouml;) [h](a\\b)", "markdown b_c)d (b\\_c\\)d); markdown ?f&g=%C3%B6 (?f&amp;g&#61;&ouml;); markdown a%5Cb (a\\b)", "escapes and entities"},
		{"[a](b(c(d))e) [f](g(h) [i](j\nk) [l](m\n\"n\")", "markdown b(c(d))e; markdown m", "brackets and lines in destinations"},
		{"[a]: b\n[c]:\n  <d>\n 'e'\n\n[a] [a] [x][c]", "markdown b; markdown d", "definitions, once"},
		{"[a]: b\n[a]: c \"d\" e\n", "markdown b", "what is no definition"},
		{"> [a]:\n> b\n\n- c\n\n  [d]: e\n", "markdown b; markdown e", "definitions in containers"},
		{"<http://a.b/c> <x-y:z> <m@n.example> <a:b> <http://a.b/ c>", "markdown http://a.b/c; markdown x-y:z; markdown mailto:m@n.example (m@n.example); angle http://a.b/c (http://a.b/ c)", "angle brackets"},
		{"<URL:http://a.b/> <url:foo:bar>", "url-prefix http://a.b/ (URL:http://a.b/); url-prefix foo:bar (url:foo:bar)", "the prefix of plain text"},
		{"[![a](b)](c) [d [e](f) g](h)", "markdown b; markdown c; markdown f", "links in links"},
		{"[a][b] [c](d)\n\n[b]: e\n\n[[b]](f)", "markdown d; markdown e", "a link by a definition that comes later is no less one"},
		{"\\[a](b) [c\\](d) `[e](f)` [g`](h)`](i)", "markdown i", "what is escaped or code"},
		{"    [a](b)\n\n```\n[c](d) http://e.f/\n```\n", "bare http://e.f/", "blocks of code"},
		{"[a](http://[bad/) [b](1:2) [c](http://h:port/)", "", "what is no reference"},
		{"[^1] [a](b)\n\n[^1]: see [c](d)\n\n    and [e](f)\n", "markdown b; markdown d; markdown f", "footnotes"},
		{"| [a](b) | [c](d\\|e) |\n|---|:-:|\n| `f | [g](h)` | i |\n", "markdown b; markdown d%7Ce (d\\|e); markdown h", "tables"},
		{"# [a](b)\n[c](d)\n---\n1. [e](f)\n   > [g](h\n   > \"i\")\n", "markdown b; markdown d; markdown f; markdown h", "headings, lists, quotations"},
		{"[a](b)\r\n> [c](d\r\n> 'e')\r\r[f](g)", "markdown b; markdown d; markdown g", "ends of lines"},
		{"\t[a](b)\n\n-\t[c](d)\n\n\t[e](f)\n\n >\t[g](h)\n", "markdown d; markdown f; markdown h", "tabs"},
	})
}

func TestProse(t *testing.T) {
	check(t, markdown.Container, []textTest{
		{"see http://a.b/c\\_d\\_e. **http://f.g/** `http://h.i/`", "bare http://a.b/c_d_e (http://a.b/c\\_d\\_e); bare http://f.g/; quoted http://h.i/", "text"},
		{"[http://a.b/](http://c.d/ \"http://e.f/\")", "bare http://a.b/; markdown http://c.d/; quoted http://e.f/", "texts and titles of links"},
		{"http://a.b/[c](d)", "bare http://a.b/; markdown d", "a URI ends where a link begins"},
		{"> \"<http://a.b/\n> c>\"\n", "angle http://a.b/c (http://a.b/\n> c)", "a URI goes on behind a mark of quotation"},
		{"a <b href=\"c?d&amp;e\">http://f.g/</b>\n\n<div\nid='http://h.i/'>\n<!-- http://j.k/ -->\n", "html c?d&e (c?d&amp;e); bare http://f.g/; quoted http://h.i/; bare http://j.k/", "HTML"},
		{"> <img\n> src=a.png>\n", "html a.png", "HTML over quoted lines"},
		{"~~~ http://a.b/\nhttp://c.d/\n~~~~\nhttp://e.f/", "bare http://a.b/; bare http://c.d/; bare http://e.f/", "code"},
		{"www.a.example m@n.example\n\xff http://a.b/\x00[c](d\xff)", "heuristic http://www.a.example (www.a.example); email mailto:m@n.example (m@n.example); bare http://a.b/; markdown d%FF (d\xff)", "guesses, and bytes that are no text"},
		{"", "", "nothing"},
	})
}

func TestGFM(t *testing.T) {
	check(t, markdown.GFM, []textTest{
		{"`http://a.b/` <b href=\"http://c.d/\"> git://e.f/ <xy://z>\n\n    http://g.h/", "gfm xy://z", "nothing else is a link"},
		{"[a]: b\n[c]: d\n[c]: e\n\n[C]", "gfm d", "a definition that is used, the first of its label"},
		{"![http://a.b/ [c](d)](e) [m@n.example](f)", "gfm e; gfm f", "no link in a link, nor in an image"},
		{"[http://a.b/ m@n.example](c) [http://d.e/ [f", "gfm c", "nor in brackets that are open"},
		{"\"http://a.b/\" xhttp://c.d 1http://e.f HTTPS://G.h", "gfm http://a.b/; gfm http://e.f; gfm HTTPS://G.h", "what may stand before"},
		{"-www.a.b www. www.c (www.d.e) Www.f", "gfm http://www.c (www.c); gfm http://www.d.e (www.d.e)", "and before www."},
		{"http://a_b.c http://a_b.c.d www.a.b_c www.a.b_c.d.e http://-", "gfm http://a_b.c.d; gfm http://www.a.b_c.d.e (www.a.b_c.d.e)", "underlines in domains"},
		{"http://a.b/c). http://a.b/(c)). http://a.b/c&d; http://a.b/c&1; http://a.b/c<d http://a.b/*_~\"'", "gfm http://a.b/c; gfm http://a.b/(c); gfm http://a.b/c; gfm http://a.b/c&1; gfm http://a.b/c; gfm http://a.b/", "ends"},
		{"http://a.b/`c` http://a.b/[d](e) www.f.g[h", "gfm http://a.b/%60c%60 (http://a.b/`c`); gfm http://a.b/%5Bd%5D(e) (http://a.b/[d](e)); gfm http://www.f.g%5Bh (www.f.g[h)", "what begins is not ended by code and brackets"},
		{"_m@n.example_ __m@n.example__ _to m@n.example_ m_@n.example m@n.example_", "gfm mailto:m@n.example (m@n.example); gfm mailto:m@n.example (m@n.example); gfm mailto:m@n.example (m@n.example); gfm mailto:m_@n.example (m_@n.example)", "addresses in emphasis"},
		{"mailto:m@n.example xmpp:m@n.example/r@s.t/u foo:m@n.example xmailto:m@n.example m@n m@n.1", "gfm mailto:m@n.example; gfm xmpp:m@n.example/r@s.t; gfm mailto:m@n.example (m@n.example); gfm mailto:m@n.example (m@n.example)", "protocols"},
		{"| a |\n|---|\n| http://b.c/d\\|e <http://b.c/\\|> | http://f.g/ |\n", "gfm http://b.c/d%7Ce (http://b.c/d\\|e); gfm http://b.c/%7C (http://b.c/\\|)", "bars in cells, and a cell too many"},
	})
}
