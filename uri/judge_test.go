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
	{"relative", "../a", nil, ""},
	{"user", "ftp://joe@h/", []string{"info uri/userinfo 6+3"}, "3.2.1"},
	{"empty user", "ftp://@h/", []string{"info uri/userinfo 6+0"}, "3.2.1"},
	{"password", "http://u:p@h/", []string{"info uri/userinfo 7+1", "warning uri/password 9+1"}, "3.2.1: deprecated"},
	{"password with colons", "http://u:p:q@h/", []string{"info uri/userinfo 7+1", "warning uri/password 9+3"}, "3.2.1: behind the first colon"},
	{"empty password", "http://u:@h/", []string{"info uri/userinfo 7+1", "warning uri/password 9+0"}, "3.2.1"},
	{"IPv4", "http://192.0.2.7/", []string{"info uri/ip-host 7+9"}, "draft-ietf-uri-url-03, 1.1.1"},
	{"IPv6", "http://[::1]/", []string{"info uri/ip-host 7+5"}, "draft-ietf-uri-url-03, 1.1.1"},
	{"number as name", "http://999.1.1.1/", nil, "3.2.2: a reg-name"},
	{"empty port", "http://h:/", []string{"info uri/empty-port 8+1"}, "3.2.3"},
	{"port too high", "http://h:99999/", []string{"warning uri/port-range 9+5"}, "RFC 9293, 3.1"},
	{"highest port", "http://h:65535/", nil, "RFC 9293, 3.1"},
	{"host and port", "localhost:8080", []string{"warning uri/host-port 0+14"}, "3.1: surely not what was meant"},
	{"host and port and more", "localhost:8080/a", nil, "the path is no number"},
	{"telephone", "tel:123456", nil, "no port has six digits"},
	{"prefix", "URL:http://a/", []string{"warning uri/url-prefix 0+4"}, "appendix C"},
	{"prefix before no URI", "url:a", nil, "appendix C"},
	{"drive as host", "file://C:/Windows", []string{"warning uri/drive-host 7+2", "info uri/empty-port 8+1"}, "RFC 8089, E.2"},
	{"drive as host with port", "file://C:1/Windows", nil, "RFC 8089, E.2"},
	{"one letter as host", "http://c:/", []string{"info uri/empty-port 8+1"}, "RFC 8089 is about file"},
	{"many", "file://u:p@[::1]:/", []string{"info uri/userinfo 7+1", "warning uri/password 9+1", "info uri/ip-host 11+5", "info uri/empty-port 16+1"}, "in the order of offsets"},
}

func TestJudge(t *testing.T) {
	for _, test := range judgeTests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, r := range uri.Judge(uri.MustParse(test.in)) {
				got = append(got, fmt.Sprintf("%s %s %d+%d", r.Severity, r.Rule, r.Offset, r.Length))
				if r.Text == "" || r.Section == "" {
					t.Errorf("remark %+v says nothing", r)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Judge(%q) = %q, want %q: %s", test.in, got, test.want, test.why)
			}
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
