// Package ftp describes the schemes ftp and ftps: a file, or the list of a
// directory, and the commands of the File Transfer Protocol that lead to it. It
// is pure.
//
// ftp is defined by section 3.2 of RFC 1738, "Uniform Resource Locators (URL)",
// December 1994; what draft-ietf-uri-url-03, "Uniform Resource Locators", March
// 1994, section 1.2.1, allows beyond it is read, too. The protocol is RFC 959,
// "File Transfer Protocol (FTP)", October 1985; path names beyond ASCII are RFC
// 2640, "Internationalization of the File Transfer Protocol", July 1999.
//
// ftps is in no registry. Programs mean by it FTP over a connection that speaks
// TLS from its first octet on, which RFC 4217, "Securing FTP with TLS", October
// 2005, does not describe.
package ftp

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
	plain := scheme.Info{
		Name:      "ftp",
		Title:     "The File Transfer Protocol",
		Spec:      "RFC 1738, section 3.2",
		Form:      "ftp://[user[:password]@]host[:port]/[cwd/]*[name][;type=a|i|d]",
		Port:      21,
		Retrieval: "Connect to the port of the host over TCP and log in as the user, or else as anonymous with a mail address as password. " + dialogue,
		Opening:   "an FTP client",
		Wire:      scheme.Controls,
		Rules:     rules,
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:    normal,
	}
	secure := plain
	secure.Name = "ftps"
	secure.Title = "FTP over TLS"
	secure.Spec = "RFC 1738, section 3.2, over TLS"
	secure.Status = scheme.Unregistered
	secure.Form = "ftps://[user[:password]@]host[:port]/[cwd/]*[name][;type=a|i|d]"
	secure.Port = 990
	secure.Retrieval = "Connect to the port of the host over TCP, agree on TLS before anything is said, protect the data connections alike, and go on as in ftp."
	return []scheme.Info{plain, secure}
}

const dialogue = "Send CWD with each segment of the path but the last, decoded, one after the other. " +
	"If the last segment is empty, or ends with ;type=d, ask for the list of names with NLST, of what the segment names if it names something. " +
	"Otherwise send TYPE A if it ends with ;type=a, else TYPE I, and RETR with the decoded segment; what comes on the data connection, in stream mode, is the file."
