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

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"file:/a%20b": `the file or folder "/a b" of this machine`,
		"file:///a/":  `the folder "/a/" of this machine`,
		"file://h/x":  `the file or folder "/x" of the host h`,
		"file:x":      `the file or folder "x" of this machine`,
	})
}

// FuzzView: the normal form names the same file as seen from this machine.
func FuzzView(f *testing.F) {
	seeds := []string{"file:/.//x", "file:", "file:c:/x?q#f", "file://LOCALHOST/%2e%2e/x", "file:////x", "file://u@h:1/%2F%00", "file:/c:/.."}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(table.NormalizeSyntax(u))
		w, _ := Parse(table.Normalize(u))
		if v.Local != w.Local || v.UnixPath != w.UnixPath && v.UnixPath != "" && !strings.HasPrefix(string(v.UnixPath), "/./") {
			t.Errorf("%q is %+v, its normal form %+v", u, v, w)
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
			t.Skip("no input of this target")
		}
		u := FromPath(path)
		if v, _ := Parse(u); string(v.UnixPath) != path || !v.Local {
			t.Errorf("FromPath(%q) = %q, which is %+v", path, u, v)
		}
	})
}
