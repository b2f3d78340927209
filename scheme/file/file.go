// Package file describes the file scheme: a file or folder and the host that
// has it, but no protocol to fetch it with.
//
// It follows RFC 8089, "The "file" URI Scheme", February 2017. The examples of
// uri(7) are forms of it. What the RFC's appendix E tells of drive letters and
// UNC names, which "are not supported by the normative syntax", is understood
// in the view and remarked.
package file

import (
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
		Name:      "file",
		Title:     "A file or folder of a host",
		Spec:      "RFC 8089",
		Status:    scheme.Permanent,
		Form:      "file://[host]/path or file:/path",
		Reach:     scheme.Local,
		Retrieval: "If the URI names no host, or localhost, or this machine, decode the segments of the path and open the file of that name: a folder is its entries, each with a URI, all else is bytes. A file of another host cannot be had: the scheme names no protocol for it.",
		Opening:   "the program for the kind of file, or a file manager",
		Wire:      "\x00",
		Rules:     []uri.Rule{ruleAuthority, ruleRemoteHost, ruleNoPath, ruleRelative, ruleDrive, ruleDriveBar, ruleUNC, ruleName, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   remarks,
		Normal:    normal,
		Shape:     shape,
	}}
}

// normal writes the empty authority of a file of this machine, since file:///p
// "is easily recognized by pattern matchers" (uri(7), file): file:/p and
// file://localhost/p are exactly the same (RFC 8089, section 2). Letters of
// drives stay as written.
func normal(u uri.URI) uri.URI {
	slash := ""
	switch {
	case u.HasAuthority() && u.Authority() != "localhost":
		return u
	case isDrive(u.Path()) && !u.HasAuthority():
		slash = "/"
	case !strings.HasPrefix(u.Path(), "/"):
		return u
	}
	start, _, _ := u.Range(uri.Path)
	// The path may begin with "/./" to keep apart from an authority what now
	// has one.
	return uri.MustParse("file://" + slash + u.String()[start:]).Normalize()
}

// shape takes a path with a root: "file:" is a word of running text, too.
func shape(text []byte) int {
	if len(text) == 0 || text[0] != '/' {
		return 0
	}
	return pct.SpanURI(text)
}

// FromPath returns the file: URI of a Unix path with a root, the inverse of
// [View.UnixPath]: FromPath("/a b") is file:///a%20b. The path is taken octet
// by octet; dots and double slashes stay, though to normalise the URI removes
// dot segments without asking the file system where they lead. A path without a
// root gives the relative reference to it, as uri(7) asks ("use a relative
// address like <../test.txt>"). It is the zero URI if the text would be longer
// than a URI can be.
func FromPath(path string) uri.URI {
	text := pct.Encode(path, pct.Path)
	first, _, _ := strings.Cut(text, "/")
	switch {
	case strings.HasPrefix(text, "/"):
		text = "file://" + text
	case strings.Contains(first, ":"):
		text = "./" + text // or the first segment would be a scheme
	}
	u, _ := uri.Parse(text) // fails by its length alone
	return u
}
