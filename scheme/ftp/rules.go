package ftp

import (
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

const section = "RFC 1738 3.2.2"

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "ftp/host", Section: "RFC 1738 3.2", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "The URI of a file begins with ftp://, the login if there is one, and the host. Without a host there is nobody to ask."}
	ruleCleartext = uri.Rule{ID: "ftp/cleartext", Section: "RFC 2577 5", Title: "password that is sent in the clear", Hint: "sftp: and ftps: send it encrypted",
		Text: "FTP sends the password of a login with the PASS command, readable by all that the connection passes. The password of anonymous, a mail address, is no secret."}
	ruleLineEnd = uri.Rule{ID: "ftp/line-end", Section: "RFC 959 5.3.2", Title: "line end in what is sent", Hint: "it would begin another command",
		Text: "The argument of a command is characters but CR and LF, which end it: whoever can put them into a URI would send commands of his own. RFC 2640, section 2.1, lets path names hold them, with a NUL behind the CR, but few servers read that."}
	ruleNUL = uri.Rule{ID: "ftp/nul", Section: "RFC 2640 2.1", Title: "NUL in a path name",
		Text: "A path name is octets but NUL. Behind a CR a NUL means that the CR is part of the name, and programs cut their text at it."}
	ruleSlash = uri.Rule{ID: "ftp/slash", Section: "RFC 1738 5", Title: "no slash before the path",
		Text: "The slash behind host and port may be left out only if nothing stands behind it."}
	ruleRoot = uri.Rule{ID: "ftp/root-path", Section: section, Title: "path from the root of the server",
		Text: "An encoded slash before the first name is part of it, and means the root on servers that write a root so. Without it the first name is counted from the directory of the login."}
	ruleNullCWD = uri.Rule{ID: "ftp/null-cwd", Section: section, Title: "CWD without an argument", Hint: "the root of the server is /%2F",
		Text: "An empty segment is a CWD with a null argument. Servers go home, stay where they are, or refuse; clients skip it, or take the first one for the root of the server."}
	ruleQuery = uri.Rule{ID: "ftp/query", Section: "RFC 1738 5", Title: "question mark in the path", Hint: "write %3F",
		Text: "An FTP URL has no query: the question mark is a character of a name, as it was in the grammar of RFC 1738. RFC 3986 ends the path there, so that programs leave out what stands behind it."}
	ruleSemicolon = uri.Rule{ID: "ftp/semicolon", Section: section, Title: "semicolon in a name", Hint: "write %3B",
		Text: "Within a name the semicolon is reserved for ;type= and must be encoded. Where no type stands behind it, it is read as part of the name, as in the versions of VMS files."}
	ruleType = uri.Rule{ID: "ftp/type", Section: "RFC 1738 3.2.3", Title: "transfer as text",
		Text: "With ;type=a the ends of lines are converted on the way, so that the file that comes need not have the octets, nor the length, of the one that is there."}
	ruleUnsupported = uri.Rule{ID: "ftp/type-unsupported", Section: section, Title: "type that is not a, i or d", Hint: "a is text, i is octets, d is a directory",
		Text: "The 1994 draft allows every type code of RFC 959, section 5.3.2: EBCDIC, local byte sizes, and formats of text for printers. RFC 1738 has three, and servers of today know no more than those."}
	ruleUnknown = uri.Rule{ID: "ftp/type-unknown", Section: section, Title: "no type of a transfer", Hint: "a is text, i is octets, d is a directory",
		Text: "What stands behind ;type= is none of a, i and d, nor another type code of RFC 959."}
)

var rules = []uri.Rule{ruleHost, ruleCleartext, ruleLineEnd, ruleNUL, ruleSlash, ruleRoot, ruleNullCWD, ruleQuery, ruleSemicolon, ruleType, ruleUnsupported, ruleUnknown}

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() []uri.Remark {
	out := v.serverRemarks()
	out = append(out, v.octetRemarks()...)
	out = append(out, v.pathRemarks()...)
	return append(out, v.typeRemarks()...)
}

func (v View) serverRemarks() (out []uri.Remark) {
	if v.Host == "" {
		out = append(out, scheme.RemarkOn(v.uri, uri.Host, ruleHost, uri.Forbid))
	}
	if v.Password && *v.User != "anonymous" && strings.EqualFold(v.uri.Scheme(), "ftp") {
		start, end, _ := v.uri.Range(uri.Userinfo)
		start += strings.IndexByte(v.uri.Userinfo(), ':') + 1
		out = append(out, uri.NewRemark(ruleCleartext, uri.Warning, start, end-start))
	}
	return out
}

// octetRemarks remarks the first octet that no argument may hold.
func (v View) octetRemarks() (out []uri.Remark) {
	start, end, _ := v.uri.Range(uri.Userinfo)
	for _, at := range [...]span{{start, end}, v.whole} {
		if i := v.escapeOf("\r\n", at); i >= 0 {
			out = append(out, uri.NewRemark(ruleLineEnd, uri.Forbid, i, len("%0A")))
		}
	}
	if i := v.escapeOf("\x00", v.whole); i >= 0 {
		out = append(out, uri.NewRemark(ruleNUL, uri.Forbid, i, len("%00")))
	}
	return out
}

// escapeOf returns where the first escape of one of the octets stands, or -1.
func (v View) escapeOf(octets string, at span) int {
	text := v.uri.String()
	for i := at.start; i < at.end; i++ {
		if text[i] == '%' && strings.Contains(octets, pct.Decode(text[i:i+3])) {
			return i
		}
	}
	return -1
}

func (v View) pathRemarks() (out []uri.Remark) {
	text := v.uri.String()
	if v.whole.start < v.whole.end && text[v.whole.start-1] != '/' {
		out = append(out, uri.NewRemark(ruleSlash, uri.Forbid, v.whole.start, 0))
	}
	if v.IsAbsolute() {
		out = append(out, uri.NewRemark(ruleRoot, uri.Info, v.whole.start, len("%2F")))
	}
	for i, cwd := range v.CWD {
		if cwd == "" {
			out = append(out, uri.NewRemark(ruleNullCWD, uri.Warning, v.at[i].start, len("/")))
			break
		}
	}
	if start, end, ok := v.uri.Range(uri.Query); ok {
		out = append(out, uri.NewRemark(ruleQuery, uri.Warning, start-1, end-start+1))
	}
	if i := strings.IndexByte(text[v.whole.start:v.nameEnd()], ';'); i >= 0 {
		out = append(out, uri.NewRemark(ruleSemicolon, uri.Warning, v.whole.start+i, len(";")))
	}
	return out
}

func (v View) typeRemarks() []uri.Remark {
	if v.Type == nil {
		return nil
	}
	about := func(r uri.Rule, s uri.Severity) []uri.Remark {
		return []uri.Remark{uri.NewRemark(r, s, v.nameEnd(), v.whole.end-v.nameEnd())}
	}
	switch code := string(*v.Type); {
	case code == "a":
		return about(ruleType, uri.Info)
	case code == "i", code == "d":
		return nil
	case isTypeCode(code):
		return about(ruleUnsupported, uri.Warning)
	default:
		return about(ruleUnknown, uri.Forbid)
	}
}

// isTypeCode reports whether a code in lower case is one of RFC 959, section
// 5.3.2:
//
//	type-code = "a" [ sp form-code ] / "e" [ sp form-code ] / "i" / "l" sp byte-size
//	form-code = "n" / "t" / "c"
//	byte-size = <a number from 1 to 255>
//
// The space may be missing, which the syntax of a URI has no room for.
func isTypeCode(code string) bool {
	if code == "" || code == "i" {
		return code == "i"
	}
	parameter := strings.TrimPrefix(code[1:], " ")
	switch code[0] {
	case 'a', 'e':
		return len(code) == 1 || parameter == "n" || parameter == "t" || parameter == "c"
	case 'l':
		size, err := strconv.ParseUint(parameter, 10, 8)
		return err == nil && size > 0
	}
	return false
}
