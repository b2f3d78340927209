// Package wais describes the scheme wais: databases of Wide Area Information
// Servers, searches in them, and their documents.
//
// The scheme is defined by RFC 4156, "The wais URI Scheme", August 2005, which
// repeats RFC 1738, "Uniform Resource Locators (URL)", December 1994, section
// 3.9. The fields of a document-id are those of draft-ietf-uri-url-03, "Uniform
// Resource Locators", March 1994, section 1.2.8. The protocol is RFC 1625,
// "WAIS over Z39.50-1988", June 1994.
package wais

import (
	_ "embed"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

const port = 210

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "wais",
		Title:     "Wide Area Information Servers",
		Spec:      "RFC 4156",
		Status:    scheme.Historical,
		Form:      "wais://host[:port]/database[?search] or wais://host[:port]/database/wtype/wpath",
		Port:      port,
		Keep:      uri.KeepDotSegments, // the slashes of a document-id are octets, its dots no steps
		Retrieval: retrieval,
		Opening:   "a WAIS client",
		// What is sent is counted, not ended by an octet; but other services may
		// listen at the port, and the words of a search are text.
		Wire:    scheme.Controls,
		Lawful:  docID,
		Rules:   []uri.Rule{ruleHost, ruleUserinfo, ruleDatabase, ruleForm, ruleWords, ruleType, ruleLength, ruleDocID},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:  normal,
		Trail:   trail,
	}}
}

const retrieval = "Connect to the port of the host over TCP and speak WAIS: requests and responses of Z39.50-1988, each behind a header of 25 octets. " +
	"A database alone is a form that asks for words. A search sends its words in a query of type 3; the headers in the answer hold a document-id and the types of each document, and so lead to it. " +
	"A document is asked for by a query of type 1 with its type and the octets of its document-id, piece by piece until one comes short."

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "wais/host", Section: "RFC 4156 2", Title: "no host is named",
		Text: "A wais URI is wais://, the host, and a database there. Without a host there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "wais/userinfo", Section: "RFC 4156 3", Title: "user name in a wais URI", Hint: "it is not sent: wais knows no login",
		Text: "The forms of a wais URI have no place for a user, and the protocol has neither authentication nor privacy."}
	ruleDatabase = uri.Rule{ID: "wais/database", Section: "RFC 4156 2", Title: "no database is named", Hint: "many servers list their databases in one that is called INFO",
		Text: "What is asked for is in a database of the server. The grammar of RFC 1738 lets its name be empty, that of the 1994 draft does not; what a server makes of it is its own affair."}
	ruleForm = uri.Rule{ID: "wais/form", Section: "RFC 4156 2", Title: "neither a database, a search nor a document", Hint: "behind the database stands ?search or /wtype/wpath, not both",
		Text: "The three forms are the database, the database with a search, and the database with the type and the id of a document."}
	ruleWords = uri.Rule{ID: "wais/words", Section: "RFC 4156 2", Title: "search without words",
		Text: "Without words there is nothing to look for. The form of a database whose words are still to be given has no question mark."}
	ruleType = uri.Rule{ID: "wais/type", Section: "RFC 4156 2", Title: "document without a type", Hint: "a text is of type TEXT",
		Text: "Many servers want to know the type of a document before they give it, which is why the URI has it."}
	ruleLength = uri.Rule{ID: "wais/length", Section: "RFC 4156 2", Title: "length before the document-id", Hint: "leave it out: it is in no document",
		Text: "The first programs of the web wrote the length of the document between its type and its id. Neither the 1994 draft nor an RFC has it, and servers do not need it."}
	ruleDocID = uri.Rule{ID: "wais/docid", Section: "draft-ietf-uri-url-03 1.2.8", Title: "document-id that is not written as fields",
		Text: "In the 1994 draft, and in practice, a document-id is written field by field: a number, an equals sign, the contents and a semicolon. To RFC 4156 it is opaque: what is not so written is taken for the octets of the id."}
)

// docID returns the range of the document-id, in which a NUL is common. At a port
// other than that of WAIS it may hold no line end, which a service of lines could
// take for one.
func docID(u uri.URI) (start, end int) {
	v := read(u)
	if v.WPath == nil || strings.ContainsAny(string(*v.WPath), "\r\n") && v.Port != strconv.Itoa(port) {
		return 0, 0
	}
	return v.at[pathField][0], v.at[pathField][1]
}

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	add := func(r uri.Rule, s uri.Severity, at span) {
		out = append(out, uri.NewRemark(r, s, at[0], at[1]-at[0]))
	}
	if v.Host == "" {
		out = append(out, scheme.RemarkOn(v.uri, uri.Host, ruleHost, uri.Forbid))
	}
	if v.User != nil {
		out = append(out, scheme.RemarkOn(v.uri, uri.Userinfo, ruleUserinfo, uri.Warning))
	}
	if v.Database == "" {
		add(ruleDatabase, uri.Info, v.at[databaseField])
	}
	if v.Form == Document {
		v.remarksOnDocument(add)
	} else if v.Search != nil && *v.Search == "" {
		add(ruleWords, uri.Info, v.at[searchField])
	}
	return out
}

func (v View) remarksOnDocument(add func(uri.Rule, uri.Severity, span)) {
	if *v.WType == "" {
		add(ruleType, uri.Warning, v.at[typeField])
	}
	if v.Length != "" {
		add(ruleLength, uri.Info, v.at[lengthField])
	}
	switch {
	case v.WPath == nil:
		end := v.at[typeField][1]
		add(ruleForm, uri.Forbid, span{end, end})
	case v.DocID == nil:
		add(ruleDocID, uri.Info, v.at[pathField])
	}
	if v.Search != nil {
		add(ruleForm, uri.Forbid, v.at[searchField])
	}
}

// normal writes path and query as [View.URI] does: but for the delimiters of
// the fields of a document-id, an escape never means anything else than the
// octet.
func normal(u uri.URI) uri.URI {
	n, err := read(u).URI()
	if err != nil {
		return u
	}
	return n
}

// trail climbs from the database to the search or the document: the slashes of
// a document-id are no levels.
func trail(u uri.URI) []scheme.Step {
	v := read(u.WithoutFragment())
	if v.Host == "" || v.Database == "" {
		return nil
	}
	index := v
	index.Search, index.WType = nil, nil
	database, _ := index.URI() // zero, and so no link, if it cannot be built
	steps := []scheme.Step{{Start: v.at[databaseField][0], End: v.at[databaseField][1], URI: database, Title: "database"}}
	switch {
	case v.WPath != nil:
		steps = append(steps, scheme.Step{Start: v.at[typeField][0], End: v.at[pathField][1], URI: u, Title: "document"})
	case v.Form == Search && *v.Search != "":
		steps = append(steps, scheme.Step{Start: v.at[searchField][0], End: v.at[searchField][1], URI: u, Title: "search words"})
	default:
		steps[0].URI = u
	}
	return steps
}
