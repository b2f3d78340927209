// Package http describes the schemes http and https.
//
// An http URI names a resource in the namespace of a server that listens for
// HTTP at the host and port of the authority; path and query name it there and
// are the server's business. https is the same over TLS, and another namespace.
//
// The schemes are defined by RFC 9110, "HTTP Semantics", June 2022, section
// 4.2. What a query holds is not: pairs are read as forms write them (uri(7);
// the URL Standard, section 5.1), words as isindex did (RFC 1866, section 7.5).
package http

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

// Schemes returns what http and https say of themselves.
func Schemes() []scheme.Info {
	plain := scheme.Info{
		Name:   "http",
		Title:  "The Hypertext Transfer Protocol",
		Spec:   "RFC 9110",
		Status: scheme.Permanent,
		Form:   "http://host[:port][/path][?query]",
		Port:   80,
		Retrieval: "Connect to the port of the host over TCP and send a GET request whose target is the path, \"/\" if it is empty, and the query, both as written. " +
			"The content of a successful response is the object; a redirection gives the URL that leads to it in its Location field.",
		Opening: "a web browser",
		Rules:   []uri.Rule{ruleNoAuthority, ruleEmptyHost, ruleUserinfo},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  normal,
	}
	secure := plain
	secure.Name = "https"
	secure.Title = "HTTP over TLS"
	secure.Form = "https://host[:port][/path][?query]"
	secure.Port = 443
	secure.Retrieval = "Connect to the port of the host over TCP, agree on TLS with a server whose certificate is for that host, and go on as in http."
	return []scheme.Info{plain, secure}
}

var (
	ruleNoAuthority = uri.Rule{ID: "http/no-authority", Section: "RFC 9110 4.2.1", Title: "no host",
		Hint: "two slashes and a host stand behind the colon",
		Text: "An http or https URI is \"http://\" or \"https://\", an authority and a path. Without an authority there is no server to ask; browsers guess one, each in its way."}
	ruleEmptyHost = uri.Rule{ID: "http/empty-host", Section: "RFC 9110 4.2.1", Title: "empty host",
		Hint: "two slashes introduce the host: a third begins the path",
		Text: "An http or https URI with an empty host must be rejected as invalid: it names no server."}
	ruleUserinfo = uri.Rule{ID: "http/userinfo", Section: "RFC 9110 4.2.4", Title: "userinfo in an http URI", Hint: "see that the host, which stands behind the \"@\", is the one you mean",
		Text: "A user name or password in http and https URIs is deprecated and may not be sent in a message. Where a URI comes from elsewhere, its likely purpose is to look as if the userinfo were the host."}
)

func remarks(u uri.URI) []uri.Remark {
	var out []uri.Remark
	add := func(r uri.Rule, s uri.Severity, c uri.Component) {
		start, end, _ := u.Range(c)
		out = append(out, uri.NewRemark(r, s, start, end-start))
	}
	if u.HasUserinfo() {
		add(ruleUserinfo, uri.Warning, uri.Userinfo)
	}
	switch {
	case !u.HasAuthority():
		add(ruleNoAuthority, uri.Forbid, uri.Authority)
	case u.Host() == "":
		add(ruleEmptyHost, uri.Forbid, uri.Host)
	}
	return out
}

// normal writes an empty path as "/" (RFC 9110, section 4.2.3) and a port
// without leading zeros, as an origin has it (section 4.3.1).
func normal(u uri.URI) uri.URI {
	text := u.String()
	if start, end, _ := u.Range(uri.Path); start == end && u.Host() != "" {
		text = text[:start] + "/" + text[end:]
	}
	if start, end, _ := u.Range(uri.Port); start < end && text[start] == '0' {
		digits := strings.TrimLeft(text[start:end], "0")
		if digits == "" {
			digits = "0" // no port, but not the default either
		}
		text = text[:start] + digits + text[end:]
	}
	if text == u.String() {
		return u
	}
	n, err := uri.Parse(text)
	if err != nil {
		return u // the slash was one byte too many for a URI
	}
	return n
}
