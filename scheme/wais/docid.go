package wais

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri/pct"
)

// A DocID is a document-id as a wpath has it (draft-ietf-uri-url-03, section
// 1.2.8): fields in the order of the identifier, each
//
//	digits "=" contents ";"
//
// Servers that are not the one which issued it should take nothing from it (RFC
// 4156, section 2); its fields are only how it is written.
type DocID []Field

// A Field is one field of a document-id.
type Field struct {
	Number   string        // digits, as written
	Contents scheme.Octets // any octets, decoded
}

// fieldNames are what the WAIS of Thinking Machines calls the fields by number.
var fieldNames = map[string]string{
	"1": "original server", "2": "original database", "3": "original local id",
	"4": "distributor server", "5": "distributor database", "6": "distributor local id",
	"7": "copyright disposition",
}

// contents may stand in the contents of a field as they are. The draft's "path"
// has slashes, and none of = ; # ? and colon.
var contents = uchar.With("@&/")

// ParseDocID reads a wpath as it is written. It reports false if that is no
// sequence of fields, or an empty one: then it is the octets of a document-id
// that is opaque.
func ParseDocID(wpath string) (DocID, bool) {
	var d DocID
	for wpath != "" {
		field, rest, ended := strings.Cut(wpath, ";")
		number, text, ok := strings.Cut(field, "=")
		if !ended || !ok || !isNumber(number) {
			return nil, false
		}
		d = append(d, Field{number, scheme.Octets(pct.Decode(text))})
		wpath = rest
	}
	return d, d != nil
}

// String returns the wpath that ParseDocID reads as d, if each number is one.
func (d DocID) String() string {
	var b strings.Builder
	for _, f := range d {
		b.WriteString(f.Number + "=" + pct.Encode(string(f.Contents), contents) + ";")
	}
	return b.String()
}

// MarshalJSON implements [json.Marshaler]: an array of number and contents.
func (f Field) MarshalJSON() ([]byte, error) {
	b := scheme.AppendQuoted([]byte{'['}, f.Number)
	b = f.Contents.AppendJSON(append(b, ','))
	return append(b, ']'), nil
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
