package urn

import (
	"strings"

	"uriel.dev/uri"
)

// An Alert is what the NSS of urn:alert says: a feature of the signal that tells
// of a call (RFC 7462, section 7).
type Alert struct {
	Category   string   `json:"alert_category"`
	Indication []string `json:"alert_indication"`   // from the general to the special
	Provider   string   `json:"provider,omitempty"` // who defines the last part, if it is private
}

var alertNamespace = Namespace{
	NID:         "alert",
	Title:       "Alert-Info indications of SIP",
	Spec:        "RFC 7462",
	Form:        "category:indication[:indication]…, each label or label@provider",
	Special:     "the colon between parts, and @ before the provider who defines a private part",
	Equivalence: "case does not count",
	Functional:  "a device that does not know a part drops it and what follows it, and acts on the more general name",
	Security:    "an indication can tell the state or services of a caller, and one from others can deceive: it is sent with authorization only",
	Rules:       []uri.Rule{ruleAlertSyntax, ruleAlertLabel, ruleAlertCase, ruleAlertUnknown},
	Read:        readAlert,
	Key:         foldCase,
}

var (
	ruleAlertSyntax = uri.Rule{ID: "urn/alert-syntax", Section: "RFC 7462 7", Title: "not category and indication", Hint: "such as service:call-waiting",
		Text: "The name has two parts or more between colons. Each is a label of letters, digits and hyphens, with no hyphen at its ends, and may have a second label behind @."}
	ruleAlertLabel = uri.Rule{ID: "urn/alert-label", Section: "RFC 7462 7", Title: "a label that is reserved or too long",
		Text: "Labels are those of domain names that RFC 5890 does not reserve: 63 characters at most, and no hyphens as third and fourth character. Labels for other scripts may come later."}
	ruleAlertCase = uri.Rule{ID: "urn/alert-case", Section: "RFC 7462 7", Title: "not written as registered", Hint: "lower case",
		Text: "Case does not count when names are compared, but those that are registered must be sent as registered, and all of them are in lower case."}
	ruleAlertUnknown = uri.Rule{ID: "urn/alert-unknown", Section: "RFC 7462 8", Title: "an indication that RFC 7462 does not have",
		Text: "Without a provider, an indication is one that IANA has registered. This is none of those in RFC 7462. Others may be registered since; a device that does not know them ignores them."}
)

// alertIdentifiers are those of RFC 7462, section 8.2, but for the countries of
// locale:country.
var alertIdentifiers = map[string]bool{
	"service:normal": true, "service:call-waiting": true, "service:forward": true,
	"service:recall:callback": true, "service:recall:hold": true, "service:recall:transfer": true,
	"source:unclassified": true, "source:internal": true, "source:external": true, "source:friend": true, "source:family": true,
	"priority:normal": true, "priority:low": true, "priority:high": true,
	"duration:normal": true, "duration:short": true, "duration:long": true,
	"delay:none": true, "delay:yes": true,
	"locale:default": true,
	// The categories alone, before a private part.
	"service": true, "source": true, "priority": true, "duration": true, "delay": true, "locale": true,
}

func readAlert(nss string) (any, []Finding) {
	parts := piece{nss, 0}.split(':')
	if len(parts) < 2 {
		return nil, []Finding{warning(ruleAlertSyntax, piece{nss, 0}.end())}
	}
	a := Alert{Category: parts[0].text, Indication: texts(parts[1:])}
	standard := len(nss) // the end of the parts before the first private one
	var findings []Finding
	for _, part := range parts {
		name, provider, private := part.cut('@')
		if private {
			a.Provider, standard = provider.text, min(standard, max(part.at-1, 0))
		}
		for i, l := range []piece{name, provider} {
			if at, ok := l.strayLabel(); !ok && (i == 0 || private) {
				return nil, []Finding{warning(ruleAlertSyntax, at)}
			}
			if len(l.text) > 63 || len(l.text) >= 4 && l.text[2:4] == "--" {
				findings = append(findings, warning(ruleAlertLabel, l))
			}
		}
	}
	return a, append(findings, checkAlert(piece{nss, 0}.slice(0, standard))...)
}

// checkAlert judges the part of a name that IANA registers, if there is one.
func checkAlert(name piece) []Finding {
	registered := strings.ToLower(name.text)
	country, ok := strings.CutPrefix(registered, "locale:country:")
	switch {
	case name.text == "":
	case !alertIdentifiers[registered] && (!ok || len(country) != 2 || !piece{country, 0}.is(letters)):
		return []Finding{info(ruleAlertUnknown, name)}
	case registered != name.text:
		return []Finding{warning(ruleAlertCase, name)}
	}
	return nil
}
