package pod_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/pod"
)

func FuzzScan(f *testing.F) {
	for _, s := range []string{
		"=pod\n\nL<http://a.b/> L<x|http://c.d> L<< http://e.f >> L<ls(1)> E<lt>http://a.bE<gt>\n\n=cut\nhttp://x.y\n", "=begin html\n\nL<a:b>\n\n=end\n\n=for x y\n", "=pod\n\nE<0x41>E<0101>E<amp>E<|>L<|>L<<|>>I</I<", "=pod\n\n http://a.b/\n\nX<a|b>",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) { containertest.All(t, pod.Container, text) })
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, pod.Container, "L<http://a.b/>", "=pod\n\nL<a|http://b.c/> E<gt>\n\n=cut\n\nx\n")
}

func BenchmarkScan(b *testing.B) {
	containertest.Benchmark(b, pod.Container, "=head1 Name\n\nThe text of C<pod> is like this, with L<links|http://h.example/> and B<bold> words,\nand most of it is just text, see L<perlpod>.\n\n=cut\n\nsub code { return 'http://h.example/' }\n\n")
}
