// Package svn describes the schemes svn and svn+ssh: a file or directory in a
// repository of Subversion, by its own protocol or by running its server through
// SSH.
//
// svn is registered without a specification, svn+ssh is in no registry. Their
// forms are those of "Version Control with Subversion" (the svn book, for version
// 1.7); the protocol is described in the file libsvn_ra_svn/protocol of
// Subversion.
package svn

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
	svn := info("svn", "Subversion repository by its own protocol", 3690)
	svn.Status = scheme.Provisional
	svn.Form = "svn://[user@]host[:port]/path"
	svn.Retrieval = "Connect to the port of the host over TCP, answer the greeting with the URI, log in if that is asked, and ask for the file or the directory of the path in the latest revision."

	ssh := info("svn+ssh", "Subversion repository by SSH", 22)
	ssh.Status = scheme.Unregistered
	ssh.Form = "svn+ssh://[user@]host[:port]/path"
	ssh.Retrieval = "Log in at the host by SSH, run svnserve -t there, and go on as in svn; the path begins at the root of the host."
	return []scheme.Info{svn, ssh}
}

// info is what the schemes have in common.
func info(name, title string, port uint16) scheme.Info {
	return scheme.Info{
		Name:    name,
		Title:   title,
		Spec:    book,
		Port:    port,
		Opening: "svn in a terminal",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleHost, ruleOption, rulePeg, ruleQuery},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  normal,
	}
}

const book = "the svn book 1.7"

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "svn/host", Section: book + ", chapter 1", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "The URI of a repository names the host that has it. Without a host there is nobody to ask."}
	ruleOption = uri.Rule{ID: "svn/option", Section: "RFC 1123 2.1", Title: "name that looks like an option",
		Text: "A program that hands such a host or user to ssh without care runs it with an option of the URI's choice, and there are options that run other programs. No host has a name that begins with a hyphen."}
	rulePeg = uri.Rule{ID: "svn/peg", Section: book + ", chapter 3", Title: "at-sign in the last name", Hint: "if it is part of the name, add another @ on the command line of svn",
		Text: "On its command line svn takes what stands behind the last at-sign for a peg revision. In the URI it is a character of the name like others."}
	ruleQuery = uri.Rule{ID: "svn/query", Section: book + ", chapter 1", Title: "query in the URI of a repository", Hint: "a question mark in a name is written %3F",
		Text: "The form has no query. Subversion takes the question mark for a character of the path."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	on := func(c uri.Component, r uri.Rule, s uri.Severity) { out = append(out, scheme.RemarkOn(u, c, r, s)) }
	switch {
	case u.Host() == "":
		on(uri.Host, ruleHost, uri.Forbid)
	case strings.HasPrefix(pct.Decode(u.Host()), "-"):
		on(uri.Host, ruleOption, uri.Forbid)
	}
	if strings.HasPrefix(pct.Decode(u.Userinfo()), "-") {
		on(uri.Userinfo, ruleOption, uri.Warning)
	}
	start, end, _ := u.Range(uri.Path)
	if at := strings.LastIndexByte(u.Path(), '@'); at > strings.LastIndexByte(u.Path(), '/') {
		out = append(out, uri.NewRemark(rulePeg, uri.Info, start+at, end-start-at))
	}
	if start, end, ok := u.Range(uri.Query); ok {
		out = append(out, uri.NewRemark(ruleQuery, uri.Warning, start-1, end-start+1))
	}
	return out
}

// normal drops slashes from the end of the path, as Subversion does before it
// sends a URI, but writes that of an empty path (RFC 3986, section 6.2.3).
func normal(u uri.URI) uri.URI {
	if u.Host() == "" {
		return u
	}
	path := strings.TrimRight(u.Path(), "/")
	if path == "" {
		path = "/"
	}
	n, err := u.WithPath(path)
	if err != nil {
		return u
	}
	return n
}
