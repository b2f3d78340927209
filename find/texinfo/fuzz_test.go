package texinfo_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/texinfo"
)

func FuzzScan(f *testing.F) {
	for _, s := range []string{
		"@uref{http://a.b/@@c, text, @code{x}} @email{a@@b.example} @xref{a\nb,,,c} <http://x.y@-z>", "@verbatim\n@uref{a}\n@end verbatim\n@set A http://a.b\n@value{A}/x", "@verb{|}| @{ @} @comma{} {,} @'e @\n@*", "@inforef{a,,b}@ref{,,,dir}@link{a,,b}@url{}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) { containertest.All(t, texinfo.Container, text) })
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, texinfo.Container, "@uref{http://a.b/}", "@set a b\n\n@value{a}", "@xref{a,,,b}, ")
}

func BenchmarkScan(b *testing.B) {
	containertest.Benchmark(b, texinfo.Container, "@item\nThe text of @code{texinfo} is like this, with @uref{http://h.example/, links} and @emph{words},\nand most of it is just text, @pxref{Node,,,file}.\n\n")
}
