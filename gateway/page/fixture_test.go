package page

import (
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// testView gives a meaning to the ranges that it is told.
type testView struct {
	parts   []scheme.Part
	meaning string
}

func (v testView) Parts() []scheme.Part { return v.parts }
func (v testView) Meaning() string      { return v.meaning }

// testTable holds schemes of every reach. The view of http spans authority and
// path, that of gopher has parts narrower than their labels.
func testTable() scheme.Table {
	view := func(parts func(u uri.URI) []scheme.Part) func(uri.URI) (scheme.View, error) {
		return func(u uri.URI) (scheme.View, error) { return testView{parts(u), "a test of <" + u.Scheme() + ">"}, nil }
	}
	whole := view(func(u uri.URI) []scheme.Part {
		start, _, _ := u.Range(uri.Path)
		return []scheme.Part{{Start: start, End: len(u.String()), Label: "all of it"}}
	})
	info := func(name string, port uint16, reach scheme.Reach) scheme.Info {
		return scheme.Info{Name: name, Title: "The " + name + " of tests", Spec: "RFC 0", Form: name + ":…", Port: port, Reach: reach, Retrieval: "Ask.", View: whole}
	}
	http := info("http", 80, scheme.Network)
	http.View = view(func(u uri.URI) []scheme.Part {
		start, _, _ := u.Range(uri.Authority)
		return []scheme.Part{{Start: start, End: len(u.String()), Label: "request"}}
	})
	gopher := info("gopher", 70, scheme.Network)
	gopher.View = view(func(u uri.URI) []scheme.Part {
		start, end, _ := u.Range(uri.Path)
		if end-start < 3 {
			return nil
		}
		return []scheme.Part{{Start: start + 1, End: start + 2, Label: "type 1, a menu"}, {Start: start + 2, End: end, Label: "selector"}}
	})
	return scheme.NewTable([]scheme.Info{
		http, info("https", 443, scheme.Network), gopher, info("man", 0, scheme.Local), info("file", 0, scheme.Local), info("data", 0, scheme.Inside), info("javascript", 0, scheme.Inside),
	}, []scheme.Registered{{Name: "afs", Description: "Andrew", Status: scheme.Historical, Reference: "RFC 1738"}})
}
