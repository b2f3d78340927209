package gopherclient

import (
	"fmt"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
)

// searchField is the name of the one field of a search.
const searchField = "search"

// searchForm asks for the words of a search (RFC 1436, section 3.7).
func searchForm(req *get.Request, v gopher.View) *get.Form {
	title := "Search"
	if v.Selector != "" {
		title = fmt.Sprintf("Search %q", string(v.Selector))
	}
	return &get.Form{
		Title:  title + " at " + req.URI.Host(),
		Text:   "Most servers look for all of the words; some know and, or, and not between them.",
		Fields: []get.Field{{Name: searchField, Label: "Words", Type: get.Text}},
		Fill:   func(values []get.Value) (*get.Request, error) { return fillSearch(req, v, values) },
	}
}

func fillSearch(req *get.Request, v gopher.View, values []get.Value) (*get.Request, error) {
	v.Search = nil
	for _, value := range values {
		if value.Name != searchField {
			return nil, get.Errorf(get.Invalid, "fill in", req.URI, "the form has no field %q: its field is %q", value.Name, searchField)
		}
		// A tab would begin the gopher+ string, a line end a second request.
		if strings.ContainsAny(value.Value, "\x00\t\r\n") {
			return nil, get.Errorf(get.Invalid, "fill in", req.URI, "field %q: a tab, line end or NUL in the words", searchField)
		}
		v.Search = new(scheme.Octets(value.Value))
	}
	if v.Search == nil {
		return nil, get.Errorf(get.Invalid, "fill in", req.URI, "field %q: no words are given", searchField)
	}
	u, err := v.URI()
	if err != nil {
		return nil, get.Errorf(get.Invalid, "fill in", req.URI, "%w", err)
	}
	filled := *req
	filled.URI = u
	return &filled, nil
}
