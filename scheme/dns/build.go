package dns

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// URI returns the URI of the labels, class, type and unknown elements of v, in
// this order, at the server of the URI that v was read from if Server is not
// nil. A name is written without the dot at its end, and backslashes stand before
// dots and backslashes only. Name is not looked at.
//
// The URI is read back as v but for Name. The error tells what RFC 4501 forbids
// about it.
func (v View) URI() (uri.URI, error) {
	text := "dns:"
	if v.Server != nil {
		text += "//" + v.uri.Authority() + "/"
	}
	text += pct.Encode(formatName(v.Labels), pct.Segment) + v.query()
	if v.uri.HasFragment() {
		text += "#" + v.uri.Fragment()
	}
	u, err := uri.Parse(text)
	if err == nil {
		_, err = Parse(u)
	}
	return u, err
}

// query writes the query with its question mark, or nothing.
func (v View) query() string {
	var elements []string
	add := func(key string, value scheme.Octets) {
		elements = append(elements, key+strings.ReplaceAll(pct.Encode(string(value), pct.Query), ";", "%3B"))
	}
	if v.Class != nil {
		add("CLASS=", *v.Class)
	}
	if v.Type != nil {
		add("TYPE=", *v.Type)
	}
	for _, element := range v.Unknown {
		add("", element)
	}
	if elements == nil {
		return ""
	}
	return "?" + strings.Join(elements, ";")
}

// normal writes the name in lower case and from the root without its dot, class
// and type by their mnemonics and not at all if they are the defaults IN and A:
// RFC 4501, sections 3 and 4, has all of them equal.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	for i, label := range v.Labels {
		v.Labels[i] = foldLabel(label)
	}
	v.Class = normalParam(classes, v.Class, "IN")
	v.Type = normalParam(types, v.Type, "A")
	n, err := v.URI()
	if err != nil || n.String() == u.String() {
		return u
	}
	return n
}

func normalParam(p params, value *scheme.Octets, byDefault string) *scheme.Octets {
	if value == nil {
		return nil
	}
	name := p.canonical(string(*value))
	if name == byDefault {
		return nil
	}
	return new(scheme.Octets(name))
}
