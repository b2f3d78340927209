package xmpp

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

var (
	escaped   = pct.Unreserved.With("%")
	nodeChars = escaped.With("!$()*+,;=")
	hostChars = pct.RegName.With("%")
	resChars  = escaped.With("!$&'()*+,:;=")
)

// reading is a view under way.
type reading struct {
	text    string // the whole URI
	view    View
	domain  [2]int // where the domain of the address stands
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

func (r *reading) part(start, end int, label string) {
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, label)
}

// read reads u by the grammar of RFC 5122, section 3.3:
//
//	xmpp      = "xmpp:" ( authpath / path ) [ "?" type *( ";" key "=" value ) ]
//	authpath  = "//" node "@" host [ "/" path ]
//	path      = [ node "@" ] host [ "/" resource ]
func read(u uri.URI) *reading {
	r := &reading{text: u.String()}
	start, end, _ := u.Range(uri.Path)
	if u.HasAuthority() {
		r.readAuthority(u)
		if start < end {
			start++ // the slash
		}
	}
	if !u.HasAuthority() || start < end {
		r.readAddress(start, end)
	}
	r.readQuery(u)
	return r
}

func (r *reading) readAuthority(u uri.URI) {
	start, end, _ := u.Range(uri.Authority)
	a := &Address{Domain: scheme.Octets(pct.Decode(u.Host()))}
	r.view.Authority = a
	if _, pathEnd, _ := u.Range(uri.Path); pathEnd-end <= len("/") {
		r.remark(ruleNobody, uri.Warning, start, end)
	} else {
		r.remark(ruleAuthority, uri.Info, start, end)
	}
	if u.HasUserinfo() {
		// A password would be in the node: it is a character that is forbidden.
		from, to, _ := u.Range(uri.Userinfo)
		node, _, _ := strings.Cut(u.Userinfo(), ":")
		a.Node = new(scheme.Octets(pct.Decode(node)))
		r.check(from, to, nodeChars, ruleNode)
		r.part(from, from+len(node), "node to log in as")
	} else {
		r.remark(ruleNode, uri.Forbid, start, start)
	}
	from, to, _ := u.Range(uri.Host)
	if from == to {
		r.remark(ruleDomain, uri.Forbid, from, to)
	}
	r.part(from, to, "domain to log in at")
	if from, to, ok := u.Range(uri.Port); ok {
		r.remark(rulePort, uri.Forbid, from-len(":"), to)
	}
}

// check remarks the first character that is not in set.
func (r *reading) check(start, end int, set pct.Set, rule uri.Rule) {
	for i := start; i < end; i++ {
		if !set.Has(r.text[i]) {
			r.remark(rule, uri.Forbid, i, i+1)
			return
		}
	}
}

func (r *reading) readAddress(start, end int) {
	v := &r.view
	name, resource, hasResource := strings.Cut(r.text[start:end], "/")
	if node, _, ok := strings.Cut(name, "@"); ok {
		v.Node = new(scheme.Octets(pct.Decode(node)))
		r.check(start, start+len(node), nodeChars, ruleNode)
		r.part(start, start+len(node), "node")
		name, start = name[len(node)+len("@"):], start+len(node)+len("@")
	}
	v.Domain, r.domain = scheme.Octets(pct.Decode(name)), [2]int{start, start + len(name)}
	if name == "" {
		r.remark(ruleDomain, uri.Forbid, start, start)
	}
	r.check(start, start+len(name), hostChars, ruleDomain)
	r.part(start, start+len(name), "domain")
	if hasResource {
		v.Resource = new(scheme.Octets(pct.Decode(resource)))
		r.check(end-len(resource), end, resChars, ruleResource)
		r.part(end-len(resource), end, "resource")
	}
}

func (r *reading) readQuery(u uri.URI) {
	start, _, ok := u.Range(uri.Query)
	if !ok {
		return
	}
	for i, piece := range strings.Split(u.Query(), ";") {
		end := start + len(piece)
		if i == 0 {
			r.view.QueryType = new(scheme.Octets(pct.Decode(piece)))
			r.check(start, end, escaped, ruleQuery)
			r.part(start, end, "query type")
		} else {
			r.readPair(piece, start, end)
		}
		start = end + len(";")
	}
}

func (r *reading) readPair(piece string, start, end int) {
	key, value, ok := strings.Cut(piece, "=")
	if !ok {
		r.remark(ruleQuery, uri.Forbid, start, end)
		return
	}
	r.check(start, start+len(key), escaped, ruleQuery)
	r.check(end-len(value), end, escaped, ruleQuery)
	r.view.Params = append(r.view.Params, [2]scheme.Octets{scheme.Octets(pct.Decode(key)), scheme.Octets(pct.Decode(value))})
	r.part(start, end, "pair "+key)
}
