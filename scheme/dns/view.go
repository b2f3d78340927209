package dns

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a dns URI means: records of a name, and perhaps whom to ask.
type View struct {
	// Server is the "dnsauthority"; nil if the server is whichever is known
	// locally. The default port is 53.
	Server *scheme.Server `json:"server,omitempty"`

	// Name is the "dnsname", decoded, with the backslashes of RFC 1035, section
	// 5.1. It counts from the root, with or without a dot at the end; "" is the
	// root itself.
	Name scheme.Octets `json:"name"`

	// Labels are those of the name, without backslashes; none for the root.
	Labels []scheme.Octets `json:"labels"`

	Class   *scheme.Octets  `json:"class,omitempty"`   // mnemonic or number; nil is IN
	Type    *scheme.Octets  `json:"type,omitempty"`    // mnemonic or number; nil is A
	Unknown []scheme.Octets `json:"unknown,omitempty"` // other elements of the query, decoded

	uri   uri.URI
	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is dns. The error says what RFC
// 4501 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("dns", r.remarks)
}

// A reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func read(u uri.URI) *reading {
	r := &reading{view: View{uri: u}}
	r.readServer()
	r.readName()
	start, _, ok := u.Range(uri.Query)
	if !ok {
		return r
	}
	for element := range strings.SplitSeq(u.Query(), ";") {
		r.readElement(element, start)
		start += len(element) + len(";")
	}
	return r
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

func (r *reading) readServer() {
	u := r.view.uri
	if u.Authority() == "" {
		return
	}
	r.view.Server = new(scheme.ServerOf(u, port))
	r.view.parts = r.view.Server.Parts()
	if start, end, ok := u.Range(uri.Userinfo); ok {
		r.remark(ruleUserinfo, uri.Forbid, start, end)
	}
}

func (r *reading) readName() {
	u := r.view.uri
	start, end, _ := u.Range(uri.Path)
	if u.HasAuthority() {
		if start == end {
			r.remark(ruleSlash, uri.Forbid, start, end)
		} else {
			start++
		}
	}
	raw := u.String()[start:end]
	r.view.Name = scheme.Octets(pct.Decode(raw))
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, "name")
	if i := strings.IndexByte(raw, '/'); i >= 0 {
		r.remark(ruleSlash, uri.Forbid, start+i, start+i+1)
	}
	labels, err := parseName(string(r.view.Name))
	r.view.Labels = labels
	if err != nil {
		rule := ruleName
		rule.Hint, rule.Section = err.reason, err.section
		from, to := pct.At(raw, err.offset)
		r.remark(rule, uri.Forbid, start+from, start+to)
	}
}

// readElement reads an element of the query; names and values are in any case.
func (r *reading) readElement(raw string, start int) {
	element := pct.Decode(raw)
	key, value, ok := strings.Cut(element, "=")
	switch {
	case ok && strings.EqualFold(key, "CLASS"):
		r.readParam(classes, &r.view.Class, value, "class", raw, start)
	case ok && strings.EqualFold(key, "TYPE"):
		r.readParam(types, &r.view.Type, value, "type", raw, start)
	default:
		r.view.Unknown = append(r.view.Unknown, scheme.Octets(element))
		r.view.parts = scheme.AppendPart(r.view.parts, start, start+len(raw), "unknown element")
		r.remark(ruleUnknown, uri.Warning, start, start+len(raw))
	}
}

func (r *reading) readParam(p params, field **scheme.Octets, value, label, raw string, start int) {
	end := start + len(raw)
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, label)
	if *field != nil {
		r.remark(ruleTwice, uri.Forbid, start, end)
		return
	}
	name, _ := p.byName(value)
	*field = new(scheme.Octets(name))
	if rule, severity := p.judge(value); rule != nil {
		r.remark(*rule, severity, start, end)
	}
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	class, typ := "IN", "A"
	if v.Class != nil {
		class = string(*v.Class)
	}
	if v.Type != nil {
		typ = string(*v.Type)
	}
	name := string(v.Name)
	if labels, err := parseName(name); err == nil {
		name = formatName(labels) + "."
	}
	text := fmt.Sprintf("the records of type %q, class %q, of the name %q", typ, class, name)
	if v.Server != nil {
		text += ", asked for at " + v.Server.String()
	}
	return text
}
