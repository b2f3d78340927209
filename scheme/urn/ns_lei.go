package urn

import (
	"fmt"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Codes of companies with check characters whose rules are those of a standard
// and not of the registration: legal entities, and the energy market.

// An LEI is what the NSS of urn:lei says: a legal entity identifier.
type LEI struct {
	LEI         string `json:"lei"`
	Issuer      string `json:"issuer"`       // the prefix of the local operating unit that gave it
	CheckDigits string `json:"check_digits"` // the last two
}

var leiNamespace = Namespace{
	NID:         "lei",
	Title:       "Legal Entity Identifiers",
	Spec:        "Global Legal Entity Identifier Foundation; ISO 17442",
	Form:        "eighteen digits and upper-case letters, then two check digits",
	Special:     "none",
	Equivalence: "none that is relied on here",
	Functional:  "when entities merge, the register leads from the old identifier to that of the successor",
	Security:    "the identifier is public and proves nothing about who uses it",
	Rules:       []uri.Rule{ruleLEISyntax, ruleLEICheckDigits},
	Read:        readLEI,
}

var (
	ruleLEISyntax = uri.Rule{ID: "urn/lei-syntax", Section: "ISO 17442", Title: "not the form of an LEI", Hint: "such as 529900T8BM49AURSDO55",
		Text: "A legal entity identifier has twenty characters: eighteen digits or upper-case letters, then two digits. The rule is that of ISO 17442."}
	ruleLEICheckDigits = uri.Rule{ID: "urn/lei-check-digits", Section: "ISO 17442", Title: "wrong check digits of an LEI",
		Text: "The last two digits are computed from the others by ISO 7064, MOD 97-10: with letters as the numbers 10 to 35, the whole leaves a remainder of 1 by 97. It does not: a character is wrong."}
)

// upperDigits are the characters of an LEI.
var upperDigits = pct.SetOf("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")

func readLEI(nss string) (any, []Finding) {
	whole := piece{nss, 0}
	if at, ok := whole.stray(upperDigits); !ok || len(nss) != 20 {
		return nil, []Finding{warning(ruleLEISyntax, at)}
	}
	check := whole.slice(18, 20)
	if at, ok := check.stray(digits); !ok {
		return nil, []Finding{warning(ruleLEISyntax, at)}
	}
	lei := LEI{nss, nss[:4], check.text}
	if mod97(nss) != 1 {
		right := fmt.Sprintf("behind these characters they are %02d", 98-mod97(nss[:18]+"00"))
		return lei, []Finding{warning(hinted(ruleLEICheckDigits, right), check)}
	}
	return lei, nil
}

// An EIC is what the NSS of urn:eic says: an energy identification code.
type EIC struct {
	EIC            string `json:"eic"`
	IssuingOffice  string `json:"issuing_office"`  // the number of the office that gave it
	ObjectType     string `json:"object_type"`     // "X" for a party, "Y" for an area, and others
	CheckCharacter string `json:"check_character"` // the last
}

var eicNamespace = Namespace{
	NID:         "eic",
	Title:       "Energy Identification Codes",
	Spec:        "European Network of Transmission System Operators for Electricity, EIC Reference Manual",
	Form:        "sixteen upper-case letters, digits and hyphens: two digits for the issuing office, a letter for the kind of object, twelve characters, and a check character",
	Special:     "none: hyphens are characters of the code",
	Equivalence: "none that is relied on here",
	Functional:  "none",
	Security:    "the code is public and proves nothing about who uses it",
	Rules:       []uri.Rule{ruleEICSyntax, ruleEICCheck},
	Read:        readEIC,
}

var (
	ruleEICSyntax = uri.Rule{ID: "urn/eic-syntax", Section: "EIC Reference Manual", Title: "not the form of an energy identification code", Hint: "such as 10X1001A1001A39W",
		Text: "The code has sixteen characters, which are digits, upper-case letters and hyphens. It begins with the two digits of an issuing office and a letter for the kind of object. The rule is that of the manual of ENTSO-E."}
	ruleEICCheck = uri.Rule{ID: "urn/eic-check-character", Section: "EIC Reference Manual", Title: "wrong check character of an energy identification code",
		Text: "The last character is computed from the fifteen before it, modulo 37. It does not fit: one of the characters is wrong."}
)

func readEIC(nss string) (any, []Finding) {
	whole := piece{nss, 0}
	if at, ok := whole.stray(eicSet); !ok || len(nss) != 16 {
		return nil, []Finding{warning(ruleEICSyntax, at)}
	}
	office, kind, check := whole.slice(0, 2), whole.slice(2, 3), whole.slice(15, 16)
	if at, ok := office.stray(digits); !ok {
		return nil, []Finding{warning(ruleEICSyntax, at)}
	}
	if !kind.is(letters) {
		return nil, []Finding{warning(ruleEICSyntax, kind)}
	}
	eic := EIC{nss, office.text, kind.text, check.text}
	if right := eicCheck(nss[:15]); right != nss[15] {
		rule := hinted(ruleEICCheck, fmt.Sprintf("behind these characters it is %c", right))
		return eic, []Finding{warning(rule, check)}
	}
	return eic, nil
}

var eicSet = pct.SetOf(eicCharacters)
