// Package css finds URIs in style sheets.
//
// By the grammar of CSS Syntax Module Level 3, and of the properties that have URLs,
// these are references, of the form "css", relative ones too:
//
//	url(…)  url("…")  src("…")         CSS Values and Units Level 4, section 4.5
//	@import "…"  @namespace p "…"      CSS Cascade, CSS Namespaces
//	image-set("…" 1x, url(…) 2x)       CSS Images Level 4
//
// Escapes are decoded: url(a\(b\).png) is a(b).png. Comments and all other strings
// are prose; a string that is one URI is of the form "quoted".
//
// A url(…) without quotes goes to the first ")", also if it has blanks and quotes,
// which browsers do not take. Text is read as UTF-8. Strings are read in pieces of
// [find.MaxLen] bytes; a longer reference is cut there.
package css

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
)

// Container is CSS. It also reads what stands in an attribute "style".
var Container = find.Container{Name: "css", Types: []string{"text/css"}, Suffixes: []string{".css"}, Scan: scan}

// form is that of references.
const form find.Form = "css"

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return decoded.Scan(f, r, func(w *decoded.Window) {
		l := lexer{Window: w}
		l.run()
	})
}
