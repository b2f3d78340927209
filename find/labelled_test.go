package find_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// A labelled is a line of text, or several that one URI goes across, and the URIs
// that it holds.
type labelled struct {
	text string
	want []string
}

// TestLabelled counts how well the finder reads lines that were labelled by eye:
// how much of what it finds is there, and how much of what is there it finds. What it
// gets wrong is listed.
func TestLabelled(t *testing.T) {
	lines := readLabelled(t, "testdata/labelled.txt")
	if len(lines) < 300 {
		t.Fatalf("saw %d lines only", len(lines))
	}
	there, found, right := 0, 0, 0
	for _, l := range lines {
		var got []string
		for m := range finder.All([]byte(l.text)) {
			got = append(got, m.URI.String())
		}
		n := common(l.want, got)
		there, found, right = there+len(l.want), found+len(got), right+n
		if n < len(l.want) || n < len(got) {
			t.Logf("%q: found %q, there is %q", l.text, got, l.want)
		}
	}
	precision, recall := float64(right)/float64(found), float64(right)/float64(there)
	t.Logf("%d lines with %d URIs: precision %.2f %%, recall %.2f %%", len(lines), there, 100*precision, 100*recall)
	if precision < 0.99 || recall < 0.99 {
		t.Errorf("%d found, %d there, %d right: want 99 %% both ways", found, there, right)
	}
}

// readLabelled reads a file whose form its first lines tell.
func readLabelled(t *testing.T, name string) (lines []labelled) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSuffix(line, "\n")
		mark, rest, _ := strings.Cut(line, " ")
		last := len(lines) - 1
		switch {
		case line == "" || mark == "#":
		case mark == ">":
			lines = append(lines, labelled{text: rest})
		case mark == "+" && last >= 0:
			lines[last].text += "\n" + rest
		case mark == "=" && last >= 0:
			lines[last].want = append(lines[last].want, rest)
		default:
			t.Fatalf("%s:%d: %q is no line of text and no label", name, n, line)
		}
	}
	return lines
}

// common returns how many strings a and b have in common, in order.
func common(a, b []string) (n int) {
	for _, s := range a {
		if i := slices.Index(b, s); i >= 0 {
			b = b[i+1:]
			n++
		}
	}
	return n
}
