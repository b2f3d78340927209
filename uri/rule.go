package uri

import (
	"slices"
	"strings"
)

// A Rule is one thing that can be said of a text that is or wants to be a URI.
// Errors and remarks carry its ID; the command's explain verb, the
// documentation and the tests use the same.
type Rule struct {
	ID      string // such as "uri/host-space": the package that says it, then what
	Section string // the clause it rests on, such as "RFC 3986 3.2.2"
	Title   string // what is said, in a few words, lower case: "space in host"
	Hint    string // what to write instead, a phrase; "" if nothing can be said in general
	Text    string // one paragraph: why the rule exists
}

// Rules returns the rules that this package applies, ordered by ID. The slice
// is the caller's.
func Rules() []Rule {
	out := make([]Rule, 0, len(rules))
	for _, r := range rules {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// rules is filled by newRule while the variables below are initialised.
var rules []*Rule

func newRule(id, section, title, hint, text string) *Rule {
	r := &Rule{ID: "uri/" + id, Section: section, Title: title, Hint: hint, Text: text}
	rules = append(rules, r)
	return r
}

// What Parse reports.
var (
	ruleTooLong = newRule("too-long", "RFC 3986 2", "text longer than 4 GiB",
		"", "RFC 3986 sets no limit to the length of a URI. This package counts bytes in 32 bits and refuses what does not fit.")
	ruleEscape = newRule("escape", "RFC 3986 2.1", `"%" without two hex digits`,
		"write %25 for a percent sign", "A percent sign always introduces an escape of three characters. A percent sign that stands for itself is written %25, in every component.")
	ruleNoScheme = newRule("no-scheme", "RFC 3986 4.2", "colon in the first segment of a relative reference",
		"missing scheme? a scheme begins with a letter; a relative reference is written ./…", "What stands before the first colon of a URI is its scheme: a letter, then letters, digits, plus, minus and dot. A relative reference may not have a colon in its first segment, since it would be taken for a scheme.")
	ruleNonASCII = newRule("non-ascii", "RFC 3986 2", "character outside US-ASCII",
		"encode it as UTF-8 and percent-encode each byte", "A URI is written in a subset of US-ASCII. Text in other characters is an IRI (RFC 3987) and has to be mapped first.")
	ruleNotUTF8 = newRule("not-utf8", "RFC 3986 2", "byte outside US-ASCII that is not UTF-8",
		"percent-encode the byte", "A URI is written in a subset of US-ASCII. This byte is not even part of a character in UTF-8, so nobody can say what was meant.")
	ruleControl = newRule("control", "RFC 3986 2", "control character",
		"percent-encode it, or remove the line break", "Control characters, line breaks among them, stand in no component. In running text a URI that is broken over lines is wrapped in angle brackets and joined before it is parsed (RFC 3986, appendix C).")
	ruleBackslash = newRule("backslash", "RFC 3986 2", "backslash",
		"write / between segments, %5C for a backslash that is data", "A backslash stands in no component. Browsers read it as a slash in the URLs of the web, other programs do not: where the host ends is then a matter of opinion, and has been used to lead requests astray.")

	ruleUserinfoSpace = newRule("userinfo-space", "RFC 3986 3.2.1", "space in userinfo", "write %20", spaceText)
	ruleHostSpace     = newRule("host-space", "RFC 3986 3.2.2", "space in host", "", "A host is a registered name, an IPv4 address or an IP literal in brackets; no name that can be looked up holds a space.")
	rulePathSpace     = newRule("path-space", "RFC 3986 3.3", "space in path", "write %20", spaceText)
	ruleQuerySpace    = newRule("query-space", "RFC 3986 3.4", "space in query", "write %20", spaceText)
	ruleFragmentSpace = newRule("fragment-space", "RFC 3986 3.5", "space in fragment", "write %20", spaceText)

	ruleUserinfoChar = newRule("userinfo-char", "RFC 3986 3.2.1", "character not allowed in userinfo", "percent-encode it", charText)
	ruleHostChar     = newRule("host-char", "RFC 3986 3.2.2", "character not allowed in host", "", "A registered name holds unreserved characters, sub-delims and escapes; square brackets enclose an IP literal only.")
	rulePathChar     = newRule("path-char", "RFC 3986 3.3", "character not allowed in path", "percent-encode it", charText)
	ruleQueryChar    = newRule("query-char", "RFC 3986 3.4", "character not allowed in query", "percent-encode it", charText)
	ruleFragmentChar = newRule("fragment-char", "RFC 3986 3.5", "character not allowed in fragment", "percent-encode it", charText)
	ruleWrapper      = newRule("wrapper", "RFC 3986 C", "delimiter around a URI", "remove the wrapper: it is not part of the URI", "In running text a URI stands in angle brackets or double quotes. They delimit it and are not part of it.")
	ruleDrive        = newRule("drive-bar", "RFC 8089 E.2.2", `"|" behind a drive letter`, "write the colon: C:", "An old spelling of file URIs writes the colon of a DOS drive as a vertical bar, which RFC 3986 allows in no component.")

	ruleHostAt      = newRule("host-at", "RFC 3986 3.2.1", `second "@" in authority`, `write %40 for an "@" in userinfo`, "One \"@\" ends the userinfo. Programs disagree about which of two it would be, and so about the host: a known way to mislead them.")
	ruleHostColon   = newRule("host-colon", "RFC 3986 3.2.2", "several colons in host", "an IPv6 address needs brackets: [2001:db8::1]", "A colon in the authority introduces the port. The colons of an IPv6 address are told from it by square brackets.")
	ruleHostBracket = newRule("host-bracket", "RFC 3986 3.2.2", "square brackets that do not enclose an IP literal", "", "Square brackets enclose an IPv6 address or a later version's, make up the whole host, and stand nowhere else in a URI.")
	ruleHostZone    = newRule("host-zone", "RFC 9844", "zone identifier in an IPv6 literal", "zones are not part of a URI", "A zone identifier means something on one machine only. RFC 6874 had allowed it; RFC 9844 took that back.")
	ruleIPv6        = newRule("host-ipv6", "RFC 3986 3.2.2", "not an IPv6 address", "", "Eight groups of one to four hex digits, one run of zero groups written \"::\"; the last two groups may be an IPv4 address.")
	ruleIPvFuture   = newRule("host-ipvfuture", "RFC 3986 3.2.2", "not an IPvFuture address", "", "A literal of a later version of IP is v, hex digits, a dot and the address.")
	rulePortDigit   = newRule("port-digit", "RFC 3986 3.2.3", "port that is no number", "", "A port is a sequence of decimal digits, possibly empty.")
)

const (
	spaceText = "A space ends a URI in most texts that hold one, so it stands in no component. It is written %20; in the query of a form also as \"+\"."
	charText  = "Each component has its characters: unreserved, sub-delims, and what its grammar adds. Any other is percent-encoded."
)
