package afs

import (
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an afs URI means: a file or folder of a cell.
type View struct {
	Cell string        `json:"cell,omitempty"` // as written
	Path scheme.Octets `json:"path"`           // in the cell, decoded, without the slash that introduces it

	// UnixPath is the name of the file where the operating system has AFS:
	// /afs/cell/path. Dot segments are removed, so that it does not lead out of
	// the cell. It is "" without a cell, and if a name within the path is none.
	UnixPath scheme.Octets `json:"unix_path,omitempty"`

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is afs. The error says what the
// grammar of the 1994 draft has no place for; the view then holds what could be
// read.
func Parse(u uri.URI) (View, error) {
	v := View{Cell: u.Host(), Path: scheme.Octets(pct.Decode(strings.TrimPrefix(u.Path(), "/"))), uri: u}
	found := remarks(u)
	misnamed := slices.ContainsFunc(found, func(r uri.Remark) bool { return r.Rule == ruleName.ID })
	if isCell(v.Cell) && !misnamed {
		n := scheme.WithSlash(u.Normalize())
		v.UnixPath = scheme.Octets(pct.Decode("/afs/" + n.Host() + n.Path()))
	}
	return v, scheme.Forbidden("afs", found)
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	start, end, _ := v.uri.Range(uri.Host)
	parts = scheme.AppendPart(parts, start, end, "cell")
	start, end, _ = v.uri.Range(uri.Path)
	return scheme.AppendPart(parts, start, end, "path")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	cell := v.Cell
	if cell == "" {
		cell = "that is not named"
	}
	return fmt.Sprintf("the file or folder %q of the AFS cell %s", string(v.Path), cell)
}
