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
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

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
		Wire:    controls,
		Rules:   []uri.Rule{ruleHost, rulePath, ruleControl, ruleClear},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  normal,
	}
}

// controls are C0 and DEL: a program that types a name into a session would
// press keys with them.
const controls = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"

var (
	ruleHost = uri.Rule{ID: "telnet/host", Section: "RFC 4248 2", Title: "no host is named",
		Text: "The URI of a session is the name of the scheme, // and the host. Without a host there is nothing to connect to."}
	rulePath = uri.Rule{ID: "telnet/path", Section: "RFC 4248 2", Title: "something behind host and port", Hint: "only a slash may stand there",
		Text: "The URI of a session names no object at the host, so that it ends with host and port, and a slash that may be left out. RFC 6270, section 2.1, has the same for tn3270."}
	ruleControl = uri.Rule{ID: "telnet/control", Section: "draft-ietf-uri-url-03 1.4", Title: "encoded control character", Hint: "it is not decoded onto the wire",
		Text: "Decoded and typed into a session, a control character is a key: a line end would begin a second command, which the 1994 draft warns of."}
	ruleClear = uri.Rule{ID: "telnet/cleartext", Section: "RFC 4248 3", Title: "session without encryption",
		Text: "telnet, rlogin and tn3270 send all that is typed and shown in the clear, the password too. SSH is meant to take their place (RFC 6270, section 3)."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	add := func(r uri.Rule, s uri.Severity, start, end int) {
		out = append(out, uri.NewRemark(r, s, start, end-start))
	}
	add(ruleClear, uri.Info, 0, len(u.Scheme()))
	if u.Host() == "" {
		start, end, _ := u.Range(uri.Host)
		add(ruleHost, uri.Forbid, start, end)
	}
	for _, c := range [...]uri.Component{uri.Userinfo, uri.Path, uri.Query} {
		text, _ := u.Component(c)
		start, end, defined := u.Range(c)
		if c == uri.Path && text != "" && text != "/" || c == uri.Query && defined {
			add(rulePath, uri.Forbid, start, end)
		}
		if strings.ContainsAny(pct.Decode(text), controls) {
			add(ruleControl, uri.Warning, start, end)
		}
	}
	return out
}

// normal writes the slash that may be left out: telnet://h is telnet://h/.
func normal(u uri.URI) uri.URI {
	if u.Path() != "" || u.Host() == "" {
		return u
	}
	_, end, _ := u.Range(uri.Authority)
	n, err := uri.Parse(u.String()[:end] + "/" + u.String()[end:])
	if err != nil {
		return u // longer than a URI may be
	}
	return n
}
