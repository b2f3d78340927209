// Package whatis describes the whatis scheme: the lines of description of the
// manual of this machine that hold a word.
//
// No standard registers it. The manual page uri(7) of Linux defines it.
package whatis

import (
	_ "embed"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "whatis",
		Title:     "Descriptions of the pages of the manual of this machine",
		Spec:      "uri(7)",
		Status:    scheme.Unregistered,
		Form:      "whatis:word",
		Reach:     scheme.Local,
		Keep:      uri.KeepDotSegments | uri.KeepAuthority, // a word is no hierarchy
		Retrieval: "Look through the descriptions of one line that the pages of the manual begin with, and list those that hold the word as a whole, each with its page.",
		Opening:   "a terminal with whatis",
		Wire:      scheme.Controls,
		Rules:     []uri.Rule{ruleAuthority, ruleWord, ruleOption, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
		Normal:    normal,
		Shape:     shape,
	}}
}

const spec = "uri(7)"

var (
	ruleAuthority = uri.Rule{ID: "whatis/authority", Section: spec, Title: "host in a whatis URI", Hint: "write whatis: and the word, without slashes",
		Text: "The manual is that of the machine which reads the URI, so there is no host to name."}
	ruleWord = uri.Rule{ID: "whatis/word", Section: spec, Title: "what is no word to look for", Hint: "write whatis: and a word",
		Text: "Descriptions are lines of text. One is found by a word in it: something that is not empty and has no control character."}
	ruleOption = uri.Rule{ID: "whatis/option", Section: spec, Title: "word that looks like an option",
		Text: "A program that hands such a word to whatis without care runs whatis with an option of the URI's choice, such as -C with a configuration to read. No word begins with a minus sign."}
	ruleQuery = uri.Rule{ID: "whatis/query", Section: spec, Title: "query in a whatis URI", Hint: "a question mark in the word is written %3F",
		Text: "The word stands behind the colon, and there is nothing else to ask."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	switch word := pct.Decode(u.Path()); {
	case u.HasAuthority():
		out = append(out, scheme.RemarkOn(u, uri.Authority, ruleAuthority, uri.Forbid))
	case strings.HasPrefix(word, "-"):
		out = append(out, scheme.RemarkOn(u, uri.Path, ruleOption, uri.Forbid))
	case !isWord(word):
		out = append(out, scheme.RemarkOn(u, uri.Path, ruleWord, uri.Forbid))
	}
	if start, end, ok := u.Range(uri.Query); ok {
		out = append(out, uri.NewRemark(ruleQuery, uri.Forbid, start-len("?"), end-start+len("?")))
	}
	return out
}

// normal encodes nothing that may stand as it is: a word has no delimiters.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n, err := v.URI()
	if err == nil && u.HasFragment() {
		n, err = n.WithFragment(u.Fragment())
	}
	if err != nil {
		return u // the slash at its start was too much for a URI
	}
	return n
}

// shape takes letters, digits and what stands between them in a name.
func shape(text []byte) int {
	const alnum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	n := 0
	for n < len(text) && strings.IndexByte(alnum+"+-._", text[n]) >= 0 {
		n++
	}
	if n == 0 || strings.IndexByte(alnum, text[0]) < 0 {
		return 0
	}
	return n
}
