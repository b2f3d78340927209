// Package feed describes the feed scheme: a feed of news in RSS or Atom, to
// subscribe to.
//
// The scheme is registered provisionally and defined by an expired draft,
// draft-obasanjo-feed-URI-scheme-02, "The 'feed' URI Scheme", December 2003. A
// feed URI stands for an http or https URI, whose document is the feed; the
// scheme says what to do with it.
package feed

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "feed",
		Title:     "A feed of news to subscribe to",
		Spec:      "draft-obasanjo-feed-URI-scheme-02",
		Status:    scheme.Provisional,
		Form:      "feed://host[:port]/path[?query] or feed:http://… or feed:https://…",
		Port:      80,
		Reach:     scheme.Inside,
		Retrieval: "Take the URI behind the colon, or put http: before the two slashes, and get that. What comes is a feed, and a reader offers to subscribe to it.",
		Opening:   "a reader of feeds",
		Rules:     []uri.Rule{ruleURI, ruleScheme},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { _, out := read(u); return out },
		Normal:    normal,
	}}
}

const draft = "draft-obasanjo-feed-URI-scheme-02"

var (
	ruleURI = uri.Rule{ID: "feed/uri", Section: draft, Title: "no host and no URI behind feed:", Hint: "write feed://host/path or feed:http://host/path",
		Text: "A feed is the document of an http or https URI, which stands whole behind the colon; of an http URI the scheme may be left out."}
	ruleScheme = uri.Rule{ID: "feed/scheme", Section: draft, Title: "feed of another scheme than http and https",
		Text: "Feeds are got from servers of the web. Another scheme behind feed: would be a way around whoever checks schemes."}
)
