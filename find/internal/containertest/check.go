package containertest

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/uri"
)

// Check returns the matches in text. It fails if what every container promises does not
// hold: matches stand in order where they say, URIs parse to themselves, and all is the
// same when the text is cut into reads.
func Check(t testing.TB, c find.Container, text []byte) []find.Match {
	t.Helper()
	all, errs := scan(c, bytes.NewReader(text))
	checkMatches(t, text, all)
	for _, n := range []int{1, 2, 5, 0} {
		again, errsToo := scan(c, &cutter{text: text, n: n})
		if !slices.Equal(errs, errsToo) {
			t.Fatalf("%.2000q in pieces of %d bytes: errors %q instead of %q", text, n, errsToo, errs)
		}
		if !slices.EqualFunc(all, again, equal) {
			t.Fatalf("%.2000q in pieces of %d bytes: %.2000s", text, n, cmp.Diff(all, again, same))
		}
	}
	return all
}

// checkMatches checks each match, and those that are of the text itself and of no part
// by their places.
func checkMatches(t testing.TB, text []byte, all []find.Match) {
	t.Helper()
	last, at := int64(0), find.Begin
	for _, m := range all {
		checkMatch(t, m)
		if m.Part != "" {
			continue
		}
		if m.Start < at.Start || m.End > int64(len(text)) || string(text[m.Start:m.End]) != m.Text {
			t.Fatalf("%q stands not at %d to %d of %.2000q, behind %d", m.Text, m.Start, m.End, text, at.Start)
		}
		if m.Start < last && !isEncoded(text[m.Start:]) {
			t.Fatalf("%q, at %d of %.2000q, overlaps what ends at %d", m.Text, m.Start, text, last)
		}
		last = m.End
		if at.Advance(text[at.Start:m.Start]); at != m.Position {
			t.Fatalf("%q of %.2000q is at %+v, not at %+v", m.Text, text, at, m.Position)
		}
		for _, a := range m.Alternatives {
			if a.End > int64(len(text)) {
				t.Fatalf("%q of %.2000q: %v ends at %d", m.Text, text, a.URI, a.End)
			}
		}
	}
}

// checkMatch checks what holds for a match wherever it stands.
func checkMatch(t testing.TB, m find.Match) {
	t.Helper()
	if m.Text == "" || m.End-m.Start != int64(len(m.Text)) || m.Form == "" {
		t.Fatalf("%q stands from %d to %d, of form %q", m.Text, m.Start, m.End, m.Form)
	}
	parses(t, m.URI)
	for _, a := range m.Alternatives {
		if parses(t, a.URI); a.End <= m.Start || a.URI == m.URI {
			t.Fatalf("%q: %v, to %d, is no alternative of %v", m.Text, a.URI, a.End, m.URI)
		}
	}
}

func parses(t testing.TB, u uri.URI) {
	t.Helper()
	if v, err := uri.Parse(u.String()); err != nil || v != u {
		t.Fatalf("%q does not parse to itself: %v", u, err)
	}
}

// isEncoded reports whether text begins with what may stand for many characters, so
// that there can be several matches in it: an entity, an encoded word of mail.
func isEncoded(text []byte) bool {
	return bytes.HasPrefix(text, []byte("&")) || bytes.HasPrefix(text, []byte("=?"))
}

// equal is what cmp says, but for many matches faster.
func equal(a, b find.Match) bool {
	return a.URI == b.URI && a.Text == b.Text && a.Position == b.Position && a.End == b.End && a.Form == b.Form && a.Rule == b.Rule &&
		slices.Equal(a.Alternatives, b.Alternatives) && a.Part == b.Part
}

// same compares matches; URIs are values that cmp does not see into.
var same = cmp.Comparer(func(a, b uri.URI) bool { return a == b })

// A cutter gives a text in pieces of n bytes, and of lengths that vary if n is 0.
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
	n = copy(p, c.text[:min(n, len(c.text))])
	c.text = c.text[n:]
	return n, nil
}
