// Package telnet describes the schemes of interactive sessions: telnet, rlogin
// and tn3270. Their URIs name a host, a port and a login name, and no object:
// a session can be opened, not retrieved (draft-ietf-uri-url-03, "Uniform
// Resource Locators", March 1994, section 1.2.7).
//
// telnet is defined by RFC 4248, "The telnet URI Scheme", October 2005; tn3270
// by RFC 6270, "The 'tn3270' URI Scheme", June 2011; rlogin by nothing but its
// name in the 1994 draft and RFC 1738, so that it is read like the two others.
// Its protocol is RFC 1282, "BSD Rlogin", December 1991.
package telnet

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
	telnet := info("telnet", "Interactive session by Telnet", "RFC 4248", 23)
	telnet.Form = "telnet://[user[:password]@]host[:port][/]"
	telnet.Opening = "a telnet program in a terminal"

	rlogin := info("rlogin", "Interactive session by rlogin", "draft-ietf-uri-url-03, section 1.2.7", 513)
	rlogin.Status = scheme.Unregistered
	rlogin.Form = "rlogin://[user@]host[:port][/]"
	rlogin.Opening = "an rlogin program in a terminal"

	tn3270 := info("tn3270", "Interactive session by TN3270 or TN3270E", "RFC 6270", 23)
	tn3270.Form = "tn3270://[userinfo@]host[:port][/]"
	tn3270.Opening = "an emulator of the 3270 terminal"

	return []scheme.Info{telnet, rlogin, tn3270}
}

// info is what the schemes have in common.
func info(name, title, spec string, port uint16) scheme.Info {
	return scheme.Info{
		Name:  name,
		Title: title,
		Spec:  spec,
		Port:  port,
		Retrieval: "Nothing is retrieved: the URI names an interactive session. Whoever opens it connects to the port of the host over TCP, " +
			"speaks " + name + ", and logs in by hand; the user name is advice to him.",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleHost, rulePath, ruleClear},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  scheme.WithSlash,
	}
}

var (
	ruleHost = uri.Rule{ID: "telnet/host", Section: "RFC 4248 2", Title: "no host is named",
		Text: "The URI of a session is the name of the scheme, // and the host. Without a host there is nothing to connect to."}
	rulePath = uri.Rule{ID: "telnet/path", Section: "RFC 4248 2", Title: "something behind host and port", Hint: "only a slash may stand there",
		Text: "The URI of a session names no object at the host, so that it ends with host and port, and a slash that may be left out. RFC 6270, section 2.1, has the same for tn3270."}
	ruleClear = uri.Rule{ID: "telnet/cleartext", Section: "RFC 4248 3", Title: "session without encryption",
		Text: "telnet, rlogin and tn3270 send all that is typed and shown in the clear, the password too. SSH is meant to take their place (RFC 6270, section 3)."}
)

func remarks(u uri.URI) []uri.Remark {
	out := []uri.Remark{scheme.RemarkOn(u, uri.Scheme, ruleClear, uri.Info)}
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if u.Path() != "" && u.Path() != "/" {
		out = append(out, scheme.RemarkOn(u, uri.Path, rulePath, uri.Forbid))
	}
	if u.HasQuery() {
		out = append(out, scheme.RemarkOn(u, uri.Query, rulePath, uri.Forbid))
	}
	return out
}
