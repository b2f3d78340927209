// Package ssh describes the schemes of the Secure Shell: ssh, a session at a
// host; sftp, a file or directory of it; and scp, a file that is had by running
// scp there.
//
// ssh and sftp are registered with draft-ietf-secsh-scp-sftp-ssh-uri-04,
// "Uniform Resource Identifier (URI) Scheme for Secure File Transfer Protocol
// (SFTP) and Secure Shell (SSH)", February 2006, which expired. Its earlier
// versions had scp, too, which is in no registry; it is read as curl does, like
// sftp without parameters. The protocol is RFC 4251, "The Secure Shell (SSH)
// Protocol Architecture", January 2006.
package ssh

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
	ssh := info("ssh", "Session by the Secure Shell", "ssh://[user[;fingerprint=key]@]host[:port][/]")
	ssh.Opening = "ssh in a terminal"
	ssh.Retrieval = "Nothing is retrieved: the URI names an interactive session. Whoever opens it connects to the port of the host over TCP, speaks SSH, " +
		"checks the key of the host, and logs in as the user."
	ssh.Normal = scheme.WithSlash

	sftp := info("sftp", "SSH File Transfer Protocol", "sftp://[user[;fingerprint=key]@]host[:port]/path[;type=a|i|d] or sftp://…/~/path")
	sftp.Opening = "an SFTP client"
	sftp.Retrieval = "Log in at the host by SSH, start the subsystem sftp, and open the file of that path, from the root or, behind ~, from the home directory. " +
		"A path that ends with a slash, or has ;type=d, is a directory: read its entries."

	scp := info("scp", "Copy by the Secure Shell", "scp://[user@]host[:port]/path or scp://…/~/path")
	scp.Spec = "draft-ietf-secsh-scp-sftp-ssh-uri-02"
	scp.Status = scheme.Unregistered
	scp.Opening = "scp in a terminal"
	scp.Retrieval = "Log in at the host by SSH, run scp -f with the path there, and read the file in the form of rcp. A directory cannot be read."
	return []scheme.Info{ssh, sftp, scp}
}

// info is what the schemes have in common.
func info(name, title, form string) scheme.Info {
	return scheme.Info{
		Name:    name,
		Title:   title,
		Spec:    draft,
		Status:  scheme.Provisional,
		Form:    form,
		Port:    port,
		Wire:    scheme.Controls,
		Rules:   rules,
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks() },
		Normal:  normal,
	}
}

const (
	draft = "draft-ietf-secsh-scp-sftp-ssh-uri-04"
	port  = 22
)

// normal writes the path as [View.URI] does: a path is decoded before it is
// sent, so that no escape in it means anything else than its octet.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n, err := v.URI()
	if err != nil || n.String() == u.String() {
		return u
	}
	return n
}
