// Package ldap describes the schemes ldap, ldaps and ldapi: a search in a
// directory, over TCP, over TLS, or over a socket of this machine. It reads and
// writes distinguished names and search filters, too, which are of use alone.
//
// ldap is defined by RFC 4516, "Lightweight Directory Access Protocol (LDAP):
// Uniform Resource Locator", June 2006; distinguished names by RFC 4514, "LDAP:
// String Representation of Distinguished Names", and filters by RFC 4515, "LDAP:
// String Representation of Search Filters", both June 2006; the names and
// numbers within by RFC 4512, "LDAP: Directory Information Models", June 2006.
// ldaps is registered without a document of its own, and ldapi is of OpenLDAP:
// both are read like ldap.
package ldap

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
		Name:   "ldap",
		Title:  "Search in a directory by LDAP",
		Spec:   "RFC 4516",
		Status: scheme.Permanent,
		Form:   "ldap://[host[:port]][/dn[?[attributes][?[scope][?[filter][?extensions]]]]]",
		Port:   389,
		Keep:   uri.KeepDotSegments, // a distinguished name is one name, slashes and dots and all
		Retrieval: "Connect to the port of the host over TCP, or to a server of one's own choice if no host is named. Give up if an extension with \"!\" is not one that is understood. " +
			"Send a search request with the DN as base object, \"\" if there is none; the scope, base if there is none; the filter, (objectClass=*) if there is none; " +
			"and the attributes, none of them for all. The entries until the search is done are the listing; references lead on to other LDAP URLs.",
		Opening:  "a browser of directories",
		Wire:     scheme.Controls,
		Hostless: true, // RFC 4516, section 2: the client chooses the server
		Rules: []uri.Rule{ruleSlashes, ruleUserinfo, ruleSlash, ruleQuestionMark, ruleDN, ruleOlderDN, ruleAttribute, ruleScope, ruleFilter,
			ruleExtension, ruleUnknownExtension, ruleCleartext, ruleSocket, ruleBase},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Base:    &ruleBase,
		Trail:   trail,
	}

	secure := plain
	secure.Name = "ldaps"
	secure.Title = "Search in a directory by LDAP over TLS"
	secure.Spec = "the registry of IANA"
	secure.Status = scheme.Provisional
	secure.Form = "ldaps" + plain.Form[len("ldap"):]
	secure.Port = 636
	secure.Retrieval = "Connect to the port of the host over TCP, agree on TLS with a server whose certificate is for that host, and go on as in ldap."

	local := plain
	local.Name = "ldapi"
	local.Title = "Search in a directory of this machine by LDAP"
	local.Spec = "ldap.conf(5) of OpenLDAP"
	local.Status = scheme.Unregistered
	local.Form = "ldapi://[socket][/dn[?[attributes][?[scope][?[filter][?extensions]]]]]"
	local.Port = 0
	local.Reach = scheme.Local
	local.Keep |= uri.KeepAuthority // the path of a socket, in upper and lower case
	local.Retrieval = "Connect to the socket of this machine whose path is decoded from the place of the host, or to the one that the server was built with, and go on as in ldap."
	return []scheme.Info{plain, secure, local}
}

// The rules, in the order of what they are about.
var (
	ruleSlashes = uri.Rule{ID: "ldap/slashes", Section: "RFC 4516 2", Title: "no slashes behind the scheme", Hint: "write ldap:/// where no host is named",
		Text: "Two slashes stand behind the colon, though no host may follow: then the client chooses the server."}
	ruleUserinfo = uri.Rule{ID: "ldap/userinfo", Section: "RFC 4516 2", Title: "user name in an LDAP URL", Hint: "a directory knows names of entries, which an extension may carry",
		Text: "Only host and port stand between the slashes. As whom to bind is for the client to know; RFC 2255 had an extension bindname for it."}
	ruleSlash = uri.Rule{ID: "ldap/slash", Section: "RFC 4516 2", Title: "no slash before the first question mark", Hint: "write /? behind the host",
		Text: "Attributes and all that follows stand behind a DN, which may be empty, but not the slash before it."}
	ruleQuestionMark = uri.Rule{ID: "ldap/question-mark", Section: "RFC 4516 2.1", Title: "question mark within a part", Hint: "write %3F",
		Text: "Question marks part the DN, attributes, scope, filter and extensions. One within a part is percent-encoded, also in the last."}
	ruleDN = uri.Rule{ID: "ldap/dn", Section: "RFC 4514 3", Title: "no distinguished name",
		Text: "A DN is type=value pairs, with commas between the names of entry, parent and so on, and plus signs within one name. The characters \" + , ; < > \\ in a value stand behind a backslash, which is %5C in a URI."}
	ruleOlderDN = uri.Rule{ID: "ldap/older-dn", Section: "RFC 2253 4", Title: "distinguished name as older documents wrote it", Hint: "leave out spaces around delimiters, quotation marks, semicolons and OID.",
		Text: "RFC 1779 and RFC 2253 let spaces stand around the delimiters, and knew quotation marks, semicolons for commas, and OID. before numbers. RFC 4514 knows none of them; whoever reads them does more than he must."}
	ruleAttribute = uri.Rule{ID: "ldap/attribute", Section: "RFC 4511 4.5.1.8", Title: "what cannot be asked for as an attribute",
		Text: "The attributes are a list with commas: names or numbers of attributes, perhaps with options behind semicolons, * for all that are for users, 1.1 for none, + for the operational ones (RFC 3673), @ and an object class (RFC 4529)."}
	ruleScope = uri.Rule{ID: "ldap/scope", Section: "RFC 4516 2", Title: "unknown scope", Hint: "base, one or sub; base is meant if there is none",
		Text: "A search is about the entry itself (base), those right below it (one), or it and all below it (sub). Some servers know more, which RFC 4516 has no word for."}
	ruleFilter = uri.Rule{ID: "ldap/filter", Section: "RFC 4515 3", Title: "no search filter",
		Text: "A filter is in parentheses, (cn=Babs Jensen), and may hold others: (&(objectClass=person)(!(sn=J*))). A parenthesis, asterisk, backslash or NUL of a value is two hex digits behind a backslash. What a text from elsewhere adds to a filter without such escapes can change what is searched."}
	ruleExtension = uri.Rule{ID: "ldap/extension", Section: "RFC 4516 2", Title: "no extension", Hint: "an extension is name=value or name, behind ! if it is critical; a comma in the value is %2C",
		Text: "The extensions are a list with commas. Each has a name or number, and perhaps an equals sign and a value."}
	ruleUnknownExtension = uri.Rule{ID: "ldap/extension-unknown", Section: "RFC 4516 2", Title: "extension that is not known",
		Text: "A client that does not know an extension leaves it alone, but must not process the URL at all if the extension is marked as critical by an exclamation mark. RFC 4516 defines no extension; RFC 2255 had bindname."}
	ruleCleartext = uri.Rule{ID: "ldap/cleartext", Section: "RFC 4516 5", Title: "login without encryption", Hint: "use ldaps, or have the client start TLS",
		Text: "The extension names an entry to bind as. Over ldap the password that proves it goes over the network in the clear, unless the client starts TLS or uses a method that does not show it."}
	ruleSocket = uri.Rule{ID: "ldap/socket", Section: "ldap.conf(5)", Title: "what is no path of a socket", Hint: "write the path with its slashes as %2F, and no port",
		Text: "The path of a socket stands where other schemes have host and port, from the root on. A slash that is not encoded ends it."}
	ruleBase = uri.Rule{ID: "ldap/base", Section: "RFC 4516 2", Title: "a distinguished name is no path", Hint: "write the whole URL",
		Text: "The entries of a directory are a hierarchy, but their names are written from the entry up, with commas. The slashes and dots of a relative reference know nothing of it."}
)
