package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A parsed is all that parse says of an input. It is written as JSON by hand:
// millions of lines pass through here, and reflection is most of what they
// would cost.
type parsed struct {
	in     input
	uri    uri.URI
	target *uri.URI // of a reference with a base
	scheme.Description
	err error // why it is no URI-reference; all else is then empty
}

// describe parses an input and says all that the table knows of it.
func describe(schemes scheme.Table, in input) (r parsed) {
	r.in = in
	r.uri, r.err = in.parse()
	if r.err == nil && in.base != "" {
		r.target, r.err = target(in.base, r.uri)
	}
	if r.err == nil {
		r.Description = schemes.Describe(r.uri)
	}
	return r
}

func target(base string, ref uri.URI) (*uri.URI, error) {
	b, err := uri.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("base: %w", err)
	}
	t, err := b.Resolve(ref)
	return &t, err
}

// MarshalJSON implements [json.Marshaler].
func (r parsed) MarshalJSON() ([]byte, error) { return r.appendJSON(nil), nil }

// appendJSON writes the record: a component that is undefined is absent, one
// that is empty is "".
func (r *parsed) appendJSON(b []byte) []byte {
	b = append(slices.Grow(b, 512+8*len(r.in.text)), '{')
	if r.err != nil {
		b = r.in.appendEcho(b)
		b = append(b, `,"valid":false,"grammar":"rfc3986","error":`...)
		b = appendError(b, r.err)
		return append(b, '}')
	}
	if r.in.b64 {
		b = r.in.appendEcho(b)
	} else { // no character of a URI needs an escape in JSON
		b = append(append(append(b, `"input":"`...), r.in.text...), '"')
	}
	if r.uri.HasScheme() {
		b = append(b, `,"valid":true,"grammar":"rfc3986","kind":"uri"`...)
	} else {
		b = append(b, `,"valid":true,"grammar":"rfc3986","kind":"relative"`...)
	}
	var spans spans
	for i, c := range uri.Components {
		spans[i].start, spans[i].end, spans[i].defined = r.uri.Range(c)
	}
	b = appendComponents(b, r.uri.String(), &spans, r.uri.HostKind(), true)
	return append(r.appendMeaning(b), '}')
}

// appendMeaning writes the members of a record that are about the URI behind
// the text, its remarks last.
func (r *parsed) appendMeaning(b []byte) []byte {
	b = append(append(append(b, `,"normal":"`...), r.Normal.String()...), '"')
	if r.target != nil {
		b = appendField(b, "target", r.target.String())
	}
	if r.View != nil {
		b = append(b, `,"view":`...)
		if v, ok := r.View.(scheme.JSONAppender); ok {
			b = v.AppendJSON(b)
		} else {
			b = appendAny(b, r.View)
		}
	}
	return appendRemarks(b, r.Remarks)
}

func appendRemarks(b []byte, remarks []uri.Remark) []byte {
	b = append(b, `,"remarks":[`...)
	for i, remark := range remarks {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRemark(b, remark)
	}
	return append(b, ']')
}

// appendEcho writes which input a record is about, under the key that the input
// came with, or as input_b64 if it is no UTF-8.
func (in input) appendEcho(b []byte) []byte {
	if in.b64 || !utf8.ValidString(in.text) {
		return appendAny(append(b, `"input_b64":`...), []byte(in.text)) // bytes are written as base64
	}
	return scheme.AppendQuoted(append(b, `"input":`...), in.text)
}

// keys are the keys of components, as they stand before a text and before its bounds.
var keys = func() (k [len(uri.Components)]struct{ text, bounds string }) {
	for i, c := range uri.Components {
		k[i].text, k[i].bounds = `,"`+c.String()+`":`, `"`+c.String()+`":[`
	}
	return k
}()

// spans are where the components stand, those that are defined.
type spans [len(uri.Components)]struct {
	start, end int
	defined    bool
}

// appendComponents writes the components that are defined, and where they stand.
// ascii says that none needs an escape in JSON, as in a URI.
func appendComponents(b []byte, text string, spans *spans, host uri.HostKind, ascii bool) []byte {
	for i, c := range uri.Components {
		s := &spans[i]
		if !s.defined {
			continue
		}
		b = append(b, keys[i].text...)
		if ascii {
			b = append(append(append(b, '"'), text[s.start:s.end]...), '"')
		} else {
			b = scheme.AppendQuoted(b, text[s.start:s.end])
		}
		if c == uri.Host {
			b = append(append(append(b, `,"host_kind":"`...), host.String()...), '"')
		}
	}
	b = append(b, `,"ranges":{`...)
	for i := range spans {
		if s := &spans[i]; s.defined {
			b = appendSmall(append(b, keys[i].bounds...), s.start)
			b = append(appendSmall(append(b, ','), s.end), "],"...)
		}
	}
	b[len(b)-len(",")] = '}' // the path is always defined
	return b
}

// appendSmall appends a number that mostly has two digits.
func appendSmall(b []byte, n int) []byte {
	if n < 10 {
		return append(b, byte('0'+n))
	}
	if n < 100 {
		return append(b, byte('0'+n/10), byte('0'+n%10))
	}
	return strconv.AppendInt(b, int64(n), 10)
}

func appendField(b []byte, key, value string) []byte {
	b = append(b, `,"`...)
	b = append(b, key...)
	b = append(b, `":`...)
	return scheme.AppendQuoted(b, value)
}

func appendRemark(b []byte, r uri.Remark) []byte {
	b = scheme.AppendQuoted(append(b, `{"rule":`...), r.Rule)
	b = appendField(b, "severity", r.Severity.String())
	b = strconv.AppendInt(append(b, `,"offset":`...), int64(r.Offset), 10)
	b = strconv.AppendInt(append(b, `,"length":`...), int64(r.Length), 10)
	b = appendField(b, "text", r.Text)
	b = appendField(b, "section", r.Section)
	return append(b, '}')
}

// appendError writes why an input is no URI. An error that is not about the
// input itself, but about its base or the line that it came in, has no offset.
func appendError(b []byte, err error) []byte {
	e, ok := err.(*uri.Error)
	switch {
	case ok:
		b = scheme.AppendQuoted(append(b, `{"rule":`...), e.Rule)
		b = strconv.AppendInt(append(b, `,"offset":`...), int64(e.Offset), 10)
		b = appendField(b, "text", e.Title)
		if e.Hint != "" {
			b = appendField(b, "hint", e.Hint)
		}
		b = appendField(b, "section", e.Section)
	case errors.Is(err, uri.ErrRelativeBase):
		b = appendField(append(b, `{"rule":"uri/relative-base"`...), "text", err.Error())
	default:
		b = appendField(append(b, `{"rule":"input/unreadable"`...), "text", err.Error())
	}
	return append(b, '}')
}

// appendAny writes v as JSON by reflection.
func appendAny(b []byte, v any) []byte {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // a record of ours that cannot be encoded is a mistake of the program
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}
