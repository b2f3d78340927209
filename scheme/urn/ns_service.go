package urn

import (
	"strings"

	"uriel.dev/uri"
)

// A Service is what the NSS of urn:service says: a kind of service, such as
// emergency calls, wherever it is.
type Service struct {
	TopLevel    string   `json:"top_level"`              // "sos"
	SubServices []string `json:"sub_services,omitempty"` // from the general to the special: "police"
}

var serviceNamespace = Namespace{
	NID:         "service",
	Title:       "Services found by location, such as emergency calls",
	Spec:        "RFC 5031",
	Form:        "top-level[.sub-service]…",
	Special:     "the dot, between labels of letters, digits and hyphens",
	Equivalence: "case does not count",
	Functional:  "a sub-service that is not offered somewhere is reached by the name without it: sos for sos.police",
	Security:    "none of the name. What it leads to depends on where one is, so that a false answer sends an emergency call astray",
	Rules:       []uri.Rule{ruleServiceSyntax, ruleServiceLength, ruleServiceCase},
	Read:        readService,
	Key:         foldCase,
}

var (
	ruleServiceSyntax = uri.Rule{ID: "urn/service-syntax", Section: "RFC 5031 3", Title: "not labels with dots between", Hint: "such as sos.police",
		Text: "A service is named by a label and its sub-services by labels behind dots. A label has letters, digits and hyphens, and neither begins nor ends with a hyphen."}
	ruleServiceLength = uri.Rule{ID: "urn/service-length", Section: "RFC 5031 3", Title: "service of more than 27 characters",
		Text: "The first label has 27 characters at most, so that it can be looked up in the DNS."}
	ruleServiceCase = uri.Rule{ID: "urn/service-case", Section: "RFC 5031 3", Title: "service in upper case", Hint: "write it in lower case",
		Text: "Case does not count, but services must be written in lower case: not all who compare them fold it."}
)

func readService(nss string) (any, []Finding) {
	labels := piece{nss, 0}.split('.')
	for _, l := range labels {
		if at, ok := l.strayLabel(); !ok {
			return nil, []Finding{warning(ruleServiceSyntax, at)}
		}
	}
	service := Service{labels[0].text, texts(labels[1:])}
	if top := labels[0]; len(top.text) > maxTopLevel {
		return service, []Finding{warning(ruleServiceLength, top)}
	}
	if strings.ToLower(nss) != nss {
		return service, []Finding{warning(ruleServiceCase, piece{nss, 0})}
	}
	return service, nil
}

// maxTopLevel is how long the first label may be: let-dig [ *25let-dig-hyp let-dig ].
const maxTopLevel = 27
