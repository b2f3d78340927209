// Package smtp describes the schemes smtp and submit: a server that takes mail,
// from other servers or from those who write it.
//
// Both are defined by their provisional registrations with IANA of 26 March
// 2014, which rest on draft-melnikov-smime-msa-to-mda and on no RFC; the
// protocols by RFC 5321, "Simple Mail Transfer Protocol", October 2008, and RFC
// 6409, "Message Submission for Mail", November 2011.
package smtp

import (
	_ "embed"
	"strings"
	"unicode/utf8"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{
		info("smtp", "A mail server (SMTP)", 25),
		info("submit", "A server to hand mail in (message submission)", 587),
	}
}

// info is what the schemes have in common.
func info(name, title string, port uint16) scheme.Info {
	return scheme.Info{
		Name:   name,
		Title:  title,
		Spec:   spec,
		Status: scheme.Provisional,
		Form:   name + "://[user[:password]@]host[:port][/[?query]]",
		Port:   port,
		Retrieval: "Nothing is retrieved: the URI names a server, or an account of it, for the configuration of a program. " +
			"Whoever sends mail connects to the port of the host over TCP, speaks SMTP, and should use STARTTLS before he logs in.",
		Opening: "a mail program that can be set up by it",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleHost, ruleUser, rulePath, ruleQuery},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  scheme.WithSlash,
	}
}

// spec is where the forms are.
const spec = "IANA registration of smtp"

var (
	ruleHost = uri.Rule{ID: "smtp/host", Section: spec, Title: "no host is named",
		Text: "Two slashes and a host stand behind the colon: the URI designates a server."}
	ruleUser = uri.Rule{ID: "smtp/user", Section: spec, Title: "name of a user that is not UTF-8",
		Text: "Names of users are UTF-8, percent-encoded where RFC 3986 demands it."}
	rulePath = uri.Rule{ID: "smtp/path", Section: spec, Title: "something behind host and port", Hint: "only a slash and a query may stand there",
		Text: "A server has no parts that a URI could name. Some programs take the path for the name with which they greet the server."}
	ruleQuery = uri.Rule{ID: "smtp/query", Section: spec, Title: "query without a meaning",
		Text: "The query is reserved for extensions, and there are none."}
)

// A View is what the URI of a mail server means: where it is, and as whom one
// logs in. The default port is 25, for submit 587.
type View struct {
	scheme.Server
	protocol string
}

// Parse returns the meaning of u, whose scheme is smtp or submit. The error says
// what its registration forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	protocol, port := "smtp", uint16(25)
	if strings.EqualFold(u.Scheme(), "submit") {
		protocol, port = "submit", 587
	}
	return View{scheme.ServerOf(u, port), protocol}, scheme.Forbidden(protocol, remarks(u))
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.protocol == "submit" {
		return "the server for handing in mail at " + v.Server.String()
	}
	return "the mail server at " + v.Server.String()
}

func remarks(u uri.URI) (out []uri.Remark) {
	if s := scheme.ServerOf(u, 0); s.User != nil && !utf8.ValidString(string(*s.User)) {
		start, _, _ := u.Range(uri.Userinfo)
		user, _, _ := strings.Cut(u.Userinfo(), ":")
		out = append(out, uri.NewRemark(ruleUser, uri.Forbid, start, len(user)))
	}
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if u.Path() != "" && u.Path() != "/" {
		out = append(out, scheme.RemarkOn(u, uri.Path, rulePath, uri.Forbid))
	}
	if u.HasQuery() {
		out = append(out, scheme.RemarkOn(u, uri.Query, ruleQuery, uri.Warning))
	}
	return out
}
