// Package finger describes the schemes of protocols that answer one line with
// text: finger, which tells of the users of a host, and whois, which tells who
// holds a name or number of the Internet.
//
// finger is defined by draft-ietf-uri-url-finger-02, "finger URL Specification",
// March 1995, which never became an RFC; its protocol by RFC 1288, "The Finger
// User Information Protocol", December 1991. No document defines whois; its
// protocol is RFC 3912, "WHOIS Protocol Specification", September 2004.
package finger

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

// ports are the default ports of the schemes.
var ports = map[string]uint16{"finger": 79, "whois": 43}

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	finger := info("finger", "The Finger User Information Protocol", "draft-ietf-uri-url-finger-02")
	finger.Status = scheme.Provisional
	finger.Form = "finger://host[:port][/request], where request is [/W SP][username][@host]…"
	finger.Opening = "a finger program"
	finger.Rules = append(finger.Rules, ruleForward)

	whois := info("whois", "The WHOIS protocol", "RFC 3912 for the protocol")
	whois.Status = scheme.Unregistered
	whois.Form = "whois://host[:port][/request]"
	whois.Opening = "a whois program"

	return []scheme.Info{finger, whois}
}

// info is what the schemes have in common.
func info(name, title, spec string) scheme.Info {
	return scheme.Info{
		Name:      name,
		Title:     title,
		Spec:      spec,
		Port:      ports[name],
		Keep:      uri.KeepDotSegments, // a request is a line, no hierarchy
		Retrieval: "Connect to the port of the host over TCP, send the decoded request and CR LF, and read the text of the answer until the server closes.",
		Wire:      scheme.Controls,
		Rules:     []uri.Rule{ruleHost, ruleUserinfo, ruleRequest, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:    normal,
	}
}

const draft = "draft-ietf-uri-url-finger-02"

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "finger/host", Section: draft, Title: "no host is named",
		Text: "A request is sent to a host. The first drafts of 1995 wrote finger:user@host without slashes; the last has two slashes, the host, and the request behind it."}
	ruleUserinfo = uri.Rule{ID: "finger/userinfo", Section: draft, Title: "user before the host", Hint: "write finger://host/user",
		Text: "The form of the URI has no place for a user before the host. People write finger://user@host all the same: it is read as the request for that user, if no other stands behind the slash. In no other case is it sent."}
	ruleRequest = uri.Rule{ID: "finger/request", Section: "RFC 1288 2.3", Title: "request that is no line of the protocol", Hint: "it is /W and a space, a user name and @host, each of which may be missing",
		Text: "The request of a finger URI must be one of RFC 1288, and a line of WHOIS is one line. A line end or other control character is never sent."}
	ruleForward = uri.Rule{ID: "finger/forward", Section: "RFC 1288 3.2.1", Title: "request to ask another host", Hint: "name that host in the URI, and only the user behind the slash",
		Text: "The host is asked to pass the request on to the last of the hosts in it. That hides who asks, so that most refuse; the RFC tells them how."}
	ruleQuery = uri.Rule{ID: "finger/query", Section: "RFC 3986 3.4", Title: "query that is no part of the request", Hint: "a question mark in a request is written %3F",
		Text: "The request is the path. What stands behind a question mark is not sent."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	if v.Host == "" {
		out = append(out, scheme.RemarkOn(v.uri, uri.Host, ruleHost, uri.Forbid))
	}
	if v.uri.HasUserinfo() {
		out = append(out, scheme.RemarkOn(v.uri, uri.Userinfo, ruleUserinfo, uri.Warning))
	}
	if !v.lawful {
		out = append(out, uri.NewRemark(ruleRequest, uri.Forbid, v.at[0], v.at[1]-v.at[0]))
	}
	if len(v.Forward) > 0 {
		start := v.at[0] + indexAt(v.uri.String()[v.at[0]:v.at[1]])
		out = append(out, uri.NewRemark(ruleForward, uri.Warning, start, v.at[1]-start))
	}
	if v.uri.HasQuery() {
		out = append(out, scheme.RemarkOn(v.uri, uri.Query, ruleQuery, uri.Warning))
	}
	return out
}

// indexAt returns where the first "@" of s stands, as it is or encoded; there
// is one.
func indexAt(s string) int {
	plain, encoded := strings.IndexByte(s, '@'), strings.Index(s, "%40")
	if plain < 0 || encoded >= 0 && encoded < plain {
		return encoded
	}
	return plain
}

// normal writes the request behind the slash, as [View.URI] does.
func normal(u uri.URI) uri.URI {
	n, err := read(u).URI()
	if err != nil {
		return u
	}
	return n
}
