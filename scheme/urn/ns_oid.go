package urn

import (
	"fmt"

	"uriel.dev/uri"
)

// An OID is what the NSS of urn:oid says: the way from the root of the tree of
// object identifiers to a node.
type OID struct {
	Arcs       []string `json:"arcs"`                  // numbers of any size
	AssignedBy string   `json:"assigned_by,omitempty"` // who has the first arc: "ITU-T", "ISO" or "ISO and ITU-T"
}

var oidNamespace = Namespace{
	NID:         "oid",
	Title:       "Object Identifiers",
	Spec:        "RFC 3061",
	Form:        "number[.number]…, without leading zeros",
	Special:     "the dot, between numbers; there are only digits and dots",
	Equivalence: noEquivalence,
	Functional:  "none",
	Security:    "none of its own: that an object identifier was assigned, and to whom, cannot be verified",
	Rules:       []uri.Rule{ruleOIDSyntax, ruleOIDZero, ruleOIDRoot, ruleOIDSecond},
	Read:        readOID,
}

var (
	ruleOIDSyntax = uri.Rule{ID: "urn/oid-syntax", Section: "RFC 3061 2", Title: "not numbers with dots between", Hint: "such as 1.3.6.1",
		Text: "An object identifier in a URN is made of digits and dots alone, a dot between two numbers. Names of nodes, which other notations allow, are not allowed at any time."}
	ruleOIDZero = uri.Rule{ID: "urn/oid-leading-zero", Section: "RFC 3061 2", Title: "leading zero in an object identifier",
		Text: "The numbers of an object identifier have no leading zeros, since identifiers are compared as text and would not be found equal."}
	ruleOIDRoot = uri.Rule{ID: "urn/oid-root", Section: "RFC 3061 2", Title: "first arc beyond 2", Hint: "0 is ITU-T, 1 ISO, 2 both",
		Text: "The tree of object identifiers has three arcs at its root: 0 for ITU-T, 1 for ISO and 2 for both. There is no other, so that nobody can have assigned this identifier."}
	ruleOIDSecond = uri.Rule{ID: "urn/oid-second-arc", Section: "ITU-T X.660", Title: "second arc beyond 39 below 0 or 1",
		Text: "Below the arcs 0 and 1 there are at most forty arcs, since the binary encoding puts the first two numbers into one: forty times the first plus the second (ITU-T X.690). The rule is that of X.660, not of RFC 3061."}
)

var oidAuthorities = map[string]string{"0": "ITU-T", "1": "ISO", "2": "ISO and ITU-T"}

func readOID(nss string) (any, []Finding) {
	arcs := piece{nss, 0}.split('.')
	var findings []Finding
	for _, arc := range arcs {
		if at, ok := arc.stray(digits); !ok {
			return nil, []Finding{warning(ruleOIDSyntax, at)}
		}
		if arc.text[0] == '0' && arc.text != "0" {
			findings = append(findings, warning(ruleOIDZero, arc))
		}
	}
	root := oidAuthorities[arcs[0].text]
	switch {
	case findings != nil: // its size is not judged as well
	case root == "":
		findings = append(findings, warning(ruleOIDRoot, arcs[0]))
	case len(arcs) > 1 && arcs[0].text != "2" && !below40(arcs[1].text):
		findings = append(findings, warning(ruleOIDSecond, arcs[1]))
	}
	return OID{texts(arcs), root}, findings
}

// below40 reports whether a number without leading zeros is less than 40.
func below40(number string) bool {
	return len(number) == 1 || len(number) == 2 && number < "40"
}

// FromOID returns the URN of an object identifier in dotted notation: "1.3.6.1"
// is urn:oid:1.3.6.1. The error says what is wrong with it. The numbers of a URN
// are in the fields of its namespace.
func FromOID(oid string) (string, error) {
	if _, findings := readOID(oid); len(findings) > 0 {
		return "", fmt.Errorf("object identifier %q: %s (%s)", oid, findings[0].Rule.Title, findings[0].Rule.Section)
	}
	return "urn:oid:" + oid, nil
}
