package css_test

import (
	"strings"
	"testing"

	"uriel.dev/find/css"
	"uriel.dev/find/internal/containertest"
)

var tests = []containertest.Test{
	{`a{background:url(http://x.org/a.png)} b{background:URL( "img/b.png" ) , url('c.png')}`, "css http://x.org/a.png; css img/b.png; css c.png", "with quotes and without"},
	{`url(a\(b\).png) url("a\"b") url(\26 a) url(\000026b) url("a\
b") u\72l(x)`, `css a(b).png as "a\\(b\\).png"; css a%22b as "a\\\"b"; css &a as "\\26 a"; css &b as "\\000026b"; css ab as "a\\\nb"; css x`, "escapes"},
	{`@import "a.css" screen; @import url(b.css) layer(x); @IMPORT 'c.css'; @charset "d"; @namespace svg "http://www.w3.org/2000/svg";`,
		"css a.css; css b.css; css c.css; css http://www.w3.org/2000/svg", "rules"},
	{`a{background:image-set("a.png" 1x, url(b.avif) type("image/avif"), 'c.png' type('image/png') 2x) "d.png"; b:-webkit-image-set('e' 1x)}`,
		"css a.png; css b.avif; css c.png; css e", "sets of images"},
	{`@font-face{font-family:"X"; src:local("Y"), url(f.woff2) format("woff2"), src("g.woff")}`, "css f.woff2; css g.woff", "fonts"},
	{`/* see http://x.org/. */ a::before{content:"http://x.org/." "at www.x.org, a@x.org"} a[href^="http://x.org/"]{} /**/ /*/ http://y.org */`,
		`bare http://x.org/ or http://x.org/.; quoted http://x.org/.; heuristic http://www.x.org as "www.x.org"; email mailto:a@x.org as "a@x.org"; quoted http://x.org/; bare http://y.org`, "comments and strings"},
	{`url(data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' style="a{b}"/>) url(#a)`,
		`css data:image/svg+xml;utf8,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20style=%22a%7Bb%7D%22/%3E as "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' style=\"a{b}\"/>"; css #a`, "what browsers do not take"},
	{`url() url("") url({{ x }}) url(<%= y %>) url("a/{id}")`, "", "nothing, and templates"},
	{"url(\"a\nb{c:url(d)} '\\", "css a; css d", "a string ends with its line"},
	{`url(a`, "css a", "an end in the midst"},
	{`url(http://é.org/ü) url(a b)`, `css http://%C3%A9.org/%C3%BC as "http://é.org/ü"; css a%20b as "a b"`, "what RFC 3986 has no place for"},
	{`myurl(a) -url(b) url-prefix(c) a:hover data:x,y`, "", "other functions and properties"},
}

func TestFind(t *testing.T) { containertest.Run(t, css.Container, tests) }

func TestSplice(t *testing.T) { containertest.Splice(t, css.Container, tests) }

func TestError(t *testing.T) { containertest.Error(t, css.Container, tests[0][0]) }

// TestLong cuts what is longer than can be, and finds what is behind it.
func TestLong(t *testing.T) {
	long := strings.Repeat("a", 5<<18)
	matches := containertest.Check(t, css.Container, []byte(`url("`+long+`") url(`+long+`) url(b) /* http://x.org/`+long+" http://y.org */ "+`"`+long+`"`))
	if len(matches) != 5 || len(matches[0].Text) != 1<<20 || matches[2].Text != "b" || matches[4].Text != "http://y.org" {
		t.Errorf("%d matches", len(matches))
	}
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, css.Container,
		"(", "<", ")", "\"", "\"\n", "'", "\\", "\\61 ", "/*", "/", "url(", "url(\"", "url(\\", "url( ", "url(…a", "url(\"…\\61", "@import ", "image-set(", "image-set(\"", "@", "a", "-", "\xff", "/*…*", "/*…http://a/(", "\"…:",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, css.Container, "a ", "/* …a ", `"…a `, "url({{…a ", "\\…a ")
}

func FuzzFind(f *testing.F) { containertest.Fuzz(f, containertest.Files(tests), css.Container) }

func BenchmarkFind(b *testing.B) {
	containertest.Bench(b, css.Container, `.admonition > p.last { margin: 0 1em; background: #eee url(img/note.png) no-repeat; font-family: "DejaVu Sans", sans-serif }
/* What is on the left of the page, see https://x.org/theme for it. */
@media screen and (max-width: 40em) { a:hover, a:focus { color: rgb(10, 20, 30) } }
`)
}
