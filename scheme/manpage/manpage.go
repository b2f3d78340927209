// Package manpage describes the x-man-page scheme of macOS: pages of the manual
// of this machine.
//
// No document defines it. The forms are those that the Terminal of macOS takes:
// x-man-page://section/name, x-man-page:///name with any number of slashes, and
// x-man-page:///keyword;type=a for a search. The scheme man is another, of
// uri(7).
package manpage

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
		Name:      "x-man-page",
		Title:     "Pages of the manual, as macOS writes them",
		Spec:      spec,
		Status:    scheme.Experimental,
		Form:      "x-man-page://section/name, x-man-page:///name, x-man-page:///keyword;type=a",
		Reach:     scheme.Local,
		Keep:      uri.KeepDotSegments | uri.KeepAuthority, // the section or the name is where the host would be
		Retrieval: "As of man: look in the folders of the manual for the page of that name, in the section that is named or else in all in their order, and format it. Of a keyword, list the pages whose descriptions hold it.",
		Opening:   "the Terminal of macOS, or a viewer of manual pages",
		Wire:      scheme.Controls,
		Rules:     []uri.Rule{ruleName, ruleOption, ruleKeyword, ruleSection, ruleSlashes, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
	}}
}

const spec = "use by macOS"

var (
	ruleName = uri.Rule{ID: "manpage/name", Section: spec, Title: "what cannot be the name of a page", Hint: "write x-man-page:///name or x-man-page://section/name",
		Text: "Pages are files of their name. It is not empty, and a slash in it would lead to another folder; a control character is in no name."}
	ruleOption = uri.Rule{ID: "manpage/option", Section: spec, Title: "name of a page that looks like an option",
		Text: "A program that hands such a name to man without care runs man with an option of the URI's choice, and there are options that run other programs. No page has a name that begins with a minus sign."}
	ruleKeyword = uri.Rule{ID: "manpage/keyword", Section: spec, Title: "what is no keyword to look for", Hint: "write x-man-page:///keyword;type=a",
		Text: "Descriptions are lines of text. One is found by a word in it: something that is not empty, has no control character, and is no option of the program that looks for it."}
	ruleSection = uri.Rule{ID: "manpage/section", Section: spec, Title: "what cannot be a section of the manual", Hint: "a section is a digit, or n or l, and perhaps letters, such as 1 or 3pm",
		Text: "What stands between two slashes and another is the section, if a name follows."}
	ruleSlashes = uri.Rule{ID: "manpage/slashes", Section: spec, Title: "section without two slashes before it", Hint: "write x-man-page://section/name",
		Text: "Only what stands right behind two slashes is taken for a section. Elsewhere it would be a part of the name, and no name has a slash."}
	ruleQuery = uri.Rule{ID: "manpage/query", Section: spec, Title: "query in an x-man-page URI", Hint: "a question mark in a name is written %3F; a search is x-man-page:///keyword;type=a",
		Text: "A page of the manual is read, not asked."}
)

// normal writes three slashes before a name without a section, and two before a
// section; a keyword has none, since it is ignored.
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
		return u // the slashes were too much for a URI
	}
	return n
}
