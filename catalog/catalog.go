// Package catalog is the one list of what Uriel can do: a row for each family of
// schemes, the schemes of one folder below scheme/.
package catalog

import (
	"strings"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/scheme/about"
	"uriel.dev/scheme/about/aboutclient"
	"uriel.dev/scheme/afs"
	"uriel.dev/scheme/ark"
	"uriel.dev/scheme/blob"
	"uriel.dev/scheme/coap"
	"uriel.dev/scheme/cso"
	"uriel.dev/scheme/cso/csoclient"
	"uriel.dev/scheme/data"
	"uriel.dev/scheme/data/dataclient"
	"uriel.dev/scheme/dict"
	"uriel.dev/scheme/did"
	"uriel.dev/scheme/dns"
	"uriel.dev/scheme/doi"
	"uriel.dev/scheme/feed"
	"uriel.dev/scheme/file"
	"uriel.dev/scheme/file/fileclient"
	"uriel.dev/scheme/finger"
	"uriel.dev/scheme/ftp"
	"uriel.dev/scheme/ftp/ftpclient"
	"uriel.dev/scheme/gemini"
	"uriel.dev/scheme/geo"
	"uriel.dev/scheme/ghelp"
	"uriel.dev/scheme/ghelp/ghelpclient"
	"uriel.dev/scheme/git"
	"uriel.dev/scheme/gopher"
	"uriel.dev/scheme/gopher/gopherclient"
	"uriel.dev/scheme/http"
	"uriel.dev/scheme/http/httpclient"
	"uriel.dev/scheme/imap"
	"uriel.dev/scheme/info"
	"uriel.dev/scheme/info/infoclient"
	"uriel.dev/scheme/irc"
	"uriel.dev/scheme/javascript"
	"uriel.dev/scheme/jdbc"
	"uriel.dev/scheme/ldap"
	"uriel.dev/scheme/magnet"
	"uriel.dev/scheme/mailto"
	"uriel.dev/scheme/man"
	"uriel.dev/scheme/man/manclient"
	"uriel.dev/scheme/manpage"
	"uriel.dev/scheme/mqtt"
	"uriel.dev/scheme/msgid"
	"uriel.dev/scheme/news"
	"uriel.dev/scheme/news/newsclient"
	"uriel.dev/scheme/nfs"
	"uriel.dev/scheme/otpauth"
	"uriel.dev/scheme/pop"
	"uriel.dev/scheme/prospero"
	"uriel.dev/scheme/rtsp"
	"uriel.dev/scheme/sip"
	"uriel.dev/scheme/smb"
	"uriel.dev/scheme/smtp"
	"uriel.dev/scheme/ssh"
	"uriel.dev/scheme/svn"
	"uriel.dev/scheme/tag"
	"uriel.dev/scheme/tel"
	"uriel.dev/scheme/telnet"
	"uriel.dev/scheme/telnet/telnetclient"
	"uriel.dev/scheme/tftp"
	"uriel.dev/scheme/toc"
	"uriel.dev/scheme/toc/tocclient"
	"uriel.dev/scheme/urn"
	"uriel.dev/scheme/userdoc"
	"uriel.dev/scheme/userdoc/userdocclient"
	"uriel.dev/scheme/viewsource"
	"uriel.dev/scheme/wais"
	"uriel.dev/scheme/whatis"
	"uriel.dev/scheme/whatis/whatisclient"
	"uriel.dev/scheme/ws"
	"uriel.dev/scheme/xmpp"
)

// A row has a column for each stage of the life of a URI. Rows are written
// without keys, so that a column that is left out does not compile.
type row struct {
	schemes string // the names of those that its package describes, with blanks between
	readme  string
	get     func(get.Env) get.Handler
	page    page.Renderer
}

// rows is the list.
var rows = [...]row{
	{"about", about.Readme, aboutclient.New, page.General},
	{"afs", afs.Readme, never("never fetched: AFS is a file system, reached by clients of its own"), page.General},
	{"ark", ark.Readme, never("no resolver of ARKs is asked yet"), page.General},
	{"blob", blob.Readme, never("it names something in the memory of a browser"), page.General},
	{"coap coaps coap+tcp coaps+tcp coap+ws coaps+ws", coap.Readme, never("CoAP is not spoken"), page.General},
	{"cso", cso.Readme, csoclient.New, page.General},
	{"data", data.Readme, dataclient.New, page.General},
	{"dict", dict.Readme, never("DICT is not spoken yet"), page.General},
	{"did", did.Readme, never("no resolver of DIDs is asked"), page.General},
	{"dns", dns.Readme, never("the DNS is not asked for records yet"), page.General},
	{"doi", doi.Readme, never("no resolver of DOIs is asked yet"), page.General},
	{"feed", feed.Readme, never("the URI behind it is not followed yet"), page.General},
	{"file", file.Readme, fileclient.New, page.General},
	{"finger whois", finger.Readme, never("finger and whois are not asked yet"), page.General},
	{"ftp ftps", ftp.Readme, ftpclient.New, page.General},
	{"gemini spartan", gemini.Readme, never("Gemini and Spartan are not spoken yet"), page.General},
	{"geo", geo.Readme, never("it names a place on earth, which a map shows"), page.General},
	{"ghelp help", ghelp.Readme, ghelpclient.New, page.General},
	{"git git+ssh git+https", git.Readme, never("a repository is cloned, not retrieved"), page.General},
	{"gopher gophers", gopher.Readme, gopherclient.New, page.General},
	{"http https", http.Readme, httpclient.New, page.General},
	{"imap", imap.Readme, never("mailboxes are not opened yet"), page.General},
	{"info", info.Readme, infoclient.New, page.General},
	{"irc ircs irc6", irc.Readme, never("a conversation is joined, not retrieved"), page.General},
	{"javascript", javascript.Readme, never("it is a program, which is never run"), page.General},
	{"jdbc", jdbc.Readme, never("it names a database, which a program of its own opens"), page.General},
	{"ldap ldaps ldapi", ldap.Readme, never("directories are not asked yet"), page.General},
	{"magnet", magnet.Readme, never("it names content that others share, whom a client of theirs finds"), page.General},
	{"mailto", mailto.Readme, never("it names an action, to write a mail, and nothing to retrieve"), page.General},
	{"man", man.Readme, manclient.New, page.General},
	{"x-man-page", manpage.Readme, never("it is for the Terminal of macOS; man: names the same page"), page.General},
	{"mqtt mqtts", mqtt.Readme, never("messages are subscribed to, not retrieved"), page.General},
	{"mid cid", msgid.Readme, never("messages of this machine are not looked through yet"), page.General},
	{"news snews nntp nntps", news.Readme, newsclient.New, page.General},
	{"nfs", nfs.Readme, never("NFS is mounted, not retrieved from"), page.General},
	{"otpauth", otpauth.Readme, never("it holds a secret to make passwords of, and nothing to retrieve"), page.General},
	{"pop", pop.Readme, never("mailboxes are not opened yet"), page.General},
	{"prospero", prospero.Readme, never("Prospero is not spoken yet"), page.General},
	{"rtsp rtsps rtspu", rtsp.Readme, never("streams are played, not retrieved"), page.General},
	{"sip sips", sip.Readme, never("it names somebody to call, and nothing to retrieve"), page.General},
	{"smb cifs", smb.Readme, never("SMB is not spoken"), page.General},
	{"smtp submit", smtp.Readme, never("it names a server to send mail by, and nothing to retrieve"), page.General},
	{"ssh sftp scp", ssh.Readme, never("SSH is not spoken yet"), page.General},
	{"svn svn+ssh", svn.Readme, never("a repository is checked out, not retrieved"), page.General},
	{"tag", tag.Readme, never("it is a name, and nobody is there who knows what is called so"), page.General},
	{"tel sms", tel.Readme, never("it names a number to call or write to, and nothing to retrieve"), page.General},
	{"telnet rlogin tn3270", telnet.Readme, telnetclient.New, page.General},
	{"tftp", tftp.Readme, never("TFTP is not spoken"), page.General},
	{"toc", toc.Readme, tocclient.New, page.General},
	{"urn", urn.Readme, never("no resolver of URNs is asked yet"), page.General},
	{"x-userdoc", userdoc.Readme, userdocclient.New, page.General},
	{"view-source", viewsource.Readme, never("the URI behind it is not followed yet"), page.General},
	{"wais", wais.Readme, never("WAIS is not spoken yet"), page.General},
	{"whatis", whatis.Readme, whatisclient.New, page.General},
	{"ws wss", ws.Readme, never("it names a conversation of two programs, and nothing to retrieve"), page.General},
	{"xmpp", xmpp.Readme, never("it names somebody to write to, and nothing to retrieve"), page.General},
}

// never makes the handler of schemes of which nothing is got.
func never(why string) func(get.Env) get.Handler {
	return func(get.Env) get.Handler { return get.Never(why) }
}

// Handlers returns a handler for each scheme by its name, made for env. Schemes
// of one family share one.
func Handlers(env get.Env) map[string]get.Handler {
	return byScheme(func(r row) get.Handler { return r.get(env) })
}

// Pages returns the renderer of the gateway for each scheme by its name.
func Pages() map[string]page.Renderer {
	return byScheme(func(r row) page.Renderer { return r.page })
}

// Readmes returns what there is to say of each scheme by its name, in Markdown.
func Readmes() map[string]string { return byScheme(func(r row) string { return r.readme }) }

// byScheme spreads a column of the rows over the schemes of each.
func byScheme[T any](column func(row) T) map[string]T {
	out := map[string]T{}
	for _, r := range rows {
		value := column(r)
		for name := range strings.FieldsSeq(r.schemes) {
			out[name] = value
		}
	}
	return out
}
