package page

import (
	"net/http"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// example is a URI to begin with.
type example struct {
	Text, What string
	Href       Href
}

type family struct {
	Name string
	List []example
}

// families are the examples of the home page, by what they lead to.
var families = []family{
	{"Menus", []example{
		{Text: "gopher://gopher.floodgap.com/1/", What: "a gopher menu"},
		{Text: "gopher://gopher.floodgap.com/7/v2/vs", What: "a gopher search"},
	}},
	{"The web", []example{
		{Text: "https://www.rfc-editor.org/rfc/rfc3986.txt", What: "a text"},
		{Text: "http://example.com/", What: "a page, read for its words"},
	}},
	{"Documents of this machine", []example{
		{Text: "man:ls(1)", What: "a manual page"},
		{Text: "man:uri(7)", What: "what a URI is, if installed"},
		{Text: "file:///usr/share/doc/", What: "a directory"},
	}},
	{"Inside itself", []example{
		{Text: "data:,A%20brief%20note", What: "a URI that holds its object"},
		{Text: "data:text/html,%3Ch2%3EHello%3C/h2%3E", What: "a document in a URI"},
	}},
}

// supported is a row of what works.
type supported struct {
	Name, Title, Spec, Status string
	Href                      Href
	Shown                     bool
	Why                       string
}

// Home returns the first page: one field, examples, what works.
func (s *Site) Home() *Frame {
	data := struct {
		Specimen specimen
		Families []family
		Schemes  []supported
	}{newSpecimen(uri.MustParse("foo://pat.smith@example.com:8042/over/there?name=ferret#nose"), nil), s.examples(), s.supported()}
	data.Specimen.Mini = true
	for i := range data.Specimen.Groups { // drawn flat: the authority is for the inspector to show
		data.Specimen.Groups[i].Label = ""
	}
	return &Frame{Title: "Uriel: any URI, explained and shown", Home: true, Main: draw("home", data), Facts: s.Facts}
}

// examples returns the examples of the schemes that the site knows. What it
// would not show is explained instead.
func (s *Site) examples() (out []family) {
	for _, f := range families {
		shown := family{Name: f.Name}
		for _, e := range f.List {
			u := uri.MustParse(e.Text)
			if s.Schemes.Lookup(u.Scheme()) == nil {
				continue
			}
			e.Href = s.Link(u)
			if !s.Support[u.Scheme()].Shown || s.Invites != nil && !s.Invites(e.Text) {
				e.Href, e.What = Inspect(e.Text), e.What+", explained only: not shown here"
			}
			shown.List = append(shown.List, e)
		}
		if len(shown.List) > 0 {
			out = append(out, shown)
		}
	}
	return out
}

// supported lists the schemes of the table, those that are shown first.
func (s *Site) supported() (out []supported) {
	for info := range s.Schemes.All() {
		support := s.Support[info.Name]
		out = append(out, supported{info.Name, info.Title, info.Spec, info.Status.String(), SchemePage(info.Name), support.Shown, support.Why})
	}
	slices.SortStableFunc(out, func(a, b supported) int {
		switch {
		case a.Shown == b.Shown:
			return 0
		case a.Shown:
			return -1
		default:
			return 1
		}
	})
	return out
}

// SchemeTable returns the page that lists the schemes and what is done for each.
func (s *Site) SchemeTable() *Frame {
	data := struct {
		Schemes  []supported
		Registry []scheme.Registered
	}{Schemes: s.supported()}
	for r := range s.Schemes.Registry() {
		if s.Schemes.Lookup(r.Name) == nil {
			data.Registry = append(data.Registry, r)
		}
	}
	return &Frame{Title: "Schemes: what Uriel does for each", Current: "schemes", Main: draw("schemes", data), Facts: []string{number(len(data.Schemes), "scheme")}}
}

// Scheme returns the page about one scheme, or nil if nothing is known of
// it.
func (s *Site) Scheme(name string) *Frame {
	f := &Frame{Title: "The scheme " + visible(name), Current: "schemes", Facts: []string{"no one was asked"}}
	if info := s.Schemes.Lookup(name); info != nil {
		data := struct {
			*scheme.Info
			Support
			Documented []rule
		}{Info: info, Support: s.Support[info.Name]}
		for _, r := range info.Rules {
			data.Documented = append(data.Documented, rule{r, RulePage(r.ID)})
		}
		f.Main = draw("scheme", data)
		return f
	}
	if r, ok := s.Schemes.Registered(name); ok {
		f.Main = draw("registered", r)
		return f
	}
	return nil
}

type rule struct {
	uri.Rule
	Href Href
}

// Help returns the page that says what the gateway does, and lists the rules.
func (s *Site) Help() *Frame {
	var rules []rule
	for _, r := range s.Schemes.Rules() {
		rules = append(rules, rule{r, RulePage(r.ID)})
	}
	facts := []string{"no one was asked"}
	if s.Version != "" {
		facts = append(facts, "Uriel "+s.Version)
	}
	return &Frame{Title: "Help", Current: "help", Main: draw("help", rules), Facts: facts}
}

// Rule returns the page about the rule of that ID, or nil if there is none.
func (s *Site) Rule(id string) *Frame {
	rules := s.Schemes.Rules()
	i := slices.IndexFunc(rules, func(r uri.Rule) bool { return strings.EqualFold(r.ID, id) })
	if i < 0 {
		return nil
	}
	return &Frame{Status: http.StatusOK, Title: "Rule " + rules[i].ID, Current: "help", Main: draw("rule", rules[i]), Facts: []string{rules[i].Section}}
}
