package jdbc

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a jdbc URL says before its driver reads it.
type View struct {
	Subprotocol string `json:"subprotocol,omitempty"` // which driver: "postgresql"

	// Subname is what is for the driver, as written, up to the end of the URL;
	// each password in it that can be told is "***".
	Subname string `json:"subname,omitempty"`

	// Password reports whether one was found in the subname; what it is stays in
	// the URL.
	Password bool `json:"password,omitempty"`

	colon, end int    // behind the subprotocol, and of the URL
	secrets    []span // in the URL
}

// Parse returns what u says, whose scheme is jdbc. The error says that it has no
// subprotocol or no subname.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("jdbc", r.remarks)
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

// read reads u by the form of JDBC 4.3, section 9.4:
//
//	"jdbc:" subprotocol ":" subname
func read(u uri.URI) *reading {
	r := &reading{}
	start, text := len("jdbc:"), u.String()
	subprotocol, subname, ok := strings.Cut(text[start:], ":")
	if !ok || subname == "" || subprotocol == "" || strings.ContainsAny(subprotocol, "/?#;&@=") {
		r.remarks = []uri.Remark{uri.NewRemark(ruleForm, uri.Forbid, start, len(text)-start)}
		return r
	}
	v := View{Subprotocol: subprotocol, colon: start + len(subprotocol), end: len(text)}
	at := v.colon + len(":")
	secrets := secrets(subname)
	var b strings.Builder
	done := 0
	for _, s := range secrets {
		r.remarks = append(r.remarks, uri.NewRemark(rulePassword, uri.Warning, at+s.start, s.end-s.start))
		v.secrets = append(v.secrets, span{at + s.start, at + s.end})
		b.WriteString(subname[done:s.start] + "***")
		done = s.end
	}
	v.Subname, v.Password = b.String()+subname[done:], len(secrets) > 0
	r.view = v
	return r
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start := len("jdbc:")
	parts := scheme.AppendPart(nil, start, start+len(v.Subprotocol), "subprotocol")
	at := v.colon + len(":")
	for _, s := range v.secrets {
		parts = scheme.AppendPart(parts, at, s.start, "subname")
		parts = scheme.AppendSecret(parts, s.start, s.end, "password")
		at = s.end
	}
	return scheme.AppendPart(parts, at, v.end, "subname")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Subname == "" {
		return "no database"
	}
	return fmt.Sprintf("the database %q of the driver for %s", v.Subname, v.Subprotocol)
}
