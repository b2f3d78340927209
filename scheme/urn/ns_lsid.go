package urn

import (
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An LSID is what the NSS of urn:lsid says: a life science identifier.
type LSID struct {
	Authority string `json:"authority"` // mostly a domain name
	Namespace string `json:"namespace"` // of the authority
	Object    string `json:"object"`
	Revision  string `json:"revision,omitempty"`
}

var lsidNamespace = Namespace{
	NID:         "lsid",
	Title:       "Life Science Identifiers",
	Spec:        "OMG Life Sciences Identifiers (the namespace is in use, but not registered)",
	Form:        "authority:namespace:object[:revision]",
	Special:     "the colon, between the parts",
	Equivalence: "none that is relied on here",
	Functional:  "none: what one identifier names never changes, and another revision is another name",
	Security:    "the authority is found by the DNS, so that who has the domain name by now decides what the identifier leads to",
	Rules:       []uri.Rule{ruleLSIDParts},
	Read:        readLSID,
}

var ruleLSIDParts = uri.Rule{ID: "urn/lsid-parts", Section: "OMG LSID", Title: "not authority, namespace and object", Hint: "such as ubio.org:namebank:11815",
	Text: "The identifier has three parts with colons between, and sometimes a fourth for the revision of the object. None of them is empty. The rule is that of the Object Management Group."}

func readLSID(nss string) (any, []Finding) {
	parts := piece{nss, 0}.split(':')
	if findings := checkParts(ruleLSIDParts, parts, 3, 4); findings != nil {
		return nil, findings
	}
	l := LSID{Authority: parts[0].text, Namespace: parts[1].text, Object: parts[2].text}
	if len(parts) == 4 {
		l.Revision = parts[3].text
	}
	return l, nil
}

// A DDI is what the NSS of urn:ddi says: a resource of the Data Documentation
// Initiative.
type DDI struct {
	Agency     string `json:"agency"` // who maintains it, a domain name from its top on
	Identifier string `json:"identifier"`
	Version    string `json:"version"`
}

var ddiNamespace = Namespace{
	NID:         "ddi",
	Title:       "Items of the Data Documentation Initiative",
	Spec:        "RFC 9517",
	Form:        "agency:identifier:version",
	Special:     "the colon, between the parts",
	Equivalence: "the case of the agency does not count; that of identifier and version does",
	Functional:  "none: each version of a resource has a name of its own",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleDDIParts, ruleDDIAgency, ruleDDICharacter},
	Read:        readDDI,
	Key:         foldFirst,
}

var (
	ruleDDIParts = uri.Rule{ID: "urn/ddi-parts", Section: "RFC 9517 3.1", Title: "not agency, identifier and version", Hint: "such as us.ddia1:R-V1:1",
		Text: "The name has three parts with colons between, and no other colons. None of them is empty."}
	ruleDDIAgency = uri.Rule{ID: "urn/ddi-agency", Section: "RFC 9517 3.1", Title: "agency that is no domain name from its top on", Hint: "such as us.ddia1",
		Text: "The agency is a top-level domain, the agency in it, and perhaps parts of that: labels of letters, digits and hyphens, with dots between."}
	ruleDDICharacter = uri.Rule{ID: "urn/ddi-character", Section: "RFC 9517 3.1", Title: "character that no identifier or version has",
		Text: "Identifier and version have letters, digits, -._~ and !$&'()*+,;=@, and slashes within. Nothing is percent-encoded."}
)

// ddiChars are those of an identifier or version.
var ddiChars = pct.RegName.With("@/")

func readDDI(nss string) (any, []Finding) {
	parts := piece{nss, 0}.split(':')
	if findings := checkParts(ruleDDIParts, parts, 3, 3); findings != nil {
		return nil, findings
	}
	ddi := DDI{parts[0].text, parts[1].text, parts[2].text}
	labels := parts[0].split('.')
	for _, l := range labels {
		if at, ok := l.strayLabel(); !ok {
			return ddi, []Finding{warning(ruleDDIAgency, at)}
		}
	}
	if len(labels) < 2 {
		return ddi, []Finding{warning(ruleDDIAgency, parts[0])}
	}
	for _, p := range parts[1:] {
		if at, ok := p.stray(ddiChars); !ok {
			return ddi, []Finding{warning(ruleDDICharacter, at)}
		}
	}
	return ddi, nil
}
