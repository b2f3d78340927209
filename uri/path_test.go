package uri_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

func TestSegments(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []uri.Segment
		why      string
	}{
		{"none", "http://h", nil, "3.3: path-empty"},
		{"root", "http://h/", []uri.Segment{""}, `3.3: "/" and an empty segment`},
		{"rooted", "http://h/a/b", []uri.Segment{"a", "b"}, "3.3"},
		{"rootless", "mailto:a@b", []uri.Segment{"a@b"}, "3.3"},
		{"empty ones", "http://h//a//b/", []uri.Segment{"", "a", "", "b", ""}, "3.3: segments may be empty"},
		{"encoded slash", "http://h/v1/..%2Fadmin", []uri.Segment{"v1", "..%2Fadmin"}, "2.2: data, no separator"},
		{"dots", "../a/.", []uri.Segment{"..", "a", "."}, "nothing is interpreted"},
		{"not the query", "/a?b/c#d/e", []uri.Segment{"a"}, "3.4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := uri.MustParse(test.in)
			if got := slices.Collect(u.Segments()); !slices.Equal(got, test.want) {
				t.Errorf("%q has the segments %q, want %q: %s", u, got, test.want, test.why)
			}
			for first := range u.Segments() {
				if first != test.want[0] {
					t.Errorf("the first segment of %q is %q, want %q", u, first, test.want[0])
				}
				break
			}
		})
	}
}

func TestSegmentText(t *testing.T) {
	if got := uri.Segment("..%2Fadmin+%E9").Text(); got != "../admin+\xe9" {
		t.Errorf("text %q: escapes are decoded, and nothing else is", got)
	}
}

var joinTests = []struct {
	name, base string
	elem       []string
	want       string
	why        string
}{
	{"segment", "http://h/a", []string{"b"}, "http://h/a/b", ""},
	{"segments", "http://h/a", []string{"b/c", "d"}, "http://h/a/b/c/d", ""},
	{"nothing", "http://h/a/../b", nil, "http://h/a/../b", "nothing is joined, nothing changes"},
	{"empty elements", "http://h/a", []string{"", ""}, "http://h/a", ""},
	{"no path", "http://h", []string{"a"}, "http://h/a", "3.3: behind an authority"},
	{"root", "http://h/", []string{"a"}, "http://h/a", ""},
	{"slash before", "http://h/a/", []string{"/b"}, "http://h/a/b", "one separator"},
	{"slash behind", "http://h/foo", []string{"bar/"}, "http://h/foo/bar/", "golang/go#52074"},
	{"slash alone", "http://h/a", []string{"/"}, "http://h/a/", "the last segment is empty"},
	{"empty segments", "http://h/a//b", []string{"c//d"}, "http://h/a//b/c//d", "3.3: they are segments"},
	{"two slashes before", "http://h/a", []string{"//b"}, "http://h/a//b", "a separator and an empty segment"},
	{"query stays", "https://www.example.com?z=1", []string{"/a/b"}, "https://www.example.com/a/b?z=1", "golang/go#58605"},
	{"fragment stays", "/a#f", []string{"b"}, "/a/b#f", ""},
	{"above the root", "https://go.dev", []string{"../x"}, "https://go.dev/x", "CVE-2022-32190"},
	{"above the root with a slash", "https://go.dev/", []string{"../x"}, "https://go.dev/x", "CVE-2022-32190"},
	{"parent", "http://h/a/b", []string{"../c", "./d", ".."}, "http://h/a/c/", "5.2.4"},
	{"parent of an empty segment", "http://h/a//", []string{"../b"}, "http://h/a/b", "5.2.4: an empty segment is one"},
	{"dots of the base", "http://h/a/./b/..", []string{"c"}, "http://h/a/c", "none survives"},
	{"encoded dots", "http://h/a/b", []string{"%2e%2E/.%2e/%2e/c"}, "http://h/c", "6.2.2.2: %2E is a dot"},
	{"three dots", "http://h/a", []string{"..."}, "http://h/a/...", "a name"},
	{"encoded slash", "https://example.com/v1/", []string{"..%2Fadmin"}, "https://example.com/v1/..%2Fadmin", "golang/go#78562"},
	{"relative", "a", []string{"b"}, "a/b", ""},
	{"relative from nothing", "", []string{"a/b"}, "a/b", ""},
	{"rooted from nothing", "", []string{"/a"}, "/a", ""},
	{"relative dots stay", "../a", []string{"../../b"}, "../b", "those at the start of the base mean something"},
	{"relative dots alone", "..", []string{"a"}, "../a", ""},
	{"relative dot alone", ".", []string{"a"}, "./a", ""},
	{"relative, above the start", "a", []string{"../../b"}, "b", "an element leads no further up"},
	{"relative, nothing left", "a", []string{".."}, "./", `4.4: "" would be this document`},
	{"relative, colon", "", []string{"weird:file"}, "./weird:file", "4.2"},
	{"relative, colon left", "a", []string{"../b:c"}, "./b:c", "4.2"},
	{"relative, slash left", "a", []string{"..//b"}, ".//b", "it had no root"},
	{"authority from nothing", "", []string{"//evil.com/x"}, "/.//evil.com/x", "3.3"},
	{"authority behind a scheme", "s:/a", []string{"..//evil.com"}, "s:/.//evil.com", "3.3"},
	{"authority in a reference", "/", []string{"//evil.com"}, "/.//evil.com", "3.3"},
	{"rootless", "foo:a/b", []string{"../../../c"}, "foo:c", "it has no root to climb to"},
	{"rootless, nothing left", "foo:a", []string{".."}, "foo:", ""},
}

func TestJoinPath(t *testing.T) {
	for _, test := range joinTests {
		t.Run(test.name, func(t *testing.T) {
			base := uri.MustParse(test.base)
			if got, err := base.JoinPath(test.elem...); err != nil || got != uri.MustParse(test.want) {
				t.Errorf("%q and %q = %q, %v; want %q: %s", base, test.elem, got, err, test.want, test.why)
			}
		})
	}
}

func TestJoinPathErrors(t *testing.T) {
	for _, test := range []struct {
		name, elem string
		rule       string
		offset     int
	}{
		{"space", "b c", "uri/path-space", 1},
		{"query", "b?c", "uri/path-char", 1},
		{"bad escape", "100%", "uri/escape", 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := uri.MustParse("http://h/a").JoinPath("x", test.elem)
			e, ok := errors.AsType[*uri.Error](err)
			if !ok || e.Rule != test.rule || e.Offset != test.offset || e.Input != test.elem || got != (uri.URI{}) {
				t.Errorf("%q, %v; want %s at %d", got, err, test.rule, test.offset)
			}
		})
	}
}

var joinSegmentsTests = []struct {
	name, base string
	text       []string
	want       string
	why        string
}{
	{"none", "http://h/a", nil, "http://h/a", ""},
	{"name", "http://h/a", []string{"b"}, "http://h/a/b", ""},
	{"behind a slash", "http://h/a/", []string{"b"}, "http://h/a/b", ""},
	{"behind an authority", "http://h?q", []string{"b"}, "http://h/b?q", "3.3"},
	{"any text", "http://h/", []string{"AC/DC", "100%", "é?#:@", "..x"}, "http://h/AC%2FDC/100%25/%C3%A9%3F%23:@/..x", "2.1"},
	{"empty at the end", "http://h/a", []string{"b", ""}, "http://h/a/b/", "a folder"},
	{"empty before", "http://h/a", []string{"", "b"}, "http://h/a//b", "3.3: segments may be empty"},
	{"dots of the base", "http://h/../a", []string{"b"}, "http://h/../a/b", "nothing of it changes"},
	{"relative", "", []string{"b:c", "d"}, "./b:c/d", "4.2"},
	{"relative, empty", "", []string{"", "b"}, ".//b", "it gets no root"},
	{"never an authority", "/", []string{"", "evil.com"}, "/.//evil.com", "3.3"},
	{"rootless", "mailto:", []string{"a b@c"}, "mailto:a%20b@c", "3.3"},
}

func TestJoinSegments(t *testing.T) {
	for _, test := range joinSegmentsTests {
		t.Run(test.name, func(t *testing.T) {
			base := uri.MustParse(test.base)
			if got, err := base.JoinSegments(test.text...); err != nil || got != uri.MustParse(test.want) {
				t.Errorf("%q and %q = %q, %v; want %q: %s", base, test.text, got, err, test.want, test.why)
			}
		})
	}
	for _, dots := range []string{".", ".."} {
		_, err := uri.MustParse("http://h/a").JoinSegments("b", dots)
		if e, ok := errors.AsType[*uri.Error](err); !ok || e.Rule != "uri/dot-name" || e.Input != dots {
			t.Errorf("a segment of text %q: %v", dots, err)
		}
	}
}

func TestSegmentsAllocs(t *testing.T) {
	u, n := uri.MustParse("http://h/a//b/c?q=1&r=2&&s"), 0
	if allocs := testing.AllocsPerRun(100, func() {
		for s := range u.Segments() {
			n += len(s.Text())
		}
		for p := range u.Pairs() {
			n += len(p.Name()) + len(p.Value())
		}
	}); allocs != 0 || n == 0 {
		t.Errorf("%v allocations for %d bytes, want 0", allocs, n)
	}
}

func FuzzJoinPath(f *testing.F) {
	for _, test := range joinTests {
		elem := append(test.elem, "", "")
		f.Add(test.base, elem[0], elem[1])
	}
	f.Fuzz(func(t *testing.T, s, first, second string) {
		base := parse(t, s)
		got, err := base.JoinPath(first, second)
		if err != nil {
			if e, ok := errors.AsType[*uri.Error](err); !ok || e.Input != first && e.Input != second {
				t.Fatalf("%q and %q, %q: %v", base, first, second, err)
			}
			return
		}
		if first == "" && second == "" {
			if got != base {
				t.Fatalf("%q and nothing = %q", base, got)
			}
			return
		}
		checkParsed(t, got.String(), got)
		for _, c := range uri.Components {
			before, defined := base.Component(c)
			if after, still := got.Component(c); c != uri.Path && (before != after || defined != still) {
				t.Fatalf("%q and %q, %q = %q: %s changed", base, first, second, got, c)
			}
		}
		checkNoDots(t, base, got)
		one, err := base.JoinPath(first)
		if err != nil {
			t.Fatal(err)
		}
		if two, err := one.JoinPath(second); err != nil || two != got && base.HasAuthority() {
			t.Fatalf("%q and %q = %q, and %q = %q, %v; both at once %q", base, first, one, second, two, err, got)
		}
	})
}

// checkNoDots says that a joined path has no dot segments in any spelling but
// those that the base began with and those that keep it what it is.
func checkNoDots(t *testing.T, base, got uri.URI) {
	t.Helper()
	path := got.Path()
	if !got.HasAuthority() && strings.HasPrefix(path, "/.//") {
		path = path[len("/."):]
	} else if strings.HasPrefix(path, "./") && (path == "./" || path[2] == '/' || strings.Contains(path, ":")) {
		path = path[len("./"):]
	}
	isDots := func(s string) bool { return pct.Decode(s) == "." || pct.Decode(s) == ".." }
	inner := false
	for segment := range strings.SplitSeq(path, "/") {
		if dots := isDots(segment); dots && (inner || base.HasScheme() || base.HasAuthority() || strings.HasPrefix(base.Path(), "/")) {
			t.Fatalf("%q becomes %q: %q survives", base, got, segment)
		} else if !dots {
			inner = true
		} else if first, _, _ := strings.Cut(base.Path(), "/"); !isDots(first) {
			t.Fatalf("%q becomes %q: %q comes from nowhere", base, got, segment)
		}
	}
}

func FuzzJoinSegments(f *testing.F) {
	for _, test := range joinSegmentsTests {
		text := append(test.text, "", "")
		f.Add(test.base, text[0], text[1])
	}
	f.Add("a", "..", "%2e")
	f.Fuzz(func(t *testing.T, s, first, second string) {
		base := parse(t, s)
		got, err := base.JoinSegments(first, second)
		if err != nil {
			if e, ok := errors.AsType[*uri.Error](err); !ok || e.Rule != "uri/dot-name" || e.Input != "." && e.Input != ".." {
				t.Fatalf("%q and %q, %q: %v", base, first, second, err)
			}
			return
		}
		checkParsed(t, got.String(), got)
		want := texts(base)
		if n := len(want); n > 0 && want[n-1] == "" {
			want = want[:n-1]
		}
		want = append(want, first, second)
		after := texts(got)
		if len(after) == len(want)+1 && after[0] == "." {
			after = after[1:] // the "/." or "./" that keeps a path what it is
		}
		if !slices.Equal(after, want) || got.Authority() != base.Authority() || got.HasAuthority() != base.HasAuthority() || got.Scheme() != base.Scheme() ||
			got.Query() != base.Query() || got.Fragment() != base.Fragment() {
			t.Fatalf("%q and %q, %q = %q, with segments %q; want %q", base, first, second, got, after, want)
		}
		if rooted := strings.HasPrefix(got.Path(), "/"); rooted != (strings.HasPrefix(base.Path(), "/") || base.HasAuthority()) {
			t.Fatalf("%q and %q, %q = %q: a root from nowhere", base, first, second, got)
		}
	})
}

func texts(u uri.URI) (out []string) {
	for s := range u.Segments() {
		out = append(out, s.Text())
	}
	return out
}

func ExampleURI_Segments() {
	for s := range uri.MustParse("http://h/v1//..%2Fadmin/").Segments() {
		fmt.Printf("%q %q\n", s, s.Text())
	}
	// Output:
	// "v1" "v1"
	// "" ""
	// "..%2Fadmin" "../admin"
	// "" ""
}

func ExampleURI_JoinPath() {
	u := uri.MustParse("http://h/a?q")
	fmt.Println(u.JoinPath("b/c", "../d/"))
	fmt.Println(u.JoinPath("../../..", "etc"))
	fmt.Println(u.JoinPath("..%2Fetc"))
	// Output:
	// http://h/a/b/d/?q <nil>
	// http://h/etc?q <nil>
	// http://h/a/..%2Fetc?q <nil>
}

func ExampleURI_JoinSegments() {
	folder := uri.MustParse("ftp://h/music/")
	fmt.Println(folder.JoinSegments("AC/DC", "100%.mp3"))
	_, err := folder.JoinSegments("..")
	fmt.Println(err)
	// Output:
	// ftp://h/music/AC%2FDC/100%25.mp3 <nil>
	// parse "..": name that would be a dot segment (byte 0, RFC 3986 3.3)
}
