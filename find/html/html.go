// Package html finds URIs in HTML.
//
// A page is read by the rules of the HTML Standard, section 13.2.5, for tags,
// attributes, comments, raw text and scripts, without building a tree: any text is some
// page. Matches of the form "html" are the references in attributes, relative
// ones too:
//
//	href src action formaction cite poster background longdesc usemap manifest
//	xlink:href itemid lowsrc dynsrc, data classid codebase archive of objects
//	ping itemtype profile              lists
//	srcset imagesrcset                 candidates
//	<meta http-equiv=refresh content>  what stands behind "url="
//
// Behind a <base href> with a scheme, references are resolved against it: Match.URI is
// the target, Match.Text what is written. Else Match.URI stays relative. The brackets
// and the prefix "URL:" of plain text are no part of the URI in an attribute, and what
// has fields of a template ("{{ x }}") is no reference.
//
// Text, with its character references decoded, all other attributes, comments and
// declarations are prose, in the forms of the finder. An attribute that is one
// URI is of the form "quoted"; the content of a <meta>, of the form "html". <wbr>
// is nothing within a URI. Styles are read by package css, in attributes too; scripts
// and JSON by package json; the document of a "srcdoc" by this one.
//
// # Apart from the Standard
//
// The inner of <noscript>, <noframes>, <noembed> and <iframe> is markup, since those
// have links. <http://h/> and <user@h> are no tags but text. In XHTML, told by
// "<?xml" or the document type, "/>" ends an element also if it is a script. A tag may
// have an attribute twice.
//
// # Limits
//
// A <base> counts for what stands behind it, and a base of an object or an applet
// ("codebase") not at all. Text and attributes are read in pieces of [find.MaxLen]
// bytes; text is cut at a blank, a longer reference ends there. Pages are read as
// UTF-8.
package html

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
)

// Container is HTML, and XHTML.
var Container = find.Container{
	Name:     "html",
	Types:    []string{"text/html", "application/xhtml+xml"},
	Suffixes: []string{".html", ".htm", ".xhtml", ".shtml"},
	Scan:     scan,
}

// form is that of references.
const form find.Form = "html"

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return decoded.Scan(f, r, func(w *decoded.Window) {
		l := lexer{Window: w}
		l.run()
	})
}

// scanInner is like scan for a document in an attribute. Those within it are prose,
// or to read many of them, one in the other, would take too long.
func scanInner(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return decoded.Scan(f, r, func(w *decoded.Window) {
		l := lexer{Window: w, inner: true}
		l.run()
	})
}
