package urn

import (
	"strings"
	"time"

	"uriel.dev/uri"
)

// Two namespaces in which everyone who had a domain name on some day may give
// names: RFC 4198 and RFC 3085.

// A FederatedContent is what the NSS of urn:fdc says: a name that an
// organization gave which had a domain name on a certain day.
type FederatedContent struct {
	ProviderID string `json:"provider_id"` // its domain name
	DateID     string `json:"date_id"`     // CCYY[MM[DD]]
	ResourceID string `json:"resource_id"`
}

var fdcNamespace = Namespace{
	NID:         "fdc",
	Title:       "Federated content",
	Spec:        "RFC 4198",
	Form:        "domain:date:resource, the date as CCYY, CCYYMM or CCYYMMDD",
	Special:     "the first two colons",
	Equivalence: "the case of the domain name does not count",
	Functional:  "a date without month or day means the first of them; whether the names are the same is not said. Providers should resolve by HTTP at the domain name (RFC 2169)",
	Security:    "none beyond that of URNs in general; the domain name may belong to someone else by now",
	Rules:       []uri.Rule{ruleFDCSyntax, ruleFDCProvider, ruleFDCDate, ruleFDCReserved},
	Read:        readFDC,
	Key:         foldFirst,
}

var (
	ruleFDCSyntax = uri.Rule{ID: "urn/fdc-syntax", Section: "RFC 4198 3", Title: "not provider, date and resource", Hint: "such as example.com:2002:A572007",
		Text: "The name has a domain name, a date and an identifier of the resource, with colons between. None is empty, and the identifier keeps to the characters of RFC 2141, without & ~ and /."}
	ruleFDCProvider = uri.Rule{ID: "urn/fdc-provider", Section: "RFC 4198 3", Title: "the provider is no domain name",
		Text: "Whoever gives such names must have a domain name on the Internet, of two labels or more, of which the last begins with a letter. An address is none."}
	ruleFDCDate = uri.Rule{ID: "urn/fdc-date", Section: "RFC 4198 3", Title: "not a date", Hint: "CCYY, CCYYMM or CCYYMMDD",
		Text: "The date is a day on which the organization had the domain name; with it, the name stays unique when the domain passes to another. It is written as a year, with a month and day if need be."}
	ruleFDCReserved = uri.Rule{ID: "urn/fdc-date-reserved", Section: "RFC 4198 3", Title: "a date of one to three digits",
		Text: "Dates of fewer than four digits are reserved. Nobody has said yet what they mean."}
)

// fdcResource are the characters of a resource beside escapes.
var fdcResource = letDig.With("()+,-.:=@;$_!*'")

func readFDC(nss string) (any, []Finding) {
	parts := piece{nss, 0}.splitN(':', 3)
	if len(parts) < 3 {
		return nil, []Finding{warning(ruleFDCSyntax, piece{nss, 0}.end())}
	}
	provider, date, resource := parts[0], parts[1], parts[2]
	var findings []Finding
	if at, ok := provider.strayDomain(); !ok {
		findings = append(findings, warning(ruleFDCProvider, at))
	}
	switch n := len(date.text); {
	case n > 0 && n < 4 && date.is(digits):
		findings = append(findings, info(ruleFDCReserved, date))
	case n != 4 && n != 6 && n != 8 || !isDate(date.text+"0101"[n-4:]):
		findings = append(findings, warning(ruleFDCDate, date))
	}
	if at, ok := resource.strayEscaped(fdcResource); !ok {
		findings = append(findings, warning(ruleFDCSyntax, at))
	}
	return FederatedContent{provider.text, date.text, resource.text}, findings
}

// isDate reports whether s is a day of the calendar, CCYYMMDD.
func isDate(s string) bool {
	_, err := time.Parse("20060102", s)
	return err == nil
}

// A NewsItem is what the NSS of urn:newsml says: a revision of an item of news.
type NewsItem struct {
	ProviderID string `json:"provider_id"` // the domain name of the agency
	DateID     string `json:"date_id"`     // CCYYMMDD
	NewsItemID string `json:"news_item_id"`
	RevisionID string `json:"revision_id"`
	Update     string `json:"update,omitempty"` // "U" if it has updates, "A" if only its management changed
}

var newsmlNamespace = Namespace{
	NID:         "newsml",
	Title:       "NewsML news items",
	Spec:        "RFC 3085",
	Form:        "domain:CCYYMMDD:item:revision[A|U]",
	Special:     "the colon, between the parts, and a letter behind the revision",
	Equivalence: "neither case nor the letter behind the revision counts",
	Functional:  "of two revisions of an item the one with the greater number is the later",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleNewsMLSyntax, ruleNewsMLProvider, ruleNewsMLDate, ruleNewsMLRevision},
	Read:        readNewsML,
	Key:         keyNewsML,
}

var (
	ruleNewsMLSyntax = uri.Rule{ID: "urn/newsml-syntax", Section: "RFC 3085 2", Title: "not provider, date, item and revision", Hint: "such as iptc.org:20001006:NewsMLv1.0:1",
		Text: "The name has four parts with colons between. None is empty, and an item keeps to the characters of RFC 2141, without & ~ and /."}
	ruleNewsMLProvider = uri.Rule{ID: "urn/newsml-provider", Section: "RFC 3085 2", Title: "the provider is no domain name",
		Text: "The organization that makes the item is named by a domain name on the Internet that it owned on the day which follows."}
	ruleNewsMLDate = uri.Rule{ID: "urn/newsml-date", Section: "RFC 3085 2", Title: "not a date", Hint: "CCYYMMDD",
		Text: "The date is a day on which the organization owned the domain name, in the basic format of ISO 8601."}
	ruleNewsMLRevision = uri.Rule{ID: "urn/newsml-revision", Section: "RFC 3085 2", Title: "not the number of a revision", Hint: "a number from 1 on, then A, U or nothing",
		Text: "Revisions are counted from 1, without leading zeros. A behind the number marks a new set of management data only, U an item with updates."}
)

// newsItem are the characters of an item beside escapes.
var newsItem = letDig.With("()+,-.=@;$_!*'")

func readNewsML(nss string) (any, []Finding) {
	parts := piece{nss, 0}.split(':')
	if findings := checkParts(ruleNewsMLSyntax, parts, 4, 4); findings != nil {
		return nil, findings
	}
	provider, date, item := parts[0], parts[1], parts[2]
	var findings []Finding
	if at, ok := provider.strayDomain(); !ok {
		findings = append(findings, warning(ruleNewsMLProvider, at))
	}
	if strings.HasPrefix(date.text, "00") || !isDate(date.text) {
		findings = append(findings, warning(ruleNewsMLDate, date))
	}
	if at, ok := item.strayEscaped(newsItem); !ok {
		findings = append(findings, warning(ruleNewsMLSyntax, at))
	}
	revision, update := cutUpdate(parts[3])
	if !revision.is(digits) || revision.text[0] == '0' {
		findings = append(findings, warning(ruleNewsMLRevision, parts[3]))
	}
	return NewsItem{provider.text, date.text, item.text, revision.text, update.text}, findings
}

// cutUpdate cuts the letter off a revision, if there is one behind a digit.
func cutUpdate(p piece) (revision, update piece) {
	last := len(p.text) - 1
	if last < 1 || !strings.ContainsRune("AUau", rune(p.text[last])) || !p.slice(0, last).is(digits) {
		return p, p.end()
	}
	return p.slice(0, last), p.slice(last, last+1)
}

// keyNewsML leaves out the letter of the revision: the registration compares the
// four parts before it, without regard to case.
func keyNewsML(nss string) string {
	parts := piece{nss, 0}.split(':')
	if len(parts) != 4 {
		return sameCase(nss)
	}
	revision, _ := cutUpdate(parts[3])
	return foldCase(nss[:revision.at] + revision.text)
}
