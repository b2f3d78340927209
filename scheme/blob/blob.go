// Package blob describes the blob scheme: bytes that a page keeps in the browser
// that shows it.
//
// The scheme is registered provisionally and defined by the File API, W3C
// Working Draft, 4 December 2024, section 8, with the URL Standard.
package blob

import (
	_ "embed"

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
		Name:      "blob",
		Title:     "Bytes that a page keeps in its browser",
		Spec:      "File API",
		Status:    scheme.Provisional,
		Form:      "blob:origin/uuid",
		Reach:     scheme.Inside,
		Keep:      uri.KeepEscapes | uri.KeepDotSegments | uri.KeepAuthority, // looked up in the browser's store as it is
		Retrieval: "Nothing can be retrieved outside: a browser looks the URI up among those that pages of the origin have made since they were opened, and has the bytes.",
		Opening:   "the browser that the page is open in",
		Rules:     []uri.Rule{ruleForm, ruleOrigin, ruleUUID, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
	}}
}

const section82 = "File API 8.2"

var (
	ruleForm = uri.Rule{ID: "blob/form", Section: section82, Title: "no origin and identifier", Hint: "a browser makes blob:, an origin, a slash and a UUID",
		Text: "The origin is that of the page that made the URI, and what stands behind the last slash tells it from others."}
	ruleOrigin = uri.Rule{ID: "blob/origin", Section: section82, Title: "what cannot be an origin", Hint: "scheme://host[:port], or null",
		Text: "An origin is a scheme, a host and perhaps a port; or null, where the page has an opaque one."}
	ruleUUID = uri.Rule{ID: "blob/uuid", Section: section82, Title: "identifier that is no UUID",
		Text: "Browsers make a UUID. Others can be looked up all the same, but no browser has made them."}
	ruleQuery = uri.Rule{ID: "blob/query", Section: "File API 8.3", Title: "query behind a blob URI",
		Text: "URIs are looked up as they are, but for a fragment: with a query no browser has it."}
)
