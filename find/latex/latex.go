// Package latex finds URIs in LaTeX, and in BibTeX.
//
// Matches of the form "latex" are what is written as
//
//	\url{reference} \url|reference|   of package url; also relative, as in \href
//	\href[options]{reference}{text}   of package hyperref; and \hyperref{reference}{}{}{text}
//	\path{URI} \nolinkurl{URI} \includegraphics[options]{URI}   if it has a scheme
//	\url{user@h.example}              also in \href and \nolinkurl: mailto:user@h.example
//	url = {URI}, url = "URI"          of BibTeX, if it has a scheme
//	doi = {10.1000/182} \doi{10.1000/182}   doi:10.1000/182, or the URI if it is one
//
// In all of it, and in text, \% \# \& \_ \$ \{ and \} are the characters, \~{} and
// \textasciitilde{} are "~", and \- and \/ are nothing. White space in a reference is
// removed, and so is a line break behind "%". What has another command in it, or a
// parameter such as #1, is a template and no URI.
//
// Everything else is read by the finder: text, \verb and the environments verbatim,
// Verbatim, lstlisting, minted and comment as they are written, comments too.
//
// Memory is bounded: text is read paragraph by paragraph, up to 1 MiB at a time.
package latex

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// Container is LaTeX, and BibTeX.
var Container = find.Container{
	Name:     "latex",
	Types:    []string{"application/x-latex", "text/x-tex"},
	Suffixes: []string{".tex", ".ltx", ".bib", ".sty", ".cls"},
	Scan:     scan,
}

const form = find.Form("latex")

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		var x lexer
		piece.Scan(f, find.Begin, r, x.read)(yield)
	}
}
