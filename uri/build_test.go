package uri_test

import (
	"errors"
	"fmt"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

func TestBuilder(t *testing.T) {
	for _, test := range []struct {
		name string
		in   uri.Builder
		want string
		why  string
	}{
		{"nothing", uri.Builder{}, "", "4.4: the empty reference"},
		{"all", uri.Builder{"s", new("u:p"), new("h"), new("1"), "/p", new("q"), new("f")}, "s://u:p@h:1/p?q#f", "3"},
		{"all empty", uri.Builder{"s", new(""), new(""), new(""), "", new(""), new("")}, "s://@:?#", "3: empty is not undefined"},
		{"no authority", uri.Builder{Scheme: "mailto", Path: "a@b"}, "mailto:a@b", "3.3: path-rootless"},
		{"relative", uri.Builder{Path: "../a"}, "../a", "4.2"},
		{"colon", uri.Builder{Path: "weird:file"}, "./weird:file", "4.2"},
		{"query alone", uri.Builder{Query: new("q")}, "?q", "4.2"},
		{"two slashes behind a host", uri.Builder{Host: new("h"), Path: "//evil.com/x"}, "//h//evil.com/x", "3.3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := test.in.URI(); err != nil || got != uri.MustParse(test.want) {
				t.Errorf("%q, %v; want %q: %s", got, err, test.want, test.why)
			}
		})
	}
}

func TestBuilderErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		in   uri.Builder
		rule string
	}{
		{"scheme", uri.Builder{Scheme: "ht tp"}, "uri/scheme"},
		{"authority in the path", uri.Builder{Path: "//evil.com/x"}, "uri/path-authority"},
		{"authority in the path behind a scheme", uri.Builder{Scheme: "s", Path: "//evil.com/x"}, "uri/path-authority"},
		{"rootless path", uri.Builder{Host: new("h"), Path: "a"}, "uri/path-rootless"},
		{"userinfo without a host", uri.Builder{Userinfo: new("u"), Path: "/"}, "uri/no-host"},
		{"port without a host", uri.Builder{Port: new(""), Path: "/"}, "uri/no-host"},
		{"host", uri.Builder{Host: new("h/")}, "uri/host-char"},
		{"the first of two", uri.Builder{Path: "a b", Query: new("#")}, "uri/path-space"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.in.URI()
			if e, ok := errors.AsType[*uri.Error](err); !ok || e.Rule != test.rule || got != (uri.URI{}) {
				t.Errorf("%q, %v; want %s", got, err, test.rule)
			}
		})
	}
}

func TestEncode(t *testing.T) {
	for _, test := range []struct {
		c        uri.Component
		in, want string
		why      string
	}{
		{uri.Scheme, "ht tp", "ht tp", "nothing can be encoded in a scheme"},
		{uri.Authority, "u v@h", "u v@h", "its parts have rules of their own"},
		{uri.Port, "8 0", "8 0", "digits"},
		{uri.Userinfo, "joe:a@b/c", "joe:a%40b%2Fc", "3.2.1"},
		{uri.Host, "a b:80", "a%20b%3A80", "3.2.2"},
		{uri.Host, "é.example", "%C3%A9.example", "3.2.2"},
		{uri.Host, "[::1]", "[::1]", "3.2.2: IP-literal"},
		{uri.Host, "[::1", "%5B%3A%3A1", "no literal"},
		{uri.Path, "/100%/a?b", "/100%25/a%3Fb", "3.3"},
		{uri.Query, "a=b c&d#", "a=b%20c&d%23", "3.4"},
		{uri.Fragment, "[1]", "%5B1%5D", "3.5"},
	} {
		t.Run(test.c.String()+" "+test.in, func(t *testing.T) {
			if got := test.c.Encode(test.in); got != test.want {
				t.Errorf("%q, want %q: %s", got, test.want, test.why)
			}
		})
	}
}

func FuzzBuilder(f *testing.F) {
	f.Add("s", "u", "h", "1", "/p", "q", "f", uint8(0xff))
	f.Add("", "", "", "", "//evil.com/x", "", "", uint8(0))
	f.Add("", "", "", "", "weird:file", "", "", uint8(0))
	f.Add("", "u@", "h/", ":1", "p?", "#", "#", uint8(0xff))
	f.Fuzz(func(t *testing.T, scheme, userinfo, host, port, path, query, fragment string, defined uint8) {
		optional := func(bit int, text string) *string {
			if defined>>bit&1 == 0 {
				return nil
			}
			return &text
		}
		b := uri.Builder{scheme, optional(0, userinfo), optional(1, host), optional(2, port), path, optional(3, query), optional(4, fragment)}
		u, err := b.URI()
		if err != nil {
			naive, err := uri.Parse(naiveText(b))
			if err == nil && sameComponents(naive.Builder(), b) {
				t.Fatalf("%q is refused", naive)
			}
			return
		}
		checkParsed(t, u.String(), u)
		if u.Path() == "./"+path && scheme == "" && b.Host == nil {
			b.Path = u.Path()
		}
		if !sameComponents(u.Builder(), b) {
			t.Fatalf("%q is not made of %q", u, naiveText(b))
		}
		if again, err := u.Builder().URI(); err != nil || again != u {
			t.Fatalf("%q becomes %q, %v", u, again, err)
		}
	})
}

// naiveText puts components together without a look at them (RFC 3986, section
// 5.3).
func naiveText(b uri.Builder) string {
	s := ""
	if b.Scheme != "" {
		s = b.Scheme + ":"
	}
	authority := naive("", b.Userinfo, "@") + naive("", b.Host, "") + naive(":", b.Port, "")
	if b.Host != nil || authority != "" {
		s += "//" + authority
	}
	return s + b.Path + naive("?", b.Query, "") + naive("#", b.Fragment, "")
}

func naive(before string, text *string, behind string) string {
	if text == nil {
		return ""
	}
	return before + *text + behind
}

func sameComponents(a, b uri.Builder) bool {
	same := a.Scheme == b.Scheme && a.Path == b.Path
	for _, pair := range [][2]*string{{a.Userinfo, b.Userinfo}, {a.Host, b.Host}, {a.Port, b.Port}, {a.Query, b.Query}, {a.Fragment, b.Fragment}} {
		same = same && (pair[0] == nil) == (pair[1] == nil) && naive("", pair[0], "") == naive("", pair[1], "")
	}
	return same
}

func FuzzEncode(f *testing.F) {
	f.Add("/100% a:b@[c]?d#é\x00\xff")
	f.Add("[::1]")
	f.Fuzz(func(t *testing.T, text string) {
		base := uri.MustParse("s://h")
		for _, c := range []uri.Component{uri.Userinfo, uri.Host, uri.Query, uri.Fragment} {
			u, err := setters[c](base, c.Encode(text))
			if err != nil {
				t.Fatalf("%s of %q: %v", c, text, err)
			}
			if got, _ := u.Component(c); pct.Decode(got) != text {
				t.Fatalf("%s of %q is %q", c, text, got)
			}
		}
		if u, err := base.WithPath("/" + uri.Path.Encode(text)); err != nil || pct.Decode(u.Path()) != "/"+text {
			t.Fatalf("path of %q is %q, %v", text, u, err)
		}
	})
}

// An undefined component is nil, which is not the same as empty.
func ExampleBuilder() {
	u, err := uri.Builder{Scheme: "http", Host: new("h"), Path: "/a", Query: new("")}.URI()
	fmt.Println(u, err)
	_, err = uri.Builder{Scheme: "http", Host: new("h@evil.com")}.URI()
	fmt.Println(err)
	// Output:
	// http://h/a? <nil>
	// parse "h@evil.com": character not allowed in host (byte 1, RFC 3986 3.2.2)
}

func ExampleURI_Builder() {
	b := uri.MustParse("http://h:80/a").Builder()
	b.Scheme, b.Port = "https", nil
	fmt.Println(b.URI())
	// Output: https://h/a <nil>
}

func ExampleComponent_Encode() {
	fmt.Println(uri.MustParse("http://h/").WithPath(uri.Path.Encode("/100% right?")))
	// Output: http://h/100%25%20right%3F <nil>
}
