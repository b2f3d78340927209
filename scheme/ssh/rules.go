package ssh

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// The rules, in the order of what they are about.
var (
	ruleHost = uri.Rule{ID: "ssh/host", Section: draft + " 3.4", Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "The URI begins with the name of the scheme, // and the host. Without a host there is nothing to connect to."}
	ruleOption = uri.Rule{ID: "ssh/option", Section: "RFC 1123 2.1", Title: "name that looks like an option",
		Text: "A program that hands such a host, user or path to ssh without care runs it with an option of the URI's choice, and there are options that run other programs. No host has a name that begins with a hyphen."}
	ruleTwice = uri.Rule{ID: "ssh/fingerprint-twice", Section: draft + " 5.1", Title: "second fingerprint",
		Text: "There must be only one fingerprint parameter: with two, two programs may check two different keys."}
	ruleFingerprint = uri.Rule{ID: "ssh/fingerprint", Section: draft + " 5.1", Title: "fingerprint of another form", Hint: "write the algorithm of the key and its MD5 hash, with dashes: ssh-rsa-c1-b1-…",
		Text: "A fingerprint is the algorithm of the host's key and 16 octets in hex, parted by dashes. Programs that put other hashes there do so each in its way."}
	ruleParameter = uri.Rule{ID: "ssh/parameter", Section: draft + " 3.4", Title: "parameter that is ignored",
		Text: "The draft knows the parameters fingerprint, before the host, and type, behind the path of sftp. What is not understood is ignored; a URI cannot set options of a program."}
	rulePath = uri.Rule{ID: "ssh/path", Section: draft + " 3.4", Title: "path in the URI of a session", Hint: "it is ignored",
		Text: "An ssh URI names a session at a host, and the draft has no use for a path. Version control systems name a repository by it, which they have by running a program of theirs at the host."}
	ruleQuery = uri.Rule{ID: "ssh/query", Section: draft + " 4.3", Title: "query", Hint: "a question mark in a name is written %3F",
		Text: "The syntax of the three schemes has no query. Some programs take the question mark for a character of the path, others leave out what stands behind it."}
	ruleName = uri.Rule{ID: "ssh/name", Section: draft + " 4.4", Title: "encoded octet that no name of a file can hold", Hint: "a path begins at the root: /etc, not /%2Fetc",
		Text: "The elements of a path are parted by slashes, so that no element holds one, nor a NUL, which ends text for most servers. Programs that decode first and split later go where such a URI should not lead them."}
	ruleSemicolon = uri.Rule{ID: "ssh/semicolon", Section: draft + " 4.3", Title: "semicolon that introduces no parameter", Hint: "write %3B",
		Text: "The semicolon is a delimiter and must be escaped in other uses. Where no parameter stands behind it, it is read as a character like others."}
	ruleType = uri.Rule{ID: "ssh/type", Section: draft + " 5.2", Title: "type that is not a, i or d", Hint: "a is text, i is octets, d is a directory",
		Text: "The draft has three types. Another one is ignored."}
	ruleHome = uri.Rule{ID: "ssh/home", Section: draft + " 4.4", Title: "path from the home directory",
		Text: "A tilde as the first element of the path may stand for the home directory of the user; not every program takes it so. All other paths are counted from the root, if the advice of the draft is followed; OpenSSH counts them from the home directory."}
	ruleShell = uri.Rule{ID: "ssh/scp-shell", Section: "RFC 4254 6.5", Title: "character that a shell interprets", Hint: "sftp: has no shell in between",
		Text: "The path of scp is a word of a command, which the server hands to the shell of the user. Programs that do not quote it run what the URI says."}
)

var rules = []uri.Rule{ruleHost, ruleOption, ruleTwice, ruleFingerprint, ruleParameter, rulePath, ruleQuery, ruleName, ruleSemicolon, ruleType, ruleHome, ruleShell}

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() []uri.Remark {
	out := v.connectionRemarks()
	if start, end, ok := v.uri.Range(uri.Query); ok {
		out = append(out, uri.NewRemark(ruleQuery, uri.Forbid, start-1, end-start+1))
	}
	if v.protocol == "ssh" {
		if path := v.uri.Path(); path != "" && path != "/" {
			out = append(out, scheme.RemarkOn(v.uri, uri.Path, rulePath, uri.Info))
		}
		return out
	}
	return append(append(out, v.pathRemarks()...), v.typeRemarks()...)
}

func (v View) connectionRemarks() (out []uri.Remark) {
	if v.Host == "" {
		out = append(out, scheme.RemarkOn(v.uri, uri.Host, ruleHost, uri.Forbid))
	}
	if strings.HasPrefix(pct.Decode(v.Host), "-") {
		out = append(out, scheme.RemarkOn(v.uri, uri.Host, ruleOption, uri.Forbid))
	}
	if v.User != nil && strings.HasPrefix(string(*v.User), "-") {
		out = append(out, v.user.remark(ruleOption, uri.Warning))
	}
	if i := strings.IndexByte(v.uri.String()[v.user.start:v.user.end], ';'); i >= 0 {
		at := v.user.start + i
		out = append(out, span{at, at + 1}.remark(ruleSemicolon, uri.Warning))
	}
	first := find(v.conn, "fingerprint")
	for i := range v.conn {
		switch p := &v.conn[i]; {
		case p.name != "fingerprint":
			out = append(out, p.at.remark(ruleParameter, uri.Info))
		case p != first:
			out = append(out, p.at.remark(ruleTwice, uri.Forbid))
		default:
			if _, _, ok := v.HostKey(); !ok {
				out = append(out, p.at.remark(ruleFingerprint, uri.Warning))
			}
		}
	}
	return out
}

// pathRemarks judges the path of sftp and scp.
func (v View) pathRemarks() (out []uri.Remark) {
	text := v.uri.String()[:v.path.end]
	for i := v.path.start; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		if c := pct.Decode(text[i : i+3]); c == "/" || c == "\x00" {
			out = append(out, span{i, i + 3}.remark(ruleName, uri.Forbid))
		}
	}
	if v.Home {
		out = append(out, v.tilde().remark(ruleHome, uri.Info))
	}
	if i := strings.IndexByte(text[v.path.start:], ';'); i >= 0 {
		at := v.path.start + i
		out = append(out, span{at, at + 1}.remark(ruleSemicolon, uri.Warning))
	}
	if v.protocol != "scp" {
		return out
	}
	if strings.HasPrefix(string(v.Path), "-") {
		out = append(out, v.path.remark(ruleOption, uri.Warning))
	}
	if strings.ContainsAny(string(v.Path), " \t\n\"#$&'()*;<>?[\\]`{|}") {
		out = append(out, v.path.remark(ruleShell, uri.Warning))
	}
	return out
}

// tilde is where the tilde of a home directory stands, escaped or not.
func (v View) tilde() span {
	path := v.uri.String()[v.path.start+1 : v.path.end]
	first, _, _ := strings.Cut(path, "/")
	return span{v.path.start + 1, v.path.start + 1 + len(first)}
}

func (v View) typeRemarks() (out []uri.Remark) {
	first := find(v.params, "type")
	for i := range v.params {
		switch p := &v.params[i]; {
		case p != first:
			out = append(out, p.at.remark(ruleParameter, uri.Info))
		case p.value != "a" && p.value != "i" && p.value != "d":
			out = append(out, p.at.remark(ruleType, uri.Warning))
		}
	}
	return out
}

func (at span) remark(r uri.Rule, s uri.Severity) uri.Remark {
	return uri.NewRemark(r, s, at.start, at.end-at.start)
}
