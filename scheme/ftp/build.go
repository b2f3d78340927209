package ftp

import (
	"errors"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// bare may stand in a segment as they are: pchar without the semicolon, which
// only introduces the type (RFC 1738, section 3.2.2).
var bare = pct.Unreserved.With("!$&'()*+,=:@")

// URI returns the URI that v was read from with CWD, Name and Type as they are
// now: so an entry of a directory gets its URI. Every octet but pchar is
// percent-encoded, a slash and a semicolon too. The result is read back as v;
// but a segment "." or ".." in it is a step in the hierarchy to others, and is
// gone once the URI is normalised or resolved.
//
// The error tells of a v that was read from no URI with a host, and of a URI
// that would be too long.
func (v View) URI() (uri.URI, error) {
	if v.uri.Host() == "" {
		return uri.URI{}, errors.New("ftp: no host is named")
	}
	var b strings.Builder
	_, end, _ := v.uri.Range(uri.Authority)
	b.WriteString(v.uri.String()[:end])
	for _, segment := range append(v.CWD[:len(v.CWD):len(v.CWD)], v.Name) {
		b.WriteByte('/')
		b.WriteString(pct.Encode(string(segment), bare))
	}
	if v.Type != nil {
		b.WriteString(";type=" + pct.Encode(string(*v.Type), bare))
	}
	b.WriteString(v.uri.String()[v.whole.end:])
	return uri.Parse(b.String())
}

// normal writes the path as [View.URI] does: within a segment only "/" and ";"
// are reserved (RFC 1738, section 3.2.2), so that no other escape means anything
// else than its octet. Where the slash before it is missing, which is forbidden, it
// stays: to write one would make it lawful.
func normal(u uri.URI) uri.URI {
	if u.Path() == "" && u.HasQuery() {
		return u
	}
	n, err := read(u).URI()
	if err != nil || n.String() == u.String() {
		return u
	}
	// What was a query may have dot segments, which belong to the path now.
	return n.Normalize()
}
