package csoclient

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"uriel.dev/get"
)

// form answers with a field for each that the server can look in, by what it
// says of them:
//
//	-200:3:name:max 64 Indexed Lookup Public Default
//	-200:3:name:Full name.
//
// A server that does not say is asked by name alone.
func form(req *get.Request, a *answer) (*get.Response, error) {
	fields, err := a.lookups()
	if err != nil {
		return nil, err
	}
	var notes []string
	if len(fields) == 0 {
		fields = []get.Field{{Name: "name", Label: "Name", Type: get.Text}}
		notes = append(notes, "the server does not say in which fields it looks")
	}
	return &get.Response{URI: req.URI, Notes: notes, Answer: &get.Form{
		Title:  "The phone book at " + req.URI.Host(),
		Text:   "At least one field is to be filled in. An asterisk stands for any letters.",
		Fields: fields,
		Clear:  true,
		Fill:   func(values []get.Value) (*get.Request, error) { return fill(req, fields, values) },
	}}, nil
}

// lookups returns the fields that queries may be about, those first that are
// indexed: of these, every query needs one (RFC 2378, section 2).
func (a *answer) lookups() ([]get.Field, error) {
	all, err := a.fields()
	if e, ok := errors.AsType[*get.Error](err); ok && e.Kind == get.Invalid {
		return nil, nil // the command is not known
	}
	var indexed, others []get.Field
	for _, f := range all {
		properties, label, _ := strings.Cut(f.value, "\n")
		words := strings.Fields(strings.ToLower(properties))
		if !slices.Contains(words, "lookup") {
			continue
		}
		list := &others
		if slices.Contains(words, "indexed") {
			list = &indexed
		}
		*list = append(*list, get.Field{Name: f.name, Label: cmp.Or(strings.TrimSuffix(label, "."), f.name), Type: get.Text})
	}
	return append(indexed, others...), err
}

// fields returns what the server says of its fields, each with its properties
// and, behind a line end, what it is.
func (a *answer) fields() (all []field, err error) {
	for {
		l, err := a.next()
		switch last := len(all) - 1; {
		case err != nil || l.last:
			return all, err
		case a.limits.Items > 0 && len(all) >= a.limits.Items:
			return nil, &get.Error{Op: "read", URI: a.uri, Kind: get.Limit, Err: a.limits.Over("items", "fields")}
		case last >= 0 && all[last].name == l.field && !strings.Contains(all[last].value, "\n"):
			all[last].value += "\n" + latin1IfNot(l.text)
		case l.field != "":
			all = append(all, field{l.field, latin1IfNot(l.text)})
		}
	}
}

// fill makes the query of the fields that are filled in.
func fill(req *get.Request, fields []get.Field, values []get.Value) (*get.Request, error) {
	var pairs []string
	for _, v := range values {
		switch {
		case !slices.ContainsFunc(fields, func(f get.Field) bool { return f.Name == v.Name }):
			return nil, get.Errorf(get.Invalid, "fill in", req.URI, "the form has no field %q", v.Name)
		case strings.ContainsFunc(v.Value, func(r rune) bool { return r < ' ' || r == 0x7f }):
			return nil, get.Errorf(get.Invalid, "fill in", req.URI, "field %q: a control character", v.Name)
		case v.Value != "":
			pairs = append(pairs, v.Name+"="+quote(v.Value))
		}
	}
	if pairs == nil {
		return nil, get.Errorf(get.Invalid, "fill in", req.URI, "field %q: nothing is filled in", fields[0].Name)
	}
	filled := *req
	var err error
	if filled.URI, err = withQuery(req.URI, strings.Join(pairs, " ")); err != nil {
		return nil, get.Errorf(get.Invalid, "fill in", req.URI, "%w", err)
	}
	return &filled, nil
}
