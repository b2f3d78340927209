// Package zztemplate is the folder to copy for a new scheme. It describes a
// scheme that nobody uses, x-template, and is compiled and tested like the
// others, so that the copy starts from something that works.
//
// A real package says here what the scheme is and which documents define it, in
// full form: RFC 7595, "Guidelines and Registration Procedures for URI
// Schemes", June 2015.
package zztemplate

import (
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "x-template",
		Title:     "The template of a line protocol",
		Spec:      "draft-ietf-uri-url-03, section 1.2.9",
		Status:    scheme.Experimental,
		Form:      "x-template://host[:port]/line",
		Port:      7777,
		Retrieval: "Connect to the port of the host over TCP, send the line and CR LF, and read the text of the answer until the server closes.",
		Opening:   "a terminal",
		Wire:      "\x00\n\r",
		Rules:     []uri.Rule{ruleEmptyLine},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
		Normal:    normal,
	}}
}

var ruleEmptyLine = uri.Rule{ID: "zztemplate/empty-line", Section: "draft-ietf-uri-url-03 1.2.9", Title: "no line to send",
	Text: "Without a line the server has nothing to answer. An empty one is sent all the same."}

func remarks(u uri.URI) []uri.Remark {
	if u.Path() != "" && u.Path() != "/" {
		return nil
	}
	start, end, _ := u.Range(uri.Path)
	return []uri.Remark{uri.NewRemark(ruleEmptyLine, uri.Info, start, end-start)}
}

// normal writes the slash of an empty path: x-template://h is x-template://h/.
func normal(u uri.URI) uri.URI {
	if u.Path() != "" || !u.HasAuthority() {
		return u
	}
	_, end, _ := u.Range(uri.Authority)
	return uri.MustParse(u.String()[:end] + "/" + u.String()[end:])
}
