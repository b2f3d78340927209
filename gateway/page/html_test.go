package page

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"uriel.dev/uri"
)

func read1(t *testing.T, in string) document {
	t.Helper()
	doc, err := readHTML(strings.NewReader(in), "text/html; charset=utf-8", uri.MustParse("http://h/dir/page"), testSite().Link)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestReadHTML(t *testing.T) {
	for _, tt := range []struct{ name, in, want, why string }{
		{"text", "<p>a &lt;b> &amp; c", "<p>a &lt;b&gt; &amp; c</p>", "text is escaped anew"},
		{"lists", "<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>", "implied ends are written"},
		{"script", "<p>a<script>alert(1)</script>b", "<p>ab</p>", "nothing runs"},
		{"style", "<style>p{}</style><p style=x class=btn onclick=y data-x=z>a", "<p>a</p>", "nothing styles, no attribute but those of the list"},
		{"image", `<img src=http://evil/ alt="a <b>">`, `<span class="soft">[a &lt;b&gt;]</span>`, "images are their words"},
		{"form", "<form action=http://evil/><input name=a>b<button>c</button></form>", "<div>b</div>", "nothing is submitted"},
		{"frame", "<iframe src=x>a</iframe><object>b</object>c", "c", "nothing is embedded"},
		{"drawing", "<svg><a href=javascript:1>x</a></svg><math>y</math>z", "z", "no foreign namespaces"},
		{"end of ours", "</article></main></div>a", "a", "no end without a beginning"},
		{"link", `<a href="x">a</a>`, `<a href="/u/http%3A%2F%2Fh%2Fdir%2Fx">a</a>`, "resolved, and into the gateway"},
		{"link to a fragment", `<a href="#s x">a</a>`, `<a href="#s%20x">a</a>`, "of the same page"},
		{"link with a space and more", "<a href=' /ä b\n'>a</a>", `<a href="/u/http%3A%2F%2Fh%2F%25C3%25A4%2520b">a</a>`, "as browsers let people write it"},
		{"javascript", `<a href="javascript:alert(1)">a</a>`, "<span>a</span>", "not on the list"},
		{"javascript broken over lines", "<a href=\" java\nscript:alert(1)\">a</a>", "<span>a</span>", "browsers join it"},
		{"javascript after a control", "<a href=\"\x01javascript:alert(1)\">a</a>", "<span>a</span>", "browsers strip it"},
		{"data", `<a href="data:text/html,<script>">a</a>`, `<a href="/u/data%3Atext%2Fhtml%2C%253Cscript%253E">a</a>`, "shown as a document, not run"},
		{"anchor", `<a name="x">a</a>`, `<span id="x">a</span>`, "an id to go to"},
		{"id of ours", `<p id="main">a`, "<p>a</p>", "it would be two"},
		{"same id twice", `<p id=a>x<p id=a>y`, `<p id="a">x</p><p>y</p>`, "ids are unique"},
		{"heading", `<h1 id=t>T</h1><h2>U</h2>`, `<h2 id="t">T</h2><h3 id="part-2">U</h3>`, "below the heading of the page"},
		{"low heading", "<h4>T</h4>", `<h2 id="part-1">T</h2>`, "the highest there is becomes the second level"},
		{"pre", "<pre>\n\na</pre>", "<pre>\n\na</pre>", "line ends stay"},
		{"table", "<table><tr><td colspan=2 colspan=x rowspan=y>a", `<div class="wide" tabindex="0" role="region" aria-label="Table"><table><tbody><tr><td colspan="2">a</td></tr></tbody></table></div>`, "it scrolls by itself"},
		{"comment", "a<!-- b -->c", "ac", "left out"},
		{"noscript", "<body><noscript><p>a</p></noscript>", "<div><p>a</p></div>", "there is no script"},
		{"unknown", "<blink>a<foo-bar>b</foo-bar></blink>", "ab", "the words stay"},
		{"control", "<p>a\x00b\x1bc", `<p>ab\x1bc</p>`, "visible; NUL is dropped by the parser"},
		{"attribute", `<abbr title='"><script>'>a</abbr>`, `<abbr title="&#34;&gt;&lt;script&gt;">a</abbr>`, "escaped"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.TrimSpace(string(read1(t, tt.in).Body)); got != tt.want {
				t.Errorf("%q became\n%s\nwant\n%s: %s", tt.in, got, tt.want, tt.why)
			}
		})
	}
}

func TestReadHTMLFacts(t *testing.T) {
	doc := read1(t, `<html lang=de><head><title> A
		title </title><base href="http://other/b/"></head><body><h1>One</h1><h2 id=p>Two</h2><h2>Three</h2><a href=x>y</a>`)
	if doc.Title != "A title" || doc.Lang != "de" {
		t.Errorf("title %q, language %q", doc.Title, doc.Lang)
	}
	if len(doc.Contents) != 2 || doc.Contents[0] != (heading{Href{address: "#p"}, "Two"}) {
		t.Errorf("contents %v, want those of the level that divides the document", doc.Contents)
	}
	if !strings.Contains(string(doc.Body), `href="/u/http%3A%2F%2Fother%2Fb%2Fx"`) {
		t.Errorf("the base of the document was not taken: %s", doc.Body)
	}
	deep := strings.Repeat("<div>", 2000)
	if _, err := readHTML(strings.NewReader(deep), "text/html", uri.URI{}, testSite().Link); err == nil {
		t.Error("2000 levels were read")
	}
	latin, err := readHTML(strings.NewReader("<p>caf\xe9"), "text/html; charset=iso-8859-1", uri.URI{}, testSite().Link)
	if err != nil || !strings.Contains(string(latin.Body), "café") {
		t.Errorf("the charset of the media type was not taken: %s, %v", latin.Body, err)
	}
}

// Whatever comes in, only what is on the lists comes out, and a browser reads
// it as it was meant: a second reading changes nothing.
func FuzzReadHTML(f *testing.F) {
	for _, s := range xss {
		f.Add(s)
	}
	f.Add("<table><a href=x><tr><td><p><table><h1>x</table>")
	f.Add("<a><b><a><p></b></a><plaintext></p>")
	tags := map[string]bool{"h2": true, "h3": true, "h4": true, "h5": true, "h6": true}
	for _, tag := range written {
		tags[tag] = true
	}
	f.Fuzz(func(t *testing.T, in string) {
		doc, err := readHTML(strings.NewReader(in), "text/html; charset=utf-8", uri.MustParse("http://h/"), testSite().Link)
		if err != nil {
			return
		}
		root, err := html.Parse(strings.NewReader("<article>" + string(doc.Body) + "</article><hr id=after>"))
		if err != nil {
			return
		}
		for n := range root.Descendants() {
			if n.Type != html.ElementNode || n.Data == "html" || n.Data == "head" || n.Data == "body" || n.Data == "article" {
				continue
			}
			if !tags[n.Data] || n.Namespace != "" {
				t.Errorf("%q: an element %s came out of %q", in, n.Data, doc.Body)
			}
			for _, a := range n.Attr {
				if !harmless(a) {
					t.Errorf("%q: an attribute %s=%q came out", in, a.Key, a.Val)
				}
			}
			if attr(n, "id") == "after" && n.Data == "hr" && n.Parent.Data != "body" {
				t.Errorf("%q: an element of the page ended up inside of the document", in)
			}
		}
	})
}

// harmless reports whether an attribute is one that the rewriter may write.
func harmless(a html.Attribute) bool {
	switch a.Key {
	case "href":
		return strings.HasPrefix(a.Val, "/u/") || strings.HasPrefix(a.Val, "#") || outside[strings.ToLower(strings.Split(a.Val, ":")[0])]
	case "id", "lang", "dir", "colspan", "rowspan", "start", "value", "scope", "title", "rel", "tabindex", "role", "aria-label":
		return true
	case "class":
		return a.Val == "wide" || a.Val == "soft"
	}
	return false
}

// xss are ways to get something to run.
var xss = []string{
	`<script>alert(1)</script>`, `"><script>alert(1)</script>`, `'><img src=x onerror=alert(1)>`, `<svg/onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`,
	`<a href="javascript:alert(1)">x</a>`, "<a href=\"java\nscript:alert(1)\">x</a>", "<a href=\"\tjavascript:alert(1)\">x</a>", `<a href="data:text/html,<script>alert(1)</script>">x</a>`,
	`<a href=vbscript:x>x</a>`, `<iframe srcdoc="<script>alert(1)</script>">`, `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
	`<base href="javascript:/a/-alert(1)///////"><a href=../lol/safari.html>x</a>`, `<meta http-equiv=refresh content="0;url=javascript:alert(1)">`,
	`<link rel=stylesheet href=data:text/css,*{}>`, `<object data=javascript:alert(1)>`, `<details open ontoggle=alert(1)>`, `<template><script>alert(1)</script></template>`,
	`{{.}}`, `</textarea><script>alert(1)</script>`, `<!--><script>alert(1)</script>`, `<![CDATA[<script>alert(1)</script>]]>`, "\x00<scr\x00ipt>alert(1)</scr\x00ipt>",
}

// TestRunningHead: what the page says already is not said again.
func TestRunningHead(t *testing.T) {
	for text, want := range map[string]bool{
		"<title>ls(1)</title><body><header><h1>ls(1)</h1><p>x</p></header>":        true,
		"<title>ls(1)</title><body><header><h1>Another</h1></header>":              false,
		"<body><header><h1>ls(1)</h1></header>":                                    false,
		"<body><details><summary>Contents</summary><nav>x</nav></details>":         true,
		"<body><details><summary>More</summary><nav>x</nav></details>":             false,
		`<body><table class="head"><tr><td class="head-ltitle">LS(1)</td></table>`: true,
		`<body><table class="data"><tr><td>LS(1)</td></table>`:                     false,
	} {
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for n := range doc.Descendants() {
			got = got || isRunningHead(n)
		}
		if got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
