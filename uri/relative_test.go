package uri_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"uriel.dev/uri"
)

var relativizeTests = []struct {
	name, base, target, want string
	why                      string
}{
	{"same document", "http://h/a/b?q", "http://h/a/b?q", "", "4.4"},
	{"same document, fragment of base", "http://h/a#f", "http://h/a", "", "5.2.2: it is not inherited"},
	{"fragment", "http://h/a?q", "http://h/a?q#f", "#f", "4.4"},
	{"empty fragment", "http://h/a", "http://h/a#", "#", "defined, though empty"},
	{"query", "http://h/a?q", "http://h/a?r#f", "?r#f", "5.2.2: the path is inherited"},
	{"empty query", "http://h/a?q", "http://h/a?", "?", "defined, though empty"},
	{"no query", "http://h/a/b?q", "http://h/a/b", "b", "5.2.2: else it would be inherited"},
	{"no query, folder", "http://h/a/?q", "http://h/a/#f", ".#f", "5.2.2"},
	{"no query, no path", "http://h?q", "http://h", "http://h", "no reference has an empty path and no query"},
	{"query, no path", "http://h?q", "http://h?r", "?r", "5.2.2"},
	{"file", "http://h/a/b", "http://h/a/c", "c", ""},
	{"file and query", "http://ex/path/?query", "http://ex/path/file?x", "file?x", "the query of the base is not inherited with a path"},
	{"file in a folder", "http://h/a/", "http://h/a/b/c", "b/c", ""},
	{"folder", "http://h/a/b", "http://h/a/", ".", "5.4.1"},
	{"folder and query", "http://h/a/b", "http://h/a/?q", ".?q", ""},
	{"parent", "http://h/a/b/c", "http://h/a/", "..", "5.4.1"},
	{"file of parent", "http://h/a/b/c", "http://h/a/d", "../d", ""},
	{"folder as file", "http://h/a/b/c", "http://h/a/b", "../b", ""},
	{"far away", "http://h/a/b/c/d/e", "http://h/a/x/y", "../../../x/y", "as few as can be"},
	{"other tree", "http://h/a/b", "http://h/x/y", "/x/y", "no folder is shared but the root"},
	{"root", "http://h/a/b", "http://h/", "/", ""},
	{"other tree, two slashes", "http://h/a/b", "http://h//x", "..//x", "4.2: // would be an authority"},
	{"base without path", "http://h", "http://h/a", "a", "5.2.3"},
	{"base without path, root", "http://h", "http://h/", ".", "5.2.3"},
	{"target without path", "http://h/", "http://h", "http://h", "a path never gets empty"},
	{"colon", "http://h/d/", "http://h/d/this:that", "./this:that", "4.2"},
	{"colon later", "http://h/d/", "http://h/d/a/this:that", "a/this:that", "4.2: in the first segment only"},
	{"empty segment", "https://foo.com/", "https://foo.com//bar", ".//bar", "servo/rust-url#772"},
	{"empty segments", "http://h/a//b", "http://h/a//c", "c", ""},
	{"above an empty segment", "http://h/a//b", "http://h/a/c", "../c", "5.2.4: an empty segment is one"},
	{"dots of the base", "http://h/a/x/../b", "http://h/a/c", "c", "5.2.4"},
	{"dots of both", "http://h/a/../b", "http://h/a/../b#f", "#f", "the path is inherited as it is"},
	{"dots of the target", "http://h/a/b", "http://h/a/../c", "http://h/a/../c", "no reference leads to them"},
	{"scheme", "https://h/a", "http://h/b", "http://h/b", ""},
	{"scheme case", "http://h/a", "HTTP://h/b", "HTTP://h/b", "to the byte"},
	{"authority", "http://h/a", "http://i/a", "http://i/a", "never //i/a"},
	{"port", "http://h/a", "http://h:80/b", "http://h:80/b", "to the byte"},
	{"no authority", "file:/a/b", "file:///a/c", "file:///a/c", "defined, though empty"},
	{"empty authority", "file:///a/b", "file:///a/c", "c", ""},
	{"path like an authority", "a:/b", "a:/.//c", ".//c", "3.3"},
	{"paths like an authority", "a:/.//b/c", "a:/.//b/d", "d", "3.3"},
	{"from a path like an authority", "a:/.//b/c", "a:/d", "/d", "3.3"},
	{"mail", "mailto:a@b", "mailto:c@b", "mailto:c@b", "no folders"},
	{"same mail", "mailto:a@b", "mailto:a@b?subject=x", "?subject=x", "5.2.2"},
	{"urn", "urn:foo:a/b", "urn:foo:a/c", "urn:foo:a/c", "RFC 2141, appendix A"},
	{"same urn", "urn:foo:a/b", "urn:foo:a/b#f", "#f", "5.2.2"},
}

func TestRelativize(t *testing.T) {
	for _, test := range relativizeTests {
		t.Run(test.name, func(t *testing.T) {
			base, target := uri.MustParse(test.base), uri.MustParse(test.target)
			got, err := base.Relativize(target)
			if err != nil || got != uri.MustParse(test.want) {
				t.Errorf("from %q to %q: %q, %v; want %q: %s", base, target, got, err, test.want, test.why)
			}
			if back, err := base.Resolve(got); err != nil || back != target && !strings.Contains(test.target, "..") {
				t.Errorf("from %q to %q: %q, which leads to %q, %v", base, target, got, back, err)
			}
		})
	}
}

func TestRelativizeErrors(t *testing.T) {
	abs, rel := uri.MustParse("http://h/"), uri.MustParse("//h/a")
	if got, err := rel.Relativize(abs); !errors.Is(err, uri.ErrRelativeBase) || got != (uri.URI{}) {
		t.Errorf("a relative base: %q, %v", got, err)
	}
	if got, err := abs.Relativize(rel); !errors.Is(err, uri.ErrRelativeTarget) || got != (uri.URI{}) {
		t.Errorf("a relative target: %q, %v", got, err)
	}
}

func FuzzRelativize(f *testing.F) {
	for _, test := range relativizeTests {
		f.Add(test.base, test.target)
	}
	for _, test := range resolveTests {
		f.Add(test.base, test.want)
	}
	f.Fuzz(func(t *testing.T, b, s string) {
		base, target := parse(t, b), parse(t, s)
		ref, err := base.Relativize(target)
		if !base.HasScheme() || !target.HasScheme() {
			if err == nil {
				t.Fatalf("from %q to %q: %q", base, target, ref)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		checkParsed(t, ref.String(), ref)
		if ref != target && (ref.HasScheme() || ref.HasAuthority()) {
			t.Fatalf("from %q to %q: %q", base, target, ref)
		}
		back, err := base.Resolve(ref)
		if err != nil {
			t.Fatal(err)
		}
		if back == target {
			return
		}
		if same, _ := base.Resolve(target); ref != target || back != same || same == target {
			t.Fatalf("from %q to %q: %q, which leads to %q", base, target, ref, back)
		}
	})
}

func ExampleURI_Relativize() {
	base := uri.MustParse("http://h/a/b/c?q")
	for _, target := range []string{"http://h/a/b/d", "http://h/a/e", "http://h/x", "http://h/a/b/c?q#f", "http://h/a/b/this:that", "ftp://h/a"} {
		ref, err := base.Relativize(uri.MustParse(target))
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(ref)
	}
	// Output:
	// d
	// ../e
	// /x
	// #f
	// ./this:that
	// ftp://h/a
}
