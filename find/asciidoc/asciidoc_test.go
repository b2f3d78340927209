package asciidoc_test

import (
	"testing"

	"uriel.dev/find/asciidoc"
	"uriel.dev/find/internal/containertest"
)

func TestScan(t *testing.T) {
	containertest.Run(t, asciidoc.Container, []containertest.Test{
		{"see http://a.b/c.[text], (https://d.e[f g]) and http://h.i/j.", "asciidoc http://a.b/c.; asciidoc https://d.e; bare http://h.i/j or http://h.i/j.", "URLs with a text and without"},
		{"link:a.html[b] link:++http://c.d/__e__++[f] link:g link: h[] plink:i[] link:/j/k#l[m,n]", "asciidoc a.html; asciidoc http://c.d/__e__; asciidoc /j/k#l", "links"},
		{"link:http://a.b/[c] image:d.png[link=http://e.f/] link:g[image:h.png[]]", "asciidoc http://a.b/; asciidoc d.png; bare http://e.f/; asciidoc g; asciidoc h.png", "links in links"},
		{"image::a.png[]\ninclude::b/c.adoc[lines=1]\nvideo::http://d.e/f.mp4[]\n", "asciidoc a.png; asciidoc b/c.adoc; asciidoc http://d.e/f.mp4", "block macros"},
		{"xref:a.adoc#b[] xref:c[] xref:#d[e] <<f#g,h>> <<i>>", "asciidoc a.adoc#b; asciidoc #d", "cross references"},
		{"mailto:a@b.example[c,d] mailto:e@f.example g@h.example", "asciidoc mailto:a@b.example; bare mailto:e@f.example; email mailto:g@h.example as \"g@h.example\"", "addresses"},
		{":a: http://b.c/d.\n:e: see http://f.g/.\n:h!:\n:i: j\n", "asciidoc http://b.c/d.; bare http://f.g/ or http://f.g/.", "attributes"},
		{"{a}/b link:{a}/c[d] http://{e}/f[g] https://h.i/{j}/k[l]", "", "templates"},
		{"\\http://a.b/ \\http://c.d/e[f] \\link:g[h] <http://i.j/>", "bare http://a.b/; bare http://c.d/e; angle http://i.j/", "escapes"},
		{"----\nlink:a[b] http://c.d/\n\ninclude::e[]\n----\nlink:f[g]\n\n```sh\nlink:h[i]\n```\n////\nlink:j[k]\n\n----\n////\nlink:l[m]\n", "bare http://c.d/; asciidoc e; asciidoc f; asciidoc l", "blocks that are kept"},
		{"A title\n-------\nlink:a[b]\n\n[x]\n----\nlink:c[d]\n----\n", "asciidoc a", "a title that is underlined"},
		{"// link:a[b] http://c.d/\nlink:e[f]\n", "bare http://c.d/; asciidoc e", "comments"},
		{"link:a[b\nhttp://c.d/[e\r\n\nlink:f[\n]\n", "bare http://c.d/ or http://c.d/%5Be; asciidoc f", "brackets that are not closed"},
		{"", "", "nothing"},
	})
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		"http://a.b/[c] link:++d++[e] \\link:f[g]", ":h: http://i.j/\n----\ninclude::k[]\n\n----\n", "link:{l}[] image::m[link=n]", ":", "::[]", "link:[]", "link:++++[]", "a://[]", "mailto:[]", "link:]",
	}, asciidoc.Container)
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, asciidoc.Container,
		"link:", "link:a[", "link:a[b]", "link:…a", "link:++", "link:++a", "link:++…a", "http://", "http://a[", "http://a]", "http://…a", "a", "a:", "a.", ":", ":a:", ":a: http://", ":a: http://b\n", "----\n", "----\n…a\n", "-", "/", "`", "[", "]", "{", "\\link:a[b]", "\\", "image::", "include::a[]\n", "xref:a[]", "mailto:", "\n", " ", "<http://a/ ",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, asciidoc.Container, "link:a[b] ", "http://a.b/[c]\n\n", "----\n", ":a: b\n", "\\link:a[b]")
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, asciidoc.Container, "The text of a document is like this, with http://h.example/[links] and other: things,\nand `most of it` is just text, http://x.example/y.\n\n:target: http://z.example/\n\n")
}
