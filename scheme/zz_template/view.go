package zztemplate

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an x-template URI means.
type View struct {
	scheme.Server
	Line scheme.Octets `json:"line"` // decoded; any octets but CR, LF and NUL

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is x-template. The error says
// what is missing; the view holds what is there.
func Parse(u uri.URI) (View, error) {
	v := View{Server: scheme.ServerOf(u, port), uri: u}
	v.Line = scheme.Octets(pct.Decode(strings.TrimPrefix(u.Path(), "/")))
	return v, scheme.Forbidden("x-template", remarks(u))
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end, _ := v.uri.Range(uri.Path)
	if strings.HasPrefix(v.uri.Path(), "/") {
		start++
	}
	return scheme.AppendPart(v.Server.Parts(), start, end, "line")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	return fmt.Sprintf("the answer of %s to the line %q", v.Server, string(v.Line))
}
