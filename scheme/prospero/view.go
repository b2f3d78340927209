package prospero

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a prospero URI means. Names and values are decoded.
type View struct {
	scheme.Server
	HSOName    scheme.Octets `json:"hsoname"`              // the host-specific object name
	Version    scheme.Octets `json:"version,omitempty"`    // what stands behind %00, or the value of the field OBJECT-VERSION
	Attributes []Attribute   `json:"attributes,omitempty"` // the fields, in their order; of the form of 1994 one name
	Draft1994  bool          `json:"draft1994,omitempty"`  // whether the version stands behind %00

	uri    uri.URI
	whole  span // all behind the slash: path and query
	name   span
	fields []span // where Attributes stand
}

// An Attribute is a field with its value: RFC 4157 has ";field=value". Value is
// nil without an equals sign, which is only lawful in the form of 1994.
type Attribute struct {
	Field scheme.Octets
	Value *scheme.Octets
}

// MarshalJSON implements [json.Marshaler]: an array of field and value, or of
// the field alone.
func (a Attribute) MarshalJSON() ([]byte, error) {
	b := a.Field.AppendJSON([]byte{'['})
	if a.Value != nil {
		b = a.Value.AppendJSON(append(b, ','))
	}
	return append(b, ']'), nil
}

// span is a range of bytes of the text of a URI.
type span [2]int

const (
	nul           = "%00"
	objectVersion = "OBJECT-VERSION" // RFC 4157, section 2
)

// Parse returns the meaning of u, whose scheme is prospero. The error says what
// RFC 4157 forbids about it; the view then holds what could be read.
//
// The query of the generic syntax belongs to the name or field that it stands
// in, since RFC 1738 lets a question mark stand there (section 5, psegment,
// fieldname and fieldvalue). A fragment is no part of the meaning.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden("prospero", v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Server: scheme.ServerOf(u, port), uri: u}
	start, end, _ := u.Range(uri.Path)
	if strings.HasPrefix(u.Path(), "/") {
		start++
	}
	if _, query, ok := u.Range(uri.Query); ok {
		end = query
	}
	v.whole = span{start, end}
	name, fields, hasFields := strings.Cut(u.String()[start:end], ";")
	if i := strings.Index(name, nul); i >= 0 {
		v.Draft1994 = true
		v.readVersion(u.String()[start+i+len(nul):end], start+i+len(nul))
		name, hasFields = name[:i], false
	}
	v.HSOName, v.name = octets(name), span{start, start + len(name)}
	if hasFields {
		v.readFields(fields, start+len(name+";"))
	}
	return v
}

func octets(text string) scheme.Octets { return scheme.Octets(pct.Decode(text)) }

// readVersion reads what stands behind the name and %00, if it is what the 1994
// draft has there: digits, then letters and digits.
func (v *View) readVersion(text string, at int) {
	attribute := strings.TrimLeft(text, digits)
	if len(attribute) == len(text) || !isAlphanum(attribute) {
		return
	}
	v.Version = scheme.Octets(text[:len(text)-len(attribute)])
	if attribute != "" {
		v.Attributes = []Attribute{{Field: scheme.Octets(attribute)}}
		v.fields = []span{{at + len(v.Version), at + len(text)}}
	}
}

// isAlphanum reports whether s is letters and digits of ASCII.
func isAlphanum(s string) bool {
	for i := range len(s) {
		if !alphanum.Has(s[i]) {
			return false
		}
	}
	return true
}

const digits = "0123456789"

var alphanum = pct.SetOf(digits + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

// readFields reads the fields behind the first semicolon.
func (v *View) readFields(text string, at int) {
	for field := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(field, "=")
		a := Attribute{Field: octets(name)}
		if ok {
			a.Value = new(octets(value))
		}
		if v.Version == "" && a.Field == objectVersion && ok {
			v.Version = *a.Value
		}
		v.Attributes = append(v.Attributes, a)
		v.fields = append(v.fields, span{at, at + len(field)})
		at += len(field + ";")
	}
}

// What may stand in a name and in a field as it is: what RFC 1738 lets stand
// there, but for the question mark, which would begin a query; and "~", which
// the generic syntax decodes.
var (
	nameChars  = pct.Unreserved.With("$+!*'(),:@&=/")
	fieldChars = pct.Unreserved.With("$+!*'(),:@&")
)

// URI returns the URI of a view in normal form, the inverse of Parse. Where
// Draft1994 is not set, a Version is written as the field OBJECT-VERSION, if
// Attributes have none. The userinfo and fragment are those of the URI that v
// was read from. The error tells of a view without a host, of a NUL, of a field
// without a value, and of what the form of 1994 cannot hold.
func (v View) URI() (uri.URI, error) {
	tail, err := v.tail()
	switch {
	case err != nil:
		return uri.URI{}, fmt.Errorf("prospero: %w", err)
	case v.Host == "":
		return uri.URI{}, errors.New("prospero: no host is named")
	case strings.Contains(string(v.HSOName), "\x00"):
		return uri.URI{}, errors.New("prospero: a NUL would end the name")
	}
	b := v.uri.Builder()
	b.Scheme, b.Host, b.Port, b.Query = "prospero", &v.Host, nil, nil
	if v.Port != "" && v.Port != fmt.Sprint(port) {
		b.Port = &v.Port
	}
	b.Path = "/" + pct.Encode(string(v.HSOName), nameChars) + tail
	return b.URI()
}

// tail writes what stands behind the name.
func (v View) tail() (string, error) {
	if v.Draft1994 {
		return v.tail1994()
	}
	attributes := v.Attributes
	if v.Version != "" && !slices.ContainsFunc(attributes, func(a Attribute) bool { return a.Field == objectVersion }) {
		attributes = append(slices.Clone(attributes), Attribute{objectVersion, &v.Version})
	}
	var b strings.Builder
	for _, a := range attributes {
		if a.Value == nil {
			return "", fmt.Errorf("the field %q has no value", string(a.Field))
		}
		if strings.Contains(string(a.Field+*a.Value), "\x00") {
			return "", errors.New("a NUL in a field")
		}
		b.WriteString(";" + pct.Encode(string(a.Field), fieldChars) + "=" + pct.Encode(string(*a.Value), fieldChars))
	}
	return b.String(), nil
}

// tail1994 writes version and attribute in the form of 1994.
func (v View) tail1994() (string, error) {
	text := string(v.Version)
	if len(v.Attributes) == 1 && v.Attributes[0].Value == nil {
		text += string(v.Attributes[0].Field)
	} else if len(v.Attributes) > 0 {
		return "", errors.New("fields have no place behind %00")
	}
	var back View
	if back.readVersion(text, 0); back.Version != v.Version || back.Version == "" {
		return "", errors.New("no version to stand behind %00")
	}
	return nul + text, nil
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts := scheme.AppendPart(v.Server.Parts(), v.name[0], v.name[1], "hsoname")
	if v.Draft1994 {
		start := v.name[1] + len(nul)
		parts = scheme.AppendPart(parts, start, start+len(v.Version), "version")
	}
	for i, at := range v.fields {
		label := "attribute"
		if v.Attributes[i].Value != nil {
			label = fmt.Sprintf("field %q", string(v.Attributes[i].Field))
		}
		parts = scheme.AppendPart(parts, at[0], at[1], label)
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := fmt.Sprintf("the object %q", string(v.HSOName))
	if v.Version != "" {
		what += fmt.Sprintf(", version %s,", v.Version.Escaped())
	}
	return fmt.Sprintf("%s that the Prospero directory at %s leads to", what, v.Server)
}
