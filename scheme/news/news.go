// Package news describes the schemes of Netnews: news and snews, which name
// articles and newsgroups wherever they are, and nntp and nntps, which name
// them on one server.
//
// news, nntp and snews are defined by RFC 5538, "The 'news' and 'nntp' URI
// Schemes", April 2010; nntps by nothing but the name of the service that RFC
// 8143, "Using Transport Layer Security (TLS) with Network News Transfer
// Protocol (NNTP)", April 2017, recommends. Identifiers and names of groups are
// those of RFC 5536, "Netnews Article Format", November 2009; patterns those of
// RFC 3977, "Network News Transfer Protocol (NNTP)", October 2006.
// draft-ietf-uri-url-03, "Uniform Resource Locators", March 1994, and RFC 1738,
// December 1994, have less.
package news

import (
	_ "embed"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/scheme/msgid"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	news := info("news", "Articles and newsgroups of Netnews", byName)
	news.Form = "news:[//server/](message-id|group|pattern)"

	snews := info("snews", "Articles and newsgroups of Netnews, over TLS", byName)
	snews.Status = scheme.Historical
	snews.Form = "snews:[//server/](message-id|group|pattern)"

	nntp := info("nntp", "Articles of a newsgroup on one news server", byNumber)
	nntp.Form = "nntp://server/group[/article-number]"

	nntps := info("nntps", "Articles of a newsgroup on one news server, over TLS", byNumber)
	nntps.Status = scheme.Unregistered
	nntps.Spec = "RFC 8143"
	nntps.Form = "nntps://server/group[/article-number]"

	for _, i := range []*scheme.Info{&news, &snews} {
		i.Kind, i.Shape = scheme.Name, shape
	}
	return []scheme.Info{news, snews, nntp, nntps}
}

const (
	byName = "Connect to the server that the URI names, or else to the one that is configured, over TCP, and speak NNTP. A message-id: send ARTICLE and the decoded " +
		"identifier in angle brackets. A group: send GROUP and its name, and list its articles. A pattern: send LIST ACTIVE and the pattern, and list the groups. " +
		"Articles that are already here may be looked at first."
	byNumber = "Connect to the port of the server over TCP, and speak NNTP: send GROUP and the decoded name, and ARTICLE and the number; without a number, list the articles of the group."
)

// info is what the schemes have in common.
func info(name, title, retrieval string) scheme.Info {
	return scheme.Info{
		Name:      name,
		Title:     title,
		Spec:      "RFC 5538",
		Port:      portOf(name),
		Hostless:  true,                // RFC 5538, section 2.2: the server is that of the reader
		Keep:      uri.KeepDotSegments, // RFC 5538, section 2.3: there are none
		Retrieval: retrieval,
		Opening:   "a news reader",
		Wire:      scheme.Controls,
		Rules: []uri.Rule{ruleServer, ruleNoServer, ruleLocal, ruleDeprecated, ruleGroup, ruleGroupStyle, ruleMessageID, ruleAngle,
			ruleArticleNumber, ruleQuery, ruleOwnQuery},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
	}
}

// portOf returns the default port of a scheme of this folder.
func portOf(name string) uint16 {
	if name == "snews" || name == "nntps" {
		return 563
	}
	return 119
}

func isDefaultPort(name, port string) bool { return port == strconv.Itoa(int(portOf(name))) }

// isNumbered reports whether a scheme is one that names articles by number.
func isNumbered(name string) bool { return name == "nntp" || name == "nntps" }

const specNews, specNNTP = "RFC 5538 4", "RFC 5538 3"

// The rules, in the order of what they are about.
var (
	ruleServer = uri.Rule{ID: "news/server", Section: specNews, Title: "news server in a news URI", Hint: "without it every reader asks his own",
		Text: "RFC 5538 lets a news: URI name a server. In the 1994 draft names of servers are no part of it: articles are the same everywhere, and whoever reads the URI may not be allowed to use the server that it names."}
	ruleNoServer = uri.Rule{ID: "news/no-server", Section: specNNTP, Title: "no server is named", Hint: "write nntp://server/group/number, or news: for any server",
		Text: "Numbers of articles differ from server to server, so that an nntp: URI must name the server. The grammar of the 1994 draft left it out, against its own prose."}
	ruleLocal = uri.Rule{ID: "nntp/local", Section: "draft-ietf-uri-url-03 1.2.5", Title: "good on one server only", Hint: "to others write news: and the Message-ID, or the name of the group",
		Text: "Servers number articles each in their way and often serve their own users alone. An nntp: URI should not be quoted outside; RFC 5538, section 2.1, says why as well, and that news: is better supported."}
	ruleDeprecated = uri.Rule{ID: "news/deprecated", Section: "RFC 5538 8.1", Title: "scheme that is deprecated", Hint: "write news:",
		Text: "Whether a news server is asked over TLS is for whoever asks it to know, and no part of the name of an article. snews: was never in wide use."}
	ruleGroup = uri.Rule{ID: "news/group", Section: specNNTP, Title: "what is no name of a newsgroup",
		Text: "The name of a newsgroup is components with dots between them, of letters, digits, \"+\", \"-\" and \"_\" (RFC 5536, section 3.1.4). NNTP lets other characters pass, but for control characters, spaces and ! * , ? [ \\ ]; in a URI all of these are encoded. In a pattern * and ? stand for others; a question mark is encoded there."}
	ruleGroupStyle = uri.Rule{ID: "news/group-style", Section: "RFC 5536 3.1.4", Title: "name that a newsgroup should not have",
		Text: "Capital letters confuse servers that tell them from small ones with those that do not; a component of digits alone cannot be told from an article where articles are files. Groups that have such names keep them."}
	ruleMessageID = uri.Rule{ID: "news/message-id", Section: "RFC 5536 3.1.3", Title: "what cannot be a Message-ID",
		Text: "A Message-ID of Netnews is atoms with dots between them, an \"@\", and a name of a host or an address in square brackets: ASCII without spaces, of not more than 250 octets with its angle brackets."}
	ruleAngle = uri.Rule{ID: "news/angle-brackets", Section: specNews, Title: "angle brackets around a Message-ID", Hint: "leave them out",
		Text: "In an article the Message-ID stands in angle brackets. In a URI it does not, and %3E is not allowed at all."}
	ruleArticleNumber = uri.Rule{ID: "news/article-number", Section: specNNTP, Title: "what is no number of an article", Hint: "1 to 16 digits",
		Text: "Behind the group stands the number that the server gave to the article. A Message-ID is named by a news: URI."}
	ruleQuery = uri.Rule{ID: "news/query", Section: "RFC 5538 2.3", Title: "query in a URI of Netnews", Hint: "a question mark is written %3F",
		Text: "Neither articles nor groups have a query. RFC 1738 let a question mark stand in a Message-ID as it is."}
	ruleOwnQuery = uri.Rule{ID: "news/own-query", Section: "RFC 5538 2.3", Title: "query of this program's own", Hint: "pass on the URI without it",
		Text: "Behind an article ?thread names the thread that it is in, which the 1994 draft wished for, and ?part=2 the second of its parts. RFC 5538 specifies no query, though some programs address parts by one: others do not know what these mean."}
)

// normal drops what says nothing, an empty authority and angle brackets, writes
// "*" for all groups, and encodes what must be and nothing else. Letters keep
// their case.
func normal(u uri.URI) uri.URI {
	r := read(u)
	for _, remark := range r.remarks {
		if remark.Severity == uri.Forbid && remark.Rule != ruleAngle.ID {
			return u
		}
	}
	n, err := r.view.URI()
	if err == nil && u.HasFragment() {
		n, err = n.WithFragment(u.Fragment())
	}
	if err != nil {
		return u
	}
	return n
}

// shape takes a message-id, and a group of two components or more, or a pattern
// that ends in such a group and ".*": "news:" is a word of running text, and the
// name of a user in a password file.
func shape(text []byte) int {
	if n := msgid.Shape(text, msgid.AtomChars); n > 0 {
		return n
	}
	n := 0
	for n < len(text) && (componentChar.Has(text[n]) || text[n] == '.') {
		n++
	}
	if n > 0 && text[n-1] == '.' && n < len(text) && text[n] == '*' {
		n++
	}
	name := strings.TrimRight(string(text[:n]), ".") // at the end of a sentence
	n = len(name)
	hierarchy, rest, _ := strings.Cut(name, ".")
	switch {
	case rest == "", strings.Contains(name, ".."), strings.Trim(hierarchy, "abcdefghijklmnopqrstuvwxyz0123456789-") != "", hierarchy == "":
		return 0
	case n < len(text) && strings.IndexByte("/%@", text[n]) >= 0:
		return 0
	case n+1 < len(text) && text[n] == ':' && text[n+1] > ' ':
		return 0
	}
	return n
}
