package find_test

import (
	"os"
	"strings"
	"testing"
)

// TestTraps finds nothing in lines that look as if something were there.
func TestTraps(t *testing.T) {
	text, err := os.ReadFile("testdata/traps.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if got := show(finder, line); got != "" {
			t.Errorf("line %d, %q: found %s", n, line, got)
		}
	}
	if n < 200 {
		t.Fatalf("saw %d lines only", n)
	}
	if got := show(finder, string(text)); got != "" {
		t.Errorf("in the whole: found %s", got)
	}
}
