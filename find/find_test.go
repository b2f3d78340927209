package find_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
)

var finder = find.New(known.Table())

// show returns the matches in text: their forms, their URIs, and behind "or" what
// else may be meant.
func show(f find.Finder, text string) string {
	var out []string
	for m := range f.All([]byte(text)) {
		line := string(m.Form) + " " + m.URI.String()
		for _, a := range m.Alternatives {
			line += " or " + a.URI.String()
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// A textTest is a text, and what show makes of it.
type textTest struct {
	text, want string
	why        string
}

func check(t *testing.T, tests []textTest) {
	t.Helper()
	for _, tt := range tests {
		if got := show(finder, tt.text); got != tt.want {
			t.Errorf("%s: %q\n got %s\nwant %s", tt.why, tt.text, got, tt.want)
		}
	}
}

func TestWrappers(t *testing.T) {
	check(t, []textTest{
		{"Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\nbut you can probably pick it up from <ftp://foo.example.\ncom/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\nietf/uri/historical.html#WARNING>.",
			"quoted http://www.w3.org/Addressing/; angle ftp://foo.example.com/rfc/; angle http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING", "RFC 3986, appendix C"},
		{"see <URL:ftp://ftp.internic.net> and URL:http://a.b/", "url-prefix ftp://ftp.internic.net; url-prefix http://a.b/", "the old prefix"},
		{"<URL:x.aaa:b> <URL:see.http://a.b/>", "url-prefix x.aaa:b; url-prefix see.http://a.b/", "the prefix says where the scheme begins"},
		{"url:mailto:a@b.example curl:http://a.b/", "url-prefix mailto:a@b.example; bare http://a.b/", "the prefix is a word"},
		{"<URL:foo:bar> <foo:bar>", "url-prefix foo:bar", "the prefix says that it is a URI"},
		{"<made-up://foo,bar> made-up://foo", "angle made-up://foo,bar", "brackets say that it is one"},
		{"<wais://quake.think.com/wais-discussion-\n   archives?lynch>", "angle wais://quake.think.com/wais-discussion-archives?lynch or wais://quake.think.com/wais-discussionarchives?lynch", "a hyphen at the end of a line"},
		{"<wais://quake.think.com/wais-\r\n   archives>", "angle wais://quake.think.com/wais-archives or wais://quake.think.com/waisarchives", "lines that end with CR LF"},
		{"<ftp://x.org/pub/gopher/gopher protocol>", "angle ftp://x.org/pub/gopher/gopherprotocol or ftp://x.org/pub/gopher/gopher%20protocol", "a blank"},
		{"<ftp://x.org/pub/ gopher/ x>", "angle ftp://x.org/pub/gopher/x or ftp://x.org/pub/%20gopher/%20x", "blanks beside slashes"},
		{"<http://x.org is a nice site>", "bare http://x.org", "words, not a URI with blanks"},
		{"<http://x.org/ is a nice site>", "bare http://x.org/", "words, not a URI with blanks"},
		{"<http://x.org/a\n\nb>", "bare http://x.org/a", "no URI goes on in the next paragraph"},
		{"<http://x.org/a.>, <http://x.org/a, >", "angle http://x.org/a.; angle http://x.org/a,", "brackets are the delimiter"},
		{"<http://x.org/rfc <http://y.org/>", "bare http://x.org/rfc; angle http://y.org/", "a bracket that is not closed"},
		{"<newsgroup-name> <../test.txt> <A HREF=x:y> <scheme:…> <http://h/…>", "bare http://h/", "place holders and tags"},
		{"<news:title>Foo</news:title><xsl:if test='x'><data:foo><geo:lat><content:encoded>", "", "elements of XML"},
		{"<news:comp.lang.ada> <toc:man> <man:(index)> <info:(gcc)G++ and GCC>", "angle news:comp.lang.ada; angle toc:man; angle man:(index); angle info:(gcc)G++%20and%20GCC or info:(gcc)G++andGCC", "names of documents"},
		{"<mailto:a@b.c is mine>", "bare mailto:a@b.c", "words behind an address"},
		{"<urn:example:a-\nb>", "angle urn:example:a-b or urn:example:ab", "a name over two lines"},
		{"<http://x.org/a%zz> <http://$host/> <http://.../>", "", "templates"},
		{"<foo http://example.com>", "bare http://example.com", "the bracket is no part of it"},
		{"<http://ünï.example/wiki/你好，世界>", "angle http://%C3%BCn%C3%AF.example/wiki/%E4%BD%A0%E5%A5%BD%EF%BC%8C%E4%B8%96%E7%95%8C", "brackets hold any punctuation"},
	})
}

func TestQuotes(t *testing.T) {
	check(t, []textTest{
		{`"http://www.kernel.org."`, "quoted http://www.kernel.org or http://www.kernel.org.", "punctuation moved inside"},
		{`'http://www.w3.org/2000/svg','text'`, "quoted http://www.w3.org/2000/svg", "the quote that opened ends it"},
		{"`http://a.b/` “http://a.b/c.” „http://a.b/d” «http://a.b/e» 「http://a.b/f」 ‘http://a.b/g’", "quoted http://a.b/; quoted http://a.b/c or http://a.b/c.; quoted http://a.b/d; quoted http://a.b/e; quoted http://a.b/f; quoted http://a.b/g", "quotes of all kinds"},
		{`"http://a.b/\"" 'http://a.b/\''`, "quoted http://a.b/; quoted http://a.b/", "a quote within a string of a program"},
		{`"http://a.b/(x" 'http://a.b is it'`, "quoted http://a.b/(x; bare http://a.b", "quotes that close, and that do not"},
		{"http://foo.com/I'm_king http://foo.com/'a' 'see http://foo.com/b'", "bare http://foo.com/I'm_king; bare http://foo.com/'a'; bare http://foo.com/b or http://foo.com/b'", "an apostrophe is of the URI, a lone one at its end is not"},
		{"http://x.org's page, http://x.org/b's page, http://x.org/a's.", "bare http://x.org; bare http://x.org/b or http://x.org/b's; bare http://x.org/a's or http://x.org/a's.", "whose page it is"},
		{"l'http://a.b/c'est", "bare http://a.b/c'est", "an apostrophe opens nothing"},
		{`"https://bar.com/?" https://bar.com/?`, "quoted https://bar.com/?; bare https://bar.com/ or https://bar.com/?", "an empty query"},
		{"*http://x.org/y* _http://x.org/y_ **http://x.org** http://x.org/y_", "bare http://x.org/y; bare http://x.org/y; bare http://x.org; bare http://x.org/y_", "emphasis"},
	})
}

func TestEnds(t *testing.T) {
	check(t, []textTest{
		{"http://x.org/a. http://x.org/a... http://x.org/a?! http://x.org/a, http://x.org/a; http://x.org/a:",
			"bare http://x.org/a or http://x.org/a.; bare http://x.org/a or http://x.org/a...; bare http://x.org/a or http://x.org/a?!; bare http://x.org/a or http://x.org/a,; bare http://x.org/a or http://x.org/a;; bare http://x.org/a or http://x.org/a:", "punctuation of the sentence"},
		{"http://example.com: http://example.com:80: http://h:/p http://no-cookies.com./index.html", "bare http://example.com; bare http://example.com:80; bare http://h:/p; bare http://no-cookies.com./index.html", "colons and dots of the host"},
		{"(http://x.org/a) [http://x.org/b] {http://x.org/c} (see http://x.org/a_(b)_(c(d)))", "bare http://x.org/a; bare http://x.org/b; bare http://x.org/c; bare http://x.org/a_(b)_(c(d))", "brackets that are balanced"},
		{"http://x.org/foo(bar baz http://x.org/(((a http://x.org/)a", "bare http://x.org/foo or http://x.org/foo(bar; bare http://x.org/ or http://x.org/(((a; bare http://x.org/", "brackets that are not"},
		{"http://x.org/a_[b] http://x.org/?a[]=1&b[0]=2 http://x.org[1] http://x.org[]", "bare http://x.org/a_%5Bb%5D; bare http://x.org/?a%5B%5D=1&b%5B0%5D=2; bare http://x.org; bare http://x.org", "square brackets are encoded"},
		{"（http://x.org/维基（消歧义））http://x.org/a）", "bare http://x.org/%E7%BB%B4%E5%9F%BA%EF%BC%88%E6%B6%88%E6%AD%A7%E4%B9%89%EF%BC%89; bare http://x.org/a", "full-width brackets"},
		{"见http://x.org/a。见http://x.org/b，见http://x.org/c｜http://x.org/d、http://x.org/e！http://x.org/f", "bare http://x.org/a; bare http://x.org/b; bare http://x.org/c; bare http://x.org/d; bare http://x.org/e; bare http://x.org/f", "punctuation of Chinese"},
		{"http://x.org/a\u200bb http://x.org/a\ufeffb http://x.org/a\u00a0b http://x.org/a\u2028b http://x.org/a\u202eb", "bare http://x.org/a; bare http://x.org/a; bare http://x.org/a; bare http://x.org/a; bare http://x.org/a", "what cannot be seen"},
		{"http://x.org/നിന്നെ-പോലൊരാള്\u200d.html http://x.org/a\u200d http://x.org/b\u200d.", "bare http://x.org/%E0%B4%A8%E0%B4%BF%E0%B4%A8%E0%B5%8D%E0%B4%A8%E0%B5%86-%E0%B4%AA%E0%B5%8B%E0%B4%B2%E0%B5%8A%E0%B4%B0%E0%B4%BE%E0%B4%B3%E0%B5%8D%E2%80%8D.html; bare http://x.org/a; bare http://x.org/b", "a joiner that ends a letter, and that ends none"},
		{"http://x.org/می\u200cخواهم http://x.org/Michelson–Morley – http://x.org/Col·lectiu", "bare http://x.org/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85; bare http://x.org/Michelson%E2%80%93Morley; bare http://x.org/Col%C2%B7lectiu", "joiners and dashes between letters"},
		{"│http://x.org/a│http://x.org/b\xff http://x.org/c\x00 http://x.org/d\u0080", "bare http://x.org/a; bare http://x.org/b; bare http://x.org/c; bare http://x.org/d", "frames, bytes that are no text"},
		{"https://a.example,https://b.example;ftp://c.example/x,y,git+ssh://d.example", "bare https://a.example; bare https://b.example; bare ftp://c.example/x,y; bare git+ssh://d.example", "lists"},
		{"https://matrix.to/#/#room:x.org", "bare https://matrix.to/#/%23room:x.org", "a second number sign"},
		{"http://a.b/&gt; http://a.b/?x&amp;y http://a.b/&quot;c", "bare http://a.b/; bare http://a.b/?x&amp;y; bare http://a.b/", "HTML that was taken for text"},
		{"http://a.b/100% http://a.b/%41", "bare http://a.b/100; bare http://a.b/%41", "a percent sign that is no escape"},
		{"https://x.org/c%23-y.md https://x.org/foo--bar- https://x.org/maps/@59.9,30.3,15z?hl=ru", "bare https://x.org/c%23-y.md; bare https://x.org/foo--bar-; bare https://x.org/maps/@59.9,30.3,15z?hl=ru", "what is of a URI"},
	})
}

func TestSchemes(t *testing.T) {
	check(t, []textTest{
		{"news:comp.lang.ada, news:a@b.example. mid:960830.1639@XIson.com cid:foo4*foo1@bar.net", "bare news:comp.lang.ada; bare news:a@b.example; bare mid:960830.1639@XIson.com; bare cid:foo4*foo1@bar.net", "news and mail"},
		{"man:ls(1), (man:ls(1)) info:(dir) info:gcc#Top", "bare man:ls(1); bare man:ls(1); bare info:(dir); bare info:gcc#Top", "documentation"},
		{"tel:+1-201-555-0123. sip:a@b.example.org, xmpp:a@b.example/x geo:48.2,16.3; magnet:?xt=urn:btih:abc data:,hello", "bare tel:+1-201-555-0123; bare sip:a@b.example.org; bare xmpp:a@b.example/x; bare geo:48.2,16.3; bare magnet:?xt=urn:btih:abc; bare data:,hello", "schemes with a shape"},
		{"doi:10.1000/182. doi:10.1000/. about:blank mailto:a@b.example?subject=x", "bare doi:10.1000/182 or doi:10.1000/182.; bare about:blank; bare mailto:a@b.example?subject=x", "a shape holds without the punctuation"},
		{"urn:foo:b~c, urn:foo:d\"e urn:example:w?=op=map&lat=1. urn:x", "bare urn:foo:b or urn:foo:b~c; bare urn:foo:d; bare urn:example:w or urn:example:w?=op=map&lat=1", "URNs by the draft, and by RFC 8141"},
		{"git+ssh://x@y.z/r.git svn+ssh://h/p coap+tcp://h x-foo://h xmlrpc.beep://h", "bare git+ssh://x@y.z/r.git; bare svn+ssh://h/p; bare coap+tcp://h; bare x-foo://h; bare xmlrpc.beep://h", "compound names"},
		{"see.http://a.b/ 1.http://a.b/ foo-http://a.b xhttp://a.b 1http://a.b hppt://a.b", "bare http://a.b/; bare http://a.b/; bare http://a.b", "where a name begins"},
		{"HTTP://GOOGLE.COM MAILTO:NAME@EXAMPLE.COM Http://a.b", "bare HTTP://GOOGLE.COM; bare MAILTO:NAME@EXAMPLE.COM; bare Http://a.b", "any case"},
		{"view-source:http://x/ text:http://x.org @https://example.org 网址http://x.org", "bare http://x/; bare http://x.org; bare https://example.org; bare http://x.org", "what may stand before"},
		{"a.mailto:x@y.example /mailto:x@y.example (mailto:x@y.example)", "bare mailto:x@y.example", "what may not stand before a scheme without slashes"},
		{"file:/etc/passwd file:///etc/group file:12:3 http:///x ldap:///dc=x file://", "bare file:/etc/passwd; bare file:///etc/group; bare ldap:///dc=x", "no host"},
		{"http://[::1]:8910/p http://[v1.x]/ http://[host]/ ftp://[2001:db8::1]", "bare http://[::1]:8910/p; bare ftp://[2001:db8::1]", "addresses"},
		{"http://user:***@password.faketld/ http://user@host.tld/this:that http://u:p%40q@h/", "bare http://user:***@password.faketld/; bare http://user@host.tld/this:that; bare http://u:p%40q@h/", "userinfo"},
		{"http://user:p@ss@host.example/ http://u:p@host.example:x/", "", "no address of mail is made of a password"},
		{"http://-a.example http://.a.example http:// http://? http://# http://.. http://999 http://h_x", "bare http://999; bare http://h_x", "hosts and none"},
		{"http://bündnis.de/wp http://🍄.ga/ http://✪df.ws/123", "bare http://b%C3%BCndnis.de/wp; bare http://%F0%9F%8D%84.ga/; bare http://%E2%9C%AAdf.ws/123", "hosts beyond US-ASCII"},
	})
}

func TestTemplates(t *testing.T) {
	check(t, []textTest{
		{"http://%s/quit http://${host}/x http://$host/ http://{host}/ http://host:port/ http://h:$PORT/ http://h:%d/x", "", "of the authority"},
		{"http://x.org/{id} http://x.org/%s http://x.org/%[1]s/y http://x.org/a%(name)s http://x.org/?q={q} file:///$WORK/a http://x.org/${a} http://x.org/$(a)", "", "of the path"},
		{"http://x.org/$metadata http://x.org/a$B", "bare http://x.org/$metadata; bare http://x.org/a$B", "dollars that are none"},
		{"http://x.org/{ a http://x.org/a}", "bare http://x.org/; bare http://x.org/a", "braces that are none"},
		{"http://*.example.com/ http://www.$d/ http://example{1,2}.com http://h[:port]/ gopher://host [port]/T", "", "patterns and outlines"},
		{`^http://www\.example\.com/ http://x.org/a\.html http://x.org\n http://x.org\t`, "bare http://x.org; bare http://x.org", "regular expressions, and escapes of programs"},
		{"http://...  https://[^\\s]+ https://(www\\.)? https?://x", "", "what is no URI"},
	})
}

var guesses = []textTest{
	{"see www.w3.org/Addressing and ftp.x.org/p.", "heuristic http://www.w3.org/Addressing; heuristic ftp://ftp.x.org/p or ftp://ftp.x.org/p.", "uri(7)"},
	{"｜www.google.com/www.google.com/foo｜bar (www.x.org:8080) \"www.x.org\"", "heuristic http://www.google.com/www.google.com/foo; heuristic http://www.x.org:8080; heuristic http://www.x.org", "edges"},
	{"www.x www.x.y1 xwww.x.org a.www.x.org www.foo.bar@x.example www.x.png ftp.conn.Close() ftp.client.reader x/www.x.org www.x..org", "email mailto:www.foo.bar@x.example", "what is none"},
	{"foo@example.com, (a.b@c.example.org) <t@cern.ch> name@example.com: x mail:joe@x.com --to=joe@x.com", "email mailto:foo@example.com; email mailto:a.b@c.example.org; email mailto:t@cern.ch; email mailto:name@example.com; email mailto:joe@x.com; email mailto:joe@x.com", "addresses"},
	{"git@github.com:foo/bar.git x@v1.2.3 x@v1.0.0-a.mod icon@2x.png getty@tty1.service ${u}@h.com a@b@c.example @x.example a@b.c foo@bar O'Brien@x.com é@x.com x/y@z.com", "", "what is none"},
}

func TestGuesses(t *testing.T) { check(t, guesses) }

func TestNoSchemes(t *testing.T) {
	got := show(find.Finder{}, "http://a.b/ <http://a.b/> urn:a:b www.x.org a@x.org")
	if want := "angle http://a.b/; heuristic http://www.x.org; email mailto:a@x.org"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	f := find.New(scheme.NewTable(nil, []scheme.Registered{{Name: "foo"}}))
	if got, want := show(f, "foo://a.b/ http://a.b/"), "bare foo://a.b/"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPositions(t *testing.T) {
	text := "é http://a.b/ü\r\n\xff<URL:http://c.d/\n e>, x@y.example"
	var got []find.Match
	for m := range finder.All([]byte(text)) {
		if text[m.Start:m.End] != m.Text {
			t.Errorf("text[%d:%d] is %q, not %q", m.Start, m.End, text[m.Start:m.End], m.Text)
		}
		m.Alternatives = nil
		got = append(got, m)
	}
	want := []find.Match{
		{Text: "http://a.b/ü", Position: find.Position{Start: 3, Line: 1, Column: 4, ColumnRunes: 3}, End: 16, Form: find.Bare},
		{Text: "URL:http://c.d/\n e", Position: find.Position{Start: 20, Line: 2, Column: 3, ColumnRunes: 3}, End: 38, Form: find.URLPrefix},
		{Text: "x@y.example", Position: find.Position{Start: 41, Line: 3, Column: 6, ColumnRunes: 6}, End: 52, Form: find.Email, Rule: "guess/email"},
	}
	for i, uri := range []string{"http://a.b/%C3%BC", "http://c.d/e", "mailto:x@y.example"} {
		if i < len(got) && got[i].URI.String() != uri {
			t.Errorf("match %d is %v, want %s", i, got[i].URI, uri)
		}
	}
	ignoreURI := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".URI" }, cmp.Ignore())
	if diff := cmp.Diff(want, got, ignoreURI); diff != "" {
		t.Error(diff)
	}
}
