// Package roff finds URIs in pages of the manual and other documents of roff.
//
// The languages are those of groff(7), man(7) and mdoc(7). Found are
//
//	.UR http://h.example\:/a        man(7); so are .URL and, of addresses, .MT and .MTO
//	.Lk http://h.example/ "a site"  mdoc(7), also within a line; so are .%U and, of addresses, .Mt
//	.BR ls (1)                      man:ls(1), the form of uri(7); so are .Xr ls 1 and \fBls\fR(1)
//	see <http://h.example/a\-b>     text, comments and the arguments of all macros
//
// The first three have the form "man". What stands behind .UR may be a relative
// reference. A page of the manual is one if its name is set in another font than the
// parenthesis behind it, and its section begins with a digit: "main(1)" is of a program.
//
// Escapes are carried out as far as they say what is read: \:, \& and fonts are
// nothing, \- is a hyphen, \(at is "@", a backslash at the end of a line joins it with
// the next. A word of a URI that is set in italics behind a delimiter, and a string or
// number that is defined elsewhere, are variables: what they are in is a template and
// no URI. Macros and conditions are not carried out, and no file is
// read that .so names.
//
// Memory is bounded: text is read paragraph by paragraph, up to 1 MiB at a time.
package roff

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// Container is roff. It is called "man", as most of what is written in roff is.
var Container = find.Container{
	Name:  "man",
	Types: []string{"text/troff", "text/roff", "application/x-troff", "application/x-troff-man", "application/x-troff-mdoc", "application/x-troff-ms"},
	Suffixes: []string{
		".man", ".mdoc", ".roff", ".tr", ".ms", ".me", ".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".9",
		".0p", ".1p", ".3p", ".3pm", ".1ssl", ".3ssl", ".5ssl", ".7ssl", ".3perl", ".3x", ".3tcl", ".1posix", ".3posix", ".7posix",
	},
	Scan: scan,
}

const form = find.Form("man")

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		var x lexer
		piece.Scan(f, find.Begin, r, x.read)(yield)
	}
}
