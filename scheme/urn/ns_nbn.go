package urn

import (
	"fmt"
	"strings"

	"uriel.dev/uri"
)

// An NBN is what the NSS of urn:nbn says: a national bibliography number, and
// which library or partner of it has assigned it (RFC 8458, section 4.2).
type NBN struct {
	CountryCode   string   `json:"country_code"`             // of ISO 3166-1, as written
	SubNamespaces []string `json:"sub_namespaces,omitempty"` // in the order of delegation
	NBNString     string   `json:"nbn_string"`
}

var nbnNamespace = Namespace{
	NID:         "nbn",
	Title:       "National Bibliography Numbers",
	Spec:        "RFC 8458",
	Form:        "country[:sub-namespace]…-number",
	Special:     "the first hyphen ends the prefix; colons part it. Each authority decides on the characters of its numbers",
	Equivalence: "the case of the prefix, up to the first hyphen, does not count; that of the number does",
	Functional:  "a library may give each version or page of a thing a number of its own, and name the thing by another namespace, too",
	Security:    "none of its own. Numbers that have a check digit can be validated by the rules of the library",
	Rules:       []uri.Rule{ruleNBNSyntax, ruleNBNCountry, ruleNBNCheckDigit},
	Read:        readNBN,
	Key:         keyNBN,
}

var (
	ruleNBNSyntax = uri.Rule{ID: "urn/nbn-syntax", Section: "RFC 8458 4.2", Title: "not prefix, hyphen and number", Hint: "such as fi-fe201003181510",
		Text: "The name begins with a country code, and sub-namespaces of letters and digits behind colons. A hyphen follows, then the number, which is not empty and does not begin with a slash."}
	ruleNBNCountry = uri.Rule{ID: "urn/nbn-country-code", Section: "RFC 8458 4.2", Title: "not a country code of two letters",
		Text: "The prefix begins with the two letters that ISO 3166-1 gives the country of the library. RFC 3188 allowed other prefixes, which were never registered, and RFC 8458 took them away."}
	ruleNBNCheckDigit = uri.Rule{ID: "urn/nbn-check-digit", Section: "German National Library", Title: "not the check digit of the German National Library",
		Text: "Names below urn:nbn:de usually end with a check digit that is computed from all characters before it. The last digit of this name is another. The rule is the library's own and not that of the RFC, and the library resolves names that do not follow it: so this may be a mistake in the name, or not."}
)

// cutNBN parts an NSS at the hyphen behind its prefix. ok reports that there is
// one.
func cutNBN(nss string) (prefix, number piece, ok bool) { return piece{nss, 0}.cut('-') }

func readNBN(nss string) (any, []Finding) {
	prefix, number, ok := cutNBN(nss)
	if !ok || number.text == "" {
		return nil, []Finding{warning(ruleNBNSyntax, number)}
	}
	if number.text[0] == '/' {
		return nil, []Finding{warning(ruleNBNSyntax, number.slice(0, 1))}
	}
	parts := prefix.split(':')
	for _, p := range parts {
		if at, ok := p.stray(letDig); !ok {
			return nil, []Finding{warning(ruleNBNSyntax, at)}
		}
	}
	nbn := NBN{parts[0].text, texts(parts[1:]), number.text}
	if country := parts[0]; len(country.text) != 2 || !country.is(letters) {
		return nbn, []Finding{warning(ruleNBNCountry, country)}
	}
	if strings.EqualFold(nbn.CountryCode, "de") {
		return nbn, checkGermanNBN(nss)
	}
	return nbn, nil
}

func checkGermanNBN(nss string) []Finding {
	last := piece{nss, 0}.slice(len(nss)-1, len(nss))
	check, ok := nbnCheck("urn:nbn:" + strings.ToLower(nss[:last.at]))
	if !ok || !last.is(digits) || last.text[0] == check {
		return nil
	}
	return []Finding{info(hinted(ruleNBNCheckDigit, fmt.Sprintf("that is %c", check)), last)}
}

func keyNBN(nss string) string {
	prefix, number, ok := cutNBN(nss)
	if !ok {
		return sameCase(nss)
	}
	return foldCase(prefix.text) + "-" + sameCase(number.text)
}
