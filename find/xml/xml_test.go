package xml_test

import (
	"strings"
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/xml"
)

var tests = []containertest.Test{
	{`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> http://x.org/?a=1&amp;b=2 </loc></url><loc>http://y.org/.</loc></urlset>`,
		`xml http://www.sitemaps.org/schemas/sitemap/0.9; xml http://x.org/?a=1&b=2 as "http://x.org/?a=1&amp;b=2"; xml http://y.org/.`, "sitemaps; the end is not in doubt"},
	{`<rss><link>http://a.org</link><guid isPermaLink="false">urn:example:a~b</guid><enclosure url="b.mp3"/><link><![CDATA[http://c.org/?a&b]]></link><url>http://d.org</url></rss>`,
		"xml http://a.org; xml urn:example:a~b; xml b.mp3; xml http://c.org/?a&b; xml http://d.org", "feeds"},
	{`<link href="http://a.org/"/><id>tag:a.org,2005:x</id><email>a@x.org</email><uri>www.x.org</uri>`, `xml http://a.org/; xml tag:a.org,2005:x; email mailto:a@x.org as "a@x.org"; heuristic http://www.x.org as "www.x.org"`, "Atom"},
	{`<plist><dict><key>URL</key><string>https://x.org/?q=%20</string></dict></plist>`, "xml https://x.org/?q=%20", "a .webloc"},
	{`<p>see http://a.org/. &lt;http://b.org/&#xA;c&gt; <b/>http://d.org</p> http://e.org <p>http://f.org<br/></p>`,
		`bare http://a.org/ or http://a.org/.; angle http://b.org/c as "http://b.org/&#xA;c"; bare http://d.org; bare http://e.org; bare http://f.org`, "text that is not all of an element"},
	{`<a xmlns:x="urn:x" xmlns:d='DAV:' x:href="a" xlink:href='b' src = "c" xml:base="d/" xsi:schemaLocation="http://e.org e.xsd
	f g" xmlns="">`, "xml urn:x; xml DAV:; xml a; xml b; xml c; xml d/; xml http://e.org; xml e.xsd; xml f; xml g", "attributes with references"},
	{`<r rdf:about="http://a.org/" namespace="std" location="New York" role='http://b.org/r' title="see http://c.org." x="http://d.org."/>`,
		"xml http://a.org/; xml http://b.org/r; bare http://c.org or http://c.org.; quoted http://d.org.", "attributes that may hold one"},
	{`<?xml version="1.0"?><?xml-stylesheet href="a.css" type="text/css"?><?x see http://b.org?><!-- http://c.org --><!-- - -> http://d.org-->`, "xml a.css; bare http://b.org; bare http://c.org; bare http://d.org", "instructions and comments"},
	{`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://www.w3.org/TR/xhtml1.dtd"><!DOCTYPE a SYSTEM 'a.dtd' [<!ENTITY b PUBLIC "+//X" "b.ent"><!NOTATION c SYSTEM "c"><!ATTLIST d xmlns CDATA #FIXED "http://d.org/">]><a href="e">`,
		"xml http://www.w3.org/TR/xhtml1.dtd; xml a.dtd; xml b.ent; xml c; quoted http://d.org/; xml e", "system identifiers"},
	{`<!DOCTYPE a [<!ENTITY home "http://x.org/"><!ENTITY h2 '&home;a&#47;'><!ENTITY % home "no">]><a href="&home;b">&h2;c &home; <b>&unknown;/d http://y.org/&unknown;/e</b> http://z.org/&eacute;</a><a href="&unknown;"/>`,
		`quoted http://x.org/; quoted http://x.org/a/ as "&home;a&#47;"; xml http://x.org/b as "&home;b"; bare http://x.org/a/c as "&h2;c"; bare http://x.org/ as "&home;"; bare http://z.org/%C3%A9 as "http://z.org/&eacute;"`, "entities"},
	{`<svg xmlns="http://www.w3.org/2000/svg"><style>a{fill:url(#b)}</style><style><![CDATA[@import "c&d.css";]]></style><path style="fill:url(#e)" mask="url(#f)" d="M 0"/></svg>`,
		"xml http://www.w3.org/2000/svg; css #b; css c&d.css; css #e; css #f", "styles"},
	{`<a>http://a.org/<![CDATA[b&c]]>d</a> <![CDATA[<http://d.org/>]] http://e.org]]><a><![CDATA[ http://f.org`, `xml http://a.org/b&cd as "http://a.org/<![CDATA[b&c]]>d"; angle http://d.org/; bare http://e.org; bare http://f.org`, "sections of CDATA"},
	{`<xsl:with-param select="x" href="{@a}"/><a href="#{$id}"/><a href="${b}"/>`, "", "templates"},
	{`<a href="b" <c href="d"> 1 < 2 http://e.org <= <> </f http://g.org> <h href=i j='k'><a href="l`, "xml b; xml d; bare http://e.org; xml l", "what is not well-formed"},
	{"<a href='é'\n>http://x.org</a>", `xml %C3%A9 as "é"; xml http://x.org`, "lines and characters"},
}

func TestFind(t *testing.T) { containertest.Run(t, xml.Container, tests) }

func TestSplice(t *testing.T) { containertest.Splice(t, xml.Container, tests) }

func TestError(t *testing.T) { containertest.Error(t, xml.Container, tests[0][0]) }

// TestLong cuts what is longer than can be, and finds what is behind it.
func TestLong(t *testing.T) {
	long := strings.Repeat("a", 5<<18)
	words := strings.Repeat("http://x.org/abcdefghijklmnopqrstuvwxyz ", 30_000)
	matches := containertest.Check(t, xml.Container, []byte(`<a href="`+long+`" src="b">`+words+"<![CDATA["+words[:4000]+`<a>]]></a><a href="d">`))
	if n := len(matches); n != 30_103 || len(matches[0].Text) != 1<<20 || matches[n-2].Text != matches[3].Text || matches[n-1].Text != "d" {
		t.Errorf("%d matches", n)
	}
}

// TestLaughs reads documents whose entities stand for very much.
func TestLaughs(t *testing.T) {
	laughs := `<!DOCTYPE a [<!ENTITY a "` + strings.Repeat("a", 60_000) + `">` + strings.Repeat(`<!ENTITY b "&a;&a;&a;&a;">`, 100) + `]>` + strings.Repeat("<b c='&a;'>&a;</b>&b;", 10_000) + `<a href="d"/>`
	if matches := containertest.Check(t, xml.Container, []byte(laughs)); len(matches) != 1 {
		t.Errorf("%d matches", len(matches))
	}
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, xml.Container,
		"<", "</", "<!", "<!--", "<!--…-", "<!--…--", "<?", "<?xml-a ", "<?xml-…?", ">", "<a", "<a ", "<a b", "<a b=", "<a b='", "<a href=\"…&", "<a href=\"…&amp;", "&", "&#", "&#…9", "&a", "&a;", "&amp;",
		"<![CDATA[", "<![CDATA[…]", "<![CDATA[…]]", "<![CDATA[]]>", "a<![CDATA[", "<!DOCTYPE …[", "<!ENTITY …'", "<!ENTITY a '", "<!ENTITY a 'b'>", "<!ENTITY a 'b'>…&a;", "<a style=\"(\">", "<style>…(", "<style>(", "http://a/(", "<a href=\"{…{", "\xff", "<a schemaLocation='…a ",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, xml.Container,
		"a ", "<…a ", "<a …a ", "<a b='…a ", "<!-- …a ", "<![CDATA[…a ", "<!DOCTYPE …a ", "<!ENTITY a '…a ", "<? …a ", "<?xml-x …a ", "</…a ", "<p>a&amp;</p>", "<…a",
	)
}

func FuzzFind(f *testing.F) { containertest.Fuzz(f, containertest.Files(tests), xml.Container) }

func BenchmarkFind(b *testing.B) {
	containertest.Bench(b, xml.Container, `<item rdf:about="http://x.org/news/4711">
  <title>Something &amp; something else has happened</title>
  <link>http://x.org/news/4711?from=feed&amp;x=1</link>
  <description><![CDATA[<p>What has happened is said in a few words, see <a href="http://y.org/">this page</a> for more of it.</p>]]></description>
  <dc:date>2005-06-13T14:17:39+00:00</dc:date>
</item>
`)
}
