package urn

import (
	"strings"

	"uriel.dev/uri"
)

// Namespaces whose names are a class and a string that the class explains:
// those of the Open Geospatial Consortium, the NFC Forum and the Open Grid Forum.

// An OGC is what the NSS of urn:ogc says (RFC 5165, section 2).
type OGC struct {
	Resource               string `json:"ogc_resource"` // a class, such as "def"
	ResourceSpecificString string `json:"resource_specific_string"`
}

var ogcNamespace = Namespace{
	NID:         "ogc",
	Title:       "Resources of the Open Geospatial Consortium",
	Spec:        "RFC 5165",
	Form:        "class:string, such as def:crs:EPSG::4326",
	Special:     "the first colon; the class says what others mean",
	Equivalence: noEquivalence + ": the class is told apart by case",
	Functional:  "none",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleOGC},
	Read: func(nss string) (any, []Finding) {
		class, rest, findings := cutClass(nss, ruleOGC)
		if findings != nil {
			return nil, findings
		}
		return OGC{class.text, rest.text}, nil
	},
}

// An NFC is what the NSS of urn:nfc says.
type NFC struct {
	Resource               string `json:"nfc_resource"` // a class, such as "wkt"
	ResourceSpecificString string `json:"resource_specific_string"`
}

var nfcNamespace = Namespace{
	NID:         "nfc",
	Title:       "Resources of the NFC Forum",
	Spec:        "RFC 4729",
	Form:        "class:string, such as wkt:U or ext:example.com:t",
	Special:     "the first colon; the class says what others mean",
	Equivalence: noEquivalence,
	Functional:  "none",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleNFC},
	Read: func(nss string) (any, []Finding) {
		class, rest, findings := cutClass(nss, ruleNFC)
		if findings != nil {
			return nil, findings
		}
		return NFC{class.text, rest.text}, nil
	},
}

// An OGF is what the NSS of urn:ogf says (RFC 6453, section 2.4).
type OGF struct {
	SNID                       string `json:"snid"` // the subnamespace identifier
	SubnamespaceSpecificString string `json:"subnamespace_specific_string"`
}

var ogfNamespace = Namespace{
	NID:         "ogf",
	Title:       "Resources of the Open Grid Forum",
	Spec:        "RFC 6453",
	Form:        "subnamespace:string",
	Special:     "the first colon; the document of the subnamespace says what others mean, and had better forbid % and /",
	Equivalence: "the case of the subnamespace does not count; its document may say more",
	Functional:  "none",
	Security:    "none beyond that of URNs in general; look a name up in the register of the forum before you rely on it",
	Rules:       []uri.Rule{ruleOGF},
	Read:        readOGF,
	Key:         foldFirst,
}

var (
	ruleOGC = uri.Rule{ID: "urn/ogc-parts", Section: "RFC 5165 2", Title: "not a class and its string", Hint: "such as def:crs:EPSG:6.3:26986",
		Text: "The name begins with the class of the resource; a colon ends it, and a string follows that the class explains. Neither is empty."}
	ruleNFC = uri.Rule{ID: "urn/nfc-parts", Section: "RFC 4729", Title: "not a class and its string", Hint: "such as wkt:U",
		Text: "The name begins with the class of the resource; a colon ends it, and a string follows that the class explains. Neither is empty."}
	ruleOGF = uri.Rule{ID: "urn/ogf-parts", Section: "RFC 6453 2.4", Title: "not a subnamespace and its string", Hint: "such as network:example",
		Text: "The name begins with the identifier of a subnamespace, which is written as that of a namespace: letters, digits and hyphens, 32 at most, and no hyphen at the start. A colon ends it, and a string follows that is not empty."}
)

// cutClass cuts an NSS at its first colon; neither part may be empty.
func cutClass(nss string, rule uri.Rule) (class, rest piece, findings []Finding) {
	parts := piece{nss, 0}.splitN(':', 2)
	if findings = checkParts(rule, parts, 2, 2); findings != nil {
		return class, rest, findings
	}
	return parts[0], parts[1], nil
}

func readOGF(nss string) (any, []Finding) {
	snid, rest, findings := cutClass(nss, ruleOGF)
	if findings != nil {
		return nil, findings
	}
	if at, ok := snid.stray(letDigHyp); !ok {
		return nil, []Finding{warning(ruleOGF, at)}
	}
	if len(snid.text) > maxNID || strings.HasPrefix(snid.text, "-") {
		return nil, []Finding{warning(ruleOGF, snid)}
	}
	return OGF{snid.text, rest.text}, nil
}
