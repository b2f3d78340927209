package urn

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// An ISO is what the NSS of urn:iso says: a document of the International
// Organization for Standardization. Each field is the element of RFC 5141,
// section 2.4.1, as written, without the colons between.
type ISO struct {
	Originator  string          `json:"originator"`           // "iso", "iso-iec"
	Type        string          `json:"type,omitempty"`       // "tr", "ts"; none is an international standard
	DocNumber   string          `json:"docnumber"`            // "9999"
	PartNumber  string          `json:"partnumber,omitempty"` // "-1"
	Status      string          `json:"status,omitempty"`     // "draft", "stage-30.60"
	Edition     string          `json:"edition,omitempty"`    // "ed-1"; none is the latest
	DocVersion  string          `json:"docversion,omitempty"` // "v1-amd1"
	Language    string          `json:"language,omitempty"`   // "en,fr"; none is "en"
	Supplements []ISOSupplement `json:"supplements,omitempty"`
	DocElements []ISODocElement `json:"docelements,omitempty"`
	Addition    *string         `json:"addition,omitempty"` // a resource that belongs to the document: "tech:xsd:camt"
}

// An ISOSupplement is an amendment, corrigendum or addendum.
type ISOSupplement struct {
	Type     string `json:"suppltype"`
	Number   string `json:"supplnumber"`
	Version  string `json:"supplversion,omitempty"`
	Language string `json:"language,omitempty"`
}

// An ISODocElement is a list of clauses, figures, tables or terms.
type ISODocElement struct {
	Kind     string   `json:"kind"`
	Elements []string `json:"elements"` // numbers and ranges
}

var isoNamespace = Namespace{
	NID:         "iso",
	Title:       "Documents of the International Organization for Standardization",
	Spec:        "RFC 5141",
	Form:        "std:originator[:type]:number[:-part][[:status]:edition][:version][:language][:supplement]…[:element]…[:addition]",
	Special:     "the colon between elements, and hyphen, dot and comma within them",
	Equivalence: "case does not count",
	Functional:  "a name without language means English, one without edition the latest, and one without part all parts of the document; a status and the stage code for it name the same document",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleISOSyntax, ruleISOStatus, ruleISOAddition},
	Read:        readISO,
	Key:         foldCase,
}

var (
	ruleISOSyntax = uri.Rule{ID: "urn/iso-syntax", Section: "RFC 5141 2.4.1", Title: "not a document of ISO", Hint: "such as std:iso:9999:-1:ed-1:en",
		Text: "The name begins with std, which stands for documents of the standards procedure, an originator such as iso or iso-iec, sometimes a type such as tr, and the number of the document. Other names are not defined."}
	ruleISOStatus = uri.Rule{ID: "urn/iso-status", Section: "RFC 5141 2.4.1", Title: "a status without edition", Hint: "such as draft:ed-2",
		Text: "Whether a document is a draft, or cancelled, or at some stage, is said of an edition, which follows it."}
	ruleISOAddition = uri.Rule{ID: "urn/iso-addition", Section: "RFC 5141 2.4.1", Title: "an addition that is not the committee's",
		Text: "What follows the elements of a document names a resource that belongs to it. Committees define those that begin with tech. All others are for ISO to define, which has defined none: most likely an element is mistyped or out of order, such as a part without its hyphen."}
)

// Values of RFC 5141, section 2.4.1.
var (
	isoOriginators = []string{"iso", "iso-iec", "iso-cie", "iso-astm", "iso-ieee", "iec"}
	isoTypes       = []string{"data", "guide", "isp", "iwa", "pas", "r", "tr", "ts", "tta"}
	isoLanguages   = []string{"en", "fr", "ru", "es", "ar", "en,fr", "en,ru", "fr,ru", "en,fr,ru"}
	isoSupplements = []string{"amd", "cor", "add"}
	isoDocElements = []string{"clause", "figure", "table", "term"}
)

// An isoReader reads the elements of an NSS in their order.
type isoReader struct {
	nss      string
	elements []piece // in lower case, those that are not read
}

func readISO(nss string) (any, []Finding) {
	r := isoReader{nss, piece{foldCase(nss), 0}.split(':')}
	var doc ISO
	if r.take(oneOf([]string{"std"})) == "" || !r.required(&doc) {
		return nil, []Finding{warning(ruleISOSyntax, r.rest())}
	}
	findings := r.optional(&doc)
	for r.at(0, oneOf(isoSupplements)) && r.at(1, isDigits) {
		doc.Supplements = append(doc.Supplements, ISOSupplement{r.take(nil), r.take(nil), r.take(isVersion), r.take(oneOf(isoLanguages))})
	}
	for r.at(0, oneOf(isoDocElements)) && r.at(1, isElementList) {
		doc.DocElements = append(doc.DocElements, ISODocElement{r.take(nil), strings.Split(r.take(nil), ",")})
	}
	if len(r.elements) > 0 {
		addition := r.rest()
		doc.Addition = new(nss[addition.at:])
		if !strings.HasPrefix(r.elements[0].text, "tech") {
			findings = append(findings, info(ruleISOAddition, addition))
		}
	}
	return doc, findings
}

// required reads the elements that every document has, and its type between.
func (r *isoReader) required(doc *ISO) bool {
	doc.Originator = r.take(oneOf(isoOriginators))
	doc.Type = r.take(oneOf(isoTypes))
	doc.DocNumber = r.take(isDigits)
	return doc.Originator != "" && doc.DocNumber != ""
}

// optional reads the rest of docidentifier.
func (r *isoReader) optional(doc *ISO) (findings []Finding) {
	doc.PartNumber = r.take(isPart)
	status := r.elements
	doc.Status = r.take(isStatus)
	doc.Edition = r.take(isEdition)
	if doc.Status != "" && doc.Edition == "" {
		findings = []Finding{warning(ruleISOStatus, status[0])}
	}
	doc.DocVersion = r.take(isDocVersion)
	doc.Language = r.take(oneOf(isoLanguages))
	return findings
}

// at reports whether the element i from here is of a kind.
func (r *isoReader) at(i int, is func(string) bool) bool {
	return i < len(r.elements) && (is == nil || is(r.elements[i].text))
}

// take returns the next element as it is written and goes on behind it, if it is
// of a kind; otherwise it returns "".
func (r *isoReader) take(is func(string) bool) string {
	if !r.at(0, is) {
		return ""
	}
	p := r.elements[0]
	r.elements = r.elements[1:]
	return r.nss[p.at : p.at+len(p.text)]
}

// rest returns what is not read.
func (r *isoReader) rest() piece {
	if len(r.elements) == 0 {
		return piece{r.nss, 0}.end()
	}
	return piece{r.nss, 0}.slice(r.elements[0].at, len(r.nss))
}

// The kinds of elements, in lower case.

func oneOf(values []string) func(string) bool {
	return func(s string) bool { return slices.Contains(values, s) }
}

func isDigits(s string) bool { return piece{s, 0}.is(digits) }

// hasNumber reports whether s is prefix and a number.
func hasNumber(s, prefix string) bool {
	number, ok := strings.CutPrefix(s, prefix)
	return ok && isDigits(number)
}

func isPart(s string) bool { return len(s) > 1 && s[0] == '-' && piece{s, 0}.is(letDigHyp) }

func isEdition(s string) bool { return hasNumber(s, "ed-") }

func isVersion(s string) bool { return hasNumber(s, "v") }

func isStatus(s string) bool {
	stage, ok := strings.CutPrefix(s, "stage-")
	if !ok {
		return s == "draft" || s == "cancelled"
	}
	code, iteration := stage[:min(len(stage), 5)], stage[min(len(stage), 5):]
	return len(code) == 5 && isDigits(code[:2]) && code[2] == '.' && isDigits(code[3:]) && (iteration == "" || hasNumber(iteration, ".v"))
}

// isDocVersion: "v" baseversion *( "-" suppltype supplnumber [ ".v" number ] ).
func isDocVersion(s string) bool {
	parts := strings.Split(s, "-")
	return isVersion(parts[0]) && !slices.ContainsFunc(parts[1:], func(included string) bool {
		supplement, version, versioned := strings.Cut(included, ".")
		known := slices.ContainsFunc(isoSupplements, func(kind string) bool { return hasNumber(supplement, kind) })
		return !known || versioned && !isVersion(version)
	})
}

// isElementList: numbers and ranges of them, with commas between.
func isElementList(s string) bool {
	return !slices.ContainsFunc(strings.Split(s, ","), func(element string) bool {
		from, to, isRange := strings.Cut(element, "-")
		return !isElement(from) || isRange && !isElement(to)
	})
}

// isElement: a number or the letter of an annex, then numbers behind dots.
func isElement(s string) bool {
	parts := strings.Split(s, ".")
	first := piece{parts[0], 0}
	return (first.is(digits) || len(first.text) == 1 && first.is(letters)) &&
		!slices.ContainsFunc(parts[1:], func(number string) bool { return !isDigits(number) })
}
