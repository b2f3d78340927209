// Package pop describes the scheme pop: a mailbox of a POP3 server.
//
// It is defined by RFC 2384, "POP URL Scheme", August 1998.
package pop

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
		Name:  "pop",
		Title: "A mailbox of a POP3 server",
		Spec:  "RFC 2384",
		Form:  "pop://[user[;AUTH=mechanism]@]host[:port]",
		Port:  port,
		Retrieval: "Connect to the port of the host over TCP and speak POP3: log in by the mechanism, by APOP or the command that is named behind a plus sign, or, with \"*\" or none, as one may choose, " +
			"and list and fetch the messages. The user is asked for a name that the URI does not have, and for the password.",
		Opening: "a mail program that knows POP3",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleHost, ruleUserinfo, ruleCare, ruleSlash, rulePath, ruleBase},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Base:    &ruleBase,
	}}
}

const port = 110

// grammar is where RFC 2384 has its ABNF.
const grammar = "RFC 2384 8"

var (
	ruleHost = uri.Rule{ID: "pop/host", Section: grammar, Title: "no host is named",
		Text: "Two slashes and a host stand behind the colon; all else may be missing."}
	ruleUserinfo = uri.Rule{ID: "pop/userinfo", Section: grammar, Title: "what cannot be a user and a mechanism", Hint: "write user;AUTH=mechanism@, and no password",
		Text: "Before the \"@\" stand the name of the user and perhaps ;AUTH= and \"*\", a mechanism of SASL, or a plus sign and APOP or another command. Passwords are not permitted (section 3). A colon or semicolon in a name is encoded."}
	ruleCare = uri.Rule{ID: "pop/extra-care", Section: "RFC 2384 4", Title: "login that the URI leaves open",
		Text: "With AUTH=* a program may fall back on a weaker mechanism. Credentials are sent only where the source of the URI or the server is trusted, and a password in the clear only if the connection is encrypted."}
	ruleSlash = uri.Rule{ID: "pop/slash", Section: grammar, Title: "slash behind the server", Hint: "leave it out",
		Text: "The form of a pop: URI ends with host and port. By the generic syntax an empty path and a slash are the same (RFC 3986, section 6.2.3)."}
	rulePath = uri.Rule{ID: "pop/path", Section: grammar, Title: "something behind host and port",
		Text: "A pop: URI names a mailbox, which the user has, and nothing in it."}
	ruleBase = uri.Rule{ID: "pop/base", Section: "RFC 2384 5", Title: "reference resolved against a mailbox",
		Text: "Relative POP URLs are not permitted: there is nothing below a mailbox."}
)

// normal drops the slash of an empty path, which the grammar does not have,
// writes AUTH in capitals, encodes in its values what must be and nothing else,
// and drops an AUTH=* that the user implies (RFC 2384, section 4).
func normal(u uri.URI) uri.URI {
	r := read(u)
	if scheme.Forbidden("pop", r.remarks) != nil {
		return u
	}
	v := r.view
	if v.User != nil && v.Auth != nil && *v.Auth == "*" {
		v.Auth = nil
	}
	n, err := v.URI()
	if err == nil && u.HasFragment() {
		n, err = n.WithFragment(u.Fragment())
	}
	if err != nil {
		return u
	}
	return n
}
