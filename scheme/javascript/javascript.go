// Package javascript describes the javascript scheme: a program of JavaScript in
// a URI, which browsers run in the page that it is a link of. Here it is read,
// and never run.
//
// The scheme is in no registry. An expired draft describes it,
// draft-hoehrmann-javascript-scheme-03, "The 'javascript' resource identifier
// scheme", September 2010, and the HTML Standard says how browsers run it
// (section 7.4.2.3.2, "The javascript: URL special case").
package javascript

import (
	_ "embed"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "javascript",
		Title:     "A program of JavaScript in a URI",
		Spec:      "HTML Standard",
		Status:    scheme.Unregistered,
		Form:      "javascript:source",
		Reach:     scheme.Inside,
		Keep:      uri.KeepAuthority | uri.KeepDotSegments, // what looks like a host or a path is source
		Retrieval: "Nothing is retrieved: the URI is a program. A browser decodes the source and runs it in the page with the link, with all that the page may do; nobody else should.",
		Opening:   "nothing: it is never run",
		Rules:     []uri.Rule{ruleCode, ruleHost},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
	}}
}

const spec = "HTML Standard 7.4.2.3.2"

var (
	ruleCode = uri.Rule{ID: "javascript/code", Section: spec, Title: "program in a URI: dangerous", Hint: "do not open it",
		Text: "Whoever opens such a link in a browser runs the program in the name of the page, with its cookies and its passwords. A link that comes from somebody else must not be one."}
	ruleHost = uri.Rule{ID: "javascript/host", Section: spec, Title: "comment that looks like a host",
		Text: "Two slashes begin a comment of JavaScript and a host of a URI. A program that checks the host lets it pass, and what stands behind an encoded line end is run."}
)

func remarks(u uri.URI) []uri.Remark {
	start := len("javascript:")
	out := []uri.Remark{uri.NewRemark(ruleCode, uri.Warning, start, len(u.String())-start)}
	if from, to, ok := u.Range(uri.Authority); ok {
		out = append(out, uri.NewRemark(ruleHost, uri.Warning, from-len("//"), to-from+len("//")))
	}
	return out
}

// A View is what a javascript URI means. The zero value is an empty program.
type View struct {
	// Source is all that stands behind the colon, decoded once. A question mark
	// and a number sign have no meaning of their own (HTML Standard).
	Source scheme.Octets `json:"source"`

	length int // of the source in the URI
}

// Parse returns the meaning of u, whose scheme is javascript. There is no error:
// whether the source is a program at all is not asked.
func Parse(u uri.URI) (View, error) {
	source := u.String()[len("javascript:"):]
	return View{scheme.Octets(pct.Decode(source)), len(source)}, nil
}

// URI returns the URI of v, the inverse of [Parse]. The error is of a source that
// is longer than a URI may be.
func (v View) URI() (uri.URI, error) {
	text := pct.Encode(string(v.Source), pct.Query)
	if strings.HasPrefix(text, "//") {
		text = "%2F" + text[1:] // or it would have to be an authority
	}
	return uri.Parse("javascript:" + text)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start := len("javascript:")
	return scheme.AppendPart(nil, start, start+v.length, "source")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	return fmt.Sprintf("a program of JavaScript that a browser would run, %d bytes long", len(v.Source))
}
