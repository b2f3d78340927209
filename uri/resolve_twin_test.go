package uri_test

import (
	"strings"
	"testing"

	"uriel.dev/uri"
)

// This file is the slow twin of Resolve: the pseudocode of RFC 3986, section
// 5.2, line by line, to be compared with the RFC by eye. A component is a
// pointer, nil when it is undefined.

type components struct {
	scheme, authority, query, fragment *string
	path                               string
}

func componentsOf(u uri.URI) components {
	get := func(c uri.Component) *string {
		if text, defined := u.Component(c); defined {
			return &text
		}
		return nil
	}
	return components{get(uri.Scheme), get(uri.Authority), get(uri.Query), get(uri.Fragment), u.Path()}
}

// transform is section 5.2.2.
func transform(base, r components, strict bool) (t components) {
	if !strict && r.scheme != nil && strings.EqualFold(*r.scheme, *base.scheme) {
		r.scheme = nil
	}
	if r.scheme != nil {
		t.scheme = r.scheme
		t.authority = r.authority
		t.path = removeDotSegments(r.path)
		t.query = r.query
	} else {
		if r.authority != nil {
			t.authority = r.authority
			t.path = removeDotSegments(r.path)
			t.query = r.query
		} else {
			if r.path == "" {
				t.path = base.path
				if r.query != nil {
					t.query = r.query
				} else {
					t.query = base.query
				}
			} else {
				if strings.HasPrefix(r.path, "/") {
					t.path = removeDotSegments(r.path)
				} else {
					t.path = merge(base, r.path)
					t.path = removeDotSegments(t.path)
				}
				t.query = r.query
			}
			t.authority = base.authority
		}
		t.scheme = base.scheme
	}
	t.fragment = r.fragment
	return t
}

// merge is section 5.2.3.
func merge(base components, path string) string {
	if base.authority != nil && base.path == "" {
		return "/" + path
	}
	return base.path[:strings.LastIndex(base.path, "/")+1] + path
}

// removeDotSegments is section 5.2.4.
func removeDotSegments(in string) string {
	out := ""
	cut := func() { out = out[:max(strings.LastIndex(out, "/"), 0)] }
	for in != "" {
		switch {
		case strings.HasPrefix(in, "../"): // A
			in = in[3:]
		case strings.HasPrefix(in, "./"):
			in = in[2:]
		case strings.HasPrefix(in, "/./"): // B
			in = in[2:]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"): // C
			in = in[3:]
			cut()
		case in == "/..":
			in = "/"
			cut()
		case in == "." || in == "..": // D
			in = ""
		default: // E
			next := strings.Index(in[1:], "/") + 1
			if next == 0 {
				next = len(in)
			}
			out += in[:next]
			in = in[next:]
		}
	}
	return out
}

// recomposed is section 5.3, but for the "/." that keeps a path from being read
// as an authority.
func (c components) recomposed() (s string) {
	if c.scheme != nil {
		s += *c.scheme + ":"
	}
	if c.authority != nil {
		s += "//" + *c.authority
	} else if strings.HasPrefix(c.path, "//") {
		s += "/."
	}
	s += c.path
	if c.query != nil {
		s += "?" + *c.query
	}
	if c.fragment != nil {
		s += "#" + *c.fragment
	}
	return s
}

func FuzzResolveTwin(f *testing.F) {
	for _, test := range resolveTests {
		f.Add(test.base, test.ref)
	}
	for _, base := range []string{"http://a/b/c/d;p?q", "s:/b/c/d", "http://a", "s:b/c", "http://a/b/../.c/./d", "s:/.//a/b"} {
		for _, ref := range []string{"g", "./g", "../g", "../../../g", ".", "..", "../", "./..", ".g", "..g/.", "g/../h", "..//g", "././/", "../..//g/.?q#f", "/./g", "/..//g"} {
			f.Add(base, ref)
		}
	}
	f.Fuzz(func(t *testing.T, b, r string) {
		base, ref := parse(t, b), parse(t, r)
		if !base.HasScheme() || strings.EqualFold(ref.Scheme(), "urn") {
			t.Skip("an error, or a URN")
		}
		for _, strict := range []bool{true, false} {
			resolve := base.Resolve
			if !strict {
				resolve = base.ResolveNonStrict
			}
			want := transform(componentsOf(base), componentsOf(ref), strict).recomposed()
			if got, err := resolve(ref); err != nil || got.String() != want {
				t.Fatalf("%q + %q = %q, %v; by the pseudocode %q (strict %v)", base, ref, got, err, want, strict)
			}
		}
	})
}

// TestResolveAllocs: the text of the target is allocated, once, and not at all
// when it is that of the reference or the start of the base.
func TestResolveAllocs(t *testing.T) {
	base := uri.MustParse("http://a/b/c/d;p?q")
	for ref, want := range map[string]float64{
		"g:h": 0, "http:g": 0, "": 0, "g": 1, "./g": 1, "/g": 1, "//g": 1, "?y": 1, "#s": 1, "..": 0, "../../../g": 1, "g/./h": 1, "g;x=1/../y": 1, "/../g": 1,
	} {
		ref := uri.MustParse(ref)
		if got := testing.AllocsPerRun(100, func() { sink, _ = base.Resolve(ref) }); got != want {
			t.Errorf("%q + %q: %v allocations, want %v", base, ref, got, want)
		}
	}
}
