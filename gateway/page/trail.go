package page

import (
	"cmp"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Crumb is a piece of the URI in the trail of a page, with the delimiters
// around it.
type Crumb struct {
	Before, Text, After string
	Class               string // the colour of its component
	Href                Href
	Title               string // what it is, if the text does not say so
	Current             bool   // it names what the page shows
}

// classOf names the colours of components: the same in every page.
var classOf = map[uri.Component]string{
	uri.Scheme: "c-scheme", uri.Userinfo: "c-user", uri.Host: "c-host", uri.Port: "c-port",
	uri.Path: "c-path", uri.Query: "c-query", uri.Fragment: "c-frag",
}

// atoms are the components that do not contain others, in their order.
var atoms = [...]uri.Component{uri.Scheme, uri.Userinfo, uri.Host, uri.Port, uri.Path, uri.Query, uri.Fragment}

// componentAt returns the atom in which the byte at i stands.
func componentAt(u uri.URI, i int) uri.Component {
	for _, c := range atoms {
		if _, end, ok := u.Range(c); ok && i < end {
			return c
		}
	}
	return uri.Path
}

// trail draws a URI as links: the scheme to its page, the steps of the path to
// where they lead.
func (s *Site) trail(u uri.URI) []Crumb {
	const most = 300 // bytes of a URI of data: or the like
	steps := s.steps(u)
	for _, c := range atoms {
		start, end, ok := u.Range(c)
		if ok && start < end && !slices.ContainsFunc(steps, func(t scheme.Step) bool { return t.Start < end && start < t.End }) {
			steps = append(steps, scheme.Step{Start: start, End: end})
		}
	}
	slices.SortStableFunc(steps, func(a, b scheme.Step) int { return cmp.Compare(a.Start, b.Start) })
	text := s.mask(u.String())
	crumbs, done := make([]Crumb, 0, len(steps)), 0
	for _, t := range steps {
		if t.Start < done || t.End <= t.Start || t.End > len(text) {
			continue
		}
		c := componentAt(u, t.Start)
		crumb := Crumb{Before: text[done:t.Start], Text: cut(text[t.Start:t.End], most), Class: classOf[c], Title: t.Title, Current: t.URI == u}
		switch {
		case c == uri.Scheme:
			crumb.Href = SchemePage(u.Scheme())
		case !t.URI.IsZero():
			crumb.Href = s.Link(t.URI)
		}
		crumbs, done = append(crumbs, crumb), t.End
	}
	if len(crumbs) > 0 {
		crumbs[len(crumbs)-1].After = text[done:]
	}
	return crumbs
}

// steps returns the steps to u by its scheme, or by the generic syntax.
func (s *Site) steps(u uri.URI) []scheme.Step {
	info := s.Schemes.Lookup(u.Scheme())
	switch {
	case info != nil && info.Trail != nil:
		steps := info.Trail(u)
		if len(steps) > 0 && steps[0].Start < pathStart(u) {
			return steps
		}
		return append(hostStep(u), steps...)
	case u.HasAuthority() || strings.HasPrefix(u.Path(), "/"):
		return append(hostStep(u), segmentSteps(u)...)
	default:
		return nil
	}
}

func pathStart(u uri.URI) int {
	start, _, _ := u.Range(uri.Path)
	return start
}

// hostStep leads from the host to the root of what it has.
func hostStep(u uri.URI) []scheme.Step {
	start, end, _ := u.Range(uri.Host)
	text := u.String()
	if start == end {
		return nil
	}
	if u.Path() == "" { // the same thing; its own spelling marks it as what is shown
		return []scheme.Step{{Start: start, End: end, URI: u}}
	}
	return stepTo(start, end, text[:pathStart(u)]+"/")
}

// segmentSteps takes each segment of the path for a step: a hierarchy as RFC
// 3986, section 1.2.3, has it. The last leads to u itself.
func segmentSteps(u uri.URI) (steps []scheme.Step) {
	text := u.String()
	start, pathEnd, _ := u.Range(uri.Path)
	for start < pathEnd {
		end := start + strings.IndexByte(text[start:pathEnd]+"/", '/')
		next := min(end+1, pathEnd)
		target := text[:next]
		if next == pathEnd {
			target = text
		}
		if start < end {
			steps = append(steps, stepTo(start, end, target)...)
		}
		start = end + 1
	}
	return steps
}

// stepTo is the step to target, or none if that is no URI.
func stepTo(start, end int, target string) []scheme.Step {
	u, err := uri.Parse(target)
	if err != nil {
		return nil
	}
	return []scheme.Step{{Start: start, End: end, URI: u}}
}

// acts returns what there is to do about u: up, root, raw, attributes, inspect.
// about is where more is told of it.
func (s *Site) acts(u, about uri.URI, raw bool) (acts []Act) {
	var way []uri.URI
	for _, t := range s.steps(u) {
		if !t.URI.IsZero() && t.URI != u && !s.Link(t.URI).IsZero() {
			way = append(way, t.URI)
		}
	}
	if len(way) > 0 {
		acts = append(acts, Act{"up", s.Link(way[len(way)-1])})
		if way[0] != way[len(way)-1] {
			acts = append(acts, Act{"root", s.Link(way[0])})
		}
	}
	if raw {
		acts = append(acts, Act{"raw", Raw(u)})
	}
	if !about.IsZero() {
		acts = append(acts, Act{"attributes", s.Link(about)})
	}
	return append(acts, Act{"inspect", Inspect(u.String())})
}

// name returns what a person would call the thing that u names: its path, or
// what the scheme takes for the last step of it.
func (s *Site) name(u uri.URI) string {
	text := s.mask(u.String())
	start, end, _ := u.Range(uri.Path)
	path := text[start:end]
	info := s.Schemes.Lookup(u.Scheme())
	if info != nil && info.Kind == scheme.Name {
		return cut(visible(text), 120) // a name is shown whole (draft-ietf-urn-syntax-04, appendix A)
	}
	if u.HasAuthority() && info != nil && info.Trail != nil {
		path = "/"
		for _, step := range slices.Backward(info.Trail(u)) {
			if step.Title == "" { // one that needs a title, such as a type, is no name
				path = text[step.Start:step.End]
				break
			}
		}
	}
	switch {
	case path != "" && path != "/":
		return cut(visible(pct.Decode(path)), 120)
	case u.Host() != "":
		return u.Host()
	default:
		return cut(s.Schemes.Redacted(u), 120)
	}
}

// at says where u leads to, for the title of the window: "README at
// ftp.example.org".
func at(what string, u uri.URI) string {
	if u.Host() == "" || u.Host() == what {
		return what
	}
	return what + " at " + u.Host()
}
