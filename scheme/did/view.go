package did

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a did URI means: an identifier, and if it is more than that, a
// "DID URL", a thing behind it. The zero value names nothing.
type View struct {
	Method           string `json:"method,omitempty"`             // in lower case by definition: "web"
	MethodSpecificID string `json:"method_specific_id,omitempty"` // as written; what it means the method knows

	// Path is what follows the identifier from its first slash on, as written:
	// the path of a service. It is "" if there is none.
	Path string `json:"path,omitempty"`

	Query    *string        `json:"query,omitempty"`    // as written
	Fragment *scheme.Octets `json:"fragment,omitempty"` // decoded: a part of the document, such as "keys-1"

	// Parameters are the pairs of the query as [name, value], decoded. DID Core,
	// section 3.2.1, defines service, relativeRef, versionId, versionTime and hl;
	// methods have others.
	Parameters [][2]scheme.Octets `json:"parameters,omitempty"`

	uri    uri.URI
	id     int // where the identifier of the method begins
	length int // of it
}

// Parse returns the meaning of u, whose scheme is did. The error is the first
// thing that DID Core forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("did", r.remarks)
}

var (
	methodChars = pct.SetOf("abcdefghijklmnopqrstuvwxyz0123456789")
	idChars     = methodChars.With("ABCDEFGHIJKLMNOPQRSTUVWXYZ.-_%")
)

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, length int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, length))
}

// read reads u by the grammar of DID Core, sections 3.1 and 3.2:
//
//	did-url = "did:" method ":" id path-abempty [ "?" query ] [ "#" fragment ]
//	method  = 1*( %x61-7A / DIGIT )
//	id      = *( *idchar ":" ) 1*idchar
func read(u uri.URI) *reading {
	r := &reading{view: View{uri: u}}
	start, _, _ := u.Range(uri.Path)
	if u.HasAuthority() {
		from, to, _ := u.Range(uri.Authority)
		r.remark(ruleAuthority, uri.Forbid, from-len("//"), to-from+len("//"))
	}
	name, _, hasPath := strings.Cut(u.Path(), "/")
	if hasPath {
		r.view.Path = u.Path()[len(name):]
	}
	method, id, ok := strings.Cut(name, ":")
	r.view.id, r.view.length = start+len(method)+len(":"), len(id)
	if !ok || method == "" || !methodChars.HasAll(method) {
		r.remark(ruleMethod, uri.Forbid, start, len(method))
	} else {
		r.view.Method = method
		r.readID(id)
	}
	r.readRest(u)
	return r
}

func (r *reading) readID(id string) {
	last := id[strings.LastIndexByte(id, ':')+1:]
	if last == "" || !idChars.HasAll(strings.ReplaceAll(id, ":", "")) {
		r.remark(ruleID, uri.Forbid, r.view.id, len(id))
		return
	}
	r.view.MethodSpecificID = id
}

func (r *reading) readRest(u uri.URI) {
	if u.HasFragment() {
		r.view.Fragment = new(scheme.Octets(pct.Decode(u.Fragment())))
	}
	start, _, ok := u.Range(uri.Query)
	if !ok {
		return
	}
	r.view.Query = new(u.Query())
	_, hasService := u.Pair("service")
	for pair := range strings.SplitSeq(u.Query(), "&") {
		if pair != "" {
			r.readPair(uri.Pair(pair), start, hasService)
		}
		start += len(pair) + len("&")
	}
}

func (r *reading) readPair(p uri.Pair, start int, hasService bool) {
	// A plus sign is no space: DID Core knows no forms.
	name, value, _ := strings.Cut(string(p), "=")
	name, value = pct.Decode(name), pct.Decode(value)
	r.view.Parameters = append(r.view.Parameters, [2]scheme.Octets{scheme.Octets(name), scheme.Octets(value)})
	bad := false
	switch name {
	case "versionTime":
		t, err := time.Parse(time.RFC3339, value)
		bad = err != nil || t.Nanosecond() != 0 || !strings.HasSuffix(value, "Z")
	case "relativeRef":
		ref, err := uri.Parse(value)
		bad = err != nil || ref.HasScheme() || !hasService
	}
	if bad {
		r.remark(ruleParameter, uri.Warning, start, len(p))
	}
}

// DID returns the identifier alone, without path, query and fragment; the zero
// URI if it is none.
func (v View) DID() uri.URI {
	u, err := View{Method: v.Method, MethodSpecificID: v.MethodSpecificID}.URI()
	if err != nil {
		return uri.URI{}
	}
	return u
}

// URI returns the URI of v, the inverse of [Parse]. Parameters are not used: they
// are the query. The error says what v has that no did URI can hold.
func (v View) URI() (uri.URI, error) {
	b := uri.Builder{Scheme: "did", Path: v.Method + ":" + v.MethodSpecificID + v.Path, Query: v.Query}
	if v.Fragment != nil {
		b.Fragment = new(pct.Encode(string(*v.Fragment), pct.Query))
	}
	u, err := b.URI()
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && (w.Method != v.Method || w.MethodSpecificID != v.MethodSpecificID) {
		err = errors.New("did: the method or the identifier has a delimiter in it")
	}
	return u, err
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	if v.Method != "" {
		colon := v.id - len(":")
		parts = scheme.AppendPart(parts, colon-len(v.Method), colon, "method")
		parts = scheme.AppendPart(parts, v.id, v.id+v.length, "method-specific id")
	}
	if _, end, _ := v.uri.Range(uri.Path); v.Path != "" {
		parts = scheme.AppendPart(parts, end-len(v.Path), end, "path of a service")
	}
	start, end, _ := v.uri.Range(uri.Query)
	parts = scheme.AppendPart(parts, start, end, "parameters")
	start, end, _ = v.uri.Range(uri.Fragment)
	return scheme.AppendPart(parts, start, end, "part of the document")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.MethodSpecificID == "" {
		return "nobody that a decentralized identifier names"
	}
	text := fmt.Sprintf("who or what has the identifier %q of the method %s", v.MethodSpecificID, v.Method)
	switch {
	case v.Fragment != nil:
		text = fmt.Sprintf("%q in the document of %s", string(*v.Fragment), text)
	case v.Path != "" || v.Query != nil:
		text = "a resource of " + text
	}
	return text
}
