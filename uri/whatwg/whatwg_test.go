package whatwg_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"uriel.dev/uri"
	"uriel.dev/uri/whatwg"
)

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		in     string
		rule   string
		offset int
		why    string
	}{
		{"", "missing-scheme-non-relative-URL", 0, "no scheme state"},
		{" \n /x", "missing-scheme-non-relative-URL", 3, "white space counts in offsets"},
		{"http://", "host-missing", 7, "host state"},
		{"http://u:p@/x", "host-missing", 11, "authority state"},
		{"foo://:80", "host-missing", 6, "a port wants a host, special or not"},
		{"http://h:80a/", "port-invalid", 11, "port state"},
		{"http://h:\t65536/", "port-out-of-range", 10, "port state; the tab counts"},
		{"http://a b/", "domain-to-ASCII", 8, "forbidden domain code point"},
		{"http://a%20b/", "domain-to-ASCII", 7, "what escapes stand for has no place of its own"},
		{"http://a.\u00fc%00", "domain-to-ASCII", 7, "forbidden after decoding"},
		{"http://ab.\u0300/", "domain-to-ASCII", 10, "a label may not begin with a mark (UTS 46, 4.1)"},
		{"foo://a^b", "host-invalid-code-point", 7, "opaque-host parser"},
		{"http://1.2.3.4.5/", "IPv4-too-many-parts", 7, "IPv4 parser"},
		{"http://a.b.1/", "IPv4-non-numeric-part", 7, "IPv4 parser"},
		{"http://1.256.3.4/", "IPv4-out-of-range-part", 9, "IPv4 parser"},
		{"http://1.2.3.256/", "IPv4-out-of-range-part", 13, "IPv4 parser"},
		{"http://[::1/", "IPv6-unclosed", 7, "host parser"},
		{"http://[:1]/", "IPv6-invalid-compression", 8, "IPv6 parser"},
		{"http://[1:2:3:4:5:6:7:8:9]/", "IPv6-too-many-pieces", 24, "IPv6 parser"},
		{"http://[1::2::3]/", "IPv6-multiple-compression", 13, "IPv6 parser"},
		{"http://[::g]/", "IPv6-invalid-code-point", 10, "IPv6 parser"},
		{"http://[1:2]/", "IPv6-too-few-pieces", 11, "IPv6 parser"},
		{"http://[1:1:1:1:1:1:1:127.0.0.1]/", "IPv4-in-IPv6-too-many-pieces", 22, "IPv6 parser"},
		{"http://[ffff::.0.0.1]/", "IPv4-in-IPv6-invalid-code-point", 14, "IPv6 parser"},
		{"http://[ffff::127.0.0.4000]/", "IPv4-in-IPv6-out-of-range-part", 24, "IPv6 parser"},
		{"http://[ffff::127.0.0]/", "IPv4-in-IPv6-too-few-parts", 21, "IPv6 parser"},
	} {
		_, err := whatwg.Parse(c.in)
		e, ok := errors.AsType[*whatwg.Error](err)
		if !ok || e.Rule != "whatwg/"+c.rule || e.Offset != c.offset {
			t.Errorf("Parse(%q): %#v, want %s at %d (%s)", c.in, err, c.rule, c.offset, c.why)
		}
	}
}

// TestErrorText: one line, and no password in it.
func TestErrorText(t *testing.T) {
	_, err := whatwg.Parse("http://user:secret@h:99999/")
	want := `parse "http://user:***@h:99999/": port above 65535 (byte 21, URL Standard 4.4)`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestViolations takes the examples of the standard, section 1.1.
func TestViolations(t *testing.T) {
	for _, c := range []struct {
		in, base string
		want     []string // rule@offset
	}{
		{"https://exam%70le.org", "", []string{"domain-percent-encoded@12"}},
		{"https://127.0.0.1./", "", []string{"domain-to-ASCII@8", "IPv4-empty-part@17"}},
		{"https://127.0.0x0.1", "", []string{"IPv4-non-decimal-part@14"}},
		{"https://[::01]", "", []string{"IPv6-piece-leading-zero@11"}},
		{"https://example.org/>", "", []string{"invalid-URL-unit@20"}},
		{" https://example.org ", "", []string{"invalid-URL-unit@0"}},
		{"ht\ntps://example.org", "", []string{"invalid-URL-unit@2"}},
		{"https://example.org/%s", "", []string{"invalid-URL-unit@20"}},
		{"file:c:/my-secret-folder", "", []string{"special-scheme-missing-following-solidus@5"}},
		{"https:foo.html", "https://example.org/", []string{"special-scheme-missing-following-solidus@6"}},
		{`https://example.org\path\to\file`, "", []string{"invalid-reverse-solidus@19", "invalid-reverse-solidus@24", "invalid-reverse-solidus@27"}},
		{"ssh://user@example.org", "", []string{"invalid-credentials@10"}},
		{"/c:/path/to/file", "file:///c:/", nil},
		{"c:/path/to/file", "file:///c:/", nil},
		{"c|/path/to/file", "file:///c:/", []string{"file-invalid-Windows-drive-letter@0", "invalid-URL-unit@1"}},
		{"file://c:", "", []string{"file-invalid-Windows-drive-letter-host@7"}},
		{"https://a--b.xn--a/-/", "", []string{"domain-to-ASCII@8"}},
	} {
		var base whatwg.URL
		if c.base != "" {
			base = whatwg.MustParse(c.base)
		}
		var got []string
		for _, r := range whatwg.Violations(c.in, base) {
			got = append(got, strings.TrimPrefix(r.Rule, "whatwg/")+"@"+strconv.Itoa(r.Offset))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("Violations(%q, %q) are %q, want %q", c.in, c.base, got, c.want)
		}
	}
}

// TestSeverity: the violation that is the failure weighs more.
func TestSeverity(t *testing.T) {
	got := whatwg.Violations("http://u@h:x", whatwg.URL{})
	if len(got) != 2 || got[0].Severity != uri.Warning || got[1].Severity != uri.Forbid || got[1].Rule != "whatwg/port-invalid" {
		t.Errorf("violations %+v", got)
	}
}

func TestRules(t *testing.T) {
	rules := whatwg.Rules()
	if len(rules) != 31 { // 30 validation errors of section 1.1, and too-long
		t.Errorf("%d rules, want 31", len(rules))
	}
	for i, r := range rules {
		if r.Title == "" || r.Text == "" || !strings.HasPrefix(r.Section, "URL Standard ") || i > 0 && rules[i-1].ID >= r.ID {
			t.Errorf("%+v is not told, or out of order", r)
		}
	}
}

func TestURI(t *testing.T) {
	if u, err := whatwg.URI(whatwg.MustParse("HTTP://h:80")); err != nil || u.String() != "http://h/" {
		t.Errorf("URI = %q, %v", u, err)
	}
	_, err := whatwg.URI(whatwg.MustParse("http://h/a|b"))
	if e, ok := errors.AsType[*uri.Error](err); !ok || e.Offset != 10 {
		t.Errorf("URI of a path with a bar: %v", err)
	}
	if _, err := whatwg.URI(whatwg.URL{}); !errors.Is(err, whatwg.ErrNoURL) {
		t.Errorf("URI of no URL: %v", err)
	}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string // component: RFC 3986 / URL Standard
	}{
		{"http://h/a?b#c", nil},
		{"http://[", nil}, // both refuse it
		{"mailto:a@b", nil},
		{`http://a\@b/`, []string{`: no URI: backslash (byte 8) / "http://a/@b/"`}},
		{"/x", []string{": a relative reference / failure: no scheme, and no base to take it from (byte 0)"}},
		{"http://h:99999/", []string{": a URI / failure: port above 65535 (byte 9)"}},
		{"HTTP://EX:80", []string{`scheme: "HTTP" / "http"`, `host: "EX" / "ex"`, `port: "80" / none`, `path: "" / "/"`}},
		{"http://0x7f.1/", []string{`host: "0x7f.1" / "127.0.0.1"`}},
		{"http:h", []string{`host: none / "h"`, `path: "h" / "/"`}},
		{"http://h/a/%2E./b?'", []string{`path: "/a/%2E./b" / "/b"`, `query: "'" / "%27"`}},
		{"http://u:a;b@h/", []string{`userinfo: "u:***" / "u:***"`}},
		{"http://@h/", []string{`userinfo: "" / none`}},
		{"file://C:/x", []string{`host: "C" / ""`, `port: "" / none`, `path: "/x" / "/C:/x"`}},
		{"p:/.//x", []string{`path: "/.//x" / "//x"`}},
	} {
		var got []string
		for _, d := range whatwg.Diff(c.in) {
			got = append(got, d.Component+": "+d.RFC3986+" / "+d.WHATWG)
			if d.Component != "" && d.Why == "" {
				t.Errorf("Diff(%q) does not say why: %s", c.in, d)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("Diff(%q) is %q, want %q", c.in, got, c.want)
		}
	}
}

// TestIgnored: the copy of a setter that ignores its string says so.
func TestIgnored(t *testing.T) {
	u, file, opaque := whatwg.MustParse("http://h:81/"), whatwg.MustParse("file:///x"), whatwg.MustParse("foo:x")
	for _, c := range []struct {
		name string
		got  func() (whatwg.URL, bool)
		want bool
	}{
		{"a scheme that is not special", func() (whatwg.URL, bool) { return u.WithProtocol("foo") }, false},
		{"a file with a port", func() (whatwg.URL, bool) { return u.WithProtocol("file") }, false},
		{"the same scheme", func() (whatwg.URL, bool) { return u.WithProtocol("http:x") }, true},
		{"a user of a file", func() (whatwg.URL, bool) { return file.WithUsername("u") }, false},
		{"a password without host", func() (whatwg.URL, bool) { return opaque.WithPassword("u") }, false},
		{"a host that is none", func() (whatwg.URL, bool) { return u.WithHost("a b") }, false},
		{"a host whose port is out of range", func() (whatwg.URL, bool) { return u.WithHost("x:99999") }, true},
		{"a host name with a port", func() (whatwg.URL, bool) { return u.WithHostname("x:80") }, false},
		{"a port that is none", func() (whatwg.URL, bool) { return u.WithPort("x") }, false},
		{"a path in place of an opaque one", func() (whatwg.URL, bool) { return opaque.WithPathname("y") }, false},
		{"a query of no URL", func() (whatwg.URL, bool) { return whatwg.URL{}.WithSearch("q") }, false},
		{"a path of no URL", func() (whatwg.URL, bool) { return whatwg.URL{}.WithPathname("q") }, false},
		{"a fragment", func() (whatwg.URL, bool) { return opaque.WithHash("") }, true},
	} {
		if _, ok := c.got(); ok != c.want {
			t.Errorf("%s is taken: %t", c.name, ok)
		}
	}
}

// TestZero: the zero URL has no components, and is the base of nothing.
func TestZero(t *testing.T) {
	var u whatwg.URL
	for _, s := range []string{u.Href(), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(), u.Pathname(), u.Search(), u.Hash()} {
		if s != "" {
			t.Errorf("the zero URL has a %q", s)
		}
	}
	if !u.IsZero() || u.IsSpecial() || u.HasHost() || u.HasOpaquePath() || u.SearchParams() != nil {
		t.Error("the zero URL is something")
	}
}

func TestParams(t *testing.T) {
	p := whatwg.ParseParams("b=1&a=%C3%A4+x&&b&=&\U0001f4a9=1&\uff5e=2&;=%ff")
	want := whatwg.Params{{"b", "1"}, {"a", "\u00e4 x"}, {"b", ""}, {"", ""}, {"\U0001f4a9", "1"}, {"\uff5e", "2"}, {";", "\ufffd"}}
	if !slices.Equal(p, want) {
		t.Errorf("pairs %q, want %q", p, want)
	}
	// U+1F4A9 is written with surrogates, which come before U+FF5E.
	if got := p.Sort().String(); got != "=&%3B=%EF%BF%BD&a=%C3%A4+x&b=1&b=&%F0%9F%92%A9=1&%EF%BD%9E=2" {
		t.Errorf("sorted: %s", got)
	}
	if v, ok := p.Get("b"); v != "1" || !ok || !slices.Equal(p.GetAll("b"), []string{"1", ""}) {
		t.Errorf("b is %q, %t, %q", v, ok, p.GetAll("b"))
	}
	if _, ok := p.Get("c"); ok {
		t.Error("there is a c")
	}
	if got := p.Set("b", "~*").Delete("a")[:2].String(); got != "b=%7E*&=" {
		t.Errorf("set and deleted: %s", got)
	}
	if !slices.Equal(p, want) {
		t.Errorf("the pairs were changed: %q", p)
	}
}

func TestPins(t *testing.T) {
	if n := unsafe.Sizeof(whatwg.URL{}); n != 48 {
		t.Errorf("a URL has %d bytes, want 48", n)
	}
	for in, want := range map[string]float64{
		"https://www.example.com/a/b.c?d=e#f": 0,
		"http://example.com:8080/%20/...":     0,
		"https://example.com":                 1,
		"foo://h/a":                           1,
	} {
		if got := testing.AllocsPerRun(100, func() { _, _ = whatwg.Parse(in) }); got != want {
			t.Errorf("Parse(%q) allocates %v times, want %v", in, got, want)
		}
	}
}

// TestLinear: a quarter of a mebibyte of anything takes no square of its time. The
// bound is far above what is needed and far below what a square would take.
func TestLinear(t *testing.T) {
	const most = 3 * time.Second
	for _, c := range []struct{ start, unit string }{
		{"http://h/", "../"}, {"http://h/", "a/../"}, {"http://h/", "%2e/"}, {"http://h/", "|"}, {"http://h/", "\t"}, {"http://h/", "\xff"}, {"file:///", "C|/"},
		{"http://", "a."}, {"http://", "1."}, {"http://", "9"}, {"http://", "@"}, {"http://", "\u0300"}, {"http://", "\u4e00\u00fc."}, {"http://\u00fc.xn--", "a"}, {"http://h", ":"}, {"http://[", ":"}, {"http://h:", "0"},
		{"http:", "\\"}, {"", "data:"}, {"", " "}, {"foo:", " "}, {"", "blob:"},
	} {
		text := c.start + strings.Repeat(c.unit, 1<<18/len(c.unit))
		before := cpuTime(t)
		u, _ := whatwg.Parse(text)
		_ = u.Origin()
		whatwg.Violations(text, whatwg.URL{})
		whatwg.Diff(text)
		if d := cpuTime(t) - before; d > most {
			t.Errorf("%q and 256 KiB of %q take %v", c.start, c.unit, d)
		}
	}
}
