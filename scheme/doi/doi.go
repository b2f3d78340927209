// Package doi describes the doi scheme: digital object identifiers, names of
// articles, data and other things that registration agencies keep.
//
// The names are defined by ISO 26324:2022, "Digital object identifier system",
// and the DOI Handbook of the DOI Foundation, April 2023; the scheme, which is
// in IANA's registry provisionally, by no more than an expired draft,
// draft-paskin-doi-uri-04, "The 'doi' URI Scheme for Digital Object Identifiers
// (DOIs)", June 2003. Names in info: and in https://doi.org/ are of other
// schemes.
package doi

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
		Name:      "doi",
		Title:     "A digital object identifier",
		Spec:      "ISO 26324",
		Status:    scheme.Provisional,
		Kind:      scheme.Name,
		Form:      "doi:10.registrant/suffix",
		Reach:     scheme.Inside, // no host to judge: where a resolver leads is judged by itself
		Retrieval: "Ask a proxy of the DOI system, such as the one at doi.org, for the name by HTTP: it redirects to where the registrant has the object.",
		Opening:   "a web browser, through a proxy of the DOI system",
		Rules:     []uri.Rule{ruleAuthority, rulePrefix, ruleRegistrant, ruleSuffix, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
		Shape:     shape,
	}}
}

const handbook = "DOI Handbook 2.2"

var (
	ruleAuthority = uri.Rule{ID: "doi/authority", Section: handbook, Title: "slashes before a DOI name", Hint: "write doi: and the name, 10.…",
		Text: "A DOI name is on no host. The registrant it begins with is a number of the DOI system."}
	rulePrefix = uri.Rule{ID: "doi/prefix", Section: handbook, Title: "name that does not begin with 10. and a registrant",
		Text: "The prefix of a DOI name is the directory indicator 10, a dot and the code of a registrant; a slash ends it. Other prefixes are handles, which the same proxies may resolve but which are no DOI names."}
	ruleRegistrant = uri.Rule{ID: "doi/registrant", Section: handbook, Title: "registrant that is no number",
		Text: "All codes of registrants that were given out are digits, with dots between them where a registrant has divided his own."}
	ruleSuffix = uri.Rule{ID: "doi/suffix", Section: handbook, Title: "DOI name without a suffix",
		Text: "Behind the slash stands the suffix that the registrant has chosen: any printable characters, but at least one."}
	ruleQuery = uri.Rule{ID: "doi/query", Section: "DOI Handbook 2.5", Title: "query behind a DOI name", Hint: "a question mark in a name is written %3F",
		Text: "A question mark ends the name. What follows is for the proxy that resolves it, and does not make another name."}
)

// shape takes 10., a number, a slash and more: "doi:" is a word of running
// text, too.
func shape(text []byte) int {
	const indicator = "10."
	if len(text) < len(indicator) || string(text[:len(indicator)]) != indicator {
		return 0
	}
	n := len(indicator)
	n += pct.Span(text[n:], registrantChars)
	if !isRegistrant(string(text[len(indicator):n])) || n == len(text) || text[n] != '/' {
		return 0
	}
	suffix := pct.Span(text[n+1:], nameChars)
	if suffix == 0 {
		return 0
	}
	return n + 1 + suffix
}

// What stands in a name in running text.
var (
	registrantChars = pct.SetOf("0123456789.")
	nameChars       = pct.Path.With("%")
)
