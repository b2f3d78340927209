package xml

import "bytes"

// A kind is what the value of an attribute, or a literal, is.
type kind uint8

const (
	prose     kind = iota
	reference      // relative or not
	list           // of references
	absolute       // a URI with a scheme, or anything else
	style
)

// kindOf returns what the attribute of that name is.
func kindOf(name []byte) kind {
	if bytes.Equal(name, []byte("xmlns")) || bytes.HasPrefix(name, []byte("xmlns:")) {
		return reference
	}
	switch string(local(name)) {
	case "href", "src", "url", "base", "fileref", "xmlUrl", "htmlUrl", "noNamespaceSchemaLocation":
		return reference
	case "schemaLocation":
		return list
	case "namespace", "targetNamespace", "uri", "about", "resource", "datatype", "location", "role", "arcrole", "cite", "action":
		return absolute
	case "style":
		return style
	}
	return prose
}
