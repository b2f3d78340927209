package uri_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"uriel.dev/uri"
)

// setters are the With… methods by the component that they set.
var setters = map[uri.Component]func(uri.URI, string) (uri.URI, error){
	uri.Scheme: uri.URI.WithScheme, uri.Authority: uri.URI.WithAuthority, uri.Userinfo: uri.URI.WithUserinfo, uri.Host: uri.URI.WithHost,
	uri.Port: uri.URI.WithPort, uri.Path: uri.URI.WithPath, uri.Query: uri.URI.WithQuery, uri.Fragment: uri.URI.WithFragment,
}

var withTests = []struct {
	name, in string
	c        uri.Component
	text     string
	want     string
	why      string
}{
	{"scheme", "HTTP://h/", uri.Scheme, "https", "https://h/", "3.1"},
	{"scheme of a relative reference", "//h/a?q#f", uri.Scheme, "s+1.0-x", "s+1.0-x://h/a?q#f", "3.1"},
	{"scheme before a colon", "./a:b", uri.Scheme, "s", "s:./a:b", "the path stays as it is"},
	{"authority", "http://u@h:80/a", uri.Authority, "[::1]:1", "http://[::1]:1/a", "3.2"},
	{"empty authority", "http://u@h:80/a", uri.Authority, "", "http:///a", "3.2: it may be empty"},
	{"authority where none was", "file:/a", uri.Authority, "", "file:///a", "3.2"},
	{"authority before no path", "?q", uri.Authority, "h", "//h?q", "3.3: path-abempty"},
	{"userinfo", "http://u:p@h:80/", uri.Userinfo, "a:b:c", "http://a:b:c@h:80/", "3.2.1"},
	{"userinfo where none was", "http://[::1]/", uri.Userinfo, "", "http://@[::1]/", "3.2.1: it may be empty"},
	{"host", "http://u@h:80/", uri.Host, "example.com", "http://u@example.com:80/", "3.2.2"},
	{"empty host", "http://u@h:80/", uri.Host, "", "http://u@:80/", "3.2.2: a reg-name may be empty"},
	{"host literal", "//h", uri.Host, "[v1.a:b]", "//[v1.a:b]", "3.2.2"},
	{"host with escape", "//h", uri.Host, "%C3%A9", "//%C3%A9", "3.2.2"},
	{"host where none was", "file:/a", uri.Host, "h", "file://h/a", "3.2"},
	{"port", "http://h:80", uri.Port, "00123456", "http://h:00123456", "3.2.3: digits, any number of them"},
	{"empty port", "http://h/", uri.Port, "", "http://h:/", "3.2.3: it may be empty"},
	{"port behind a literal", "//[::1]/", uri.Port, "1", "//[::1]:1/", "3.2.2"},
	{"path", "http://h/a?q#f", uri.Path, "/b/%2F/..", "http://h/b/%2F/..?q#f", "nothing is interpreted"},
	{"no path", "http://h/a?q#f", uri.Path, "", "http://h?q#f", "3.3"},
	{"path with two slashes behind an authority", "http://h/a", uri.Path, "//evil.com/x", "http://h//evil.com/x", "3.3: a path there"},
	{"path without authority", "mailto:a", uri.Path, "b@c", "mailto:b@c", "3.3"},
	{"path with a colon behind a scheme", "s:a", uri.Path, "b:c", "s:b:c", "3.3: path-rootless"},
	{"path with a colon", "a", uri.Path, "weird:file", "./weird:file", "4.2"},
	{"path with a colon later", "a", uri.Path, "b/c:d", "b/c:d", "4.2: in the first segment only"},
	{"query", "http://h/a?q#f", uri.Query, "x=y?/", "http://h/a?x=y?/#f", "3.4"},
	{"empty query", "#f", uri.Query, "", "?#f", "3.4: defined, though empty"},
	{"fragment", "http://h/a?q#f", uri.Fragment, "/?", "http://h/a?q#/?", "3.5"},
	{"empty fragment", "", uri.Fragment, "", "#", "3.5: defined, though empty"},
}

func TestWith(t *testing.T) {
	for _, test := range withTests {
		t.Run(test.name, func(t *testing.T) {
			got, err := setters[test.c](uri.MustParse(test.in), test.text)
			if err != nil || got != uri.MustParse(test.want) {
				t.Errorf("%q with %s %q = %q, %v; want %q: %s", test.in, test.c, test.text, got, err, test.want, test.why)
			}
		})
	}
}

var withErrorTests = []struct {
	name, in string
	c        uri.Component
	text     string
	rule     string
	offset   int
	input    string // what the error is about, "" if it is text
}{
	{"no scheme", "a:b", uri.Scheme, "", "uri/scheme", 0, ""},
	{"space in scheme", "a:b", uri.Scheme, "ht tp", "uri/scheme", 2, ""},
	{"digit before scheme", "a:b", uri.Scheme, "1a", "uri/scheme", 0, ""},
	{"escape in scheme", "a:b", uri.Scheme, "a%41", "uri/scheme", 1, ""},
	{"delimiter behind scheme", "unknown:", uri.Scheme, "https:", "uri/scheme", 5, ""},
	{"path in authority", "//h", uri.Authority, "h/p", "uri/host-char", 1, ""},
	{"query in authority", "//h", uri.Authority, "u@h:1?p", "uri/host-char", 5, ""},
	{"two users in authority", "//h", uri.Authority, "a@b@c", "uri/host-at", 3, ""},
	{"authority before a rootless path", "mailto:a@b", uri.Authority, "h", "uri/path-rootless", 0, "a@b"},
	{"delimiter in userinfo", "//h", uri.Userinfo, "u@v", "uri/userinfo-char", 1, ""},
	{"path in userinfo", "//h", uri.Userinfo, "evil.com/", "uri/userinfo-char", 8, ""},
	{"space in userinfo", "//h", uri.Userinfo, "u v", "uri/userinfo-space", 1, ""},
	{"userinfo without host", "mailto:a@b", uri.Userinfo, "u", "uri/no-host", 0, ""},
	{"user before host", "//h", uri.Host, "u@h", "uri/host-char", 1, ""},
	{"port behind host", "//h", uri.Host, "h:80", "uri/host-char", 1, ""},
	{"colons in host", "//h", uri.Host, "::1", "uri/host-colon", 0, ""},
	{"path behind host", "//h", uri.Host, "h/p", "uri/host-char", 1, ""},
	{"fragment behind host", "//h", uri.Host, "h#@evil.com", "uri/host-char", 1, ""},
	{"space in host", "//h", uri.Host, "a b@c", "uri/host-space", 1, ""},
	{"bad escape in host", "//h", uri.Host, "h%4", "uri/escape", 1, ""},
	{"bracket in host", "//h", uri.Host, "a]", "uri/host-bracket", 1, ""},
	{"open literal", "//h", uri.Host, "[::1", "uri/host-bracket", 4, ""},
	{"port behind literal", "//h", uri.Host, "[::1]:80", "uri/host-char", 5, ""},
	{"path behind literal", "//h", uri.Host, "[::1]/", "uri/host-char", 5, ""},
	{"text behind literal", "//h", uri.Host, "[::1]a", "uri/host-bracket", 5, ""},
	{"no address", "//h", uri.Host, "[1]", "uri/host-ipv6", 1, ""},
	{"host before a rootless path", "a", uri.Host, "h", "uri/path-rootless", 0, "a"},
	{"letters as port", "//h", uri.Port, "8x", "uri/port-digit", 1, ""},
	{"port without host", "", uri.Port, "80", "uri/no-host", 0, ""},
	{"rootless path behind authority", "http://h", uri.Path, "a", "uri/path-rootless", 0, ""},
	{"host in a path", "http://h", uri.Path, ".evil.com/", "uri/path-rootless", 0, ""},
	{"authority in a path", "", uri.Path, "//evil.com/x", "uri/path-authority", 0, ""},
	{"authority in a path behind a scheme", "s:", uri.Path, "//evil.com/x", "uri/path-authority", 0, ""},
	{"query in path", "/a", uri.Path, "/b?c", "uri/path-char", 2, ""},
	{"space in path", "/a", uri.Path, "/b c", "uri/path-space", 2, ""},
	{"control in path", "/a", uri.Path, "/b\n", "uri/control", 2, ""},
	{"non-ASCII in path", "/a", uri.Path, "/é", "uri/non-ascii", 1, ""},
	{"fragment in query", "/a", uri.Query, "b#c", "uri/query-char", 1, ""},
	{"bad escape in query", "/a", uri.Query, "100%", "uri/escape", 3, ""},
	{"hash in fragment", "/a", uri.Fragment, "b#c", "uri/fragment-char", 1, ""},
	{"space in fragment", "/a", uri.Fragment, "b c", "uri/fragment-space", 1, ""},
}

func TestWithErrors(t *testing.T) {
	for _, test := range withErrorTests {
		t.Run(test.name, func(t *testing.T) {
			got, err := setters[test.c](uri.MustParse(test.in), test.text)
			if test.input == "" {
				test.input = test.text
			}
			e, ok := errors.AsType[*uri.Error](err)
			if !ok || got != (uri.URI{}) {
				t.Fatalf("%q with %s %q = %q, %v; want an error", test.in, test.c, test.text, got, err)
			}
			if e.Rule != test.rule || e.Offset != test.offset || e.Input != test.input {
				t.Errorf("%q with %s %q: %s at %d of %q, want %s at %d of %q",
					test.in, test.c, test.text, e.Rule, e.Offset, e.Input, test.rule, test.offset, test.input)
			}
		})
	}
}

func TestWithoutQuery(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"all", "s://u@h:1/p?q#f", "s://u@h:1/p#f"},
		{"empty", "?", ""},
		{"none", "a#?", "a#?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := uri.MustParse(test.in).WithoutQuery(); got != uri.MustParse(test.want) {
				t.Errorf("%q without query is %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestWithAllocs(t *testing.T) {
	u := uri.MustParse("http://user:pw@example.com:8042/over/there?name=ferret#nose")
	for c, with := range setters {
		text, _ := u.Component(c)
		if n := testing.AllocsPerRun(100, func() { sink, _ = with(u, text) }); n != 1 {
			t.Errorf("With %s: %v allocations, want 1", c, n)
		}
		if sink != u {
			t.Errorf("with its own %s %q is %q", c, u, sink)
		}
	}
}

func FuzzWith(f *testing.F) {
	for _, test := range withTests {
		f.Add(test.in, uint8(test.c), test.text)
	}
	for _, test := range withErrorTests {
		f.Add(test.in, uint8(test.c), test.text)
	}
	f.Fuzz(func(t *testing.T, s string, component uint8, text string) {
		u := parse(t, s)
		c := uri.Component(component % uint8(len(uri.Components)))
		got, err := setters[c](u, text)
		if err != nil {
			e, ok := errors.AsType[*uri.Error](err)
			if !ok || e.Offset < 0 || e.Offset > len(e.Input) || got != (uri.URI{}) {
				t.Fatalf("%q with %s %q: %q, error %#v", s, c, text, got, err)
			}
			checkRefused(t, u, c, text)
			return
		}
		checkParsed(t, got.String(), got)
		checkChanged(t, u, got, c, text)
	})
}

// checkChanged says that got has the components of u but for c, which is text.
func checkChanged(t *testing.T, u, got uri.URI, c uri.Component, text string) {
	t.Helper()
	inAuthority := func(c uri.Component) bool { return uri.Authority <= c && c <= uri.Port }
	for _, other := range uri.Components {
		want, wantDefined := u.Component(other)
		switch {
		case other == c:
			want, wantDefined = text, true
			if c == uri.Path && got.Path() == "./"+text && !u.HasScheme() && !u.HasAuthority() && strings.Contains(text, ":") {
				want = got.Path()
			}
		case inAuthority(other) && c == uri.Authority, inAuthority(c) && other == uri.Authority:
			continue // one is made of the other
		case other == uri.Host && inAuthority(c):
			wantDefined = true
		}
		if after, defined := got.Component(other); after != want || defined != wantDefined {
			t.Fatalf("%q with %s %q = %q: %s is %q, %v; want %q, %v", u, c, text, got, other, after, defined, want, wantDefined)
		}
	}
}

// checkRefused says that a component is refused only if the text with it in its
// place is no URI with that component.
func checkRefused(t *testing.T, u uri.URI, c uri.Component, text string) {
	t.Helper()
	b := u.Builder()
	switch c {
	case uri.Scheme:
		b.Scheme = text
	case uri.Userinfo:
		b.Userinfo = &text
	case uri.Host:
		b.Host = &text
	case uri.Port:
		b.Port = &text
	case uri.Path:
		b.Path = text
	case uri.Query:
		b.Query = &text
	case uri.Fragment:
		b.Fragment = &text
	default:
		return
	}
	naive := naiveText(b)
	v, err := uri.Parse(naive)
	if after, defined := v.Component(c); err == nil && defined && after == text && naiveText(v.Builder()) == naive && sameComponents(v.Builder(), b) {
		t.Fatalf("%q with %s %q is refused, though %q is right", u, c, text, v)
	}
}

func ExampleURI_WithHost() {
	u := uri.MustParse("http://joe@example.com:8042/a?b#c")
	for _, host := range []string{"example.org", "[::1]", "example.org:80", "evil.com/"} {
		fmt.Println(u.WithHost(host))
	}
	// Output:
	// http://joe@example.org:8042/a?b#c <nil>
	// http://joe@[::1]:8042/a?b#c <nil>
	//  parse "example.org:80": character not allowed in host (byte 11, RFC 3986 3.2.2)
	//  parse "evil.com/": character not allowed in host (byte 8, RFC 3986 3.2.2)
}

func ExampleURI_WithScheme() {
	u := uri.MustParse("http://h/a?b#c")
	u, _ = u.WithScheme("ftp")
	u, _ = u.WithAuthority("joe@h2:2121")
	u, _ = u.WithUserinfo("ann")
	u, _ = u.WithPort("21")
	u, _ = u.WithPath("/d")
	u, _ = u.WithQuery("e")
	u, _ = u.WithFragment("f")
	fmt.Println(u)
	_, err := u.WithScheme("ht tp")
	fmt.Println(err)
	// Output:
	// ftp://ann@h2:21/d?e#f
	// parse "ht tp": not a scheme (byte 2, RFC 3986 3.1)
}

func ExampleURI_WithPath() {
	fmt.Println(uri.URI{}.WithPath("weird:file"))
	fmt.Println(uri.URI{}.WithPath("//evil.com/x"))
	// Output:
	// ./weird:file <nil>
	//  parse "//evil.com/x": two slashes at the start of a path without an authority (byte 0, RFC 3986 3.3)
}

func ExampleURI_WithoutQuery() {
	fmt.Println(uri.MustParse("http://h/a?b#c").WithoutQuery())
	// Output: http://h/a#c
}
