// Package dict describes the scheme dict: definitions of words, and lists of
// words, of dictionary servers.
//
// The scheme is defined by RFC 2229, "A Dictionary Server Protocol", October
// 1997, section 5, and so is the protocol.
package dict

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

const port = 2628

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:   "dict",
		Title:  "Dictionary server protocol",
		Spec:   "RFC 2229",
		Status: scheme.Permanent,
		Form:   "dict://[user;auth@]host[:port]/d:word[:database[:n]] or /m:word[:database[:strat[:n]]]",
		Port:   port,
		Keep:   uri.KeepDotSegments, // a word may have slashes and dots
		Retrieval: "Connect to the port of the host over TCP, log in if the URI names a user, by AUTH or SASLAUTH as it says and with a passphrase that the person is asked for, and send DEFINE with database and word, or MATCH with database, strategy and word. " +
			"The answer is the definitions, texts that each end with a line of one dot, or the list of the words that match; with n it is the nth of them alone.",
		Opening: "a dictionary program",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleHost, rulePassword, ruleAuth, ruleOperation, ruleWord, ruleFields, ruleNumber, ruleQuery},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:  normal,
	}}
}

const section = "RFC 2229 5"

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "dict/host", Section: section, Title: "no host is named",
		Text: "A dict URI is dict://, the host of a server, and what to look up there. Without a host there is nobody to ask."}
	rulePassword = uri.Rule{ID: "dict/password", Section: section, Title: "password in a dict URI", Hint: "leave it out: whoever opens the URI is asked for it",
		Text: "Passwords in the clear are not permitted in the URI of a dictionary server, unlike those of RFC 1738."}
	ruleAuth = uri.Rule{ID: "dict/auth", Section: section, Title: "no way to log in", Hint: "behind the user and a semicolon stands AUTH, or SASLAUTH= and a mechanism, * for any",
		Text: "The part says by which commands the user logs in, not with what: a password has no place in it."}
	ruleOperation = uri.Rule{ID: "dict/operation", Section: section, Title: "neither a definition nor a match", Hint: "behind the slash stands d: or m:, and the word",
		Text: "A URI of this scheme means definitions, /d:, or a list of words, /m:. Other commands of the protocol have no URI."}
	ruleWord = uri.Rule{ID: "dict/word", Section: section, Title: "no word to look up",
		Text: "Database, strategy and number may be left out, the word may not."}
	ruleFields = uri.Rule{ID: "dict/fields", Section: section, Title: "more fields than the operation has", Hint: "a colon in a word is written %3A",
		Text: "A definition has a word, a database and a number; a match has a strategy before the number."}
	ruleNumber = uri.Rule{ID: "dict/number", Section: section, Title: "number of an answer that is none", Hint: "the first is 1",
		Text: "The last field chooses the nth definition or match. The protocol has no means for that: a client asks for all and counts."}
	ruleQuery = uri.Rule{ID: "dict/query", Section: section, Title: "query in a dict URI", Hint: "a question mark in a word is written %3F",
		Text: "The form of a dict URI has no query; what stands behind a question mark is not part of the word."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	add := func(r uri.Rule, s uri.Severity, at span) {
		out = append(out, uri.NewRemark(r, s, at[0], at[1]-at[0]))
	}
	if v.Host == "" {
		out = append(out, scheme.RemarkOn(v.uri, uri.Host, ruleHost, uri.Forbid))
	}
	if v.Password {
		add(rulePassword, uri.Forbid, v.password)
	}
	if v.hasAuth && v.Auth == nil {
		add(ruleAuth, uri.Forbid, v.auth)
	}
	switch {
	case v.Operation == "":
		add(ruleOperation, uri.Forbid, v.whole)
	case v.Word == "":
		add(ruleWord, uri.Forbid, v.fields[0])
	}
	if v.Operation != "" && v.extra[0] < v.extra[1] {
		add(ruleFields, uri.Forbid, v.extra)
	}
	if v.N != "" && (!isNumber(v.N) || v.N[0] == '0') {
		add(ruleNumber, uri.Warning, v.fields[v.Operation.last()])
	}
	if v.uri.HasQuery() {
		out = append(out, scheme.RemarkOn(v.uri, uri.Query, ruleQuery, uri.Warning))
	}
	return out
}

// normal writes a URI that is valid as [View.URI] does: without defaults and
// without the colons that may be left out.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n, err := v.URI()
	if err != nil {
		return u
	}
	return n
}
