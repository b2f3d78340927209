package scheme

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"uriel.dev/uri"
)

// A Table knows schemes by name. It is immutable and safe for concurrent use.
// The zero value knows none; all its methods still work and climb the rung of
// the generic syntax only.
type Table struct {
	infos    []*Info // ordered by name
	byName   map[string]*Info
	registry []Registered
}

// NewTable returns a table of the given schemes and of what a registry knows of
// others. It keeps infos. It panics if two schemes have one name or a name is not in
// lower case, which is a mistake of the program.
func NewTable(infos []Info, registry []Registered) Table {
	t := Table{infos: make([]*Info, 0, len(infos)), byName: make(map[string]*Info, len(infos)), registry: registry}
	for i := range infos {
		info := &infos[i]
		if t.byName[info.Name] != nil || info.Name == "" || info.Name != strings.ToLower(info.Name) {
			panic(fmt.Sprintf("scheme: bad or second scheme %q", info.Name))
		}
		t.byName[info.Name] = info
		t.infos = append(t.infos, info)
	}
	slices.SortFunc(t.infos, func(a, b *Info) int { return strings.Compare(a.Name, b.Name) })
	return t
}

// Lookup returns what is known of the scheme called name, in any case, or nil.
func (t Table) Lookup(name string) *Info {
	if info := t.byName[name]; info != nil {
		return info
	}
	return t.byName[strings.ToLower(name)]
}

// All yields the schemes of the table in the order of their names.
func (t Table) All() iter.Seq[*Info] { return slices.Values(t.infos) }

// Rules returns the rules of the generic syntax, of the table and of its
// schemes, ordered by ID.
func (t Table) Rules() []uri.Rule {
	rules := append(uri.Rules(), ruleDefaultPort, ruleOtherPort, ruleUnregistered, ruleOpaqueBase)
	for _, info := range t.infos {
		for _, r := range info.Rules {
			// Schemes of one family share their rules.
			if !slices.ContainsFunc(rules, func(q uri.Rule) bool { return q.ID == r.ID }) {
				rules = append(rules, r)
			}
		}
	}
	slices.SortFunc(rules, func(a, b uri.Rule) int { return strings.Compare(a.ID, b.ID) })
	return rules
}

// A Description is all that a Table says of a URI.
type Description struct {
	Normal  uri.URI      // as Normalize returns it
	View    View         // as View returns it
	Err     error        // what the scheme misses or forbids
	Remarks []uri.Remark // as Judge returns them
}

// Describe returns all that the table says of u. It looks the scheme up once,
// where four calls would do so four times.
func (t Table) Describe(u uri.URI) Description {
	info := t.Lookup(u.Scheme())
	d := Description{Normal: info.normalize(u), Remarks: t.judge(info, u)}
	d.View, d.Err = t.view(info, u)
	return d
}

// View returns the meaning of u in its scheme; a [NameOnly] for a scheme that the
// table has no Info of; and nil for a relative reference and for a scheme that
// nobody knows.
func (t Table) View(u uri.URI) (View, error) { return t.view(t.Lookup(u.Scheme()), u) }

func (t Table) view(info *Info, u uri.URI) (View, error) {
	if info != nil {
		return info.View(u)
	}
	if r, ok := t.Registered(u.Scheme()); ok {
		return NameOnly{r}, nil
	}
	return nil, nil
}

// NormalizeSyntax returns u in the normal form of the generic syntax, but for
// what its scheme keeps apart, such as the dots of a gopher selector.
func (t Table) NormalizeSyntax(u uri.URI) uri.URI {
	if info := t.Lookup(u.Scheme()); info != nil {
		return u.NormalizeKeep(info.Keep)
	}
	return u.Normalize()
}

// Normalize returns u in the normal form of its scheme (RFC 3986, section
// 6.2.3): that of the generic syntax, without the default port, and then what
// the scheme's own rules make of it. It is idempotent.
func (t Table) Normalize(u uri.URI) uri.URI { return t.Lookup(u.Scheme()).normalize(u) }

func (info *Info) normalize(u uri.URI) uri.URI {
	if info == nil {
		return u.Normalize()
	}
	v := u.NormalizeKeep(info.Keep)
	if info.isDefaultPort(v) {
		v = v.WithoutPort()
	}
	if info.Normal != nil {
		v = info.Normal(v)
	}
	return v
}

func (info *Info) isDefaultPort(u uri.URI) bool {
	if info.Port == 0 || u.Port() == "" {
		return false
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && uint16(port) == info.Port
}

// Compare returns the first rung at which a and b become equal, and for the
// rung of the scheme the reason: "default-port" when that is all there is, the
// word of the scheme's own Equal, or "scheme-rules".
func (t Table) Compare(a, b uri.URI) (rung uri.Rung, reason string) {
	if a == b {
		return uri.Identical, ""
	}
	a, b = t.NormalizeSyntax(a), t.NormalizeSyntax(b)
	if a == b {
		return uri.EqualSyntax, ""
	}
	info := t.Lookup(a.Scheme())
	switch {
	case info == nil:
		return uri.Different, ""
	case dropDefaultPort(info, a) == dropDefaultPort(info, b):
		return uri.EqualScheme, "default-port"
	}
	if info.Equal != nil && info == t.Lookup(b.Scheme()) {
		reason = info.Equal(a, b)
	}
	switch {
	case reason != "":
		return uri.EqualScheme, reason
	case t.Normalize(a) == t.Normalize(b):
		return uri.EqualScheme, "scheme-rules"
	}
	return uri.Different, ""
}

func dropDefaultPort(info *Info, u uri.URI) uri.URI {
	if info.isDefaultPort(u) {
		return u.WithoutPort()
	}
	return u
}

// Rules of the table, which hold for every scheme.
var (
	ruleDefaultPort = uri.Rule{ID: "uri/default-port", Section: "RFC 3986 6.2.3", Title: "default port of the scheme", Hint: "leave it out",
		Text: "A port that is the default of the scheme says nothing and is left out of the normal form. Two URIs that differ in it only are equal at the rung of the scheme."}
	ruleOtherPort = uri.Rule{ID: "uri/other-port", Section: "draft-ietf-uri-url-03 1.4", Title: "port other than the scheme's",
		Text: "Another service may listen at another port, and take what is sent for commands of its own. The 1994 draft warned of it; caution is due below 1024 above all."}
)

// Judge returns all that can be remarked about u, by the generic syntax and by
// its scheme, in the order of the offsets. What normalisation keeps for the
// scheme needs no remark, and a scheme that is known was not meant as a host.
func (t Table) Judge(u uri.URI) []uri.Remark { return t.judge(t.Lookup(u.Scheme()), u) }

// isPrefixed reports whether the scheme was remarked to be the prefix "URL:".
func isPrefixed(remarks []uri.Remark) bool {
	return slices.ContainsFunc(remarks, func(r uri.Remark) bool { return r.Rule == "uri/url-prefix" })
}

func (t Table) judge(info *Info, u uri.URI) []uri.Remark {
	known := info != nil
	if !known {
		_, known = t.Registered(u.Scheme())
	}
	if info == nil {
		info = &Info{}
	}
	out := uri.JudgeKeep(u, info.Keep)
	switch {
	case known && len(out) == 0:
	case known:
		out = slices.DeleteFunc(out, func(r uri.Remark) bool { return r.Rule == "uri/host-port" })
	case u.HasScheme() && !isPrefixed(out): // "URL:" is no scheme that somebody has forgotten to register
		out = append(out, t.judgeUnknown(u))
	}
	if start, end, ok := u.Range(uri.Port); ok && start < end && info.Port != 0 {
		switch port, err := strconv.ParseUint(u.Port(), 10, 16); {
		case err != nil: // remarked by uri.Judge
		case uint16(port) == info.Port: // the colon would go too
			out = append(out, uri.NewRemark(ruleDefaultPort, uri.Info, start-len(":"), end-start+len(":")))
		case port < 1024:
			out = append(out, uri.NewRemark(ruleOtherPort, uri.Warning, start, end-start))
		default:
			out = append(out, uri.NewRemark(ruleOtherPort, uri.Info, start, end-start))
		}
	}
	if info.Lawful != nil {
		from, to := info.Lawful(u)
		out = slices.DeleteFunc(out, func(r uri.Remark) bool {
			return r.Rule == "uri/escaped-control" && from <= r.Offset && r.Offset+r.Length <= to
		})
	}
	if info.Remarks != nil {
		out = append(out, info.Remarks(u)...)
	}
	if len(out) > 1 {
		slices.SortStableFunc(out, func(a, b uri.Remark) int { return a.Offset - b.Offset })
	}
	return out
}
