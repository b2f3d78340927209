package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// roots are the folders in which vectors are looked for, in this order.
var roots = []string{"data", "../../shared/vectors", "../../shared/corpus"}

// A row is one vector, or one of two things that a vector asks.
type row struct {
	id    string
	check func() error // nil if the row passes
}

// later is the check of a row about something that Uriel cannot do yet. The
// reason is the word that expected_failures.txt gives.
func later(reason string) func() error {
	return func() error { return errors.New("not there yet: " + reason) }
}

// rowID names row i of a file of vectors, and the aspect of it, if any.
func rowID(file string, i int, aspect string) string {
	return fmt.Sprintf("%s#%d%s", path.Base(file), i, aspect)
}

// A suite is a file of vectors and how to read it.
type suite struct {
	file string
	rows func(t *testing.T, file string, text []byte) []row
}

var suites = []suite{
	{"rfc3986-resolve.json", resolveRows},
	{"rfc3986/resolve.json", resolveRows},
	{"rfc3986/fluent-uri-normalize.json", normalizeRows},
	{"url-issues.json", issueRows},
	{"jena/jena-iri3986.json", jenaRows},
	{"curl/lib1560_redirect.json", redirectRows},
	{"rfc3987-examples.json", iriRows},
	{"rfc6570-examples.json", templateRows},
	{"uritemplate/spec-examples.json", templateGroups},
	{"uritemplate/spec-examples-by-section.json", templateGroups},
	{"uritemplate/extended-tests.json", templateGroups},
	{"uritemplate/negative-tests.json", templateGroups},
}

func TestConform(t *testing.T) {
	expected := readExpected(t)
	files := map[string]bool{}
	for _, s := range suites {
		files[path.Base(s.file)] = true
		t.Run(strings.TrimSuffix(path.Base(s.file), ".json"), func(t *testing.T) {
			text := find(t, s.file)
			tally(t, s.file, withPrefix(s.rows(t, s.file, text), s.file), expected)
		})
	}
	for id := range expected {
		if file, _, _ := strings.Cut(id, "#"); !files[file] {
			t.Errorf("expected_failures.txt: %s is of no file of vectors", id)
		}
	}
}

// find returns the text of the first file of that name under roots. It skips
// the test if there is none, and says so.
func find(t *testing.T, name string) []byte {
	t.Helper()
	for _, root := range roots {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err == nil {
			return text
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	fmt.Printf("conform: %s is absent: NOT checked\n", name)
	t.Skipf("%s is in none of %s", name, strings.Join(roots, ", "))
	return nil
}

// withPrefix checks that ids are of the file and unique, since the list of
// expected failures relies on it.
func withPrefix(rows []row, file string) []row {
	seen := map[string]bool{}
	for _, r := range rows {
		if seen[r.id] || !strings.HasPrefix(r.id, path.Base(file)+"#") {
			panic("conform: bad or second id " + r.id)
		}
		seen[r.id] = true
	}
	return rows
}

// tally runs the rows and compares what fails with what is expected to.
func tally(t *testing.T, file string, rows []row, expected map[string]string) {
	t.Helper()
	if len(rows) == 0 {
		t.Fatalf("%s has no rows", file)
	}
	passed, failed, unexpected := 0, 0, 0
	seen := map[string]bool{}
	for _, r := range rows {
		seen[r.id] = true
		err, reason := r.check(), expected[r.id]
		switch {
		case err == nil && reason == "":
			passed++
		case err != nil && reason != "":
			failed++
		case err == nil:
			unexpected++
			t.Errorf("%s passes: take it off expected_failures.txt (%s)", r.id, reason)
		default:
			unexpected++
			t.Errorf("%s: %v", r.id, err)
		}
	}
	for id := range expected {
		if strings.HasPrefix(id, path.Base(file)+"#") && !seen[id] {
			t.Errorf("expected_failures.txt: there is no row %s", id)
		}
	}
	fmt.Printf("conform: %s %d pass, %d expected failures, %d unexpected\n",
		strings.TrimSuffix(path.Base(file), ".json"), passed, failed, unexpected)
}

// readExpected returns the reason of each row that is expected to fail.
func readExpected(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("expected_failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if len(fields) != 2 || !strings.Contains(fields[0], "#") || out[fields[0]] != "" {
			t.Fatalf("expected_failures.txt:%d: want a new id and one word, not %q", n, line)
		}
		out[fields[0]] = fields[1]
	}
	return out
}

// decode reads a file of vectors.
func decode[T any](t *testing.T, text []byte) (rows []T) {
	t.Helper()
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
