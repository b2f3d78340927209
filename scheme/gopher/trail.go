package gopher

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Trail returns the steps from the top of the server to u: the item type, which
// leads nowhere by itself, then the selector cut at its slashes, then the
// search string and the gopher+ string if there are any. That a selector cut at
// a slash is a menu is a guess, and often a good one: gopher knows no hierarchy
// (draft-ietf-uri-url-03, section 1.2.3).
func Trail(u uri.URI) []scheme.Step {
	v := read(u.WithoutFragment())
	if u.Host() == "" || v.whole.start == v.whole.end {
		return nil
	}
	at := v.at[typeField]
	steps := []scheme.Step{{Start: at.start, End: at.end, Title: fmt.Sprintf("item type %s, %s", v.Type, v.Type.phrase())}}
	steps = append(steps, v.climb()...)
	item := v
	item.Search, item.Plus = nil, nil
	if v.Search == nil {
		return lead(steps, u)
	}
	if self, err := item.URI(); err == nil {
		steps = lead(steps, self)
	}
	if at := v.at[searchField]; at.start < at.end {
		item.Search = v.Search
		self, _ := item.URI() // zero, and so no link, if it cannot be built
		steps = append(steps, scheme.Step{Start: at.start, End: at.end, URI: self, Title: "search string"})
	}
	if at := v.at[plusField]; at.start < at.end {
		steps = append(steps, scheme.Step{Start: at.start, End: at.end, URI: u, Title: "gopher+ string"})
	}
	return lead(steps, u)
}

// lead makes the last step lead to u.
func lead(steps []scheme.Step, u uri.URI) []scheme.Step {
	steps[len(steps)-1].URI = u
	return steps
}

// climb cuts the selector before its slashes, but for one at its beginning or
// end. Each piece leads to the menu that the selector up to there may be. Some
// servers begin a selector with a copy of the type (RFC 4266, section 2.1),
// which is then that of a menu.
func (v View) climb() (steps []scheme.Step) {
	at := v.at[selectorField]
	raw := v.uri.String()[at.start:at.end]
	copied := strings.HasPrefix(raw, string([]byte{byte(v.Type), '/'}))
	skip := 1
	if copied {
		skip = 2
	}
	for start := 0; start < len(raw); skip = 1 {
		end := len(raw)
		if i := strings.IndexByte(strings.TrimSuffix(raw[start+skip:], "/"), '/'); i >= 0 {
			end = start + skip + i
		}
		menu := View{Type: '1', Selector: scheme.Octets(pct.Decode(raw[:end])), uri: v.uri, whole: v.whole}
		if copied {
			menu.Selector = "1" + menu.Selector[1:]
		}
		u, _ := menu.URI() // zero, and so no link, if it cannot be built
		steps = append(steps, scheme.Step{Start: at.start + start, End: at.start + end, URI: u})
		start = end
	}
	return steps
}
