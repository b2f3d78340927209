package urn

import (
	"strings"

	"uriel.dev/uri"
)

// Rules of RFC 8141 about what is no URN.
var (
	ruleScheme = &uri.Rule{ID: "urn/scheme", Section: "RFC 8141 2", Title: `not "urn:"`, Hint: "a URN begins with urn:, in any case",
		Text: "The scheme urn and a colon begin every URN and are a part of it, however clear it is that a name is meant: without them the NID would be taken for a scheme."}
	ruleNIDChar = &uri.Rule{ID: "urn/nid-char", Section: "RFC 8141 2", Title: "character not allowed in a namespace identifier", Hint: "it has letters, digits and hyphens, and ends with a colon",
		Text: "The NID stands between the first and the second colon. Nothing can be percent-encoded in it; dots and plus signs, which the name of a scheme may have, are not in it."}
	ruleNIDHyphen = &uri.Rule{ID: "urn/nid-hyphen", Section: "RFC 8141 2", Title: "hyphen at an end of a namespace identifier",
		Text: "A NID begins and ends with a letter or a digit. RFC 2141 allowed a hyphen at its end."}
	ruleNIDLength = &uri.Rule{ID: "urn/nid-length", Section: "RFC 8141 2", Title: "namespace identifier that is too short or too long", Hint: "it has 2 to 32 characters",
		Text: "A NID has two characters at least, and 32 at most. RFC 2141 allowed a single one."}
	ruleNoNSS = &uri.Rule{ID: "urn/no-nss", Section: "RFC 8141 2", Title: "no namespace-specific string", Hint: "a colon and the name within the namespace follow the namespace identifier",
		Text: "The NSS is the name itself, and has one character at least. The namespace alone names nothing."}
	ruleNSSSlash = &uri.Rule{ID: "urn/nss-slash", Section: "RFC 8141 2", Title: "slash at the start of the namespace-specific string", Hint: "write %2F for a slash that is part of the name",
		Text: "A slash may stand within an NSS, for names that have some, but not at its start."}
	ruleQuestion = &uri.Rule{ID: "urn/question", Section: "RFC 8141 2", Title: `"?" that begins no component`, Hint: "write ?+ before an r-component, ?= before a q-component, %3F for a question mark that is part of the name",
		Text: "Behind the NSS a question mark is followed by a plus sign or an equals sign. RFC 8141 leaves all else undefined, and asks that it be treated as an error."}
	ruleR = &uri.Rule{ID: "urn/r-component", Section: "RFC 8141 2.3.1", Title: "r-component that is empty or begins with a slash or question mark",
		Text: "Behind ?+ stand the parameters for the resolver, one character at least. A component that is not wanted is left out with its ?+."}
	ruleQ = &uri.Rule{ID: "urn/q-component", Section: "RFC 8141 2.3.2", Title: "q-component that is empty or begins with a slash or question mark",
		Text: "Behind ?= stand the parameters for the thing that is named, one character at least. A component that is not wanted is left out with its ?=. The r-component ends at the first ?=, even if what follows can be no q-component."}
)

// Rules about URNs that are one, but unwise.
var (
	ruleNIDURN = &uri.Rule{ID: "urn/nid-urn", Section: "RFC 2141 2.1", Title: `namespace identifier "urn"`, Hint: "it must not be used; is urn: written twice?",
		Text: "The NID urn is reserved, lest it be confused with the scheme. The grammar of RFC 8141 lets it pass, but no registration can have it."}
	ruleInformal = &uri.Rule{ID: "urn/informal-nid", Section: "RFC 8141 5.2", Title: `"urn-" without a number`, Hint: "informal namespaces are urn-1, urn-2 and so on",
		Text: "What begins with urn- is an informal namespace, which IANA numbers from 1 on, without leading zeros. No other namespace may be called so."}
	ruleExperimental = &uri.Rule{ID: "urn/experimental-nid", Section: "RFC 8141 5.1", Title: "experimental namespace", Hint: "use urn:example: for experiments",
		Text: "Namespaces that begin with x- were for experiments, by RFC 3406. Nobody manages them, so that RFC 8141 has abolished them: what is named so is no valid URN."}
	ruleUnregistered = &uri.Rule{ID: "urn/unregistered-nid", Section: "RFC 8141 1", Title: "namespace that is not registered",
		Text: "The NID is not in IANA's registry in the state that this program knows. A name is a URN only in a namespace that is registered, since nobody else sees to it that it names one thing for good. For examples there is urn:example: (RFC 6963)."}
	ruleRUndefined = &uri.Rule{ID: "urn/r-undefined", Section: "RFC 8141 2.3.1", Title: "r-component, whose meaning is not defined yet",
		Text: "RFC 8141 defines the syntax of the r-component alone, and asks not to use one before there is a standard for its meaning."}
	ruleNUL = &uri.Rule{ID: "urn/nul", Section: "RFC 2141 2.4", Title: "octet 0 in a URN",
		Text: "The octet 0 should never be used, neither as it is nor percent-encoded: many programs take it for the end of a text, and so two names for one."}
	ruleNotUTF8 = &uri.Rule{ID: "urn/not-utf8", Section: "RFC 8141 2.2", Title: "escapes that are not UTF-8", Hint: "encode the text as UTF-8 of today, up to four octets a character",
		Text: "Characters beyond US-ASCII are encoded as UTF-8, and each octet is percent-encoded. RFC 2141 counted up to six octets, as UTF-8 had in 1997; since RFC 3629 there are four."}
	ruleUnneeded = &uri.Rule{ID: "urn/unneeded-escape", Section: "RFC 2141 2.3.1", Title: "escape of a character that needs none", Hint: "assign names with the character itself; it makes another name",
		Text: "A character that is not reserved must not be percent-encoded: escapes are not decoded to compare URNs, so that there would be two names for one thing. Signs other than letters and digits are encoded where the namespace gives them a meaning that is not meant; this is remarked only if nothing is known of the namespace."}
	ruleOpaqueBase = &uri.Rule{ID: "urn/opaque-base", Section: "RFC 8141 4.3", Title: "reference that is resolved against a URN", Hint: "only a fragment makes sense",
		Text: "To what resolves references a URN is opaque (RFC 2141, appendix A): slashes in it make no folders. The algorithm of RFC 3986 gives a result all the same, which nobody has assigned."}
)

// judgeNID remarks a NID that is well-formed but not registered.
func judgeNID(nid string) []uri.Remark {
	rule, severity := *ruleUnregistered, uri.Info
	_, registered := Registered(nid)
	switch lower := strings.ToLower(nid); {
	case registered:
		return nil
	case lower == "urn":
		rule, severity = *ruleNIDURN, uri.Forbid
	case strings.HasPrefix(lower, "urn-") && !isNumber(lower[len("urn-"):]):
		rule, severity = *ruleInformal, uri.Warning
	case strings.HasPrefix(lower, "x-"):
		rule = *ruleExperimental
	case len(lower) > 2 && lower[0] >= 'a' && lower[1] >= 'a' && lower[2] == '-':
		rule.Hint = "two letters and a hyphen are kept for codes of countries (RFC 8141, section 5.1)"
	}
	return []uri.Remark{uri.NewRemark(rule, severity, len(prefix), len(nid))}
}

// isNumber reports whether s is a number as IANA gives informal namespaces: it
// has no leading zero.
func isNumber(s string) bool {
	return s != "" && s[0] != '0' && strings.Trim(s, "0123456789") == ""
}

// judgeEscapes remarks escapes of what should not be in a URN, and of what
// should not be escaped. Of a namespace that is known it is not said that an
// escape is unneeded, unless of a letter or digit.
func judgeEscapes(u URN, known bool) (out []uri.Remark) {
	unneeded := oldByte
	if known {
		unneeded = letNum
	}
	for start, octets := range escapeRuns(u.text, int(u.nidEnd)) {
		remark := func(r *uri.Rule, s uri.Severity, next func(string) (int, bool)) {
			for from, to := range stretches(octets, next) {
				out = append(out, uri.NewRemark(*r, s, start+from*len("%HH"), (to-from)*len("%HH")))
			}
		}
		remark(ruleNUL, uri.Warning, isNUL)
		remark(ruleNotUTF8, uri.Warning, notUTF8)
		if start < int(u.nssEnd) {
			remark(ruleUnneeded, uri.Info, isOf(unneeded))
		}
	}
	return out
}
