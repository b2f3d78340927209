// Package did describes the did scheme: decentralized identifiers, names that
// their holder can prove to be his without a registry for all, and what is found
// behind them.
//
// It is defined by "Decentralized Identifiers (DIDs) v1.0", W3C Recommendation,
// 19 July 2022. What a name looks like behind its method, and how it is
// resolved, each method says for itself.
package did

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
		Name:      "did",
		Title:     "A decentralized identifier",
		Spec:      "W3C Decentralized Identifiers v1.0",
		Status:    scheme.Provisional,
		Kind:      scheme.Name,
		Form:      "did:method:method-specific-id[/path][?query][#fragment]",
		Reach:     scheme.Inside, // no host to judge: where a resolver leads is judged by itself
		Retrieval: "Resolve the identifier by its method, which leads to a document with keys and services; the query chooses its version or a service, and a path belongs to the service. A fragment is a part of the document.",
		Opening:   "a wallet, or a resolver for the method",
		Rules:     []uri.Rule{ruleAuthority, ruleMethod, ruleID, ruleParameter},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Shape:     shape,
	}}
}

const section31 = "DID Core 3.1"

var (
	ruleAuthority = uri.Rule{ID: "did/authority", Section: section31, Title: "slashes before a method", Hint: "write did:method:…",
		Text: "A decentralized identifier is on no host. Its method stands right behind the colon."}
	ruleMethod = uri.Rule{ID: "did/method", Section: section31, Title: "what cannot be the name of a method", Hint: "letters of lower case and digits, and a colon behind them",
		Text: "The method says how the identifier is made and resolved. Its name has no capitals, hyphens or escapes."}
	ruleID = uri.Rule{ID: "did/id", Section: section31, Title: "what cannot be an identifier of a method", Hint: "letters, digits, . - _ and percent-encoding, parted by colons, with something behind the last",
		Text: "What stands between the method and a slash, question mark or number sign is up to the method, but for the characters it may have."}
	ruleParameter = uri.Rule{ID: "did/parameter", Section: "DID Core 3.2.1", Title: "value that the parameter cannot have",
		Text: "versionTime is a date and time in UTC, such as 2021-05-10T17:00:00Z, and relativeRef a relative reference. It is resolved against the address of the service, so that it goes with the parameter service."}
)

// shape takes a method, a colon and more: "did:" is a word of running text, too.
func shape(text []byte) int {
	method := pct.Span(text, methodChars)
	if method == 0 || method == len(text) || text[method] != ':' {
		return 0
	}
	n := method + 1
	n += pct.Span(text[n:], idChars.With(":"))
	// An identifier of few letters is a word behind a colon, too.
	if n-method-1 < leastID || text[n-1] == ':' {
		return 0
	}
	if n < len(text) && (text[n] == '/' || text[n] == '?' || text[n] == '#') {
		n += pct.SpanURI(text[n:])
	}
	return n
}

// leastID is how long an identifier in running text is at least.
const leastID = 4
