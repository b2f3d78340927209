package find_test

import (
	"errors"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/uri"
)

func TestTypedLine(t *testing.T) {
	for _, tt := range []struct{ line, want, rules string }{
		{"http://a.b/", "http://a.b/", ""},
		{"news:comp.lang.ada", "news:comp.lang.ada", ""},
		{"urn:isbn:0451450523", "urn:isbn:0451450523", ""},
		{"foo://bar", "foo://bar", ""},
		{"mailto:a@b", "mailto:a@b", ""},
		{" <URL:http://a.b/x> ", "http://a.b/x", "wrapper url-prefix"},
		{`"http://a.b/"`, "http://a.b/", "wrapper"},
		{"URL:ftp://a.b", "ftp://a.b", "url-prefix"},
		{"www.w3.org/Addressing", "http://www.w3.org/Addressing", "www"},
		{"WWW.W3.ORG", "http://WWW.W3.ORG", "www"},
		{"ftp.x.org/p", "ftp://ftp.x.org/p", "ftp"},
		{"user@host.example", "mailto:user@host.example", "email"},
		{"user@localhost", "mailto:user@localhost", "email"},
		{":3000", "http://localhost:3000", "port"},
		{":3000/x?y", "http://localhost:3000/x?y", "port"},
		{"localhost:3000", "http://localhost:3000", "host"},
		{"localhost", "http://localhost", "host"},
		{"host:8080/p", "http://host:8080/p", "host"},
		{"example.org:443/p", "https://example.org:443/p", "host"},
		{"192.168.1.1/abc", "http://192.168.1.1/abc", "host"},
		{"[::1]:8080", "http://[::1]:8080", "host"},
		{"example.org", "http://example.org", "host"},
		{"//example.org/x", "http://example.org/x", "host"},
		{"example.org?q=a b", "http://example.org?q=a%20b", "escape host"},
		{"президент.рф", "http://%D0%BF%D1%80%D0%B5%D0%B7%D0%B8%D0%B4%D0%B5%D0%BD%D1%82.%D1%80%D1%84", "escape host"},
		{"http://h/a b", "http://h/a%20b", "escape"},
		{"http://h/100%/é", "http://h/100%25/%C3%A9", "escape"},
		{"http://h/?a[]=1#x#y", "http://h/?a%5B%5D=1#x%23y", ""},
		{"ttp://a.b/", "http://a.b/", "slip"},
		{"http;//a.b/", "http://a.b/", "slip"},
		{`http:\\a.b/`, "http://a.b/", "slip"},
		{"http:/a.b/", "http://a.b/", "slip"},
		{"http:///a.b/", "http://a.b/", "slip"},
		{"htps//a.b/", "https://a.b/", "slip"},
		{"/etc/passwd", "file:///etc/passwd", "path"},
		{"/a b?c", "file:///a%20b%3Fc", "path"},
		{"./x", "file:///home/u/x", "path"},
		{"../x", "file:///home/x", "path"},
		{`C:\a b\c`, "file:///C:/a%20b/c", "drive"},
		{"c:/x", "file:///c:/x", "drive"},
		{`\\server\share\x`, "file://server/share/x", "drive"},
	} {
		g, err := finder.TypedLine(tt.line, "/home/u")
		if err != nil {
			t.Errorf("%q: %v", tt.line, err)
			continue
		}
		if got := strings.ReplaceAll(strings.Join(g.Rules, " "), "guess/", ""); g.URI.String() != tt.want || got != tt.rules {
			t.Errorf("%q is %v by %q, want %s by %q", tt.line, g.URI, got, tt.want, tt.rules)
		}
	}
}

func TestTypedLineNoGuess(t *testing.T) {
	for _, line := range []string{"", "  ", "<>", "plan.md", "x.png", "hello", "hello world", "a@b@c", "1.2.3", "-x.org", "host:", "host:port", "./x"} {
		if g, err := finder.TypedLine(line, ""); !errors.Is(err, find.ErrNoGuess) && !isSyntax(err) {
			t.Errorf("%q is %v by %q: %v", line, g.URI, g.Rules, err)
		}
	}
	if _, err := finder.TypedLine("http://a b/", ""); !isSyntax(err) {
		t.Errorf("a blank in the host: %v", err)
	}
}

func isSyntax(err error) bool {
	_, ok := errors.AsType[*uri.Error](err)
	return ok
}

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range find.Rules() {
		if seen[r.ID] || !strings.HasPrefix(r.ID, "guess/") || r.Section == "" || r.Title == "" || r.Text == "" {
			t.Errorf("rule %+v is incomplete, or there are two", r)
		}
		seen[r.ID] = true
	}
	for m := range finder.All([]byte("www.x.org ftp.x.org a@x.org")) {
		if !seen[m.Rule] {
			t.Errorf("%q by the rule %q, which is none", m.Text, m.Rule)
		}
	}
	if len(seen) < 10 {
		t.Errorf("saw %d rules only", len(seen))
	}
}
