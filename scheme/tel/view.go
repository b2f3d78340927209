package tel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Subscriber is what telephone-subscriber says (RFC 3966, section 3): a
// number and its parameters. The zero value is no number.
type Subscriber struct {
	// Number is the number as it is compared (section 4): a plus sign if it is
	// global, then its digits without visual separators; those of a local
	// number may be the letters a to f, "*" and "#".
	Number string `json:"number"`

	// Global reports whether the number is valid everywhere.
	Global bool `json:"global"`

	Ext  string        `json:"ext,omitempty"`  // the digits of the extension, without separators
	Isub scheme.Octets `json:"isub,omitempty"` // the ISDN subaddress, decoded

	// PhoneContext is where a local number is valid, as it is compared: a
	// domain in lower case, or a plus sign and digits without separators.
	PhoneContext string `json:"phone_context,omitempty"`

	// Params are the other parameters in their order, each [name, value] or, if
	// it has no value, [name]: the name in lower case, the value decoded.
	Params [][]scheme.Octets `json:"params,omitempty"`
}

// A View is what a tel URI means.
type View struct {
	Subscriber
	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is tel. The error is the first
// thing that RFC 3966 forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := readTel(u)
	return View{r.sub, r.parts}, scheme.Forbidden("tel", r.remarks)
}

func readTel(u uri.URI) *reading {
	_, start, _ := u.Range(uri.Scheme)
	_, end, _ := u.Range(uri.Path)
	r := readSubscriber(u.String(), start+len(":"), end)
	if start, end, ok := u.Range(uri.Query); ok {
		r.remark(ruleQuery, uri.Forbid, start-len("?"), end)
	}
	r.remarks = append(r.remarks, hash(u)...)
	return r
}

// hash remarks a fragment, which may be the rest of a number.
func hash(u uri.URI) []uri.Remark {
	start, end, ok := u.Range(uri.Fragment)
	if !ok {
		return nil
	}
	return []uri.Remark{uri.NewRemark(ruleHash, uri.Warning, start-len("#"), end-start+len("#"))}
}

// URI returns the URI of v, the inverse of [Parse]: parameters in the order that
// RFC 3966 wants. The error says what v has that no tel URI can hold.
func (v View) URI() (uri.URI, error) {
	u, err := uri.Parse("tel:" + v.Subscriber.String())
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && !w.equal(v.Subscriber) {
		err = errors.New("tel: the number, its context or a parameter has a character that it cannot have")
	}
	return u, err
}

// equal reports whether a and b are the same but for the order of parameters.
func (s Subscriber) equal(t Subscriber) bool {
	byName := func(a, b []scheme.Octets) int { return cmp.Compare(a[0], b[0]) }
	p, q := slices.SortedStableFunc(slices.Values(s.Params), byName), slices.SortedStableFunc(slices.Values(t.Params), byName)
	return s.Number == t.Number && s.Global == t.Global && s.Ext == t.Ext && s.Isub == t.Isub &&
		s.PhoneContext == t.PhoneContext && slices.EqualFunc(p, q, slices.Equal)
}

// String returns the telephone-subscriber as it stands in a URI. Whether it is
// one [View.URI] tests.
func (s Subscriber) String() string {
	var params []param
	add := func(name, value string, hasValue bool) {
		params = append(params, param{name: name, value: pct.Encode(value, valueBare), hasValue: hasValue})
	}
	if s.Ext != "" {
		add("ext", s.Ext, true)
	}
	if s.Isub != "" {
		add("isub", string(s.Isub), true)
	}
	for _, p := range s.Params {
		name, value := string(p[0]), ""
		if len(p) > 1 {
			value = string(p[1])
		}
		add(name, value, len(p) > 1)
	}
	if s.PhoneContext != "" {
		params = append(params, param{name: phoneContext, value: s.PhoneContext, hasValue: true})
	}
	return compose(s.Number, params)
}

var (
	numberBare = pct.SetOf(letters + digits + "+*")
	valueBare  = pct.SetOf(letters + digits + marks) // the reserved ones are encoded (RFC 3966, section 3)
)

// compose writes a number and its parameters, in the order that they must have.
func compose(number string, params []param) string {
	slices.SortStableFunc(params, func(a, b param) int { return cmp.Compare(orderKey(a.name), orderKey(b.name)) })
	var b strings.Builder
	b.WriteString(pct.Encode(number, numberBare))
	for _, p := range params {
		b.WriteString(";" + p.name)
		if p.hasValue {
			b.WriteString("=" + p.value)
		}
	}
	return b.String()
}

// normal returns the normal form of what was read (RFC 3966, section 4): no
// visual separators, lower case, parameters in order. Reserved characters stay
// as they are written, encoded or not.
func (r *reading) normal() string {
	params := slices.Clone(r.params)
	for i, p := range params {
		switch p.name {
		case "ext":
			params[i].value = r.sub.Ext
		case phoneContext:
			params[i].value = r.sub.PhoneContext
		default:
			params[i].value = fold(p.value)
		}
	}
	return compose(r.sub.Number, params)
}

// fold writes s in lower case, and the marks of RFC 2396 as they are: encoded
// they are the same (RFC 3966, section 3).
func fold(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i += pct.Width(s[i:]) {
		c := s[i : i+pct.Width(s[i:])]
		if decoded := pct.Decode(c); len(c) == 1 || strings.Contains(marks, decoded) {
			c = strings.ToLower(decoded)
		}
		b.WriteString(c)
	}
	return b.String()
}

func normalTel(u uri.URI) uri.URI {
	r := readTel(u)
	if isBroken(r.remarks) {
		return u
	}
	_, end, _ := u.Range(uri.Path)
	n, err := uri.Parse("tel:" + r.normal() + u.String()[end:])
	if err != nil {
		return u // a "#" in the number is longer encoded; so long is no URI
	}
	return n
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string { return "the telephone " + v.Subscriber.words() }

// words says which number it is: "number +12015550123, extension 5".
func (s Subscriber) words() string {
	text := fmt.Sprintf("number %q", s.Number)
	if s.Global {
		text = "number " + s.Number
	}
	if s.Ext != "" {
		text += ", extension " + s.Ext
	}
	if s.Isub != "" {
		text += fmt.Sprintf(", subaddress %q", string(s.Isub))
	}
	if s.PhoneContext != "" {
		text += ", valid within " + s.PhoneContext
	}
	return text
}
