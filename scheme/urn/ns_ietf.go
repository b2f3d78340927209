package urn

import (
	"strings"

	"uriel.dev/uri"
)

// An IETF is what the NSS of urn:ietf says: a document of the IETF, or a
// parameter in one of the registries of its protocols.
type IETF struct {
	Series     string `json:"series"`               // "rfc", "std", "fyi", "bcp", "id", "mtg", "params"
	Number     string `json:"number,omitempty"`     // of an RFC, STD, FYI or BCP
	Name       string `json:"name,omitempty"`       // of an Internet-Draft
	Meeting    string `json:"meeting,omitempty"`    // the number of a meeting
	Group      string `json:"group,omitempty"`      // the working group that met
	Class      string `json:"class,omitempty"`      // of a parameter: "xml"
	Identifier string `json:"identifier,omitempty"` // of a parameter in its class: "ns:atom"
}

var ietfNamespace = Namespace{
	NID:         "ietf",
	Title:       "Documents and protocol parameters of the IETF",
	Spec:        "RFC 2648, RFC 3553 and RFC 6924",
	Form:        "rfc:number, std:number, fyi:number, bcp:number, id:name, mtg:meeting-group or params:class:identifier",
	Special:     "the colon, behind series and class; the hyphen behind the number of a meeting",
	Equivalence: "none that is relied on here: names of another case are told apart",
	Functional:  "a standard (std) or best current practice (bcp) is one RFC or several at a time, and others later",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleIETFNumber, ruleIETFZero, ruleIETFParts, ruleIETFSeries},
	Read:        readIETF,
}

var (
	ruleIETFNumber = uri.Rule{ID: "urn/ietf-number", Section: "RFC 2648", Title: "no number behind the series", Hint: "such as rfc:2648",
		Text: "RFCs, STDs, FYIs and BCPs are named by series and number. Without a number there is no such document."}
	ruleIETFZero = uri.Rule{ID: "urn/ietf-leading-zero", Section: "RFC 2648", Title: "number of a document with leading zeros",
		Text: "The documents are numbered without leading zeros. Names are compared as text, so that a name with them is not found equal to the usual one."}
	ruleIETFParts = uri.Rule{ID: "urn/ietf-parts", Section: "RFC 2648", Title: "a part of the name is missing",
		Text: "Behind id stands the name of a draft, behind mtg a meeting, and behind params a class and an identifier in it (RFC 3553). One of them is empty or missing."}
	ruleIETFSeries = uri.Rule{ID: "urn/ietf-series", Section: "RFC 6924", Title: "a series that is not known here",
		Text: "RFC 2648 has rfc, std, fyi, bcp, id and mtg, and RFC 3553 added params. RFC 6924 made a registry of these words, so that others may be defined, but most likely it is a mistake."}
)

func readIETF(nss string) (any, []Finding) {
	series, rest, _ := piece{nss, 0}.cut(':')
	doc := IETF{Series: strings.ToLower(series.text)}
	parts := []piece{rest} // those that must be there
	switch doc.Series {
	case "rfc", "std", "fyi", "bcp":
		doc.Number = rest.text
		return doc, checkIETFNumber(rest)
	case "id":
		doc.Name = rest.text
	case "mtg":
		meeting, group, _ := rest.cut('-')
		doc.Meeting, doc.Group, parts = meeting.text, group.text, []piece{meeting}
	case "params":
		class, identifier, _ := rest.cut(':')
		doc.Class, doc.Identifier, parts = class.text, identifier.text, []piece{class, identifier}
	default:
		return nil, []Finding{info(ruleIETFSeries, series)}
	}
	for _, p := range parts {
		if p.text == "" {
			return doc, []Finding{warning(ruleIETFParts, p)}
		}
	}
	return doc, nil
}

func checkIETFNumber(number piece) []Finding {
	if at, ok := number.stray(digits); !ok {
		return []Finding{warning(ruleIETFNumber, at)}
	}
	if zeros := len(number.text) - len(strings.TrimLeft(number.text, "0")); zeros > 0 {
		return []Finding{info(ruleIETFZero, number.slice(0, zeros))}
	}
	return nil
}
