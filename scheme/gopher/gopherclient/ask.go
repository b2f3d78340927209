package gopherclient

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
)

// An ask is a form of Gopher+ (Gopher+, section 2.8).
type ask struct {
	req       *get.Request
	view      gopher.View
	questions []gopher.Question
	names     []string // of the fields, "" for a question that has none
}

// form reads the attributes of an item and answers with its form.
func (h handler) form(ctx context.Context, req *get.Request, v gopher.View, body io.Reader) (*get.Response, error) {
	lines := linewire.NewReader(body, h.env.Policy.Limits().Line)
	var item gopher.Attributes
	err := eachItem(lines, h.env.Say, func(a gopher.Attributes) bool { item = a; return false })
	if err != nil {
		return nil, failMenu(ctx, req.URI, err)
	}
	a := &ask{req: req, view: v, questions: item.Questions()}
	if a.questions == nil {
		return nil, get.Errorf(get.NotFound, "read", req.URI, "the item has no form: its attributes have no +ASK")
	}
	title := cmp.Or(latin1IfNot(item.Item.Name), latin1IfNot(string(v.Selector)), "A form") + " at " + req.URI.Host()
	form := &get.Form{Title: title, Clear: !isSecure(req.URI), Fill: a.fill}
	var notes []string
	for _, q := range a.questions {
		field, ok := fieldOf(q)
		if !ok {
			notes = append(notes, latin1IfNot(q.Prompt))
			a.names = append(a.names, "")
			continue
		}
		field.Name = unique(fieldName(field.Label), a.names)
		a.names = append(a.names, field.Name)
		form.Fields = append(form.Fields, field)
	}
	form.Text = strings.Join(notes, "\n")
	return &get.Response{URI: req.URI, Answer: form}, nil
}

// fieldOf returns the field for a question; false for a note, and for the name
// of a file to keep the answer in: where that goes is nothing that a server
// asks, it is said by whoever runs this program.
func fieldOf(q gopher.Question) (get.Field, bool) {
	f := get.Field{Label: latin1IfNot(q.Prompt), Default: latin1IfNot(q.Default)}
	switch q.Kind {
	case gopher.Ask:
		f.Type = get.Text
	case gopher.AskP:
		f.Type = get.Password
	case gopher.AskL:
		f.Type = get.LongText
	case gopher.Select:
		f.Type = get.Switch
	case gopher.Choose:
		f.Type = get.Choice
		for _, c := range q.Choices {
			f.Options = append(f.Options, latin1IfNot(c))
		}
	case gopher.ChooseF:
		f.Type, f.Default = get.File, ""
	default:
		return f, false
	}
	return f, true
}

// fieldName makes a name of a prompt that can be typed: its words in lower case,
// joined by "-".
func fieldName(prompt string) string {
	words := strings.FieldsFunc(strings.ToLower(prompt), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return cmp.Or(strings.Join(words, "-"), "field")
}

func unique(name string, taken []string) string {
	try := name
	for n := 2; ; n++ {
		if !slices.Contains(taken, try) {
			return try
		}
		try = name + "-" + strconv.Itoa(n)
	}
}

// fill returns the request that sends the answers: a URI with the data block in
// its gopher+ string, as RFC 4266, section 2.9, has it. A file is no part of a
// URI: it goes with all lines in the body of the request.
func (a *ask) fill(values []get.Value) (*get.Request, error) {
	given := map[string]string{}
	for _, v := range values {
		if !slices.Contains(a.names, v.Name) || v.Name == "" {
			return nil, get.Errorf(get.Invalid, "fill in", a.req.URI, "the form has no field %q: its fields are %q", v.Name, a.names)
		}
		given[v.Name] = v.Value
	}
	p := gopher.Plus{Kind: gopher.PlusView, Ask: []scheme.Octets{}}
	var file string
	hasFile := false
	for i, q := range a.questions {
		value, ok := given[a.names[i]]
		switch {
		case q.Kind == gopher.ChooseF && ok && hasFile:
			return nil, get.Errorf(get.Invalid, "fill in", a.req.URI, "field %q: a form takes one file only", a.names[i])
		case q.Kind == gopher.ChooseF:
			file, hasFile = value, ok
			continue
		case !ok:
			value = q.Default
		}
		lines, err := q.Answer(value)
		if err != nil {
			return nil, get.Errorf(get.Invalid, "fill in", a.req.URI, "field %q: %w", a.names[i], err)
		}
		p.Ask = append(p.Ask, lines...)
	}
	filled := *a.req
	if hasFile {
		var block strings.Builder
		for _, line := range p.Ask {
			block.WriteString(string(line) + "\r\n")
		}
		filled.Body, p.Ask = []byte(block.String()+file), nil
	} else {
		p.Ask = gopher.DoubleDots(p.Ask)
	}
	v := a.view
	v.Plus = &p
	u, err := v.URI()
	if err != nil {
		return nil, get.Errorf(get.Invalid, "fill in", a.req.URI, "%w", err)
	}
	filled.URI = u
	return &filled, nil
}
