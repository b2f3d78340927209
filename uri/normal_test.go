package uri_test

import (
	"testing"

	"uriel.dev/uri"
)

var normalTests = []struct{ name, in, want, why string }{
	{"all", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", "6.2.2"},
	{"scheme and host", "HTTP://www.EXAMPLE.com/", "http://www.example.com/", "6.2.2.1"},
	{"userinfo keeps its case", "ftp://Joe@h/", "ftp://Joe@h/", "6.2.2.1: the other components are case-sensitive"},
	{"path keeps its case", "http://h/A?B#C", "http://h/A?B#C", "6.2.2.1"},
	{"hex digits", "http://h/%c3%a9", "http://h/%C3%A9", "6.2.2.1"},
	{"hex digits in host", "http://A%c3%A9B/", "http://a%C3%A9b/", "6.2.2.1"},
	{"unreserved", "http://h/%7Ejoe%2D%2E%5F%41%7a%30", "http://h/~joe-._Az0", "6.2.2.2"},
	{"unreserved in host", "HTTP://%45XAMPLE.%43Om", "http://example.com", "6.2.2.2, then 6.2.2.1"},
	{"host becomes an address", "//127.0.0.%31", "//127.0.0.1", "6.2.2.2"},
	{"unreserved in all", "FOO://%55se%72@EXamp%4ce%2ecom:8042/%4b%2f?%4c%2b#%24%4d", "foo://User@example.com:8042/K%2F?L%2B#%24M", "6.2.2.2"},
	{"reserved stay", "http://h/%2f%3f%23%3a?%26%3d", "http://h/%2F%3F%23%3A?%26%3D", "2.2: reserved characters are not decoded"},
	{"double escape", "http://h/%2541", "http://h/%2541", "2.4: decode once, never twice"},
	{"dots", "http://h/a/./b/../c", "http://h/a/c", "6.2.2.3"},
	{"dots at the end", "http://h/a/b/..", "http://h/a/", "5.2.4"},
	{"too many dots", "http://h/../../g", "http://h/g", "5.2.4"},
	{"escaped dots", "http://a/b/c/%2E/%2E./%2e%2E/d", "http://a/d", "6.2.2.2, then 6.2.2.3"},
	{"dots of names", "http://h/.a/..b/c./d../...", "http://h/.a/..b/c./d../...", "5.2.4: complete segments only"},
	{"dots in query", "http://h/?a/../b#c/../d", "http://h/?a/../b#c/../d", "5.2.4: paths only"},
	{"empty segments", "http://h//a//../b", "http://h//a/b", "5.2.4: an empty segment is a segment"},
	{"dots without authority", "foo:/bar/./../baz", "foo:/baz", "6.2.2.3"},
	{"no authority made", "foo:/a/..//b", "foo:/.//b", "3.3: a path never turns into an authority"},
	{"no authority made, twice", "foo:/.//b", "foo:/.//b", "3.3"},
	{"no authority made, reference", "/a/..//b", "/.//b", "3.3"},
	{"absolute reference", "/foo/../bar", "/bar", "6.2.2.3: no base can change it"},
	{"rootless", "foo:bar/../baz", "foo:bar/../baz", "no hierarchy of the generic syntax"},
	{"relative", "foo/../bar", "bar", "inner dot segments say nothing"},
	{"leading dots stay", "../a/../b", "../b", "they need a base"},
	{"leading dot stays", "./a", "./a", "it leads"},
	{"dots left over", "a/../../b", "../b", "they need a base"},
	{"dot", ".", "./", "5.2.4: the directory"},
	{"dots only", "..", "../", "5.2.4: the directory"},
	{"nothing left", "a/..", "./", "never the same document, which is another thing"},
	{"nothing left but a slash", "a/../", "./", "5.2.4"},
	{"nothing left behind dots", "../a/..", "../", "5.2.4"},
	{"dot at the end", "a/.", "a/", "5.2.4"},
	{"empty segment comes first", "a/..//b", ".//b", "not an absolute path"},
	{"colon comes first", "a/../b:c", "./b:c", "4.2: not a scheme"},
	{"colon escaped", "b%3ac", "b%3Ac", "reserved, so it stays"},
	{"empty port", "http://example.com:/", "http://example.com/", "3.2.3"},
	{"empty port alone", "//:", "//", "3.2.3"},
	{"default port", "http://example.com:80/", "http://example.com:80/", "6.2.3 is the scheme's"},
	{"port digits", "http://h:080/", "http://h:080/", "nothing is said of zeros"},
	{"empty userinfo", "//@h", "//@h", "6.2.2 says nothing of it"},
	{"empty query", "http://h/?", "http://h/?", "6.2.3: not the same as none"},
	{"empty fragment", "http://h/#", "http://h/#", "6.2.3: not the same as none"},
	{"empty path", "http://h", "http://h", "6.2.3 is the scheme's"},
	{"IPv6 zeros", "//[0000:0000:0000::1]", "//[::1]", "RFC 5952, 4.1 and 4.2"},
	{"IPv6 case", "//[2001:DB8::A]:1", "//[2001:db8::a]:1", "RFC 5952, 4.3"},
	{"IPv6 longest run", "//[1:0:0:2:0:0:0:3]", "//[1:0:0:2::3]", "RFC 5952, 4.2.3"},
	{"IPv6 one group", "//[1:2:3:4:5:6:7::]", "//[1:2:3:4:5:6:7:0]", "RFC 5952, 4.2.2"},
	{"IPv6 mapped", "//[0:0:0:0:0:ffff:192.0.2.1]", "//[::ffff:192.0.2.1]", "RFC 5952, 5"},
	{"IPv6 with dots", "//[::192.0.2.1]", "//[::c000:201]", "RFC 5952, 5"},
	{"IPvFuture", "//[v1FdE.AddR]", "//[v1fde.addr]", "6.2.2.1: a host"},
	{"urn", "URN:Example:a%2db/../c", "urn:Example:a%2Db/../c", "RFC 8141, 3.1: escapes stay, no dot segments"},
	{"empty", "", "", "4.4"},
}

func TestNormalize(t *testing.T) {
	for _, test := range normalTests {
		t.Run(test.name, func(t *testing.T) {
			want := uri.MustParse(test.want)
			got := uri.MustParse(test.in).Normalize()
			if got != want {
				t.Errorf("Normalize(%q) = %q, want %q: %s", test.in, got, want, test.why)
			}
			if again := got.Normalize(); again != got {
				t.Errorf("Normalize(%q) = %q, and again %q", test.in, got, again)
			}
		})
	}
}

func TestNormalizeKeep(t *testing.T) {
	for _, test := range []struct {
		name, in string
		keep     uri.Keep
		want     string
		why      string
	}{
		{"dots", "Gopher://H/0/a/../b%7e", uri.KeepDotSegments, "gopher://h/0/a/../b~", "a gopher selector has no dot segments"},
		{"escapes", "X://%41H/a/../%7e", uri.KeepEscapes, "x://%41h/%7E", "only hex digits change"},
		{"authority", "X://A%62C:/%41", uri.KeepAuthority, "x://AbC:/A", "it is no authority, but escapes are escapes"},
		{"authority like IPv6", "x://[A::0]/", uri.KeepAuthority, "x://[A::0]/", "nor is it an address"},
		{"all", "X://%41b:/./%41", uri.KeepDotSegments | uri.KeepEscapes | uri.KeepAuthority, "x://%41b:/./%41", "the scheme is always normalised"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := uri.MustParse(test.in).NormalizeKeep(test.keep); got.String() != test.want {
				t.Errorf("NormalizeKeep(%q, %b) = %q, want %q: %s", test.in, test.keep, got, test.want, test.why)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		want       uri.Rung
		why        string
	}{
		{"same text", "http://h/", "http://h/", uri.Identical, "6.2.1"},
		{"case", "HTTP://h/", "http://H/", uri.EqualSyntax, "6.2.2.1"},
		{"escapes", "http://h/%7ea", "http://h/~a", uri.EqualSyntax, "6.2.2.2"},
		{"dots", "http://h/a/../b", "http://h/b", uri.EqualSyntax, "6.2.2.3"},
		{"empty port", "http://h:/", "http://h/", uri.EqualSyntax, "3.2.3"},
		{"default port", "http://h:80/", "http://h/", uri.Different, "6.2.3 is the scheme's"},
		{"path case", "http://h/a", "http://h/A", uri.Different, "6.2.2.1"},
		{"fragment", "http://h/#a", "http://h/", uri.Different, "6.1"},
		{"reserved", "http://h/a%2Fb", "http://h/a/b", uri.Different, "2.2"},
		{"urn escapes", "urn:example:%61", "urn:example:a", uri.Different, "RFC 8141, 3.1"},
		{"same document and directory", "", ".", uri.Different, "4.4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, b := uri.MustParse(test.a), uri.MustParse(test.b)
			if got, back := uri.Compare(a, b), uri.Compare(b, a); got != test.want || back != test.want {
				t.Errorf("Compare(%q, %q) = %s, the other way %s; want %s: %s", a, b, got, back, test.want, test.why)
			}
		})
	}
}
