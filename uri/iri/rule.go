package iri

import "uriel.dev/uri"

var (
	ruleNotUTF8 = &uri.Rule{ID: "iri/not-utf8", Section: "RFC 3987 2", Title: "byte that is not UTF-8", Hint: "percent-encode the byte",
		Text: "An IRI is a sequence of characters, here written in UTF-8. This byte is no part of one, so nobody can say what was meant."}
	ruleChar = &uri.Rule{ID: "iri/char", Section: "RFC 3987 2.2", Title: "character that no IRI may hold", Hint: "encode it as UTF-8 and percent-encode each byte",
		Text: "Of the characters beyond US-ASCII an IRI holds those of ucschar. Controls, noncharacters, tags and the specials at U+FFF0 are not among them."}
	rulePrivate = &uri.Rule{ID: "iri/private", Section: "RFC 3987 2.2", Title: "private-use character outside the query", Hint: "encode it as UTF-8 and percent-encode each byte",
		Text: "What a private-use character means is agreed between two parties, so it stands in the query only, which is for the server that answers it."}
	ruleBidi = &uri.Rule{ID: "iri/bidi", Section: "RFC 3987 4.1", Title: "bidirectional formatting character", Hint: "leave it out: it belongs to the text around an IRI",
		Text: "Such a character shows nothing itself and changes in which order others are shown. Nobody could type an IRI that holds one, and a reader can be misled about what it says."}
	ruleIDNA = &uri.Rule{ID: "iri/idna", Section: "RFC 3987 3.1", Title: "host that is no internationalized domain name",
		Text: "The host of this scheme is looked up in the DNS. IDNA maps names in other characters to ASCII ones, and refuses characters and combinations that no domain name may have."}
	ruleZone = &uri.Rule{ID: "iri/zone", Section: "RFC 6874 2", Title: "malformed zone identifier", Hint: "write %25 and the name of the interface: [fe80::1%25eth0]",
		Text: "A zone is the name or number of a network interface, in unreserved characters or percent-encoded, behind %25."}
	ruleZoneBare = &uri.Rule{ID: "iri/zone-bare", Section: "RFC 6874 3", Title: `"%" before a zone that begins with two hex digits`, Hint: "write %25 for the percent sign",
		Text: "A bare percent sign before a zone is taken as what a tool has printed, unless it could be an escape: %ee1 is the interface ee1, or an octet and 1."}
	ruleZoneAddress = &uri.Rule{ID: "iri/zone-address", Section: "RFC 6874 4", Title: "zone behind what is no link-local IPv6 address",
		Text: "Only an address of fe80::/10 needs a zone to be reached. Elsewhere it would be a way to smuggle text past those who read the address."}
)

// Rules returns the rules that this package applies beside those of uri.Rules,
// ordered by ID. The slice is the caller's.
func Rules() []uri.Rule {
	return []uri.Rule{*ruleBidi, *ruleChar, *ruleIDNA, *ruleNotUTF8, *rulePrivate, *ruleZone, *ruleZoneAddress, *ruleZoneBare}
}

func fail(input string, offset int, r *uri.Rule) *uri.Error {
	return &uri.Error{Input: input, Offset: offset, Rule: r.ID, Section: r.Section, Title: r.Title, Hint: r.Hint}
}
