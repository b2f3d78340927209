// Package zztemplate is the folder to copy for a new scheme. It describes a
// scheme that nobody uses, x-template, and is compiled and tested like the
// others, so that the copy starts from something that works.
//
// A real package says here what the scheme is and which documents define it, in
// full form: RFC 7595, "Guidelines and Registration Procedures for URI
// Schemes", June 2015.
package zztemplate

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
		Name:      "x-template",
		Title:     "The template of a line protocol",
		Spec:      "draft-ietf-uri-url-03, section 1.2.9",
		Status:    scheme.Experimental,
		Form:      "x-template://host[:port]/line",
		Port:      port,
		Retrieval: "Connect to the port of the host over TCP, send the line and CR LF, and read the text of the answer until the server closes.",
		Opening:   "a terminal",
		Wire:      "\x00\n\r",
		Rules:     []uri.Rule{ruleHost, ruleEmptyLine},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
		Normal:    scheme.WithSlash,
	}}
}

const port = 7777

var (
	ruleHost = uri.Rule{ID: "zztemplate/host", Section: "draft-ietf-uri-url-03 1.2.9", Title: "no host is named",
		Text: "Two slashes and a host stand behind the colon. Without a host there is nobody to ask."}
	ruleEmptyLine = uri.Rule{ID: "zztemplate/empty-line", Section: "draft-ietf-uri-url-03 1.2.9", Title: "no line to send",
		Text: "Without a line the server has nothing to answer. An empty one is sent all the same."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if u.Path() == "" || u.Path() == "/" {
		out = append(out, scheme.RemarkOn(u, uri.Path, ruleEmptyLine, uri.Info))
	}
	return out
}
