package bnf1994_test

import (
	"strings"
	"testing"

	"uriel.dev/uri/bnf1994"
)

// laterExamples are the URLs that RFC 1738 prints, in its order, without line
// breaks. That of the archive in section 1, and all in the references, come with
// the prefix.
var laterExamples = []verdict{
	{"URL:http://www.acl.lanl.gov/URI/archive/uri-archive.index.html", "", "httpurl", 0, "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html", "prefix", "1"},
	{"URL:ftp://@host.com/", "", "ftpurl", 0, "ftp://@host.com/", "prefix empty-user", "3.1: an empty user name"},
	{"URL:ftp://host.com/", "", "ftpurl", 0, "ftp://host.com/", "prefix", "3.1: no user name"},
	{"URL:ftp://foo:@host.com/", "", "ftpurl", 0, "ftp://foo:@host.com/", "prefix empty-user", "3.1: an empty password"},
	{"URL:ftp://myname@host.dom/%2Fetc/motd", "", "ftpurl", 0, "ftp://myname@host.dom/%2Fetc/motd", "prefix", "3.2.2"},
	{"URL:ftp://myname@host.dom/etc/motd", "", "ftpurl", 0, "ftp://myname@host.dom/etc/motd", "prefix", "3.2.2"},
	{"URL:ftp://myname@host.dom//etc/motd", "", "ftpurl", 0, "ftp://myname@host.dom//etc/motd", "prefix", "3.2.2"},
	{"URL:news:*", "", "newsurl", 0, "news:*", "prefix", "3.6"},
	{"news:comp.infosystems.www.misc", "", "newsurl", 0, "news:comp.infosystems.www.misc", "", "3.6"},
	{"gopher://h/0s%09%09!+ABSTRACT%20+SMELL", "", "gopherurl", 0, "gopher://h/0s%09%09!+ABSTRACT%20+SMELL", "", "3.4.7"},
	{"gopher://h/0s%09%09+application/postscript%20Es_ES", "", "gopherurl", 0, "gopher://h/0s%09%09+application/postscript%20Es_ES", "", "3.4.8"},
	{"gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0Ab%0D%0A.%0D%0A", "", "gopherurl", 0, "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0Ab%0D%0A.%0D%0A", "", "3.4.9"},
	{"URL:file://vms.host.edu/disk$user/my/notes/note12345.txt", "", "fileurl", 0, "file://vms.host.edu/disk$user/my/notes/note12345.txt", "prefix", "3.10"},
	{"URL:prospero://host.dom//pros/name", "", "prosperourl", 0, "prospero://host.dom//pros/name", "prefix", "3.11"},
	{"URL:ftp://info.cern.ch/pub/www/doc;type=d", "", "ftpurl", 0, "ftp://info.cern.ch/pub/www/doc;type=d", "prefix", "appendix"},
	{"URL:ftp://ds.internic.net/rfc", "", "ftpurl", 0, "ftp://ds.internic.net/rfc", "prefix", "appendix"},
	{"URL:http://ds.internic.net/instructions/overview.html#WARNING", "fragment", "hpath", 53, "", "prefix", "appendix: the fragment is not of the URL"},
	{"<URL:ftp://ds.internic.net/rfc>", "relative", "url", 0, "", "", "appendix: nor are the brackets"},
	{"URL:ftp://info.cern.ch/pub/www/doc;\n type=d", "no-class", "ftpurl", 35, "", "prefix", "appendix: nor is white space"},
	{"URL:ftp://ds.internic.net/rfc/rfc1436.txt;type=a", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc1436.txt;type=a", "prefix", "[1]"},
	{"URL:ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt", "", "ftpurl", 0, "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt", "prefix", "[2]"},
	{"URL:ftp://ds.internic.net/rfc/rfc1630.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc1630.txt", "prefix", "[3]"},
	{"URL:ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z", "", "ftpurl", 0, "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z", "prefix", "[4]"},
	{"URL:ftp://ds.internic.net/rfc/rfc1123.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc1123.txt", "prefix", "[5]"},
	{"URL:ftp://ds.internic.net/rfc/rfc822.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc822.txt", "prefix", "[6]"},
	{"URL:ftp://quake.think.com/pub/wais/doc/protspec.txt", "", "ftpurl", 0, "ftp://quake.think.com/pub/wais/doc/protspec.txt", "prefix", "[7]"},
	{"URL:ftp://quake.think.com/pub/wais/doc/doc-ids.txt", "", "ftpurl", 0, "ftp://quake.think.com/pub/wais/doc/doc-ids.txt", "prefix", "[10]"},
	{"URL:ftp://ds.internic.net/rfc/rfc977.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc977.txt", "prefix", "[11]"},
	{"URL:ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt", "", "ftpurl", 0, "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt", "prefix", "[12]"},
	{"URL:ftp://ds.internic.net/rfc/rfc1034.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc1034.txt", "prefix", "[13]"},
	{"URL:ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z", "", "ftpurl", 0, "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z", "prefix", "[14]"},
	{"URL:ftp://ds.internic.net/rfc/rfc959.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc959.txt", "prefix", "[15]"},
	{"URL:ftp://ds.internic.net/rfc/rfc1737.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc1737.txt", "prefix", "[16]"},
	{"URL:ftp://ds.internic.net/rfc/rfc1625.txt", "", "ftpurl", 0, "ftp://ds.internic.net/rfc/rfc1625.txt", "prefix", "[17]"},
	{"URL:ftp://uu.psi.com/wp/nir.txt", "", "ftpurl", 0, "ftp://uu.psi.com/wp/nir.txt", "prefix", "[18]"},
}

var laterTests = []verdict{
	{"http://h", "", "httpurl", 0, "http://h", "", "3.3: the slash may be omitted"},
	{"HTTP://h/", "", "httpurl", 0, "HTTP://h/", "upper-case", "2.1"},
	{"http://h/a?b", "", "httpurl", 0, "http://h/a?b", "", "3.3"},
	{"http://h?b", "reserved", "hostname", 8, "", "known-scheme", "a search needs the slash"},
	{"http://h/a?b?c", "reserved", "search", 12, "", "known-scheme", "3.3: ? is reserved"},
	{"http://h/a;b:c@d&e=f", "", "httpurl", 0, "http://h/a;b:c@d&e=f", "", "hsegment"},
	{"http://h/~u", "national", "hpath", 9, "", "", "2.2: unsafe"},
	{"http://h/a<b", "punctuation", "hpath", 10, "", "", "2.2: unsafe"},
	{"http://h/a b", "no-class", "hpath", 10, "", "", "2.2: unsafe"},
	{"http://h/é", "non-ascii", "hpath", 9, "", "", "2.2: no corresponding graphic"},
	{"http://h/%zz", "escape", "hpath", 9, "", "", "escape"},
	{"http://u@h/", "reserved", "hostname", 8, "", "known-scheme", "3.3: no user name"},
	{"http://3com.com/", "", "httpurl", 0, "http://3com.com/", "", "domainlabel: alphadigit"},
	{"http://h.3com/", "first-letter", "toplabel", 9, "", "known-scheme", "toplabel: alpha"},
	{"http://a-/", "expected", "hostname", 9, "", "known-scheme", "a label ends with an alphadigit"},
	{"http://a_b/", "expected", "hostname", 8, "", "known-scheme", "no underscore"},
	{"http://1.2.3.999/", "", "httpurl", 0, "http://1.2.3.999/", "hostnumber", "hostnumber: digits"},
	{"http://1.2.3/", "expected", "hostnumber", 12, "", "known-scheme", "four numbers"},
	{"http://h:/", "expected", "port", 9, "", "known-scheme", "3.1: if the port is omitted, the colon is as well"},
	{"http:foo", "expected", "httpurl", 5, "", "known-scheme", "by the letter an otherurl"},

	{"ftp://h", "", "ftpurl", 0, "ftp://h", "", "3.2.2: the url-path may be omitted"},
	{"ftp://h/x;type=I", "", "ftpurl", 0, "ftp://h/x;type=I", "", "ftptype"},
	{"ftp://h/x;type=e", "expected", "ftptype", 15, "", "known-scheme", "a, i or d"},
	{"ftp://h/x;y", "expected", "ftpurl", 10, "", "known-scheme", "3.2.2: ; is reserved"},
	{"ftp://h/x?y", "", "ftpurl", 0, "ftp://h/x%3Fy", "", "? is a character of the name"},
	{"ftp://a@b@h/", "reserved", "hostname", 9, "", "known-scheme", "3.1: @ must be encoded"},

	{"gopher://h", "", "gopherurl", 0, "gopher://h", "", "3.4.1"},
	{"gopher://h/", "", "gopherurl", 0, "gopher://h/", "", "3.4.1: the path may be empty"},
	{"gopher://h/7s%09q%09+", "", "gopherurl", 0, "gopher://h/7s%09q%09+", "", "3.4.1"},
	{"gopher://h/0a?b", "", "gopherurl", 0, "gopher://h/0a%3Fb", "", "3.4.1: no characters are reserved"},
	{"gopher://h/0a%0Db", "gopher-octets", "selector", 13, "gopher://h/0a%0Db", "", "3.4.1: octets of a selector"},
	{"gopher://h/7a%09b/c", "gopher-octets", "selector", 13, "gopher://h/7a%09b/c", "", "search has no slash, so by the BNF all is the selector"},

	{"mailto:a@b", "", "mailtourl", 0, "mailto:a@b", "", "3.5"},
	{"mailto:a?b@c", "", "mailtourl", 0, "mailto:a%3Fb@c", "", "3.5: no reserved characters; RFC 6068 has a query"},
	{"mailto://a/b@c", "", "mailtourl", 0, "mailto:%2F%2Fa%2Fb@c", "", "an authority of RFC 3986"},
	{"mailto:", "expected", "encoded822addr", 7, "", "known-scheme", "1*xchar"},
	{"news:1@h.org", "", "newsurl", 0, "news:1@h.org", "", "3.6"},
	{"news:a/b?c@h", "", "newsurl", 0, "news:a%2Fb%3Fc@h", "", "article; RFC 5538, 2"},
	{"news:*@h", "", "newsurl", 0, "news:*@h", "", "an article, not all groups"},
	{"news:3com.x", "first-letter", "group", 5, "", "known-scheme", "group: alpha"},
	{"nntp://h/a.b/7", "", "nntpurl", 0, "nntp://h/a.b/7", "", "3.7"},
	{"nntp:a.b/7", "expected", "nntpurl", 5, "", "known-scheme", "the draft's form"},
	{"telnet://u:p@h:23/", "", "telneturl", 0, "telnet://u:p@h:23/", "", "3.8"},
	{"telnet://h", "", "telneturl", 0, "telnet://h", "", "3.8: the slash may be omitted"},
	{"telnet://h/x", "expected", "telneturl", 11, "", "known-scheme", "nothing behind it"},
	{"wais://h/db", "", "waisurl", 0, "wais://h/db", "", "3.9"},
	{"wais://h/db?a", "", "waisurl", 0, "wais://h/db?a", "", "3.9"},
	{"wais://h/db/T/p", "", "waisurl", 0, "wais://h/db/T/p", "", "3.9"},
	{"wais://h/db/T/1=vm%3A210;", "reserved", "wpath", 15, "", "known-scheme", "wpath: uchar, not as in the draft"},
	{"file:///etc/motd", "", "fileurl", 0, "file:///etc/motd", "", "3.10: an empty host"},
	{"file://localhost/etc/motd", "", "fileurl", 0, "file://localhost/etc/motd", "", "3.10"},
	{"file:/etc/motd", "expected", "fileurl", 6, "", "known-scheme", "3.10: file://"},
	{"prospero://h/n;OBJECT-VERSION=12;a=b", "", "prosperourl", 0, "prospero://h/n;OBJECT-VERSION=12;a=b", "", "3.11"},
	{"prospero://h/n;a", "expected", "fieldspec", 16, "", "known-scheme", "fieldspec"},

	{"foo:bar", "", "genericurl", 0, "foo:bar", "otherurl", "otherurl"},
	{"x-foo:bar", "", "genericurl", 0, "x-foo:bar", "experimental", "4"},
	{"afs://cell/p", "", "genericurl", 0, "afs://cell/p", "proposed", "4"},
	{"z39.50:x", "", "genericurl", 0, "z39.50:x", "proposed", "4"},
	{"foo:", "", "genericurl", 0, "foo:", "otherurl", "schemepart may be empty"},
	{"3foo:bar", "", "genericurl", 0, "", "otherurl", "a scheme of RFC 3986 begins with a letter"},
	{"foo://a@b@c:x/", "", "genericurl", 0, "foo://a%40b@c%3Ax/", "otherurl", "schemepart: *xchar"},
	{"foo://a:1:2", "", "genericurl", 0, "foo://a%3A1:2", "otherurl", "schemepart: *xchar"},
	{"foo://[::1]/", "national", "hostname", 6, "", "", "no brackets"},
	{"foo:a{", "national", "schemepart", 5, "", "", "nor braces"},
	{"../x", "relative", "url", 0, "", "", "2.3"},
	{"a_b:c", "relative", "url", 0, "", "", "no scheme"},
}

func Test1738Examples(t *testing.T) {
	for _, want := range laterExamples {
		want.check(t, bnf1994.Parse1738(want.in))
	}
}

func Test1738(t *testing.T) {
	for _, want := range laterTests {
		want.check(t, bnf1994.Parse1738(want.in))
	}
}

// TestOtherurl checks what the generic productions say beside that of a scheme.
func TestOtherurl(t *testing.T) {
	v := bnf1994.Parse1738("http:foo")
	if v.Valid || !v.Productions["genericurl"] || v.Productions["httpurl"] || v.Productions["url"] {
		t.Errorf("productions %v", v.Productions)
	}
	if v.Parts != nil || v.Modern != "" {
		t.Errorf("parts %v, modern %q", v.Parts, v.Modern)
	}
}

func Test1738Parts(t *testing.T) {
	v := bnf1994.Parse1738("gopher://h:70/7sel%09two%20words%09+x")
	var got []string
	for _, p := range v.Parts {
		got = append(got, p.Production+" "+v.Text(p))
	}
	const want = "gopherurl gopher://h:70/7sel%09two%20words%09+x|hostport h:70|host h|hostname h|port 70|gtype 7|selector sel|search two%20words|gopher+_string +x"
	if strings.Join(got, "|") != want {
		t.Errorf("parts %s\nwant  %s", strings.Join(got, "|"), want)
	}
}
