// Package nfs describes the scheme nfs: a file or directory of a server of the
// Network File System, named from the root of the server or from its public
// directory.
//
// It is defined by RFC 2224, "NFS URL Scheme", October 1997. How a path is sent
// is said by RFC 2055, "WebNFS Server Specification", October 1996.
package nfs

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:  "nfs",
		Title: "Network File System",
		Spec:  "RFC 2224",
		Form:  "nfs://host[:port][/path] or, from the root, nfs://host[:port]//path",
		Port:  port,
		Retrieval: "Connect to the port of the host over TCP, or else UDP. With the public filehandle, by version 3 of NFS or else 2, look up the path at once: " +
			"behind its first slash, or \".\" if nothing stands there. Read the file or the directory; a symbolic link is a relative reference to follow. " +
			"A server without the public filehandle is asked by the MOUNT protocol.",
		Opening: "a file manager",
		Rules:   []uri.Rule{ruleHost, ruleUserinfo, ruleQuery, ruleCharacter, ruleRoot},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:  normal,
	}}
}

const port = 2049

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "nfs/host", Section: "RFC 2224 1", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "The general form of an NFS URL is nfs://, the host and the path. The grammar has references without a host, too, which mean something only in another NFS URL."}
	ruleUserinfo = uri.Rule{ID: "nfs/userinfo", Section: "RFC 2224 10", Title: "user name in an NFS URL",
		Text: "An NFS URL has no user and no password: who may read a file is agreed otherwise."}
	ruleQuery = uri.Rule{ID: "nfs/query", Section: "RFC 2224 10", Title: "query in an NFS URL", Hint: "a question mark in a name is written %3F",
		Text: "An NFS URL has no query. Libraries put options of a mount there, which is their own invention."}
	ruleCharacter = uri.Rule{ID: "nfs/character", Section: "RFC 2224 6", Title: "character that no path holds", Hint: "write %3B for a semicolon",
		Text: "A path consists of printable characters of US-ASCII. What is not unreserved, and not one of : @ & = +, is escaped, and a semicolon is reserved. An octet beyond ASCII at the beginning of a path that is looked up means another kind of path (RFC 2055, section 6.1)."}
	ruleRoot = uri.Rule{ID: "nfs/root-path", Section: "RFC 2224 6.1", Title: "path from the root of the server",
		Text: "The slash that introduces the path is not sent. A second one is, and means the root of the server; without it the path is counted from the directory of the public filehandle. Not all servers allow both."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	u := v.uri
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if u.HasUserinfo() {
		out = append(out, scheme.RemarkOn(u, uri.Userinfo, ruleUserinfo, uri.Forbid))
	}
	if start, end, ok := u.Range(uri.Query); ok {
		out = append(out, uri.NewRemark(ruleQuery, uri.Forbid, start-1, end-start+1))
	}
	if v.IsAbsolute() {
		out = append(out, uri.NewRemark(ruleRoot, uri.Info, v.path.start, len("/")))
	}
	text := u.String()[:v.path.end]
	for i := v.path.start; i < len(text); i++ {
		switch {
		case text[i] == ';':
			return append(out, uri.NewRemark(ruleCharacter, uri.Forbid, i, 1))
		case text[i] == '%' && text[i+1] >= '8': // a letter is, too
			return append(out, uri.NewRemark(ruleCharacter, uri.Forbid, i, len("%80")))
		}
	}
	return out
}

// normal writes the path as [View.URI] does: an escape of what may stand
// unescaped is the same.
func normal(u uri.URI) uri.URI {
	n, err := read(u).URI()
	if err != nil || n.String() == u.String() {
		return u
	}
	return n
}
