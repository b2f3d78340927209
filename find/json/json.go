// Package json finds URIs in JSON, and in JavaScript.
//
// # JSON
//
// The strings of a text are read as RFC 8259, section 7, has them, names of members
// too, and the finder looks in each: "https:\/\/x.org\/a\u0026b" holds
// https://x.org/a&b. A string that is one URI as a whole is of the form "json"; in
// others forms are those of the finder.
//
// What is no JSON does not disturb: files with many values (JSON Lines), comments (//
// and /* */), commas too many, text cut off. All that is not in a string is read
// as prose, and a string ends with its line at last. So this container also does for
// the string literals in double quotes of programs in Go, C, Java or Python, whose
// escapes (\a \v \' \xHH \OOO \u{H…} \UHHHHHHHH) are decoded too. Other escapes stay
// as they are.
//
// # JavaScript
//
// [Script] reads programs in ECMAScript and what grew from it: strings in quotes of
// both kinds, templates, and comments. A string that is one URI is of the form
// "quoted". Code is not prose: {data:a,b} is no URI there. A slash begins a regular
// expression where an expression can begin, as far as the character before it tells.
//
// # Limits
//
// References without a scheme are not found, since nothing marks them. A string is
// read in pieces of [find.MaxLen] bytes, cut at a blank. What stands in a string as
// another JSON text or a program is decoded once. Text is read as UTF-8.
package json

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
)

// Container is JSON, in all its dialects.
var Container = find.Container{
	Name: "json",
	Types: []string{
		"application/json", "application/ld+json", "application/geo+json", "application/manifest+json", "application/activity+json",
		"application/feed+json", "application/problem+json", "application/schema+json", "application/vnd.api+json",
		"application/json-seq", "application/jsonlines", "application/x-ndjson", "application/x-ipynb+json", "text/json",
	},
	Suffixes: []string{".json", ".jsonl", ".ndjson", ".jsonc", ".json5", ".jsonld", ".geojson", ".map", ".har", ".webmanifest", ".ipynb"},
	Scan:     scan,
}

// Script is JavaScript (RFC 9239), and TypeScript.
var Script = find.Container{
	Name:     "javascript",
	Types:    []string{"text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript", "application/ecmascript"},
	Suffixes: []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx"},
	Scan:     scanScript,
}

// form is that of a string that is a URI.
const form find.Form = "json"

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return decoded.Scan(f, r, func(w *decoded.Window) {
		l := lexer{Window: w, form: form}
		l.run()
	})
}

func scanScript(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return decoded.Scan(f, r, func(w *decoded.Window) {
		l := lexer{Window: w, form: find.Quoted, script: true}
		l.run()
	})
}
