// Package smb describes the schemes smb and cifs: what a server of the Server
// Message Block protocol shares, and the workgroups and servers themselves.
//
// smb is registered with draft-crhertel-smb-url-12, "SMB File Sharing URI
// Scheme", January 2007, which expired. It has cifs as another name of the same
// scheme, which is in no registry.
package smb

import (
	_ "embed"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	smb := scheme.Info{
		Name:   "smb",
		Title:  "Windows and Samba file sharing",
		Spec:   draft,
		Status: scheme.Provisional,
		Form:   "smb://[[domain;]user[:password]@][server[:port]][/share/path][?context]",
		Port:   port,
		Retrieval: "Resolve the server as a name of NetBIOS, with what the context says of that, or else of DNS; connect to its port over TCP, log in as the user of the domain, " +
			"connect to the share and open the path. A directory is its entries, a server its shares, a workgroup its servers, and no server at all the workgroups that are known.",
		Opening: "a file manager",
		Wire:    "\x00",
		Rules:   []uri.Rule{ruleAuthority, ruleServer, ruleName, ruleContext},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:  normal,
	}
	cifs := smb
	cifs.Name = "cifs"
	cifs.Title = "Windows and Samba file sharing, by another name"
	cifs.Status = scheme.Unregistered
	cifs.Form = "cifs://[[domain;]user[:password]@][server[:port]][/share/path][?context]"
	return []scheme.Info{smb, cifs}
}

const (
	draft = "draft-crhertel-smb-url-12"
	port  = 445
)

// The rules, in the order of what they are about.
var (
	ruleAuthority = uri.Rule{ID: "smb/authority", Section: draft + " 5", Title: "no slashes behind the scheme", Hint: "write smb://",
		Text: "An SMB URI is smb:// and a server, which may be missing: smb:// is the list of the workgroups."}
	ruleServer = uri.Rule{ID: "smb/server", Section: draft + " 6.2", Title: "share of no server", Hint: "two slashes introduce the server: a third begins the share",
		Text: "Without a server a URI means the list of the workgroups, in which there are no shares."}
	ruleName = uri.Rule{ID: "smb/name", Section: draft + " 7", Title: "encoded octet that no name can hold",
		Text: "Names are parted by slashes in the URI and by backslashes in what is sent, so that no name holds either, nor a NUL. Programs that decode first and split later go where such a URI should not lead them."}
	ruleContext = uri.Rule{ID: "smb/context", Section: draft + " 6.7", Title: "parameter that is no context of NetBIOS", Hint: "it is ignored",
		Text: "Behind the question mark stand parameters of NetBIOS over TCP, parted by semicolons: BROADCAST, CALLED, CALLING, NBNS or WINS, NODETYPE, SCOPE or SCOPEID. Each is given once. Options of a program are its own invention."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	u := v.uri
	if !u.HasAuthority() {
		out = append(out, uri.NewRemark(ruleAuthority, uri.Forbid, len(u.Scheme())+1, 0))
	} else if u.Host() == "" && u.Path() != "" && u.Path() != "/" {
		out = append(out, scheme.RemarkOn(u, uri.Path, ruleServer, uri.Forbid))
	}
	for _, at := range v.badNames {
		out = append(out, uri.NewRemark(ruleName, uri.Forbid, at.start, at.end-at.start))
	}
	for _, at := range v.unknown {
		out = append(out, uri.NewRemark(ruleContext, uri.Warning, at.start, at.end-at.start))
	}
	return out
}

// normal calls the scheme smb, which is preferred to cifs; writes names as
// [View.URI] does; and writes the context in capitals, with one keyword for each
// thing: case is not significant in it (section 6.7 of the draft). Parameters
// that are no context stay as they are.
func normal(u uri.URI) uri.URI {
	n, err := read(u).URI()
	if err != nil {
		return u
	}
	if n.HasQuery() {
		params := strings.Split(n.Query(), ";")
		for i, p := range params {
			keyword, value, ok := strings.Cut(strings.ToUpper(p), "=")
			if key, isKeyword := keywords[keyword]; ok && isKeyword {
				params[i] = key + "=" + value
			}
		}
		n, _ = n.WithQuery(strings.Join(params, ";")) // not longer than it was
	}
	n, err = n.WithScheme("smb")
	if err != nil {
		return u
	}
	return n
}

// keywords are those of the context, and what they are in the normal form.
var keywords = map[string]string{
	"BROADCAST": "BROADCAST", "CALLED": "CALLED", "CALLING": "CALLING", "NODETYPE": "NODETYPE",
	"NBNS": "NBNS", "WINS": "NBNS", "SCOPE": "SCOPE", "SCOPEID": "SCOPE",
}
