package find_test

import (
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
	"uriel.dev/uri"
)

// readBy is plain text that f reads, whatever finder is given.
func readBy(f find.Finder) find.Container {
	return find.Container{Name: "text", Scan: func(_ find.Finder, r io.Reader) iter.Seq2[find.Match, error] { return f.Scan(r) }}
}

// inMemory is plain text that f reads as a whole.
func inMemory(f find.Finder) find.Container {
	return find.Container{Name: "text in memory", Scan: func(_ find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
		return func(yield func(find.Match, error) bool) {
			text, err := io.ReadAll(r)
			for m := range f.All(text) {
				if !yield(m, nil) {
					return
				}
			}
			if err != nil {
				yield(find.Match{}, err)
			}
		}
	}}
}

// same compares matches; URIs are values that cmp does not see into.
var same = cmp.Comparer(func(a, b uri.URI) bool { return a == b })

func FuzzFind(f *testing.F) {
	for _, tt := range slices.Concat(disagreements, guesses, domainTests) {
		f.Add([]byte(tt.text))
	}
	f.Add([]byte("<http://a.b/-\n c?<URL:foo:bar>（http://x/维（a））\xff\"http://a.b.\" urn:a:b~c"))
	f.Add([]byte(strings.Repeat("é<http://a.b/(\n", 50)))
	f.Fuzz(func(t *testing.T, text []byte) {
		checkFound(t, finder, text)
		checkFound(t, domains, text)
	})
}

// checkFound checks what is true of all that is found in any text, in memory or not.
func checkFound(t *testing.T, f find.Finder, text []byte) {
	t.Helper()
	all := containertest.Check(t, readBy(f), text)
	if diff := cmp.Diff(slices.Collect(f.All(text)), all, same); diff != "" {
		t.Fatalf("otherwise in memory: %.2000s", diff)
	}
	last := int64(0)
	for _, m := range all {
		if m.Start < last {
			t.Fatalf("%q, at %d, overlaps what ends at %d", m.Text, m.Start, last)
		}
		last = m.End
		for _, a := range append(m.Alternatives, find.Alternative{URI: m.URI}) {
			if !a.URI.HasScheme() {
				t.Fatalf("%q is relative", a.URI)
			}
		}
	}
}

// TestPieces cuts texts that are longer than what is read at once, with long
// URIs across the cuts.
func TestPieces(t *testing.T) {
	long := "http://x.org/" + strings.Repeat("a/", 40<<10)
	text := []byte(strings.Repeat("see http://a.b/c, www.x.org, a@b.example\n", 1000) + long + " <ftp://x.org/" + strings.Repeat("b", 70<<10) + "\nc> data:," + strings.Repeat("d", 100<<10) + " end http://y.org")
	checkFound(t, finder, text)
	if n, want := len(slices.Collect(finder.All(text))), 3000+4; n != want {
		t.Fatalf("found %d, want %d", n, want)
	}
}

// TestMaxLen cuts what is longer than a URI can be.
func TestMaxLen(t *testing.T) {
	text := []byte("http://x.org/" + strings.Repeat("a", 2*find.MaxLen) + " http://y.org")
	all := slices.Collect(finder.All(text))
	if len(all) != 2 || len(all[0].Text) > find.MaxLen+1 {
		t.Fatalf("found %d URIs", len(all))
	}
	checkFound(t, finder, text)
}

func TestError(t *testing.T) { containertest.Error(t, find.Text, "http://a.b/ http://c.d/") }

// TestAtOnce finds what is whole without waiting for more.
func TestAtOnce(t *testing.T) {
	r, w := io.Pipe()
	go func() { io.WriteString(w, "see http://a.b/ and man\n") }()
	for m, err := range finder.Scan(r) {
		if err != nil || m.Text != "http://a.b/" {
			t.Errorf("found %q: %v", m.Text, err)
		}
		break
	}
	r.Close()
}
