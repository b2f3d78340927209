package uri_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"uriel.dev/uri"
)

var update = flag.Bool("update", false, "write the golden files anew")

var parseTests = []struct {
	name, in, want string // want as describe writes it
	why            string
}{
	{"all", "http://user:pw@example.com:8042/over/there?name=ferret#nose",
		"scheme=http authority=user:pw@example.com:8042 userinfo=user:pw host=example.com port=8042 path=/over/there query=name=ferret fragment=nose",
		"RFC 3986, 3"},
	{"urn", "urn:example:animal:ferret:nose", "scheme=urn path=example:animal:ferret:nose", "RFC 3986, 3: path-rootless"},
	{"empty", "", "path=", "4.4: the same document"},
	{"scheme alone", "a:", "scheme=a path=", "path-empty"},
	{"scheme characters", "A1+-.:b", "scheme=A1+-. path=b", "3.1"},
	{"host and port as scheme", "localhost:8080", "scheme=localhost path=8080", "3.1: a scheme is what stands before the colon"},
	{"authority empty", "//", "authority= host= path=", "3.2.2: reg-name may be empty"},
	{"authority and scheme empty", "a://", "scheme=a authority= host= path=", "3.2.2"},
	{"three slashes", "file:///etc/hosts", "scheme=file authority= host= path=/etc/hosts", "3.2.2: an empty host is defined"},
	{"one slash", "file:/etc/hosts", "scheme=file path=/etc/hosts", "path-absolute"},
	{"userinfo empty", "//@h", "authority=@h userinfo= host=h path=", "3.2.1"},
	{"userinfo colons", "//a:b:c@h", "authority=a:b:c@h userinfo=a:b:c host=h path=", "3.2.1: any number of colons"},
	{"userinfo like port", "//h:80@i", "authority=h:80@i userinfo=h:80 host=i path=", "the @ tells what the colon was"},
	{"userinfo like port, then port", "//h:80@i:90", "authority=h:80@i:90 userinfo=h:80 host=i port=90 path=", "3.2.1"},
	{"userinfo before literal", "//u:p@[::1]:1", "authority=u:p@[::1]:1 userinfo=u:p host=[::1] port=1 path=", "3.2.2"},
	{"userinfo sub-delims", "//!$&'()*+,;=%40@h", "authority=!$&'()*+,;=%40@h userinfo=!$&'()*+,;=%40 host=h path=", "3.2.1"},
	{"port empty", "http://h:/", "scheme=http authority=h: host=h port= path=/", "3.2.3: *DIGIT"},
	{"port long", "//h:00099999999999999999999", "authority=h:00099999999999999999999 host=h port=00099999999999999999999 path=", "3.2.3: *DIGIT"},
	{"port without host", "//:80", "authority=:80 host= port=80 path=", "3.2.2"},
	{"host escapes", "//a%2Fb", "authority=a%2Fb host=a%2Fb path=", "3.2.2: pct-encoded in reg-name"},
	{"host underscore", "//a_b.example", "authority=a_b.example host=a_b.example path=", "3.2.2: not only domain names"},
	{"host ends at query", "http://h?q", "scheme=http authority=h host=h path= query=q", "3.2"},
	{"host ends at fragment", "http://h#f", "scheme=http authority=h host=h path= fragment=f", "3.2"},
	{"at in path", "http://h/@b:c", "scheme=http authority=h host=h path=/@b:c", "3.3: pchar"},
	{"slashes in path", "http://h//a//", "scheme=http authority=h host=h path=//a//", "3.3: empty segments"},
	{"slashes behind one", "/a//b", "path=/a//b", "only the first segment may not be empty"},
	{"path noscheme", "a/b:c", "path=a/b:c", "4.2: the colon is not in the first segment"},
	{"path dot colon", "./a:b", "path=./a:b", "4.2"},
	{"path with scheme", "mailto:jdoe@example.com?subject=foo?body=bar", "scheme=mailto path=jdoe@example.com query=subject=foo?body=bar", "3.4: ? in query"},
	{"query empty", "?", "path= query=", "3.4"},
	{"fragment empty", "#", "path= fragment=", "3.5"},
	{"both empty", "?#", "path= query= fragment=", "3.4"},
	{"query in fragment", "#a?b/c", "path= fragment=a?b/c", "3.5"},
	{"colon in query", "?a:b", "path= query=a:b", "4.2 is about the path"},
	{"colon in fragment", "#a:b", "path= fragment=a:b", "4.2 is about the path"},
	{"escapes everywhere", "s://%41@%42/%43?%44#%45", "scheme=s authority=%41@%42 userinfo=%41 host=%42 path=/%43 query=%44 fragment=%45", "2.1: nothing is decoded"},
	{"escaped NUL", "%00", "path=%00", "2.1: any octet"},
	{"not UTF-8 when decoded", "/%ff", "path=/%ff", "2.1: octets, not characters"},
	{"case kept", "HTTP://H/%7e", "scheme=HTTP authority=H host=H path=/%7e", "nothing is normalised"},
}

func TestParse(t *testing.T) {
	for _, test := range parseTests {
		t.Run(test.name, func(t *testing.T) {
			u, err := uri.Parse(test.in)
			if err != nil {
				t.Fatalf("%v; want %s: %s", err, test.want, test.why)
			}
			if got := describe(u); got != test.want || u.String() != test.in {
				t.Errorf("Parse(%q) is %s\nwant %s: %s", u, got, test.want, test.why)
			}
			checkTwin(t, test.in, u, err)
		})
	}
}

func TestHostKind(t *testing.T) {
	for _, test := range []struct {
		name, host string
		want       uri.HostKind
		why        string
	}{
		{"empty", "", uri.RegName, "3.2.2: reg-name = *( … )"},
		{"name", "example.com", uri.RegName, "3.2.2"},
		{"dotted", "192.0.2.16", uri.IPv4, "3.2.2"},
		{"lowest", "0.0.0.0", uri.IPv4, "dec-octet"},
		{"highest", "255.255.255.255", uri.IPv4, "dec-octet"},
		{"octet too high", "256.0.0.1", uri.RegName, "first-match-wins"},
		{"octet much too high", "1.2.3.99999999999", uri.RegName, "first-match-wins"},
		{"leading zero", "192.0.02.16", uri.RegName, "dec-octet has no leading zero"},
		{"three octets", "1.2.3", uri.RegName, "four octets"},
		{"five octets", "1.2.3.4.5", uri.RegName, "four octets"},
		{"empty octet", "1..2.3", uri.RegName, "dec-octet is not empty"},
		{"empty last octet", "1.2.3.", uri.RegName, "dec-octet is not empty"},
		{"final dot", "1.2.3.4.", uri.RegName, "four octets"},
		{"number", "3221225985", uri.RegName, "not as inet_aton reads it"},
		{"octet and more", "1.2.3.4a", uri.RegName, "first-match-wins"},
		{"escaped digit", "1.2.3.%34", uri.RegName, "first-match-wins"},
		{"loopback", "[::1]", uri.IPv6, "3.2.2"},
		{"unspecified", "[::]", uri.IPv6, "3.2.2"},
		{"eight groups", "[1:2:3:4:5:6:7:8]", uri.IPv6, "3.2.2"},
		{"gap of one group", "[1:2:3:4:5:6:7::]", uri.IPv6, "3.2.2: the last alternative"},
		{"IPv4 at the end", "[::ffff:192.0.2.1]", uri.IPv6, "ls32"},
		{"six groups and IPv4", "[1:2:3:4:5:6:1.2.3.4]", uri.IPv6, "ls32"},
		{"case", "[ABCD:ef::]", uri.IPv6, "HEXDIG in either case"},
		{"future", "[v1.a:b]", uri.IPvFuture, "3.2.2"},
		{"future in upper case", "[VFe.~]", uri.IPvFuture, "strings of ABNF have no case"},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := "//" + test.host
			u, err := uri.Parse(in)
			if err != nil {
				t.Fatal(err)
			}
			if u.HostKind() != test.want || u.Host() != test.host {
				t.Errorf("host %q is %q, want %q: %s", u.Host(), u.HostKind(), test.want, test.why)
			}
			checkTwin(t, in, u, err)
		})
	}
}

var errorTests = []struct {
	name, in string
	offset   int
	rule     string
	why      string
}{
	{"space in host", "http://a b", 8, "uri/host-space", "3.2.2"},
	{"bare percent", "http://h/100%", 12, "uri/escape", "2.1"},
	{"percent and one digit", "http://h/%4", 9, "uri/escape", "2.1"},
	{"percent in host", "http://%zz/", 7, "uri/escape", "2.1"},
	{"percent in query", "http://h/?%zz", 10, "uri/escape", "2.1; net/url accepts it"},
	{"percent in fragment", "http://h/#%", 10, "uri/escape", "2.1"},
	{"percent in opaque path", "mailto:user%gw@host", 11, "uri/escape", "2.1"},
	{"port of letters", "http://192.168.0.1:foo/", 19, "uri/port-digit", "3.2.3: *DIGIT"},
	{"port signed", "//h:-1", 4, "uri/port-digit", "3.2.3: *DIGIT"},
	{"port behind literal", "//[::1]:a", 8, "uri/port-digit", "3.2.3: *DIGIT"},
	{"space in path", "http://h/a b", 10, "uri/path-space", "3.3"},
	{"space in query", "http://h/?a b", 11, "uri/query-space", "3.4"},
	{"space in fragment", "http://h/#a b", 11, "uri/fragment-space", "3.5"},
	{"space in userinfo", "http://a b@h/", 8, "uri/userinfo-space", "3.2.1"},
	{"space before", " http://h/", 0, "uri/path-space", "nothing is trimmed"},
	{"space behind", "http://h/ ", 9, "uri/path-space", "nothing is trimmed"},
	{"brackets in path", "http://a/b[c]", 10, "uri/path-char", "3.2.2: nowhere but around an IP-literal"},
	{"backslash in path", `http://a/b\c`, 10, "uri/backslash", "3.3"},
	{"caret in query", "?a^b", 2, "uri/query-char", "3.4"},
	{"second hash", "http://a/#b#c", 11, "uri/fragment-char", "3.5"},
	{"brace in userinfo", "//{a}@h", 2, "uri/userinfo-char", "3.2.1"},
	{"backslash in host", `http://a\b`, 8, "uri/backslash", "3.2.2"},
	{"at behind path is no userinfo", "//{a}/@h", 2, "uri/host-char", "3.2.2"},
	{"angle brackets", "<http://a/>", 0, "uri/wrapper", "appendix C"},
	{"quotes", `"http://a/"`, 0, "uri/wrapper", "appendix C"},
	{"angle bracket behind", "http://a/>", 9, "uri/path-char", "3.3"},
	{"drive with bar", "file:///C|/x", 9, "uri/drive-bar", "RFC 8089 E.2.2"},
	{"drive with bar behind the scheme", "file:c|/x", 6, "uri/drive-bar", "RFC 8089 E.2.2"},
	{"drive with bar alone", "c|/x", 1, "uri/drive-bar", "RFC 8089 E.2.2"},
	{"bar elsewhere", "http://h/ab|c", 11, "uri/path-char", "3.3"},
	{"bar in query", "http://h/?/c|d", 12, "uri/query-char", "3.4: a drive stands in a path"},
	{"words", "info:(gcc)G++ and GCC", 13, "uri/path-space", "3.3"},
	{"colon first", ":a", 0, "uri/no-scheme", "4.2: path-noscheme"},
	{"scheme begins with digit", "1a:b", 2, "uri/no-scheme", "3.1"},
	{"address and port", "192.168.2.2:6688", 11, "uri/no-scheme", "4.2"},
	{"scheme with underscore", "a_b:c", 3, "uri/no-scheme", "3.1"},
	{"scheme escaped", "%61:b", 3, "uri/no-scheme", "3.1"},
	{"colon before the space", "1:a b", 1, "uri/no-scheme", "the first of two errors"},
	{"space before the colon", "a b:c", 1, "uri/path-space", "the first of two errors"},
	{"two ats", "ftp://a@b@c", 9, "uri/host-at", "3.2.1"},
	{"naked IPv6", "http://2b01:e34::1:8080/foo", 12, "uri/host-colon", "3.2.2: a colon is not in reg-name"},
	{"bracket left", "http://[::1/", 11, "uri/host-bracket", "3.2.2"},
	{"bracket left at the end", "http://[::1", 11, "uri/host-bracket", "3.2.2: more is missing"},
	{"bracket right", "http://h]/", 8, "uri/host-bracket", "3.2.2"},
	{"bracket inside", "http://a[::1]/", 8, "uri/host-bracket", "3.2.2"},
	{"text behind literal", "http://[::1]a/", 12, "uri/host-bracket", "3.2.2"},
	{"space in literal", "http://[::1 ]/", 11, "uri/host-bracket", "3.2.2"},
	{"userinfo behind literal", "http://[::1]@h/", 12, "uri/host-bracket", "3.2.1: no brackets in userinfo"},
	{"literal empty", "http://[]/", 8, "uri/host-ipv6", "3.2.2"},
	{"literal of IPv4", "http://[1.2.3.4]/", 8, "uri/host-ipv6", "3.2.2"},
	{"literal of a name", "http://[ab.example]/", 12, "uri/host-ipv6", "3.2.2"},
	{"seven groups", "http://[1:2:3:4:5:6:7]/", 8, "uri/host-ipv6", "3.2.2"},
	{"two gaps", "http://[1::2::3]/", 8, "uri/host-ipv6", "3.2.2"},
	{"gap of no group", "http://[1:2:3:4::5:6:7:8]/", 8, "uri/host-ipv6", "3.2.2"},
	{"five digits", "http://[12345::]/", 8, "uri/host-ipv6", "h16 = 1*4HEXDIG"},
	{"IPv4 not last", "http://[::1.2.3.4:5]/", 8, "uri/host-ipv6", "ls32 is last"},
	{"zone", "http://[fe80::1%25em0]:5963/", 15, "uri/host-zone", "RFC 9844"},
	{"zone unescaped", "http://[fe80::1%em0]/", 15, "uri/host-zone", "RFC 9844"},
	{"future without number", "http://[v.a]/", 9, "uri/host-ipvfuture", "1*HEXDIG"},
	{"future without dot", "http://[v1]/", 10, "uri/host-ipvfuture", "a dot"},
	{"future without address", "http://[v1.]/", 11, "uri/host-ipvfuture", "1*( … )"},
	{"future with escape", "http://[v1.a%20]/", 12, "uri/host-ipvfuture", "no pct-encoded"},
	{"not ASCII in path", "http://h/é", 9, "uri/non-ascii", "2: an IRI"},
	{"not ASCII in host", "http://bücher.example/", 8, "uri/non-ascii", "2: an IRI"},
	{"not ASCII in query", "?é", 1, "uri/non-ascii", "2: an IRI"},
	{"replacement character", "\uFFFD", 0, "uri/non-ascii", "it is UTF-8"},
	{"not UTF-8", "http://h/\xff", 9, "uri/not-utf8", "2"},
	{"UTF-8 cut short", "http://h/\xc3", 9, "uri/not-utf8", "2"},
	{"line break", "http://h/a\nb", 10, "uri/control", "appendix C"},
	{"NUL", "\x00", 0, "uri/control", "2"},
	{"DEL in host", "//a\x7f", 3, "uri/control", "2"},
	{"password", "http://user:secret@h/a b", 22, "uri/path-space", "the text of the error tells no password"},
	{"long", "http://h/" + strings.Repeat("a", 250) + " ", 259, "uri/path-space", "the text of the error is cut"},
}

func TestParseError(t *testing.T) {
	for _, test := range errorTests {
		t.Run(test.name, func(t *testing.T) {
			u, err := uri.Parse(test.in)
			e, ok := errors.AsType[*uri.Error](err)
			if !ok {
				t.Fatalf("Parse(%q) is %s, error %v; want a *uri.Error: %s", test.in, describe(u), err, test.why)
			}
			if e.Offset != test.offset || e.Rule != test.rule {
				t.Errorf("Parse(%q): %s at %d, want %s at %d: %s", test.in, e.Rule, e.Offset, test.rule, test.offset, test.why)
			}
			if u != (uri.URI{}) || e.Input != test.in {
				t.Errorf("Parse(%q) returns %q and an error about %q", test.in, u, e.Input)
			}
			checkTwin(t, test.in, u, err)
		})
	}
}

// TestErrorGolden fixes the exact texts of errors and their hints.
func TestErrorGolden(t *testing.T) {
	var got bytes.Buffer
	for _, test := range errorTests {
		_, err := uri.Parse(test.in)
		e, ok := errors.AsType[*uri.Error](err)
		if !ok {
			t.Fatalf("%s: %v", test.name, err)
		}
		fmt.Fprintf(&got, "%s\n\t%s\n", e, strings.TrimSpace(e.Rule+" "+e.Hint))
	}
	const golden = "testdata/errors.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		g, w := lineAt(gotLines, i), lineAt(wantLines, i)
		if g != w {
			t.Fatalf("%s:%d: is\n%s\nwant\n%s\n(go test -update writes it anew)", golden, i+1, g, w)
		}
	}
	if bytes.Contains(got.Bytes(), []byte("secret")) {
		t.Error("an error tells a password")
	}
}

func lineAt(lines []string, i int) string {
	if i >= len(lines) {
		return "(end of text)"
	}
	return lines[i]
}

// TestTooLong lies about the length of a string: it is refused before a byte is
// read.
func TestTooLong(t *testing.T) {
	n := uint64(uri.MaxLen) + 1
	if uint64(int(n)) != n {
		t.Skip("no string can be that long here")
	}
	_, err := uri.Parse(unsafe.String(new(byte), n))
	e, ok := errors.AsType[*uri.Error](err)
	if !ok || e.Rule != "uri/too-long" || uint64(e.Offset) != n {
		t.Errorf("a text of %d bytes: %T", n, err)
	}
}

// TestErrorRules sees that each rule is broken by some row of a table, and that
// what an Error says is what the rule says; its hint may be more exact.
func TestErrorRules(t *testing.T) {
	seen := map[string]bool{"uri/too-long": true, "uri/dot-name": true} // by TestTooLong, TestJoinSegments
	rules := map[string]uri.Rule{}
	for _, r := range uri.Rules() {
		rules[r.ID] = r
	}
	for _, test := range errorTests {
		_, err := uri.Parse(test.in)
		e, ok := errors.AsType[*uri.Error](err)
		if !ok {
			t.Fatalf("%s: %v", test.name, err)
		}
		seen[e.Rule] = true
		if r := rules[e.Rule]; r.Section != e.Section || r.Title != e.Title || r.Hint != "" && e.Hint == "" {
			t.Errorf("error %+v does not say what rule %+v says", e, r)
		}
	}
	for _, test := range withErrorTests {
		seen[test.rule] = true // as TestWithErrors sees
	}
	for _, test := range judgeTests {
		for _, r := range uri.Judge(uri.MustParse(test.in)) {
			seen[r.Rule] = true
		}
	}
	for id := range rules {
		if !seen[id] {
			t.Errorf("no test breaks %s", id)
		}
	}
	if len(rules) < 30 {
		t.Errorf("%d rules, want at least 30", len(rules))
	}
}

func TestRules(t *testing.T) {
	rules := uri.Rules()
	if !slices.IsSortedFunc(rules, func(a, b uri.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("rules are not ordered by ID")
	}
	for i, r := range rules {
		if !strings.HasPrefix(r.ID, "uri/") || r.Section == "" || r.Title == "" || r.Text == "" {
			t.Errorf("rule %+v is not complete", r)
		}
		if i > 0 && rules[i-1].ID == r.ID {
			t.Errorf("two rules are called %s", r.ID)
		}
	}
	rules[0].Title = "changed"
	if uri.Rules()[0].Title == "changed" {
		t.Error("the slice is not the caller's own")
	}
}
