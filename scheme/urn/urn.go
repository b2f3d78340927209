// Package urn describes the urn scheme: names that are to last, whatever becomes
// of the places where the things are found.
//
// It follows RFC 8141, "Uniform Resource Names (URNs)", April 2017, and tells
// what the documents before it say of the same text: RFC 2141, "URN Syntax", May
// 1997, and draft-ietf-urn-syntax-04, "URN Syntax", March 1997. The registry of
// namespaces is IANA's; what a namespace says of its own names is a [Namespace].
package urn

import (
	_ "embed"
	"slices"
	"strings"

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
		Name:     "urn",
		Title:    "Uniform Resource Names",
		Spec:     "RFC 8141",
		Kind:     scheme.Name,
		Form:     "urn:NID:NSS[?+r-component][?=q-component][#f-component]",
		Keep:     uri.KeepDotSegments | uri.KeepEscapes,
		Hostless: true, // whom to ask is another question
		Retrieval: "Nothing in the name says where the thing is. Hand the whole URN, from urn: on and without its f-component, to a resolver that is responsible for the namespace: one that is set up, " +
			"one that DDDS finds (RFC 3404), or one that the namespace names. It answers with locators, or with the thing or a description of it (RFC 2483). The q-component becomes the query of a locator, the f-component its fragment (RFC 8141, section 2.3).",
		Opening: "a resolver of its namespace",
		Rules:   rules(),
		View:    func(u uri.URI) (scheme.View, error) { return ViewOf(u) },
		Remarks: remarks,
		Normal:  normal,
		Equal:   equal,
		Base:    ruleOpaqueBase,
		Shape:   DraftEnd,
		Longer:  End,
		Trail:   func(uri.URI) []scheme.Step { return nil }, // a name is shown whole, and has no folders
	}}
}

// rules are those of all URNs and those of the namespaces.
func rules() []uri.Rule {
	out := []uri.Rule{*ruleScheme, *ruleNIDChar, *ruleNIDHyphen, *ruleNIDLength, *ruleNIDURN, *ruleInformal, *ruleExperimental, *ruleUnregistered,
		*ruleNoNSS, *ruleNSSSlash, *ruleQuestion, *ruleR, *ruleQ, *ruleRUndefined, *ruleNUL, *ruleNotUTF8, *ruleUnneeded, *ruleOpaqueBase}
	for ns := range Namespaces() {
		out = append(out, ns.Rules...)
	}
	return out
}

// remarks judges u by RFC 8141, by what the older documents advise against, and
// by its namespace.
func remarks(u uri.URI) []uri.Remark {
	n, f := scan(u.String())
	if f.rule != nil {
		return []uri.Remark{uri.NewRemark(*f.rule, uri.Forbid, f.start, f.end-f.start)}
	}
	out := judgeNID(n.NID())
	if n.HasR() {
		out = append(out, uri.NewRemark(*ruleRUndefined, uri.Warning, int(n.nssEnd)+len("?+"), len(n.R())))
	}
	nss := int(n.nidEnd) + len(":")
	ns, known := NamespaceOf(n.NID())
	out = append(out, judgeEscapes(n, known)...)
	if known {
		_, findings := ns.Read(n.NSS())
		for _, f := range findings {
			out = append(out, uri.NewRemark(f.Rule, f.Severity, nss+f.Offset, f.Length))
		}
	}
	slices.SortStableFunc(out, func(a, b uri.Remark) int { return a.Offset - b.Offset })
	return out
}

// normal writes the NID in lower case. The r-, q- and f-component stay: they do
// not count when names are compared, but are of use to who follows one.
func normal(u uri.URI) uri.URI {
	n, err := Parse(u.String())
	if err != nil {
		return u
	}
	return uri.MustParse(strings.ToLower(n.text[:n.nidEnd]) + n.text[n.nidEnd:])
}

func equal(a, b uri.URI) string {
	m, err := Parse(a.String())
	if err != nil {
		return ""
	}
	n, err := Parse(b.String())
	if err != nil {
		return ""
	}
	return m.Equivalent(n)
}
