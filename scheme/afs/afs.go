// Package afs describes the scheme afs: global file names of the Andrew File
// System.
//
// Its one grammar is a note of history in draft-ietf-uri-url-03, "Uniform
// Resource Locators", March 1994, section 1.3, which says itself that it is no
// production of a URL. RFC 1738, "Uniform Resource Locators (URL)", December
// 1994, section 4, reserves the name and leaves syntax and use to later.
package afs

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
		Name:   "afs",
		Title:  "Global file names of the Andrew File System",
		Spec:   "RFC 1738",
		Status: scheme.Provisional,
		Form:   "afs://cellname/path",
		Retrieval: "Nothing is retrieved: no document says how. Where the operating system has AFS, the cells are folders of its root, " +
			"and the file is opened by its name, /afs/cellname/path.",
		Opening: "a machine that has AFS, and the program for the kind of file",
		Wire:    "\x00",
		Rules:   []uri.Rule{ruleCell, ruleAuthority, ruleQuery, ruleName},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  scheme.WithSlash,
	}}
}

const grammar = "draft-ietf-uri-url-03 1.3"

var (
	ruleCell = uri.Rule{ID: "afs/cell", Section: grammar, Title: "no cell is named", Hint: "the name of a cell, which is one of the DNS, stands behind two slashes",
		Text: "A global file name begins with the cell that has the file. Without one it names nothing. Dots alone, or a name with a slash, would lead out of the cells."}
	ruleAuthority = uri.Rule{ID: "afs/authority", Section: grammar, Title: "more than the name of a cell before the path", Hint: "a cell has no user and no port",
		Text: "A cell is no host: its servers are found by its name, and who asks is known to the operating system."}
	ruleQuery = uri.Rule{ID: "afs/query", Section: grammar, Title: "query in an afs URI", Hint: "a question mark in a name is written %3F",
		Text: "A file is read, not asked."}
	ruleName = uri.Rule{ID: "afs/name", Section: grammar, Title: "slash or NUL within a name", Hint: "no file can have such a name",
		Text: "An escaped slash would lead to another folder once it is decoded, and a NUL end the name."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	if !isCell(u.Host()) {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleCell, uri.Forbid))
	}
	if u.Host() != u.Authority() {
		out = append(out, scheme.RemarkOn(u, uri.Authority, ruleAuthority, uri.Forbid))
	}
	at, _, _ := u.Range(uri.Path)
	if strings.HasPrefix(u.Path(), "/") {
		at++
	}
	for s := range u.Segments() {
		if strings.ContainsAny(s.Text(), "/\x00") {
			out = append(out, uri.NewRemark(ruleName, uri.Warning, at, len(s)))
		}
		at += len(s) + len("/")
	}
	if u.HasQuery() {
		out = append(out, scheme.RemarkOn(u, uri.Query, ruleQuery, uri.Forbid))
	}
	return out
}

// isCell reports whether a host can be a cell: a folder of its name.
func isCell(host string) bool {
	name := pct.Decode(host)
	return strings.Trim(name, ".") != "" && !strings.ContainsAny(name, "/\x00")
}
