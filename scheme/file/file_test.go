package file

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestFromPath(t *testing.T) {
	for _, test := range []struct{ path, want, why string }{
		{"/", "file:///", "the root"},
		{"/etc/passwd", "file:///etc/passwd", "uri(7)"},
		{"/a b/ü", "file:///a%20b/%C3%BC", "RFC 8089 4"},
		{"/100%/a#b?c", "file:///100%25/a%23b%3Fc", "delimiters are data in a name"},
		{"/caf\xe9\n", "file:///caf%E9%0A", "octets that are not text"},
		{"/:;@&=+$,!'()*", "file:///:;@&=+$,!'()*", "RFC 3986 3.3: pchar"},
		{"//x", "file:////x", "no authority comes of it"},
		{"/a/../b", "file:///a/../b", "dots stay: a link may be before them"},
		{"../test.txt", "../test.txt", "uri(7): the relative reference"},
		{"a:b/c", "./a:b/c", "RFC 3986 4.2"},
		{"a/b:c", "a/b:c", "a colon behind the first segment"},
		{"", "", "the current place"},
	} {
		if got := FromPath(test.path).String(); got != test.want {
			t.Errorf("FromPath(%q) = %q, want %q: %s", test.path, got, test.want, test.why)
		}
	}
}

func TestShape(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
		why  string
	}{
		{"/etc/passwd and more", 11, "to the space"},
		{"///etc/%41#f)", 13, "the end of a sentence is the finder's matter"},
		{"<x>", 0, "no path"},
		{" /x", 0, "a word of a text"},
		{"name", 0, "a relative path"},
		{"", 0, "nothing"},
		{"/a\"b", 2, "a quote is in no URI"},
	} {
		if got := shape([]byte(test.text)); got != test.want {
			t.Errorf("shape(%q) = %d, want %d: %s", test.text, got, test.want, test.why)
		}
	}
}

func TestMeaning(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"file:/a%20b", `the file or folder "/a b" of this machine`},
		{"file:///a/", `the folder "/a/" of this machine`},
		{"file://h/x", `the file or folder "/x" of the host h`},
		{"file:x", `the file or folder "x" of this machine`},
	} {
		if v, _ := Parse(uri.MustParse(test.uri)); v.Meaning() != test.want {
			t.Errorf("%s: %q, want %q", test.uri, v.Meaning(), test.want)
		}
	}
}

// FuzzView: a view can be made of any URI, the normal form is one, and names
// the same file as seen from this machine.
func FuzzView(f *testing.F) {
	for _, s := range []string{"file:///a%20b", "file:/.//x", "file:", "file:c:/x?q#f", "file://localhost", "file://LOCALHOST/%2e%2e/x", "file:////x", "file://u@h:1/%2F%00", "file:/c:/.."} {
		f.Add(s)
	}
	table := scheme.NewTable(Schemes(), nil)
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil || !strings.EqualFold(u.Scheme(), "file") {
			t.Skip()
		}
		n := table.Normalize(u)
		if again := table.Normalize(n); again != n {
			t.Errorf("the normal form %q of %q becomes %q", n, s, again)
		}
		v, _ := Parse(table.NormalizeSyntax(u))
		w, _ := Parse(n)
		if v.Local != w.Local || v.UnixPath != w.UnixPath && v.UnixPath != "" && !strings.HasPrefix(string(v.UnixPath), "/./") {
			t.Errorf("%q is %+v, its normal form %+v", s, v, w)
		}
	})
}

// FuzzFromPath: a path comes back from its URI, whatever octets it has but NUL.
func FuzzFromPath(f *testing.F) {
	for _, s := range []string{"/", "//x", "/a/../b", "/\xff\n?#%", "/a:b", "/.//x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if !strings.HasPrefix(path, "/") || strings.Contains(path, "\x00") {
			t.Skip()
		}
		u := FromPath(path)
		if v, _ := Parse(u); string(v.UnixPath) != path || !v.Local {
			t.Errorf("FromPath(%q) = %q, which is %+v", path, u, v)
		}
	})
}
