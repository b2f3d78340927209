package tftp

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a tftp URI means (RFC 3617, section 2):
//
//	tftp://h.example/startup;mode=netascii
//	       |         |            |
//	       Host      File         Mode
//
// The default port is 69.
type View struct {
	scheme.Server

	// File is the file, decoded: everything between the first slash and the
	// mode, other slashes too.
	File scheme.Octets `json:"file"`

	// Mode is "netascii" or "octet", which is meant if none is given, or what
	// else is; decoded and in lower case.
	Mode scheme.Octets `json:"mode"`

	uri        uri.URI
	file, mode span
}

// span is a range of bytes of the text of a URI.
type span struct{ start, end int }

// Parse returns the meaning of u, whose scheme is tftp. The error says what RFC
// 3617 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden("tftp", v.remarks())
}

// read reads what can be read. The mode is what stands behind the last
// semicolon, if that is introduced by "mode=".
func read(u uri.URI) View {
	v := View{Server: scheme.ServerOf(u, port), Mode: "octet", uri: u}
	start, end, _ := u.Range(uri.Path)
	if strings.HasPrefix(u.Path(), "/") {
		start++
	}
	v.file, v.mode = span{start, end}, span{end, end}
	text := u.String()[start:end]
	if i := strings.LastIndexByte(text, ';'); i >= 0 {
		key, mode, ok := strings.Cut(text[i+1:], "=")
		if ok && strings.EqualFold(pct.Decode(key), "mode") {
			v.file.end, v.mode.start = start+i, end-len(mode)
			v.Mode = scheme.Octets(lower(pct.Decode(mode)))
		}
	}
	v.File = scheme.Octets(pct.Decode(u.String()[start:v.file.end]))
	return v
}

// lower writes ASCII letters in lower case and leaves all other octets alone.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// bare may stand in a file as they are: unreserved of RFC 2396.
var bare = pct.Unreserved.With("!*'()")

// URI returns the URI that v was read from with File and Mode as they are now.
// All reserved characters of the file are percent-encoded, slashes too, as the
// syntax wants it, and the mode octet is left out. The error tells of a v that
// was read from no URI with a host.
func (v View) URI() (uri.URI, error) {
	return v.write(pct.Encode(string(v.File), bare))
}

func (v View) write(file string) (uri.URI, error) {
	if v.uri.Host() == "" {
		return uri.URI{}, errors.New("tftp: no host is named")
	}
	text := v.uri.String()
	_, authority, _ := v.uri.Range(uri.Authority)
	_, path, _ := v.uri.Range(uri.Path)
	mode := ""
	if v.Mode != "octet" {
		mode = ";mode=" + pct.Encode(string(v.Mode), bare)
	}
	return uri.Parse(text[:authority] + "/" + file + mode + text[path:])
}

// normal writes a file as [View.URI] does, but for slashes: those that are
// written as they are stay so.
func normal(u uri.URI) uri.URI {
	v := read(u)
	n, err := v.write(pct.Encode(keepSlashes(u.String()[v.file.start:v.file.end]), bare.With("/%")))
	if err != nil || n.String() == u.String() {
		return u
	}
	return n
}

// keepSlashes decodes a file but for its escapes of "/" and "%".
func keepSlashes(file string) string {
	var b strings.Builder
	for i := 0; i < len(file); i++ {
		if file[i] != '%' {
			b.WriteByte(file[i])
			continue
		}
		if c := pct.Decode(file[i : i+3]); c == "/" || c == "%" {
			b.WriteString(strings.ToUpper(file[i : i+3]))
		} else {
			b.WriteString(c)
		}
		i += 2
	}
	return b.String()
}

// equal says that two URIs ask for the same, whether a slash is encoded or not:
// what is sent is decoded.
func equal(a, b uri.URI) string {
	if request(a) != request(b) {
		return ""
	}
	return "same-request"
}

// request is u as [View.URI] writes it, without the default port.
func request(u uri.URI) uri.URI {
	n, err := read(u).URI()
	if err != nil {
		return u
	}
	if n.Port() == "69" {
		return n.WithoutPort()
	}
	return n
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts := scheme.AppendPart(v.Server.Parts(), v.file.start, v.file.end, "file")
	return scheme.AppendPart(parts, v.mode.start, v.mode.end, "mode")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	return fmt.Sprintf("the file %q, in mode %s, at %s", string(v.File), v.Mode.Escaped(), v.Server)
}
