package manclient

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// struck is what is left of a text when each backspace takes a character away:
// the slow twin of plain.
func struck(s string) string {
	var out []rune
	for _, c := range s {
		if c != '\b' {
			out = append(out, c)
		} else if len(out) > 0 {
			out = out[:len(out)-1]
		}
	}
	return string(out)
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{"N\bNA\bA", "_\b\u00e9\u00e9\n", "\ba", "a\b", "+\bo \u2014\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Contains(s, "\b\b") {
			t.Skip("no input of this target") // mandoc strikes over one character at a time
		}
		got, err := io.ReadAll(iotest.OneByteReader(&plain{r: bufio.NewReader(strings.NewReader(s)), last: none}))
		if err != nil || string(got) != struck(s) {
			t.Errorf("%q becomes %q, %v; want %q", s, got, err, struck(s))
		}
	})
}

// FuzzSplit: a file that is taken for a page is found by its name and section.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"ls.1", "ls.1.gz", "a.b.3pm.bz2", ".1", "-K.1", "x.gz", "a.1.gz.gz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file string) {
		name, section, ok := split(file)
		if !ok {
			return
		}
		p := page{name: name, section: section}
		if p.uri().IsZero() || !strings.HasPrefix(file, name+"."+section) || strings.Contains(name, "/") {
			t.Errorf("%q is %q in %q, URI %q", file, name, section, p.uri())
		}
	})
}
