package urn

import (
	"fmt"
	"strings"

	"uriel.dev/uri"
)

// An ISBN is what the NSS of urn:isbn says: an International Standard Book
// Number in both its forms. If the check digit is wrong, only the form that is
// written is there.
type ISBN struct {
	ISBN10 string `json:"isbn_10,omitempty"` // none of those that begin with 979
	ISBN13 string `json:"isbn_13,omitempty"`
}

var isbnNamespace = Namespace{
	NID:         "isbn",
	Title:       "International Standard Book Numbers",
	Spec:        "RFC 3187 and RFC 8254; ISO 2108",
	Form:        "ten digits, of which the last may be X, or thirteen; hyphens at will",
	Special:     "none: the hyphen parts group, publisher, title and check digit for the eye only, and nothing is ever percent-encoded",
	Equivalence: "hyphens and the case of X do not count; an ISBN of ten characters is the one of thirteen digits that begins with 978",
	Functional:  "each format of a book has an ISBN of its own; which of them serve the same purpose is for a resolver to say",
	Security:    "none of its own. Publishers have given one ISBN to two books by mistake, so that a name may lead to more than one description",
	Rules:       []uri.Rule{ruleISBNSyntax, ruleISBNLength, ruleISBNPrefix, ruleISBNCheckDigit},
	Read:        readISBN,
	Key:         keyISBN,
	Others:      otherISBNs,
}

var (
	ruleISBNSyntax = uri.Rule{ID: "urn/isbn-syntax", Section: "RFC 3187 5", Title: "a character that no ISBN has",
		Text: "An ISBN consists of digits, which hyphens may part; only the last character of one of ten may be X, for a check digit of 10."}
	ruleISBNLength = uri.Rule{ID: "urn/isbn-length", Section: "RFC 8254 2.1", Title: "neither ten nor thirteen characters",
		Text: "Hyphens apart, an ISBN has ten characters, or thirteen digits since ISO 2108:2005. What has fewer or more has lost or gained some."}
	ruleISBNPrefix = uri.Rule{ID: "urn/isbn-prefix", Section: "RFC 3187 3.1", Title: "not a prefix of books", Hint: "books have 978, or 979 and not 0",
		Text: "An ISBN of thirteen digits is a number of the EAN that begins with 978 or 979, the prefixes of books (ISO 2108). Numbers that begin with 9790 are those of printed music (ISO 10957)."}
	ruleISBNCheckDigit = uri.Rule{ID: "urn/isbn-check-digit", Section: "RFC 3187 5", Title: "wrong check digit of an ISBN",
		Text: "The last character is computed from the others, modulo 11 in an ISBN of ten characters and modulo 10 in one of thirteen digits (ISO 2108), so that a mistyped digit is noticed. It does not fit: one of the characters is wrong."}
)

// bareISBN returns the characters of an ISBN without hyphens, X in upper case.
// ok reports that they have the form of one; if not, wrong is what is wrong with
// nss.
func bareISBN(nss string) (isbn string, wrong Finding, ok bool) {
	b := make([]byte, 0, len(nss))
	for i := range len(nss) {
		switch c := toUpper(nss[i]); {
		case c == '-':
		case digits.Has(c), c == 'X' && len(b) == 9 && strings.Trim(nss[i+1:], "-") == "":
			b = append(b, c)
		default:
			return "", warning(ruleISBNSyntax, piece{nss, 0}.slice(i, i+1)), false
		}
	}
	if len(b) != 10 && len(b) != 13 {
		return "", warning(ruleISBNLength, piece{nss, 0}), false
	}
	return string(b), Finding{}, true
}

// checkISBN returns the check digit that belongs to a bare ISBN.
func checkISBN(isbn string) byte {
	if len(isbn) == 10 {
		return mod11(isbn[:9])
	}
	return mod10(isbn[:12])
}

// formsISBN returns both forms of a bare ISBN; one is "" if there is none.
func formsISBN(isbn string) (isbn10, isbn13 string) {
	right := isbn[len(isbn)-1] == checkISBN(isbn)
	if len(isbn) == 10 {
		isbn10 = isbn
		if right {
			isbn13 = "978" + isbn[:9]
			isbn13 += string(mod10(isbn13))
		}
		return isbn10, isbn13
	}
	if body, ok := strings.CutPrefix(isbn, "978"); ok && right {
		isbn10 = body[:9] + string(mod11(body[:9]))
	}
	return isbn10, isbn
}

func readISBN(nss string) (any, []Finding) {
	isbn, wrong, ok := bareISBN(nss)
	if !ok {
		return nil, []Finding{wrong}
	}
	var findings []Finding
	if len(isbn) == 13 && (!strings.HasPrefix(isbn, "978") && !strings.HasPrefix(isbn, "979") || strings.HasPrefix(isbn, "9790")) {
		findings = append(findings, warning(ruleISBNPrefix, firstISBNDigits(nss)))
	}
	if check := checkISBN(isbn); check != isbn[len(isbn)-1] {
		last := strings.LastIndexFunc(nss, func(r rune) bool { return r != '-' })
		rule := hinted(ruleISBNCheckDigit, fmt.Sprintf("behind these digits it is %c", check))
		findings = append(findings, warning(rule, piece{nss, 0}.slice(last, last+1)))
	}
	isbn10, isbn13 := formsISBN(isbn)
	return ISBN{isbn10, isbn13}, findings
}

// firstISBNDigits returns the first three digits of an NSS, with what stands
// between them.
func firstISBNDigits(nss string) piece {
	start, n := strings.IndexFunc(nss, func(r rune) bool { return r != '-' }), 0
	for i := start; ; i++ {
		if digits.Has(nss[i]) {
			n++
		}
		if n == 3 {
			return piece{nss, 0}.slice(start, i+1)
		}
	}
}

// keyISBN returns the ISBN of thirteen digits where there is one. A number with
// a wrong check digit stays apart from the right one, which conversion would
// make of it.
func keyISBN(nss string) string {
	isbn, _, ok := bareISBN(nss)
	if !ok {
		return sameCase(nss)
	}
	if _, isbn13 := formsISBN(isbn); isbn13 != "" {
		return isbn13
	}
	return isbn
}

func otherISBNs(nss string) (others []string) {
	isbn, _, ok := bareISBN(nss)
	if !ok {
		return nil
	}
	isbn10, isbn13 := formsISBN(isbn)
	for _, form := range []string{isbn13, isbn10} {
		if form != "" && form != nss {
			others = append(others, form)
		}
	}
	return others
}

// FromISBN returns the URN of an ISBN, which may have hyphens and spaces between
// its characters, without them: "0-395-36341-1" is urn:isbn:0395363411. The
// error says what is wrong with it, the check digit included. The ISBN of an URN
// is in the fields of its namespace.
func FromISBN(isbn string) (string, error) {
	bare, _, ok := bareISBN(strings.ReplaceAll(isbn, " ", ""))
	if !ok {
		return "", fmt.Errorf("%q is no ISBN: it has ten or thirteen digits, the last of ten may be X (RFC 3187, section 5)", isbn)
	}
	if _, findings := readISBN(bare); len(findings) > 0 {
		return "", fmt.Errorf("ISBN %q: %s (%s)", isbn, findings[0].Rule.Title, findings[0].Rule.Section)
	}
	return "urn:isbn:" + bare, nil
}
