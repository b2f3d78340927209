package urn

import (
	"encoding/hex"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Device is what the NSS of urn:dev says: an identifier of a piece of hardware
// (RFC 9039, section 3.2).
type Device struct {
	Subtype      string   `json:"subtype"`                // "mac", "ow", "org", "os", "ops" or another
	HexString    string   `json:"hexstring,omitempty"`    // of mac and ow: sixteen digits
	MAC48        string   `json:"mac_48,omitempty"`       // that the hexstring was made from, with ffff in the middle
	EUI48        string   `json:"eui_48,omitempty"`       // the same, with fffe
	Organization string   `json:"organization,omitempty"` // of org, os and ops: its Private Enterprise Number
	Product      string   `json:"product,omitempty"`      // of ops
	Serial       string   `json:"serial,omitempty"`       // of os and ops
	Identifiers  []string `json:"identifiers,omitempty"`  // what else stands between colons
	Components   []string `json:"components,omitempty"`   // parts of the device, behind underscores
}

var devNamespace = Namespace{
	NID:         "dev",
	Title:       "Hardware device identifiers",
	Spec:        "RFC 9039",
	Form:        "mac:hex, ow:hex, org:number-identifier, os:number-serial, ops:number-product-serial or another subtype; then [:identifier]… and [_component]…",
	Special:     "the colon, the hyphens behind organization and product, and the underscore before each component; percent-encoding is not desirable",
	Equivalence: noEquivalence,
	Functional:  "hex digits in upper and lower case mean the same device, but only lower case is recommended; one device may have several identifiers",
	Security:    "identifiers that last let a device be followed and attacked, and anyone may claim one: do not leak them, do not trust them, and do not take them for hard to guess",
	Rules:       []uri.Rule{ruleDevSyntax, ruleDevHexLength, ruleDevHexCase, ruleDevCRC},
	Read:        readDev,
}

var (
	ruleDevSyntax = uri.Rule{ID: "urn/dev-syntax", Section: "RFC 9039 3.2", Title: "not the form of a device identifier",
		Text: "A subtype in lower case stands first, then a colon and what the subtype asks for: an even number of hex digits, or an organization without leading zeros and identifiers of letters, digits, dots and hyphens. Components stand behind underscores. Nothing of it is empty."}
	ruleDevHexLength = uri.Rule{ID: "urn/dev-hex-length", Section: "RFC 9039 4.1", Title: "not sixteen hex digits",
		Text: "An EUI-64 and a 1-Wire identifier (section 4.2) have sixteen hex digits. A MAC-48 or EUI-48 address is made one by ffff, or fffe, in its middle."}
	ruleDevHexCase = uri.Rule{ID: "urn/dev-hex-case", Section: "RFC 9039 3.2.1", Title: "hex digits in upper case", Hint: "lower case is recommended",
		Text: "Names of devices are compared with regard to case, so that the same device with digits of another case is not found equal. Lower case is recommended wherever there is a choice."}
	ruleDevCRC = uri.Rule{ID: "urn/dev-crc", Section: "RFC 9039 4.2", Title: "wrong check octet of a 1-Wire identifier",
		Text: "The last two digits of a 1-Wire identifier are a cyclic redundancy check over the others. It does not fit: one of the digits is wrong."}
)

// Sets of RFC 9039, section 3.2.
var (
	devNoDash     = letDig.With(".")
	devUnreserved = devNoDash.With("-")
	devSubtype    = pct.SetOf("abcdefghijklmnopqrstuvwxyz0123456789") // the ABNF has A-Z, all subtypes have a-z
)

func readDev(nss string) (any, []Finding) {
	body, components, underscore := piece{nss, 0}.cut('_')
	subtype, rest, _ := body.cut(':')
	if at, ok := subtype.stray(devSubtype); !ok || digits.Has(at.text[0]) {
		return nil, []Finding{warning(ruleDevSyntax, at)}
	}
	d := Device{Subtype: subtype.text}
	findings, ok := d.readBody(rest)
	if ok && underscore {
		d.Components, findings, ok = devIdentifiers(components, '_', findings)
	}
	if !ok {
		return nil, findings
	}
	return d, findings
}

// readBody reads what stands behind the subtype. ok is false if it has not the
// form that the subtype asks for.
func (d *Device) readBody(rest piece) (findings []Finding, ok bool) {
	switch d.Subtype {
	case "mac", "ow":
		return d.readHex(rest)
	case "org", "os", "ops":
		number, after, hyphen := rest.cut('-')
		if at, ok := number.stray(digits); !ok || at.text[0] == '0' || !hyphen {
			return []Finding{warning(ruleDevSyntax, at)}, false
		}
		d.Organization, rest = number.text, after
	}
	if d.Subtype == "ops" {
		product, after, hyphen := rest.cut('-')
		if at, ok := product.stray(devNoDash); !ok || !hyphen {
			return []Finding{warning(ruleDevSyntax, at)}, false
		}
		d.Product, rest = product.text, after
	}
	d.Identifiers, findings, ok = devIdentifiers(rest, ':', nil)
	if ok && (d.Subtype == "os" || d.Subtype == "ops") {
		d.Serial, d.Identifiers = d.Identifiers[0], d.Identifiers[1:]
	}
	return findings, ok
}

// devIdentifiers returns the identifiers of p between separators, and findings
// with what is wrong with them.
func devIdentifiers(p piece, sep byte, findings []Finding) ([]string, []Finding, bool) {
	parts := p.split(sep)
	for _, part := range parts {
		if at, ok := part.stray(devUnreserved); !ok {
			return nil, append(findings, warning(ruleDevSyntax, at)), false
		}
	}
	return texts(parts), findings, true
}

// readHex reads an EUI-64 or a 1-Wire identifier.
func (d *Device) readHex(p piece) (findings []Finding, ok bool) {
	if at, ok := p.stray(hexDigit); !ok {
		return []Finding{warning(ruleDevSyntax, at)}, false
	}
	d.HexString = p.text
	if strings.ToLower(p.text) != p.text {
		findings = append(findings, info(ruleDevHexCase, p))
	}
	octets, _ := hex.DecodeString(p.text)
	if len(octets) != 8 || len(p.text) != 16 {
		return append(findings, warning(ruleDevHexLength, p)), true
	}
	switch middle := strings.ToLower(p.text[6:10]); {
	case d.Subtype == "ow" && crc8(octets[:7]) != octets[7]:
		findings = append(findings, warning(ruleDevCRC, p.slice(14, 16)))
	case d.Subtype == "mac" && middle == "ffff":
		d.MAC48 = p.text[:6] + p.text[10:]
	case d.Subtype == "mac" && middle == "fffe":
		d.EUI48 = p.text[:6] + p.text[10:]
	}
	return findings, true
}
