package urn

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// An IMEI is what the NSS of urn:gsma:imei says: the identity of a mobile phone.
type IMEI struct {
	TAC        string `json:"tac"`            // the type of the device
	SNR        string `json:"snr"`            // the serial number
	Spare      string `json:"spare"`          // 0
	CheckDigit string `json:"check_digit"`    // what is printed on a device in place of the spare digit
	SVN        string `json:"svn,omitempty"`  // the version of the software
	Version    string `json:"vers,omitempty"` // of the form of the identity
}

var gsmaNamespace = Namespace{
	NID:         "gsma",
	Title:       "Identities of mobile devices (IMEI)",
	Spec:        "RFC 7254",
	Form:        "imei:TAC-SNR-spare[;svn=version][;vers=version], of eight digits, six and one",
	Special:     "the colon behind imei, the hyphens between the numbers, and the semicolon before a parameter",
	Equivalence: "neither case nor a parameter vers=0 counts; other parameters do, and their order",
	Functional:  "the same device with other software has another svn",
	Security:    "the identity stays with a device and its owner: it lets them be followed, so that it is not given to those who need not know it; and it can be forged",
	Rules:       []uri.Rule{ruleGSMAKind, ruleGSMASyntax, ruleGSMASpare},
	Read:        readGSMA,
	Key:         keyGSMA,
}

var (
	ruleGSMAKind = uri.Rule{ID: "urn/gsma-kind", Section: "RFC 7254 3", Title: "a kind of identity that is not known here", Hint: "imei",
		Text: "The namespace of the GSMA may have names of many kinds. RFC 7254 defines only those that begin with imei:."}
	ruleGSMASyntax = uri.Rule{ID: "urn/gsma-syntax", Section: "RFC 7254 3", Title: "not the form of an IMEI", Hint: "such as 90420156-025763-0",
		Text: "An IMEI is written as eight digits for the type of the device, six for its serial number and one spare digit, with hyphens between."}
	ruleGSMASpare = uri.Rule{ID: "urn/gsma-spare", Section: "RFC 7254 4.2.3", Title: "spare digit of an IMEI that is not zero", Hint: "0, not the check digit that is printed on the device",
		Text: "The last digit of an IMEI is a check digit (by the algorithm of Luhn) where it is printed, and zero wherever it is sent. In the URN it is the one that is sent."}
)

func readGSMA(nss string) (any, []Finding) {
	kind, rest, _ := piece{nss, 0}.cut(':')
	if !strings.EqualFold(kind.text, "imei") {
		return nil, []Finding{info(ruleGSMAKind, kind)}
	}
	parameters := rest.split(';')
	numbers := parameters[0].split('-')
	for i, n := range numbers[:min(len(numbers), 3)] {
		if at, ok := n.stray(digits); !ok || len(n.text) != []int{8, 6, 1}[i] {
			return nil, []Finding{warning(ruleGSMASyntax, at)}
		}
	}
	if findings := checkParts(ruleGSMASyntax, numbers, 3, 3); findings != nil {
		return nil, findings
	}
	imei := IMEI{TAC: numbers[0].text, SNR: numbers[1].text, Spare: numbers[2].text}
	imei.CheckDigit = string(luhn(imei.TAC + imei.SNR))
	for _, p := range parameters[1:] {
		switch name, value, _ := p.cut('='); strings.ToLower(name.text) {
		case "svn":
			imei.SVN = value.text
		case "vers":
			imei.Version = value.text
		}
	}
	if imei.Spare != "0" {
		return imei, []Finding{warning(ruleGSMASpare, numbers[2])}
	}
	return imei, nil
}

// keyGSMA folds the case of an IMEI and leaves out its parameter vers=0 (RFC
// 7254, section 3). Of other kinds of names nothing is known.
func keyGSMA(nss string) string {
	if kind, _, _ := (piece{nss, 0}).cut(':'); !strings.EqualFold(kind.text, "imei") {
		return sameCase(nss)
	}
	parts := slices.DeleteFunc(strings.Split(foldCase(nss), ";"), func(p string) bool { return p == "vers=0" })
	return strings.Join(parts, ";")
}
