package ftp

import (
	"encoding/json"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an ftp or ftps URI means (RFC 1738, section 3.2.2):
//
//	ftp://joe@h.example/%2Fpub/doc/readme;type=a
//	      |   |         |      |   |      |
//	      |   |         CWD    CWD Name   Type
//	      |   Host
//	      User
//
// All fields are decoded. Beside them JSON has the keys absolute, which is
// [View.IsAbsolute], and commands: what [View.Commands] returns, absent if that
// is an error. The default port is 21, for ftps 990.
type View struct {
	scheme.Server

	// CWD are the arguments of the CWD commands, in order; one may be empty.
	CWD []scheme.Octets `json:"cwd,omitempty"`

	// Name is the file, or the directory if the type is d. If it is empty the
	// directory is meant that the last CWD leads to, or that of the login.
	Name scheme.Octets `json:"name"`

	// Type is "a", "i", "d", or another code, in lower case: "upper and lower
	// case are identical", says RFC 959 of codes. It is nil without ";type=".
	Type *scheme.Octets `json:"type,omitempty"`

	uri   uri.URI
	whole span   // the path without its first slash, and the query
	at    []span // the segments of whole; the last one without the type
}

// span is a range of bytes of the text of a URI.
type span struct{ start, end int }

// Parse returns the meaning of u, whose scheme is ftp or ftps. The error says
// what RFC 1738 or the protocol forbids about it; the view then holds what could
// be read.
//
// The query of the generic syntax belongs to the path: a question mark is a
// character like others in the grammar of RFC 1738, section 5, so that
// "ftp://h/a?b/c" has the segments "a?b" and "c". A fragment is no part of the
// meaning.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden(strings.ToLower(u.Scheme()), v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	port := uint16(21)
	if strings.EqualFold(u.Scheme(), "ftps") {
		port = 990
	}
	v := View{Server: scheme.ServerOf(u, port), uri: u}
	start, end, _ := u.Range(uri.Path)
	if u.HasQuery() {
		_, end, _ = u.Range(uri.Query)
	}
	if strings.HasPrefix(u.Path(), "/") {
		start++
	}
	v.whole = span{start, end}
	v.readSegments(u.String()[start:end], start)
	return v
}

func (v *View) readSegments(text string, start int) {
	for {
		segment, rest, more := strings.Cut(text, "/")
		if !more {
			v.readName(segment, start)
			return
		}
		v.CWD = append(v.CWD, decoded(segment))
		v.at = append(v.at, span{start, start + len(segment)})
		text, start = rest, start+len(segment)+1
	}
}

// readName reads the last segment. The type is what stands behind its last
// semicolon, since none can be in a type, if that is introduced by "type=".
func (v *View) readName(segment string, start int) {
	end := len(segment)
	if i := strings.LastIndexByte(segment, ';'); i >= 0 {
		key, code, ok := strings.Cut(segment[i+1:], "=")
		if ok && strings.EqualFold(pct.Decode(key), "type") {
			end = i
			v.Type = new(scheme.Octets(lower(pct.Decode(code))))
		}
	}
	v.Name = decoded(segment[:end])
	v.at = append(v.at, span{start, start + end})
}

func decoded(s string) scheme.Octets { return scheme.Octets(pct.Decode(s)) }

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

// nameEnd returns where the name ends, and the type begins if there is one.
func (v View) nameEnd() int { return v.at[len(v.at)-1].end }

// IsAbsolute reports whether the first segment begins with a slash, which is
// encoded in the URI and means the root of the server.
func (v View) IsAbsolute() bool {
	first := v.Name
	if len(v.CWD) > 0 {
		first = v.CWD[0]
	}
	return strings.HasPrefix(string(first), "/")
}

// IsList reports whether the list of a directory is meant, not a file: the type
// is d, or there is no name, or the name is "/", the root of the server.
func (v View) IsList() bool {
	return v.Name == "" || v.Name == "/" || v.Type != nil && *v.Type == "d"
}

// Commands returns the commands that ask for the file or list, behind the login,
// without their line ends: CWD for each element of v.CWD, and NLST, or TYPE and
// RETR. Without a type that is TYPE I, so that octets come as they are.
//
// A client may ask for a list by MLSD or LIST instead. On the wire, which is
// that of Telnet, an octet of 255 is sent twice (RFC 959, section 2.3).
//
// The error tells of a type that is not a, i or d, and of a control character,
// which would end or change a command.
func (v View) Commands() ([]scheme.Octets, error) {
	var out []scheme.Octets
	for _, cwd := range v.CWD {
		out = append(out, "CWD "+cwd)
	}
	switch code := v.code(); {
	case code != "a" && code != "i" && code != "d":
		return nil, fmt.Errorf("no transfer of type %q: there are a, i and d", code)
	case v.IsList() && v.Name == "":
		out = append(out, "NLST")
	case v.IsList():
		out = append(out, "NLST "+v.Name)
	default:
		out = append(out, scheme.Octets("TYPE "+strings.ToUpper(code)), "RETR "+v.Name)
	}
	for _, command := range out {
		if strings.ContainsAny(string(command), scheme.Controls) {
			return nil, fmt.Errorf("a control character in the command %q", string(command))
		}
	}
	return out, nil
}

// code is the type, or the one that is chosen without.
func (v View) code() string {
	if v.Type == nil {
		return "i"
	}
	return string(*v.Type)
}

// MarshalJSON implements [json.Marshaler].
func (v View) MarshalJSON() ([]byte, error) {
	type fields View // without this method
	commands, _ := v.Commands()
	return json.Marshal(struct {
		fields
		Absolute bool            `json:"absolute,omitempty"`
		Commands []scheme.Octets `json:"commands,omitempty"`
	}{fields(v), v.IsAbsolute(), commands})
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts, text := v.Server.Parts(), v.uri.String()
	for i, at := range v.at {
		verb := "CWD "
		switch {
		case i < len(v.at)-1:
		case v.IsList():
			verb = "NLST "
		default:
			verb = "RETR "
		}
		parts = scheme.AppendPart(parts, at.start, at.end, verb+decoded(text[at.start:at.end]).Escaped())
	}
	if v.Type == nil || len(v.at) == 0 {
		return parts
	}
	return scheme.AppendPart(parts, v.nameEnd(), v.whole.end, "type "+v.Type.Escaped())
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	var b strings.Builder
	b.WriteString("the file ")
	if v.IsList() {
		b.Reset()
		b.WriteString("the list of ")
	}
	path := v.CWD
	if v.Name != "" {
		path = append(path[:len(path):len(path)], v.Name)
	}
	for i := len(path) - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "%q", string(path[i]))
		if i > 0 {
			b.WriteString(" in ")
		}
	}
	if len(path) == 0 {
		b.WriteString("the directory of the login")
	}
	switch code := v.code(); {
	case v.IsList(), code == "i":
	case code == "a":
		b.WriteString(", as text,")
	default:
		fmt.Fprintf(&b, ", by type %q,", code)
	}
	fmt.Fprintf(&b, " at %s", v.Server)
	return b.String()
}
