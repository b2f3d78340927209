package urn

import (
	"fmt"
	"strings"

	"uriel.dev/uri"
)

// An ISSN is what the NSS of urn:issn says: an International Standard Serial
// Number, with its hyphen.
type ISSN struct {
	ISSN string `json:"issn"`
}

var issnNamespace = Namespace{
	NID:         "issn",
	Title:       "International Standard Serial Numbers",
	Spec:        "RFC 3044 and RFC 8254; ISO 3297",
	Form:        "four digits, a hyphen, three digits and a check digit, which may be X",
	Special:     "none: the hyphen is for the eye, and nothing is ever percent-encoded",
	Equivalence: "the hyphen and the case of X do not count",
	Functional:  "the issues on paper and on line have an ISSN each, and a linking ISSN (ISSN-L) for all media together; only the register can tell which",
	Security:    "none of its own",
	Rules:       []uri.Rule{ruleISSNSyntax, ruleISSNHyphen, ruleISSNCheckDigit},
	Read:        readISSN,
	Key:         keyISSN,
	Others:      otherISSNs,
}

var (
	ruleISSNSyntax = uri.Rule{ID: "urn/issn-syntax", Section: "RFC 2288 4.1", Title: "not the form of an ISSN", Hint: "such as 1046-8188",
		Text: "An ISSN has seven digits and a check digit, which is X for 10, with a hyphen in the middle. RFC 3044 has the same form."}
	ruleISSNHyphen = uri.Rule{ID: "urn/issn-hyphen", Section: "RFC 2288 4.1", Title: "an ISSN without its hyphen, or with others", Hint: "one hyphen behind the fourth digit",
		Text: "An ISSN is written with one hyphen, behind the fourth digit. It does not count when two are compared (RFC 2288, section 4.2), but programs that look for the form miss it."}
	ruleISSNCheckDigit = uri.Rule{ID: "urn/issn-check-digit", Section: "RFC 2288 4.1", Title: "wrong check digit of an ISSN",
		Text: "The last character is computed from the seven before it, modulo 11 (ISO 3297), so that a mistyped digit is noticed. It does not fit: one of the characters is wrong."}
)

// bareISSN returns the eight characters of an ISSN without hyphens, X in upper
// case, and where the last of them stands in nss. ok reports that they have the
// form of one; if not, wrong is what is wrong with nss.
func bareISSN(nss string) (issn string, last int, wrong Finding, ok bool) {
	b := make([]byte, 0, len(nss))
	for i := range len(nss) {
		switch c := toUpper(nss[i]); {
		case c == '-':
		case len(b) < 8 && digits.Has(c), len(b) == 7 && c == 'X':
			b, last = append(b, c), i
		default:
			return "", 0, warning(ruleISSNSyntax, piece{nss, 0}.slice(i, i+1)), false
		}
	}
	if len(b) != 8 {
		return "", 0, warning(ruleISSNSyntax, piece{nss, 0}.end()), false
	}
	return string(b), last, Finding{}, true
}

func readISSN(nss string) (any, []Finding) {
	issn, last, wrong, ok := bareISSN(nss)
	if !ok {
		return nil, []Finding{wrong}
	}
	var findings []Finding
	if hyphenated := issn[:4] + "-" + issn[4:]; !strings.EqualFold(nss, hyphenated) {
		findings = append(findings, info(ruleISSNHyphen, piece{nss, 0}))
	}
	if check := mod11(issn[:7]); check != issn[7] {
		rule := hinted(ruleISSNCheckDigit, fmt.Sprintf("behind these digits it is %c", check))
		findings = append(findings, warning(rule, piece{nss, 0}.slice(last, last+1)))
	}
	return ISSN{issn[:4] + "-" + issn[4:]}, findings
}

func keyISSN(nss string) string {
	issn, _, _, ok := bareISSN(nss)
	if !ok {
		return sameCase(nss)
	}
	return issn[:4] + "-" + issn[4:]
}

func otherISSNs(nss string) []string {
	if key := keyISSN(nss); key != sameCase(nss) {
		return []string{key}
	}
	return nil
}

// FromISSN returns the URN of an ISSN, which may lack its hyphen: "10468188" is
// urn:issn:1046-8188. The error says what is wrong with it, the check digit
// included. The ISSN of a URN is in the fields of its namespace.
func FromISSN(issn string) (string, error) {
	_, findings := readISSN(issn)
	for _, f := range findings {
		if f.Severity == uri.Warning {
			return "", fmt.Errorf("ISSN %q: %s (%s)", issn, f.Rule.Title, f.Rule.Section)
		}
	}
	return "urn:issn:" + keyISSN(issn), nil
}
