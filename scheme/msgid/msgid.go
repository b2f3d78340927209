// Package msgid describes the schemes mid and cid, which name messages and
// their parts by the identifiers in their header fields, and holds the grammar
// of such identifiers and of mail addresses, for the schemes that need it.
//
// The schemes are defined by RFC 2392, "Content-ID and Message-ID Uniform
// Resource Locators", August 1998; draft-ietf-uri-url-03, "Uniform Resource
// Locators", March 1994, lists them. The identifiers are those of RFC 5322,
// "Internet Message Format", October 2008, section 3.6.4, with the characters
// that RFC 6532, "Internationalized Email Headers", February 2012, adds; those
// of RFC 5536, "Netnews Article Format", November 2009, section 3.1.3, are a
// part of them.
package msgid

import (
	_ "embed"

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
	mid := info("mid", "A message, or a part of it, by its Message-ID")
	mid.Form = "mid:message-id[/content-id]"
	mid.Retrieval = "Nothing in the URI says where the message is. Look in the stores of mail and news that are at hand for the message whose Message-ID is the decoded " +
		"identifier in angle brackets; with a content-id, take the part of it whose Content-ID is that."
	mid.Shape = shape

	cid := info("cid", "A part of a message by its Content-ID")
	cid.Form = "cid:content-id"
	cid.Retrieval = "Look in the message that holds the URI for the part whose Content-ID is the decoded identifier in angle brackets. " +
		"A store of messages that keeps track of their parts may be asked as well, since Content-IDs are unique in the world."
	cid.Shape = func(text []byte) int { return Shape(text, AtomChars) }

	return []scheme.Info{mid, cid}
}

// info is what the schemes have in common.
func info(name, title string) scheme.Info {
	return scheme.Info{
		Name:    name,
		Title:   title,
		Spec:    "RFC 2392",
		Kind:    scheme.Name,
		Reach:   scheme.Local, // to messages that are already here
		Keep:    uri.KeepDotSegments,
		Opening: "a mail program that has the message",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleAuthority, ruleMessageID, ruleContentID, ruleAngle, ruleSlash, ruleObsolete, ruleQuery, ruleBase},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Base:    &ruleBase,
	}
}

var (
	ruleAuthority = uri.Rule{ID: "msgid/authority", Section: "RFC 2392 2", Title: "host in the name of a message", Hint: "write the identifier right behind the colon, without slashes",
		Text: "An identifier says which message or part is meant, and not where it is: there is no host to name. What stands behind two slashes is not taken for the identifier."}
	ruleMessageID = uri.Rule{ID: "msgid/message-id", Section: "RFC 5322 3.6.4", Title: "what cannot be a Message-ID",
		Text: "A Message-ID is a left side, an \"@\" and a right side, which is a name of a host or an address in square brackets. The left side is atoms with dots between them, or quoted-strings in their place. White space and comments are not part of it."}
	ruleContentID = uri.Rule{ID: "msgid/content-id", Section: "RFC 5322 3.6.4", Title: "what cannot be a Content-ID",
		Text: "A Content-ID has the form of a Message-ID: left side, \"@\", right side. Some mail programs write one without \"@\"; it is found as any other, but it is not unique in the world."}
	ruleAngle = uri.Rule{ID: "msgid/angle-brackets", Section: "RFC 2392 2", Title: "angle brackets around an identifier", Hint: "leave them out",
		Text: "In a header field the identifier stands in angle brackets. They are no part of it, and whoever reads the URI adds them."}
	ruleSlash = uri.Rule{ID: "msgid/slash", Section: "RFC 2392 2", Title: "slash that is not encoded", Hint: "a slash of an identifier is written %2F",
		Text: "The first slash of a mid: URI parts the identifier of the message from that of a part. A slash within an identifier is encoded, in cid: URIs too."}
	ruleObsolete = uri.Rule{ID: "msgid/obsolete", Section: "RFC 5322 4.5.4", Title: "identifier of an obsolete form",
		Text: "RFC 822, on which the scheme rests, allows quoted-strings on the left side. RFC 5322 has them among the obsolete forms, that may be read but not written: some programs compare such an identifier with its quotation marks, others without."}
	ruleQuery = uri.Rule{ID: "msgid/query", Section: "RFC 2392 2", Title: "query behind an identifier", Hint: "a question mark of an identifier is written %3F",
		Text: "The name of a message has no query."}
	ruleBase = uri.Rule{ID: "msgid/base", Section: "RFC 3986 1.2.3", Title: "reference resolved against the name of a message",
		Text: "An identifier is no hierarchy, so that a relative reference has no meaning against it. Links within a message are resolved against its Content-Location (RFC 2557, section 5), or against nothing."}
)

// normal leaves out angle brackets and encodes in the identifiers what must be,
// and nothing else: an escape means its octet, and all octets count (see the
// README on case).
func normal(u uri.URI) uri.URI {
	r := read(u)
	for _, remark := range r.remarks {
		if remark.Severity == uri.Forbid && remark.Rule != ruleAngle.ID {
			return u
		}
	}
	n, err := r.view.URI()
	if err == nil && u.HasFragment() {
		n, err = n.WithFragment(u.Fragment())
	}
	if err != nil {
		return u
	}
	return n
}

// shape takes a message-id and, behind a slash, a content-id.
func shape(text []byte) int {
	n := Shape(text, AtomChars)
	if n == 0 || n == len(text) || text[n] != '/' {
		return n
	}
	if part := Shape(text[n+1:], AtomChars); part > 0 {
		return n + 1 + part
	}
	return n
}

// Shape reports how many bytes at the start of text can be an identifier, or an
// address, of a URI in running text: a left side of the characters and escapes,
// an "@", and a name of a host or an encoded literal. It is 0 if there is none.
func Shape(text []byte, chars pct.Set) int {
	at := run(text, chars)
	if at == 0 || at == len(text) || text[at] != '@' || text[0] == '.' || text[at-1] == '.' {
		return 0
	}
	host := text[at+1:]
	end := run(host, hostChars)
	for end > 0 && (host[end-1] == '.' || host[end-1] == '-') {
		end-- // the end of a sentence
	}
	if end == 0 || host[0] == '.' || host[0] == '-' {
		return 0
	}
	return at + 1 + end
}

// AtomChars are the characters of atoms that can stand in a URI as they are: for
// [Shape]. There is no colon among them, so that no line of a password file,
// where a mail address may stand in a field, is taken for an identifier.
var AtomChars = pct.Unreserved.With("!$&'*+=")

// hostChars are those of a name of a host.
var hostChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")

// run returns the length of the run of characters and escapes at the start of
// text.
func run(text []byte, chars pct.Set) (n int) {
	for n < len(text) {
		switch {
		case chars.Has(text[n]):
			n++
		case text[n] == '%' && n+2 < len(text) && hexDigits.Has(text[n+1]) && hexDigits.Has(text[n+2]):
			n += len("%HH")
		default:
			return n
		}
	}
	return n
}

var hexDigits = pct.SetOf("0123456789abcdefABCDEF")
