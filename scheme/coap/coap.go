// Package coap describes the schemes of the Constrained Application Protocol:
// coap and coaps, over UDP and DTLS; coap+tcp and coaps+tcp, over TCP and TLS;
// coap+ws and coaps+ws, over WebSockets.
//
// The first two are defined by RFC 7252, "The Constrained Application Protocol
// (CoAP)", June 2014, section 6; the others by RFC 8323, "CoAP (Constrained
// Application Protocol) over TCP, TLS, and WebSockets", February 2018, section
// 8.
package coap

import (
	_ "embed"
	"errors"
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
	var infos []scheme.Info
	for _, t := range transports {
		infos = append(infos, scheme.Info{
			Name:   t.scheme,
			Title:  "The Constrained Application Protocol over " + t.name,
			Spec:   t.spec,
			Status: scheme.Permanent,
			Form:   t.scheme + "://host[:port][/path][?query]",
			Port:   t.port,
			Retrieval: "Exchange messages of CoAP with the port of the host over " + t.name + t.how + ". " +
				"Send a GET request with the options that the URI is taken apart into: Uri-Host if the host is a name, Uri-Path for each segment of the path, Uri-Query for each argument of the query, all decoded. " +
				"The payload of a response of class 2 is the object.",
			Opening: "a program that speaks CoAP",
			Rules:   []uri.Rule{ruleHost, ruleUserinfo, ruleFragment, ruleOption},
			View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
			Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
			Normal:  normal,
		})
	}
	return infos
}

// A transport is what a scheme runs over.
type transport struct {
	scheme, name, spec, how string
	port                    uint16
}

var transports = [...]transport{
	{"coap", "UDP", "RFC 7252", "", 5683},
	{"coaps", "UDP with DTLS", "RFC 7252", "", 5684},
	{"coap+tcp", "TCP", "RFC 8323", "", 5683},
	{"coaps+tcp", "TCP with TLS", "RFC 8323", "", 5684},
	{"coap+ws", "WebSockets", "RFC 8323", ", at the resource /.well-known/coap of ws", 80},
	{"coaps+ws", "WebSockets with TLS", "RFC 8323", ", at the resource /.well-known/coap of wss", 443},
}

// transportOf returns the transport of u, whose scheme is one of this folder.
func transportOf(u uri.URI) transport {
	for _, t := range transports {
		if strings.EqualFold(t.scheme, u.Scheme()) {
			return t
		}
	}
	return transports[0]
}

var (
	ruleHost = uri.Rule{ID: "coap/host", Section: "RFC 7252 6.1", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "A URI without an authority, or with an empty host, must be taken for invalid: there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "coap/userinfo", Section: "RFC 7252 6.1", Title: "user name in a CoAP URI",
		Text: "The authority is a host and a port. No option of the protocol carries a user."}
	ruleFragment = uri.Rule{ID: "coap/fragment", Section: "RFC 7252 6.4", Title: "fragment that no request can hold", Hint: "it is taken off before",
		Text: "A URI with a fragment cannot be taken apart into options: whoever asks keeps the fragment to himself."}
	ruleOption = uri.Rule{ID: "coap/option", Section: "RFC 7252 5.10", Title: "too long for an option", Hint: "a host, segment or argument has 255 bytes at most, decoded",
		Text: "Host, each segment of the path and each argument of the query are sent as an option of their own, which has 255 bytes at most."}
)

// maxOption is how long Uri-Host, Uri-Path and Uri-Query may be, in bytes (RFC
// 7252, section 5.10, table 4).
const maxOption = 255

var errDot = errors.New(`coap: "." and ".." are no segments of a path, but steps in it (RFC 7252 5.10.1)`)

// normal writes the URI as its options are put together again: no other
// characters are percent-encoded than RFC 7252, section 6.5, wants, since none of
// the encoding is left in the options (section 6.4). An empty path is "/"
// (section 6.3).
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n, err := v.URI()
	if err != nil || n.String() == u.String() {
		return u
	}
	return n
}
