package find

import (
	"slices"

	"uriel.dev/uri"
)

// Rules returns the rules of the guesses that the package makes, ordered by ID.
// Match.Rule and Guess.Rules name them.
func Rules() []uri.Rule {
	rules := []uri.Rule{ruleWWW, ruleFTP, ruleEmail, ruleDomain, ruleWrapper, rulePrefix, ruleSlip, ruleEscape, ruleDrive, rulePath, rulePort, ruleHost}
	slices.SortFunc(rules, func(a, b uri.Rule) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	return rules
}

// Rules of the guesses in running text, and in what is typed.
var (
	ruleWWW = uri.Rule{ID: "guess/www", Section: "uri(7)", Title: "host that begins with www. taken for http",
		Text: "People leave out the scheme of well-known services. A name of a host that begins with \"www.\" most likely has http:// before it. Such guesses change with time, and belong where no base makes a relative reference of them: never into a document's links."}
	ruleFTP = uri.Rule{ID: "guess/ftp", Section: "uri(7)", Title: "host that begins with ftp. taken for ftp",
		Text: "People leave out the scheme of well-known services. A name of a host that begins with \"ftp.\" most likely has ftp:// before it, for files that anyone may fetch."}
	ruleEmail = uri.Rule{ID: "guess/email", Section: "RFC 6068 2", Title: "address of electronic mail taken for mailto",
		Text: "user@host.example is an address of electronic mail. As a URI it is mailto:user@host.example."}
	ruleDomain = uri.Rule{ID: "guess/domain", Section: "publicsuffix.org", Title: "name of a host that stands alone taken for http",
		Text: "A name below a public suffix most likely is a site of the web: example.com/path, sub.example.co.uk. It is guessed only on request, since names of files and of parts of programs look the same. Those whose last label is one of theirs, as in plan.md, need a path behind them; and those that end with a word, as example.dev does, a path or a port."}
)

// Rules of the guesses in what is typed.
var (
	ruleWrapper = uri.Rule{ID: "guess/wrapper", Section: "RFC 3986 appendix C", Title: "brackets, quotes or blanks around a URI taken off",
		Text: "In text a URI stands between angle brackets or quotes. They are no part of it, and come along when it is copied."}
	rulePrefix = uri.Rule{ID: "guess/url-prefix", Section: "RFC 3986 appendix C", Title: "prefix URL: taken off",
		Text: "The 1994 draft wrote \"URL:\" before a URL in text. It is no scheme, and no part of the URL."}
	ruleSlip = uri.Rule{ID: "guess/slip", Section: "uri(7)", Title: "slip of the fingers in http:// or ftp:// mended",
		Text: "A letter of the scheme is missing or double, a semicolon stands for the colon, a backslash for a slash, or one of them is missing."}
	ruleEscape = uri.Rule{ID: "guess/escape", Section: "RFC 3986 2.1", Title: "characters that cannot stand in a URI percent-encoded",
		Text: "Blanks, quotes, and a percent sign that begins no escape cannot stand in a URI. In what a person types they mean themselves."}
	ruleDrive = uri.Rule{ID: "guess/drive", Section: "RFC 8089 appendix E", Title: "path of Windows taken for file",
		Text: "C:\\dir\\name and \\\\server\\share\\name are names of files. As URIs they are file:///C:/dir/name and file://server/share/name."}
	rulePath = uri.Rule{ID: "guess/path", Section: "RFC 8089 2", Title: "path with a root taken for file",
		Text: "/dir/name is the name of a file, and ./name that of one in the present folder. As a URI it is file:///dir/name."}
	rulePort = uri.Rule{ID: "guess/port", Section: "uri(7)", Title: "port alone taken for http on this machine",
		Text: "Those who write servers for the web try them on their own machine, and write :3000 for http://localhost:3000."}
	ruleHost = uri.Rule{ID: "guess/host", Section: "uri(7)", Title: "name or address of a host taken for http",
		Text: "A name with a top-level domain, an address, or a name with a port, with or without a path behind it, most likely is a site of the web. Names of files, such as plan.md, are not taken for one."}
)
