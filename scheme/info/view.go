package info

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an info URI means: a node of a document, the directory of
// documents, or an identifier of a namespace.
type View struct {
	File scheme.Octets `json:"file,omitempty"` // name of the document, decoded
	Node scheme.Octets `json:"node,omitempty"` // decoded, with spaces for underscores; "" means Top

	// NodeWritten is the node with its underscores as they are written; "" if it
	// has none. Some nodes have underscores in their names, so that whoever
	// looks for one tries this first.
	NodeWritten scheme.Octets `json:"node_written,omitempty"`

	// Style says whose form it is: "gnome" for info:file#node, "kde" for
	// info:(file)node and info:/file/node.
	Style string `json:"style,omitempty"`

	Index bool `json:"index,omitempty"` // the directory of documents

	Namespace  string         `json:"namespace,omitempty"`  // of RFC 4452, in lower case
	Identifier *scheme.Octets `json:"identifier,omitempty"` // in it, decoded; nil without a namespace

	file, node, namespace, identifier [2]int // where they stand in the URI

	anchored bool // the fragment is not the node: it is a place within
}

const (
	top = "Top" // the node that is meant if none is named
	dir = "dir" // the document that lists the others
)

// Parse returns the meaning of u, whose scheme is info. The error says what
// makes it name nothing; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("info", r.remarks)
}

// URI returns the URI of v in normal form: the inverse of Parse, but that a
// space in a node comes back from an underscore. The error tells of a field that
// cannot be what it should.
func (v View) URI() (uri.URI, error) {
	switch {
	case v.Namespace != "" && !isNamespace(v.Namespace):
		return uri.URI{}, fmt.Errorf("info: %q is no namespace", v.Namespace)
	case v.Namespace == "" && !v.Index && !isFile(string(v.File)):
		return uri.URI{}, fmt.Errorf("info: %q is no name of a document", string(v.File))
	case hasControl(string(v.Node)):
		return uri.URI{}, errors.New("info: control character in the name of a node")
	}
	return uri.Parse(v.text(false))
}

// text writes v. If anchored, a fragment will be put behind it that is not the
// node, so that the node must be in the path.
func (v View) text(anchored bool) string {
	if v.Namespace != "" {
		var identifier string
		if v.Identifier != nil {
			identifier = string(*v.Identifier)
		}
		return "info:" + strings.ToLower(v.Namespace) + "/" + pct.Encode(identifier, pct.Path)
	}
	file, node := pct.Encode(string(v.File), pct.Segment), strings.ReplaceAll(string(v.Node), " ", "_")
	if v.Index {
		file, node = dir, top
	}
	switch {
	case anchored && node == "":
		return "info:(" + file + ")" + top
	case anchored:
		return "info:(" + file + ")" + pct.Encode(node, pct.Path)
	case file == dir && (node == "" || node == top):
		return "info:(" + dir + ")"
	case node == "" || node == top:
		return "info:" + file
	default:
		return "info:" + file + "#" + pct.Encode(node, pct.Query)
	}
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	parts = scheme.AppendPart(parts, v.namespace[0], v.namespace[1], "namespace")
	parts = scheme.AppendPart(parts, v.identifier[0], v.identifier[1], "identifier")
	label := "file"
	if v.Index {
		label = "directory"
	}
	parts = scheme.AppendPart(parts, v.file[0], v.file[1], label)
	return scheme.AppendPart(parts, v.node[0], v.node[1], "node")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch {
	case v.Identifier != nil:
		return fmt.Sprintf("what is called %q in the namespace %s", string(*v.Identifier), v.Namespace)
	case v.Index:
		return "the directory of Texinfo documents"
	case v.File == "":
		return "no Texinfo document"
	case v.Node == "":
		return fmt.Sprintf("the node %q of the Texinfo document %q", top, string(v.File))
	}
	return fmt.Sprintf("the node %q of the Texinfo document %q", string(v.Node), string(v.File))
}
