package urn

import "uriel.dev/uri"

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

// A DDI is what the NSS of urn:ddi says, if it has three parts: an item of the
// Data Documentation Initiative.
type DDI struct {
	Agency     string `json:"agency"` // who maintains it
	Identifier string `json:"identifier"`
	Version    string `json:"version"`
}

var ddiNamespace = Namespace{
	NID:         "ddi",
	Title:       "Items of the Data Documentation Initiative",
	Spec:        "RFC 9517",
	Form:        "agency:identifier:version",
	Special:     "the colon, between the parts",
	Equivalence: "none that is relied on here",
	Functional:  "none: each version of an item has a name of its own",
	Security:    noSecurity,
	Read:        readDDI,
}

func readDDI(nss string) (any, []Finding) {
	parts := piece{nss, 0}.split(':')
	if len(parts) != 3 {
		return nil, nil
	}
	return DDI{parts[0].text, parts[1].text, parts[2].text}, nil
}
