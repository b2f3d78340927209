package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A format is the template of parse --get: text with fields in braces, such as
// "{host} {port}". A field that is undefined is empty.
type format []func(b []byte, u uri.URI) []byte

// formatFields lists the fields, for the help.
const formatFields = "scheme authority userinfo host host_kind port path query fragment, kind normal, query.NAME (the first value of that name, decoded), view.KEY (as in the view of --json)"

// newFormat reads a template. "{{" is a brace; \n, \t and \\ are as in C.
func newFormat(template string, schemes scheme.Table) (format, error) {
	var f format
	for template != "" {
		i := strings.IndexAny(template, `{\`)
		if i < 0 {
			i = len(template)
		}
		if i > 0 {
			f = f.literal(template[:i])
			template = template[i:]
			continue
		}
		switch {
		case strings.HasPrefix(template, "{{"):
			f, template = f.literal("{"), template[2:]
		case template[0] == '{':
			name, rest, ok := strings.Cut(template[1:], "}")
			field := formatField(name, schemes)
			if !ok || field == nil {
				return nil, fmt.Errorf("--get: {%s} is no field; there are %s", name, formatFields)
			}
			f, template = append(f, field), rest
		default:
			text, err := strconv.Unquote(`"` + template[:min(2, len(template))] + `"`)
			if err != nil {
				return nil, fmt.Errorf("--get: %q is no escape: \\n, \\t and \\\\ are", template[:min(2, len(template))])
			}
			f, template = f.literal(text), template[2:]
		}
	}
	return f, nil
}

func (f format) literal(text string) format {
	return append(f, func(b []byte, _ uri.URI) []byte { return append(b, text...) })
}

// append writes what the format makes of u.
func (f format) append(b []byte, u uri.URI) []byte {
	for _, piece := range f {
		b = piece(b, u)
	}
	return b
}

// formatField returns what appends a field, or nil if there is no such field.
func formatField(name string, schemes scheme.Table) func([]byte, uri.URI) []byte {
	for _, c := range uri.Components {
		if c.String() == name {
			return func(b []byte, u uri.URI) []byte {
				start, end, _ := u.Range(c)
				return append(b, u.String()[start:end]...)
			}
		}
	}
	family, key, dotted := strings.Cut(name, ".")
	switch {
	case name == "host_kind":
		return func(b []byte, u uri.URI) []byte { return append(b, u.HostKind().String()...) }
	case name == "kind":
		return func(b []byte, u uri.URI) []byte { return append(b, kindOf(u)...) }
	case name == "normal":
		return func(b []byte, u uri.URI) []byte { return append(b, schemes.Normalize(u).String()...) }
	case dotted && family == "query":
		return func(b []byte, u uri.URI) []byte {
			pair, _ := u.Pair(key)
			return append(b, visible(pair.Value())...)
		}
	case dotted && family == "view":
		return func(b []byte, u uri.URI) []byte { return appendViewField(b, schemes, u, key) }
	case dotted && schemes.Lookup(family) != nil: // the view of one scheme: {urn.canonical}
		return func(b []byte, u uri.URI) []byte {
			if !strings.EqualFold(u.Scheme(), family) {
				return b
			}
			return appendViewField(b, schemes, u, key)
		}
	default:
		return nil
	}
}

// kindOf returns "uri" or "relative", as the JSON of parse has it.
func kindOf(u uri.URI) string {
	if u.HasScheme() {
		return "uri"
	}
	return "relative"
}

// appendViewField writes what a view has under key, "a.b" being b in a: text as
// it is, all else as JSON.
func appendViewField(b []byte, schemes scheme.Table, u uri.URI, key string) []byte {
	view, _ := schemes.View(u)
	if view == nil {
		return b
	}
	value := json.RawMessage(appendAny(nil, view))
	for name := range strings.SplitSeq(key, ".") {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil || object[name] == nil {
			return b
		}
		value = object[name]
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		return append(b, visible(text)...)
	}
	return append(b, value...)
}
