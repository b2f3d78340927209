// Package sip describes the schemes sip and sips: whom to call by the Session
// Initiation Protocol, in whatever way, or over TLS on every hop.
//
// They are defined by RFC 3261, "SIP: Session Initiation Protocol", June 2002,
// section 19.1. Their URIs have no slashes: what RFC 3986 takes for a path and a
// query is a user, a host, parameters and header fields. RFC 3261 was written for
// the generic syntax of RFC 2396, and its own is followed here as far as RFC 3986
// lets such a URI be one.
package sip

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what sip and sips say of themselves.
func Schemes() []scheme.Info {
	plain := scheme.Info{
		Name:   "sip",
		Title:  "Address of the Session Initiation Protocol",
		Spec:   "RFC 3261",
		Status: scheme.Permanent,
		Form:   "sip:[user[:password]@]host[:port][;name[=value]]…[?name=value[&name=value]…]",
		Port:   5060,
		Retrieval: "Nothing is retrieved: the URI says whom to call. Whoever opens it finds a server for the host by RFC 3263, unless transport, maddr and port say which, " +
			"and sends a request for the URI, INVITE unless the method is given, with the header fields that the URI has and that are not dangerous.",
		Opening: "a telephone program that speaks SIP",
		Wire:    "\x00\n\r",
		Rules: []uri.Rule{ruleSlashes, ruleUser, rulePassword, ruleHost, rulePort, ruleCharacter, ruleParameter, ruleTwice, ruleTTL, ruleReliable, ruleTLS,
			ruleHeader, ruleUnsafeHeader, ruleFragment, ruleBase},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Equal:   equal,
		Base:    &ruleBase,
		Shape:   func(text []byte) int { return shape("sip:", text) },
	}
	secure := plain
	secure.Name = "sips"
	secure.Title = "Address of the Session Initiation Protocol, over TLS"
	secure.Form = "sips" + plain.Form[len("sip"):]
	secure.Port = 5061
	secure.Retrieval = "As in sip, but over TLS on every hop until the domain of the host is reached."
	secure.Shape = func(text []byte) int { return shape("sips:", text) }
	return []scheme.Info{plain, secure}
}

// The rules, in the order of what they are about.
var (
	ruleSlashes = uri.Rule{ID: "sip/slashes", Section: "RFC 3261 19.1.1", Title: "slashes before a SIP address", Hint: "write sip: and the address, without slashes",
		Text: "A SIP URI has no authority in the sense of the generic syntax. Two slashes behind the colon are of other schemes."}
	ruleUser = uri.Rule{ID: "sip/user", Section: "RFC 3261 19.1.1", Title: "empty user", Hint: "leave out the at sign where nobody is named",
		Text: "The at sign stands behind a user, and goes with it: a domain that handles no users has a URI without both."}
	rulePassword = uri.Rule{ID: "sip/password", Section: "RFC 3261 19.1.1", Title: "password in a SIP URI", Hint: "leave it out",
		Text: "The syntax lets a password stand behind the user, but RFC 3261 advises against it, since a URI is stored, shown and sent in the clear."}
	ruleHost = uri.Rule{ID: "sip/host", Section: "RFC 3261 25.1", Title: "no host", Hint: "a name, or an IPv4 address; nothing in it is percent-encoded",
		Text: "The host is a name of letters, digits and hyphens, whose last label begins with a letter, or an address. An IPv6 address stands in brackets, which RFC 3986 does not let stand in what it takes for a path, and RFC 3261 does not let be encoded: such a URI is none of the generic syntax."}
	rulePort = uri.Rule{ID: "sip/port", Section: "RFC 3261 25.1", Title: "no port", Hint: "a number up to 65535, or nothing, not even the colon",
		Text: "A colon behind the host is followed by digits, the number of a port."}
	ruleCharacter = uri.Rule{ID: "sip/character", Section: "RFC 3261 19.1.2", Title: "character that must be encoded here",
		Text: "In the parts of a SIP URI fewer characters may stand unencoded than in a path or query: in a password neither ; nor / nor ?, in parameters none of , = @, in header fields none of ; , = @."}
	ruleParameter = uri.Rule{ID: "sip/parameter", Section: "RFC 3261 25.1", Title: "no parameter", Hint: "a parameter is a name, or a name, an equals sign and a value",
		Text: "Names and values of parameters are not empty, and a ttl is a number from 0 to 255."}
	ruleTwice = uri.Rule{ID: "sip/twice", Section: "RFC 3261 19.1.1", Title: "parameter that is given a second time",
		Text: "Any parameter may stand once. Of two that differ nobody knows which counts."}
	ruleTTL = uri.Rule{ID: "sip/ttl", Section: "RFC 3261 19.1.1", Title: "time to live of no multicast", Hint: "leave ttl out, or name the group in maddr",
		Text: "The parameter ttl is of datagrams that go to many: it stands only where maddr is a multicast address and the transport is UDP."}
	ruleReliable = uri.Rule{ID: "sip/reliable", Section: "RFC 3261 19.1.1", Title: "sips over an unreliable transport", Hint: "leave out transport=udp",
		Text: "sips is over TLS on every hop, so that its transport is a reliable one, TCP or SCTP, and not UDP."}
	ruleTLS = uri.Rule{ID: "sip/tls", Section: "RFC 3261 26.2.2", Title: "transport=tls", Hint: "use sips, or leave it to the servers",
		Text: "The parameter is deprecated: it says something of the first hop only, over which TLS runs over TCP anyway."}
	ruleHeader = uri.Rule{ID: "sip/header", Section: "RFC 3261 25.1", Title: "no header field", Hint: "a header field is a name, an equals sign and a value, which may be empty",
		Text: "Behind the question mark stand header fields for the request, with ampersands between."}
	ruleUnsafeHeader = uri.Rule{ID: "sip/unsafe-header", Section: "RFC 3261 19.1.5", Title: "header field that is not to be honoured",
		Text: "A URI should not be able to say who calls, or which way the request and its answers go: From, Call-ID, CSeq, Via, Record-Route and Route are dangerous. Nor should it say where the caller is and what his program can do: Accept, Accept-Encoding, Accept-Language, Allow, Organization, Supported and User-Agent."}
	ruleFragment = uri.Rule{ID: "sip/fragment", Section: "RFC 3261 25.1", Title: "fragment in a SIP URI", Hint: "a number sign of a user or header field is %23",
		Text: "A SIP URI names no document in which a place could be."}
	ruleBase = uri.Rule{ID: "sip/base", Section: "RFC 3261 19.1.1", Title: "a SIP address is no path", Hint: "write the whole URI",
		Text: "User and host stand where the generic syntax has a path. A relative reference would cut them in the wrong place."}
)
