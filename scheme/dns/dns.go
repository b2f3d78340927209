// Package dns describes the scheme dns: the records of a name in the Domain Name
// System.
//
// It is defined by RFC 4501, "Domain Name System Uniform Resource Identifiers",
// May 2006. How names are written is of RFC 1035, "Domain names -
// implementation and specification", November 1987, sections 2.3.4 and 5.1;
// which classes and types there are says IANA's registry of DNS parameters.
package dns

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
	return []scheme.Info{{
		Name:   "dns",
		Title:  "Records of the Domain Name System",
		Spec:   "RFC 4501",
		Status: scheme.Permanent,
		Kind:   scheme.Name,
		Form:   "dns:[//host[:port]/]name[?[CLASS=class][;][TYPE=type]]",
		Port:   port,
		Keep:   uri.KeepDotSegments, // the dots of a name are no steps
		Retrieval: "Ask the server of the authority, or the one that is known locally, for the records of the name, of the class, IN if none is given, " +
			"and of the type, A if none is given. The records that answer are the resource.",
		Opening: "a program that looks up names, such as dig",
		Rules:   []uri.Rule{ruleUserinfo, ruleSlash, ruleName, ruleTwice, ruleValue, ruleMnemonic, ruleNumber, ruleUnknown, ruleBase},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Base:    &ruleBase,
		Shape:   shape,
	}}
}

const port = 53

var (
	ruleUserinfo = uri.Rule{ID: "dns/userinfo", Section: "RFC 4501 3", Title: "user name in a dns URI",
		Text: "The authority is a host and a port: a server of the DNS knows no users."}
	ruleSlash = uri.Rule{ID: "dns/slash", Section: "RFC 4501 3", Title: "slash in the wrong place", Hint: "one stands behind the authority, and none elsewhere; a slash in a name is %2F",
		Text: "The form is dns:name, or dns://host/name. A name holds no slash as it is."}
	ruleName = uri.Rule{ID: "dns/name", Section: "RFC 1035 2.3.4", Title: "no name of the DNS",
		Text: "A name is labels with dots between. A label has 1 to 63 octets, a name 255 with a length before each label and before the root. A dot within a label stands behind a backslash, %5C, and so can any character; or a backslash and three decimal digits give an octet."}
	ruleTwice = uri.Rule{ID: "dns/twice", Section: "RFC 4501 3", Title: "class or type that is given a second time",
		Text: "CLASS and TYPE may each be given once, in any order, even if both times the same."}
	ruleValue = uri.Rule{ID: "dns/value", Section: "RFC 4501 3", Title: "what can be no class or type", Hint: "write a mnemonic such as IN or MX, or a number up to 65535",
		Text: "Classes and types have 16 bits. They are written by the mnemonics that IANA has registered, or as decimal numbers."}
	ruleMnemonic = uri.Rule{ID: "dns/mnemonic", Section: "RFC 4501 3", Title: "class or type that is not known here", Hint: "its number would be understood by all",
		Text: "A mnemonic that was registered lately, or never, is not understood by all programs. RFC 4501 lets new ones be written as numbers."}
	ruleNumber = uri.Rule{ID: "dns/number", Section: "RFC 4501 3", Title: "number of a class or type that all know by name",
		Text: "The classes and types of RFC 1035 should be written by their mnemonics, which every implementation knows."}
	ruleUnknown = uri.Rule{ID: "dns/unknown", Section: "RFC 4501 6", Title: "element that is neither CLASS nor TYPE",
		Text: "RFC 4501 defines no other elements of the query. What is accepted unread can carry secrets out."}
	ruleBase = uri.Rule{ID: "dns/base", Section: "RFC 4501 3", Title: "a domain name is no path", Hint: "write the whole URI",
		Text: "The hierarchy of the DNS is written from the name up, with dots. The slashes of a relative reference know nothing of it."}
)
