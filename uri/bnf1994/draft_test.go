package bnf1994_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/bnf1994"
)

// A verdict is what a table says of one.
type verdict struct {
	in         string
	rule       string // of the error, without "bnf1994/" or "rfc1738/"; "" if valid
	production string // that failed; of a valid URL that of its scheme
	offset     int    // of the error
	modern     string
	notes      string // IDs, without the part before the slash
	why        string
}

func (want verdict) check(t *testing.T, v bnf1994.Verdict) {
	t.Helper()
	switch {
	case v.Valid != (want.rule == "") || v.Valid != (v.Err() == nil):
		t.Fatalf("%q: valid is %v, error %v (%s)", want.in, v.Valid, v.Err(), want.why)
	case v.Valid && !v.Productions[want.production]:
		t.Errorf("%q: productions %v, want %s (%s)", want.in, v.Productions, want.production, want.why)
	case !v.Valid && (short(v.Error.Rule) != want.rule || v.Error.Production != want.production || v.Error.Offset != want.offset):
		t.Errorf("%q: error %+v, want %s in %s at %d (%s)", want.in, *v.Error, want.rule, want.production, want.offset, want.why)
	}
	if v.Modern != want.modern {
		t.Errorf("%q: modern %q, want %q (%s)", want.in, v.Modern, want.modern, want.why)
	}
	if got := noteIDs(v); got != want.notes {
		t.Errorf("%q: notes %q, want %q (%s)", want.in, got, want.notes, want.why)
	}
}

func short(id string) string { return id[strings.IndexByte(id, '/')+1:] }

func noteIDs(v bnf1994.Verdict) string {
	var ids []string
	for _, n := range v.Notes {
		ids = append(ids, short(n.ID))
	}
	return strings.Join(ids, " ")
}

// draftExamples are all URLs that the draft prints, with the prefix that it
// leaves out "to save space".
var draftExamples = []verdict{
	{"URL:http://www.acl.lanl.gov/URI/archive/uri-archive.index.html", "", "httpaddress", 0, "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html", "xpalphas", "1"},
	{"URL:http://info.cern.ch/hypertext/WWW/Addressing/URL/Overview.html", "", "httpaddress", 0, "http://info.cern.ch/hypertext/WWW/Addressing/URL/Overview.html", "xpalphas", "1"},
	{"URL:gopher://host/0a_gopher_selector", "", "gopheraddress", 0, "gopher://host/0a_gopher_selector", "xpalphas", "1.2.3"},
	{"URL:gopher://host:70/0a_gopher_selector", "", "gopheraddress", 0, "gopher://host:70/0a_gopher_selector", "xpalphas", "1.2.3, with the port"},
	{"URL:gopher://host/7a_gopher_selector%09foobar", "", "gopheraddress", 0, "gopher://host/7a_gopher_selector%09foobar", "xpalphas", "1.2.3"},
	{"URL:gopher://host/0a_gopher_selector%09%09some_gplus_stuff", "", "gopheraddress", 0, "gopher://host/0a_gopher_selector%09%09some_gplus_stuff", "xpalphas", "1.2.3"},
	{"URL:gopher://host/0a_gopher_selector%09%09!", "no-class", "selector", 42, "gopher://host/0a_gopher_selector%09%09!", "xpalphas gopher-plus", "1.2.3: the BNF lacks the draft's own !"},
	{"URL:gopher://host/0a_gopher_selector%09%09!+ABSTRACT%20+SMELL", "no-class", "selector", 42, "gopher://host/0a_gopher_selector%09%09!+ABSTRACT%20+SMELL", "xpalphas gopher-plus", "1.2.3"},
	{"URL:gopher://host/0a_gopher_selector%09%09+application/postscript%20Es_ES", "", "gopheraddress", 0, "gopher://host/0a_gopher_selector%09%09+application/postscript%20Es_ES", "xpalphas", "1.2.3"},
	{"URL:gopher://host/0a%09%09+%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A", "", "gopheraddress", 0, "gopher://host/0a%09%09+%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A", "xpalphas", "1.2.3: a filled-in form"},
	{"URL:gopher://host/0a%09%09%3F", "", "gopheraddress", 0, "gopher://host/0a%09%09%3F", "xpalphas", "1.2.3: %3F, was ?"},
	{"URL:gopher://host [port]/0a_gopher_selector", "national", "hostname", 18, "", "", "1.2.3, as printed"},
	{"URL:ftp://info.cern.ch/pub/www/doc", "", "ftpaddress", 0, "ftp://info.cern.ch/pub/www/doc", "xpalphas", "2.1"},
	{"URL:ftp://ds.internic.net/rfc", "", "ftpaddress", 0, "ftp://ds.internic.net/rfc", "xpalphas", "2.1"},
	{"<ftp://ds.internic.net/rfc>", "partial", "url", 0, "", "", "2.1: the wrappers are not part of the URL"},
	{"URL:ftp://boombox.micro.umn.edu/pub/gopher/gopher protocol", "blank", "path", 49, "ftp://boombox.micro.umn.edu/pub/gopher/gopher%20protocol", "xpalphas blank", "3, as printed"},
	{"URL:ftp://info.cern.ch/pub/www/doc/http-spec.txt", "", "ftpaddress", 0, "ftp://info.cern.ch/pub/www/doc/http-spec.txt", "xpalphas", "3"},
	{"URL:ftp://quake.think.com/pub/wais/doc/protspec.txt", "", "ftpaddress", 0, "ftp://quake.think.com/pub/wais/doc/protspec.txt", "xpalphas", "3"},
	{"URL:ftp://quake.think.com/pub/wais/doc/doc-ids.txt", "", "ftpaddress", 0, "ftp://quake.think.com/pub/wais/doc/doc-ids.txt", "xpalphas", "3"},
	{"URL:ftp://ds.internic.net/rfc/rfc977.txt", "", "ftpaddress", 0, "ftp://ds.internic.net/rfc/rfc977.txt", "xpalphas", "3"},
	{"URL:wais://quake.think.com/wais-discussion-archives?lynch", "", "waisaddress", 0, "wais://quake.think.com/wais-discussion-archives?lynch", "", "3, joined"},
	{"URL:ftp://prospero.isi.edu/pub/prospero/oir.ps", "", "ftpaddress", 0, "ftp://prospero.isi.edu/pub/prospero/oir.ps", "xpalphas", "3"},
	{"URL:ftp://uu.psi.com/wp/nir.txt", "", "ftpaddress", 0, "ftp://uu.psi.com/wp/nir.txt", "xpalphas", "3"},
}

var draftTests = []verdict{
	{"URL:ftp://h/pb", "", "ftpaddress", 0, "ftp://h/pb", "", "1.1.1: the prefix"},
	{"ftp://h/pb", "prefix", "prefixedurl", 0, "ftp://h/pb", "", "1.1.1: a url, no prefixedurl"},
	{"url:gopher://h/1", "", "gopheraddress", 0, "gopher://h/1", "", "1.3: u r l"},
	{"Url:GOPHER://h/1", "", "gopheraddress", 0, "GOPHER://h/1", "", "literals in any case"},
	{"", "partial", "url", 0, "", "", "nothing is no URL"},
	{"URL:", "partial", "url", 4, "", "", "nothing behind the prefix"},
	{"../x", "partial", "url", 0, "", "", "1.1: partial URLs are not involved"},
	{"//h/x", "partial", "url", 0, "", "", "a partial URL too"},
	{"URL:3x:y", "partial", "url", 4, "", "", "a scheme is an ialpha"},

	{"URL:http://h", "", "httpaddress", 0, "http://h", "", "the path may be left out"},
	{"URL:http://h/", "", "httpaddress", 0, "http://h/", "", "path: void"},
	{"URL:http://h//a", "", "httpaddress", 0, "http://h//a", "void", "an empty segment"},
	{"URL:http://h/a//b", "", "httpaddress", 0, "http://h/a//b", "void", "another"},
	{"URL:http://h/ab", "", "httpaddress", 0, "http://h/ab", "", "two xpalphas, by the letter"},
	{"URL:http://h/a%20", "", "httpaddress", 0, "http://h/a%20", "", "an escape is one"},
	{"URL:http://h/abc", "", "httpaddress", 0, "http://h/abc", "xpalphas", "three"},
	{"URL:http://h?x+y", "", "httpaddress", 0, "http://h?x+y", "", "a search without a path"},
	{"URL:http://h/a?b?c", "reserved", "search", 16, "", "", "search: xalphas"},
	{"URL:http://h/a b", "blank", "path", 14, "http://h/a%20b", "xpalphas blank", "extra against 1.1.2, 1.2.2"},
	{"URL:http://h/a#f", "fragment", "path", 14, "", "", "1.1.1: fragment identifiers are not involved"},
	{"URL:http://h/~u", "national", "path", 13, "", "", "national is in no production"},
	{"URL:http://h/a>b", "punctuation", "path", 14, "", "", "punctuation neither"},
	{"URL:http://h/a*b", "no-class", "path", 14, "", "", "* is in no class"},
	{"URL:http://h/a\x00b", "no-class", "path", 14, "", "", "NUL neither"},
	{"URL:http://h/\xe9", "non-ascii", "path", 13, "", "", "Latin-1 must be encoded too"},
	{"URL:http://h/100%", "escape", "path", 16, "", "", "1.1.2: a % sign always indicates an encoded character"},
	{"URL:http://h/%4", "escape", "path", 13, "", "", "one digit"},
	{"URL:http://h/%4g", "escape", "path", 13, "", "", "no digit"},
	{"URL:http:/h", "expected", "httpaddress", 10, "", "", "two slashes"},
	{"URL:http://", "expected", "hostname", 11, "", "", "a host is needed"},
	{"URL:http:///x", "first-letter", "hostname", 11, "", "", "a host is needed"},
	{"URL:http://3com.com/", "first-letter", "hostname", 11, "", "", "hostname: ialpha"},
	{"URL:http://h.3com/", "", "httpaddress", 0, "http://h.3com/", "ialpha", "ialpha takes the dot as well"},
	{"URL:http://u@h/", "", "httpaddress", 0, "http://u@h/", "host-at", "@ is safe, hostname: ialpha"},
	{"URL:http://u@v@h/", "", "httpaddress", 0, "http://u%40v@h/", "host-at", "two of them"},
	{"URL:http://999.1.1.1/", "", "httpaddress", 0, "http://999.1.1.1/", "hostnumber", "hostnumber: digits, without range"},
	{"URL:http://192.0.2.7/", "", "httpaddress", 0, "http://192.0.2.7/", "", "an address"},
	{"URL:http://1.2.3/", "expected", "hostnumber", 16, "", "", "four numbers"},
	{"URL:http://h:80/", "", "httpaddress", 0, "http://h:80/", "", "hostport"},
	{"URL:http://h:/", "expected", "port", 13, "", "", "port: digits"},
	{"URL:http://h:80x/", "expected", "port", 15, "", "", "port: digits"},
	{"URL:http://h~/", "national", "hostname", 12, "", "", "in a host"},

	{"URL:ftp://h", "expected", "ftpaddress", 11, "", "", "the slash is not optional"},
	{"URL:ftp://h/", "", "ftpaddress", 0, "ftp://h/", "", "the path is"},
	{"URL:ftp://h/x!I", "", "ftpaddress", 0, "ftp://h/x;type=i", "ftp-type", "ftptype"},
	{"URL:ftp://h/x!a", "", "ftpaddress", 0, "ftp://h/x;type=a", "ftp-type", "in any case"},
	{"URL:ftp://h/x!D", "", "ftpaddress", 0, "ftp://h/x;type=d", "ftp-type", "a directory"},
	{"URL:ftp://h/x!E", "expected", "ftptype", 14, "", "", "no ftptype"},
	{"URL:ftp://h/x!", "expected", "ftptype", 14, "", "", "none"},
	{"URL:ftp://h/x;type=i", "reserved", "path", 13, "ftp://h/x;type=i", "ftp-type", "1.2.1: the prose"},
	{"URL:ftp://h/x;type=l8", "reserved", "path", 13, "ftp://h/x;type=l8", "ftp-type", "1.2.1: the format defined in RFC 959"},
	{"URL:ftp://h/x;type=q", "reserved", "path", 13, "", "", "no type of RFC 959"},
	{"URL:ftp://u:p@h/x", "", "ftpaddress", 0, "ftp://u:p@h/x", "", "login"},
	{"URL:ftp://a@b@h/x", "", "ftpaddress", 0, "ftp://a%40b@h/x", "user-at", "the last @ splits"},
	{"URL:ftp://a@b:c@d@h:21/x", "", "ftpaddress", 0, "ftp://a%40b:c%40d@h:21/x", "user-at", "in the password too"},
	{"URL:ftp://u:@h/x", "password", "login", 12, "", "", "password: xalphas"},
	{"URL:ftp://@h/x", "password", "login", 10, "", "", "user: xalphas"},
	{"URL:ftp://u:p@3com.com/x", "first-letter", "hostname", 14, "", "", "what is wrong is behind the login"},
	{"URL:ftp://u~v@h/x", "national", "user", 11, "", "", "in a user name"},

	{"URL:news:*", "", "newsaddress", 0, "news:*", "", "groupart"},
	{"URL:news:comp.lang.ada", "", "newsaddress", 0, "news:comp.lang.ada", "", "group"},
	{"URL:news:com3.x", "", "newsaddress", 0, "news:com3.x", "", "a label begins with a letter"},
	{"URL:news:3com.x", "first-letter", "group", 9, "", "", "and not with a digit"},
	{"URL:news:1@h.org", "", "newsaddress", 0, "news:1@h.org", "", "article"},
	{"URL:news:a@3com", "group-at", "group", 10, "news:a@3com", "", "1.2.5: an @ tells an article"},
	{"URL:news:1@3com", "first-letter", "hostname", 11, "", "", "article: host"},
	{"URL:news:", "expected", "group", 9, "", "", "something is needed"},
	{"URL:news:a/b", "reserved", "group", 10, "", "", "no slash"},
	{"URL:nntp:comp.lang.ada/7", "", "nntpaddress", 0, "nntp:comp.lang.ada/7", "nntp-server", "no server"},
	{"URL:nntp:comp.lang.ada", "expected", "nntpaddress", 22, "", "", "the number is needed"},
	{"URL:nntp:comp.lang.ada/x", "expected", "digits", 23, "", "", "and is a number"},
	{"URL:nntp://h/g/7", "first-letter", "group", 9, "", "", "no server"},

	{"URL:mailto::timbl@info.cern.ch", "", "mailtoaddress", 0, "mailto:timbl@info.cern.ch", "mailto-colons", "two colons"},
	{"URL:mailto:timbl@info.cern.ch", "expected", "mailtoaddress", 11, "mailto:timbl@info.cern.ch", "mailto-colons", "1.2.4: the prose"},
	{"URL:mailto::a", "expected", "mailtoaddress", 13, "", "", "a hostname is needed"},
	{"URL:mailto::a@1.2.3.4", "first-letter", "hostname", 14, "", "", "hostname, not host"},
	{"URL:mid:960830.1639@XIson.com", "", "midaddress", 0, "mid:960830.1639@XIson.com", "addr-spec", "addr-spec is RFC 822's"},
	{"URL:cid:foo4%25foo1@bar.net", "", "cidaddress", 0, "cid:foo4%25foo1@bar.net", "content-identifier", "not defined"},

	{"URL:prospero://h:191/pros/name%0012", "", "prosperoaddress", 0, "prospero://h:191/pros/name;OBJECT-VERSION=12", "xpalphas prospero-version", "1.2.6"},
	{"URL:prospero://h/n%0012abc", "", "prosperoaddress", 0, "prospero://h/n%0012abc", "prospero-version", "attributes stay"},
	{"URL:prospero://h/n", "", "prosperoaddress", 0, "prospero://h/n", "", "no version"},
	{"URL:prospero://h/n%00", "", "prosperoaddress", 0, "prospero://h/n%00", "", "no version: the NUL is of the name"},
	{"URL:prospero://h/a%00b%0012", "", "prosperoaddress", 0, "prospero://h/a%00b;OBJECT-VERSION=12", "xpalphas prospero-version", "the first NUL with a version"},
	{"URL:prospero://h", "expected", "prosperoaddress", 16, "", "", "the slash is needed"},

	{"URL:telnet://melvyl.ucop.edu", "", "telnetaddress", 0, "telnet://melvyl.ucop.edu", "", "M L296 without its slash"},
	{"URL:telnet://melvyl.ucop.edu/", "telnet-slash", "telnetaddress", 28, "", "", "the BNF has no slash"},
	{"URL:telnet://u:p@h:23", "", "telnetaddress", 0, "telnet://u:p@h:23", "", "login"},
	{"URL:rlogin://h", "no-production", "url", 4, "rlogin://h", "", "1.2.7: in the prose only"},
	{"URL:tn3270://u@h:23", "no-production", "url", 4, "tn3270://u@h:23", "", "1.2.7: in the prose only"},
	{"URL:urn:x", "urn", "url", 4, "", "", "1.2.9: reserved"},
	{"URL:x-foo:bar", "experimental", "url", 4, "", "", "1.2.9"},
	{"URL:a@b:c", "no-production", "url", 4, "", "", "scheme: ialpha"},
	{"URL:afs://cell/p", "afs", "url", 4, "", "", "a historical note"},
	{"URL:file:///etc/motd", "no-production", "url", 4, "", "", "RFC 1738 has it"},

	{"URL:gopher://h", "", "gopheraddress", 0, "gopher://h", "", "no type"},
	{"URL:gopher://h/", "gopher-type", "gtype", 15, "", "", "a slash needs one"},
	{"URL:gopher://h/7sel?foo+bar", "", "gopheraddress", 0, "gopher://h/7sel%09foo%20bar", "xpalphas search", "search"},
	{"URL:gopher://h/1?a\"b", "", "gopheraddress", 0, "gopher://h/1%09a%22b", "", "a quote in it"},
	{"URL:gopher://h?x", "", "gopheraddress", 0, "gopher://h/7%09x", "", "a search is of type 7"},
	{"URL:gopher://h/0caf%E9", "", "gopheraddress", 0, "gopher://h/0caf%E9", "xpalphas latin-1", "1.1.2: ISO Latin 1"},
	{"URL:gopher://h/0a!b", "no-class", "selector", 17, "", "", "not even the prose has it there"},

	{"URL:wais://h/db", "", "waisaddress", 0, "wais://h/db", "", "waisindex"},
	{"URL:wais://h/db?a+b", "", "waisaddress", 0, "wais://h/db?a+b", "search", "words"},
	{"URL:wais://h/db/TEXT/1=vm%3A210;", "", "waisaddress", 0, "wais://h/db/TEXT/1=vm%3A210;", "xpalphas", "waisdoc"},
	{"URL:wais://h/db/TEXT/1=vm:210;", "expected", "wpath", 25, "", "", "a colon is reserved"},
	{"URL:wais://h/db/TEXT/3=0%2092%20/d/b.txt;7=%00;", "", "waisaddress", 0, "wais://h/db/TEXT/3=0%2092%20/d/b.txt;7=%00;", "xpalphas", "a slash is not"},
	{"URL:wais://h/db/TEXT/1=vm", "expected", "wpath", 25, "", "", "1.2.8: terminated by ;"},
}

func TestDraftExamples(t *testing.T) {
	for _, want := range draftExamples {
		v := bnf1994.Parse(want.in)
		want.check(t, v)
		if rest, ok := strings.CutPrefix(want.in, "URL:"); ok {
			bare := bnf1994.Parse(rest)
			if bare.Valid || bare.Productions["prefixedurl"] || bare.Productions["url"] != v.Productions["url"] {
				t.Errorf("%q without its prefix: %v", want.in, bare.Productions)
			}
		}
	}
}

func TestDraft(t *testing.T) {
	for _, want := range draftTests {
		want.check(t, bnf1994.Parse(want.in))
	}
}

// TestProse checks what the prose says where it differs from the productions.
func TestProse(t *testing.T) {
	for _, test := range []struct {
		in   string
		want *bool
	}{
		{"URL:ftp://h/x;type=i", new(true)},
		{"URL:ftp://h/x!I", nil},
		{"URL:mailto:a@h", new(true)},
		{"URL:gopher://h/0a%09%09!", new(true)},
		{"URL:rlogin://h", new(true)},
		{"URL:http://h/a b", new(false)},
		{"URL:news:a@3h", new(false)},
		{"URL:http://h/~u", nil},
	} {
		if got := bnf1994.Parse(test.in).Prose; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %v, want %v", test.in, got, test.want)
		}
	}
}

// TestHint checks that an error says how to write it.
func TestHint(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"URL:http://h/~u", "%7Eu"},
		{"URL:http://h/{a}", "http://h/%7Ba%7D"},
		{"URL:http://h/a:b", "a%3Ab"},
		{"URL:http://h/é", "%E9 (ISO Latin 1, the draft), or %C3%A9 (UTF-8, RFC 3987)"},
		{"URL:http://h/€", "%E2%82%AC"},
		{"URL:http://h/\xe9", "%E9"},
		{"URL:http://h/5%", "%25"},
		{"ftp://u:secret@h/x", "production url: write URL:ftp://u:***@h/x"},
		{"URL:ftp://u:secret@h/~", "ftp://u:***@h/%7E"},
		{"URL:gopher://h/0a%09%09!", "1.2.3"},
		{"URL:telnet://h/", "slash"},
	} {
		if e := bnf1994.Parse(test.in).Error; e == nil || !strings.Contains(e.Hint, test.want) {
			t.Errorf("%q: %+v, want the hint %q", test.in, e, test.want)
		}
	}
}

func TestParts(t *testing.T) {
	const s = "URL:prospero://h.org:191/a/b%0012abc"
	v := bnf1994.Parse(s)
	var got []string
	for _, p := range v.Parts {
		got = append(got, p.Production+" "+v.Text(p))
	}
	want := []string{
		"prosperoaddress prospero://h.org:191/a/b%0012abc", "hostport h.org:191", "host h.org", "hostname h.org", "port 191",
		"hsoname a/b", "version 12", "attributes abc", "attribute abc",
	}
	if !slices.Equal(got, want) {
		t.Errorf("parts\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p, ok := v.First("port"); !ok || p.Start != 21 || p.End != 24 {
		t.Errorf("port %+v", p)
	}
}

// TestRedacted checks that no part tells a password.
func TestRedacted(t *testing.T) {
	for _, v := range []bnf1994.Verdict{
		bnf1994.Parse("URL:ftp://u:secret@h/x"), bnf1994.Parse("URL:ftp://u:secret@h/x;type=i"),
		bnf1994.Parse1738("ftp://u:secret@h/x"), bnf1994.Parse1738("foo://u:secret@h/x"),
	} {
		hidden := 0
		for _, p := range v.Parts {
			text := v.Redacted(p)
			if strings.Contains(text, "secret") {
				t.Errorf("%q: %s is %q", v.Input, p.Production, text)
			}
			hidden += strings.Count(text, "***")
		}
		if hidden == 0 {
			t.Errorf("%q: nothing is hidden", v.Input)
		}
	}
}

// TestJSON checks the record of the command: the keys of a verdict.
func TestJSON(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"URL:ftp://a@b:secret@h:21/p%E9!I", `{"valid":true,"grammar":"1994","productions":{"ftpaddress":true,"prefixedurl":true,"url":true},` +
			`"scheme":"ftp","userinfo":"a@b:secret","host":"h","port":"21","parts":[{"production":"ftpaddress","start":4,"end":32},` +
			`{"production":"login","start":10,"end":25},{"production":"user","start":10,"end":13},{"production":"password","start":14,"end":20},` +
			`{"production":"hostport","start":21,"end":25},{"production":"host","start":21,"end":22},{"production":"hostname","start":21,"end":22},` +
			`{"production":"port","start":23,"end":25},{"production":"path","start":26,"end":30,"octets":{"b64":"cOk="},"latin1":"pé"},` +
			`{"production":"ftptype","start":31,"end":32}],"view":{"ftptype":"I","host":"h","password":true,"path":"pé","port":"21","user":"a@b"},` +
			`"latin1":"ftp://a@b:secret@h:21/pé!I","modern":"ftp://a%40b:secret@h:21/p%E9;type=i",` +
			`"notes":[{"id":"bnf1994/user-at","text":"\"@\" in user name or password: the last one ends the login","section":"draft-ietf-uri-url-03 1.3"},` +
			`{"id":"bnf1994/ftp-type","text":"the BNF writes the type as \"!A\", \"!I\" or \"!D\", the prose as \";type=\" and a code of RFC 959","section":"draft-ietf-uri-url-03 1.2.1"},` +
			`{"id":"bnf1994/latin-1","text":"escapes above %7F are ISO Latin 1","section":"draft-ietf-uri-url-03 1.1.2"}]}`},
		{"URL:http://h/{", `{"valid":false,"grammar":"1994","productions":{"httpaddress":false,"prefixedurl":false,"url":false},"scheme":"http","notes":[],` +
			`"error":{"rule":"bnf1994/national","production":"path","offset":13,"class":"national","text":"path: \"{\" is national, a class that is in no production",` +
			`"hint":"write %7B: URL:http://h/%7B","section":"draft-ietf-uri-url-03 1.3"}}`},
	} {
		got, err := json.Marshal(bnf1994.Parse(test.in))
		if err != nil || string(got) != test.want {
			t.Errorf("%q: %v\n%s\nwant\n%s", test.in, err, got, test.want)
		}
	}
}

func TestView(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"URL:gopher://h/7sel?foo+b%20r", `{"gtype":"7","host":"h","search":"foo b r","selector":"sel"}`},
		{"URL:gopher://h/0s%09%09+x/y%20z", `{"gopher+string":"+x/y z","gtype":"0","host":"h","search":"","selector":"s"}`},
		{"URL:gopher://h/0s%09%09!", `{"gopher+string":"!","gtype":"0","host":"h","search":"","selector":"s"}`},
		{"URL:prospero://h/n%0012abc", `{"attributes":["abc"],"host":"h","hsoname":"n","version":"12"}`},
		{"URL:wais://h/db?a+b", `{"database":"db","host":"h","search":"a b"}`},
		{"URL:wais://h/db/T/1=vm%3A2;7=%E9;", `{"database":"db","host":"h","wpath":[["1","vm:2"],["7","é"]],"wtype":"T"}`},
		{"URL:nntp:a.b/7", `{"digits":"7","group":"a.b"}`},
		{"URL:news:*", `{"groupart":"*"}`},
		{"URL:news:1@h", `{"article":"1@h","host":"h"}`},
		{"URL:mailto::a%25b@h", `{"addr-spec":"a%b@h"}`},
		{"URL:mailto:a@h", `{"addr-spec":"a@h","host":"h"}`},
		{"URL:ftp://h/x;type=l8", `{"ftptype":"l8","host":"h","path":"x"}`},
	} {
		got, err := json.Marshal(bnf1994.Parse(test.in).View)
		if err != nil || string(got) != test.want {
			t.Errorf("%q: %v\n%s\nwant\n%s", test.in, err, got, test.want)
		}
	}
}

func TestRules(t *testing.T) {
	rules := bnf1994.Rules()
	if len(rules) < 50 {
		t.Errorf("%d rules", len(rules))
	}
	for i, r := range rules {
		if r.Title == "" || r.Text == "" || r.Section == "" || i > 0 && r.ID <= rules[i-1].ID {
			t.Errorf("rule %+v", r)
		}
	}
	met := map[string]bool{}
	for _, table := range [][]verdict{draftExamples, draftTests, laterExamples, laterTests} {
		for _, test := range table {
			for _, v := range []bnf1994.Verdict{bnf1994.Parse(test.in), bnf1994.Parse1738(test.in)} {
				for _, n := range v.Notes {
					met[n.ID] = true
				}
				if e, ok := v.Err().(*uri.Error); ok {
					met[e.Rule] = true
				}
			}
		}
	}
	for _, r := range rules {
		if !met[r.ID] && !strings.HasSuffix(r.ID, "/too-long") {
			t.Errorf("no row of the tables meets %s", r.ID)
		}
	}
}
