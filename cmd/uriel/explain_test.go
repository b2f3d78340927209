package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"uriel.dev/scheme/known"
)

// TestRulesDoc: docs/rules.md is what the rules say of themselves; -update
// writes it anew.
func TestRulesDoc(t *testing.T) {
	const name = "../../docs/rules.md"
	a := &app{schemes: known.Table()}
	var b strings.Builder
	b.WriteString("# Rules\n\nWhat errors and remarks go by; `uriel explain RULE` prints the same. Generated from the code: `go test ./cmd/uriel -update`.\n")
	seen := map[string]bool{}
	for _, r := range a.rules() {
		if seen[r.ID] || r.Section == "" || r.Title == "" || r.Text == "" {
			t.Errorf("rule %q is incomplete, or there are two", r.ID)
		}
		seen[r.ID] = true
		fmt.Fprintf(&b, "\n## %s\n*%s* (%s)\n\n%s\n", r.ID, r.Title, r.Section, r.Text)
		if r.Hint != "" {
			fmt.Fprintf(&b, "\nWhat to do: %s.\n", r.Hint)
		}
	}
	if len(seen) < 100 {
		t.Fatalf("saw %d rules only", len(seen))
	}
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != b.String() {
		t.Error("docs/rules.md is stale: run `go test ./cmd/uriel -update`")
	}
}
