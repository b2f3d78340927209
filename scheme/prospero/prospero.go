// Package prospero describes the scheme prospero: objects that the Prospero
// Directory Service leads to.
//
// The scheme is defined by RFC 4157, "The prospero URI Scheme", August 2005,
// which repeats RFC 1738, "Uniform Resource Locators (URL)", December 1994,
// section 3.11; the form of before is in draft-ietf-uri-url-03, "Uniform
// Resource Locators", March 1994, section 1.2.6. The protocol is "The Prospero
// Protocol", version 5, USC/Information Sciences Institute, June 1993.
package prospero

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

const port = 1525

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "prospero",
		Title:     "The Prospero Directory Service",
		Spec:      "RFC 4157",
		Status:    scheme.Historical,
		Form:      "prospero://host[:port]/hsoname[;field=value]…",
		Port:      port,
		Keep:      uri.KeepDotSegments, // a slash of an hsoname need be no level
		Retrieval: retrieval,
		Opening:   "a Prospero client",
		Wire:      "\x00\n\r",
		Lawful:    delimiter,
		Rules:     []uri.Rule{ruleHost, ruleUserinfo, ruleSlash, ruleName, ruleField, ruleDraft, ruleVersion, ruleNUL, ruleBase},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:    normal,
		Base:      &ruleBase,
		Trail:     trail,
	}}
}

const retrieval = "Ask the directory server at the port of the host, over UDP by the Asynchronous Reliable Delivery Protocol, for the links of the directory of that name; if it is none, for the attributes of the object. " +
	"An attribute ACCESS-METHOD names a protocol, a host and a name there, which make the URL that leads to the object; PROSPERO-CONTENTS is the object itself. " +
	"A link to something of another service is a URL of that service."

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "prospero/host", Section: "RFC 4157 2", Title: "no host is named",
		Text: "A prospero URI is prospero://, the host of a directory server, and a name there. Without a host there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "prospero/userinfo", Section: "RFC 4157 2", Title: "user name in a prospero URI", Hint: "drop it",
		Text: "No user name or password is allowed in a prospero URI. Prospero sends passwords in the clear (section 3)."}
	ruleSlash = uri.Rule{ID: "prospero/slash", Section: "RFC 4157 2", Title: "no slash before the name",
		Text: "The slash behind host and port is not part of the name, and not left out before one."}
	ruleName = uri.Rule{ID: "prospero/name", Section: "RFC 4157 2", Title: "no name of an object",
		Text: "What the URI leads to is called by its host-specific object name. An empty one is lawful, and means what the server makes of it."}
	ruleField = uri.Rule{ID: "prospero/field", Section: "RFC 4157 2", Title: "field without a value", Hint: "behind a semicolon stands field=value; a semicolon in a name is written %3B",
		Text: "A semicolon is reserved: it introduces a field, whose value stands behind an equals sign. The fields serve to identify the object."}
	ruleDraft = uri.Rule{ID: "prospero/draft-1994", Section: "draft-ietf-uri-url-03 1.2.6", Title: "version behind %00, as before RFC 1738", Hint: "write ;OBJECT-VERSION= and the version",
		Text: "In the 1994 draft an escaped NUL parts the name from a version and attributes. RFC 1738 and RFC 4157 have fields instead, and to them the NUL is one of the name."}
	ruleVersion = uri.Rule{ID: "prospero/version", Section: "draft-ietf-uri-url-03 1.3", Title: "no version behind %00", Hint: "digits stand there, and perhaps letters and digits of attributes",
		Text: "A version is digits, and attributes are letters and digits."}
	ruleNUL = uri.Rule{ID: "prospero/nul", Section: "The Prospero Protocol, version 5", Title: "NUL that introduces no version",
		Text: "No token of the protocol can hold a NUL, and programs end their strings at it. The one escaped NUL that the 1994 draft has is a delimiter."}
	ruleBase = uri.Rule{ID: "prospero/base", Section: "RFC 4157 2", Title: "reference resolved against a prospero URI",
		Text: "A slash in the name may mean a level on the server, but that is not guaranteed, and a program should not assume it. The result may name nothing."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	add := func(r uri.Rule, s uri.Severity, at span) {
		out = append(out, uri.NewRemark(r, s, at[0], at[1]-at[0]))
	}
	if v.Host == "" {
		out = append(out, scheme.RemarkOn(v.uri, uri.Host, ruleHost, uri.Forbid))
	}
	if v.User != nil {
		out = append(out, scheme.RemarkOn(v.uri, uri.Userinfo, ruleUserinfo, uri.Forbid))
	}
	if v.whole[0] < v.whole[1] && v.uri.String()[v.whole[0]-1] != '/' {
		add(ruleSlash, uri.Forbid, span{v.whole[0], v.whole[0]})
	}
	if v.HSOName == "" {
		add(ruleName, uri.Info, v.name)
	}
	if v.Draft1994 {
		return append(out, v.remarksOnVersion()...)
	}
	for i, a := range v.Attributes {
		if a.Value == nil {
			add(ruleField, uri.Forbid, v.fields[i])
		}
	}
	text := v.uri.String()[:v.whole[1]]
	if i := strings.Index(text[v.name[1]:], nul); i >= 0 {
		add(ruleNUL, uri.Forbid, span{v.name[1] + i, v.name[1] + i + len(nul)})
	}
	return out
}

// remarksOnVersion judges the form of 1994.
func (v View) remarksOnVersion() []uri.Remark {
	start, end := v.name[1], v.whole[1]
	out := []uri.Remark{uri.NewRemark(ruleDraft, uri.Info, start, end-start)}
	start += len(nul)
	tail := v.uri.String()[start:end]
	switch i := strings.Index(tail, nul); {
	case i >= 0:
		out = append(out, uri.NewRemark(ruleNUL, uri.Forbid, start+i, len(nul)))
	case v.Version == "":
		out = append(out, uri.NewRemark(ruleVersion, uri.Forbid, start, end-start))
	}
	return out
}

// delimiter returns the range of the escaped NUL that introduces a version in
// the form of 1994: it parts the URI and is not sent.
func delimiter(u uri.URI) (start, end int) {
	v := read(u)
	if !v.Draft1994 || v.Version == "" {
		return 0, 0
	}
	return v.name[1], v.name[1] + len(nul)
}

// normal writes the name and the fields as [View.URI] does: within them an
// escape never means anything else than the octet.
func normal(u uri.URI) uri.URI {
	v := read(u)
	n, err := v.URI()
	if err != nil || scheme.Forbidden("", v.remarks()) != nil {
		return u
	}
	return n
}

// trail is one step, the object: what the slashes of its name mean only the
// server knows.
func trail(u uri.URI) []scheme.Step {
	v := read(u)
	if v.Host == "" || v.whole[0] == v.whole[1] {
		return nil
	}
	return []scheme.Step{{Start: v.whole[0], End: v.whole[1], URI: u, Title: "object"}}
}
