package bnf1994

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// Rules returns what this package has to say of URLs and of the two grammars,
// ordered by ID: "bnf1994/…" of the draft, "rfc1738/…" of RFC 1738. The slice
// is the caller's.
func Rules() []uri.Rule {
	out := make([]uri.Rule, 0, len(rules))
	for _, r := range rules {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b uri.Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// rules is filled by newRule while the variables below are initialised.
var rules []*uri.Rule

func newRule(id, section, title, text string) *uri.Rule {
	r := &uri.Rule{ID: id, Section: section, Title: title, Text: text}
	rules = append(rules, r)
	return r
}

func draftRule(id, section, title, text string) *uri.Rule {
	return newRule("bnf1994/"+id, "draft-ietf-uri-url-03 "+section, title, text)
}

func laterRule(id, section, title, text string) *uri.Rule {
	return newRule("rfc1738/"+id, "RFC 1738 "+section, title, text)
}

// Errors are the rules by which a grammar says why a text cannot be derived.
type errorRules struct {
	tooLong, partial, fragment, escape, nonASCII, national, punctuation, noClass, reserved, expected, firstLetter *uri.Rule
}

var draftErrors = errorRules{
	tooLong: draftRule("too-long", "1.3", "text longer than 4 GiB",
		"The draft sets no limit to the length of a URL. This package counts bytes in 32 bits and refuses what does not fit."),
	partial: draftRule("partial", "1.1.1", "partial URL",
		"A URL begins with the name of its scheme and a colon. Partial URLs, which leave out what their context tells, are not involved in the basic definition."),
	fragment: draftRule("fragment", "1.1.1", "fragmentid is in no production",
		"Fragment identifiers are not involved in the basic definition of a URL: the grammar defines fragmentid and uses it nowhere, and # is a reserved character."),
	escape: draftRule("escape", "1.1.2", `"%" without two hex digits`,
		"A percent sign always indicates an encoded character: two hex digits follow, which are its code in ISO Latin 1."),
	nonASCII: draftRule("non-ascii", "1.1.2", "character outside US-ASCII",
		"A character that the syntax does not have is written as its code in ISO Latin 1: é is %E9. RFC 3987 of 2005 has UTF-8 there: é is %C3%A9. A server that was told the one does not find the other."),
	national: draftRule("national", "1.3", "national character",
		`The characters { } | [ ] \ ^ ~ have other looks in national variants of ISO 646. The class that they form appears in no production, so they never stand in a URL unencoded. RFC 3986 allows ~ everywhere.`),
	punctuation: draftRule("punctuation", "1.3", "punctuation character",
		"The angle brackets enclose URLs in running text. Their class appears in no production, so they never stand in a URL unencoded."),
	noClass: draftRule("no-class", "1.3", "character in no class",
		"The grammar puts each character into a class: alpha, digit, safe, extra, reserved, national, punctuation. It forgets ! * and `, though it writes ! before an ftptype and examples of section 1.2.3 have it in Gopher+ strings, and writes * for all newsgroups. Control characters are in no class either."),
	reserved: draftRule("reserved", "1.3", "reserved character that delimits nothing here",
		"The characters = ; / # ? : stand where a production writes them, and nowhere else unencoded."),
	expected: draftRule("expected", "1.3", "something is missing",
		"The production needs what is not there."),
	firstLetter: draftRule("first-letter", "1.3", "name that does not begin with a letter",
		"A hostname and a group are an ialpha, which begins with a letter. Domains such as 3com.com, and newsgroups of such names, cannot be written; RFC 1123 had allowed them in 1989."),
}

// What else makes a text no URL of the draft.
var (
	rulePrefix = draftRule("prefix", "1.1.1", `no "URL:" before it`,
		`"To be a Uniform Resource Locator as currently defined by the URI working group, the whole string must start with a constant prefix". The production is prefixedurl; without the prefix a text may still be a url, which was the preference of July 1993.`)
	ruleNoProduction = draftRule("no-production", "1.3", "scheme without a production",
		"A scheme is an ialpha: a letter, then nearly anything, so that x-foo and even a@b are names of schemes. But a url is one of eleven productions, one for each scheme. rlogin and tn3270 are in the prose of section 1.2 and have none.")
	ruleExperimental = draftRule("experimental", "1.2.9", "experimental scheme without a production",
		"Experimental prefixes may be used by mutual agreement between parties, and begin with x-. The grammar has no production for them.")
	ruleURN = draftRule("urn", "1.2.9", `"urn:" is reserved`,
		"The scheme name urn: is reserved for the work in progress on a scheme for more persistent names. It became RFC 2141 and RFC 8141.")
	ruleAFS = draftRule("afs", "1.3", "afs is a historical note",
		"The production afsaddress is left in the grammar as a historical note, and is not among those of url.")
	ruleTelnetSlash = draftRule("telnet-slash", "1.3", "no slash behind the login of telnet",
		"A telnetaddress ends with its login. RFC 1738 allows a slash behind it, which means nothing.")
	ruleGopherType = draftRule("gopher-type", "1.3", "slash without a gopher type",
		"In a gopheraddress the slash and the gtype stand together or not at all. RFC 1738 lets the type be left out behind the slash.")
	rulePassword = draftRule("password", "1.3", "empty user name or password",
		"A user name is an xalphas, which is at least one character, and so is a password. RFC 1738 allows both to be empty, and tells that apart from none.")
	ruleBlank = draftRule("blank", "1.1.2", "blank, which the BNF allows in extra and the prose (1.1.2, 1.2.2) does not",
		"The class extra contains space, so that by the productions a blank may stand in a path. Section 1.1.2 wants characters encoded that the syntax does not allow or that would be awkward, and 1.2.2 and 1.2.3 say of spaces that they must be. A request line with a blank is cut there.")
	ruleGroupAt = draftRule("group-at", "1.2.5", `"@" in the name of a newsgroup`,
		`The character "@" is safe, so that by the productions a group may contain it. By the prose it tells a message identifier from the name of a newsgroup.`)
)

// What the draft has that is odd, and a verdict notes.
var (
	ruleXpalphas = draftRule("xpalphas", "1.3", `xpalphas is printed "xpalpha [xpalpha]", two characters at most: read as xpalpha [xpalphas]`,
		"By the letter a segment of a path has one character or two. That is a misprint: the sister productions xalphas, digits and alphanums repeat themselves, and most examples of the draft have longer segments.")
	ruleVoid = draftRule("void", "1.3", `path is printed "void | segment [/ path]": read so that a segment may be void`,
		"If what stands together binds closer than the bar, as it does elsewhere, a path may be void but its segments may not, and //a is no path. It is read as ( void | segment ) [ / path ].")
	ruleIalpha = draftRule("ialpha", "1.3", "label that begins with no letter, which ialpha hides",
		"A hostname is written as ialpha [. hostname], as if each label began with a letter, and so is a group. But ialpha is a letter and any xalphas, a dot among them, so that only the first label must.")
	ruleHostnumber = draftRule("hostnumber", "1.3", "hostnumber has no range",
		"A hostnumber is four numbers of any length. No address has a part above 255: RFC 3986 takes such a host for a name.")
	ruleUserAt = draftRule("user-at", "1.3", `"@" in user name or password: the last one ends the login`,
		`The character "@" is safe, so that a user name and a password may contain it, and a login can be read in several ways. It is read with the last "@" before the host.`)
	ruleHostAt = draftRule("host-at", "1.3", `"@" in a hostname`,
		`The character "@" is safe, so that by the productions a hostname may contain it: of http://u@h/ the host is "u@h". The prose (1.1.1) has a user name before it.`)
	ruleMailtoColons = draftRule("mailto-colons", "1.3", `the BNF writes two colons behind mailto, the prose one`,
		"The production of mailto has a colon too many, and a hostname where RFC 822 has a domain. The prose (1.2.4) means mailto:addr-spec.")
	ruleFTPType = draftRule("ftp-type", "1.2.1", `the BNF writes the type as "!A", "!I" or "!D", the prose as ";type=" and a code of RFC 959`,
		"The production ftptype was not brought up to the prose of 1.2.1, which says ;type= and allows every type code of RFC 959. RFC 1738 has the spelling of the prose and the three letters of the BNF.")
	ruleNNTP = draftRule("nntp-server", "1.3", "nntp: names no server",
		"The prose (1.2.5) says that the news server is given; the production is group/digits. RFC 1738 has nntp://host/group/digits.")
	ruleVersion = draftRule("prospero-version", "1.2.6", `"%00" ends the object name and begins a version`,
		"An escaped string terminator parts the version from the hsoname, which as a path could contain the escape itself; attributes follow the version with nothing between them. RFC 1738 writes ;OBJECT-VERSION= and a value.")
	ruleSearch = draftRule("search", "1.3", `words of a search are joined by "+"`,
		`A gopher or WAIS search stands behind "?", its words joined by "+". The prose of 1.2.3 writes the search of gopher behind "%09", which became RFC 4266.`)
	ruleAddrSpec = draftRule("addr-spec", "1.3", "addr-spec is not defined in the draft: read as xalphas @ host",
		"RFC 822 defines addr-spec. It allows characters that no URL has unencoded.")
	ruleContentID = draftRule("content-identifier", "1.3", "content-identifier is not defined in the draft: read as xalphas",
		"The word stands in cidaddress and nowhere else. RFC 2111 of 1997 made it an addr-spec.")
	ruleGopherPlus = draftRule("gopher-plus", "1.2.3", `the BNF lacks "!", though Gopher+ strings of the prose have it`,
		"Section 1.2.3 describes a Gopher+ string behind a second %09, and gives examples with an exclamation mark. By the productions all of it is the selector, which cannot contain one.")
	ruleLatin1 = draftRule("latin-1", "1.1.2", "escapes above %7F are ISO Latin 1",
		"The two hex digits give the ISO Latin 1 code of a character. RFC 1738 says that they are an octet, and RFC 3986 that new schemes take it for UTF-8.")
)

var laterErrors = errorRules{
	tooLong: laterRule("too-long", "2", "text longer than 4 GiB",
		"RFC 1738 sets no limit to the length of a URL. This package counts bytes in 32 bits and refuses what does not fit."),
	partial: laterRule("relative", "2.3", "relative link",
		"A URL begins with the name of its scheme and a colon. Relative links are not described in RFC 1738; RFC 1808 did that."),
	fragment: laterRule("fragment", "APPENDIX", `"#" begins a fragment identifier, which is not part of a URL`,
		"A fragment or anchor identifier is associated with a URL, and stands behind it in the angle brackets. Within a URL # must be encoded."),
	escape: laterRule("escape", "2.2", `"%" without two hex digits`,
		"An octet may be written as a percent sign and the two hex digits of its value. A percent sign stands for nothing else."),
	nonASCII: laterRule("non-ascii", "2.2", "octet outside US-ASCII",
		"The octets 80 to FF are not used in US-ASCII and must be encoded. RFC 1738 does not say which character an octet is."),
	national: laterRule("national", "2.2", "unsafe character",
		"Gateways and other transport agents are known to modify { } | \\ ^ ~ [ ] and `. They must be encoded. RFC 3986 allows ~ everywhere."),
	punctuation: laterRule("punctuation", "2.2", "unsafe character",
		`The characters < > " enclose URLs in free text; # and % have meanings of their own. They must be encoded.`),
	noClass: laterRule("no-class", "2.2", "character that is not graphic",
		"URLs are written with the graphic printable characters of US-ASCII. Spaces and control characters must be encoded."),
	reserved: laterRule("reserved", "2.2", "reserved character that delimits nothing here",
		"The characters ; / ? : @ = & may be reserved within a scheme. Where a scheme reserves one it must be encoded unless it is meant."),
	expected: laterRule("expected", "5", "something is missing",
		"The production needs what is not there."),
	firstLetter: laterRule("first-letter", "5", "name that does not begin with a letter",
		"The rightmost label of a hostname, which tells it from an address, and the name of a newsgroup begin with a letter."),
}

// What RFC 1738 has that is odd, and a verdict notes or forbids.
var (
	ruleWrapper = laterRule("prefix", "APPENDIX", `"URL:" is a recommended wrapper, not part of the URL`,
		"Where URLs have to be told from other data they may be preceded by the characters URL:. By the letter of the grammar that would be a scheme.")
	ruleOther = laterRule("otherurl", "5", "new scheme: only its general form is checked",
		"A url may be an otherurl, which is a genericurl: any scheme, and any characters that may stand in a URL.")
	ruleNotOther = laterRule("known-scheme", "5", "by the letter an otherurl takes what the production of the scheme refuses",
		"The production otherurl is meant for new schemes. Nothing in it keeps the schemes out that have productions of their own, which would then mean nothing; it is read so that they are.")
	ruleUpper = laterRule("upper-case", "2.1", "upper-case letters in the scheme",
		"The grammar has lower-case letters only in the name of a scheme; programs should treat upper-case letters as equivalent.")
	ruleOurs = laterRule("experimental", "4", "experimental scheme",
		"Scheme names that begin with x- are reserved for experimental purposes.")
	ruleProposed = laterRule("proposed", "4", "proposed scheme whose syntax RFC 1738 does not define",
		"The names afs, mid, cid, nfs, tn3270, mailserver and z39.50 had been proposed at various times, and were to be reserved.")
	ruleNumbers = laterRule("hostnumber", "5", "hostnumber has no range",
		"A hostnumber is four numbers of any length. No address has a part above 255: RFC 3986 takes such a host for a name.")
	ruleEmptyUser = laterRule("empty-user", "3.1", "empty user name or password, which is not the same as none",
		"ftp://@host/ has an empty user name and no password, ftp://host/ has no user name, ftp://foo:@host/ has an empty password.")
	ruleTab = laterRule("gopher-octets", "3.4.1", "TAB, LF or CR in a selector, which the BNF allows and the prose does not",
		"A selector may contain any octets but 09, 0A and 0D: they would end it on the wire. The production selector is *xchar.")
)
