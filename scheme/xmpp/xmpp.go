// Package xmpp describes the xmpp scheme: somebody or something with an address
// of the Extensible Messaging and Presence Protocol, and perhaps what to do with
// it.
//
// It is defined by RFC 5122, "Internationalized Resource Identifiers (IRIs) and
// Uniform Resource Identifiers (URIs) for the Extensible Messaging and Presence
// Protocol (XMPP)", February 2008. The profiles of stringprep that RFC 3920 has
// for the parts of an address are not applied: what they make of it is a matter
// of the protocol.
package xmpp

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
		Name:   "xmpp",
		Title:  "An address of XMPP, for messages and presence",
		Spec:   "RFC 5122",
		Status: scheme.Permanent,
		Form:   "xmpp:[node@]domain[/resource][?type[;key=value]…] or xmpp://node@domain[/[node@]domain[/resource]][?…]",
		Reach:  scheme.Inside,       // the address is no host to judge
		Keep:   uri.KeepDotSegments, // a resource may be called ".."
		Retrieval: "Nothing is retrieved: log in as the node of the authority, or else as the configured user, and do what the type of the query says with the address, " +
			"such as to compose a message; without one show what can be done.",
		Opening: "a program for XMPP",
		Rules:   []uri.Rule{ruleAuthority, ruleNobody, rulePort, ruleNode, ruleDomain, ruleResource, ruleQuery},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Shape:   shape,
	}}
}

const section33 = "RFC 5122 3.3"

var (
	ruleAuthority = uri.Rule{ID: "xmpp/authority", Section: "RFC 5122 2.3", Title: "account to log in with",
		Text: "What stands behind two slashes is whom to log in as, not whom to reach, who stands behind the next slash. Most URIs have no authority, and a program that has an account of its own should not heed one."}
	ruleNobody = uri.Rule{ID: "xmpp/nobody", Section: "RFC 5122 2.3", Title: "address behind two slashes, and nobody to reach", Hint: "write xmpp: and the address if it is whom to reach",
		Text: "Such a URI asks to log in as the address. Mostly a slip is behind it, by the habit of http."}
	rulePort = uri.Rule{ID: "xmpp/port", Section: section33, Title: "port in an XMPP authority",
		Text: "The authority is a node and a host. The port is found by the domain name system."}
	ruleNode = uri.Rule{ID: "xmpp/node", Section: section33, Title: "what cannot be a node", Hint: "percent-encode what is not a letter, a digit or one of -._~!$()*+,;=",
		Text: "A node stands before the @ of an address. An authority must have one."}
	ruleDomain = uri.Rule{ID: "xmpp/domain", Section: section33, Title: "no domain", Hint: "write [node@]domain[/resource] right behind the colon",
		Text: "Each address has a domain, the host of whoever has it. Only a slash parts it from a resource, and one @ from a node."}
	ruleResource = uri.Rule{ID: "xmpp/resource", Section: section33, Title: "character that a resource has not bare", Hint: "percent-encode it",
		Text: "A slash or @ in a resource is written %2F or %40."}
	ruleQuery = uri.Rule{ID: "xmpp/query", Section: "RFC 5122 2.5", Title: "query that is no type and pairs", Hint: "write ?type;key=value;key=value, and percent-encode all but letters, digits and -._~ in values",
		Text: "The query of XMPP names a type, what to do, and has its pairs behind semicolons. An ampersand is no delimiter, and a plus sign no space."}
)
