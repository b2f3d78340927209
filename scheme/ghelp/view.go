package ghelp

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a ghelp or help URI means. The zero value is of the scheme
// ghelp, and names nothing.
type View struct {
	Document scheme.Octets `json:"document,omitempty"` // the name of an application, decoded
	Page     scheme.Octets `json:"page,omitempty"`     // in the document, decoded; "" for the one it begins with

	// Path is a file, decoded: of ghelp, one in the folder of the document, or
	// with a slash at its start and no document; of help, one in the form of KDE.
	Path scheme.Octets `json:"path,omitempty"`

	document, page, path [2]int // where they stand in the URI

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is ghelp or help. The error says
// why it names nothing; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden(r.view.scheme(), r.remarks)
}

// scheme returns the name of the scheme of v.
func (v View) scheme() string {
	if strings.EqualFold(v.uri.Scheme(), "help") {
		return "help"
	}
	return "ghelp"
}

// URI returns the URI that v was read from, with its fields as they are now and
// in normal form: the inverse of Parse. The error tells of a field that cannot be
// what it should, or of fields that no one URI has.
func (v View) URI() (uri.URI, error) {
	text := v.scheme() + ":" + v.textOfPath()
	switch {
	case v.scheme() == "ghelp" && v.Page != "":
		text += "?" + pct.Encode(string(v.Page), pct.Query)
	case v.scheme() == "help" && v.uri.HasQuery():
		text += "?" + v.uri.Query()
	}
	if v.uri.HasFragment() {
		text += "#" + v.uri.Fragment()
	}
	u, err := uri.Parse(text)
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && (w.Document != v.Document || w.Page != v.Page || w.Path != v.Path) {
		err = fmt.Errorf("%s: no URI has the document %q, the page %q and the path %q", v.scheme(), string(v.Document), string(v.Page), string(v.Path))
	}
	if err != nil {
		return uri.URI{}, err
	}
	return u, nil
}

func (v View) textOfPath() string {
	document, path := pct.Encode(string(v.Document), pct.Segment), pct.Encode(string(v.Path), pct.Path)
	switch {
	case v.Document == "" || path == "" && (v.scheme() == "ghelp" || v.Page == ""):
		return document + path
	case v.scheme() == "ghelp":
		return document + "/" + path
	case path == "":
		return document + "/" + pct.Encode(string(v.Page), pct.Path)
	default:
		return "/" + document + "/" + path
	}
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// read reads u by the forms of GNOME and KDE:
//
//	ghelp:document[/path][?page]   ghelp:/path[?page]
//	help:document[/page]           help:/document[/path]
//
// The query of help is left to the browser.
func read(u uri.URI) reading {
	r := reading{view: View{uri: u}}
	if u.Authority() != "" {
		start, end, _ := u.Range(uri.Authority)
		r.remark(ruleAuthority, uri.Forbid, start, end)
	}
	help := r.view.scheme() == "help"
	start, end, _ := u.Range(uri.Path)
	rest, rooted := strings.CutPrefix(u.Path(), "/")
	if rooted && !help {
		r.readRooted(start, end)
	} else {
		document, name, slash := strings.Cut(rest, "/")
		i := end - len(rest)
		r.readDocument(i, i+len(document))
		into, at := &r.view.Path, &r.view.path
		if help && !rooted {
			into, at = &r.view.Page, &r.view.page
		}
		if slash && name != "" {
			*into, *at = r.names(end-len(name), end), [2]int{end - len(name), end}
		}
	}
	if !help {
		r.readQuery()
	}
	return r
}

func (r *reading) readRooted(start, end int) {
	r.view.path = [2]int{start, end}
	if names := r.names(start+len("/"), end); names != "" {
		r.view.Path = "/" + names
		r.remark(rulePath, uri.Warning, start, end)
	}
}

func (r *reading) readDocument(start, end int) {
	name := pct.Decode(r.view.uri.String()[start:end])
	r.view.document = [2]int{start, end}
	if !isName(name) || name[0] == '-' {
		r.remark(ruleDocument, uri.Forbid, start, end)
		return
	}
	r.view.Document = scheme.Octets(name)
}

// names reads names with slashes between them, and perhaps one behind.
func (r *reading) names(start, end int) scheme.Octets {
	text := r.view.uri.String()[start:end]
	for segment := range strings.SplitSeq(strings.TrimSuffix(text, "/"), "/") {
		if !isName(pct.Decode(segment)) {
			r.remark(ruleName, uri.Forbid, start, end)
			return ""
		}
	}
	return scheme.Octets(pct.Decode(text))
}

func (r *reading) readQuery() {
	start, end, _ := r.view.uri.Range(uri.Query)
	page := pct.Decode(r.view.uri.Query())
	r.view.page = [2]int{start, end}
	if strings.ContainsAny(page, scheme.Controls) {
		r.remark(ruleName, uri.Forbid, start, end)
		return
	}
	r.view.Page = scheme.Octets(page)
}

// isName reports whether s can be a name in a folder.
func isName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/"+scheme.Controls)
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	parts = scheme.AppendPart(parts, v.document[0], v.document[1], "document")
	parts = scheme.AppendPart(parts, v.path[0], v.path[1], "path")
	return scheme.AppendPart(parts, v.page[0], v.page[1], "page")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := fmt.Sprintf("the help of %q", string(v.Document))
	switch {
	case v.Document == "" && v.Path == "":
		return "no document of help"
	case v.Document == "":
		what = fmt.Sprintf("the help file %q", string(v.Path))
	case v.Path != "":
		what = fmt.Sprintf("the file %q of %s", string(v.Path), what)
	}
	if v.Page != "" {
		what = fmt.Sprintf("the page %q of %s", string(v.Page), what)
	}
	return what
}
