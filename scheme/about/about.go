// Package about describes the about scheme: pages that a program has of itself.
//
// It is defined by RFC 6694, "The "about" URI Scheme", August 2012. Of its
// tokens the RFC defines blank; others are in the registry that it makes, and
// most are each browser's own.
package about

import (
	_ "embed"

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
		Name:      "about",
		Title:     "A page that a program has of itself",
		Spec:      "RFC 6694",
		Status:    scheme.Permanent,
		Form:      "about:token[?query]",
		Reach:     scheme.Inside,
		Retrieval: "about:blank is an empty document. Any other token is known to the program that made it, if to any: show its page, or say that there is none.",
		Opening:   "the web browser that the token is of",
		Rules:     []uri.Rule{ruleToken, ruleUnregistered},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
		Shape:     shape,
	}}
}

var (
	ruleToken = uri.Rule{ID: "about/token", Section: "RFC 6694 2.1", Title: "slash in an about URI", Hint: "write about: and the token",
		Text: "A token has no slashes and belongs to no host."}
	ruleUnregistered = uri.Rule{ID: "about/unregistered", Section: "RFC 6694 2.2.1", Title: "token that is not registered",
		Text: "The page is of one program, and other programs have none or another of the name. It may show what is secret, or change how the program works."}
)

// wellKnown are the tokens of IANA's registry and what they refer to.
var wellKnown = map[string]string{
	"blank":         "an empty document",
	"html-kind":     "the kinds of tracks of HTML media",
	"invalid":       "nothing, on purpose",
	"legacy-compat": "the document type of HTML, for old programs",
	"srcdoc":        "the document that stands in an HTML iframe",
}

func remarks(u uri.URI) (out []uri.Remark) {
	start, end, _ := u.Range(uri.Path)
	if u.HasAuthority() {
		from, _, _ := u.Range(uri.Authority)
		return []uri.Remark{uri.NewRemark(ruleToken, uri.Forbid, from-len("//"), end-from+len("//"))}
	}
	for i, c := range []byte(u.Path()) {
		if c == '/' {
			return []uri.Remark{uri.NewRemark(ruleToken, uri.Forbid, start+i, 1)}
		}
	}
	if wellKnown[pct.Decode(u.Path())] == "" {
		out = append(out, uri.NewRemark(ruleUnregistered, uri.Info, start, end-start))
	}
	return out
}

// shape takes tokens that are registered: "about:" is a word of running text,
// too.
func shape(text []byte) int {
	n := pct.Span(text, tokenChars)
	if wellKnown[string(text[:n])] == "" {
		return 0
	}
	return n
}

// tokenChars are those of the tokens that are registered.
var tokenChars = pct.SetOf("abcdefghijklmnopqrstuvwxyz-")
