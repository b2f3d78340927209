// Package containertest has what every container must hold to, for tests.
package containertest

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// A Test is a file, its matches as [Show] has them, and what is shown by it.
type Test [3]string

// Run reads the files of the tests and checks what is found in them.
func Run(t *testing.T, c find.Container, tests []Test) {
	t.Helper()
	for _, tt := range tests {
		text, want, why := tt[0], tt[1], tt[2]
		if got := Show(Check(t, c, []byte(text))); got != want {
			t.Errorf("%s: %s\n got %s\nwant %s", why, text, got, want)
		}
	}
}

// Splice checks files that are made of pieces of those of the tests, the same ones each
// time.
func Splice(t *testing.T, c find.Container, tests []Test) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var text []byte
		for range 1 + random.IntN(6) {
			s := tests[random.IntN(len(tests))][0]
			i := random.IntN(len(s))
			text = append(text, s[i:i+random.IntN(len(s)-i+1)]...)
		}
		Check(t, c, text)
	}
}

// Show returns matches as a text: forms, URIs, behind "or" what else may be meant,
// and in brackets how the URI is written if it is written otherwise.
func Show(matches []find.Match) string {
	var out []string
	for _, m := range matches {
		line := string(m.Form) + " " + m.URI.String()
		for _, a := range m.Alternatives {
			line += " or " + a.URI.String()
		}
		if m.Text != m.URI.String() {
			line += " [" + m.Text + "]"
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// Check returns the matches in text. It fails if one is not where it says to be, or
// does not parse to itself, or if another one is found when the text is read in
// pieces.
func Check(t testing.TB, c find.Container, text []byte) []find.Match {
	t.Helper()
	all := scan(t, c, bytes.NewReader(text))
	last, place := int64(0), find.Begin
	for _, m := range all {
		if m.Start < place.Start || m.End <= m.Start || m.End > int64(len(text)) || string(text[m.Start:m.End]) != m.Text {
			t.Fatalf("%q stands not at %d to %d of %q", m.Text, m.Start, m.End, text)
		}
		if m.Start < last && text[m.Start] != '&' { // an entity may hold many
			t.Fatalf("%q, at %d of %q, overlaps what ends at %d", m.Text, m.Start, text, last)
		}
		last = m.End
		if place.Advance(text[place.Start:m.Start]); place != m.Position {
			t.Fatalf("%q of %q is at %+v, not at %+v", m.Text, text, place, m.Position)
		}
		parses(t, m.URI)
		for _, a := range m.Alternatives {
			if parses(t, a.URI); a.End <= m.Start || a.End > int64(len(text)) {
				t.Fatalf("%q of %q: %v does not end at %d", m.Text, text, a.URI, a.End)
			}
		}
	}
	for _, n := range []int{1, 2, 5, 0} {
		if again := scan(t, c, &pieces{text: text, n: n}); !slices.EqualFunc(all, again, equal) {
			t.Fatalf("%q in pieces of %d bytes: %s", text, n, cmp.Diff(all, again, same))
		}
	}
	return all
}

func parses(t testing.TB, u uri.URI) {
	t.Helper()
	if v, err := uri.Parse(u.String()); err != nil || v != u {
		t.Fatalf("%q does not parse to itself: %v", u, err)
	}
}

// equal is what cmp says, but for many matches faster.
func equal(a, b find.Match) bool {
	return a.URI == b.URI && a.Text == b.Text && a.Position == b.Position && a.End == b.End && a.Form == b.Form && a.Rule == b.Rule &&
		slices.Equal(a.Alternatives, b.Alternatives) && a.Part == b.Part
}

// same compares matches; URIs are values that cmp does not see into.
var same = cmp.Comparer(func(a, b uri.URI) bool { return a == b })

var finder = find.New(known.Table())

func scan(t testing.TB, c find.Container, r io.Reader) (out []find.Match) {
	t.Helper()
	for m, err := range c.Scan(finder, r) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// A pieces gives a text in pieces of n bytes, and of lengths that vary if n is 0.
type pieces struct {
	text []byte
	n, i int
}

func (r *pieces) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	n := r.n
	if n == 0 {
		r.i++
		n = r.i*7919%97 + 1
	}
	n = copy(p[:min(n, len(p))], r.text)
	r.text = r.text[n:]
	return n, nil
}

// Bounded fails if much memory is needed to read a long file: before, and then again
// and again.
func Bounded(t *testing.T, c find.Container, before, again string) {
	t.Helper()
	const size, most = 6 << 20, 5 << 20 // bytes
	var start, end runtime.MemStats
	runtime.ReadMemStats(&start)
	for range c.Scan(finder, io.MultiReader(strings.NewReader(before), io.LimitReader(endless(strings.Repeat(again, 4096)), size))) {
		t.Fatalf("%q, %q: there is something to find", before, again)
	}
	runtime.ReadMemStats(&end)
	if n := end.TotalAlloc - start.TotalAlloc; n > most {
		t.Errorf("%q, %q: %d KiB were needed", before, again, n>>10)
	}
}

// An endless is a text again and again, in reads of its length.
type endless string

func (r endless) Read(p []byte) (int, error) {
	if len(p) < len(r) { // rather than begin in the midst of it
		return copy(p, r[:len(p)]), nil
	}
	return copy(p, r), nil
}

// Error fails if an error of the reader is not the last that is yielded, or if what
// was read before it is lost.
func Error(t *testing.T, c find.Container, text string) {
	t.Helper()
	want := Check(t, c, []byte(text))
	if len(want) == 0 {
		t.Fatalf("%q has nothing to find", text)
	}
	var got []find.Match
	var last error
	for m, err := range c.Scan(finder, io.MultiReader(strings.NewReader(text), broken{})) {
		if last != nil {
			t.Fatalf("%q behind %v", m.Text, last)
		}
		if last = err; err == nil {
			got = append(got, m)
		}
	}
	if diff := cmp.Diff(want, got, same); diff != "" || last != io.ErrUnexpectedEOF {
		t.Errorf("%v: %s", last, diff)
	}
	for range c.Scan(finder, io.MultiReader(strings.NewReader(text), broken{})) {
		break // nothing is yielded to who has left
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Bench reads text.
func Bench(b *testing.B, c find.Container, text []byte) {
	b.SetBytes(int64(len(text)))
	n := 0
	for b.Loop() {
		n = 0
		for range c.Scan(finder, bytes.NewReader(text)) {
			n++
		}
	}
	b.ReportMetric(float64(n), "matches")
}
