// Package pod finds URIs in plain old documentation, alone or between the code of a
// program in Perl.
//
// The format is that of perlpod(1) and perlpodspec(1). Found are
//
//	L<http://h.example/>         a link, also L<text|http://h.example/> and L<< … >>
//	L<crontab(5)>                man:crontab(5), the form of uri(7)
//	see <http://h.example/>      text, verbatim paragraphs, and data of =for and =begin
//	my $u = 'http://h.example/'  code
//
// The first two have the form "pod". A link to another page of documentation, such as
// L<perlop/"Quote Operators">, is no URI. In text E<gt>, E<sol> and E<0x41> are the
// characters that they name, other formatting codes are what is in them, and a word
// of a URI in I<> behind a delimiter is a variable: what it is in is a template and
// no URI.
//
// Memory is bounded: text is read paragraph by paragraph, up to 1 MiB at a time.
package pod

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// Container is pod.
var Container = find.Container{
	Name:     "pod",
	Types:    []string{"text/x-pod", "text/x-perl", "application/x-perl"},
	Suffixes: []string{".pod", ".pm", ".pl", ".t"},
	Scan:     scan,
}

const form = find.Form("pod")

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		var x lexer
		piece.Scan(f, find.Begin, r, x.read)(yield)
	}
}
