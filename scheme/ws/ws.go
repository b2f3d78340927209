// Package ws describes the schemes ws and wss: connections by the WebSocket
// protocol, in the clear or over TLS.
//
// They are defined by RFC 6455, "The WebSocket Protocol", December 2011, section
// 3; registered there in section 11.1.
package ws

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what ws and wss say of themselves.
func Schemes() []scheme.Info {
	plain := scheme.Info{
		Name:   "ws",
		Title:  "Connection by the WebSocket protocol",
		Spec:   "RFC 6455",
		Status: scheme.Permanent,
		Form:   "ws://host[:port][/path][?query]",
		Port:   80,
		Retrieval: "Nothing is retrieved: the URI names the end of a connection. Whoever opens it connects to the port of the host over TCP, " +
			"sends a GET request of HTTP for the resource name, which asks to upgrade to websocket, and exchanges messages from then on.",
		Opening: "a program that speaks WebSocket, such as a page in a web browser",
		Rules:   []uri.Rule{ruleHost, ruleUserinfo, ruleFragment},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  normal,
	}
	secure := plain
	secure.Name = "wss"
	secure.Title = "Connection by the WebSocket protocol over TLS"
	secure.Form = "wss" + plain.Form[len("ws"):]
	secure.Port = 443
	secure.Retrieval = "Nothing is retrieved: the URI names the end of a connection. Whoever opens it connects to the port of the host over TCP, agrees on TLS with a server whose certificate is for that host, and goes on as in ws."
	return []scheme.Info{plain, secure}
}

var (
	ruleHost = uri.Rule{ID: "ws/host", Section: "RFC 6455 3", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "The form is ws://, a host, and perhaps a port, a path and a query. Without a host there is nobody to connect to."}
	ruleUserinfo = uri.Rule{ID: "ws/userinfo", Section: "RFC 6455 3", Title: "user name in a WebSocket URI",
		Text: "Only host and port stand behind the slashes: the grammar has no place for a user, and the handshake does not send one that stands there."}
	ruleFragment = uri.Rule{ID: "ws/fragment", Section: "RFC 6455 3", Title: "fragment in a WebSocket URI", Hint: "a number sign of the path or query is %23",
		Text: "A fragment is a place in a document, and a connection has none: fragments must not be used."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	if u.HasUserinfo() {
		out = append(out, scheme.RemarkOn(u, uri.Userinfo, ruleUserinfo, uri.Forbid))
	}
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if u.HasFragment() {
		out = append(out, scheme.RemarkOn(u, uri.Fragment, ruleFragment, uri.Forbid))
	}
	return out
}

// normal writes an empty path as "/" and drops an empty query: the resource name
// has the one and lacks the other (RFC 6455, section 3).
func normal(u uri.URI) uri.URI {
	if u.HasQuery() && u.Query() == "" {
		u = u.WithoutQuery()
	}
	return scheme.WithSlash(u)
}
