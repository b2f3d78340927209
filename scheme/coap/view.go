package coap

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a CoAP URI means: whom to ask, and with which options.
type View struct {
	scheme.Server

	// URIPath are the segments of the path, decoded; none for an empty path and
	// for "/". Dot segments are removed first.
	URIPath []scheme.Octets `json:"uri_path,omitempty"`

	// URIQuery are the arguments of the query, cut at each "&" and decoded. An
	// empty query is one empty argument.
	URIQuery []scheme.Octets `json:"uri_query,omitempty"`

	uri   uri.URI
	parts []scheme.Part
}

// An Option is one of the options of a request that hold parts of its URI (RFC
// 7252, section 5.10.1).
type Option struct {
	Number uint16
	Name   string // "Uri-Host", "Uri-Path" or "Uri-Query"
	Value  scheme.Octets
}

// Parse returns the meaning of u, whose scheme is one of this folder. The error
// says what RFC 7252 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden(strings.ToLower(u.Scheme()), r.remarks)
}

// A reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func read(u uri.URI) *reading {
	r := &reading{view: View{Server: scheme.ServerOf(u, transportOf(u).port), uri: u}}
	r.view.parts = r.view.Server.Parts()
	r.judgeServer()
	start, end, _ := u.Range(uri.Path)
	if start < end && u.String()[start] == '/' {
		start++
	}
	r.judge(start, u.String()[start:end], "/", "Uri-Path")
	if start, end, ok := u.Range(uri.Query); ok {
		r.judge(start, u.String()[start:end], "&", "Uri-Query")
	}
	if u.HasFragment() {
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Fragment, ruleFragment, uri.Info))
	}
	r.view.decompose()
	return r
}

func (r *reading) judgeServer() {
	u := r.view.uri
	if u.HasUserinfo() {
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Userinfo, ruleUserinfo, uri.Forbid))
	}
	switch {
	case u.Host() == "":
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	case len(pct.Decode(u.Host())) > maxOption:
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Host, ruleOption, uri.Forbid))
	}
}

// judge notes the parts of text, which begins at start of the URI.
func (r *reading) judge(start int, text, sep, label string) {
	for raw := range strings.SplitSeq(text, sep) {
		r.view.parts = scheme.AppendPart(r.view.parts, start, start+len(raw), label)
		if len(pct.Decode(raw)) > maxOption {
			r.remarks = append(r.remarks, uri.NewRemark(ruleOption, uri.Forbid, start, len(raw)))
		}
		start += len(raw) + len(sep)
	}
}

// decompose takes path and query apart (RFC 7252, section 6.4, steps 2, 8 and 9).
func (v *View) decompose() {
	resolved := v.uri.Normalize() // no dot segments, whatever their spelling
	if path := strings.TrimPrefix(resolved.Path(), "/"); path != "" {
		v.URIPath = decoded(path, "/")
	}
	if v.uri.HasQuery() {
		v.URIQuery = decoded(v.uri.Query(), "&")
	}
}

func decoded(text, sep string) (list []scheme.Octets) {
	for raw := range strings.SplitSeq(text, sep) {
		list = append(list, scheme.Octets(pct.Decode(raw)))
	}
	return list
}

// Options returns the options of a request for the URI, in the order of their
// numbers. The request goes to the host and port of the URI, so that Uri-Host
// stands for a name only and Uri-Port is not needed (RFC 7252, section 6.4,
// steps 5 and 7).
func (v View) Options() (options []Option) {
	if v.uri.HostKind() == uri.RegName && v.Host != "" {
		options = append(options, Option{3, "Uri-Host", scheme.Octets(pct.Decode(strings.ToLower(v.Host)))})
	}
	for _, segment := range v.URIPath {
		options = append(options, Option{11, "Uri-Path", segment})
	}
	for _, argument := range v.URIQuery {
		options = append(options, Option{15, "Uri-Query", argument})
	}
	return options
}

// What stands in a segment and in an argument as it is (RFC 7252, section 6.5,
// steps 6 and 8): an ampersand within an argument does not.
var (
	inSegment  = pct.Segment
	inArgument = pct.Unreserved.With("!$'()*+,;=:@/?")
)

// URI puts the URI together from URIPath, URIQuery and the server and fragment
// of the URI that v was read from (RFC 7252, section 6.5). It is read back as v,
// but for a single empty segment, which is no segment. The error tells of a v
// that was read from no URI with a host, of a segment that is a dot segment, and
// of what RFC 7252 forbids.
func (v View) URI() (uri.URI, error) {
	if v.uri.Host() == "" {
		return uri.URI{}, errors.New("coap: no host is named")
	}
	if slices.Contains(v.URIPath, ".") || slices.Contains(v.URIPath, "..") {
		return uri.URI{}, errDot
	}
	_, end, _ := v.uri.Range(uri.Authority)
	text := v.uri.String()[:end] + "/" + encoded(v.URIPath, "/", inSegment)
	if v.URIQuery != nil {
		text += "?" + encoded(v.URIQuery, "&", inArgument)
	}
	if v.uri.HasFragment() {
		text += "#" + v.uri.Fragment()
	}
	u, err := uri.Parse(text)
	if err == nil {
		_, err = Parse(u)
	}
	return u, err
}

func encoded(list []scheme.Octets, sep string, bare pct.Set) string {
	var parts []string
	for _, o := range list {
		parts = append(parts, pct.Encode(string(o), bare))
	}
	return strings.Join(parts, sep)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	target := "/" + encoded(v.URIPath, "/", inSegment)
	if v.URIQuery != nil {
		target += "?" + encoded(v.URIQuery, "&", inArgument)
	}
	return fmt.Sprintf("the resource %q of the server at %s, asked for by CoAP over %s", target, v.Server, transportOf(v.uri).name)
}
