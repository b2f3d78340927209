package svn

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what the URI of a file or directory in a repository means. Where the
// repository ends and the path within it begins only the server knows. The
// default port is 3690, for svn+ssh 22.
type View struct {
	scheme.Server

	// Path is the path at the host, decoded, with its first slash; "" is none.
	Path scheme.Octets `json:"path,omitempty"`

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is svn or svn+ssh. The error says
// what the scheme forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	name, port := strings.ToLower(u.Scheme()), uint16(3690)
	if name == "svn+ssh" {
		port = 22
	}
	v := View{Server: scheme.ServerOf(u, port), Path: scheme.Octets(pct.Decode(u.Path())), uri: u}
	return v, scheme.Forbidden(name, remarks(u))
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end, _ := v.uri.Range(uri.Path)
	return scheme.AppendPart(v.Server.Parts(), start, end, "path")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	return fmt.Sprintf("the file or directory %q of a Subversion repository at %s", string(v.Path), v.Server)
}
