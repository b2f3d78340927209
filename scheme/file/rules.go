package file

import (
	"fmt"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

const section2 = "RFC 8089 2"

var (
	ruleAuthority = uri.Rule{ID: "file/authority", Section: section2, Title: "user or port in a file URI", Hint: "leave it out: the scheme has no protocol to log in with",
		Text: "The authority of a file URI is a host and nothing else. Appendix E.1 tells of user names that VMS put there, with passwords."}
	ruleRemoteHost = uri.Rule{ID: "file/remote-host", Section: section2, Title: "file of another host", Hint: "name the protocol to fetch it with, such as sftp:, ftp:, smb: or http:",
		Text: "The host of a file URI tells a client on another system that it cannot get at the file. Some programs take any host for the local one, others try a protocol of their choice: such a URI is not portable. localhost, or no host at all, is the machine that reads the URI."}
	ruleNoPath = uri.Rule{ID: "file/no-path", Section: section2, Title: "file URI without a path", Hint: "the root folder is file:///",
		Text: "The path of a file URI is path-absolute of RFC 3986, so it begins with a slash."}
	ruleRelative = uri.Rule{ID: "file/relative", Section: section2, Title: "file URI with a relative path",
		Text: "A scheme and a relative path do not go together: a URI behind file: is absolute. To start from the current location leave the scheme out; the reference then works wherever the document is (uri(7), file)."}
	ruleDrive = uri.Rule{ID: "file/drive", Section: "RFC 8089 E.2", Title: "drive letter without a slash before it",
		Text: "The path of a file URI begins with a slash, before the drive letter too: file:///c:/path. Appendix E.2 tells of the short form, which is not in the syntax."}
	ruleDriveBar = uri.Rule{ID: "file/drive-bar", Section: "RFC 8089 E.2.2", Title: "drive letter with a vertical bar", Hint: "write the colon",
		Text: "Old programs wrote the colon of a drive as a vertical bar, which RFC 3986 lets stand in no URI, and others encoded the bar since. On Windows no name has a bar in it, so that a drive is meant; elsewhere it is a name like others."}
	ruleUNC = uri.Rule{ID: "file/unc", Section: "RFC 8089 E.3.2", Title: "path that begins with two slashes",
		Text: "Two slashes behind an empty authority are a UNC name on Windows, whose host belongs in the authority; elsewhere they are a slip for one slash. The path of RFC 8089, section 2, begins with one."}
	ruleName = uri.Rule{ID: "file/name", Section: "RFC 3986 2.2", Title: "encoded octet that no name of a file can hold",
		Text: "A slash that is percent-encoded is part of a name and parts no folders, but no Unix file has a name with a slash in it, nor with a NUL. Programs that decode first and split later go where such a URI should not lead them."}
	ruleQuery = uri.Rule{ID: "file/query", Section: section2, Title: "query in a file URI", Hint: "a question mark in a name is written %3F",
		Text: "The syntax of file URIs has no query: a file is opened, not asked."}
)

// remarks judges u by RFC 8089, section 2. What the normative syntax has not is
// forbidden, though appendix E may tell of it.
func remarks(u uri.URI) []uri.Remark {
	out := authorityRemarks(u)
	out = append(out, pathRemarks(u)...)
	if start, end, ok := u.Range(uri.Query); ok {
		out = append(out, uri.NewRemark(ruleQuery, uri.Forbid, start-1, end-start+1))
	}
	return out
}

func authorityRemarks(u uri.URI) (out []uri.Remark) {
	if start, end, ok := u.Range(uri.Userinfo); ok {
		out = append(out, uri.NewRemark(ruleAuthority, uri.Forbid, start, end-start))
	}
	if !isLocal(u) {
		start, end, _ := u.Range(uri.Host)
		out = append(out, uri.NewRemark(ruleRemoteHost, uri.Warning, start, end-start))
	}
	if start, end, ok := u.Range(uri.Port); ok {
		r := ruleAuthority
		if isDrive(u.Authority()) {
			r.Hint = fmt.Sprintf("if a drive was meant, write %q", "file:///"+u.Authority()+u.Path())
		}
		out = append(out, uri.NewRemark(r, uri.Forbid, start-1, end-start+1))
	}
	return out
}

func pathRemarks(u uri.URI) (out []uri.Remark) {
	path := u.Path()
	start, end, _ := u.Range(uri.Path)
	forbid := func(r uri.Rule, hint string) {
		if hint != "" {
			r.Hint = hint
		}
		out = append(out, uri.NewRemark(r, uri.Forbid, start, end-start))
	}
	rest := u.String()[start:]
	switch {
	case path == "":
		forbid(ruleNoPath, "")
	case isDrive(withColon(path)):
		forbid(ruleDrive, fmt.Sprintf("write %q", "file:///"+withColon(path)+rest[len(path):]))
	case path[0] != '/':
		forbid(ruleRelative, fmt.Sprintf("write %q", relative(path)+rest[len(path):]))
	case strings.HasPrefix(path, "//") && isLocal(u):
		host := strings.TrimLeft(path, "/")
		forbid(ruleUNC, fmt.Sprintf("write %q, or %q if its first name is a host", "file:///"+host, "file://"+host))
	}
	if rooted, ok := strings.CutPrefix(path, "/"); ok && isLocal(u) && withColon(rooted) != rooted {
		r := ruleDriveBar
		r.Hint = fmt.Sprintf("write %q", "file:///"+withColon(rooted)+rest[len(path):])
		out = append(out, uri.NewRemark(r, uri.Warning, start+len("/C"), len("%7C")))
	}
	for i := 0; i < len(path); i++ {
		if path[i] != '%' {
			continue
		}
		if c := pct.Decode(path[i : i+3]); c == "/" || c == "\x00" {
			out = append(out, uri.NewRemark(ruleName, uri.Warning, start+i, 3))
		}
	}
	return out
}

// relative keeps the first segment of a path from being read as a scheme.
func relative(path string) string {
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ":") {
		return "./" + path
	}
	return path
}
