// Package toc describes the toc scheme of GNOME: the tables of contents that
// its help browser starts from.
//
// No standard registers it. The manual page uri(7) of Linux mentions it, with
// toc:man and toc:info.
package toc

import (
	_ "embed"
	"fmt"

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
		Name:      "toc",
		Title:     "Tables of contents of the documentation of this machine",
		Spec:      "uri(7)",
		Status:    scheme.Unregistered,
		Form:      "toc:, toc:man or toc:info",
		Reach:     scheme.Local,
		Keep:      uri.KeepDotSegments | uri.KeepAuthority,
		Retrieval: "It leads to another URI: toc:man to man:(index), the list of manual pages, toc:info to info:(dir), that of Texinfo documents, and toc: to both.",
		Opening:   "a help browser",
		Rules:     []uri.Rule{ruleAuthority, ruleContents},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
	}}
}

const spec = "uri(7)"

var (
	ruleAuthority = uri.Rule{ID: "toc/authority", Section: spec, Title: "host in a toc URI", Hint: "write toc:man or toc:info",
		Text: "The documentation is that of the machine which reads the URI, so there is no host to name."}
	ruleContents = uri.Rule{ID: "toc/contents", Section: spec, Title: "table of contents that is not known", Hint: "write toc:man, toc:info, or toc: for both",
		Text: "The help browser of GNOME had tables of its own, by names that changed with its versions. Those of manual pages and of Texinfo documents are documented."}
)

// A View is what a toc URI means.
type View struct {
	Contents Contents `json:"contents,omitempty"` // "" if the URI names none

	at [2]int // where it stands in the URI
}

// Contents says what is listed.
type Contents string

const (
	Man  Contents = "man"  // the pages of the manual
	Info Contents = "info" // Texinfo documents
	All  Contents = "all"  // both
)

// Parse returns the meaning of u, whose scheme is toc. The error says why it
// lists nothing.
func Parse(u uri.URI) (View, error) {
	var v View
	if err := scheme.Forbidden("toc", remarks(u)); err != nil {
		return v, err
	}
	v.at[0], v.at[1], _ = u.Range(uri.Path)
	v.Contents = Contents(pct.Decode(u.Path()))
	if v.Contents == "" {
		v.Contents = All
	}
	return v, nil
}

// URI returns the URI of v: the inverse of Parse. The error tells of contents
// that are not known.
func (v View) URI() (uri.URI, error) {
	switch v.Contents {
	case Man, Info:
		return uri.Parse("toc:" + string(v.Contents))
	case All:
		return uri.Parse("toc:")
	}
	return uri.URI{}, fmt.Errorf("toc: there is no list of %q", string(v.Contents))
}

func remarks(u uri.URI) (out []uri.Remark) {
	if u.HasAuthority() {
		out = append(out, scheme.RemarkOn(u, uri.Authority, ruleAuthority, uri.Forbid))
	}
	if path := pct.Decode(u.Path()); path != "" && path != string(Man) && path != string(Info) {
		out = append(out, scheme.RemarkOn(u, uri.Path, ruleContents, uri.Forbid))
	}
	if u.HasQuery() {
		out = append(out, scheme.RemarkOn(u, uri.Query, ruleContents, uri.Forbid))
	}
	return out
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return scheme.AppendPart(nil, v.at[0], v.at[1], "contents") }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch v.Contents {
	case Man:
		return "the list of the pages of the manual"
	case Info:
		return "the list of Texinfo documents"
	case All:
		return "the lists of the pages of the manual and of Texinfo documents"
	}
	return "no list of documentation"
}
