package uri_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
)

var judgeTests = []struct {
	name, in string
	want     []string // "severity rule offset+length"
	why      string
}{
	{"nothing", "http://example.com:8042/a?b#c", nil, ""},
	{"nothing of the specification", "foo://example.com:8042/over/there?name=ferret#nose", nil, "RFC 3986, 3"},
	{"relative", "../a", nil, ""},
	{"empty", "", nil, "4.4: the same document"},
	{"opaque", "mailto:a.b@example.com", nil, ""},

	// Scheme.
	{"scheme in capitals", "HTTP://h/", []string{"info uri/scheme-case 0+4"}, "3.1"},
	{"scheme with one capital", "xmlNs:a", []string{"info uri/scheme-case 0+5"}, "3.1"},
	{"host and port", "localhost:8080", []string{"warning uri/host-port 0+14"}, "3.1: surely not what was meant"},
	{"host and port and query", "localhost:8080?a", []string{"warning uri/host-port 0+14"}, "3.1"},
	{"host and port and path", "localhost:8080/a", []string{"warning uri/host-port 0+14"}, "3.1"},
	{"domain and port and path", "www.example.com:80/x", []string{"warning uri/host-port 0+18"}, "3.1: a scheme may have dots"},
	{"number and path", "news:119/a", nil, "the scheme does not look like a host"},
	{"domain and word", "iris.beep:a", nil, "RFC 3983: a registered scheme"},
	{"telephone", "tel:123456", nil, "no port has six digits"},
	{"prefix", "URL:http://a/", []string{"warning uri/url-prefix 0+4"}, "appendix C"},
	{"prefix before a password", "url:http://u:secret@a/", []string{"warning uri/url-prefix 0+4"}, "the remark names the URI, redacted"},
	{"prefix before no URI", "url:a", nil, "appendix C"},
	{"scheme of that name", "url://http:80/", nil, "it has an authority"},
	{"suffix", "www.example.com/a", []string{"warning uri/suffix-reference 0+15"}, "4.5"},
	{"suffix in capitals", "WWW.example.com", []string{"warning uri/suffix-reference 0+15"}, "4.5"},
	{"file called www", "www.html", nil, "4.5: one label behind"},
	{"folder called like a host", "/www.example.com/", nil, "it is not at the beginning"},

	// Userinfo.
	{"user", "ftp://joe@h/", []string{"info uri/userinfo 6+3"}, "3.2.1"},
	{"empty user", "ftp://@h/", []string{"info uri/userinfo 6+0"}, "3.2.1"},
	{"password", "http://u:p@h/", []string{"info uri/userinfo 7+1", "warning uri/password 9+1"}, "3.2.1: deprecated"},
	{"password with colons", "http://u:p:q@h/", []string{"info uri/userinfo 7+1", "warning uri/password 9+3"}, "3.2.1: behind the first colon"},
	{"empty password", "http://u:@h/", []string{"info uri/userinfo 7+1", "warning uri/password 9+0"}, "3.2.1"},
	{"user like a host", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/", []string{"info uri/userinfo 6+35", "warning uri/userinfo-host 6+35", "info uri/ip-host 42+8"}, "7.6: the example there"},
	{"user like www", "http://www.bank@h/", []string{"info uri/userinfo 7+8", "warning uri/userinfo-host 7+8"}, "7.6"},
	{"user with a dot", "http://joe.doe@h/", []string{"info uri/userinfo 7+7"}, "7.6: no host"},

	// Host.
	{"host in capitals", "http://Example.COM/", []string{"info uri/host-case 7+11"}, "3.2.2"},
	{"host with escape in capitals", "http://a%2F/", []string{"warning uri/host-delimiter 8+3"}, "2.1: those are its digits"},
	{"IPvFuture in capitals", "http://[vF.A]/", []string{"info uri/ip-host 7+6", "info uri/host-case 7+6"}, "3.2.2"},
	{"IPv4", "http://192.0.2.7/", []string{"info uri/ip-host 7+9"}, "draft-ietf-uri-url-03, 1.1.1"},
	{"IPv6", "http://[::1]/", []string{"info uri/ip-host 7+5"}, "draft-ietf-uri-url-03, 1.1.1"},
	{"IPv6 long", "http://[2001:DB8:0:0::1]/", []string{"info uri/ip-host 7+17", "info uri/ipv6-form 7+17"}, "RFC 5952"},
	{"one number", "http://2130706433/", []string{"warning uri/numeric-host 7+10"}, "7.4"},
	{"two numbers, one in hex", "http://0x7f.1/", []string{"warning uri/numeric-host 7+6"}, "7.4"},
	{"two numbers", "http://127.1/", []string{"warning uri/numeric-host 7+5"}, "7.4"},
	{"octal", "http://0177.0.0.01/", []string{"warning uri/numeric-host 7+11"}, "7.4"},
	{"hex without digits", "http://0X/", []string{"info uri/host-case 7+2", "warning uri/numeric-host 7+2"}, "URL Standard 3.5: 0.0.0.0"},
	{"number escaped", "http://%3127.0.0.1/", []string{"warning uri/numeric-host 7+11", "info uri/unneeded-percent-encoding 7+3"}, "an address once it is normalised"},
	{"address and dot", "http://127.0.0.1./", []string{"warning uri/numeric-host 7+10", "info uri/trailing-dot 16+1"}, "7.4"},
	{"octet too large", "http://999.1.1.1/", []string{"warning uri/ipv4-like 7+9"}, "3.2.2: a reg-name"},
	{"number too large", "http://4294967296/", []string{"warning uri/ipv4-like 7+10"}, "URL Standard 3.5"},
	{"five numbers", "http://1.2.3.4.5/", []string{"warning uri/ipv4-like 7+9"}, "URL Standard 3.5"},
	{"octal with nine", "http://1.2.3.09/", []string{"warning uri/ipv4-like 7+8"}, "URL Standard 3.5"},
	{"domain of a number", "http://example.1/", []string{"warning uri/ipv4-like 7+9"}, "RFC 1123, 2.1"},
	{"label that begins with digits", "http://4.3com/", nil, "RFC 1123, 2.1"},
	{"label of a number in front", "http://163.com/", nil, "RFC 1123, 2.1"},
	{"hex that is none", "http://0xg/", nil, "a name"},
	{"drive as host", "file://C:/Windows", []string{"warning uri/drive-host 7+2", "info uri/empty-port 8+1"}, "RFC 8089, E.2"},
	{"drive as host with port", "file://c:1/Windows", nil, "RFC 8089, E.2"},
	{"one letter as host", "http://c:/", []string{"info uri/empty-port 8+1"}, "RFC 8089 is about file"},
	{"dot behind", "http://example.com.:80/", []string{"info uri/trailing-dot 18+1"}, "3.2.2"},
	{"dot in front", "http://.example.com/", []string{"warning uri/empty-label 7+1"}, "RFC 1035, 2.3.1"},
	{"two dots", "http://a..b/", []string{"warning uri/empty-label 9+1"}, "RFC 1035, 2.3.1"},
	{"two dots behind", "http://a../", []string{"info uri/trailing-dot 9+1", "warning uri/empty-label 9+1"}, "RFC 1035, 2.3.1"},
	{"label of 64", "http://a." + strings.Repeat("a", 64) + "/", []string{"warning uri/long-label 9+64"}, "RFC 1035, 2.3.4"},
	{"label of 63", "http://" + strings.Repeat("a", 63) + "/", nil, "RFC 1035, 2.3.4"},
	{"name of 254", "http://" + strings.Repeat("a.", 126) + "aa/", []string{"warning uri/long-name 7+254"}, "RFC 1035, 2.3.4"},
	{"name of 253 and dot", "http://" + strings.Repeat("a.", 126) + "a./", []string{"info uri/trailing-dot 260+1"}, "RFC 1035, 2.3.4"},
	{"underscores", "http://a__b.c_d/", []string{"info uri/host-name 8+2", "info uri/host-name 13+1"}, "RFC 1123, 2.1"},
	{"list of hosts", "mongodb://a,b/", []string{"info uri/host-name 11+1"}, "RFC 1123, 2.1"},
	{"hyphens", "http://a-b.c--d/", nil, "RFC 1123, 2.1"},
	{"at in host", "http://a%40b/", []string{"warning uri/host-delimiter 8+3"}, "7.6"},
	{"slash in host", "http://a%2Fb/", []string{"warning uri/host-delimiter 8+3"}, "7.6"},
	{"sub-delim in host", "http://a%2Cb/", nil, "2.2: no delimiter of the authority"},
	{"other script", "http://b%C3%BCcher.example/", []string{"info uri/host-escape 7+19"}, "3.2.2"},
	{"Latin-1 in host", "http://b%FCcher/", []string{"info uri/host-escape 7+8", "warning uri/escaped-not-utf8 8+3"}, "3.2.2: UTF-8"},
	{"A-label", "http://xn--bcher-kva.example/", []string{"info uri/a-label 7+13"}, "RFC 5890, 2.3.2.1"},
	{"A-label in capitals", "http://a.XN--BCHER-KVA/", []string{"info uri/host-case 7+15", "info uri/a-label 9+13"}, "RFC 5890, 2.3.2.1"},
	{"A-label cut short", "http://xn--bcher-kv/", []string{"warning uri/bad-a-label 7+12"}, "RFC 3492"},
	{"A-label of ASCII", "http://xn--abc-/", []string{"warning uri/bad-a-label 7+8"}, "RFC 5890, 2.3.2.1"},
	{"A-label of nothing", "http://xn--/", nil, "it is no Punycode, but hyphens"},
	{"A-label with turn", "http://xn--ab-g4t/", []string{"warning uri/bad-a-label 7+10"}, "RFC 5892: U+202E"},
	{"A-label with joiner", "http://xn--ab-j1t/", []string{"info uri/a-label 7+10"}, "RFC 5892, A.1: U+200C"},
	{"A-label of capitals", "http://xn--bcher-2pa/", []string{"warning uri/bad-a-label 7+13"}, "RFC 5891, 4.1: lower case"},
	{"A-label with space", "http://xn--a%20b-joa/", []string{"warning uri/bad-a-label 7+13", "warning uri/host-delimiter 12+3"}, "RFC 3492: Punycode is letters, digits and hyphens"},
	{"Cyrillic and Latin", "http://xn--pypal-4ve.example/", []string{"info uri/a-label 7+13", "warning uri/mixed-script 7+13"}, "UTS 39, 5.2"},
	{"Cyrillic and Latin escaped", "http://p%D0%B0ypal.a.b/", []string{"info uri/host-escape 7+15", "warning uri/mixed-script 7+11"}, "UTS 39, 5.2"},
	{"Cyrillic beside Latin", "http://%D0%B0.a/", []string{"info uri/host-escape 7+8"}, "in two labels"},
	{"Lisu and Latin", "http://xn--a-xx2e/", []string{"info uri/a-label 7+10", "warning uri/mixed-script 7+10"}, "UTS 39, 5.2: U+A4D0 looks like a B"},
	{"Greek letter and digits", "http://xn--123-kxa/", []string{"info uri/a-label 7+11"}, "UTS 39: digits are common to all"},
	{"Japanese", "http://%E6%97%A5%E3%81%AE%E3%82%A2a/", []string{"info uri/host-escape 7+28"}, "UTS 39, 5.2"},
	{"Hangul and Hiragana", "http://%ED%95%9C%E3%81%AE/", []string{"info uri/host-escape 7+18", "warning uri/mixed-script 7+18"}, "UTS 39, 5.2"},

	// Port.
	{"empty port", "http://h:/", []string{"info uri/empty-port 8+1"}, "3.2.3"},
	{"port too high", "http://h:99999/", []string{"warning uri/port-range 9+5"}, "RFC 9293, 3.1"},
	{"highest port", "http://h:65535/", nil, "RFC 9293, 3.1"},
	{"port with zeros", "http://h:0080/", []string{"info uri/port-zeros 9+2"}, "6.2.3"},
	{"port of zeros", "http://h:00/", []string{"info uri/port-zeros 9+1"}, "6.2.3"},
	{"port zero", "http://h:0/", nil, "6.2.3: no leading zero"},

	// Path.
	{"dot segments", "http://h/a/../b/.", []string{"info uri/dot-segment 11+2", "info uri/dot-segment 16+1"}, "6.2.2.3"},
	{"dot segments that lead", ".././../a", nil, "4.2: steps from the base"},
	{"dot segments behind", "../a/..", []string{"info uri/dot-segment 5+2"}, "6.2.2.3"},
	{"dots in a name", "http://h/.a/..b/.../c.", nil, "5.2.4: no dot segments"},
	{"dots of no hierarchy", "x:a/../b", nil, "3.3: rootless"},
	{"dots of a query", "/?/../", nil, "3.4"},
	{"dots escaped", "http://h/a/%2e%2E/.%2e", []string{"warning uri/escaped-dot-segment 11+6", "info uri/unneeded-percent-encoding 11+6", "warning uri/escaped-dot-segment 18+4", "info uri/unneeded-percent-encoding 19+3"}, "6.2.2"},
	{"dots escaped that lead", "%2e/a", []string{"warning uri/escaped-dot-segment 0+3", "info uri/unneeded-percent-encoding 0+3"}, "6.2.2"},
	{"escape twice", "http://h/%252e", []string{"info uri/double-encoding 9+5"}, "2.4"},
	{"two slashes", "http://h//a///b", []string{"info uri/empty-segment 8+2", "info uri/empty-segment 11+3"}, "3.3"},
	{"slash behind", "http://h/a/?//#//", nil, "3.3: an empty last segment is a folder"},
	{"dot before two slashes", "x:/.//a", []string{"info uri/empty-segment 4+2"}, "3.3: without it, an authority"},
	{"slashes of no hierarchy", "x:a//b", nil, "3.3: rootless"},

	// Query.
	{"semicolons", "/?a=1;b=2;c=3", []string{"info uri/query-semicolon 5+1"}, "the first"},
	{"semicolon behind a pair", "/?x&a=1;b=2&c", []string{"info uri/query-semicolon 7+1"}, "URL Standard 5.1"},
	{"semicolon in a value", "/?a=1;2&b=3;4", nil, "URL Standard 5.1: no pair follows"},
	{"semicolon in a path", "/a=1;b=2", nil, "3.3: parameters of a segment"},

	// Escapes.
	{"unneeded", "http://h/%41", []string{"info uri/unneeded-percent-encoding 9+3"}, "6.2.2.2"},
	{"unneeded of all kinds", "#%7e%2D.%5f%30", []string{"info uri/unneeded-percent-encoding 1+6", "info uri/unneeded-percent-encoding 8+6"}, "6.2.2.2"},
	{"needed", "http://h/%2F%20%3A", nil, "2.2"},
	{"lower case", "http://h/%2f%c3%a9%C3%A9%41", []string{"info uri/escape-case 9+9", "info uri/unneeded-percent-encoding 24+3"}, "6.2.2.1"},
	{"lower case of the first digit", "?%cA", []string{"info uri/escape-case 1+3", "info uri/escaped-not-utf8 1+3"}, "6.2.2.1"},
	{"percent escaped", "?100%25", nil, "2.4"},
	{"percent before one digit", "?100%25a", nil, "2.4: no escape"},
	{"percent before two", "?a=%2541", []string{"info uri/double-encoding 3+5"}, "2.4"},
	{"Latin-1", "gopher://h/0caf%E9", []string{"info uri/escaped-not-utf8 15+3"}, "2.5"},
	{"UTF-8 cut short", "/%E2%82%41%80", []string{"info uri/escaped-not-utf8 1+6", "info uri/unneeded-percent-encoding 7+3", "info uri/escaped-not-utf8 10+3"}, "2.5"},
	{"UTF-8", "/%E2%82%AC%F0%9F%98%80%EF%BF%BD", nil, "2.5"},
	{"NUL", "http://h/a%00.txt", []string{"warning uri/escaped-control 10+3"}, "7.3"},
	{"line break in path", "http://h/%0D%0A", []string{"warning uri/escaped-control 9+3", "warning uri/escaped-control 12+3"}, "7.3"},
	{"line break in query", "http://h/?a=%0D%0A", []string{"info uri/escaped-control 12+3", "info uri/escaped-control 15+3"}, "a text of a form has lines"},
	{"line break in a letter", "mailto:a@b?body=%0A", []string{"info uri/escaped-control 16+3"}, "RFC 6068"},
	{"escape character in query", "http://h/?%1B", []string{"warning uri/escaped-control 10+3"}, "7.3"},
	{"C1", "http://h/%C2%85", []string{"warning uri/escaped-control 9+6"}, "7.3: NEL"},
	{"tab", "gopher://h/7a%09b", nil, "RFC 4266: between selector and search"},
	{"tab in host", "http://a%09b/", []string{"warning uri/escaped-control 8+3"}, "7.3"},
	{"turn", "http://h/a%E2%80%AEtxt.exe", []string{"warning uri/escaped-bidi 10+9"}, "RFC 3987, 4.1"},
	{"mark", "?%D8%9C", []string{"warning uri/escaped-bidi 1+6"}, "RFC 3987, 4.1: U+061C"},
	{"escapes of a password", "ftp://u:%41%0A%2f@h/", []string{"info uri/userinfo 6+1", "warning uri/password 8+9", "info uri/unneeded-percent-encoding 8+3", "warning uri/escaped-control 11+3", "info uri/escape-case 14+3"}, "places, no text"},
	{"URN", "urn:example:%41/../a//b", nil, "RFC 8141, 3.1: escapes and dots are part of the name"},
	{"URN in lower case", "urn:example:%2f", []string{"info uri/escape-case 12+3"}, "RFC 8141, 3.1"},

	{"many", "file://u:p@[::1]:/", []string{"info uri/userinfo 7+1", "warning uri/password 9+1", "info uri/ip-host 11+5", "info uri/empty-port 16+1"}, "in the order of offsets"},
	{"many more", "HTTP://H:/%7e/./", []string{"info uri/scheme-case 0+4", "info uri/host-case 7+1", "info uri/empty-port 8+1", "info uri/unneeded-percent-encoding 10+3", "info uri/dot-segment 14+1"}, "in the order of offsets"},
}

func TestJudge(t *testing.T) {
	for _, test := range judgeTests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, r := range uri.Judge(uri.MustParse(test.in)) {
				got = append(got, fmt.Sprintf("%s %s %d+%d", r.Severity, r.Rule, r.Offset, r.Length))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Judge(%q) = %q, want %q: %s", test.in, got, test.want, test.why)
			}
			checkReport(t, uri.MustParse(test.in))
		})
	}
}

func TestRemarkJSON(t *testing.T) {
	remarks := uri.Judge(uri.MustParse("http://h:/"))
	got, err := json.Marshal(remarks)
	want := `[{"rule":"uri/empty-port","severity":"info","offset":8,"length":1,"text":"colon of an empty port: drop the colon","section":"RFC 3986 3.2.3"}]`
	if string(got) != want || err != nil {
		t.Errorf("is   %s, %v\nwant %s", got, err, want)
	}
}

func TestRedact(t *testing.T) {
	for _, test := range []struct{ name, in, want, why string }{
		{"password", "http://u:secret@h/", "http://u:***@h/", "3.2.1"},
		{"password with colons", "http://u:a:b@h/", "http://u:***@h/", "it begins at the first colon"},
		{"empty password", "http://u:@h/", "http://u:***@h/", "its absence is nobody's business either"},
		{"no user", "http://:secret@h/", "http://:***@h/", "3.2.1"},
		{"no password", "http://u@h:80/", "http://u@h:80/", "the colon is the port's"},
		{"no userinfo", "http://h:80/@:", "http://h:80/@:", "neither is in the authority"},
		{"relative", "//u:secret@h", "//u:***@h", "4.2"},
		{"no authority", "mailto:a:b@h", "mailto:a:b@h", "3.2: no authority, no userinfo"},
		{"invalid", "http://u:sec ret@h/%", "http://u:***@h/%", "a mistyped URI tells no secret"},
		{"two ats", "http://u:sec@ret@h/", "http://u:***@h/", "up to the last"},
		{"in a query", "http://h/?u=ftp://u:p@i/", "http://h/?u=ftp://u:p@i/", "only the first authority is looked at"},
		{"empty", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := uri.Redact(test.in); got != test.want {
				t.Errorf("Redact(%q) = %q, want %q: %s", test.in, got, test.want, test.why)
			}
			if u, err := uri.Parse(test.in); err == nil && u.Redacted() != test.want {
				t.Errorf("Redacted of %q = %q, want %q: %s", u, u.Redacted(), test.want, test.why)
			}
		})
	}
	if got := uri.MustParse("/a//b:c@d").Redacted(); strings.Contains(got, "***") {
		t.Errorf("Redacted hides a path: %q", got)
	}
}

func TestWithout(t *testing.T) {
	for _, test := range []struct{ name, in, userinfo, port, fragment string }{
		{"all", "http://u:p@h:80/a?q#f", "http://h:80/a?q#f", "http://u:p@h/a?q#f", "http://u:p@h:80/a?q"},
		{"empty", "//@:#", "//:#", "//@#", "//@:"},
		{"literal", "//u@[::1]:1", "//[::1]:1", "//u@[::1]", "//u@[::1]:1"},
		{"none", "s:a@b:1", "s:a@b:1", "s:a@b:1", "s:a@b:1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := uri.MustParse(test.in)
			if got := u.WithoutUserinfo(); got != uri.MustParse(test.userinfo) {
				t.Errorf("%q without userinfo is %q, want %q", u, got, test.userinfo)
			}
			if got := u.WithoutPort(); got != uri.MustParse(test.port) {
				t.Errorf("%q without port is %q, want %q", u, got, test.port)
			}
			if got := u.WithoutFragment(); got != uri.MustParse(test.fragment) {
				t.Errorf("%q without fragment is %q, want %q", u, got, test.fragment)
			}
		})
	}
}
