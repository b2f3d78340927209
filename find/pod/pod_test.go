package pod_test

import (
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/pod"
)

func TestScan(t *testing.T) {
	containertest.Run(t, pod.Container, []containertest.Test{
		{"=pod\n\nL<http://a.b/> L<a site|http://c.d/x> L<< http://e.f/<g> >>\n", `pod http://a.b/; pod http://c.d/x; pod http://e.f/%3Cg%3E as "http://e.f/<g>"`, "links"},
		{"=pod\n\nL<crontab(5)> L<the page|ls(1)/OPTIONS> L<utf-8(7)>\n", `pod man:crontab(5) as "crontab(5)"; pod man:ls(1) as "ls(1)/OPTIONS"; pod man:utf-8(7) as "utf-8(7)"`, "pages of the manual"},
		{"=pod\n\nL<perlop> L<perlop/\"Quote Operators\"> L</Here> L<Net::Ping> L<Foo::Bar/baz(1)> L<x|y z> L<f(x)> L<-x(1)> L<ST(0)>\n", ``, "pages of documentation"},
		{"=pod\n\nE<lt>http://a.b/E<gt> http://c.d/E<sol>eE<verbar> E<0x41>B<x>@b.example L<http://a.b/E<0x42>>\n", `angle http://a.b/; bare http://c.d//e as "http://c.d/E<sol>e"; email mailto:Ax@b.example as "E<0x41>B<x>@b.example"; pod http://a.b/B as "http://a.b/E<0x42>"`, "characters with names"},
		{"=pod\n\nE<lthttp://a.b/> E<amphttp://c.d/> E<lt http://e.f/> E<semi>\n", ``, "names that begin with another"},
		{"=pod\n\nC<http://a.b/> C<<http://c.d/>> C<< http://e.f/?a->b >> B<I<http://g.h/>>, <http://i.j/\nk>\n", `bare http://a.b/; angle http://c.d/; bare http://e.f/?a-; bare http://g.h/ or http://g.h/,; angle http://i.j/k as "http://i.j/\nk"`, "codes"},
		{"=pod\n\nhttp://a.b/I<name>/c http://I<host>/ I<http://d.e/>\n", `bare http://d.e/`, "variables"},
		{"my $u = 'http://a.b/'; # L<http://c.d/>\n=head1 L<http://e.f/>\n\n  code L<http://g.h/>\n\n=cut\nL<http://i.j/>\n", `quoted http://a.b/; angle http://c.d/; pod http://e.f/; angle http://g.h/; angle http://i.j/`, "code before and behind"},
		{"=begin html\n\n<a href=\"http://a.b/\">L<x|http://c.d/></a>\n\n=end html\n\n=for html <a href=\"http://e.f/\">\n\n=for :text L<http://g.h/>\n\nL<http://i.j/>\n", `quoted http://a.b/; bare http://c.d/; quoted http://e.f/; pod http://g.h/; pod http://i.j/`, "other formats"},
		{"=pod\n\nL<text http://a.b/|http://c.d/> L<http://e.f/ is it> X<http://g.h/>L<mailto:a@b.example>\n", `bare http://a.b/; pod http://c.d/; bare http://e.f/; bare http://g.h/; pod mailto:a@b.example`, "text of links"},
		{"=pod\n\nL<http://a.b/\n\nL<< http://c.d/ >\n\nE<\n", `bare http://a.b/; bare http://c.d/`, "codes that are not closed"},
		{"=pod\r\n\r\nL<http://a.b/>\r\n\r\n=cut\r\n", `pod http://a.b/`, "lines that end with CR LF"},
		{"", "", "nothing"},
	})
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		"=pod\n\nL<http://a.b/> L<x|http://c.d> L<< http://e.f >> L<ls(1)> E<lt>http://a.bE<gt>\n\n=cut\nhttp://x.y\n", "=begin html\n\nL<a:b>\n\n=end\n\n=for x y\n", "=pod\n\nE<0x41>E<0101>E<amp>E<|>L<|>L<<|>>I</I<", "=pod\n\n http://a.b/\n\nX<a|b>",
	}, pod.Container)
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, pod.Container,
		"L<", "=pod\n\n…L<", "=pod\n\n…L<a|", "=pod\n\n…E<", "=pod\n\n…E<gt>", "=pod\n\n…I</", "=pod\n\n…L<< ", "=pod\n\n…L<< >", "=pod\n\n…<", "=pod\n\nC<<<<<<<<<< …>", "=pod\n\n…L<http://a/>", "=cut\n", "=pod\n", "=for\n", "\n", "<http://a/ ",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, pod.Container, "L<http://a.b/>", "=pod\n\nL<a|http://b.c/> E<gt>\n\n=cut\n\nx\n")
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, pod.Container, "=head1 Name\n\nThe text of C<pod> is like this, with L<links|http://h.example/> and B<bold> words,\nand most of it is just text, see L<perlpod>.\n\n=cut\n\nsub code { return 'http://h.example/' }\n\n")
}
