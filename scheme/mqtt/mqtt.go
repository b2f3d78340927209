// Package mqtt describes the schemes mqtt and mqtts: topics of a broker that
// speaks MQTT, in the clear or over TLS.
//
// IANA has both names. What their URIs are says the "URI Scheme" page of the
// MQTT Community Wiki, last changed in August 2014: a broker, with a user and
// password before its host, and no path. Clients write a topic there, and so it
// is read here. What a topic is says "MQTT Version 5.0", OASIS Standard, March
// 2019, section 4.7, as version 3.1.1 does.
package mqtt

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what mqtt and mqtts say of themselves.
func Schemes() []scheme.Info {
	plain := scheme.Info{
		Name:   "mqtt",
		Title:  "Topic of a broker that speaks MQTT",
		Spec:   "MQTT Community Wiki, URI Scheme",
		Status: scheme.Provisional,
		Form:   "mqtt://[user[:password]@]host[:port][/topic]",
		Port:   1883,
		Keep:   uri.KeepDotSegments, // the levels of a topic are names, dots too
		Retrieval: "Connect to the port of the host over TCP, and to the broker there by MQTT, as the user if one is named. " +
			"Subscribe to the decoded topic: the messages that come are its objects, without end. Without a topic the URI names the broker.",
		Opening: "a client of MQTT",
		Wire:    "\x00",
		Rules:   []uri.Rule{ruleHost, ruleCleartext, ruleTopic, ruleFilter},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  scheme.WithSlash,
	}
	secure := plain
	secure.Name = "mqtts"
	secure.Title = "Topic of a broker that speaks MQTT over TLS"
	secure.Form = "mqtts" + plain.Form[len("mqtt"):]
	secure.Port = 8883
	secure.Retrieval = "Connect to the port of the host over TCP, agree on TLS with a server whose certificate is for that host, and go on as in mqtt."
	return []scheme.Info{plain, secure}
}

var (
	ruleHost = uri.Rule{ID: "mqtt/host", Section: "MQTT Community Wiki, URI Scheme", Title: "no host is named", Hint: "two slashes and the host of the broker stand behind the colon",
		Text: "An mqtt URI is two slashes, a broker, and perhaps a topic. Without a host there is nobody to connect to."}
	ruleCleartext = uri.Rule{ID: "mqtt/cleartext", Section: "MQTT 5.0 5.4.1", Title: "login without encryption", Hint: "use mqtts",
		Text: "User and password are in the first packet, as they are. Over mqtt everybody on the way can read them."}
	ruleTopic = uri.Rule{ID: "mqtt/topic", Section: "MQTT 5.0 4.7", Title: "no topic",
		Text: "A topic is UTF-8 of 1 to 65,535 bytes without NUL. In a filter + stands for one level and # for all that follow: each alone between its slashes, # last."}
	ruleFilter = uri.Rule{ID: "mqtt/filter", Section: "MQTT 5.0 4.7.1", Title: "wildcard in a topic", Hint: "one can subscribe to it, but not publish",
		Text: "A topic with + or # is a filter, and stands for many topics. Both characters are in no name of a topic."}
)
