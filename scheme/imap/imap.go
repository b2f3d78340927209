// Package imap describes the scheme imap: a server of mail, a mailbox, the
// messages that a search finds, a message, or a part of one.
//
// The scheme is defined by RFC 5092, "IMAP URL Scheme", November 2007, which
// obsoletes RFC 2192 of the same title, September 1997, and takes in the URLs of
// RFC 4467, "Internet Message Access Protocol (IMAP) - URLAUTH Extension", May
// 2006. What it quotes of IMAP is read by RFC 9051, "Internet Message Access
// Protocol (IMAP) - Version 4rev2", August 2021.
package imap

import (
	_ "embed"
	"strings"

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
		Name:  "imap",
		Title: "Mailboxes and messages of an IMAP server",
		Spec:  "RFC 5092",
		Form: "imap://[user][;AUTH=mechanism@]host[:port][/[mailbox[;UIDVALIDITY=n][?search]]], " +
			"or behind the mailbox /;UID=n[/;SECTION=s][/;PARTIAL=offset[.length]][[;EXPIRE=time];URLAUTH=access:mechanism:token]",
		Port: port,
		Retrieval: "Connect to the port of the host over TCP, speak IMAP, and log in as the user by the mechanism, or as anonymous if neither is given and the policy of the site allows it. " +
			"SELECT the mailbox, its name in modified UTF-7, and compare UIDVALIDITY. With a search, SEARCH; with a UID, UID FETCH BODY.PEEK of the section and bytes; " +
			"else list the messages, and without a mailbox the mailboxes. A URL with a token is fetched by URLFETCH.",
		Opening: "a mail program that knows IMAP",
		Wire:    "\x00\n\r",
		Rules: []uri.Rule{ruleHost, ruleUserinfo, ruleCare, ruleMailbox, ruleUTF7, ruleDots, ruleParameter, ruleNumber, ruleSection, ruleExpire, ruleURLAuth,
			ruleToken, ruleSearch, ruleList},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
	}}
}

const port = 143

// grammar is where RFC 5092 has its ABNF.
const grammar = "RFC 5092 11"

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "imap/host", Section: grammar, Title: "no host is named",
		Text: "Two slashes and a host stand behind the colon. Without a host there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "imap/userinfo", Section: "RFC 5092 3", Title: "what cannot be a user and a mechanism", Hint: "write user;AUTH=mechanism@, and no password",
		Text: "Before the \"@\" stand the name of the user, or ;AUTH= and a mechanism of SASL or \"*\", or both. There is no place for a password; a colon, a semicolon or an \"@\" in a name is encoded, and so is the asterisk of a mechanism not."}
	ruleCare = uri.Rule{ID: "imap/extra-care", Section: "RFC 5092 3.2", Title: "login that the URI leaves open",
		Text: "A URI with a mechanism but no user is more likely to betray the user's own account to a server that others chose; with AUTH=* a program may fall back on a weaker mechanism. Credentials are sent only where the source of the URI or the server is trusted."}
	ruleMailbox = uri.Rule{ID: "imap/mailbox", Section: "RFC 5092 5", Title: "what cannot be a mailbox",
		Text: "The name of a mailbox is not empty, is UTF-8, and has no NUL. A slash at its start is encoded, since \"//\" would begin an authority in a relative reference."}
	ruleUTF7 = uri.Rule{ID: "imap/modified-utf7", Section: "RFC 5092 8", Title: "mailbox in the encoding of the protocol",
		Text: "IMAP4rev1 sends names of mailboxes in a UTF-7 of its own. In a URI they are UTF-8, percent-encoded, and whoever asks the server converts them."}
	ruleDots = uri.Rule{ID: "imap/dot-segments", Section: "RFC 5092 7", Title: "dots that are taken for a step", Hint: "encode the slashes beside them, %2F",
		Text: "Parts \".\" and \"..\" of a path are removed when a reference is resolved and when a URI is normalised. RFC 5092 wants such a name of a mailbox encoded. Its dots do not help, since RFC 3986 makes %2E equal to a dot; its slashes do."}
	ruleParameter = uri.Rule{ID: "imap/parameter", Section: grammar, Title: "parameter that cannot stand there",
		Text: "Behind the mailbox stand, in this order and each at most once: ;UIDVALIDITY=, /;UID=, /;SECTION=, /;PARTIAL=, ;EXPIRE= and ;URLAUTH=. Those behind UID need one, and EXPIRE needs URLAUTH. A semicolon that is data is written %3B."}
	ruleNumber = uri.Rule{ID: "imap/number", Section: grammar, Title: "what is no number of IMAP",
		Text: "UIDVALIDITY and UID are numbers from 1 to 4294967295 without a zero at the start; PARTIAL is an offset and perhaps a dot and a length, of up to 63 bits (RFC 9051, section 9)."}
	ruleSection = uri.Rule{ID: "imap/section", Section: grammar, Title: "what cannot be a section", Hint: "such as 1.2, TEXT, 1.MIME or HEADER.FIELDS (Subject)",
		Text: "A section is the number of a part, numbers of its parts behind dots, and HEADER, HEADER.FIELDS, HEADER.FIELDS.NOT, TEXT or MIME, as in the FETCH command."}
	ruleExpire = uri.Rule{ID: "imap/expire", Section: "RFC 5092 6.1.2", Title: "what cannot be a time", Hint: "such as 2007-11-30T23:59:59Z",
		Text: "The time until which the URI is good is a date-time of RFC 3339."}
	ruleURLAuth = uri.Rule{ID: "imap/urlauth", Section: "RFC 5092 6.1.2", Title: "what cannot be an authorization", Hint: "write submit+user, user+user, authuser or anonymous, then :mechanism:token",
		Text: "URLAUTH is who may use the URI, the mechanism by which the server checks it, and a token of 32 hex digits or more. A URI that still lacks mechanism and token is what a server is asked to authorize."}
	ruleToken = uri.Rule{ID: "imap/urlauth-token", Section: "RFC 5092 10.1", Title: "authorization in a URI",
		Text: "Whoever has the URI and is of those that it names, which may be anybody, can read the message without the password of its owner. The token is as secret as one, and no byte of the URI may change or it is void."}
	ruleSearch = uri.Rule{ID: "imap/search", Section: "RFC 5092 5", Title: "what cannot be a search",
		Text: "Behind the question mark stand the arguments of a SEARCH command in the mailbox; \"?\" and \";\" in it are encoded. A line break outside of a non-synchronizing literal, {n+}, would end the command and begin another; the synchronizing {n} is not allowed."}
	ruleList = uri.Rule{ID: "imap/list", Section: "RFC 5092 B", Title: "list of mailboxes", Hint: "name a mailbox, or the server alone",
		Text: "RFC 2192 had URIs of lists of mailboxes, ;TYPE=LIST and ;TYPE=LSUB. RFC 5092 removed them, since nobody used them."}
)

// normal writes the slash of an empty path, names of parameters in capitals,
// INBOX in capitals (RFC 9051, section 5.1), and encodes what must be and nothing
// else. It drops an AUTH=* that the user implies (RFC 5092, section 3.2). A URI
// with a token stays as it is: it would be void.
func normal(u uri.URI) uri.URI {
	u = scheme.WithSlash(u)
	r := read(u)
	if r.view.URLAuth != nil || scheme.Forbidden("imap", r.remarks) != nil {
		return u
	}
	v := r.view
	if v.User != nil && v.Auth != nil && *v.Auth == "*" {
		v.Auth = nil
	}
	if v.Mailbox != nil && strings.EqualFold(string(*v.Mailbox), "INBOX") {
		v.Mailbox = new(scheme.Octets("INBOX"))
	}
	n, err := v.URI()
	if err == nil && u.HasFragment() {
		n, err = n.WithFragment(u.Fragment())
	}
	if err != nil || hasDotSegment(n) {
		return u
	}
	return n
}

// hasDotSegment reports whether the path of u has a part that the generic syntax
// would remove, encoded or not.
func hasDotSegment(u uri.URI) bool {
	for s := range u.Segments() {
		if isDots(s.Text()) {
			return true
		}
	}
	return false
}
