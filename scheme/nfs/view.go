package nfs

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an nfs URI means (RFC 2224, sections 1 and 6). Its JSON has
// absolute, too, which is [View.IsAbsolute]. The default port is 2049.
type View struct {
	scheme.Server

	// Path is the canonical path that is looked up (RFC 2055, section 6.1): from
	// the root of the server if it begins with a slash, and "." if the URI names
	// none. Its octets are decoded but for those that a canonical path has
	// escaped, as %2F and the like: "/" within a component, "%", and control
	// characters.
	Path scheme.Octets `json:"path"`

	uri  uri.URI
	path span
}

// span is a range of bytes of the text of a URI.
type span struct{ start, end int }

// Parse returns the meaning of u, whose scheme is nfs. The error says what RFC
// 2224 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden("nfs", v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Server: scheme.ServerOf(u, port), Path: ".", uri: u}
	v.path.start, v.path.end, _ = u.Range(uri.Path)
	if strings.HasPrefix(u.Path(), "/") {
		v.path.start++
	}
	if v.path.start < v.path.end {
		v.Path = canonical(u.String()[v.path.start:v.path.end])
	}
	return v
}

// canonical decodes the escapes of a path that a canonical path has not.
func canonical(path string) scheme.Octets {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] != '%' {
			b.WriteByte(path[i])
			continue
		}
		if c := pct.Decode(path[i : i+3])[0]; c < ' ' || c == 0x7f || c == '/' || c == '%' {
			b.WriteString(strings.ToUpper(path[i : i+3]))
		} else {
			b.WriteByte(c)
		}
		i += 2
	}
	return scheme.Octets(b.String())
}

// IsAbsolute reports whether the path is counted from the root of the server,
// not from the directory of the public filehandle.
func (v View) IsAbsolute() bool { return strings.HasPrefix(string(v.Path), "/") }

// bare may stand in a canonical path and in a URI alike: pchar of RFC 2224, the
// slash, and the escapes.
var bare = pct.Unreserved.With("$!*'(),:@&=+/%")

// URI returns the URI that v was read from with Path as it is now. The error
// tells of a v that was read from no URI with a host, and of a path that is not
// canonical: with a "%" that begins no escape.
func (v View) URI() (uri.URI, error) {
	if v.uri.Host() == "" {
		return uri.URI{}, errors.New("nfs: no host is named")
	}
	path := string(v.Path)
	if path == "." {
		path = ""
	}
	_, end, _ := v.uri.Range(uri.Authority)
	text := v.uri.String()
	return uri.Parse(text[:end] + "/" + pct.Encode(path, bare) + text[v.path.end:])
}

// MarshalJSON implements [json.Marshaler].
func (v View) MarshalJSON() ([]byte, error) {
	type fields View // without this method
	return json.Marshal(struct {
		fields
		Absolute bool `json:"absolute,omitempty"`
	}{fields(v), v.IsAbsolute()})
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	return scheme.AppendPart(v.Server.Parts(), v.path.start, v.path.end, "path")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch {
	case v.Path == ".":
		return fmt.Sprintf("the public directory at %s", v.Server)
	case v.IsAbsolute():
		return fmt.Sprintf("the file or directory %q at %s", string(v.Path), v.Server)
	default:
		return fmt.Sprintf("the file or directory %q of the public directory at %s", string(v.Path), v.Server)
	}
}
