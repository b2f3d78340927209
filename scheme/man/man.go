// Package man describes the man scheme: pages of the manual of this machine.
//
// No standard registers it. The manual page uri(7) of Linux defines the forms
// man:name and man:name(section); man:/path, man:(index) and man:(section) are
// of KDE's viewer, and man:section/name is accepted as well.
package man

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
		Name:      "man",
		Title:     "Pages of the manual of this machine",
		Spec:      "uri(7)",
		Status:    scheme.Unregistered,
		Form:      "man:name, man:name(section), man:/path, man:(section), man:(index)",
		Reach:     scheme.Local,
		Keep:      uri.KeepAuthority, // no host is meant, and others read a page there, whose case counts
		Retrieval: "Look in the folders of the manual for the page of that name, in the section that is named or else in all in their order, decompress the file and follow .so requests within the folders, and format it. Without a name, list the sections, or the pages of the section.",
		Opening:   "a terminal with man, or a viewer of manual pages",
		Wire:      "\x00",
		Rules:     []uri.Rule{ruleAuthority, ruleOptionName, ruleName, ruleSection, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
		Shape:     shape,
		Trail:     trail,
	}}
}

const spec = "uri(7)"

var (
	ruleAuthority = uri.Rule{ID: "man/authority", Section: spec, Title: "host in a man URI", Hint: "write man: and the name of the page, without slashes",
		Text: "The manual is that of the machine which reads the URI, so there is no host to name. What stands behind two slashes is not taken for the page."}
	ruleOptionName = uri.Rule{ID: "man/option-name", Section: spec, Title: "name of a page that looks like an option",
		Text: "A program that hands such a name to man without care runs man with an option of the URI's choice, and there are options that run other programs. No page has a name that begins with a minus sign."}
	ruleName = uri.Rule{ID: "man/name", Section: spec, Title: "what cannot be the name of a page", Hint: "a name has no slash, parenthesis or control character; man:/path names a file",
		Text: "Pages are files of their name. A slash in it would lead to another folder, and a parenthesis begins the section."}
	ruleSection = uri.Rule{ID: "man/section", Section: spec, Title: "what cannot be a section of the manual", Hint: "a section is a digit, or n or l, and perhaps letters, such as 1 or 3pm",
		Text: "Sections are those that man(1) knows: digits, with a suffix for pages of one kind, and n and l for new and local pages."}
	ruleQuery = uri.Rule{ID: "man/query", Section: spec, Title: "query in a man URI", Hint: "a question mark in a name is written %3F",
		Text: "A page of the manual is read, not asked."}
)

// normal writes man:name(section) for man:section/name, man:(index) for man:,
// and parentheses as they are, which the generic syntax would leave encoded.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n := v.URI()
	if u.HasFragment() {
		n = uri.MustParse(n.String() + "#" + u.Fragment())
	}
	return n
}

// nameChars may stand in a page's name in running text.
var nameChars = pct.Unreserved.With("+:@%")

// shape takes name(section) and (index) alone: "man:" is a word of running
// text, and a name without a section could be any other.
func shape(text []byte) int {
	s := string(text[:min(len(text), 256)])
	open := strings.IndexByte(s, '(')
	if open < 0 || strings.HasPrefix(s, "-") {
		return 0
	}
	end := strings.IndexByte(s, ')')
	if end < open || open > 0 && !IsSection(s[open+1:end]) || open == 0 && s[1:end] != index {
		return 0
	}
	for i := range open {
		escape := s[i:min(i+3, open)]
		if !nameChars.Has(s[i]) || s[i] == '%' && pct.Decode(escape) == escape {
			return 0
		}
	}
	return end + 1
}

// trail climbs from the sections of the manual to those of one section to the
// page.
func trail(u uri.URI) (steps []scheme.Step) {
	r := read(u)
	if len(r.remarks) > 0 || r.view.Path != "" {
		return nil
	}
	top := scheme.Step{Start: 0, End: len("man:"), URI: View{Index: true}.URI(), Title: "all sections"}
	page := scheme.Step{Start: r.view.page[0], End: r.view.page[1], URI: u, Title: "the page"}
	section := scheme.Step{Start: r.view.section[0], End: r.view.section[1], URI: View{Section: r.view.Section, Index: true}.URI(), Title: "section " + r.view.Section}
	steps = append(steps, top)
	if r.view.Section != "" {
		steps = append(steps, section)
	}
	if r.view.Page != "" {
		steps = append(steps, page)
	}
	return steps
}
