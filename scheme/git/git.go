// Package git describes the schemes of git repositories: git, the protocol of
// git itself, and git+ssh and git+https, by which package managers say that an
// address of another scheme is that of a repository.
//
// git is registered without a specification; its forms are those of the manual
// page git-clone(1), "GIT URLS", and of gitprotocol-pack(5). The two others are
// in no registry. What git does with ssh://, https:// and file:// is a matter of
// these schemes.
package git

import (
	_ "embed"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	git := info("git", "Git repository by its own protocol", 9418)
	git.Status = scheme.Provisional
	git.Form = "git://host[:port]/path or git://host[:port]/~user/path"
	git.Retrieval = "Connect to the port of the host over TCP, ask for git-upload-pack with the decoded path and the host, read the references, and ask for the objects that are missing."
	git.Wire = "\x00\n\r"

	ssh := info("git+ssh", "Git repository by SSH", 22)
	ssh.Form = "git+ssh://[user@]host[:port]/path or git+ssh://…/~user/path"
	ssh.Retrieval = "Log in at the host by SSH, run git-upload-pack with the decoded path there, and go on as in git."
	ssh.Wire = scheme.Controls

	https := info("git+https", "Git repository by HTTP over TLS", 443)
	https.Form = "git+https://[user[:password]@]host[:port]/path"
	https.Retrieval = "Ask the https URI, without the git+ before it and with /info/refs?service=git-upload-pack behind it, for the references, and it for the objects that are missing."
	https.Normal = scheme.WithSlash
	return []scheme.Info{git, ssh, https}
}

// info is what the schemes have in common.
func info(name, title string, port uint16) scheme.Info {
	return scheme.Info{
		Name:    name,
		Title:   title,
		Spec:    manual,
		Status:  scheme.Unregistered,
		Port:    port,
		Opening: "git in a terminal",
		Rules:   []uri.Rule{ruleClear, ruleHost, ruleUserinfo, ruleOption, rulePath, ruleOctet, ruleRevision, ruleQuery},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks() },
	}
}

const manual = "git-clone(1), GIT URLS"

// The rules, in the order of what they are about.
var (
	ruleClear = uri.Rule{ID: "git/cleartext", Section: manual, Title: "protocol without authentication",
		Text: "The protocol of git is neither encrypted nor knows who answers: use it with caution. What is fetched by ssh or https comes from the host that is named."}
	ruleHost = uri.Rule{ID: "git/host", Section: manual, Title: "no host is named", Hint: "two slashes and a host stand behind the colon",
		Text: "The URI of a repository names the host that has it. Without a host there is nobody to ask."}
	ruleUserinfo = uri.Rule{ID: "git/userinfo", Section: manual, Title: "user in a git URI", Hint: "it is not sent: write git+ssh or git+https",
		Text: "The protocol of git knows no login, and its form has no place for a user."}
	ruleOption = uri.Rule{ID: "git/option", Section: "RFC 1123 2.1", Title: "name that looks like an option",
		Text: "A program that hands such a host or user to ssh without care runs it with an option of the URI's choice, and there are options that run other programs. No host has a name that begins with a hyphen."}
	rulePath = uri.Rule{ID: "git/path", Section: manual, Title: "no repository is named",
		Text: "A slash and the path of the repository stand behind the host."}
	ruleOctet = uri.Rule{ID: "git/octet", Section: "gitprotocol-pack(5), Git Transport", Title: "NUL or line end in what is sent",
		Text: "The path is octets but NUL, which ends it. Git refuses line ends in hosts and paths, too: a server of some other protocol may take what stands behind one for a command."}
	ruleRevision = uri.Rule{ID: "git/revision", Section: manual, Title: "at-sign in the last name", Hint: "if it is part of the name, write %40",
		Text: "Package managers take what stands behind it for a branch, tag or commit, and ask git for the rest. To git itself it is a part of the path."}
	ruleQuery = uri.Rule{ID: "git/query", Section: manual, Title: "query in the URI of a repository", Hint: "a question mark in a name is written %3F",
		Text: "The forms have no query. Git takes the question mark for a character of the path."}
)

// remarks says what is wrong or unwise about what v was read from.
func (v View) remarks() (out []uri.Remark) {
	on := func(c uri.Component, r uri.Rule, s uri.Severity) { out = append(out, scheme.RemarkOn(v.uri, c, r, s)) }
	if v.Transport == "git" {
		on(uri.Scheme, ruleClear, uri.Info)
	}
	switch {
	case v.Host == "":
		on(uri.Host, ruleHost, uri.Forbid)
	case strings.HasPrefix(pct.Decode(v.Host), "-"):
		on(uri.Host, ruleOption, uri.Forbid)
	}
	switch {
	case v.User != nil && v.Transport == "git":
		on(uri.Userinfo, ruleUserinfo, uri.Forbid)
	case v.User != nil && strings.HasPrefix(string(*v.User), "-"):
		on(uri.Userinfo, ruleOption, uri.Warning)
	}
	if v.uri.Path() == "" && v.Transport != "https" {
		on(uri.Path, rulePath, uri.Forbid)
	}
	if v.Transport != "https" {
		if strings.ContainsAny(string(v.Path), "\x00\r\n") {
			on(uri.Path, ruleOctet, uri.Forbid)
		}
		if start, end, ok := v.uri.Range(uri.Query); ok {
			out = append(out, uri.NewRemark(ruleQuery, uri.Warning, start-1, end-start+1))
		}
	}
	if at, end := v.revision(); at < end {
		out = append(out, uri.NewRemark(ruleRevision, uri.Info, at, end-at))
	}
	return out
}

// revision returns where the last segment of the path has an at-sign and what
// stands behind it, in schemes of package managers.
func (v View) revision() (start, end int) {
	start, end, _ = v.uri.Range(uri.Path)
	path := v.uri.Path()
	at := strings.LastIndexByte(path, '@')
	if v.Transport == "git" || at <= strings.LastIndexByte(path, '/') {
		return end, end
	}
	return start + at, end
}
