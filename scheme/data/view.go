package data

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a data URI means.
type View struct {
	// MediaType is type/subtype in lower case, without parameters; "text/plain"
	// if it is left out, "" if it is broken.
	MediaType string `json:"media_type,omitempty"`

	// Params are the parameters of the media type as [attribute, value], in
	// their order and decoded, those that are broken left out. A value may hold
	// any octet but control characters.
	Params [][2]scheme.Octets `json:"params,omitempty"`

	// Base64 reports whether the data is in base64.
	Base64 bool `json:"base64"`

	// Size is the length of the decoded data in bytes; nil if it cannot be
	// decoded.
	Size *int `json:"size,omitempty"`

	reading reading
}

// Parse returns the meaning of u, whose scheme is data. The error is the first
// thing that RFC 2397 forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	v := View{MediaType: r.mediaType, Base64: r.base64, reading: r}
	for _, p := range r.params {
		v.Params = append(v.Params, [2]scheme.Octets{scheme.Octets(p.name), scheme.Octets(p.value)})
	}
	if r.readable {
		n := len(r.data)
		v.Size = &n
	}
	if len(r.remarks) > 0 {
		return v, fmt.Errorf("%s (byte %d, %s)", r.remarks[0].Text, r.remarks[0].Offset, r.remarks[0].Section)
	}
	return v, nil
}

// Data returns the decoded data, and whether it can be decoded. The slice is
// the caller's.
func (v View) Data() (data []byte, ok bool) { return v.reading.data, v.reading.readable }

// ContentType returns the media type with its parameters as a header field has
// it (RFC 2045, section 5.1): "text/plain; charset=utf-8". What is no token is
// quoted. A broken media type is that of a URI without one.
func (v View) ContentType() string {
	if v.MediaType == "" {
		return "text/plain; charset=US-ASCII"
	}
	var b strings.Builder
	b.WriteString(v.MediaType)
	for _, p := range v.Params {
		value := string(p[1])
		if !isToken(value) {
			value = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
		}
		fmt.Fprintf(&b, "; %s=%s", p[0], value)
	}
	return b.String()
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	r := v.reading
	add := func(start, end int, label string) {
		if start < end {
			parts = append(parts, scheme.Part{Start: start, End: end, Label: label})
		}
	}
	if !r.hasComma {
		return nil
	}
	add(r.start, r.typeEnd, "media type")
	for _, p := range r.params {
		add(p.start, p.end, "parameter "+p.name)
	}
	if r.base64 {
		add(r.base64At, r.base64At+len(";base64"), "encoding")
	}
	add(r.comma+1, r.end, "data")
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := v.ContentType()
	if v.Size == nil {
		return "data that cannot be read, of the media type " + what
	}
	unit := "bytes"
	if *v.Size == 1 {
		unit = "byte"
	}
	return fmt.Sprintf("%d %s of the media type %s, in the URI itself", *v.Size, unit, what)
}
