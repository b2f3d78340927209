// Package userdoc describes the x-userdoc scheme: the documentation of a program
// or package, wherever it lies on this machine.
//
// The manual page uri(7) of Linux, in BUGS, says that there is no good URI scheme
// for it, and wishes for one, "e.g., userdoc:". No standard has followed. The
// prefix x- marks an experiment (draft-ietf-uri-url-03, section 1.2.9).
package userdoc

import (
	_ "embed"
	"fmt"
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
		Name:      "x-userdoc",
		Title:     "Documentation of this machine, wherever it lies",
		Spec:      spec,
		Kind:      scheme.Name,
		Status:    scheme.Experimental,
		Form:      "x-userdoc:name[/path]",
		Reach:     scheme.Local,
		Retrieval: "Look for documentation of that name in the folders of documentation, whatever version it is of, in the register of documents, in the manual and among the documents of Info; of a path, for the file in those folders. It leads to all that there is, the best first.",
		Opening:   "a help browser",
		Wire:      "\x00",
		Rules:     []uri.Rule{ruleAuthority, ruleName, rulePath, ruleQuery},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
	}}
}

const spec = "uri(7), BUGS"

var (
	ruleAuthority = uri.Rule{ID: "userdoc/authority", Section: spec, Title: "host in an x-userdoc URI", Hint: "write x-userdoc:name",
		Text: "The documentation is that of the machine which reads the URI, so there is no host to name."}
	ruleName = uri.Rule{ID: "userdoc/name", Section: spec, Title: "what cannot be the name of documentation", Hint: "write the name of a program or package, such as x-userdoc:bash",
		Text: "Folders of documentation are called like the package. A name is not empty, begins with no dot or minus sign, and has no slash or control character in it."}
	rulePath = uri.Rule{ID: "userdoc/path", Section: spec, Title: "path that leads out of the documentation",
		Text: "What follows the name is a file below its folder. Two dots, encoded or not, and an encoded slash could lead elsewhere."}
	ruleQuery = uri.Rule{ID: "userdoc/query", Section: spec, Title: "query in an x-userdoc URI", Hint: "a question mark in a name is written %3F",
		Text: "Documentation is read, not asked."}
)

// A View is what an x-userdoc URI means.
type View struct {
	Name scheme.Octets `json:"name,omitempty"` // of what is documented, decoded
	Path scheme.Octets `json:"path,omitempty"` // of a file in its folder, decoded; "" if none is named

	name, path [2]int // where they stand in the URI
}

// Parse returns the meaning of u, whose scheme is x-userdoc. The error is the
// first thing that makes it name nothing; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("x-userdoc", r.remarks)
}

// URI returns the URI of v in normal form: the inverse of Parse. The error tells
// of a name or path that cannot be.
func (v View) URI() (uri.URI, error) {
	switch {
	case !isName(string(v.Name)):
		return uri.URI{}, fmt.Errorf("x-userdoc: %q is no name of documentation", string(v.Name))
	case v.Path != "" && !isPath(string(v.Path)):
		return uri.URI{}, fmt.Errorf("x-userdoc: %q is no path in documentation", string(v.Path))
	}
	text := "x-userdoc:" + pct.Encode(string(v.Name), pct.Segment)
	if v.Path != "" {
		text += "/" + pct.Encode(string(v.Path), pct.Path)
	}
	return uri.Parse(text)
}

func isName(s string) bool {
	return s != "" && s[0] != '-' && s[0] != '.' && !strings.ContainsAny(s, "/"+scheme.Controls)
}

// isPath reports whether s is a path below a folder.
func isPath(s string) bool {
	if strings.ContainsAny(s, scheme.Controls) {
		return false
	}
	for name := range strings.SplitSeq(s, "/") {
		if name == "" || name == "." || name == ".." {
			return false
		}
	}
	return true
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func read(u uri.URI) (r reading) {
	forbid := func(c uri.Component, rule uri.Rule) {
		r.remarks = append(r.remarks, scheme.RemarkOn(u, c, rule, uri.Forbid))
	}
	if u.HasAuthority() {
		forbid(uri.Authority, ruleAuthority)
	}
	start, _, _ := u.Range(uri.Path)
	name, path, hasPath := strings.Cut(u.Path(), "/")
	if isName(pct.Decode(name)) && !u.HasAuthority() {
		r.view.Name, r.view.name = scheme.Octets(pct.Decode(name)), [2]int{start, start + len(name)}
	} else {
		forbid(uri.Path, ruleName)
	}
	path = strings.TrimSuffix(path, "/")
	switch {
	case !hasPath || path == "" || r.view.Name == "":
	case isPath(pct.Decode(path)) && !strings.Contains(strings.ToUpper(path), "%2F"):
		at := start + len(name) + 1
		r.view.Path, r.view.path = scheme.Octets(pct.Decode(path)), [2]int{at, at + len(path)}
	default:
		forbid(uri.Path, rulePath)
	}
	if u.HasQuery() {
		forbid(uri.Query, ruleQuery)
	}
	return r
}

// normal writes no slash behind the last name, and no more escapes than needed.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n, err := v.URI()
	if err == nil && u.HasFragment() {
		n, err = n.WithFragment(u.Fragment())
	}
	if err != nil {
		return u
	}
	return n
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	parts = scheme.AppendPart(parts, v.name[0], v.name[1], "name")
	return scheme.AppendPart(parts, v.path[0], v.path[1], "path")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch {
	case v.Name == "":
		return "no documentation"
	case v.Path != "":
		return fmt.Sprintf("the file %q in the documentation of %q", string(v.Path), string(v.Name))
	}
	return fmt.Sprintf("the documentation of %q", string(v.Name))
}
