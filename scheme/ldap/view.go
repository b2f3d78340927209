package ldap

import (
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an LDAP URL means (RFC 4516, section 2): a search. All its
// fields are decoded. What the URL leaves out, or leaves empty between two
// question marks, is nil; its default is for whoever searches to apply, since it
// is another in a referral (RFC 4511, section 4.1.10).
type View struct {
	scheme.Server // the zero value if it is the client's choice, and for ldapi

	Socket     *scheme.Octets  `json:"socket,omitempty"`     // ldapi: the path of the socket; nil for the server's own
	DN         *scheme.Octets  `json:"dn,omitempty"`         // the base object; "" is the root
	RDNs       DN              `json:"rdns,omitempty"`       // the DN as its relative names; nil if it is none
	Attributes []scheme.Octets `json:"attributes,omitempty"` // what is asked for
	Scope      *scheme.Octets  `json:"scope,omitempty"`      // "base", "one" or "sub"
	Filter     *scheme.Octets  `json:"filter,omitempty"`     // for ParseFilter
	Extensions []Extension     `json:"extensions,omitempty"`

	uri   uri.URI
	parts []scheme.Part
	rdnAt [][2]int // where the RDNs stand
}

// An Extension is a type and value of an LDAP URL, not of the protocol.
type Extension struct {
	Name     scheme.Octets  `json:"name"`            // descr or numericoid
	Value    *scheme.Octets `json:"value,omitempty"` // nil without an equals sign
	Critical bool           `json:"critical"`        // who does not know it must not go on
}

// isBindname reports whether e names an entry to bind as: the extension of RFC
// 2255, section 4, or the one that RFC 4516, section 4, has for an example.
func (e Extension) isBindname() bool {
	name := strings.ToLower(string(e.Name))
	return name == "bindname" || name == "e-bindname"
}

// Parse returns the meaning of u, whose scheme is ldap, ldaps or ldapi. The
// error says what the scheme forbids about it; the view then holds what could be
// read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden(strings.ToLower(u.Scheme()), r.remarks)
}

// A reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func read(u uri.URI) *reading {
	r := &reading{view: View{uri: u}}
	r.readServer()
	start, end, _ := u.Range(uri.Path)
	if path := u.Path(); strings.HasPrefix(path, "/") {
		r.readDN(piece{path[1:], start + 1})
	} else if path != "" {
		r.readDN(piece{path, start})
	}
	if !u.HasQuery() {
		return r
	}
	if start == end {
		r.remark(ruleSlash, uri.Forbid, end, end+1)
	}
	start, _, _ = u.Range(uri.Query)
	r.readQuery(piece{u.Query(), start})
	return r
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// remarkSyntax remarks what a parser says of the decoded text of p.
func (r *reading) remarkSyntax(rule uri.Rule, p piece, err *SyntaxError) {
	rule.Hint = err.Reason
	start, end := p.octet(err.Offset)
	r.remark(rule, uri.Forbid, start, end)
}

func (r *reading) readServer() {
	u := r.view.uri
	start, end, ok := u.Range(uri.Authority)
	if !ok {
		r.remark(ruleSlashes, uri.Forbid, start, start)
		return
	}
	if strings.EqualFold(u.Scheme(), "ldapi") {
		r.readSocket(start, end)
		return
	}
	port := uint16(389)
	if strings.EqualFold(u.Scheme(), "ldaps") {
		port = 636
	}
	r.view.Server = scheme.ServerOf(u, port)
	r.view.parts = r.view.Server.Parts()
	if start, end, ok := u.Range(uri.Userinfo); ok {
		r.remark(ruleUserinfo, uri.Forbid, start, end)
	}
}

func (r *reading) readSocket(start, end int) {
	u := r.view.uri
	if start == end {
		return
	}
	socket := pct.Decode(u.Host())
	r.view.Socket = new(scheme.Octets(socket))
	hostStart, hostEnd, _ := u.Range(uri.Host)
	r.view.parts = scheme.AppendPart(nil, hostStart, hostEnd, "socket")
	if u.HasUserinfo() || u.HasPort() || !strings.HasPrefix(socket, "/") {
		r.remark(ruleSocket, uri.Warning, start, end)
	}
}

func (r *reading) readDN(p piece) {
	dn := pct.Decode(p.raw)
	r.view.DN = new(scheme.Octets(dn))
	parsed := parseDN(dn)
	if parsed.err != nil {
		r.view.parts = scheme.AppendPart(r.view.parts, p.start, p.end(), "dn")
		r.remarkSyntax(ruleDN, p, parsed.err)
		return
	}
	r.view.RDNs = parsed.dn
	r.view.rdnAt = p.ranges(parsed.at)
	for _, at := range r.view.rdnAt {
		r.view.parts = scheme.AppendPart(r.view.parts, at[0], at[1], "relative distinguished name")
	}
	if parsed.old >= 0 {
		start, end := p.octet(parsed.old)
		r.remark(ruleOlderDN, uri.Warning, start, end)
	}
}

// readQuery reads the four parts behind the DN.
func (r *reading) readQuery(query piece) {
	fields := query.split("?", 4)
	for i, read := range [...]func(piece){r.readAttributes, r.readScope, r.readFilter, r.readExtensions} {
		if i < len(fields) && (fields[i].raw != "" || i == 3) {
			read(fields[i])
		}
	}
}

func (r *reading) readAttributes(list piece) {
	for _, p := range list.split(",", -1) {
		attr := pct.Decode(p.raw)
		r.view.Attributes = append(r.view.Attributes, scheme.Octets(attr))
		r.view.parts = scheme.AppendPart(r.view.parts, p.start, p.end(), "attribute")
		if !isSelector(attr) {
			r.remark(ruleAttribute, uri.Forbid, p.start, p.end())
		}
	}
}

func (r *reading) readScope(p piece) {
	scope := strings.ToLower(pct.Decode(p.raw))
	r.view.Scope = new(scheme.Octets(scope))
	r.view.parts = scheme.AppendPart(r.view.parts, p.start, p.end(), "scope")
	if !slices.Contains([]string{"base", "one", "sub"}, scope) {
		r.remark(ruleScope, uri.Forbid, p.start, p.end())
	}
}

func (r *reading) readFilter(p piece) {
	filter := pct.Decode(p.raw)
	r.view.Filter = new(scheme.Octets(filter))
	r.view.parts = scheme.AppendPart(r.view.parts, p.start, p.end(), "filter")
	if _, err := parseFilter(filter); err != nil {
		r.remarkSyntax(ruleFilter, p, err)
	}
}

func (r *reading) readExtensions(list piece) {
	if i := strings.IndexByte(list.raw, '?'); i >= 0 {
		r.remark(ruleQuestionMark, uri.Forbid, list.start+i, list.start+i+1)
	}
	for _, p := range list.split(",", -1) {
		e := extensionOf(pct.Decode(p.raw))
		r.view.Extensions = append(r.view.Extensions, e)
		r.view.parts = scheme.AppendPart(r.view.parts, p.start, p.end(), "extension")
		r.judgeExtension(e, p.start, p.end())
	}
}

// extensionOf reads a decoded extension: an exclamation mark that was encoded
// marks it as critical, too, lest it be taken lightly.
func extensionOf(text string) Extension {
	text, critical := strings.CutPrefix(text, "!")
	name, value, ok := strings.Cut(text, "=")
	e := Extension{Name: scheme.Octets(name), Critical: critical}
	if ok {
		e.Value = new(scheme.Octets(value))
	}
	return e
}

func (r *reading) judgeExtension(e Extension, start, end int) {
	unknown, severity := ruleUnknownExtension, uri.Info
	unknown.Hint = "it is left alone"
	if e.Critical {
		severity = uri.Warning
		unknown.Hint = "it is critical, so that the URL must not be processed"
	}
	switch {
	case !isOID(string(e.Name)):
		r.remark(ruleExtension, uri.Forbid, start, end)
	case !strings.EqualFold(string(e.Name), "bindname"):
		r.remark(unknown, severity, start, end)
	}
	if e.isBindname() && strings.EqualFold(r.view.uri.Scheme(), "ldap") {
		r.remark(ruleCleartext, uri.Warning, start, end)
	}
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	var b strings.Builder
	if v.Attributes != nil {
		fmt.Fprintf(&b, "the attributes %s of ", joined(v.Attributes))
	}
	entry, above := "the root", "the root"
	if v.DN != nil && *v.DN != "" {
		above = fmt.Sprintf("%q", string(*v.DN))
		entry = "the entry " + above
	}
	switch {
	case v.Scope != nil && *v.Scope == "one":
		b.WriteString("the entries right below " + above)
	case v.Scope != nil && *v.Scope == "sub":
		b.WriteString(entry + " and all below it")
	default:
		b.WriteString(entry)
	}
	if v.Filter != nil {
		fmt.Fprintf(&b, " that match %q", string(*v.Filter))
	}
	return b.String() + " at " + v.where()
}

func joined(list []scheme.Octets) string {
	var quoted []string
	for _, o := range list {
		quoted = append(quoted, fmt.Sprintf("%q", string(o)))
	}
	return strings.Join(quoted, ", ")
}

func (v View) where() string {
	switch {
	case v.Socket != nil:
		return fmt.Sprintf("the socket %q of this machine", string(*v.Socket))
	case strings.EqualFold(v.uri.Scheme(), "ldapi"):
		return "the server of this machine"
	case v.Host == "":
		return "a server of the client's choice"
	}
	return v.Server.String()
}
