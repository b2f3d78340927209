package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uriel.dev/scheme/known"
)

// TestRulesDoc: docs/rules.md is what the rules say of themselves; -update
// writes it anew.
func TestRulesDoc(t *testing.T) {
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
	sameDoc(t, "rules.md", b.String())
}

// TestSchemesDoc: docs/schemes.md says what is done with each scheme at each
// stage of the life of its URIs.
func TestSchemesDoc(t *testing.T) {
	a := &app{schemes: known.Table()}
	var b strings.Builder
	b.WriteString(`# Schemes

What Uriel does for each scheme at each stage; ` + "`uriel explain SCHEME`" + ` tells the whole, and ` + "`uriel schemes`" + ` prints this as a table or JSON.
*Judged* is the number of rules of its own; *equal* says what makes two URIs the same beyond the generic syntax; *bare* whether a URI
without "//" is told from prose. Generated from the code: ` + "`go test ./cmd/uriel -update`" + `.

| scheme | what | defined by | port | judged | equal | bare | get | opened with |
|---|---|---|---|---|---|---|---|---|
`)
	n := 0
	for _, r := range a.schemeRows(false) {
		n++
		info := a.schemes.Lookup(r.Name)
		port, got, bare, equal := "", "yes", "", "–"
		if r.Port != 0 {
			port = fmt.Sprint(r.Port)
		}
		if !r.Get {
			got = "no: " + r.WhyNot
		}
		if info.Shape != nil {
			bare = "yes"
		}
		switch {
		case info.Equal != nil:
			equal = "rules, normal form"
		case info.Normal != nil:
			equal = "normal form"
		case info.Port != 0:
			equal = "default port"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s, %s | %s | %d | %s | %s | %s | %s |\n", r.Name, r.Title, r.Spec, r.Status, port, len(info.Rules), equal, bare, got, r.Opening)
	}
	if n < 9 {
		t.Fatalf("saw %d schemes only", n)
	}
	fmt.Fprintf(&b, "\nThe other schemes of IANA's registry are known by name, status and reference: `uriel schemes --all`.\n")
	sameDoc(t, "schemes.md", b.String())
}

// sameDoc tests that a file of docs is what is generated now; -update writes it.
func sameDoc(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join("../../docs", name)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != want {
		t.Errorf("docs/%s is stale: run `go test ./cmd/uriel -update`", name)
	}
}
