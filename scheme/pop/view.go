package pop

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a pop URI means (RFC 2384, section 3): where the mailbox is,
// whose it is, and how to log in.
type View struct {
	scheme.Server
	Auth *scheme.Octets `json:"auth,omitempty"` // mechanism of SASL, "+" and a command, or "*" for any; decoded

	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is pop. The error says what RFC
// 2384 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("pop", r.remarks)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	how := ""
	if v.Auth != nil && *v.Auth != "*" {
		how = fmt.Sprintf(", with the mechanism %q", string(*v.Auth))
	}
	return "a mailbox of the POP3 server " + v.Server.String() + how
}

// achar are the characters of a user and a mechanism that are written as they
// are: those of RFC 2384, section 8.
var achar = pct.Unreserved.With("!$'()*+,&=")

// URI returns the URI of a view, the inverse of [Parse]. The default port is left
// out, and what must be is encoded and nothing else. The error tells of a host or
// mechanism that is none, and of a password, for which there is no place.
func (v View) URI() (uri.URI, error) {
	if v.Password {
		return uri.URI{}, errors.New("pop: a URI has no place for a password")
	}
	b := uri.Builder{Scheme: "pop", Host: &v.Host, Userinfo: v.userinfo()}
	if v.Port != "" && v.Port != strconv.Itoa(port) {
		b.Port = &v.Port
	}
	u, err := b.URI()
	if err != nil {
		return uri.URI{}, err
	}
	return u, scheme.Forbidden("pop", read(u).remarks)
}

func (v View) userinfo() *string {
	var text string
	switch {
	case v.User == nil && v.Auth == nil:
		return nil
	case v.User != nil:
		text = pct.Encode(string(*v.User), achar)
	}
	switch {
	case v.Auth == nil:
	case *v.Auth == "*":
		text += ";AUTH=*"
	default:
		text += ";AUTH=" + pct.Encode(string(*v.Auth), achar)
	}
	return &text
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

func (r *reading) part(start, end int, label string) {
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, label)
}

// read reads u by the grammar of RFC 2384, section 8:
//
//	pop-url   = "pop://" [user-auth "@"] hostport
//	user-auth = enc-user [";AUTH=" ( "*" / enc-auth-type )]
func read(u uri.URI) *reading {
	r := &reading{view: View{Server: scheme.ServerOf(u, port)}}
	if u.HasUserinfo() {
		start, _, _ := u.Range(uri.Userinfo)
		r.readUserinfo(u.Userinfo(), start)
	}
	for _, c := range [...]uri.Component{uri.Host, uri.Port} {
		start, end, _ := u.Range(c)
		r.part(start, end, c.String())
	}
	if u.Host() == "" {
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	switch {
	case u.Path() == "/":
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Path, ruleSlash, uri.Info))
	case u.Path() != "":
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Path, rulePath, uri.Forbid))
	}
	if u.HasQuery() {
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Query, rulePath, uri.Forbid))
	}
	return r
}

// readUserinfo reads a user-auth. The user may be missing before AUTH, as
// section 4 has it, though not by the grammar.
func (r *reading) readUserinfo(raw string, start int) {
	r.view.User = nil
	user, auth, hasAuth := strings.Cut(raw, ";")
	name, _, hasPassword := strings.Cut(user, ":")
	if name != "" || !hasAuth {
		r.view.User = new(scheme.Octets(pct.Decode(name)))
	}
	r.view.Password = hasPassword
	r.part(start, start+len(name), "user")
	switch {
	case hasPassword:
		r.part(start+len(name)+len(":"), start+len(user), "password")
		r.remark(ruleUserinfo, uri.Forbid, start+len(name), start+len(user))
	case raw == "":
		r.remark(ruleUserinfo, uri.Forbid, start, start)
	}
	if hasAuth {
		r.readAuth(auth, start+len(user)+len(";"))
	}
}

// readAuth reads what stands behind the semicolon.
func (r *reading) readAuth(raw string, start int) {
	name, mechanism, ok := strings.Cut(raw, "=")
	if !ok || !strings.EqualFold(pct.Decode(name), "AUTH") {
		r.remark(ruleUserinfo, uri.Forbid, start, start+len(raw))
		return
	}
	at := start + len(name) + len("=")
	text := pct.Decode(mechanism)
	r.view.Auth = new(scheme.Octets(text))
	r.part(at, at+len(mechanism), "AUTH")
	switch {
	case mechanism == "*":
		r.remark(ruleCare, uri.Info, start-len(";"), start+len(raw))
	case text == "*", !isMechanism(text), strings.ContainsAny(mechanism, ":;"):
		r.remark(ruleUserinfo, uri.Forbid, at, at+len(mechanism))
	}
}

// isMechanism reports whether s can be sent as a word of a command: printable
// ASCII without spaces, and more than a plus sign.
func isMechanism(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return s != "" && s != "+"
}
