package uri_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"uriel.dev/uri"
)

// describe writes the defined components of u as "name=text", in their order.
// No component holds a space, so nothing is ambiguous.
func describe(u uri.URI) string {
	var out []string
	for _, c := range uri.Components {
		if text, defined := u.Component(c); defined {
			out = append(out, c.String()+"="+text)
		}
	}
	return strings.Join(out, " ")
}

func TestSize(t *testing.T) {
	// String header 16, seven offsets 28, host kind and marks 2, rounded up.
	// A change of the size is a change of every map and slice of URIs.
	if got := unsafe.Sizeof(uri.URI{}); got != 48 {
		t.Errorf("a URI has %d bytes, want 48", got)
	}
}

func TestZero(t *testing.T) {
	u, err := uri.Parse("")
	if err != nil || u != (uri.URI{}) {
		t.Errorf(`Parse("") = %#v, %v; want the zero value: the empty reference is legal (RFC 3986, 4.4)`, u, err)
	}
	if !u.IsZero() || u.HasScheme() || u.IsAbsolute() || u.HostKind() != uri.NoHost || describe(u) != "path=" {
		t.Errorf("the zero value is %q", describe(u))
	}
	if uri.MustParse("#").IsZero() {
		t.Error(`"#" is not the empty reference`)
	}
}

func TestMapKey(t *testing.T) {
	texts := []string{"", "#", "?", "//", "http://h", "http://h/", "HTTP://h/", "http://h:/", "http://h/#"}
	seen := map[uri.URI]string{}
	for _, s := range texts {
		seen[uri.MustParse(s)] = s
	}
	if len(seen) != len(texts) {
		t.Errorf("%d keys, want %d: URIs are equal when their texts are", len(seen), len(texts))
	}
	for _, s := range texts {
		if got := seen[uri.MustParse(strings.Clone(s))]; got != s {
			t.Errorf("a second parse of %q finds %q", s, got)
		}
	}
}

func TestLess(t *testing.T) {
	got := []string{"b", "", "a/b", "a", "B"}
	slices.SortFunc(got, func(a, b string) int {
		switch u, v := uri.MustParse(a), uri.MustParse(b); {
		case u.Less(v):
			return -1
		case v.Less(u):
			return 1
		}
		return 0
	})
	if want := []string{"", "B", "a", "a/b", "b"}; !slices.Equal(got, want) {
		t.Errorf("sorted %q, want %q", got, want)
	}
}

func TestMustParsePanics(t *testing.T) {
	defer func() {
		if r := recover(); r == nil {
			t.Error("MustParse of an invalid text returned")
		} else if got, want := fmt.Sprint(r), `parse "http://a b": space in host (byte 8, RFC 3986 3.2.2)`; got != want {
			t.Errorf("MustParse panics with %s, want %s", got, want)
		}
	}()
	uri.MustParse("http://a b")
}

// TestWords keeps the words: they are keys and values of JSON.
func TestWords(t *testing.T) {
	want := map[fmt.Stringer]string{
		uri.NoHost: "", uri.RegName: "reg-name", uri.IPv4: "ipv4", uri.IPv6: "ipv6", uri.IPvFuture: "ipvfuture",
		uri.Scheme: "scheme", uri.Authority: "authority", uri.Userinfo: "userinfo", uri.Host: "host",
		uri.Port: "port", uri.Path: "path", uri.Query: "query", uri.Fragment: "fragment",
		uri.Different: "none", uri.EqualScheme: "scheme", uri.EqualSyntax: "syntax", uri.Identical: "identical",
		uri.Info: "info", uri.Warning: "warning", uri.Forbid: "error",
	}
	for v, word := range want {
		if got := v.String(); got != word {
			t.Errorf("%T %d is called %q, want %q", v, v, got, word)
		}
	}
	if got, err := uri.Forbid.MarshalText(); string(got) != "error" || err != nil {
		t.Errorf("MarshalText of Forbid = %s, %v", got, err)
	}
}

// An expectation is the text of a component, or undefined.
type expectation struct {
	text    string
	defined bool
}

var undefined = expectation{}

func is(text string) expectation { return expectation{text, true} }

// TestDefined walks all combinations of components that are undefined, empty
// and full, and checks accessors, Has methods and ranges in each.
func TestDefined(t *testing.T) {
	count := 0
	for _, scheme := range []expectation{undefined, is("s")} {
		for _, auth := range authorities() {
			for _, path := range pathsBehind(auth[uri.Authority]) {
				for _, query := range []expectation{undefined, is(""), is("q"), is("?/")} {
					for _, fragment := range []expectation{undefined, is(""), is("f"), is("/?")} {
						auth[uri.Scheme], auth[uri.Path], auth[uri.Query], auth[uri.Fragment] = scheme, is(path), query, fragment
						checkDefined(t, auth)
						count++
					}
				}
			}
		}
	}
	if want := 2 * (1*4 + 18*2) * 4 * 4; count != want {
		t.Errorf("%d combinations were tried, want %d", count, want)
	}
}

// authorities returns the undefined authority and one for each combination of
// userinfo, host and port.
func authorities() []map[uri.Component]expectation {
	out := []map[uri.Component]expectation{{}}
	for _, userinfo := range []expectation{undefined, is(""), is("u:p")} {
		for _, host := range []string{"", "h"} {
			for _, port := range []expectation{undefined, is(""), is("80")} {
				text := userinfo.before("@") + host + port.behind(":")
				out = append(out, map[uri.Component]expectation{
					uri.Authority: is(text), uri.Userinfo: userinfo, uri.Host: is(host), uri.Port: port,
				})
			}
		}
	}
	return out
}

func pathsBehind(authority expectation) []string {
	if authority.defined {
		return []string{"", "/p"} // path-abempty
	}
	return []string{"", "/", "/p/q", "p/q"}
}

func (e expectation) before(delimiter string) string {
	if !e.defined {
		return ""
	}
	return e.text + delimiter
}

func (e expectation) behind(delimiter string) string {
	if !e.defined {
		return ""
	}
	return delimiter + e.text
}

func checkDefined(t *testing.T, want map[uri.Component]expectation) {
	t.Helper()
	text := want[uri.Scheme].before(":") + want[uri.Authority].behind("//") + want[uri.Path].text +
		want[uri.Query].behind("?") + want[uri.Fragment].behind("#")
	u, err := uri.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if u.String() != text {
		t.Errorf("%q prints as %q", text, u)
	}
	accessors := map[uri.Component]string{
		uri.Scheme: u.Scheme(), uri.Authority: u.Authority(), uri.Userinfo: u.Userinfo(), uri.Host: u.Host(),
		uri.Port: u.Port(), uri.Path: u.Path(), uri.Query: u.Query(), uri.Fragment: u.Fragment(),
	}
	has := map[uri.Component]bool{
		uri.Scheme: u.HasScheme(), uri.Authority: u.HasAuthority(), uri.Userinfo: u.HasUserinfo(), uri.Host: u.HostKind() != uri.NoHost,
		uri.Port: u.HasPort(), uri.Path: true, uri.Query: u.HasQuery(), uri.Fragment: u.HasFragment(),
	}
	for _, c := range uri.Components {
		w := want[c]
		if accessors[c] != w.text || has[c] != w.defined {
			t.Errorf("%q: %s is %q, defined %v; want %q, %v", text, c, accessors[c], has[c], w.text, w.defined)
		}
		if got, defined := u.Component(c); got != w.text || defined != w.defined {
			t.Errorf("%q: Component(%s) = %q, %v; want %q, %v", text, c, got, defined, w.text, w.defined)
		}
		start, end, defined := u.Range(c)
		if defined != w.defined || start > end || end > len(text) || text[start:end] != w.text {
			t.Errorf("%q: Range(%s) = %d, %d, %v; want the place of %q, %v", text, c, start, end, defined, w.text, w.defined)
		}
	}
	if got := u.IsAbsolute(); got != (want[uri.Scheme].defined && !want[uri.Fragment].defined) {
		t.Errorf("%q: IsAbsolute is %v (RFC 3986, 4.3)", text, got)
	}
}

func TestRange(t *testing.T) {
	for _, test := range []struct {
		name, in   string
		c          uri.Component
		start, end int
		defined    bool
		why        string
	}{
		{"host", "http://u@h:80/a", uri.Host, 9, 10, true, "behind the userinfo"},
		{"port", "http://u@h:80/a", uri.Port, 11, 13, true, "without its colon"},
		{"literal", "//[::1]:1", uri.Host, 2, 7, true, "an IP-literal keeps its brackets"},
		{"no scheme", "a", uri.Scheme, 0, 0, false, "it would stand first"},
		{"no authority", "s:p", uri.Authority, 2, 2, false, "it would stand before the path"},
		{"no host", "s:p", uri.Host, 2, 2, false, "it would stand before the path"},
		{"no userinfo", "s://h", uri.Userinfo, 4, 4, false, "it would stand before the host"},
		{"no port", "s://h/p", uri.Port, 5, 5, false, "it would stand behind the host"},
		{"no query", "s://h/p#f", uri.Query, 7, 7, false, "it would stand before the fragment"},
		{"no fragment", "s://h/p?q", uri.Fragment, 9, 9, false, "it would stand last"},
		{"empty query", "s:?#", uri.Query, 3, 3, true, "behind its question mark"},
		{"empty fragment", "s:?#", uri.Fragment, 4, 4, true, "behind its hash"},
	} {
		t.Run(test.name, func(t *testing.T) {
			start, end, defined := uri.MustParse(test.in).Range(test.c)
			if start != test.start || end != test.end || defined != test.defined {
				t.Errorf("%q: Range(%s) = %d, %d, %v; want %d, %d, %v: %s",
					test.in, test.c, start, end, defined, test.start, test.end, test.defined, test.why)
			}
		})
	}
}

var sink uri.URI // keeps results from being optimised away

func TestAllocs(t *testing.T) {
	long := "http://user:pw@example.com:8042/over/there;v=1.1/%7Ejoe?name=ferret&x=%2F#nose"
	u := uri.MustParse(long)
	var n int
	for _, test := range []struct {
		name string
		f    func()
	}{
		{"Parse", func() { sink, _ = uri.Parse(long) }},
		{"Parse IPv4", func() { sink, _ = uri.Parse("http://192.0.2.16:80/") }},
		{"Parse name like IPv4", func() { sink, _ = uri.Parse("http://192.0.2.256/") }},
		{"Parse name with digit", func() { sink, _ = uri.Parse("http://4.example/") }},
		{"Parse IPv6", func() { sink, _ = uri.Parse("http://[2001:db8::7]/") }},
		{"Parse IPvFuture", func() { sink, _ = uri.Parse("http://[v7.a:b]/") }},
		{"Parse relative", func() { sink, _ = uri.Parse("../a?b#c") }},
		{"accessors", func() {
			n += len(u.Scheme()) + len(u.Authority()) + len(u.Userinfo()) + len(u.Host()) + len(u.Port()) + len(u.Path()) + len(u.Query()) + len(u.Fragment())
			n += len(u.String()) + len(u.HostKind().String())
		}},
		{"Range", func() {
			for _, c := range uri.Components {
				start, end, _ := u.Range(c)
				text, _ := u.Component(c)
				n += start + end + len(text)
			}
		}},
		{"WithoutFragment", func() { sink = u.WithoutFragment() }},
		{"Normalize", func() { sink = uri.MustParse("http://u@example.com:8042/over/there?name=ferret#nose").Normalize() }},
		{"Normalize escapes", func() { sink = uri.MustParse("http://example.com/a%20b?%2F#%C3%A9").Normalize() }},
		{"Normalize dots", func() { sink = uri.MustParse("http://example.com/.profile/..a").Normalize() }},
		{"Normalize IPv6", func() { sink = uri.MustParse("http://[2001:db8::7]:80/").Normalize() }},
		{"Normalize relative", func() { sink = uri.MustParse("../a").Normalize() }},
		{"Compare", func() { n += int(uri.Compare(u, u)) }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != 0 {
			t.Errorf("%s: %v allocations, want 0", test.name, got)
		}
	}
	if n == 0 {
		t.Error("the accessors returned nothing")
	}
}

// TestShorten: a text is cut at the end of a character, and never far from its
// 200th byte, whatever it holds.
func TestShorten(t *testing.T) {
	for in, want := range map[string]string{
		"":                                   "",
		strings.Repeat("a", 200):             strings.Repeat("a", 200),
		strings.Repeat("a", 201):             strings.Repeat("a", 200) + "…",
		strings.Repeat("é", 150):             strings.Repeat("é", 100) + "…",
		"a" + strings.Repeat("é", 99) + "éb": "a" + strings.Repeat("é", 99) + "…",
		strings.Repeat("\x80", 300):          strings.Repeat("\x80", 196) + "…",
	} {
		if got := uri.Shorten(in); got != want {
			t.Errorf("Shorten(%.20q…) = %q, want %q", in, got, want)
		}
	}
}
