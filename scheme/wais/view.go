package wais

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Form is one of the three forms of a wais URI (RFC 4156, section 2).
type Form string

const (
	Index    Form = "index"    // a database to search in
	Search   Form = "search"   // a search in a database
	Document Form = "document" // a document of a database
)

// A View is what a wais URI means. All fields but Length are decoded.
type View struct {
	scheme.Server
	Form     Form           `json:"form"`
	Database scheme.Octets  `json:"database"`
	Search   *scheme.Octets `json:"search,omitempty"` // the words, with spaces between them
	WType    *scheme.Octets `json:"wtype,omitempty"`  // "TEXT"
	Length   string         `json:"length,omitempty"` // digits before the id, which no document has
	WPath    *scheme.Octets `json:"wpath,omitempty"`  // the document-id; of one that is written as fields, delimiters and all
	DocID    DocID          `json:"docid,omitempty"`  // its fields; nil if it is not written so

	uri uri.URI
	at  [5]span // by field
}

// span is a range of bytes of the text of a URI.
type span [2]int

// The fields of path and query, in order.
const (
	databaseField = iota
	typeField
	lengthField
	pathField
	searchField
)

// Parse returns the meaning of u, whose scheme is wais. The error says what RFC
// 4156 forbids about it; the view then holds what could be read.
//
// A "+" in a search is a space between words, as in the 1994 draft; RFC 1738
// does not say.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden("wais", v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Server: scheme.ServerOf(u, port), Form: Index, uri: u}
	if start, end, ok := u.Range(uri.Query); ok {
		v.Form, v.at[searchField] = Search, span{start, end}
		v.Search = new(scheme.Octets(pct.Decode(strings.ReplaceAll(u.Query(), "+", " "))))
	}
	path := strings.TrimPrefix(u.Path(), "/")
	_, end, _ := u.Range(uri.Path)
	at := end - len(path)
	database, document, ok := strings.Cut(path, "/")
	v.Database, v.at[databaseField] = octets(database), span{at, at + len(database)}
	if ok {
		v.readDocument(document, at+len(database+"/"))
	}
	return v
}

// readDocument reads what stands behind the database and a slash.
func (v *View) readDocument(text string, at int) {
	v.Form = Document
	wtype, rest, ok := strings.Cut(text, "/")
	v.WType, v.at[typeField] = new(octets(wtype)), span{at, at + len(wtype)}
	if !ok {
		return
	}
	at += len(wtype + "/")
	// No wpath of a grammar begins with digits and a slash.
	if length, behind, ok := strings.Cut(rest, "/"); ok && isNumber(length) {
		v.Length, v.at[lengthField] = length, span{at, at + len(length)}
		rest, at = behind, at+len(length+"/")
	}
	v.WPath, v.at[pathField] = new(octets(rest)), span{at, at + len(rest)}
	v.DocID, _ = ParseDocID(rest)
}

func octets(text string) scheme.Octets { return scheme.Octets(pct.Decode(text)) }

// What may stand in a name and between the words of a search as it is: what
// RFC 1738 and the 1994 draft both let stand, and "~", which the generic syntax
// decodes.
var (
	uchar = pct.Unreserved.With("$+!*'(),")
	words = pct.Unreserved.With("$!*'(),@&")
)

// URI returns the URI of a view in normal form, the inverse of Parse: a document
// if there is a WType, a search if there is a Search, and the database
// otherwise; Form is not looked at. Of DocID and WPath the first that is not
// nil counts. The userinfo and fragment are those of the URI that v was read
// from. The error tells of a view without a host, of a document without an id or
// with a search, and of digits that are none.
func (v View) URI() (uri.URI, error) {
	if v.Host == "" {
		return uri.URI{}, errors.New("wais: no host is named")
	}
	b := v.uri.Builder()
	b.Scheme, b.Host, b.Port, b.Query = "wais", &v.Host, nil, nil
	if v.Port != "" && v.Port != fmt.Sprint(port) {
		b.Port = &v.Port
	}
	b.Path = "/" + pct.Encode(string(v.Database), uchar)
	if v.WType != nil {
		document, err := v.document()
		if err != nil {
			return uri.URI{}, err
		}
		b.Path += "/" + document
	}
	if v.Search != nil {
		b.Query = new(pct.Encode(string(*v.Search), words))
	}
	return b.URI()
}

// document writes what stands behind the database of a document and a slash.
func (v View) document() (string, error) {
	text := pct.Encode(string(*v.WType), uchar) + "/"
	if v.Length != "" {
		text += v.Length + "/"
	}
	switch _, ok := ParseDocID(v.DocID.String()); {
	case v.Search != nil:
		return "", errors.New("wais: a document is not searched")
	case v.Length != "" && !isNumber(v.Length):
		return "", fmt.Errorf("wais: the length %q is no number", v.Length)
	case ok:
		return text + v.DocID.String(), nil
	case v.DocID != nil:
		return "", errors.New("wais: the fields of a document-id have numbers")
	case v.WPath != nil:
		return text + pct.Encode(string(*v.WPath), uchar), nil
	}
	return "", errors.New("wais: a document has an id")
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts := v.Server.Parts()
	for field, label := range [...]string{"database", "type", "length", "document-id", "search words"} {
		at := v.at[field]
		if field == pathField && v.DocID != nil {
			parts = v.appendFields(parts, at)
			continue
		}
		parts = scheme.AppendPart(parts, at[0], at[1], label)
	}
	return parts
}

// appendFields appends the fields of the document-id that stands at at.
func (v View) appendFields(parts []scheme.Part, at span) []scheme.Part {
	start := at[0]
	for i, text := range strings.Split(v.uri.String()[at[0]:at[1]], ";")[:len(v.DocID)] {
		number := v.DocID[i].Number
		label := "field " + number + " of the document-id"
		if name := fieldNames[number]; name != "" {
			label += ", " + name
		}
		parts = scheme.AppendPart(parts, start, start+len(text), label)
		start += len(text + ";")
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	where := fmt.Sprintf("the WAIS database %q at %s", string(v.Database), v.Server)
	switch {
	case v.WType != nil:
		return fmt.Sprintf("a document of type %q in %s", string(*v.WType), where)
	case v.Search != nil:
		return fmt.Sprintf("a search for %q in %s", string(*v.Search), where)
	}
	return where
}
