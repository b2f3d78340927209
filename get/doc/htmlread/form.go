package htmlread

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// A Form is a form of a page, as one of [get.Form] that is sent by HTTP. What is
// filled in for a form of another scheme, such as mailto, is sent nowhere.
type Form struct {
	get.Form

	action   uri.URI
	post     bool
	encoding string // media type of what is posted
	search   bool   // of isindex: all that is filled in is the query
	entries  []entry
}

// An entry is what a control of a form adds to what is sent.
type entry struct {
	name, value string
	field       string // that fills it in; "" for what is sent as it is
	kind        get.FieldType
}

// formReader reads one form.
type formReader struct {
	form   *Form
	labels map[string]string // by the id of what they are for
	inline map[*html.Node]string
	boxes  map[string]int // how many switches have a name
	button bool           // that sends the form has been seen
}

// forms returns the forms of a page, isindex among them.
func (p *reader) forms(root *html.Node) (forms []*Form) {
	labels, inline := map[string]string{}, map[*html.Node]string{}
	for n := range root.Descendants() {
		if n.DataAtom != atom.Label {
			continue
		}
		words := strings.Join(strings.Fields(textOf(n)), " ")
		if id := attr(n, "for"); id != "" {
			labels[id] = words
		}
		for d := range n.Descendants() {
			inline[d] = words
		}
	}
	for n := range root.Descendants() {
		switch {
		case n.DataAtom == atom.Form:
			r := formReader{form: p.newForm(n), labels: labels, inline: inline, boxes: map[string]int{}}
			r.read(root, n)
			forms = append(forms, r.finish(p.doc.Title))
		case n.Type == html.ElementNode && n.Data == "isindex":
			forms = append(forms, p.index(n))
		}
	}
	return forms
}

// index returns the form of an isindex: words that make a query (RFC 1866,
// section 5.2.3).
func (p *reader) index(n *html.Node) *Form {
	prompt := attr(n, "prompt")
	if prompt == "" {
		prompt = "words to search the index for"
	}
	f := &Form{action: p.base, search: true, entries: []entry{{field: "search", kind: get.Text}}}
	if href, ok := p.resolve(attr(n, "action")); ok {
		f.action = href
	}
	f.Title = p.doc.Title
	f.Fields = []get.Field{{Name: "search", Label: prompt, Type: get.Text}}
	f.Clear, f.Fill = strings.EqualFold(f.action.Scheme(), "http"), f.fill
	return f
}

func (p *reader) newForm(n *html.Node) *Form {
	f := &Form{action: p.base, post: strings.EqualFold(attr(n, "method"), "post"), encoding: urlencoded}
	if href, ok := p.resolve(attr(n, "action")); ok {
		f.action = href
	}
	switch encoding := strings.ToLower(attr(n, "enctype")); encoding {
	case multipartForm, plainText:
		f.encoding = encoding
	}
	return f
}

// read reads the controls of the form n: those in it, and those that name it.
func (r *formReader) read(root, n *html.Node) {
	id := attr(n, "id")
	for c := range root.Descendants() {
		if owner, named := lookup(c, "form"); named && (id == "" || owner != id) || !named && !isIn(c, n) {
			continue
		}
		if _, disabled := lookup(c, "disabled"); !disabled && !isForeign(c) {
			r.control(c)
		}
	}
}

func isIn(n, outer *html.Node) bool {
	for a := range n.Ancestors() {
		if a == outer {
			return true
		}
	}
	return false
}

func (r *formReader) control(n *html.Node) {
	name, value := attr(n, "name"), attr(n, "value")
	kind := strings.ToLower(attr(n, "type"))
	switch n.DataAtom {
	case atom.Textarea:
		r.field(n, get.Field{Name: name, Type: get.LongText, Default: strings.TrimPrefix(textOf(n), "\n")})
	case atom.Select:
		r.choice(n, name)
	case atom.Button:
		if kind == "" || kind == "submit" {
			r.submit(name, value)
		}
	case atom.Input:
		switch kind {
		case "submit":
			r.submit(name, value)
		case "hidden":
			r.form.entries = append(r.form.entries, entry{name: name, value: value})
		case "checkbox":
			r.box(n, name, value)
		case "radio":
			r.radio(n, name, value)
		case "button", "reset", "image":
		default:
			r.field(n, get.Field{Name: name, Type: typeOf(kind), Default: value})
		}
	}
}

func typeOf(kind string) get.FieldType {
	switch kind {
	case "password":
		return get.Password
	case "file":
		return get.File
	}
	return get.Text
}

// field adds a field. One without a name is not sent.
func (r *formReader) field(n *html.Node, f get.Field) {
	if f.Name == "" {
		return
	}
	f.Label = r.label(n, f.Name)
	r.form.Fields = append(r.form.Fields, f)
	r.form.entries = append(r.form.entries, entry{name: f.Name, field: f.Name, kind: f.Type})
}

// label returns what a control is called for people.
func (r *formReader) label(n *html.Node, name string) string {
	for _, words := range []string{r.labels[attr(n, "id")], r.inline[n], attr(n, "aria-label"), attr(n, "placeholder"), attr(n, "title")} {
		if words != "" {
			return words
		}
	}
	return name
}

// submit adds the button that a form is sent with: the first.
func (r *formReader) submit(name, value string) {
	if !r.button && name != "" {
		r.form.entries = append(r.form.entries, entry{name: name, value: value})
	}
	r.button = true
}

// box adds a switch. Of several of one name each is called name:value.
func (r *formReader) box(n *html.Node, name, value string) {
	if name == "" {
		return
	}
	if value == "" {
		value = "on"
	}
	field := name
	if r.boxes[name]++; r.boxes[name] > 1 {
		field = name + ":" + value
	}
	f := get.Field{Name: field, Label: r.label(n, field), Type: get.Switch, Default: "0"}
	if _, checked := lookup(n, "checked"); checked {
		f.Default = "1"
	}
	r.form.Fields = append(r.form.Fields, f)
	r.form.entries = append(r.form.entries, entry{name: name, value: value, field: field, kind: get.Switch})
}

// radio adds an option to the choice of that name.
func (r *formReader) radio(n *html.Node, name, value string) {
	if name == "" {
		return
	}
	if value == "" {
		value = "on"
	}
	i := slices.IndexFunc(r.form.Fields, func(f get.Field) bool { return f.Name == name && f.Type == get.Choice })
	if i < 0 {
		i = len(r.form.Fields)
		r.field(n, get.Field{Name: name, Type: get.Choice})
		r.form.Fields[i].Label = name
	}
	f := &r.form.Fields[i]
	f.Options = append(f.Options, value)
	if _, checked := lookup(n, "checked"); checked {
		f.Default = value
	}
}

func (r *formReader) choice(n *html.Node, name string) {
	f := get.Field{Name: name, Type: get.Choice}
	for o := range n.Descendants() {
		if o.DataAtom != atom.Option {
			continue
		}
		value, ok := lookup(o, "value")
		if !ok {
			value = strings.Join(strings.Fields(textOf(o)), " ")
		}
		f.Options = append(f.Options, value)
		if _, selected := lookup(o, "selected"); selected && f.Default == "" {
			f.Default = value
		}
	}
	if _, many := lookup(n, "multiple"); f.Default == "" && len(f.Options) > 0 && !many {
		f.Default = f.Options[0]
	}
	r.field(n, f)
}

func (r *formReader) finish(title string) *Form {
	f := r.form
	f.Title = title
	f.Clear = strings.EqualFold(f.action.Scheme(), "http")
	f.Submits = f.post
	f.Fill = f.fill
	return f
}

// values returns the entries that are sent, filled in.
func (f *Form) values(given []get.Value) (out []entry, err error) {
	filled := map[string]string{}
	for _, field := range f.Fields {
		filled[field.Name] = field.Default
	}
	for _, v := range given {
		i := slices.IndexFunc(f.Fields, func(x get.Field) bool { return x.Name == v.Name })
		if i < 0 {
			return nil, fmt.Errorf("there is no field %q; there is %s", v.Name, f.names())
		}
		if err := check(f.Fields[i], v.Value); err != nil {
			return nil, err
		}
		filled[v.Name] = v.Value
	}
	for _, e := range f.entries {
		value, isField := filled[e.field]
		switch {
		case !isField, e.kind == get.Switch && value == "1": // what the page says is sent
		case e.kind == get.Switch, e.kind == get.Choice && value == "":
			continue
		default:
			e.value = value
		}
		out = append(out, e)
	}
	return out, nil
}

func check(field get.Field, value string) error {
	switch {
	case field.Type == get.Switch && value != "0" && value != "1" && value != "":
		return fmt.Errorf("the field %q is a switch: 1 or 0, not %q", field.Name, value)
	case field.Type == get.Choice && value != "" && !slices.Contains(field.Options, value):
		return fmt.Errorf("the field %q is a choice of %s, not %q", field.Name, strings.Join(field.Options, ", "), value)
	}
	return nil
}

func (f *Form) names() string {
	var names []string
	for _, field := range f.Fields {
		names = append(names, field.Name)
	}
	return strings.Join(names, ", ")
}
