package urn

import (
	"strings"

	"uriel.dev/uri"
)

// An OASIS is what the NSS of urn:oasis says: a document of OASIS, or a name
// that one of its members has given.
type OASIS struct {
	Branch          string `json:"branch"`                     // "names" or "member"
	DocumentClass   string `json:"document_class,omitempty"`   // "specification", "tc" or "technical"
	SpecificationID string `json:"specification_id,omitempty"` // of a specification
	TCID            string `json:"tc_id,omitempty"`            // of a technical committee
	Type            string `json:"type,omitempty"`             // of a document: "schema"
	Subtype         string `json:"subtype,omitempty"`          // all that stands between type and document
	DocumentType    string `json:"document_type,omitempty"`    // of a technical paper: "memorandum"
	DocumentID      string `json:"document_id,omitempty"`
	AmendmentID     string `json:"amendment_id,omitempty"` // of a technical paper: the year
	MemberID        string `json:"member_id,omitempty"`
	Opaque          string `json:"opaque,omitempty"` // the member's own string
}

var oasisNamespace = Namespace{
	NID:         "oasis",
	Title:       "Documents of OASIS",
	Spec:        "RFC 3121",
	Form:        "names:specification:id:type[:subtype]:document, names:tc:id:type[:subtype]:document, names:technical:type:document:amendment or member:id:string",
	Special:     "the colon, between the parts",
	Equivalence: noEquivalence,
	Functional:  "none",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleOASISBranch, ruleOASISParts},
	Read:        readOASIS,
}

var (
	ruleOASISBranch = uri.Rule{ID: "urn/oasis-branch", Section: "RFC 3121 2", Title: "no branch of the namespace", Hint: "names:specification, names:tc, names:technical or member",
		Text: "The hierarchy has two branches, names and member, and documents are in the classes specification, tc and technical. OASIS assigns no other names."}
	ruleOASISParts = uri.Rule{ID: "urn/oasis-parts", Section: "RFC 3121 2", Title: "not as many parts as the branch asks for",
		Text: "A document of a specification or committee has an identifier of that, a type, sometimes a subtype, and an identifier of its own; a technical paper has type, number and amendment; a member has an identifier and a string of his own. None of them may be empty."}
)

func readOASIS(nss string) (any, []Finding) {
	branch, rest, _ := piece{nss, 0}.cut(':')
	o := OASIS{Branch: branch.text}
	if o.Branch == "member" {
		member, opaque, _ := rest.cut(':')
		o.MemberID, o.Opaque = member.text, opaque.text
		return o, checkParts(ruleOASISParts, []piece{member, opaque}, 2, 2)
	}
	class, rest, _ := rest.cut(':')
	o.DocumentClass = class.text
	parts := rest.split(':')
	switch {
	case o.Branch != "names":
		return nil, []Finding{warning(ruleOASISBranch, branch)}
	case o.DocumentClass == "technical":
		return o.readTechnical(parts)
	case o.DocumentClass == "specification":
		o.SpecificationID = parts[0].text
	case o.DocumentClass == "tc":
		o.TCID = parts[0].text
	default:
		return nil, []Finding{warning(ruleOASISBranch, class)}
	}
	findings := checkParts(ruleOASISParts, parts, 3, len(parts))
	if last := len(parts) - 1; last >= 2 {
		o.Type, o.DocumentID = parts[1].text, parts[last].text
		o.Subtype = strings.Join(texts(parts[2:last]), ":")
	}
	return o, findings
}

func (o OASIS) readTechnical(parts []piece) (any, []Finding) {
	for i, part := range []*string{&o.DocumentType, &o.DocumentID, &o.AmendmentID} {
		if i < len(parts) {
			*part = parts[i].text
		}
	}
	return o, checkParts(ruleOASISParts, parts, 3, 3)
}

// checkParts says by rule that there are fewer or more parts than there may be,
// or that one of them is empty.
func checkParts(rule uri.Rule, parts []piece, atLeast, atMost int) []Finding {
	for _, p := range parts[:min(len(parts), atMost)] {
		if p.text == "" {
			return []Finding{warning(rule, p)}
		}
	}
	switch last := parts[len(parts)-1]; {
	case len(parts) < atLeast:
		return []Finding{warning(rule, last.end())}
	case len(parts) > atMost:
		return []Finding{warning(rule, parts[atMost])}
	}
	return nil
}

// An XMLOrg is what the NSS of urn:xmlorg says: a document in the registry of
// XML.org.
type XMLOrg struct {
	Type     string `json:"type"`              // "schema", "dtd"
	Subtype  string `json:"subtype,omitempty"` // such as the language of a schema
	ObjectID string `json:"object_id"`
}

var xmlorgNamespace = Namespace{
	NID:         "xmlorg",
	Title:       "Documents in the registry of XML.org",
	Spec:        "RFC 3120",
	Form:        "objects:type[:subtype]:object",
	Special:     "the colon, between the parts",
	Equivalence: noEquivalence,
	Functional:  "none",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleXMLOrgParts},
	Read:        readXMLOrg,
}

var ruleXMLOrgParts = uri.Rule{ID: "urn/xmlorg-parts", Section: "RFC 3120 2", Title: "not an object with its type", Hint: "such as objects:schema:xmlschema:xcatalog",
	Text: "All names begin with objects, the only branch of the hierarchy, and go on with a type, sometimes a subtype, and an identifier. The identifier may have colons, as in the RFC's own example. No part may be empty."}

func readXMLOrg(nss string) (any, []Finding) {
	parts := piece{nss, 0}.splitN(':', 4)
	if parts[0].text != "objects" {
		return nil, []Finding{warning(ruleXMLOrgParts, parts[0])}
	}
	if findings := checkParts(ruleXMLOrgParts, parts, 3, 4); findings != nil {
		return nil, findings
	}
	object := XMLOrg{Type: parts[1].text, ObjectID: parts[len(parts)-1].text}
	if len(parts) == 4 {
		object.Subtype = parts[2].text
	}
	return object, nil
}
