// Package tftp describes the scheme tftp: a file that is had by the Trivial File
// Transfer Protocol.
//
// It is defined by RFC 3617, "Uniform Resource Identifier (URI) Scheme and
// Applicability Statement for the Trivial File Transfer Protocol (TFTP)", October
// 2003, which advises against its use. The protocol is RFC 1350, "The TFTP
// Protocol (Revision 2)", July 1992.
package tftp

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
		Name:  "tftp",
		Title: "Trivial File Transfer Protocol",
		Spec:  "RFC 3617",
		Form:  "tftp://host[:port]/file[;mode=netascii|octet]",
		Port:  port,
		Keep:  uri.KeepDotSegments, // a file is octets: the grammar knows no hierarchy
		Retrieval: "Send a read request with the decoded file and the mode, octet if none is given, to the port of the host over UDP, " +
			"and acknowledge the blocks of data that come, until one is not full.",
		Opening: "a TFTP client",
		Wire:    "\x00",
		Rules:   []uri.Rule{ruleDiscouraged, ruleHost, ruleUserinfo, rulePort, ruleNoFile, ruleReserved, ruleNUL, ruleQuery, ruleMode},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:  normal,
		Equal:   equal,
	}}
}

const (
	port    = 69
	section = "RFC 3617 2"
)

// The rules, in the order of what they are about.
var (
	ruleDiscouraged = uri.Rule{ID: "tftp/discouraged", Section: "RFC 3617 5", Title: "protocol without security",
		Text: "TFTP has no login, no encryption and no check that what arrives is what was sent. Its use is strongly discouraged but where memory is too small for another protocol."}
	ruleHost = uri.Rule{ID: "tftp/host", Section: section, Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "A TFTP URI is tftp://, the host, a slash and the file. Without a host there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "tftp/userinfo", Section: section, Title: "user name in a TFTP URI", Hint: "it is not sent: TFTP knows no login",
		Text: "The syntax has the host alone between the slashes."}
	rulePort = uri.Rule{ID: "tftp/port", Section: section, Title: "port in a TFTP URI",
		Text: "The syntax has no port: requests go to port 69. Most programs understand one all the same."}
	ruleNoFile = uri.Rule{ID: "tftp/no-file", Section: section, Title: "no file is named",
		Text: "A slash and the name of a file stand behind the host. The syntax lets the name be empty, but there is no such file, and TFTP lists no directories."}
	ruleReserved = uri.Rule{ID: "tftp/reserved", Section: section, Title: "reserved character in the name of a file", Hint: "write %2F for a slash",
		Text: "The file is unreserved and escaped characters of RFC 2396, so that slashes and other reserved ones are escaped. Programs write slashes as they are, which means the same; but to resolve a relative reference is to change the name then."}
	ruleNUL = uri.Rule{ID: "tftp/nul", Section: "RFC 1350 5", Title: "NUL in the name of a file",
		Text: "The name is ended by a NUL in the request. What stands behind one would be taken for the mode."}
	ruleQuery = uri.Rule{ID: "tftp/query", Section: section, Title: "query in a TFTP URI", Hint: "a question mark in a name is written %3F",
		Text: "The syntax has no query. Some programs take the question mark for a character of the file, others leave out what stands behind it."}
	ruleMode = uri.Rule{ID: "tftp/mode", Section: section, Title: "mode that is not netascii or octet",
		Text: "There are two modes of transfer: netascii, in which the ends of lines are converted, and octet. The mode mail is obsolete."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() []uri.Remark {
	u := v.uri
	out := []uri.Remark{scheme.RemarkOn(u, uri.Scheme, ruleDiscouraged, uri.Info)}
	if u.Host() == "" {
		out = append(out, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
	if u.HasUserinfo() {
		out = append(out, scheme.RemarkOn(u, uri.Userinfo, ruleUserinfo, uri.Forbid))
	}
	if u.Port() != "" {
		out = append(out, scheme.RemarkOn(u, uri.Port, rulePort, uri.Info))
	}
	out = append(out, v.fileRemarks()...)
	if start, end, ok := u.Range(uri.Query); ok {
		out = append(out, uri.NewRemark(ruleQuery, uri.Forbid, start-1, end-start+1))
	}
	if v.Mode != "netascii" && v.Mode != "octet" {
		out = append(out, uri.NewRemark(ruleMode, uri.Forbid, v.file.end, v.mode.end-v.file.end))
	}
	return out
}

// fileRemarks remarks the first reserved character and the first NUL of the
// file.
func (v View) fileRemarks() (out []uri.Remark) {
	if v.File == "" {
		return []uri.Remark{uri.NewRemark(ruleNoFile, uri.Warning, v.file.start, 0)}
	}
	text, reserved, nul := v.uri.String(), false, false
	for i := v.file.start; i < v.file.end; i++ {
		switch c := text[i]; {
		case c == '%' && text[i+1:i+3] == "00" && !nul:
			out, nul = append(out, uri.NewRemark(ruleNUL, uri.Forbid, i, len("%00"))), true
		case c != '%' && !bare.Has(c) && !reserved:
			out, reserved = append(out, uri.NewRemark(ruleReserved, uri.Info, i, 1)), true
		}
	}
	return out
}
