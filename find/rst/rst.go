// Package rst finds URIs in reStructuredText.
//
// The markup is that of the reStructuredText Markup Specification of Docutils. Matches
// of the form "rst" are the references in its targets, relative ones too:
//
//	`text <reference>`_   and with two underlines
//	.. _name: reference   and "__ reference", ".. __: reference"
//	.. image:: reference  and figure, also in a substitution
//	:target: reference    of an image
//
// White space in them is removed; an address of mail is a mailto URI. What ends with an
// underline that is not escaped is the name of another target and no reference. A
// standalone hyperlink is found by the finder, as are URIs in comments, in literal
// text and in what roles have; what roles make of it, such as :rfc:`3986`, is not.
//
// A backslash hides the next character from the markup and is no part of a URI, but
// in literal text, where it stands for itself. Literal blocks are those behind "::",
// and the content of the directives code, code-block, sourcecode and highlight.
//
// Memory is bounded: text is read paragraph by paragraph, up to 1 MiB at a time.
package rst

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// Container is reStructuredText.
var Container = find.Container{
	Name:     "rst",
	Types:    []string{"text/x-rst", "text/prs.fallenstein.rst"},
	Suffixes: []string{".rst", ".rest"},
	Scan:     scan,
}

const form = find.Form("rst")

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		x := lexer{literal: none}
		piece.Scan(f, find.Begin, r, x.read)(yield)
	}
}
