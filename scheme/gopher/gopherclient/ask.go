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
	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
	"uriel.dev/uri"
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
	item, err := h.firstItem(req.URI, body)
	if err != nil {
		return nil, failMenu(ctx, req.URI, err)
	}
	a := &ask{req: req, view: v, questions: item.Questions()}
	if a.questions == nil {
		return nil, get.Errorf(get.NotFound, "read", req.URI, "the item has no form: its attributes have no +ASK")
	}
	title := cmp.Or(latin1IfNot(item.Item.Name), latin1IfNot(string(v.Selector)), "A form") + " at " + req.URI.Host()
	form := &get.Form{Title: title, Clear: !isSecure(req.URI), Submits: true, Fill: a.fill}
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

var _ get.FormFinder = handler{}

// FormOf implements [get.FormFinder].
func (h handler) FormOf(u uri.URI) (uri.URI, bool) {
	v, err := gopher.Parse(u)
	if err != nil || v.Plus == nil || v.Plus.Ask == nil {
		return uri.URI{}, false
	}
	form, err := withPlus(u, gopher.Plus{Kind: gopher.PlusAsk})
	return form, err == nil
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
	given, err := a.given(values)
	if err != nil {
		return nil, err
	}
	lines, file, err := a.answers(given)
	if err != nil {
		return nil, err
	}
	filled, v := *a.req, a.view
	v.Plus = &gopher.Plus{Kind: gopher.PlusView}
	if file == "" {
		v.Plus.Ask = gopher.DoubleDots(lines)
	} else {
		for _, line := range lines {
			filled.Body = append(filled.Body, line+"\r\n"...)
		}
		filled.Body = append(filled.Body, file...)
	}
	if filled.URI, err = v.URI(); err != nil {
		return nil, get.Errorf(get.Invalid, "fill in", a.req.URI, "%w", err)
	}
	return &filled, nil
}

// given returns the values by the names of their fields.
func (a *ask) given(values []get.Value) (map[string]string, error) {
	given := map[string]string{}
	for _, v := range values {
		if !slices.Contains(a.names, v.Name) || v.Name == "" {
			names := slices.DeleteFunc(slices.Clone(a.names), func(name string) bool { return name == "" })
			return nil, get.Errorf(get.Invalid, "fill in", a.req.URI, "the form has no field %q: its fields are %q", v.Name, names)
		}
		given[v.Name] = v.Value
	}
	return given, nil
}

// answers returns the lines that answer all questions, in their order, and the
// file to send behind them, "" if there is none.
func (a *ask) answers(given map[string]string) (all []scheme.Octets, file string, err error) {
	for i, q := range a.questions {
		value, ok := given[a.names[i]]
		switch {
		case q.Kind == gopher.ChooseF && value != "" && file != "":
			return nil, "", get.Errorf(get.Invalid, "fill in", a.req.URI, "field %q: a form takes one file only", a.names[i])
		case q.Kind == gopher.ChooseF && value != "":
			file = value
		case !ok:
			value = q.Default
		case q.Kind == gopher.Choose:
			value = asSent(q.Choices, value)
		}
		lines, err := q.Answer(value)
		if err != nil {
			return nil, "", get.Errorf(get.Invalid, "fill in", a.req.URI, "field %q: %w", a.names[i], err)
		}
		all = append(all, lines...)
	}
	return all, file, nil
}

// asSent returns the choice that was shown as shown, in the octets in which the
// server wrote it.
func asSent(choices []string, shown string) string {
	if i := slices.IndexFunc(choices, func(c string) bool { return latin1IfNot(c) == shown }); i >= 0 {
		return choices[i]
	}
	return shown
}
