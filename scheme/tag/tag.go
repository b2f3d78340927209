// Package tag describes the tag scheme: names that whoever holds a domain name
// or an address of mail makes for himself, without asking anybody.
//
// It is defined by RFC 4151, "The 'tag' URI Scheme", October 2005.
package tag

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
		Name:      "tag",
		Title:     "A name made by the holder of a domain or mail address",
		Spec:      "RFC 4151",
		Status:    scheme.Permanent,
		Kind:      scheme.Name,
		Form:      "tag:authority,date:specific",
		Reach:     scheme.Inside,
		Keep:      uri.KeepEscapes | uri.KeepDotSegments | uri.KeepAuthority, // equal are tags of the same characters
		Retrieval: "Nothing can be retrieved: tags are identifiers and not designed to be resolved. A name that leads somewhere is to be of another scheme.",
		Opening:   "nothing: a tag leads nowhere",
		Rules:     []uri.Rule{ruleEntity, ruleAuthority, ruleCase, ruleDate, ruleEscape},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
		Shape:     shape,
	}}
}

// What is outside the syntax is remarked, but never forbidden: software must not
// reject it (RFC 4151, section 2.1).
var (
	ruleEntity = uri.Rule{ID: "tag/entity", Section: "RFC 4151 2.1", Title: "no authority and date", Hint: "write tag:authority,date:specific",
		Text: "A tag begins with the domain name or mail address of whoever made it, a comma, a date on which it was his, and a colon. Other forms are left to later standards, so that no program may refuse them."}
	ruleAuthority = uri.Rule{ID: "tag/authority", Section: "RFC 4151 2.1", Title: "authority that is no domain name or mail address", Hint: "a domain name is given in full, with a dot",
		Text: "Domain names and addresses of mail belong to one holder at a time, which makes the tag unique. A name that is not in full belongs to many."}
	ruleCase = uri.Rule{ID: "tag/case", Section: "RFC 4151 2.1", Title: "domain name with capital letters", Hint: "lower case is recommended",
		Text: "Tags are compared character by character: in another case the same domain name makes another tag."}
	ruleDate = uri.Rule{ID: "tag/date", Section: "RFC 4151 2.2", Title: "what is no date", Hint: "write YYYY, YYYY-MM or YYYY-MM-DD",
		Text: "The date is the beginning of a day, in UTC, on which the authority was held by whoever made the tag. A month or day of 01 may be left out, but with it the tag is another one."}
	ruleEscape = uri.Rule{ID: "tag/escape", Section: "RFC 4151 2.1", Title: "percent-encoding in a tag",
		Text: "Tags are made to be read and typed and should have no percent-encoded parts. An escape is not equal to the character that it stands for."}
)
