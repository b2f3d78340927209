// Package info describes the info scheme, which two worlds use: Texinfo
// documents of this machine, and names of public registries of identifiers.
//
// The documents are of the manual page uri(7) of Linux, which describes the
// forms of GNOME (info:gcc#G++_and_GCC) and of KDE (info:(gcc)G++_and_GCC); the
// form info:/gcc/Node is of KDE's viewer. The identifiers are of RFC 4452, "The
// "info" URI Scheme for Information Assets with Identifiers in Public
// Namespaces", April 2006, by which the scheme is registered.
package info

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
		Name:   "info",
		Title:  "Texinfo documents of this machine, and identifiers of public namespaces",
		Spec:   "RFC 4452 and uri(7)",
		Status: scheme.Permanent,
		Form:   "info:file[#node], info:(file)[node], info:/file[/node], info:(dir), info:namespace/identifier[#fragment]",
		Reach:  scheme.Local,
		Keep:   uri.KeepDotSegments | uri.KeepAuthority, // names, of nodes and of registries, are no hierarchy
		Retrieval: "Look for the document in the folders of Texinfo documents and show the node, which is Top if none is named: first the node with underscores as they are written, then the one with spaces in their place. " +
			"Of the directory, list the documents. An identifier of a namespace cannot be retrieved: RFC 4452 has no global way to resolve it.",
		Opening: "a reader of Texinfo documents, such as info in a terminal",
		Wire:    scheme.Controls,
		Rules:   []uri.Rule{ruleAuthority, ruleFile, ruleNode, ruleQuery, ruleAmbiguous, ruleNamespaceCase, ruleDotSegment},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Shape:   shape,
		Trail:   trail,
	}}
}

const spec = "uri(7)"

var (
	ruleAuthority = uri.Rule{ID: "info/authority", Section: spec, Title: "host in an info URI", Hint: "write info: and the name of the document, without slashes",
		Text: "Documents are those of the machine which reads the URI, and namespaces are of no machine, so there is no host to name."}
	ruleFile = uri.Rule{ID: "info/file", Section: spec, Title: "what cannot be the name of a document", Hint: "a name has no slash, parenthesis or control character, and does not begin with a minus sign",
		Text: "Documents are files of their name. A slash in it would lead to another folder, and the parentheses of KDE's form end it. A minus sign at its start would make it an option of the program that shows it."}
	ruleNode = uri.Rule{ID: "info/node", Section: spec, Title: "control character in the name of a node",
		Text: "Nodes are found by a line that names them, and the octets 0x1F and 0x7F part the nodes and the index of a document."}
	ruleQuery = uri.Rule{ID: "info/query", Section: "RFC 4452 4.1", Title: "query in an info URI", Hint: "a question mark in a name is written %3F",
		Text: "Neither the names of RFC 4452 nor the documents of uri(7) have a query."}
	ruleAmbiguous = uri.Rule{ID: "info/ambiguous", Section: "RFC 4452 4.1", Title: "name that other programs read otherwise",
		Text: "Both a namespace of RFC 4452 and a document of KDE stand before a slash, and what GNOME takes for the path of a file is a document and a node to KDE. A namespace is read wherever one could stand, even if it is in no list; behind a slash at the start a document is. The forms with # and with parentheses mean the same to everybody."}
	ruleNamespaceCase = uri.Rule{ID: "info/namespace-case", Section: "RFC 4452 4.1", Title: "upper-case letter in the namespace", Hint: "write it in lower case",
		Text: "Namespaces are compared without regard to case. The canonical form is lower case."}
	ruleDotSegment = uri.Rule{ID: "info/dot-segment", Section: "RFC 4452 4.1", Title: "dot segment in an identifier",
		Text: "The slashes of an identifier make no hierarchy, but programs that know only the generic syntax may remove the segments \".\" and \"..\", and then another thing is named."}
)

// normal writes a node behind a hash with underscores, which has no character
// that other programs refuse; the directory as info:(dir); and an identifier
// with no more escapes than it needs, since its value is what they stand for.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	text := v.text(v.anchored)
	if v.anchored || v.Namespace != "" && u.HasFragment() {
		text += "#" + u.Fragment()
	}
	n, err := uri.Parse(text)
	if err != nil {
		return u // "Top" was too much for a URI
	}
	return n
}

// trail climbs from the directory to the document to the node. The names of
// registries are no hierarchy.
func trail(u uri.URI) (steps []scheme.Step) {
	v, err := Parse(u)
	if err != nil || v.Namespace != "" {
		return nil
	}
	dir, _ := View{Index: true}.URI()
	steps = append(steps, scheme.Step{Start: 0, End: len("info:"), URI: dir, Title: "all documents"})
	if v.File == "" {
		return steps
	}
	top, _ := View{File: v.File}.URI()
	steps = append(steps, scheme.Step{Start: v.file[0], End: v.file[1], URI: top, Title: "the top of the document"})
	if v.node[0] < v.node[1] {
		steps = append(steps, scheme.Step{Start: v.node[0], End: v.node[1], URI: u, Title: "the node"})
	}
	return steps
}
