// Package ark describes the ark scheme: archival resource keys, names of things
// that libraries, archives and museums keep.
//
// It is registered provisionally and defined by draft-kunze-ark-42, "The ARK
// Identifier Scheme", 2025, an Internet-Draft since 2001. An ARK within an
// http: URI, behind the host of a service that maps it, is of that scheme.
package ark

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
		Name:      "ark",
		Title:     "An archival resource key",
		Spec:      "draft-kunze-ark-42",
		Status:    scheme.Provisional,
		Kind:      scheme.Name,
		Form:      "ark:[/]naan/name[/component]…[.variant]…[?inflection]",
		Reach:     scheme.Inside,                         // no host to judge: where a resolver leads is judged by itself
		Keep:      uri.KeepDotSegments | uri.KeepEscapes, // dots part variants, and an escape hides what it stands for
		Retrieval: "Write the URI of a service that maps names behind whose slash the ARK stands, such as https://n2t.net/ or one that is registered for the NAAN, and ask that for it.",
		Opening:   "a web browser, through a service that resolves ARKs",
		Rules:     []uri.Rule{ruleAuthority, ruleNAAN, ruleReserved, ruleName, ruleVariant, ruleCharacter, ruleEscape, ruleOldForm},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
		Equal:     equal,
		Shape:     shape,
	}}
}

const (
	draft22 = "draft-kunze-ark-42 2.2"
	draft23 = "draft-kunze-ark-42 2.3"
	draft24 = "draft-kunze-ark-42 2.4"
	draft31 = "draft-kunze-ark-42 3.1"
)

var (
	ruleAuthority = uri.Rule{ID: "ark/authority", Section: draft22, Title: "two slashes behind ark:", Hint: "write ark: and the NAAN",
		Text: "The label is ark: or, in its old form, ark:/. What stands behind two slashes would be a host, and an ARK is the same at any."}
	ruleNAAN = uri.Rule{ID: "ark/naan", Section: draft23, Title: "what cannot be a name assigning authority number", Hint: "digits and consonants without l, and a slash behind them",
		Text: "The NAAN says who assigned the name. It has no vowels, so that it is no word in any language, and no l, which looks like 1."}
	ruleReserved = uri.Rule{ID: "ark/reserved-naan", Section: draft23, Title: "name assigning authority number that is not five digits",
		Text: "All numbers that were assigned since 2001 have five digits. Other patterns are reserved."}
	ruleName = uri.Rule{ID: "ark/name", Section: draft24, Title: "NAAN without a name",
		Text: "The name that the authority assigned stands behind its number and a slash. Without it the URI names the authority at most."}
	ruleVariant = uri.Rule{ID: "ark/variant", Section: "draft-kunze-ark-42 3.2", Title: "slash behind a variant", Hint: "components come first, then variants",
		Text: "The parts of a thing stand behind slashes, and their variants behind dots at the end. A slash behind a dot makes an ARK malformed, unless the variant is moved to the end, and nobody knows what was meant."}
	ruleCharacter = uri.Rule{ID: "ark/character", Section: draft31, Title: "character that an ARK has not", Hint: "percent-encode it",
		Text: "An ARK is of letters, digits and = ~ * + @ _ $; the characters % - . / have meanings of their own. All others are percent-encoded."}
	ruleEscape = uri.Rule{ID: "ark/escape", Section: "draft-kunze-ark-42 3.2", Title: "percent-encoding that an ARK does not need",
		Text: "Characters without a reserved meaning should never be encoded, since a name is not decoded to be compared: it is another ARK."}
	ruleOldForm = uri.Rule{ID: "ark/old-form", Section: draft22, Title: "old form of the label", Hint: "write ark: without a slash",
		Text: "ark:/ was the label until 2019 and is understood for ever. It is the same; new ARKs are written without the slash."}
)

// normal returns u in the form that section 3.2 of the draft compares: no slash
// behind the label, no hyphens, a NAAN in lower case, no slash or dot at the end
// and none beside another. The query, which the draft drops to compare, stays
// here: it asks for something else about the same thing.
func normal(u uri.URI) uri.URI {
	r := read(u)
	if u.HasAuthority() || len(r.tokens) == 0 {
		return u
	}
	n, err := u.WithPath(r.tokens.String())
	if err != nil {
		return u // it only gets shorter
	}
	return n
}

// equal ignores queries: "any URI query string is removed" (section 3.2), as it
// is an inflection, by which a service tells of the same thing.
func equal(a, b uri.URI) string {
	a, b = normal(a), normal(b)
	if a == b || a.WithoutQuery() != b.WithoutQuery() {
		return ""
	}
	return "ark-inflection"
}

// shape takes a number of five digits, a slash and more: "ark:" is a word of
// running text, too.
func shape(text []byte) int {
	n := 0
	if len(text) > 0 && text[0] == '/' {
		n = 1
	}
	naan := pct.Span(text[n:], digits)
	n += naan
	if naan != naanDigits || n+1 >= len(text) || text[n] != '/' || !nameChars.Has(text[n+1]) {
		return 0
	}
	return n + 1 + pct.Span(text[n+1:], arkChars)
}
