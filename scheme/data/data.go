// Package data describes the data scheme: a URI that holds the thing itself.
//
// It follows RFC 2397, "The "data" URL scheme", August 1998.
package data

import (
	"bytes"
	_ "embed"
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
		Name:      "data",
		Title:     "Data in the URI itself",
		Spec:      "RFC 2397",
		Status:    scheme.Permanent,
		Form:      "data:[type/subtype][;attribute=value]…[;base64],data",
		Reach:     scheme.Inside,
		Keep:      uri.KeepDotSegments | uri.KeepAuthority,
		Retrieval: "Take what stands behind the first comma and decode its escapes, and then base64 if that is said before the comma. The media type before the comma says what it is; text/plain;charset=US-ASCII if there is none.",
		Opening:   "the program for its media type",
		Rules:     []uri.Rule{ruleNoComma, ruleMediaType, ruleParameter, ruleBase64},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
		Normal:    normal,
		Shape:     shape,
		Trail:     func(uri.URI) []scheme.Step { return nil }, // there is no way to it
	}}
}

var (
	ruleNoComma = uri.Rule{ID: "data/no-comma", Section: "RFC 2397 3", Title: "no comma before the data", Hint: "write data:,text for a plain text",
		Text: "The comma parts the media type from the data, and stands there though neither is given."}
	ruleMediaType = uri.Rule{ID: "data/media-type", Section: "RFC 2397 3", Title: "what stands before the comma is no media type", Hint: "a media type is type/subtype; leave it out for plain text",
		Text: "A media type is two tokens of RFC 2045 and a slash. Programs take a broken one for text/plain, each in its way."}
	ruleParameter = uri.Rule{ID: "data/parameter", Section: "RFC 2397 3", Title: "what follows a semicolon is no parameter", Hint: "write ;attribute=value; and ;base64 last, right before the comma",
		Text: "A parameter is an attribute, an equals sign and a value, with what is no token percent-encoded. The one word without an equals sign is base64, as the last."}
	ruleBase64 = uri.Rule{ID: "data/base64", Section: "RFC 4648 4", Title: "not base64", Hint: "A to Z, a to z, 0 to 9, + and / stand in groups of four, the last filled up with =",
		Text: "Behind ;base64 the data, once its escapes are decoded, is base64. White space between is let pass, since lines are wrapped, and so is a last group without its equals signs. The alphabet of base64url, with - and _, is another."}
)

// remarks judges u by RFC 2397, section 3.
func remarks(u uri.URI) []uri.Remark {
	r := read(u)
	return r.remarks
}

// normal writes the type, attributes and "base64" in lower case, since those
// are compared without regard to it (RFC 2045, section 5.1), writes out the
// text/plain that a lone charset implies, and drops the whole media type if it
// is the default. The data stays.
func normal(u uri.URI) uri.URI {
	r := read(u)
	if len(r.remarks) > 0 {
		return u
	}
	var b strings.Builder
	b.WriteString("data:")
	if !r.isDefault() {
		b.WriteString(pct.Encode(r.mediaType, tokenInURI))
		for _, p := range r.params {
			b.WriteString(";" + pct.Encode(p.name, tokenInURI) + "=" + p.raw)
		}
	}
	if r.base64 {
		b.WriteString(";base64")
	}
	b.WriteString(u.String()[r.comma:])
	return uri.MustParse(b.String())
}

// shape takes what has a comma and before it nothing or a media type: "data:"
// is a word of running text, too.
func shape(text []byte) int {
	n := pct.SpanURI(text)
	head, rest, ok := bytes.Cut(text[:n], []byte(","))
	if !ok || len(head) == 0 && len(rest) == 0 {
		return 0
	}
	u, err := uri.Parse("data:" + string(head) + ",")
	if err != nil || len(remarks(u)) > 0 {
		return 0
	}
	return n
}
