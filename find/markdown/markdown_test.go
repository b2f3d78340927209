package markdown_test

import (
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/markdown"
)

func TestLinks(t *testing.T) {
	containertest.Run(t, markdown.Container, []containertest.Test{
		{"[a](b) ![c](d \"t\") [e](<f g>) [h]()", `markdown b; markdown d; markdown f%20g as "f g"`, "links and images"},
		{"[a](b\\_c\\)d) [e](?f&amp;g&#61;&ouml;) [h](a\\b)", `markdown b_c)d as "b\\_c\\)d"; markdown ?f&g=%C3%B6 as "?f&amp;g&#61;&ouml;"; markdown a%5Cb as "a\\b"`, "escapes and entities"},
		{"[a](b(c(d))e) [f](g(h) [i](j\nk) [l](m\n\"n\")", "markdown b(c(d))e; markdown m", "brackets and lines in destinations"},
		{"[a]: b\n[c]:\n  <d>\n 'e'\n\n[a] [a] [x][c]", "markdown b; markdown d", "definitions, once"},
		{"[a]: b\n[a]: c \"d\" e\n", "markdown b", "what is no definition"},
		{"> [a]:\n> b\n\n- c\n\n  [d]: e\n", "markdown b; markdown e", "definitions in containers"},
		{"<http://a.b/c> <x-y:z> <m@n.example> <a:b> <http://a.b/ c>", `markdown http://a.b/c; markdown x-y:z; markdown mailto:m@n.example as "m@n.example"; angle http://a.b/c or http://a.b/%20c as "http://a.b/ c"`, "angle brackets"},
		{"<URL:http://a.b/> <url:foo:bar>", `url-prefix http://a.b/ as "URL:http://a.b/"; url-prefix foo:bar as "url:foo:bar"`, "the prefix of plain text"},
		{"[![a](b)](c) [d [e](f) g](h)", "markdown b; markdown c; markdown f", "links in links"},
		{"[a][b] [c](d)\n\n[b]: e\n\n[[b]](f)", "markdown d; markdown e", "a link by a definition that comes later is no less one"},
		{"\\[a](b) [c\\](d) `[e](f)` [g`](h)`](i)", "markdown i", "what is escaped or code"},
		{"    [a](b)\n\n```\n[c](d) http://e.f/\n```\n", "bare http://e.f/", "blocks of code"},
		{"[a](http://[bad/) [b](1:2) [c](http://h:port/)", "", "what is no reference"},
		{"[^1] [a](b)\n\n[^1]: see [c](d)\n\n    and [e](f)\n", "markdown b; markdown d; markdown f", "footnotes"},
		{"| [a](b) | [c](d\\|e) |\n|---|:-:|\n| `f | [g](h)` | i |\n", `markdown b; markdown d%7Ce as "d\\|e"; markdown h`, "tables"},
		{"# [a](b)\n[c](d)\n---\n1. [e](f)\n   > [g](h\n   > \"i\")\n", "markdown b; markdown d; markdown f; markdown h", "headings, lists, quotations"},
		{"[a](b)\r\n> [c](d\r\n> 'e')\r\r[f](g)", "markdown b; markdown d; markdown g", "ends of lines"},
		{"\t[a](b)\n\n-\t[c](d)\n\n\t[e](f)\n\n >\t[g](h)\n", "markdown d; markdown f; markdown h", "tabs"},
	})
}

func TestProse(t *testing.T) {
	containertest.Run(t, markdown.Container, []containertest.Test{
		{"see http://a.b/c\\_d\\_e. **http://f.g/** `http://h.i/`", `bare http://a.b/c_d_e or http://a.b/c_d_e. as "http://a.b/c\\_d\\_e"; bare http://f.g/; quoted http://h.i/`, "text"},
		{"[http://a.b/](http://c.d/ \"http://e.f/\")", "bare http://a.b/; markdown http://c.d/; quoted http://e.f/", "texts and titles of links"},
		{"http://a.b/[c](d)", "bare http://a.b/; markdown d", "a URI ends where a link begins"},
		{"> \"<http://a.b/\n> c>\"\n", `angle http://a.b/c as "http://a.b/\n> c"`, "a URI goes on behind a mark of quotation"},
		{"a <b href=\"c?d&amp;e\">http://f.g/</b>\n\n<div\nid='http://h.i/'>\n<!-- http://j.k/ -->\n", `html c?d&e as "c?d&amp;e"; bare http://f.g/; quoted http://h.i/; bare http://j.k/`, "HTML"},
		{"> <img\n> src=a.png>\n", "html a.png", "HTML over quoted lines"},
		{"~~~ http://a.b/\nhttp://c.d/\n~~~~\nhttp://e.f/", "bare http://a.b/; bare http://c.d/; bare http://e.f/", "code"},
		{"www.a.example m@n.example\n\xff http://a.b/\x00[c](d\xff)", `heuristic http://www.a.example as "www.a.example"; email mailto:m@n.example as "m@n.example"; bare http://a.b/; markdown d%FF as "d\xff"`, "guesses, and bytes that are no text"},
		{"", "", "nothing"},
	})
}

func TestGFM(t *testing.T) {
	containertest.Run(t, markdown.GFM, []containertest.Test{
		{"`http://a.b/` <b href=\"http://c.d/\"> git://e.f/ <xy://z>\n\n    http://g.h/", "gfm xy://z", "nothing else is a link"},
		{"[a]: b\n[c]: d\n[c]: e\n\n[C]", "gfm d", "a definition that is used, the first of its label"},
		{"![http://a.b/ [c](d)](e) [m@n.example](f)", "gfm e; gfm f", "no link in a link, nor in an image"},
		{"[http://a.b/ m@n.example](c) [http://d.e/ [f", "gfm c", "nor in brackets that are open"},
		{"\"http://a.b/\" xhttp://c.d 1http://e.f HTTPS://G.h", "gfm http://a.b/; gfm http://e.f; gfm HTTPS://G.h", "what may stand before"},
		{"-www.a.b www. www.c (www.d.e) Www.f", `gfm http://www.c as "www.c"; gfm http://www.d.e as "www.d.e"`, "and before www."},
		{"http://a_b.c http://a_b.c.d www.a.b_c www.a.b_c.d.e http://-", `gfm http://a_b.c.d; gfm http://www.a.b_c.d.e as "www.a.b_c.d.e"`, "underlines in domains"},
		{"http://a.b/c). http://a.b/(c)). http://a.b/c&d; http://a.b/c&1; http://a.b/c<d http://a.b/*_~\"'", "gfm http://a.b/c; gfm http://a.b/(c); gfm http://a.b/c; gfm http://a.b/c&1; gfm http://a.b/c; gfm http://a.b/", "ends"},
		{"http://a.b/`c` http://a.b/[d](e) www.f.g[h", "gfm http://a.b/%60c%60 as \"http://a.b/`c`\"; gfm http://a.b/%5Bd%5D(e) as \"http://a.b/[d](e)\"; gfm http://www.f.g%5Bh as \"www.f.g[h\"", "what begins is not ended by code and brackets"},
		{"_m@n.example_ __m@n.example__ _to m@n.example_ m_@n.example m@n.example_", `gfm mailto:m@n.example as "m@n.example"; gfm mailto:m@n.example as "m@n.example"; gfm mailto:m@n.example as "m@n.example"; gfm mailto:m_@n.example as "m_@n.example"`, "addresses in emphasis"},
		{"mailto:m@n.example xmpp:m@n.example/r@s.t/u foo:m@n.example xmailto:m@n.example m@n m@n.1", `gfm mailto:m@n.example; gfm xmpp:m@n.example/r@s.t; gfm mailto:m@n.example as "m@n.example"; gfm mailto:m@n.example as "m@n.example"`, "protocols"},
		{"| a |\n|---|\n| http://b.c/d\\|e <http://b.c/\\|> | http://f.g/ |\n", `gfm http://b.c/d%7Ce as "http://b.c/d\\|e"; gfm http://b.c/%7C as "http://b.c/\\|"`, "bars in cells, and a cell too many"},
	})
}
