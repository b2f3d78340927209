package data

import (
	"encoding/base64"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// reading is what a data URI says, and where. Offsets count in the URI.
type reading struct {
	mediaType          string // in lower case; "" if it is broken
	params             []param
	base64             bool
	typeEnd            int // of what stands for the type and subtype, from start on
	start, comma, end  int // of the media type; of the data is comma+1 to end
	base64At           int // where ";base64" stands, if base64
	data               []byte
	remarks            []uri.Remark
	hasComma, readable bool
}

// param is a parameter of the media type.
type param struct {
	name, value string // decoded, the name in lower case
	raw         string // the value as written
	start, end  int
}

// tokenChars are the octets of a token (RFC 2045, section 5.1): no space,
// control character or tspecial.
var tokenChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`{|}~")

// tokenInURI are those of them that a URI may hold as they are, and the slash.
var tokenInURI = pct.Unreserved.With("!$&'*+/")

func isToken(s string) bool {
	for i := range len(s) {
		if !tokenChars.Has(s[i]) {
			return false
		}
	}
	return s != ""
}

// read reads u by the grammar of RFC 2397, section 3:
//
//	dataurl   := "data:" [ mediatype ] [ ";base64" ] "," data
//	mediatype := [ type "/" subtype ] *( ";" parameter )
//
// It takes no notice of "//", "?" and the like, which have no meaning in it: the
// data ends where the fragment begins.
func read(u uri.URI) reading {
	text := u.String()
	_, start, _ := u.Range(uri.Scheme)
	r := reading{start: start + 1, end: len(text)}
	if u.HasFragment() {
		r.end, _, _ = u.Range(uri.Fragment)
		r.end--
	}
	i := strings.IndexByte(text[r.start:r.end], ',')
	if i < 0 {
		r.forbid(ruleNoComma, r.end, 0)
		return r
	}
	r.hasComma, r.comma = true, r.start+i
	r.readMediaType(text)
	r.readData(text)
	return r
}

func (r *reading) forbid(rule uri.Rule, offset, length int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, uri.Forbid, offset, length))
}

func (r *reading) readMediaType(text string) {
	head := text[r.start:r.comma]
	if i := strings.LastIndexByte(head, ';'); i >= 0 && strings.EqualFold(pct.Decode(head[i+1:]), "base64") {
		r.base64, r.base64At, head = true, r.start+i, head[:i]
	}
	kind, params, hasParams := strings.Cut(head, ";")
	r.typeEnd = r.start + len(kind)
	switch typ, subtype, _ := strings.Cut(strings.ToLower(pct.Decode(kind)), "/"); {
	case kind == "":
		r.mediaType = "text/plain"
		if !hasParams {
			r.params = []param{{name: "charset", value: "US-ASCII", raw: "US-ASCII", start: r.start, end: r.start}}
		}
	case isToken(typ) && isToken(subtype):
		r.mediaType = typ + "/" + subtype
	default:
		r.forbid(ruleMediaType, r.start, len(kind))
	}
	for at := r.typeEnd + 1; hasParams; {
		var p string
		p, params, hasParams = strings.Cut(params, ";")
		r.readParam(p, at)
		at += len(p) + 1
	}
}

func (r *reading) readParam(text string, at int) {
	name, raw, ok := strings.Cut(text, "=")
	p := param{name: strings.ToLower(pct.Decode(name)), value: unquote(pct.Decode(raw)), raw: raw, start: at, end: at + len(text)}
	// A control character could begin a line of a header that the value ends
	// up in.
	if !ok || !isToken(p.name) || p.value == "" || strings.ContainsFunc(p.value, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		r.forbid(ruleParameter, at, len(text))
		return
	}
	r.params = append(r.params, p)
}

// unquote reads a value that is a quoted-string of RFC 2045, which RFC 2397
// calls awkward but allows.
func unquote(value string) string {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value
	}
	var b strings.Builder
	for inner := value[1 : len(value)-1]; inner != ""; inner = inner[1:] {
		if inner[0] == '\\' && len(inner) > 1 {
			inner = inner[1:]
		}
		b.WriteByte(inner[0])
	}
	return b.String()
}

func (r *reading) readData(text string) {
	raw := text[r.comma+1 : r.end]
	if !r.base64 {
		r.data, r.readable = []byte(pct.Decode(raw)), true
		return
	}
	clean, bad := cleanBase64(raw)
	if bad >= 0 {
		r.forbid(ruleBase64, r.comma+1+bad, min(1, len(raw)-bad))
		return
	}
	n, err := base64.RawStdEncoding.Decode(clean, clean)
	r.data, r.readable = clean[:n], err == nil
}

// cleanBase64 returns base64 without escapes, white space and padding, or the
// offset of what is wrong with it; len(raw) if more is missing.
func cleanBase64(raw string) (clean []byte, bad int) {
	padding := 0
	for i, n := 0, 0; i < len(raw); i += n {
		c := raw[i]
		if n = 1; c == '%' {
			n = 3
			c = pct.Decode(raw[i : i+3])[0]
		}
		switch {
		case strings.IndexByte("\t\n\f\r ", c) >= 0:
		case c == '=' && len(clean)%4+padding >= 2 && len(clean)%4+padding < 4:
			padding++
		case padding > 0 || !isBase64(c):
			return nil, i
		default:
			clean = append(clean, c)
		}
	}
	if len(clean)%4 == 1 || padding > 0 && (len(clean)+padding)%4 != 0 {
		return nil, len(raw)
	}
	return clean, -1
}

func isBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}

// isDefault reports whether the media type is that of a URI without one.
func (r *reading) isDefault() bool {
	return r.mediaType == "text/plain" && len(r.params) == 1 && r.params[0].name == "charset" && strings.EqualFold(r.params[0].value, "US-ASCII")
}
