// Package asciidoc finds URIs in AsciiDoc.
//
// The language is that of the AsciiDoc Language Documentation, as Asciidoctor reads
// it. Matches of the form "asciidoc" are the targets of macros, relative ones too:
//
//	http://h.example/[text]       a URL with "//" before a bracket
//	link:target[text]             and link:++target++[text]
//	mailto:user@h.example[text]   with the scheme
//	xref:file.adoc#id[text]       but a name alone, which is of this document
//	image:target[] image::target[] video::target[] audio::target[] include::target[]
//	:name: http://h.example/      an attribute that is one URL
//
// All other URIs are found by the finder: in text, in angle brackets, in comments, and in
// blocks whose content is kept as it is, where of macros only include:: counts. A
// macro or URL behind a backslash is none, and prose. A target with an attribute, such as
// {base}/path, is a template and no reference. <<file#id,text>> is not found.
//
// Memory is bounded: text is read paragraph by paragraph, up to 1 MiB at a time.
package asciidoc

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// Container is AsciiDoc.
var Container = find.Container{
	Name:     "asciidoc",
	Types:    []string{"text/asciidoc"},
	Suffixes: []string{".adoc", ".asciidoc", ".asc"},
	Scan:     scan,
}

const form = find.Form("asciidoc")

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		var x lexer
		piece.Scan(f, find.Begin, r, x.read)(yield)
	}
}
