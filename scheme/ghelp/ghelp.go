// Package ghelp describes the schemes of the help of desktops: ghelp and help.
// They share a folder because both name a document by its application, and a
// page in it.
//
// No standard registers them. The manual page uri(7) of Linux defines
// ghelp:name-of-application; the other forms are those that the help browsers
// of GNOME and KDE read.
package ghelp

import (
	_ "embed"
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
	ghelp := info("ghelp", "Help of GNOME", spec)
	ghelp.Form = "ghelp:document[/path][?page] or ghelp:/path[?page]"
	ghelp.Shape = shape

	help := info("help", "Help of GNOME and KDE", "use by GNOME and KDE")
	help.Form = "help:document[/page] or help:/document/path"
	return []scheme.Info{ghelp, help}
}

// info is what the schemes have in common.
func info(name, title, spec string) scheme.Info {
	return scheme.Info{
		Name:   name,
		Title:  title,
		Spec:   spec,
		Status: scheme.Unregistered,
		Reach:  scheme.Local,
		Keep:   uri.KeepDotSegments | uri.KeepAuthority,
		Retrieval: "Look in the folders of help of this machine for the folder of that document, in the languages of its reader, and show the page or the file in it; " +
			"if none is named, the one that it begins with. A path with a root is that of a file.",
		Opening: "a help browser, such as Yelp or KHelpCenter",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleAuthority, ruleDocument, ruleName, rulePath},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
	}
}

const spec = "uri(7)"

var (
	ruleAuthority = uri.Rule{ID: "ghelp/authority", Section: spec, Title: "host in the URI of a help document", Hint: "write the name of the document behind the colon, without slashes",
		Text: "Help is that of the machine which reads the URI, so there is no host to name."}
	ruleDocument = uri.Rule{ID: "ghelp/document", Section: spec, Title: "what cannot be the name of a document", Hint: "write the name of an application",
		Text: "The documents of help are folders of their name. It is not empty, has no slash or control character, and does not begin with a minus sign, where it would be an option of the program that shows it."}
	ruleName = uri.Rule{ID: "ghelp/name", Section: spec, Title: "what cannot be the name of a page or file", Hint: "names are parted by single slashes; none is . or .., and none has an encoded slash or a control character",
		Text: "Pages and files are looked for in the folder of the document, and no step may lead out of it."}
	rulePath = uri.Rule{ID: "ghelp/path", Section: spec, Title: "help file named by its path", Hint: "write ghelp: and the name of the application",
		Text: "Where documentation lies differs from machine to machine and from version to version, and such a URI may name any file. A document is found by its name."}
)

// normal drops an authority without a host and writes each name with no more
// escapes than it needs.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n, err := v.URI()
	if err != nil {
		return u
	}
	return n
}

// shape takes the name of an application and what stands behind it.
func shape(text []byte) int {
	const alnum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	set := func(chars string, from int) int {
		for from < len(text) && strings.IndexByte(chars, text[from]) >= 0 {
			from++
		}
		return from
	}
	n := set(alnum+"+-._", 0)
	if n == 0 || strings.IndexByte(alnum, text[0]) < 0 {
		return 0
	}
	for n < len(text) && strings.IndexByte("/?#", text[n]) >= 0 {
		more := set(alnum+"+-._~=&:@", n+1)
		if more == n+1 {
			break
		}
		n = more
	}
	return n
}
