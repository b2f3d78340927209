package seeds

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// An example is a URI that a founding document prints.
type example struct {
	Seed    string          `json:"seed"`
	Line    int             `json:"line"`
	Printed string          `json:"printed"` // as it stands there, if that is no URI; a part of it will do
	URI     string          `json:"uri"`
	View    json.RawMessage `json:"view"` // what it means, as far as the document says
}

// seedFiles are the documents, and how many examples each has here.
var seedFiles = map[string]struct {
	name  string
	count int
}{
	"U": {"draft-ietf-uri-url-03.txt", 20},
	"N": {"draft-ietf-urn-syntax-04.txt", 7},
	"G": {"rfc4266-gopher-uri.txt", 6},
	"M": {"uri.7", 35},
}

func readExamples(t *testing.T) (examples []example) {
	text, err := os.ReadFile("examples.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	return examples
}

// TestSeedExamples: every URI printed in the four founding documents parses, and
// means what the document says.
func TestSeedExamples(t *testing.T) {
	count := map[string]int{}
	for _, x := range readExamples(t) {
		count[x.Seed]++
		if err := x.check(); err != nil {
			t.Errorf("%s, line %d: %s: %v", seedFiles[x.Seed].name, x.Line, x.URI, err)
		}
	}
	for seed, file := range seedFiles {
		if count[seed] != file.count {
			t.Errorf("%d examples of %s, want %d", count[seed], file.name, file.count)
		}
	}
}

func (x example) check() error {
	u, err := uri.Parse(x.URI)
	if err != nil {
		return err
	}
	view, err := known.Table().View(u)
	switch {
	case view == nil:
		return fmt.Errorf("the scheme is not known")
	case err != nil:
		return err
	}
	got, err := json.Marshal(view)
	if err != nil {
		return err
	}
	return holds(string(got), string(x.View))
}

// TestSeedExamplesArePrinted: the examples stand in the documents, where those
// are at hand.
func TestSeedExamplesArePrinted(t *testing.T) {
	for _, x := range readExamples(t) {
		doc, err := os.ReadFile(filepath.Join(root, "../shared/specs/seeds", seedFiles[x.Seed].name))
		if err != nil {
			t.Skipf("NOT checked that the documents print their examples: %v", err)
		}
		lines := strings.Split(string(doc), "\n")
		printed := x.Printed
		if printed == "" {
			printed = x.URI
		}
		if x.Line > len(lines) || !strings.Contains(lines[x.Line-1], printed) {
			t.Errorf("%s, line %d: no %q there", seedFiles[x.Seed].name, x.Line, printed)
		}
	}
}
