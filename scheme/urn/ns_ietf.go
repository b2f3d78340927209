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
	Equivalence: "case does not count in the names of RFC 2648, from rfc to mtg; it does in params (RFC 3553)",
	Functional:  "a standard (std) or best current practice (bcp) is one RFC or several at a time, and others later",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleIETFNumber, ruleIETFZero, ruleIETFParts, ruleIETFCharacter, ruleIETFSeries},
	Read:        readIETF,
	Key:         keyIETF,
}

var (
	ruleIETFNumber = uri.Rule{ID: "urn/ietf-number", Section: "RFC 2648 2", Title: "no number behind the series", Hint: "such as rfc:2648",
		Text: "RFCs, STDs, FYIs and BCPs are named by series and number. Without a number there is no such document."}
	ruleIETFZero = uri.Rule{ID: "urn/ietf-leading-zero", Section: "RFC 2648 2", Title: "number of a document with leading zeros",
		Text: "The form lets them stand, but the documents are numbered without leading zeros. Names are compared as text, so that a name with them is not found equal to the usual one."}
	ruleIETFParts = uri.Rule{ID: "urn/ietf-parts", Section: "RFC 2648 2", Title: "a part of the name is missing",
		Text: "Behind id stands the name of a draft, behind mtg a meeting, and behind params a class and an identifier in it (RFC 3553). One of them is empty or missing."}
	ruleIETFCharacter = uri.Rule{ID: "urn/ietf-character", Section: "RFC 2648 2", Title: "character that no draft or meeting has in its name", Hint: "letters, digits and hyphens; nothing is percent-encoded",
		Text: "The name of a draft, and of a meeting and its group, has letters, digits and hyphens. An escape makes the name wrong (section 4)."}
	ruleIETFSeries = uri.Rule{ID: "urn/ietf-series", Section: "RFC 6924 2", Title: "a series that is not known here",
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
	if at, ok := rest.stray(letDigHyp); !ok && doc.Series != "params" {
		return doc, []Finding{warning(ruleIETFCharacter, at)}
	}
	return doc, nil
}

// keyIETF folds the case of the names of RFC 2648, which has the whole of a URN
// without case. RFC 3553 has it count in those of params, and what another
// series will say nobody knows.
func keyIETF(nss string) string {
	series, _, _ := piece{nss, 0}.cut(':')
	switch strings.ToLower(series.text) {
	case "rfc", "std", "fyi", "bcp", "id", "mtg":
		return foldCase(nss)
	}
	return sameCase(nss)
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
