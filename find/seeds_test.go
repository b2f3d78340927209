package find_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSeeds reads the four documents that the program began with, and compares
// all that is found with a list made by hand. Their texts are not ours to copy:
// they are looked for beside the checkout.
func TestSeeds(t *testing.T) {
	list, err := os.ReadFile("testdata/seeds.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	var names []string
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		name, rest, ok := strings.Cut(line, ":")
		if line == "" || line[0] == '#' || !ok {
			continue
		}
		if want[name] == nil {
			names = append(names, name)
		}
		want[name] = append(want[name], rest)
	}
	if len(names) != 4 {
		t.Fatalf("the list is of %d documents, not of four", len(names))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../../shared/specs/seeds", name))
			if err != nil {
				t.Skipf("NOT checked: %v", err)
			}
			var got []string
			for m := range finder.All(text) {
				line := fmt.Sprintf("%d:%d %s %s", m.Line, m.Column, m.Form, m.URI)
				for _, a := range m.Alternatives {
					line += " or " + a.URI.String()
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(want[name], got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
