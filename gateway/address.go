package gateway

import (
	"net/http"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// target returns the path and the query of a request as they came, nothing
// decoded. A target in absolute form (RFC 9112, section 3.2.2) loses its scheme
// and host, which have been judged as the Host of the request.
func target(r *http.Request) (path, search string) {
	path = r.RequestURI
	if rest, ok := strings.CutPrefix(path, "http://"); ok {
		_, rest, _ = strings.Cut(rest, "/")
		path = "/" + rest
	}
	path, search, _ = strings.Cut(path, "?")
	return path, search
}

// decode takes the one encoding of an address off. The URI that comes out may
// have escapes of its own, which are not touched.
func decode(encoded string) string { return pct.Decode(encoded) }

// query is the parameters of an address, in order.
type query []parameter

type parameter struct {
	name, value string
	file        string // the name of the file that value is the content of
}

// parseQuery reads parameters as forms send them (application/x-www-form-urlencoded).
// Unlike url.ParseQuery it loses nothing: a semicolon and a percent sign that
// begins no escape are taken for themselves.
func parseQuery(raw string) (q query) {
	for pair := range strings.SplitSeq(raw, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		q = append(q, parameter{name: formDecode(name), value: formDecode(value)})
	}
	return q
}

func formDecode(s string) string { return pct.Decode(strings.ReplaceAll(s, "+", " ")) }

// get returns the first parameter of that name, and whether there is one.
func (q query) get(name string) (string, bool) {
	for _, p := range q {
		if p.name == name {
			return p.value, true
		}
	}
	return "", false
}

// field returns the text of the parameter that a person has typed or pasted,
// without the white space around it, which no URI has.
func (q query) field(name string) string {
	text, _ := q.get(name)
	return strings.Trim(text, " \t\r\n\f")
}

// unknown returns whether the query has a parameter that the address of a URI
// has no use for. Most likely it belongs to the URI, which was not encoded.
func (q query) unknown() bool {
	for _, p := range q {
		if p.name != "sort" && p.name != "long" && p.name != "f" && !strings.HasPrefix(p.name, "f.") {
			return true
		}
	}
	return false
}

// wanted returns the URI that somebody has most likely written behind /u/ or
// /raw/ without encoding its query, or all of it.
func wanted(written, search string) string {
	if !strings.Contains(written, ":") { // else nothing was encoded
		written = decode(written)
	}
	return written + "?" + search
}

// redact returns an address for the log. The secrets of a URI in it are not
// logged, nor its query, which often holds a token, nor what was filled into a
// form.
func redact(schemes scheme.Table, path string, q query) string {
	path = decode(path)
	for _, prefix := range [...]string{"/u/", "/raw/"} {
		if text, ok := strings.CutPrefix(path, prefix); ok {
			path = prefix + redactURI(schemes, text)
		}
	}
	path = uri.Redact(path)
	for i, p := range q {
		sep := "&"
		if i == 0 {
			sep = "?"
		}
		if p.name == "f" || strings.HasPrefix(p.name, "f.") {
			p.value = "…"
		}
		path += sep + p.name + "=" + redactURI(schemes, p.value)
	}
	return path
}

func redactURI(schemes scheme.Table, text string) string {
	u, err := uri.Parse(text)
	if err != nil {
		return uri.Redact(text)
	}
	if u.Query() != "" {
		text, _, _ = strings.Cut(schemes.Redacted(u), "?")
		return text + "?…"
	}
	return schemes.Redacted(u)
}
