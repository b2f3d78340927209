package html_test

import (
	"slices"
	"strings"
	"testing"

	"uriel.dev/find/html"
	"uriel.dev/find/internal/containertest"
)

var references = []containertest.Test{
	{`<A HREF="http://h/?a=1&amp;b=2">x</A><img src='a b.png' /><a href=c.html>`, `html http://h/?a=1&b=2 as "http://h/?a=1&amp;b=2"; html a%20b.png as "a b.png"; html c.html`, "values of all kinds"},
	{`<A HREF="<http://a/>"><a href="URL:http://b/"><a href=" <URL:http://c/> ">`, `html http://a/ as "<http://a/>"; html http://b/ as "URL:http://b/"; html http://c/ as "<URL:http://c/>"`, "wrappers do not belong there"},
	{`<a href="&#109;&#97;&#105;&#108;&#116;&#111;&#58;&#97;&#64;&#120;&#46;&#111;&#114;&#103;">&#97;&#64;x&period;org</a>`,
		`html mailto:a@x.org as "&#109;&#97;&#105;&#108;&#116;&#111;&#58;&#97;&#64;&#120;&#46;&#111;&#114;&#103;"; email mailto:a@x.org as "&#97;&#64;x&period;org"`, "an address that is cloaked"},
	{`<a href="/?a&copy=1&lt=2&lt;3">`, `html /?a&copy=1&lt=2%3C3 as "/?a&copy=1&lt=2&lt;3"`, "a query is no character reference"},
	{`<img srcset="a.png, b.png 2x,c,d.png 1x , data:,e 3x, f.png (g, h) 1x" src=i.png><source srcset=j.png>`,
		"html a.png; html b.png; html c,d.png; html data:,e; html f.png; html i.png; html j.png", "candidates"},
	{`<a ping="/a http://b.org/&#10;c" href=d><div itemscope itemtype="http://schema.org/X http://schema.org/Y" itemid="urn:isbn:0395363411"><head profile="p q">`,
		"html /a; html http://b.org/; html c; html d; html http://schema.org/X; html http://schema.org/Y; html urn:isbn:0395363411; html p; html q", "lists"},
	{`<object data=a.swf classid="clsid:D27CDB6E" codebase="http://x.org/" archive="b.jar c.jar" usemap="#m"><applet archive="d.jar,e.jar"><x data=f profile=g>`,
		"html a.swf; html clsid:D27CDB6E; html http://x.org/; html b.jar; html c.jar; html #m; html d.jar; html e.jar", "objects"},
	{`<form action=a><button formaction=b><q cite=c><video poster=d><body background=e><img longdesc=f><html manifest=g><use xlink:href="#h"><link imagesrcset="i 1x">`,
		"html a; html b; html c; html d; html e; html f; html g; html #h; html i", "other attributes"},
	{`<meta http-equiv="refresh" content="5; url=a.html"><meta content="0;URL='http://b.org/'" http-equiv=Refresh><META HTTP-EQUIV=refresh CONTENT="1, c"><meta http-equiv=refresh content=7>`,
		"html a.html; html http://b.org/; html c", "refreshes"},
	{`<meta property="og:image" content="https://x.org/a.png"><meta name=csp content="img-src https://y.org; x"><meta name=author content="a@x.org"><meta name=description content="d.html">`,
		`html https://x.org/a.png; bare https://y.org; email mailto:a@x.org as "a@x.org"`, "contents"},
	{`<a href=a><base href="http://x.org/d/"><a href=b><a href="http://y.org/../c"><base href="http://z.org/"><a href="#e"><style>a{b:url(f)}</style><iframe srcdoc="<img src=g>">`,
		`html a; html http://x.org/d/; html http://x.org/d/b as "b"; html http://y.org/../c; html http://z.org/; html http://x.org/d/#e as "#e"; css http://x.org/d/f as "f"; html http://x.org/d/g as "g"`, "a base"},
	{`<base href="d/"><a href=a>`, "html d/; html a", "a base that is no base"},
	{`<a href="javascript:void(0)"><a href="javascript:{f('x')}"><a href="#"><a href=""><a href>`, `html javascript:void(0); html javascript:%7Bf('x')%7D as "javascript:{f('x')}"; html #`, "programs and nothing"},
	{`<a href="{{ url }}"><a href="<?php x ?>"><a href="/u/{id}"><a href="{% url 'x' %}"><a href="<%= x %>"><img src="data:image/svg+xml,<svg>{}</svg>">`, `html data:image/svg+xml,%3Csvg%3E%7B%7D%3C/svg%3E as "data:image/svg+xml,<svg>{}</svg>"`, "templates"},
	{`<iframe srcdoc="&lt;a href='a'&gt;see http://x.org/&lt;iframe srcdoc='&lt;a href=http://y.org/>'">`, "html a; bare http://x.org/; bare http://y.org/", "a page in a page, and in that one"},
	{`<a HREF = "a" href='b'c=d href="e"/href=f/ =g><a href="h`, "html a; html b; html e; html f/; html h", "attributes as people write them"},
}

var prose = []containertest.Test{
	{`see &lt;http://kernel.org/&gt;</a> or http://x/&quot; or http://y/?a&amp;b.`, `angle http://kernel.org/; bare http://x/; bare http://y/?a&b or http://y/?a&b. as "http://y/?a&amp;b"`, "text is decoded first"},
	{`<p>http://x.org/<wbr>a<wbr/>&amp;b<b>c</b> <wbr>http://y.org`, `bare http://x.org/a&b as "http://x.org/<wbr>a<wbr/>&amp;b"; bare http://y.org`, "a place where a line may break"},
	{`<p title="see http://a.org." data-x="http://b.org/." data-y=http://c.org onclick="location='http://d.org'" value='www.e.org'>`,
		`bare http://a.org or http://a.org.; quoted http://b.org/.; bare http://c.org; quoted http://d.org; heuristic http://www.e.org as "www.e.org"`, "other attributes"},
	{`<!-- <a href="http://a.org/?b&amp;c"> --> <!--> http://b.org <!---> http://c.org <!-- --!> http://d.org <!-- -- > http://e.org --><!-- http://f.org`,
		"quoted http://a.org/?b&amp;c; bare http://b.org; bare http://c.org; bare http://d.org; bare http://e.org; bare http://f.org", "comments"},
	{`<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><?x http://a.org?></ http://b.org></><a>`, "quoted http://www.w3.org/TR/html4/strict.dtd; bare http://a.org; bare http://b.org", "declarations"},
	{`1 < 2 http://a.org/ <3 <http://b.org/> </http://c.org>`, "bare http://a.org/; angle http://b.org/", "what is no tag"},
	{`<user@b.org> <mailto:c@d.org>`, `email mailto:user@b.org as "user@b.org"; angle mailto:c@d.org`, "addresses are no tags"},
	{`<title>a <a href=b> http://c.org&#47;d </title><textarea></tit <a href=e></textarea ><a href=f>`, `bare http://c.org/d as "http://c.org&#47;d"; html f`, "text without tags"},
	{`<xmp>&lt;http://a.org/&gt;<a href=b></xmp><a href=c><plaintext></plaintext><a href="http://d.org">`, "bare http://a.org/; html c; quoted http://d.org", "text as it is"},
	{`<noscript><img src=a></noscript><noframes><a href=b></noframes><iframe><a href=c></iframe>`, "html a; html b; html c", "what is shown to those without"},
	{`<svg><![CDATA[http://a.org<b>]]><path fill="url(#c)"/></svg><svg/><![CDATA[ > http://d.org ]]>`, "bare http://a.org; css #c; bare http://d.org", "CDATA is in SVG"},
	{"é <p>\n<a href='é'\n>http://x.org</a>", `html %C3%A9 as "é"; bare http://x.org`, "lines and characters"},
}

var inner = []containertest.Test{
	{`<style>@import "a.css"; b{c:url(d)} /* http://e.org */ </styl></style ><a href=f>`, "css a.css; css d; bare http://e.org; html f", "a style"},
	{`<p style="background:url(&quot;a.png&quot;)"><p style="color:red"><p style='b:url(c)'>`, "css a.png; css c", "a style in an attribute"},
	{`<script>x="https:\/\/x.org\/a"; y="</s<a href=b>" // http://c.org` + "\n</script><a href=d>", `quoted https://x.org/a as "https:\\/\\/x.org\\/a"; bare http://c.org; html d`, "a script"},
	{`<script><!-- "http://a.org" <script> "http://b.org" </script> "http://c.org" --> </script><a href=d>`, "quoted http://a.org; quoted http://b.org; quoted http://c.org; html d", "a script in a script"},
	{`<script><!-- "http://a.org" </script><a href=b>`, "quoted http://a.org; html b", "a comment that a script ends in"},
	{`<script><!--> <script> </script><a href=b>`, "html b", "a comment of nothing"},
	{`<script type="application/ld+json">{"@id":"http:\/\/a.org"}</script><script type=text/template><a href="http://b.org"></script><script type="module" src=c></script>`,
		`json http://a.org as "http:\\/\\/a.org"; quoted http://b.org; html c`, "data and templates"},
	{`<?xml version="1.0"?><script src="a"/><title/><a href=b>`, "html a; html b", "XHTML by its declaration"},
	{`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""><script src="a"/><a href=b><p>` + "<![CDATA[http://c.org]]>", "html a; html b; bare http://c.org", "XHTML by its document type"},
	{`<script src="a"/><a href="http://b.org">`, "html a; quoted http://b.org", "a script of HTML goes on"},
}

func TestReferences(t *testing.T) { containertest.Run(t, html.Container, references) }

func TestProse(t *testing.T) { containertest.Run(t, html.Container, prose) }

func TestInner(t *testing.T) { containertest.Run(t, html.Container, inner) }

func TestSplice(t *testing.T) {
	containertest.Splice(t, html.Container, slices.Concat(references, prose, inner))
}

func TestError(t *testing.T) {
	containertest.Error(t, html.Container, references[0][0])
	containertest.Error(t, html.Container, inner[0][0])
}

// TestLong cuts what is longer than can be, and finds what is behind it.
func TestLong(t *testing.T) {
	long := strings.Repeat("a", 5<<18)
	words := strings.Repeat("http://x.org/abcdefghijklmnopqrstuvwxyz ", 30_000)
	matches := containertest.Check(t, html.Container, []byte(`<a href="`+long+`" id=b><a href=`+long+`><a href=c>`+words+"<wbr> "+words[:4000]+`<a href=d>`))
	if n := len(matches); n != 30_104 || len(matches[1].Text) != 1<<20 || matches[n-2].Text != matches[3].Text || matches[n-1].Text != "d" {
		t.Errorf("%d matches", n)
	}
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, html.Container,
		"<", "</", "<!", "<!--", "<!--…-", "<!--…->", "<!--…--", "<?", ">", "<a", "<a ", "<a b", "<a b=", "<a b='", "<a b=\"…<", "<a href=\"…&", "<a href=\"…&#", "<a href=\"…&#9", "<a href=\"…&amp;", "<a href=…a,",
		"&", "&#", "&#…9", "&a", "&amp;", "&lt", "<wbr>", "a<wbr>", "<img srcset=\"…a,", "<img srcset=\"…a ,", "<img srcset=\"…a (", "<meta content=\"", "<meta content=a ", "<script>", "<script><!--…<script>", "<script><!--…</script", "<script>…<", "<script></script>",
		"<style>", "<style></style>", "<p style=\"(\">", "<p style=\"…(", "<title>…</titl", "<title>…<", "<iframe srcdoc=\"…&lt;iframe srcdoc=", "<iframe srcdoc='(\">", "<svg><![CDATA[", "<svg>…<![CDATA[]]", "http://a/(", "<a href=\"{…{", "<a href=\"<", "\xff", "<a@", "<a:/",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, html.Container,
		"a ", "<…a ", "<a …a ", "<a b='…a ", "<!-- …a ", "<script>…a ", "<style>…a ", "<title>…a ", "<? …a ", "<p>a</p>", "<…a", "<a …a",
	)
}

func FuzzFind(f *testing.F) {
	containertest.Fuzz(f, containertest.Files(slices.Concat(references, prose, inner)), html.Container)
}

func BenchmarkFind(b *testing.B) {
	containertest.Bench(b, html.Container, `<div class="section" id="more-control-flow-tools">
<span id="tut-morecontrol"></span><h1><span class="section-number">4. </span>More Control Flow Tools<a class="headerlink" href="#more-control-flow-tools" title="Permalink to this headline">¶</a></h1>
<p>Besides the <a class="reference internal" href="../reference/while.html#while"><code class="xref std docutils literal"><span class="pre">while</span></code></a> statement just introduced, it knows
the usual statements of other languages, with some twists &amp; turns (see <a href="https://x.org/control?a=1&amp;b=2">here</a>).</p>
<pre><span class="gp">&gt;&gt;&gt; </span><span class="k">if</span> <span class="n">x</span> <span class="o">&lt;</span> <span class="mi">0</span><span class="p">:</span></pre></div>
`)
}
