package gopher

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a gopher URI means (RFC 4266, section 2.1):
//
//	gopher://host/7/find%09two%20words%09+
//	              ||    |  |            |
//	              ||    |  Search       Plus
//	              |Selector
//	              Type
//
// All fields are decoded. In JSON its keys are type, type_name, selector,
// search, plus, and request: the bytes of [View.Request], escaped as in C.
type View struct {
	Type     Type
	Selector scheme.Octets  // "" is the top of the server
	Search   *scheme.Octets // nil if there is no tab behind the selector
	Plus     *Plus          // nil if there is no second tab

	uri   uri.URI
	whole span    // the path without its first slash, and the query
	at    [4]span // by field
}

// span is a range of bytes of the text of a URI.
type span struct{ start, end int }

// The fields of a path, in order.
const (
	typeField = iota
	selectorField
	searchField
	plusField
)

// tab is how a tab is spelled in a URI, where it can only be an escape.
const tab = "%09"

// Parse returns the meaning of u, whose scheme is gopher. The error says what
// RFC 4266 forbids about it; the view then holds what could be read.
//
// The query of the generic syntax belongs to the selector, since "no characters
// are reserved" in a gopher path: "gopher://h/7sel?a+b" has the selector
// "sel?a+b". A fragment is no part of the meaning.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	for _, r := range v.remarks() {
		if r.Severity == uri.Forbid {
			return v, fmt.Errorf("gopher: %s", r.Text)
		}
	}
	return v, nil
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Type: '1', uri: u}
	path, query := rangeOf(u, uri.Path), rangeOf(u, uri.Query)
	v.whole = span{path.start, max(path.end, query.end)}
	text := u.String()
	if strings.HasPrefix(text[path.start:path.end], "/") {
		v.whole.start++
	}
	if v.whole.start == v.whole.end {
		v.at = [4]span{{v.whole.start, v.whole.end}, {v.whole.start, v.whole.end}}
		return v
	}
	typeEnd := v.whole.start + 1
	if text[v.whole.start] == '%' {
		typeEnd += 2
	}
	v.at[typeField] = span{v.whole.start, typeEnd}
	v.Type = Type(pct.Decode(text[v.whole.start:typeEnd])[0])
	start := typeEnd
	for i, field := range strings.SplitN(text[typeEnd:v.whole.end], tab, 3) {
		v.at[selectorField+i] = span{start, start + len(field)}
		v.set(selectorField+i, pct.Decode(field))
		start += len(field) + len(tab)
	}
	return v
}

// set sets a field behind the type.
func (v *View) set(field int, octets string) {
	switch field {
	case selectorField:
		v.Selector = scheme.Octets(octets)
	case searchField:
		v.Search = new(scheme.Octets(octets))
	case plusField:
		v.Plus = new(ParsePlus(octets))
	}
}

// holding returns the first field behind the type that holds one of the octets,
// or -1.
func (v View) holding(octets string) int {
	switch {
	case strings.ContainsAny(string(v.Selector), octets):
		return selectorField
	case v.Search != nil && strings.ContainsAny(string(*v.Search), octets):
		return searchField
	case v.Plus != nil && strings.ContainsAny(v.Plus.String(), octets):
		return plusField
	default:
		return -1
	}
}

// lineEnd returns the first field that holds a line end where there may be
// none, or -1. The data block of a filled-in form has lines of its own.
func (v View) lineEnd() int {
	i := v.holding("\r\n")
	if i == plusField && v.Plus.Ask != nil {
		return -1
	}
	return i
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	labels := [...]string{fmt.Sprintf("type %s, %s", v.Type, v.Type.Name()), "selector", "search string", "gopher+ string"}
	var parts []scheme.Part
	for field, at := range v.at {
		if at.start < at.end {
			parts = append(parts, scheme.Part{Start: at.start, End: at.end, Label: labels[field]})
		}
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	var b strings.Builder
	if v.Plus != nil {
		b.WriteString(v.Plus.meaning())
		b.WriteByte(' ')
	}
	b.WriteString("the ")
	if v.Type == '1' && v.Selector == "" {
		b.WriteString("top ")
	}
	b.WriteString(v.Type.noun())
	if v.Selector != "" {
		fmt.Fprintf(&b, " %q", string(v.Selector))
	}
	switch {
	case v.Search != nil && *v.Search != "":
		fmt.Fprintf(&b, " for %q", string(*v.Search))
	case v.Type == '7':
		b.WriteString(" for words still to be given")
	}
	port := v.uri.Port()
	if port == "" {
		port = "70"
	}
	fmt.Fprintf(&b, " at %s, port %s", v.uri.Host(), port)
	if strings.EqualFold(v.uri.Scheme(), "gophers") {
		b.WriteString(", over TLS")
	}
	return b.String()
}

// MarshalJSON implements [json.Marshaler].
func (v View) MarshalJSON() ([]byte, error) {
	request, _ := v.Request() // the key is absent if nothing can be sent
	return json.Marshal(struct {
		Type     Type           `json:"type"`
		TypeName string         `json:"type_name"`
		Selector scheme.Octets  `json:"selector"`
		Search   *scheme.Octets `json:"search,omitempty"`
		Plus     *Plus          `json:"plus,omitempty"`
		Request  string         `json:"request,omitempty"`
	}{v.Type, v.Type.Name(), v.Selector, v.Search, v.Plus, scheme.Octets(request).Escaped()})
}

// Request returns the bytes that ask for the item:
//
//	selector [ TAB search ] [ TAB gopher+ ] CR LF
//
// With a gopher+ string an empty search string and its tab are left out unless
// the type is 7. That differs from RFC 4266, section 2.3, and agrees with the
// 1994 draft and with the server of the University of Minnesota, which answers
// "Malformed command" to two tabs in a row. A form to be filled in is asked for
// by the attributes of its item, "!"; one that is filled in ends with its data
// block.
//
// The error says why nothing is sent: the item is not had by gopher, it is a
// search without words, or it holds an octet that would end the line: CR, LF,
// or NUL, which RFC 4266 allows, but RFC 1436 does not.
func (v View) Request() (string, error) { return v.request(v.Type == '7') }

// RequestRFC4266 returns the bytes by the letter of RFC 4266, section 2.3: the
// empty search string and its tab are sent before every gopher+ string.
func (v View) RequestRFC4266() (string, error) { return v.request(true) }

func (v View) request(emptySearch bool) (string, error) {
	switch v.Type.Transfer() {
	case Session, PhoneBook, Nothing:
		return "", fmt.Errorf("an item of type %s, %s, is not asked for by gopher", v.Type, v.Type.Name())
	}
	switch {
	case v.IsOpenSearch():
		return "", errors.New("a search without words")
	case v.lineEnd() >= 0:
		return "", errors.New("a line end in the request")
	case v.holding("\x00") >= 0:
		return "", errors.New("a NUL in the request")
	}
	request := string(v.Selector)
	if v.Search != nil && (*v.Search != "" || v.Plus == nil || emptySearch) {
		request += "\t" + string(*v.Search)
	}
	switch {
	case v.Plus == nil:
	case v.Plus.Kind == PlusAsk:
		request += "\t!"
	default:
		request += "\t" + v.Plus.String()
		if v.Plus.Ask != nil {
			return request, nil
		}
	}
	return request + "\r\n", nil
}

// IsOpenSearch reports whether v is a search for which words are still to be
// given: an item of type 7 without a search string, or with an empty one that
// only stands there because the content of a Gopher+ item is asked for.
func (v View) IsOpenSearch() bool {
	if v.Type != '7' {
		return false
	}
	return v.Search == nil || *v.Search == "" && v.Plus != nil && v.Plus.Kind == PlusView
}
