package news

import (
	"fmt"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a URI of Netnews means (RFC 5538, sections 3 and 4): an
// article by its Message-ID or by its number in a group, a group, or the groups
// that a pattern matches, of any server or of one; of an article also the thread
// that it is in, or a part of it, which RFC 5538 does not have. All but server,
// port and numbers is decoded. The zero value means nothing.
type View struct {
	User      *scheme.Octets `json:"user,omitempty"`
	Password  bool           `json:"password,omitempty"` // whether there is one; what it is stays in the URI
	Server    string         `json:"server,omitempty"`   // the host as written; "" is the server that is configured
	Port      string         `json:"port,omitempty"`     // as written, or the default; "" without a server
	Group     *scheme.Octets `json:"group,omitempty"`
	Pattern   *scheme.Octets `json:"pattern,omitempty"`    // with "*" or "?"; "*" is all groups
	MessageID *scheme.Octets `json:"message_id,omitempty"` // without angle brackets
	Article   *string        `json:"article,omitempty"`    // the number of an article in the group, as written
	Thread    bool           `json:"thread,omitempty"`     // the thread of the article, and not the article
	Part      string         `json:"part,omitempty"`       // the number of a part of the article, from 1; "" is the whole

	uri         uri.URI
	server      scheme.Server
	what        string // names the part at from
	from, to    int
	number, end int
	query       scheme.Part
}

// Parse returns the meaning of u, whose scheme is news, snews, nntp or nntps.
// The error says what RFC 5538 forbids about it; the view then holds what could
// be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden(r.scheme, r.remarks)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts := scheme.AppendPart(v.server.Parts(), v.from, v.to, v.what)
	parts = scheme.AppendPart(parts, v.number, v.end, "article-number")
	return scheme.AppendPart(parts, v.query.Start, v.query.End, v.query.Label)
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := "nothing"
	switch {
	case v.MessageID != nil:
		what = fmt.Sprintf("the article with the Message-ID %q", string(*v.MessageID))
	case v.Pattern != nil && *v.Pattern == "*":
		what = "all newsgroups"
	case v.Pattern != nil:
		what = fmt.Sprintf("the newsgroups that match %q", string(*v.Pattern))
	case v.Group != nil && v.Article != nil:
		what = fmt.Sprintf("the article %s of the newsgroup %q", *v.Article, string(*v.Group))
	case v.Group != nil:
		what = fmt.Sprintf("the newsgroup %q", string(*v.Group))
	}
	switch {
	case v.Thread:
		what = "the thread of " + what
	case v.Part != "":
		what = "part " + v.Part + " of " + what
	}
	switch {
	case v.uri.Authority() != "":
		return what + " at " + v.server.String()
	case isNumbered(v.scheme()):
		return what + " at a server that is not named"
	}
	return what + " at any news server"
}
