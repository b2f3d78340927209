package texinfo_test

import (
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/texinfo"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

func TestScan(t *testing.T) {
	containertest.Run(t, texinfo.Container, []containertest.Test{
		{"@uref{http://a.b/} @url{http://c.d/, a site} @uref{http://e.f/,,g} @indicateurl{http://h.i/} @uref{../x}\n", `texinfo http://a.b/; texinfo http://c.d/; texinfo http://e.f/; texinfo http://h.i/; texinfo ../x`, "links"},
		{"@uref{http://a.b/~x/@@y@comma{}z@-/@/w, http://c.d/}", `texinfo http://a.b/~x/@y,z/w as "http://a.b/~x/@@y@comma{}z@-/@/w"; bare http://c.d/`, "escapes, and a URI as text"},
		{"@email{a@@b.example} @email{c@@d.example, C. D.} @email{nobody} e@@f.example", `texinfo mailto:a@b.example as "a@@b.example"; texinfo mailto:c@d.example as "c@@d.example"; email mailto:e@f.example as "e@@f.example"`, "addresses"},
		{"@xref{Node name,,Title, gcc, The Manual}. @pxref{Top,,,gcc} @ref{,,,emacs} @inforef{A,,b} @link{C,,d} @ref{x,,,dir}", `texinfo info:gcc#Node_name as "Node name,,Title, gcc"; texinfo info:gcc as "Top,,,gcc"; texinfo info:emacs as "emacs"; texinfo info:b#A as "A,,b"; texinfo info:d#C as "C,,d"; texinfo info:dir#x as "x,,,dir"`, "other manuals"},
		{"@xref{Node}. @ref{Node,,Title} @xref{a,,,../b} @ref{@var{x},,,y} @ref{a,,,}", ``, "nodes of this one, and none"},
		{"see @code{http://a.b/}, @samp{<http://c.d/\ne>} @w{http://f.g/}. ``http://h.i/.''", "bare http://a.b/ or http://a.b/,; angle http://c.d/e as \"http://c.d/\\ne\"; bare http://f.g/ or http://f.g/.; quoted http://h.i/ or http://h.i/.", "text"},
		{"http://@var{host}/ http://a.b/@var{x}/c http://a@var{n}.b/ <@var{x}> @uref{http://a.b/@var{x}} @var{http://c.d/}", `bare http://c.d/`, "variables"},
		{"@c see http://a.b/@x\n@comment http://c.d/\n@verbatim\nhttp://e.f/@g @uref{x}\n\n@end verbatim\n@ignore\n@uref{http://h.i/}\n@end ignore\n@uref{j}", `bare http://a.b/@x; bare http://c.d/; bare http://e.f/@g; bare http://h.i/; texinfo j`, "comments and verbatim"},
		{"@set SITE http://a.b\n@uref{@value{SITE}/x} @value{SITE}/y @uref{@value{OTHER}/z} http://@value{OTHER}/", `bare http://a.b; texinfo http://a.b/x as "@value{SITE}/x"; bare http://a.b/y as "@value{SITE}/y"`, "values"},
		{"@verb{|http://a.b/}@||} @verb{x", `bare http://a.b/`, "verb"},
		{"@uref{http://e.f/, @code{g, h}, i} {http://j.k/} } @uref{http://l.m/\n\n@uref{", `texinfo http://e.f/; bare http://j.k/; bare http://l.m/`, "braces within braces, and that are not closed"},
		{"@uref{} @uref{ } @uref{,x} @@{ @ @\n@", "", "nothing"},
	})
}

// TestNormal: references have the normal form of their scheme.
func TestNormal(t *testing.T) {
	n := 0
	for _, m := range containertest.Check(t, texinfo.Container, []byte("@xref{G++ and GCC,,,gcc} @xref{Top,,,a b?#%} @ref{x#y/z?,,,dir} @ref{,,,dir} @inforef{é,,b_c}")) {
		n++
		if normal := known.Table().Normalize(m.URI); normal != m.URI {
			t.Errorf("%v, in normal form %v", m.URI, normal)
		}
		if _, err := uri.Parse(m.URI.String()); err != nil {
			t.Error(err)
		}
	}
	if n != 5 {
		t.Errorf("%d references", n)
	}
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		"@uref{http://a.b/@@c, text, @code{x}} @email{a@@b.example} @xref{a\nb,,,c} <http://x.y@-z>", "@verbatim\n@uref{a}\n@end verbatim\n@set A http://a.b\n@value{A}/x", "@verb{|}| @{ @} @comma{} {,} @'e @\n@*", "@inforef{a,,b}@ref{,,,dir}@link{a,,b}@url{}",
	}, texinfo.Container)
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, texinfo.Container,
		"@", "@{", "{", "}", "@uref{", "@uref{,", "@uref{a", "@uref{…,", "@xref{a,,,b}", "@xref{…,", "@var{", "a@var{", "@verb{|", "@verb{…|", "@value{", "@set a b\n", "@set…a", "@c ", "@verbatim\n", "@ignore\n@end ignore\n", "@code{…@code{}", ",", "<http://a/ ",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, texinfo.Container, "@uref{http://a.b/}", "@set a b\n\n@value{a}", "@xref{a,,,b}, ")
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, texinfo.Container, "@item\nThe text of @code{texinfo} is like this, with @uref{http://h.example/, links} and @emph{words},\nand most of it is just text, @pxref{Node,,,file}.\n\n")
}
