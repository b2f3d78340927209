// Package cso describes the scheme cso: phone books of CCSO name servers, which
// are called by their programs Ph and Qi, too, and are the items of type 2 in
// Gopher menus (RFC 1436, section 3.7).
//
// No document defines the scheme: it is what Lynx and its kin read. The protocol
// is RFC 2378, "The CCSO Nameserver (Ph) Architecture", September 1998.
package cso

import (
	_ "embed"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

const port = 105

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:   "cso",
		Title:  "Phone book of a CCSO name server",
		Spec:   "Lynx, and RFC 2378 for the protocol",
		Status: scheme.Unregistered,
		Form:   "cso://host[:port]/[query]",
		Port:   port,
		Keep:   uri.KeepDotSegments, // a query is text: its dots are no steps
		Retrieval: "Without a query the phone book is a form that asks for one. Connect to the port of the host over TCP and send \"query\", a space, the decoded query and CR LF. " +
			"Each line of the answer is a code, the number of the entry, a field and its value, with colons between them; a code from 200 on without a minus sign is the last.",
		Opening: "a ph program",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleHost, ruleForm},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  scheme.WithSlash,
	}}
}

var (
	ruleHost = uri.Rule{ID: "cso/host", Section: "RFC 2378 1", Title: "no host is named",
		Text: "A phone book is that of a name server. Without a host there is nobody to ask."}
	ruleForm = uri.Rule{ID: "cso/form", Section: "Lynx", Title: "question mark in a cso URI", Hint: "a question mark in a query is written %3F",
		Text: "Behind a question mark Lynx keeps the fields of a form of its own, which differ from server to server. They are not read."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if u.HasQuery() {
		out = append(out, scheme.RemarkOn(u, uri.Query, ruleForm, uri.Warning))
	}
	return out
}

// A View is what a cso URI means. The default port is 105.
type View struct {
	scheme.Server
	Query scheme.Octets `json:"query"` // decoded: "joe user", "name=joe"; "" is still to be given

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is cso. The error says what is
// missing; the view holds what is there.
func Parse(u uri.URI) (View, error) {
	query := scheme.Octets(pct.Decode(strings.TrimPrefix(u.Path(), "/")))
	return View{scheme.ServerOf(u, port), query, u}, scheme.Forbidden("cso", remarks(u))
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	_, end, _ := v.uri.Range(uri.Path)
	return scheme.AppendPart(v.Server.Parts(), end-len(strings.TrimPrefix(v.uri.Path(), "/")), end, "query")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Query == "" {
		return fmt.Sprintf("the phone book at %s", v.Server)
	}
	return fmt.Sprintf("the entries for %q in the phone book at %s", string(v.Query), v.Server)
}
