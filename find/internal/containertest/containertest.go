// Package containertest has the tests that every container of the finder must pass.
//
// Texts that are made long are said in short: "a…b" is an a, and b again and again; a
// text without "…" is itself again and again.
package containertest

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
)

// Finder knows all schemes.
var Finder = find.New(known.Table())

// A Test is a file, its matches as [Show] has them, and what is shown by it.
type Test [3]string

// Run reads the files of the tests and checks what is found in them.
func Run(t *testing.T, c find.Container, tests []Test) {
	t.Helper()
	for _, tt := range tests {
		text, want, why := tt[0], tt[1], tt[2]
		if got := Show(Check(t, c, []byte(text))); got != want {
			t.Errorf("%s: %q\n got %s\nwant %s", why, text, got, want)
		}
	}
}

// Show returns matches as a text: their forms, their URIs, behind "or" what else may be
// meant, behind "as" what is written if that is something else, and behind "in" their
// part.
func Show(matches []find.Match) string {
	var out []string
	for _, m := range matches {
		line := string(m.Form) + " " + m.URI.String()
		for _, a := range m.Alternatives {
			line += " or " + a.URI.String()
		}
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

// Splice checks files that are made of pieces of those of the tests, the same ones each
// time.
func Splice(t *testing.T, c find.Container, tests []Test) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var text []byte
		for range 1 + random.IntN(6) {
			s := tests[random.IntN(len(tests))][0]
			i := random.IntN(len(s) + 1)
			text = append(text, s[i:i+random.IntN(len(s)-i+1)]...)
		}
		Check(t, c, text)
	}
}

// Fuzz checks files that are made of seeds, by each of the containers.
func Fuzz(f *testing.F, seeds []string, containers ...find.Container) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, c := range containers {
			Check(t, c, text)
		}
	})
}

// Files returns the files of tests.
func Files(tests []Test) (out []string) {
	for _, tt := range tests {
		out = append(out, tt[0])
	}
	return out
}

// Error fails if an error of the reader is not the last that is yielded, or if what
// was read before it is lost.
func Error(t *testing.T, c find.Container, text string) {
	t.Helper()
	want := Check(t, c, []byte(text))
	if len(want) == 0 {
		t.Fatalf("%q has nothing to find", text)
	}
	got, errs := scan(c, io.MultiReader(strings.NewReader(text), broken{}))
	if diff := cmp.Diff(want, got, same); diff != "" || !slices.Equal(errs, []string{io.ErrUnexpectedEOF.Error()}) {
		t.Errorf("%q: %s", errs, diff)
	}
	for range c.Scan(Finder, io.MultiReader(strings.NewReader(text), broken{})) {
		break // nothing is yielded to who has left
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Errors returns the errors of reading text, in lines.
func Errors(c find.Container, text string) string {
	_, errs := scan(c, strings.NewReader(text))
	return strings.Join(errs, "\n")
}

// scan reads on behind errors.
func scan(c find.Container, r io.Reader) (all []find.Match, errs []string) {
	for m, err := range c.Scan(Finder, r) {
		if err != nil {
			errs = append(errs, err.Error())
			continue
		}
		all = append(all, m)
	}
	return all, errs
}

// Bench reads text again and again: as often as makes a MiB, in each round.
func Bench(b *testing.B, c find.Container, text string) {
	file := bytes.Repeat([]byte(text), 1+(1<<20)/len(text))
	b.SetBytes(int64(len(file)))
	n := 0
	for b.Loop() {
		n = 0
		for range c.Scan(Finder, bytes.NewReader(file)) {
			n++
		}
	}
	b.ReportMetric(float64(n), "matches")
}
