// Package gemini describes the schemes gemini and spartan: resources of servers
// that speak the Gemini and the Spartan protocol, two small relatives of Gopher
// and HTTP with one kind of document, text/gemini.
//
// gemini is defined by "Project Gemini, Speculative specification", v0.16.1,
// January 2022, section 1.2, at geminiprotocol.net; spartan by "The Spartan
// Protocol Specification", July 2021, section 5, at spartan.mozz.us.
package gemini

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
var ports = map[string]uint16{"gemini": 1965, "spartan": 300}

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	gemini := info("gemini", "The Gemini protocol", "Gemini v0.16.1")
	gemini.Retrieval = "Connect to the port of the host over TCP and agree on TLS, naming the host; the certificate is trusted as it was seen first. " +
		"Send the URI without its fragment, in normal form, and CR LF. The answer is a status of two digits and a text, and, of a success, a media type and the object until the server closes. " +
		"A status from 10 on asks for input, which becomes the query; one from 30 on gives the URI that leads to the object."
	gemini.Opening = "a Gemini browser"
	gemini.Rules = append(gemini.Rules, ruleUserinfo, ruleLength, rulePlus)

	spartan := info("spartan", "The Spartan protocol", "Spartan, July 2021")
	spartan.Retrieval = "Connect to the port of the host over TCP and send host, path and the length of the decoded query, with spaces between them, CR LF, and the decoded query. " +
		"The answer is a status of one digit and a text, and, of a success, 2, a media type and the object until the server closes; 3 gives the path that leads to it on the same host."
	spartan.Opening = "a browser that speaks Spartan"
	// The data is counted, not ended by an octet. Line ends are refused for the
	// sake of other services that may listen at the port.
	spartan.Wire = "\n\r"
	return []scheme.Info{gemini, spartan}
}

// info is what the schemes have in common.
func info(name, title, spec string) scheme.Info {
	return scheme.Info{
		Name:    name,
		Title:   title,
		Spec:    spec,
		Status:  scheme.Unregistered,
		Form:    name + "://host[:port][/path][?query]",
		Port:    ports[name],
		Rules:   []uri.Rule{ruleHost},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: remarks,
		Normal:  scheme.WithSlash,
	}
}

// maxLen is the length in bytes that the URI of a request may have (Gemini,
// section 2).
const maxLen = 1024

var (
	ruleHost = uri.Rule{ID: "gemini/host", Section: "Gemini 1.2", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "An authority with a host is required, in gemini and spartan. Without one there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "gemini/userinfo", Section: "Gemini 1.2", Title: "userinfo in a gemini URI", Hint: "drop it: who asks is told by a certificate of the client",
		Text: "The userinfo is not allowed in a gemini URI. In spartan it is, and means nothing."}
	ruleLength = uri.Rule{ID: "gemini/length", Section: "Gemini 2", Title: "URI of more than 1024 bytes",
		Text: "A request is the URI and a line end, and the URI may not be longer. The fragment does not count, since it is not sent; the slash of an empty path does."}
	rulePlus = uri.Rule{ID: "gemini/plus", Section: "Gemini 1.2", Title: "plus sign in the input", Hint: "it is no space: a space is written %20",
		Text: "Input is percent-encoded, and spaces are %20. Forms of the Web write a plus sign for a space; here it is one."}
)

func remarks(u uri.URI) (out []uri.Remark) {
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if !isGemini(u) {
		return out
	}
	if u.HasUserinfo() {
		out = append(out, scheme.RemarkOn(u, uri.Userinfo, ruleUserinfo, uri.Forbid))
	}
	if len(sent(u).String()) > maxLen {
		end := len(u.WithoutFragment().String())
		out = append(out, uri.NewRemark(ruleLength, uri.Forbid, min(maxLen, end), end-min(maxLen, end)))
	}
	if i := strings.IndexByte(u.Query(), '+'); i >= 0 {
		start, _, _ := u.Range(uri.Query)
		out = append(out, uri.NewRemark(rulePlus, uri.Info, start+i, 1))
	}
	return out
}

func isGemini(u uri.URI) bool { return strings.EqualFold(u.Scheme(), "gemini") }
