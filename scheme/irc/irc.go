// Package irc describes the schemes of Internet Relay Chat: irc, ircs over TLS,
// and irc6, which is irc by IPv6. Their URIs name a server, and perhaps a channel
// to join or somebody to talk to.
//
// The schemes are registered provisionally. Two expired drafts define them:
// draft-mirashi-url-irc-01, "irc: URL scheme", August 1996, and
// draft-butcher-irc-url-04, "Uniform Resource Locator Schemes for Internet Relay
// Chat Entities", January 2004, which is followed where they differ. The port of
// ircs is that of RFC 7194, "Default Port for Internet Relay Chat (IRC) via
// TLS/SSL", August 2014. The protocol is RFC 2812, "Internet Relay Chat: Client
// Protocol", April 2000.
package irc

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// ports are the schemes and their default ports.
var ports = map[string]uint16{"irc": 6667, "ircs": 6697, "irc6": 6667}

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{
		info("irc", "Internet Relay Chat"),
		info("ircs", "Internet Relay Chat over TLS"),
		info("irc6", "Internet Relay Chat by IPv6"),
	}
}

// info is what the schemes have in common.
func info(name, title string) scheme.Info {
	rules := []uri.Rule{ruleHost, ruleForm, ruleHash, ruleName, ruleFlag, ruleOption}
	if name != "ircs" {
		rules = append(rules, ruleClear)
	}
	return scheme.Info{
		Name:   name,
		Title:  title,
		Spec:   "draft-butcher-irc-url-04",
		Status: scheme.Provisional,
		Form:   name + "://[user[:password]@]host[:port]/[channel][,flag]…[?key=…] or …/nick,isuser",
		Port:   ports[name],
		Keep:   uri.KeepDotSegments, // a channel may be called ".."
		Retrieval: "Nothing is retrieved: the URI names a conversation. Whoever opens it connects to the port of the host over TCP, logs in with a nickname of his own, " +
			"and joins the channel or talks to the person.",
		Opening: "a program for IRC",
		Wire:    scheme.Controls,
		Rules:   rules,
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
	}
}

const butcher = "draft-butcher-irc-url-04"

var (
	ruleHost = uri.Rule{ID: "irc/host", Section: butcher, Title: "no host is named",
		Text: "A channel or nickname is on one network only. The draft of 1996 let the host out for the server that one is connected to anyway."}
	ruleForm = uri.Rule{ID: "irc/form", Section: butcher, Title: "no slashes and host", Hint: "write irc://host/channel",
		Text: "The URI of a conversation is the name of the scheme, // and a host, a slash and what to join."}
	ruleHash = uri.Rule{ID: "irc/hash", Section: "RFC 3986 3.5", Title: `"#" of a channel begins a fragment`, Hint: "write %23, or leave it out",
		Text: "Names of channels begin with #, but bare in a URI it begins a fragment, which programs cut off. It is read as meant all the same. Two bare ones are no URI."}
	ruleName = uri.Rule{ID: "irc/name", Section: "RFC 2812 1.3", Title: "space, comma or control G in the name of a channel",
		Text: "A space ends a word of the protocol and a comma begins the name of another channel, so that no channel has them in its name, encoded or not; nor has it the bell, ASCII 7."}
	ruleFlag = uri.Rule{ID: "irc/flag", Section: butcher, Title: "flag that is not known", Hint: "isuser, ischannel, isserver, isnetwork, needpass or needkey",
		Text: "Behind a comma stands what the name is. The drafts know no list of channels; programs that do take each piece for a channel."}
	ruleOption = uri.Rule{ID: "irc/option", Section: butcher, Title: "what is no option", Hint: "write ?name=value, the name of letters and hyphens",
		Text: "Options are parted by &. The one that is defined is key, the password of a channel."}
	ruleClear = uri.Rule{ID: "irc/cleartext", Section: "RFC 7194 1", Title: "conversation without encryption", Hint: "ircs is the same over TLS",
		Text: "All that is said passes in the clear, passwords too."}
)
