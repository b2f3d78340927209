package whatwg

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"uriel.dev/uri"
)

// maxLen is the length in bytes that an href may have: offsets are 32 bits
// wide.
const maxLen = math.MaxUint32

// An Error says why the URL Standard fails on a text, and where. It is built on
// the error path only.
type Error struct {
	Input   string
	Offset  int    // the byte of Input where the parser gives up; len(Input) when more is missing
	Rule    string // the ID of the rule, such as "whatwg/host-missing"
	Section string // the clause of the standard, such as "URL Standard 4.4"
	Title   string // the rule in a few words
	Hint    string // what to write instead, or ""
}

// Error returns one line such as
//
//	parse "http://": special URL without a host (byte 7, URL Standard 4.4)
//
// The input is quoted, and shortened and redacted as in [uri.Error].
func (e *Error) Error() string {
	return fmt.Sprintf("parse %q: %s (byte %d, %s)", uri.Shorten(uri.Redact(e.Input)), e.Title, e.Offset, e.Section)
}

func newError(input string, offset int, r *uri.Rule) *Error {
	return &Error{Input: input, Offset: offset, Rule: r.ID, Section: r.Section, Title: r.Title, Hint: r.Hint}
}

// Rules returns the rules that this package applies, ordered by ID: one for
// each validation error of the standard (section 1.1), under its name there,
// and whatwg/too-long. The slice is the caller's.
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

func newRule(name, section, title, hint, text string) *uri.Rule {
	r := &uri.Rule{ID: "whatwg/" + name, Section: "URL Standard " + section, Title: title, Hint: hint, Text: text}
	rules = append(rules, r)
	return r
}

// The validation errors of section 1.1, in the order of its table. Which of them
// end the parser is said there, and decided where they are found.
var (
	ruleDomain = newRule("domain-to-ASCII", "3.3", "not a valid domain name", "", "A domain is mapped to ASCII by UTS 46. The strict rules for names that can be registered are a matter of validity; a domain that fails the relaxed ones as well, is empty, or holds a character that no host may hold, is a failure.")

	rulePercentHost = newRule("domain-percent-encoded", "3.5", "percent-encoding in a domain", "write the characters themselves", "The domain of a special URL is percent-decoded before it is looked at, so that exam%70le.org is example.org. RFC 3986 keeps the two apart.")
	ruleHostChar    = newRule("host-invalid-code-point", "3.5", "character that no host may hold", "", "The host of a URL whose scheme is not special is kept as it is, but for NUL, TAB, LF, CR, space and # / : < > ? @ [ \\ ] ^ |, which are a failure.")

	ruleIPv4Empty    = newRule("IPv4-empty-part", "3.5", "IPv4 address that ends with a dot", "drop the dot", "A host whose last label is a number is an IPv4 address, even behind a last dot.")
	ruleIPv4Few      = newRule("IPv4-too-few-parts", "3.5", "IPv4 address of fewer than four parts", "write all four octets", "The last part of a short IPv4 address fills all octets that are left: 127.1 is 127.0.0.1.")
	ruleIPv4Many     = newRule("IPv4-too-many-parts", "3.5", "IPv4 address of more than four parts", "", "A host whose last label is a number is an IPv4 address, and has four parts at most.")
	ruleIPv4Name     = newRule("IPv4-non-numeric-part", "3.5", "IPv4 address with a part that is no number", "", "A host whose last label is a number is an IPv4 address, and then every other label has to be one.")
	ruleIPv4Octal    = newRule("IPv4-non-decimal-part", "3.5", "IPv4 address in octal or hexadecimal", "write decimal octets", "A part that begins with 0 is octal, with 0x hexadecimal: 0x7f.1 is 127.0.0.1.")
	ruleIPv4Range    = newRule("IPv4-out-of-range-part", "3.5", "part of an IPv4 address above 255", "", "Only the last part may exceed an octet, if it stands for several and fits them: 2130706433 is 127.0.0.1.")
	ruleIPv6Unclosed = newRule("IPv6-unclosed", "3.5", "IPv6 address without its closing bracket", "end it with ]", "A host that begins with [ is an IPv6 address and ends with ].")
	ruleIPv6Start    = newRule("IPv6-invalid-compression", "3.5", "IPv6 address that begins with a single colon", "", "An IPv6 address begins with a group, or with two colons in place of zero groups.")
	ruleIPv6Many     = newRule("IPv6-too-many-pieces", "3.5", "IPv6 address of more than eight groups", "", "An IPv6 address has eight groups of four hex digits.")
	ruleIPv6Twice    = newRule("IPv6-multiple-compression", "3.5", `second "::" in an IPv6 address`, "", `"::" stands for as many zero groups as are missing, so it can stand only once.`)
	ruleIPv6Char     = newRule("IPv6-invalid-code-point", "3.5", "neither hex digit nor colon in an IPv6 address", "", "An IPv6 address holds hex digits and colons, and an IPv4 address at its end. A zone (%eth0) is not part of a URL.")
	ruleIPv6Few      = newRule("IPv6-too-few-pieces", "3.5", "IPv6 address of fewer than eight groups", `write "::" in place of the zero groups`, "An IPv6 address has eight groups of four hex digits.")
	ruleIPv6Zero     = newRule("IPv6-piece-leading-zero", "3.5", "leading zero in an IPv6 group", "drop it", "The href writes each group with as few digits as it can.")
	rule4in6Place    = newRule("IPv4-in-IPv6-too-many-pieces", "3.5", "IPv4 address behind more than six groups", "", "An IPv4 address at the end of an IPv6 address stands for its last two groups.")
	rule4in6Char     = newRule("IPv4-in-IPv6-invalid-code-point", "3.5", "malformed IPv4 address in an IPv6 address", "", "An IPv4 address in an IPv6 address is four decimal octets without leading zeros.")
	rule4in6Range    = newRule("IPv4-in-IPv6-out-of-range-part", "3.5", "octet above 255 in an IPv6 address", "", "An IPv4 address in an IPv6 address is four decimal octets.")
	rule4in6Few      = newRule("IPv4-in-IPv6-too-few-parts", "3.5", "IPv4 address of fewer than four octets in an IPv6 address", "", "An IPv4 address in an IPv6 address is four decimal octets.")

	ruleUnit        = newRule("invalid-URL-unit", "4.4", "character that should be percent-encoded", "percent-encode it", "The character is mended or let pass, but does not stand in a valid URL string: a space around or in it, a line break, a percent sign without two hex digits, a bracket in a path.")
	ruleSolidus     = newRule("special-scheme-missing-following-solidus", "4.4", "not exactly two slashes behind a special scheme", "write //", "Behind http, https, ws, wss, ftp and file stand two slashes. More and fewer are read as two, or, with a base of the same scheme, as a relative URL.")
	ruleNoScheme    = newRule("missing-scheme-non-relative-URL", "4.4", "no scheme, and no base to take it from", "write the scheme, as in https://…", "A text without a scheme is relative. It needs a base, and one with an opaque path, such as mailto:a@b, can be the base of a fragment only.")
	ruleBackslash   = newRule("invalid-reverse-solidus", "4.4", "backslash instead of a slash", "write /", `In a special URL \ is read as /. RFC 3986 allows no \ at all, so that two programs may see two hosts in https://a\@b.`)
	ruleCredentials = newRule("invalid-credentials", "4.4", "user name or password in a URL", "keep them elsewhere: URLs are logged and shown", "Credentials are parsed, but are not valid.")
	ruleHostMissing = newRule("host-missing", "4.4", "no host where there has to be one", "", "A special URL other than a file has a host, and so has every URL with credentials or a port.")
	rulePortRange   = newRule("port-out-of-range", "4.4", "port above 65535", "", "A port is a number of 16 bits.")
	rulePort        = newRule("port-invalid", "4.4", "port that is no number", "", "A port is a sequence of decimal digits, possibly empty.")
	ruleDrive       = newRule("file-invalid-Windows-drive-letter", "4.4", "drive letter that begins a relative URL", "write file:///C:/…", "Against a base of scheme file, C:/x and C|/x replace the whole path.")
	ruleDriveHost   = newRule("file-invalid-Windows-drive-letter-host", "4.4", "drive letter in place of a host", "write three slashes: file:///C:/…", "file://C:/x is read as file:///C:/x. For RFC 3986 it is a host C with an empty port.")

	ruleTooLong = newRule("too-long", "4.5", "URL too long", "", "Offsets into an href have 32 bits. The standard sets no limit.")
)
