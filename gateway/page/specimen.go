package page

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// specimen is a URI drawn as RFC 3986 draws it: brackets above with the words
// of the generic syntax, brackets below with what the scheme makes of the parts.
type specimen struct {
	Mini   bool // smaller, for a long one
	Groups []group
}

// group is the authority with its parts, or one other part alone.
type group struct {
	Label string // "authority"; "" for a part that stands alone
	Parts []part
}

// part is a component, with the delimiter before it.
type part struct {
	Before      string
	BeforeGroup bool // the delimiter stands outside of the group
	Label       string
	Wide        bool // the label needs more room than there is before the next
	Class       string
	Leaves      []leaf
	After       string // delimiters at the very end of the URI

	start, end int
}

// leaf is a piece of a component: one to which the scheme gives a meaning, or
// what stands between such.
type leaf struct {
	Text   string
	Label  string // what the scheme makes of it; only on the first piece of a range
	Wide   bool   // as that of a part
	Marked bool

	start, end int
}

// mostDrawn is the length up to which a URI is drawn. The table below it has
// the rest.
const mostDrawn = 1000

// newSpecimen draws u. The parts of a view may reach over several components,
// such as all of an authority: then each component has its piece of the
// bracket, and the first has the label.
func newSpecimen(u uri.URI, parts []scheme.Part) specimen {
	text := starred(mask(u.String()), parts)
	sp := specimen{Mini: len(text) > 120}
	done := 0
	var authority []part
	flush := func() {
		if len(authority) > 0 {
			sp.Groups = append(sp.Groups, group{Label: "authority", Parts: authority})
			authority = nil
		}
	}
	grouped := u.HasUserinfo() || u.HasPort()
	for _, c := range atoms {
		start, end, ok := u.Range(c)
		if !ok || start == end || start >= mostDrawn {
			continue
		}
		end = min(end, mostDrawn)
		p := part{Before: text[done:start], Label: c.String(), Class: classOf[c], Leaves: leaves(text, start, end, parts), start: start, end: end}
		done = end
		if grouped && (c == uri.Userinfo || c == uri.Host || c == uri.Port) {
			p.BeforeGroup = len(authority) == 0
			authority = append(authority, p)
			continue
		}
		flush()
		sp.Groups = append(sp.Groups, group{Parts: []part{p}})
	}
	flush()
	sp.makeRoom()
	sp.end(text[done:])
	return sp
}

// makeRoom finds the labels that would reach into the next one. The letters of
// a label are at most six tenths as wide as those of the URI.
func (sp *specimen) makeRoom() {
	wide := func(label string, start, next int) bool { return 10*(next-start) < 6*utf8.RuneCountInString(label)+5 }
	var lastPart *part
	var lastLeaf *leaf
	for i := range sp.Groups {
		for j := range sp.Groups[i].Parts {
			p := &sp.Groups[i].Parts[j]
			if lastPart != nil {
				lastPart.Wide = wide(lastPart.Label, lastPart.start, p.start)
			}
			lastPart = p
			for k := range p.Leaves {
				l := &p.Leaves[k]
				if l.Label == "" {
					continue
				}
				if lastLeaf != nil {
					lastLeaf.Wide = wide(lastLeaf.Label, lastLeaf.start, l.start)
				}
				lastLeaf = l
			}
		}
	}
	if lastPart != nil {
		lastPart.Wide = wide(lastPart.Label, lastPart.start, lastPart.end)
	}
	if lastLeaf != nil {
		lastLeaf.Wide = wide(lastLeaf.Label, lastLeaf.start, lastLeaf.end)
	}
}

// end puts what is left of the text behind the last part.
func (sp *specimen) end(rest string) {
	if rest == "" {
		return
	}
	if len(rest) > 10 {
		rest = "…"
	}
	if len(sp.Groups) == 0 {
		sp.Groups = []group{{Parts: []part{{}}}}
	}
	last := &sp.Groups[len(sp.Groups)-1]
	last.Parts[len(last.Parts)-1].After = rest
}

// leaves cuts text[start:end] at the edges of the parts.
func leaves(text string, start, end int, parts []scheme.Part) (out []leaf) {
	done := start
	for _, p := range parts {
		from, to := max(p.Start, done), min(p.End, end)
		if from >= to {
			continue
		}
		if done < from {
			out = append(out, leaf{Text: text[done:from]})
		}
		l := leaf{Text: text[from:to], Marked: true, start: from, end: to}
		if p.Start >= start {
			l.Label = visible(p.Label)
		}
		out, done = append(out, l), to
	}
	if done < end {
		out = append(out, leaf{Text: text[done:end]})
	}
	return out
}

// component is a row of the table of components.
type component struct {
	Name          string
	Text          string
	Pieces        []Crumb // the text in the colours of what it holds
	Defined, Same bool
	Decoded       string
	Start, End    int
	Is            string
}

// components returns the rows for all components of u, defined or not.
func (s *Site) components(u uri.URI) []component {
	rows, text := make([]component, 0, len(uri.Components)), s.mask(u.String())
	for _, c := range uri.Components {
		start, end, ok := u.Range(c)
		r := component{Name: c.String(), Text: cut(text[start:end], mostDrawn), Defined: ok, Start: start, End: end, Is: s.is(u, c)}
		r.Decoded = visible(pct.Decode(r.Text))
		r.Same = r.Decoded == r.Text
		r.Pieces = pieces(u, r.Text, start)
		rows = append(rows, r)
	}
	return rows
}

// pieces cuts text, which begins at start, into the atoms that it holds.
func pieces(u uri.URI, text string, start int) (out []Crumb) {
	done, end := start, start+len(text)
	for _, c := range atoms {
		from, to, ok := u.Range(c)
		if !ok || from < start || from >= to || from >= end {
			continue
		}
		to = min(to, end)
		out = append(out, Crumb{Before: text[done-start : from-start], Text: text[from-start : to-start], Class: classOf[c]})
		done = to
	}
	return out
}

// is says of a component what kind of thing it is.
func (s *Site) is(u uri.URI, c uri.Component) string {
	text, ok := u.Component(c)
	info := s.Schemes.Lookup(u.Scheme())
	switch {
	case !ok && c == uri.Port && info != nil && info.Port != 0 && u.HasAuthority():
		return "then " + strings.ReplaceAll(count(int64(info.Port)), ",", "") + ", the default of the scheme"
	case !ok && c == uri.Scheme:
		return "so this is a relative reference"
	case !ok && !u.HasAuthority() && (c == uri.Userinfo || c == uri.Host || c == uri.Port):
		return "a part of the authority"
	case !ok:
		return "not the same as empty"
	case text == "" && c != uri.Path:
		return "defined, and empty"
	}
	switch c {
	case uri.Scheme:
		return s.schemeIs(text)
	case uri.Authority:
		return authorityIs(u)
	case uri.Userinfo:
		if strings.Contains(text, ":") {
			return "a user, and a password that is not shown"
		}
		return "a user, no password"
	case uri.Host:
		return map[uri.HostKind]string{uri.RegName: "registered name", uri.IPv4: "IPv4 address", uri.IPv6: "IPv6 address", uri.IPvFuture: "address of a future kind"}[u.HostKind()]
	case uri.Port:
		return "a number"
	case uri.Path:
		return pathIs(u)
	case uri.Fragment:
		return "for whoever shows it; never sent"
	default:
		return ""
	}
}

func (s *Site) schemeIs(name string) string {
	if info := s.Schemes.Lookup(name); info != nil {
		return info.Title + ", " + info.Spec
	}
	if r, ok := s.Schemes.Registered(name); ok {
		return r.Description + ", " + r.Reference
	}
	return "in no registry known here"
}

func authorityIs(u uri.URI) string {
	is := "host"
	if u.HasUserinfo() {
		is = "userinfo and host"
	}
	if u.HasPort() {
		return is + ", with a port"
	}
	return is + ", no port"
}

func pathIs(u uri.URI) string {
	path := u.Path()
	switch {
	case path == "":
		return "empty"
	case !strings.HasPrefix(path, "/"):
		return "without a slash at its start"
	default:
		return number(strings.Count(path, "/"), "segment")
	}
}
