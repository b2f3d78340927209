package find_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/uri"
)

// pieces returns a reader of text that gives it in pieces of n bytes, and of
// lengths that vary if n is 0.
func pieces(text []byte, n int) io.Reader {
	return &cutter{text: text, n: n}
}

type cutter struct {
	text []byte
	n, i int
}

func (c *cutter) Read(p []byte) (int, error) {
	if len(c.text) == 0 {
		return 0, io.EOF
	}
	n := c.n
	if n == 0 {
		c.i++
		n = c.i*7919%97 + 1
	}
	n = min(n, len(c.text), len(p))
	copy(p, c.text[:n])
	c.text = c.text[n:]
	return n, nil
}

func scan(t *testing.T, f find.Finder, r io.Reader) (out []find.Match) {
	t.Helper()
	for m, err := range f.Scan(r) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
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

// checkFound checks what is true of all that is found in any text.
func checkFound(t *testing.T, f find.Finder, text []byte) {
	t.Helper()
	all := slices.Collect(f.All(text))
	last := int64(0)
	for _, m := range all {
		if m.Start < last || m.End <= m.Start || m.End > int64(len(text)) || string(text[m.Start:m.End]) != m.Text {
			t.Fatalf("%q stands not at %d to %d of %q, behind %d", m.Text, m.Start, m.End, text, last)
		}
		last = m.End
		before := text[:m.Start]
		if line := bytes.Count(before, []byte("\n")) + 1; m.Line != line || m.Column != int(m.Start)-bytes.LastIndexByte(before, '\n') {
			t.Fatalf("%q is at %d:%d?", m.Text, m.Line, m.Column)
		}
		checkParses(t, m.URI)
		for _, a := range m.Alternatives {
			checkParses(t, a.URI)
			if a.URI == m.URI {
				t.Fatalf("%q: %v is no alternative to itself", m.Text, a.URI)
			}
		}
	}
	for _, n := range []int{1, 2, 5, 0} {
		if diff := cmp.Diff(all, scan(t, f, pieces(text, n)), same); diff != "" {
			t.Fatalf("in pieces of %d bytes: %s", n, diff)
		}
	}
}

func checkParses(t *testing.T, u uri.URI) {
	t.Helper()
	if v, err := uri.Parse(u.String()); err != nil || v != u || !u.HasScheme() {
		t.Fatalf("%q does not parse to itself: %v", u, err)
	}
}

// TestPieces cuts texts that are longer than what is read at once, with long
// URIs across the cuts.
func TestPieces(t *testing.T) {
	long := "http://x.org/" + strings.Repeat("a/", 40<<10)
	text := []byte(strings.Repeat("see http://a.b/c, www.x.org, a@b.example\n", 1000) + long + " <ftp://x.org/" + strings.Repeat("b", 70<<10) + "\nc> data:," + strings.Repeat("d", 100<<10) + " end http://y.org")
	all := slices.Collect(finder.All(text))
	if want := 3000 + 4; len(all) != want {
		t.Fatalf("found %d, want %d", len(all), want)
	}
	for _, n := range []int{0, 4096, 32 << 10} {
		if diff := cmp.Diff(all, scan(t, finder, pieces(text, n)), same); diff != "" {
			t.Fatalf("in pieces of %d bytes: %s", n, diff[:min(len(diff), 2000)])
		}
	}
}

// TestMaxLen cuts what is longer than a URI can be.
func TestMaxLen(t *testing.T) {
	text := []byte("http://x.org/" + strings.Repeat("a", 2*find.MaxLen) + " http://y.org")
	all := slices.Collect(finder.All(text))
	if len(all) != 2 || len(all[0].Text) > find.MaxLen+1 {
		t.Fatalf("found %d URIs", len(all))
	}
	if diff := cmp.Diff(all, scan(t, finder, bytes.NewReader(text)), same); diff != "" {
		t.Error(diff[:min(len(diff), 2000)])
	}
}

func TestReadError(t *testing.T) {
	r := io.MultiReader(strings.NewReader("http://a.b/ http://c.d/"), iotest.ErrReader(io.ErrUnexpectedEOF))
	var got []string
	for m, err := range finder.Scan(r) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, m.Text)
	}
	if diff := cmp.Diff([]string{"http://a.b/", "http://c.d/", "unexpected EOF"}, got); diff != "" {
		t.Error(diff)
	}
}

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
