package zztemplate

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an x-template URI means.
type View struct {
	Host string        `json:"host"`
	Port string        `json:"port"`
	Line scheme.Octets `json:"line"` // decoded; any octets but CR, LF and NUL

	line [2]int // where the line stands in the URI
}

var errNoHost = errors.New("x-template: no host is named")

// Parse returns the meaning of u, whose scheme is x-template. The error says
// what is missing; the view holds what is there.
func Parse(u uri.URI) (View, error) {
	v := View{Host: u.Host(), Port: u.Port()}
	if v.Port == "" {
		v.Port = "7777"
	}
	start, end, _ := u.Range(uri.Path)
	path := u.Path()
	if rest, ok := strings.CutPrefix(path, "/"); ok {
		path, start = rest, start+1
	}
	v.Line, v.line = scheme.Octets(pct.Decode(path)), [2]int{start, end}
	if v.Host == "" {
		return v, errNoHost
	}
	return v, nil
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	if v.line[0] == v.line[1] {
		return nil
	}
	return []scheme.Part{{Start: v.line[0], End: v.line[1], Label: "line"}}
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	return fmt.Sprintf("the answer of %s, port %s, to the line %q", v.Host, v.Port, string(v.Line))
}
