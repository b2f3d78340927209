package urn

import "uriel.dev/uri"

// An EPC is what the NSS of urn:epc says: an electronic product code, or what
// else the GS1 EPC Tag Data Standard writes so.
type EPC struct {
	Type       string            `json:"type"`                 // "id", "class", "tag", "pat", "idpat", "raw"
	Scheme     string            `json:"scheme,omitempty"`     // "sgtin"
	Components map[string]string `json:"components,omitempty"` // of types id and class, by name
	GS1Key     string            `json:"gs1_key,omitempty"`    // the number of GS1 with its check digit, where there is one
}

var epcNamespace = Namespace{
	NID:         "epc",
	Title:       "Electronic Product Codes",
	Spec:        "RFC 5134; GS1 EPC Tag Data Standard",
	Form:        "id:scheme:component[.component]…, or class:, tag:, pat:, idpat: or raw: with what they ask for",
	Special:     "the colon behind type and scheme, and the dot between components",
	Equivalence: noEquivalence,
	Functional:  "the same thing may be named by its tag (tag:) and by what is on it (id:)",
	Security:    "none of its own. A name tells the company and, with a serial number, the one thing",
	Rules:       []uri.Rule{ruleEPCType, ruleEPCScheme, ruleEPCParts, ruleEPCDigits},
	Read:        readEPC,
}

var (
	ruleEPCType = uri.Rule{ID: "urn/epc-type", Section: "GS1 EPC Tag Data Standard 6", Title: "a type of name that is not known here", Hint: "id, class, tag, pat, idpat or raw",
		Text: "The first word of the name says whether it names a thing (id), a class of things (class), the contents of a tag (tag, raw) or a pattern (pat, idpat). The rule is that of the standard of GS1."}
	ruleEPCScheme = uri.Rule{ID: "urn/epc-scheme", Section: "GS1 EPC Tag Data Standard 6", Title: "a scheme of codes that is not known here", Hint: "such as sgtin or sscc",
		Text: "The second word of the name says which number of GS1 or of another issuer it is made of. It is none of those that this program knows; a newer edition of the standard may have it."}
	ruleEPCParts = uri.Rule{ID: "urn/epc-parts", Section: "GS1 EPC Tag Data Standard 6", Title: "not the components of its scheme",
		Text: "Each scheme has a certain number of components, with dots between them, and only the last of them may have dots of its own. One is missing."}
	ruleEPCDigits = uri.Rule{ID: "urn/epc-digits", Section: "GS1 EPC Tag Data Standard 6", Title: "not as many digits as the code has",
		Text: "A company prefix has six to twelve digits. It and the reference behind it are padded with zeros, so that together they have as many digits as the number of GS1 without its check digit. Here there are more or fewer, or other characters."}
)

// An epcScheme says what the components of a scheme are.
type epcScheme struct {
	components []string
	digits     int  // of the first two together; 0 if that is free
	moved      bool // the number of GS1 begins with the first digit of the second
}

const companyPrefix = "company_prefix"

var epcSchemes = map[string]epcScheme{
	"id:sgtin":    {[]string{companyPrefix, "item_reference", "serial_number"}, 13, true},
	"id:sscc":     {[]string{companyPrefix, "serial_reference"}, 17, true},
	"id:sgln":     {[]string{companyPrefix, "location_reference", "extension"}, 12, false},
	"id:grai":     {[]string{companyPrefix, "asset_type", "serial_number"}, 12, false},
	"id:giai":     {[]string{companyPrefix, "individual_asset_reference"}, 0, false},
	"id:gsrn":     {[]string{companyPrefix, "service_reference"}, 17, false},
	"id:gsrnp":    {[]string{companyPrefix, "service_reference"}, 17, false},
	"id:gdti":     {[]string{companyPrefix, "document_type", "serial_number"}, 12, false},
	"id:cpi":      {[]string{companyPrefix, "component_part_reference", "serial_number"}, 0, false},
	"id:sgcn":     {[]string{companyPrefix, "coupon_reference", "serial_number"}, 12, false},
	"id:ginc":     {[]string{companyPrefix, "consignment_reference"}, 0, false},
	"id:gsin":     {[]string{companyPrefix, "shipper_reference"}, 16, false},
	"id:itip":     {[]string{companyPrefix, "item_reference", "piece", "total", "serial_number"}, 13, true},
	"id:pgln":     {[]string{companyPrefix, "party_reference"}, 12, false},
	"id:gid":      {[]string{"general_manager_number", "object_class", "serial_number"}, 0, false},
	"id:usdod":    {[]string{"cage_or_dodaac", "serial_number"}, 0, false},
	"id:adi":      {[]string{"cage_or_dodaac", "part_number", "serial_number"}, 0, false},
	"class:lgtin": {[]string{companyPrefix, "item_reference", "lot"}, 13, true},
}

func readEPC(nss string) (any, []Finding) {
	parts := piece{nss, 0}.splitN(':', 3)
	e := EPC{Type: parts[0].text}
	switch e.Type {
	case "id", "class":
		return e.readComponents(parts)
	case "tag", "pat", "idpat", "raw":
		if len(parts) == 3 {
			e.Scheme = parts[1].text
		}
		return e, nil
	}
	return nil, []Finding{info(ruleEPCType, parts[0])}
}

func (e EPC) readComponents(parts []piece) (any, []Finding) {
	if findings := checkParts(ruleEPCParts, parts, 3, 3); findings != nil {
		return e, findings
	}
	e.Scheme = parts[1].text
	scheme, known := epcSchemes[e.Type+":"+e.Scheme]
	if !known {
		return e, []Finding{info(ruleEPCScheme, parts[1])}
	}
	// A component may be empty: a reference behind a prefix of twelve digits, or a
	// part number that the serial number makes needless. Its dot must be there.
	values := parts[2].splitN('.', len(scheme.components))
	if len(values) < len(scheme.components) {
		return e, []Finding{warning(ruleEPCParts, parts[2].end())}
	}
	e.Components = map[string]string{}
	for i, name := range scheme.components {
		e.Components[name] = values[i].text
	}
	if scheme.components[0] != companyPrefix {
		return e, nil
	}
	if findings := checkCompany(values[0], values[1], scheme.digits); findings != nil || scheme.digits == 0 {
		return e, findings
	}
	e.GS1Key = gs1Key(values[0].text, values[1].text, scheme.moved)
	return e, nil
}

// checkCompany checks the digits of a company prefix and of the reference that
// fills it up to so many; 0 means that the reference is free.
func checkCompany(company, reference piece, total int) []Finding {
	if at, ok := company.stray(digits); !ok || len(company.text) < 6 || len(company.text) > 12 {
		return []Finding{warning(ruleEPCDigits, at)}
	}
	if total == 0 {
		return nil
	}
	if at, ok := reference.stray(digits); !ok && reference.text != "" || len(company.text)+len(reference.text) != total {
		return []Finding{warning(ruleEPCDigits, at)}
	}
	return nil
}

// gs1Key returns the number of GS1 that a company prefix and a reference make,
// with its check digit.
func gs1Key(company, reference string, moved bool) string {
	body := company + reference
	if moved {
		body = reference[:1] + company + reference[1:]
	}
	return body + string(mod10(body))
}
