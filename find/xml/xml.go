// Package xml finds URIs in XML of any vocabulary: feeds, sitemaps, SVG, schemas,
// DocBook, property lists.
//
// A document is read as XML 1.0 has its markup, without checking that it is
// well-formed. Matches of the form "xml" are:
//
//   - attributes that hold references, relative ones too: href, src, url, base,
//     fileref, xmlUrl, htmlUrl, schemaLocation, noNamespaceSchemaLocation with any
//     prefix, and declarations of namespaces (Namespaces in XML 1.0, section 2.1);
//   - attributes that hold a URI, if it has a scheme: namespace, targetNamespace, uri,
//     about, resource, datatype, location, role, arcrole, cite, action;
//   - the text of an element that is one URI as a whole, as in <loc>, <link>, <guid>;
//   - system identifiers (XML 1.0, section 4.2.2), and the pseudo-attribute href of
//     instructions such as <?xml-stylesheet?>.
//
// All other text and attributes, comments, instructions and literals are prose, in the
// forms of the finder; an attribute or a literal that is one URI is of the form
// "quoted". Character references are decoded, in text with sections of CDATA; entities
// are those of XML, of HTML, and of the document type declaration, if they are text.
// Any other makes a template of the URI that it stands in, which is not found. Styles
// of SVG are read by package css.
//
// Limits: an element that holds markup as text (the description of an item of a
// feed) is prose. xml:base is not applied. Text is read in pieces of [find.MaxLen]
// bytes, cut at a blank; entities of 64 KiB in all are kept, and stand
// for 4 MiB at most. Documents are read as
// UTF-8.
package xml

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
)

// Container is XML, and document type definitions.
var Container = find.Container{
	Name: "xml",
	Types: []string{
		"application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/xml-dtd",
		"application/xslt+xml", "application/mathml+xml", "application/wsdl+xml", "application/soap+xml", "application/docbook+xml",
		"application/xml-external-parsed-entity", "text/xml-external-parsed-entity", "text/x-opml", "image/svg+xml",
	},
	Suffixes: []string{
		".xml", ".svg", ".rss", ".atom", ".rdf", ".xsd", ".xsl", ".xslt", ".wsdl", ".dtd", ".ent", ".webloc", ".plist", ".docbook",
		".dbk", ".page", ".opml", ".kml", ".gpx", ".rng", ".xul", ".xspf", ".metalink", ".ui",
	},
	Scan: scan,
}

// form is that of what is marked.
const form find.Form = "xml"

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return decoded.Scan(f, r, func(w *decoded.Window) {
		l := lexer{Window: w}
		l.run()
	})
}
