package blob

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a blob URI means, as written. The zero value names nothing.
type View struct {
	Origin string `json:"origin,omitempty"` // of the page that made it: scheme://host[:port], or null
	UUID   string `json:"uuid,omitempty"`   // what tells it from others of the origin

	start int // of the origin
}

// Parse returns the meaning of u, whose scheme is blob. The error is the first
// thing that the File API forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("blob", r.remarks)
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, length int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, length))
}

// read reads u by the form of the File API, section 8.2:
//
//	blobURL = "blob:" origin "/" UUID [ "#" fragment ]
func read(u uri.URI) *reading {
	start, end, _ := u.Range(uri.Path)
	path := u.Path()
	r := &reading{view: View{start: start}}
	i := strings.LastIndexByte(path, '/')
	switch {
	case u.HasAuthority():
		from, _, _ := u.Range(uri.Authority)
		r.remark(ruleForm, uri.Forbid, from-len("//"), end-from+len("//"))
	case i <= 0 || i == len(path)-1:
		r.remark(ruleForm, uri.Forbid, start, len(path))
	default:
		r.view.Origin, r.view.UUID = path[:i], path[i+1:]
		if !isOrigin(r.view.Origin) {
			r.remark(ruleOrigin, uri.Forbid, start, i)
		}
		if !isUUID(r.view.UUID) {
			r.remark(ruleUUID, uri.Warning, start+i+1, len(r.view.UUID))
		}
	}
	if from, to, ok := u.Range(uri.Query); ok {
		r.remark(ruleQuery, uri.Warning, from-len("?"), to-from+len("?"))
	}
	return r
}

// isOrigin reports whether s is "null", or a scheme, a host and perhaps a port.
func isOrigin(s string) bool {
	u, err := uri.Parse(s)
	if s == "null" || err != nil {
		return err == nil
	}
	return u.HasScheme() && u.Host() != "" && !u.HasUserinfo() && u.Path() == ""
}

// isUUID reports whether s is a UUID (RFC 9562, section 4).
func isUUID(s string) bool {
	if len(s) != len("01234567-0123-0123-0123-0123456789ab") {
		return false
	}
	for i := range len(s) {
		isHyphen := i == 8 || i == 13 || i == 18 || i == 23
		if isHyphen != (s[i] == '-') || !isHyphen && !strings.Contains("0123456789abcdefABCDEF", s[i:i+1]) {
			return false
		}
	}
	return true
}

// URI returns the URI of v, the inverse of [Parse] but for a fragment. The error
// says what v has that no blob URI can hold.
func (v View) URI() (uri.URI, error) {
	u, err := uri.Parse("blob:" + v.Origin + "/" + v.UUID)
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && (w.Origin != v.Origin || w.UUID != v.UUID) {
		err = errors.New("blob: a slash or a question mark in the identifier")
	}
	return u, err
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	end := v.start + len(v.Origin)
	parts := scheme.AppendPart(nil, v.start, end, "origin")
	return scheme.AppendPart(parts, end+len("/"), end+len("/")+len(v.UUID), "UUID")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch v.Origin {
	case "":
		return "no bytes of a browser"
	case "null":
		return fmt.Sprintf("the bytes %s that a page without an origin keeps in its browser", v.UUID)
	}
	return fmt.Sprintf("the bytes %s that a page of %s keeps in its browser", v.UUID, v.Origin)
}
