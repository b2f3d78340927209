// Package containertest holds the tests that every container of the finder must pass.
package containertest

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// Finder knows all schemes.
var Finder = find.New(known.Table())

// Run runs tests of a container: a text, what [Show] makes of it, and why.
func Run(t *testing.T, c find.Container, tests [][3]string) {
	t.Helper()
	for _, tt := range tests {
		text, want, why := tt[0], tt[1], tt[2]
		if got := Show(All(t, c, []byte(text))); got != want {
			t.Errorf("%s: %q\n got %s\nwant %s", why, text, got, want)
		}
	}
}

// Show returns matches in text: their forms, their URIs, behind "as" what is written
// if that is something else, and behind "in" their part.
func Show(matches []find.Match) string {
	var out []string
	for _, m := range matches {
		line := string(m.Form) + " " + m.URI.String()
		if m.Text != m.URI.String() {
			line += fmt.Sprintf(" as %q", m.Text)
		}
		if m.Part != "" {
			line += " in " + m.Part
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// same compares matches; URIs are values that cmp does not see into.
var same = cmp.Comparer(func(a, b uri.URI) bool { return a == b })

// All returns what a container finds in a text, and what every container promises is
// checked: that the matches stand where they say, and are the same however the text is cut
// into reads.
func All(t *testing.T, c find.Container, text []byte) []find.Match {
	t.Helper()
	all, failed := scan(c, bytes.NewReader(text))
	last := find.Match{}
	for _, m := range all {
		checkMatch(t, m)
		if m.Part == "" {
			checkPlace(t, text, last, m)
			last = m
		}
	}
	for _, n := range []int{1, 2, 5, 0} {
		cut, failedToo := scan(c, &cutter{text: text, n: n})
		if diff := cmp.Diff(all, cut, same); diff != "" || failed != failedToo {
			t.Fatalf("in pieces of %d bytes: %s %s instead of %s\n%q", n, diff, failedToo, failed, text)
		}
	}
	return all
}

// Err returns the error of reading text; "" if there is none.
func Err(c find.Container, text []byte) string {
	_, failed := scan(c, bytes.NewReader(text))
	return failed
}

func scan(c find.Container, r io.Reader) (all []find.Match, failed string) {
	for m, err := range c.Scan(Finder, r) {
		if err != nil {
			failed += err.Error()
			continue
		}
		all = append(all, m)
	}
	return all, failed
}

// checkMatch checks what holds for a match wherever it stands.
func checkMatch(t *testing.T, m find.Match) {
	t.Helper()
	for _, u := range append([]find.Alternative{{URI: m.URI}}, m.Alternatives...) {
		if v, err := uri.Parse(u.URI.String()); err != nil || v != u.URI {
			t.Fatalf("%q does not parse to itself: %v", u.URI, err)
		}
	}
	if m.Text == "" || m.End-m.Start != int64(len(m.Text)) || m.Form == "" {
		t.Fatalf("%q stands from %d to %d, of form %q", m.Text, m.Start, m.End, m.Form)
	}
}

// checkPlace checks that m stands where it says, and not before the end of the last
// match, unless both are of one encoded word.
func checkPlace(t *testing.T, text []byte, last, m find.Match) {
	t.Helper()
	isWord := strings.HasPrefix(m.Text, "=?") && m.Start >= last.Start
	if m.Start < last.End && !isWord || m.End > int64(len(text)) || string(text[m.Start:m.End]) != m.Text {
		t.Fatalf("%q stands not at %d to %d of %q, behind %d", m.Text, m.Start, m.End, text, last.End)
	}
	at := find.Begin
	at.Advance(text[:m.Start])
	if at != m.Position {
		t.Fatalf("%q is at %+v, not at %+v", m.Text, at, m.Position)
	}
	for _, a := range m.Alternatives {
		if a.End < m.Start || a.End > int64(len(text)) {
			t.Fatalf("%q ends at %d of %q?", a.URI, a.End, text)
		}
	}
}

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

// Memory reads some MiB that repeat each text as a whole, and checks that little is held of them,
// and no more as it goes on.
func Memory(t *testing.T, c find.Container, texts ...string) {
	t.Helper()
	const size, most, growth = 8 << 20, 64 << 20, 2 << 20
	for _, text := range texts {
		r := &repeated{text: text, size: size - size%len(text) + len(text)}
		for _, err := range c.Scan(Finder, r) {
			if err != nil {
				t.Errorf("%.20q: %v", text, err)
			}
		}
		if early, late := r.peak[0], r.peak[1]; late > most || late > early+growth {
			t.Errorf("%.20q, again and again: first %d KiB are held, then %d", text, early>>10, late>>10)
		}
	}
}

// A repeated reads a text again and again, and notes how much memory is in use in
// the first half and in the second.
type repeated struct {
	text       string
	done, size int
	peak       [2]uint64
}

func (r *repeated) Read(p []byte) (int, error) {
	const often = 2 << 20
	before := r.done
	for n := 0; n < len(p) && r.done < r.size; {
		k := copy(p[n:], r.text[r.done%len(r.text):])
		n, r.done = n+k, r.done+k
	}
	if r.done/often != before/often {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		half := min(1, 2*before/r.size)
		r.peak[half] = max(r.peak[half], m.HeapAlloc)
	}
	if r.done == before {
		return 0, io.EOF
	}
	return r.done - before, nil
}

// Benchmark reads a text again and again.
func Benchmark(b *testing.B, c find.Container, text string) {
	text = strings.Repeat(text, 1+(1<<20)/len(text))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for range c.Scan(Finder, strings.NewReader(text)) {
		}
	}
}
