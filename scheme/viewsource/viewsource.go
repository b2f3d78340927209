// Package viewsource describes the view-source scheme: the source of a document,
// as text, which another URI names.
//
// The scheme is registered provisionally (RFC 7595, "Guidelines and Registration
// Procedures for URI Schemes", June 2015). Its definition is what browsers do:
// the URI of the document stands behind the colon.
package viewsource

import (
	_ "embed"
	"errors"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      name,
		Title:     "The source of a document",
		Spec:      "IANA registry",
		Status:    scheme.Provisional,
		Form:      "view-source:URI",
		Reach:     scheme.Inside,
		Keep:      uri.KeepEscapes | uri.KeepDotSegments | uri.KeepAuthority, // how the inner URI is normalised its scheme knows
		Retrieval: "Dereference the URI behind the colon, and show the bytes of what comes as text.",
		Opening:   "a web browser, or an editor of text",
		Rules:     []uri.Rule{ruleURI, ruleRelative, ruleNested},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { _, out := read(u); return out },
		Normal:    normal,
	}}
}

const name = "view-source"

const registry = "IANA registry"

var (
	ruleURI = uri.Rule{ID: "viewsource/uri", Section: registry, Title: "what is no URI behind view-source:",
		Text: "Behind the colon stands the URI of a document, whole and as it is. It has a syntax error of its own."}
	ruleRelative = uri.Rule{ID: "viewsource/relative", Section: registry, Title: "URI without a scheme behind view-source:", Hint: "write view-source: and the whole URI, such as view-source:http://host/",
		Text: "Behind the colon stands the URI of a document with its scheme: there is no base to resolve a reference against."}
	ruleNested = uri.Rule{ID: "viewsource/nested", Section: registry, Title: "source of a source",
		Text: "The source of what is shown as text already is the same text. Browsers refuse such a URI."}
)

// read returns the inner URI, which is zero if there is none, and what there is
// to remark.
func read(u uri.URI) (inner uri.URI, out []uri.Remark) {
	start := len(name + ":")
	inner, err := uri.Parse(u.String()[start:])
	length := len(u.String()) - start
	switch {
	case err != nil:
		rule, at := ruleURI, 0
		if e, ok := errors.AsType[*uri.Error](err); ok {
			rule.Hint, at = e.Title, e.Offset
		}
		return uri.URI{}, []uri.Remark{uri.NewRemark(rule, uri.Forbid, start+at, min(1, length-at))}
	case !inner.HasScheme():
		return uri.URI{}, []uri.Remark{uri.NewRemark(ruleRelative, uri.Forbid, start, length)}
	case strings.EqualFold(inner.Scheme(), name):
		out = append(out, uri.NewRemark(ruleNested, uri.Warning, start, len(name)))
	}
	return inner, out
}

// normal writes the inner scheme in lower case. The rest is normalised by who
// knows the inner scheme.
func normal(u uri.URI) uri.URI {
	inner, _ := read(u)
	if !inner.HasScheme() {
		return u
	}
	n, err := inner.WithScheme(strings.ToLower(inner.Scheme()))
	if err != nil {
		return u // never: it is the scheme that was there
	}
	return Of(n)
}

// Of returns the view-source: URI of the document that u names: the inverse of
// [Parse]. It is the zero URI if u has no scheme.
func Of(u uri.URI) uri.URI {
	if !u.HasScheme() {
		return uri.URI{}
	}
	v, _ := uri.Parse(name + ":" + u.String()) // fails by its length alone
	return v
}
