package uri_test

import (
	"errors"
	"testing"

	"uriel.dev/uri"
)

var resolveTests = []struct {
	name, base, ref, want string
	nonStrict             string // "" if it is the same
	why                   string
}{
	{"path", "http://a/b/c/d;p?q", "../g", "http://a/b/g", "", "5.4.1"},
	{"same document", "http://a/b?q#f", "", "http://a/b?q", "", "5.2.2: the fragment of the base is not inherited"},
	{"urn", "http://a/b", "urn:example:a/../b", "urn:example:a/../b", "", "RFC 2141, appendix A: opaque to URL resolvers"},
	{"fragment", "urn:example:a", "#abcd", "urn:example:a#abcd", "", "5.2.2: the path of the base, whatever it is"},
	{"empty query", "https://h/?hello", "?", "https://h/?", "", "5.2.2: defined, though empty"},
	{"empty fragment", "https://h/?hello", "#", "https://h/?hello#", "", "5.3: defined, though empty"},
	{"query of base goes with its path", "http://a/b?q", "c", "http://a/c", "", "5.2.2"},
	{"authority", "http://a/b?q", "//h", "http://h", "", "5.2.2"},
	{"empty authority", "http://a/b", "///c", "http:///c", "", "5.2.2: defined, though empty"},
	{"base without path", "http://a", "b", "http://a/b", "", "5.2.3"},
	{"base without path, dots", "http://a", "../b", "http://a/b", "", "5.2.3"},
	{"base without path, query", "http://a?q", "?r", "http://a?r", "", "5.2.2: the path stays empty"},
	{"too many dots", "http://a/b/c", "../../../g", "http://a/g", "", "5.4.2"},
	{"two slashes", "a://foo/", "..//", "a://foo//", "", "5.2.4 on /..//: step 2C leaves //"},
	{"path never an authority", "a:/b", ".//c", "a:/.//c", "", "3.3: no authority, no // at the start"},
	{"path never an authority, dots", "a:/b/c", "../..//d/e", "a:/.//d/e", "", "3.3"},
	{"path never an authority, absolute", "a:/b", "/.//c", "a:/.//c", "", "3.3"},
	{"path never an authority, of ref", "x:/y", "a:/b/..//c", "a:/.//c", "a:/.//c", "3.3"},
	{"path never an authority, base", "a:/.//c/d", "#f", "a:/.//c/d#f", "", "5.2.2: the path of the base"},
	{"path behind authority", "a://h/b", ".//c", "a://h//c", "", "3.3: with an authority // is a path"},
	{"no authority invented", "mailto:a@b", "c", "mailto:c", "", "5.2.3"},
	{"rootless", "foo:a/b", "c", "foo:a/c", "", "5.2.3"},
	{"rootless and dots", "foo:a/b", "../c", "foo:/c", "", "5.2.4 to the letter"},
	{"rootless and dots only", "foo:a", "..", "foo:", "", "5.2.4, step 2D"},
	{"rootless and one dot", "foo:a", ".", "foo:", "", "5.2.4, step 2D"},
	{"rootless and colon", "foo:a", "./b:c", "foo:b:c", "", "a colon is harmless behind a scheme"},
	{"other scheme", "https://h/lorem/", "WEB-v2:gizmo", "WEB-v2:gizmo", "", "4.2: a colon in the first segment ends a scheme"},
	{"dots of a URI", "http://a/b", "http://c/d/../e", "http://c/e", "http://c/e", "5.2.2: remove_dot_segments(R.path)"},
	{"scheme case kept", "HTTP://a/b", "c", "HTTP://a/c", "", "resolution does not normalise"},
	{"escapes are no dots", "http://a/b/c", "%2e%2e/g", "http://a/b/%2e%2e/g", "", "5.2.4; normalisation comes after"},
	{"same scheme", "http://a/b/c/d;p?q", "http:g", "http:g", "http://a/b/c/g", "5.4.2"},
	{"same scheme in other case", "http://a/b", "HTTP:g", "HTTP:g", "http://a/g", "3.1"},
	{"same scheme alone", "http://a/b?q", "http:", "http:", "http://a/b?q", "5.2.2"},
	{"same scheme and query", "http://a/b?q", "http:?r#f", "http:?r#f", "http://a/b?r#f", "5.2.2"},
	{"same scheme and authority", "http://a/b", "http://u@c:1/d?e#f", "http://u@c:1/d?e#f", "http://u@c:1/d?e#f", "5.2.2"},
	{"same scheme and literal", "http://a/b", "http://[::1]:1/d", "http://[::1]:1/d", "http://[::1]:1/d", "5.2.2"},
	{"same scheme and colon", "mailto:x", "mailto:a:b", "mailto:a:b", "mailto:a:b", "the rest is no reference by itself"},
	{"same scheme, same path", "http://a/b", "http:/c", "http:/c", "http://a/c", "5.2.2"},
}

func TestResolve(t *testing.T) {
	for _, test := range resolveTests {
		t.Run(test.name, func(t *testing.T) {
			base, ref := uri.MustParse(test.base), uri.MustParse(test.ref)
			want := uri.MustParse(test.want)
			if got, err := base.Resolve(ref); got != want || err != nil {
				t.Errorf("%q + %q = %q, %v; want %q: %s", base, ref, got, err, want, test.why)
			}
			if test.nonStrict != "" {
				want = uri.MustParse(test.nonStrict)
			}
			if got, err := base.ResolveNonStrict(ref); got != want || err != nil {
				t.Errorf("not strict: %q + %q = %q, %v; want %q: %s", base, ref, got, err, want, test.why)
			}
		})
	}
}

func TestResolveRelativeBase(t *testing.T) {
	for _, base := range []string{"", "a/b", "//h/a", "?q"} {
		got, err := uri.MustParse(base).Resolve(uri.MustParse("http://h/"))
		if !errors.Is(err, uri.ErrRelativeBase) || got != (uri.URI{}) {
			t.Errorf("base %q: %q, %v; want ErrRelativeBase (RFC 3986, 5.1)", base, got, err)
		}
	}
}
