// Package gopher describes the schemes gopher and gophers, which is gopher over
// TLS: what their URIs mean, and the items of the menus that they come from. It is pure; the client is in the folder
// gopherclient.
//
// The scheme is defined by RFC 4266, "The gopher URI Scheme", November 2005;
// the protocol by RFC 1436, "The Internet Gopher Protocol", March 1993; its
// extension by "Gopher+: upward compatible enhancements to the Internet Gopher
// protocol", University of Minnesota, July 1993. What draft-ietf-uri-url-03,
// "Uniform Resource Locators", March 1994, says beyond them of the gopher+
// string is followed.
package gopher

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

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	plain := scheme.Info{
		Name:      "gopher",
		Title:     "The Internet Gopher",
		Spec:      "RFC 4266",
		Form:      "gopher://host[:port]/type selector[%09search[%09gopher+]]",
		Port:      70,
		Keep:      uri.KeepDotSegments, // a selector is octets: its dots are no steps
		Retrieval: retrieval,
		Opening:   "a gopher client",
		Wire:      "\x00\n\r",
		Rules:     []uri.Rule{ruleHost, ruleUserinfo, ruleSlash, ruleType, ruleUnusedType, ruleLostType, ruleLineEnd, ruleNUL, rulePlusOther},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:    normal,
		Trail:     Trail,
		Base:      &ruleLostType,
		Lawful:    dataBlock,
		Submits:   submits,
	}
	secure := plain
	secure.Name = "gophers"
	secure.Title = "The Internet Gopher over TLS"
	secure.Spec = "RFC 4266, over TLS by custom"
	secure.Status = scheme.Unregistered
	secure.Form = "gophers://host[:port]/type selector[%09search[%09gopher+]]"
	secure.Retrieval = "Connect to the port of the host over TCP, agree on TLS with a server whose certificate is for that host, and go on as in gopher."
	return []scheme.Info{plain, secure}
}

const retrieval = "The first character of the path is the item type: without a path it is 1, a menu. " +
	"Types 8 and T are sessions of telnet and tn3270 at the host and port; type 2 is a phone book of another protocol; type h with a selector URL:… " +
	"and type w hold the URI that they lead to; type 7 without a search string asks for one first. " +
	"For all others: connect to the port of the host over TCP, send the decoded selector, a tab and the search string if there is one, " +
	"and CR LF; read the answer until the server closes. " +
	"A menu is lines of items, ended by a line of one dot; a text may be ended by such a line, and then lines that begin with two dots have one too many; " +
	"all else is octets."

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "gopher/host", Section: "RFC 4266 2.1", Title: "no host is named",
		Text: "A gopher URI is gopher://, the host, and what to ask it for. Without a host there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "gopher/userinfo", Section: "RFC 4266 3", Title: "user name in a gopher URI", Hint: "it is not sent: gopher knows no login",
		Text: "The form of a gopher URI has no place for a user, and the protocol none for a login. Where servers ask for a password by a form of Gopher+, it travels in the clear."}
	ruleSlash = uri.Rule{ID: "gopher/slash", Section: "RFC 4266 2.1", Title: "no slash before the item type",
		Text: "The slash behind host and port may be left out only if nothing stands behind it."}
	ruleType = uri.Rule{ID: "gopher/type", Section: "RFC 1436 appendix", Title: "item type that is a control character",
		Text: "The first octet of the path is the item type: any ASCII character but tab, CR, LF and NUL."}
	ruleUnusedType = uri.Rule{ID: "gopher/unused-type", Section: "RFC 1436 3.8", Title: "item type that nobody uses", Hint: "is the type missing? a menu is /1…, a text /0…",
		Text: "The first character of the path is the item type. One that no server sends is most often the first letter of a selector before which the type was forgotten, or of a relative reference that replaced it."}
	ruleLostType = uri.Rule{ID: "gopher/relative-loses-type", Section: "draft-ietf-uri-url-03 1.2.3", Title: "reference relative to a gopher URI, which is no hierarchy", Hint: "write the whole URI",
		Text: "The first character of the path is the item type, the rest the selector, in which a slash need not be a level. A relative reference is resolved as if the path were a hierarchy, and its first character is then taken for the type."}
	ruleLineEnd = uri.Rule{ID: "gopher/line-end", Section: "RFC 4266 2.1", Title: "line end in what is sent", Hint: "it would add a second line to the request",
		Text: "A request is one line. A CR or LF that is decoded into it would begin another, which a server of some other protocol may take for a command; the 1994 draft warns of it. Only the data block of a filled-in Gopher+ form has lines."}
	ruleNUL = uri.Rule{ID: "gopher/nul", Section: "RFC 1436 appendix", Title: "NUL in what is sent", Hint: "it is not sent",
		Text: "RFC 4266 allows a NUL in a selector, RFC 1436 does not. Servers cut their text at it, so that they and whoever judged the URI read two different things."}
	rulePlusOther = uri.Rule{ID: "gopher/plus-other", Section: "draft-ietf-uri-url-03 1.2.3", Title: "gopher+ string of no known form",
		Text: "A gopher+ string is +, with a view and a language if they are chosen and the data block of a form if it is filled in; ! or $ with the names of attributes; or ? for a form to be filled in. Others are sent as they are, but for those with a tab, which would be one field more."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	add := func(r uri.Rule, s uri.Severity, at span) {
		out = append(out, uri.NewRemark(r, s, at.start, at.end-at.start))
	}
	u := v.uri
	if u.Host() == "" {
		add(ruleHost, uri.Forbid, rangeOf(u, uri.Host))
	}
	if u.HasUserinfo() {
		add(ruleUserinfo, uri.Warning, rangeOf(u, uri.Userinfo))
	}
	if v.whole.start < v.whole.end && u.String()[v.whole.start-1] != '/' {
		add(ruleSlash, uri.Forbid, span{v.whole.start, v.whole.start})
	}
	if v.Type == '\t' || v.Type == '\r' || v.Type == '\n' || v.Type == 0 {
		add(ruleType, uri.Forbid, v.at[typeField])
	} else if !v.Type.Known() {
		add(ruleUnusedType, uri.Info, v.at[typeField])
	}
	if i := v.lineEnd(); i >= 0 {
		add(ruleLineEnd, uri.Forbid, v.at[i])
	}
	if i := v.holding("\x00"); i >= 0 {
		add(ruleNUL, uri.Warning, v.at[i])
	}
	if v.Plus != nil && v.Plus.Kind == PlusOther {
		add(rulePlusOther, severityOf(v.Plus.Raw), v.at[plusField])
	}
	return out
}

// severityOf says how bad a gopher+ string of no known form is. A tab would
// begin a field that Gopher+ does not have, and what a server makes of that
// nobody knows.
func severityOf(other scheme.Octets) uri.Severity {
	if strings.Contains(string(other), "\t") {
		return uri.Forbid
	}
	return uri.Info
}

// submits reports whether u holds a form that is filled in.
func submits(u uri.URI) bool {
	v := read(u)
	return v.Plus != nil && v.Plus.Ask != nil
}

// dataBlock returns the range of the gopher+ string with the lines of a filled-in
// form: [ParsePlus] takes the exact grammar only, so that nothing else that has
// line ends is sent.
func dataBlock(u uri.URI) (start, end int) {
	v := read(u)
	if v.Plus == nil || v.Plus.Ask == nil {
		return 0, 0
	}
	return v.at[plusField].start, v.at[plusField].end
}

func rangeOf(u uri.URI, c uri.Component) span {
	start, end, _ := u.Range(c)
	return span{start, end}
}

// normal writes the path as [View.URI] does: within it no character is reserved
// (RFC 4266, section 2.1), so that an escape never means anything else than the
// octet. Where the slash before it is missing, which is forbidden, it stays: to
// write one would make it lawful.
func normal(u uri.URI) uri.URI {
	if u.Path() == "" && u.HasQuery() {
		return u
	}
	n, err := read(u).URI()
	if err != nil || n.String() == u.String() {
		return u
	}
	return n
}
