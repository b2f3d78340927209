package conform

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSources sees that each file of data is in SOURCES.md, with its hash.
func TestSources(t *testing.T) {
	text, err := os.ReadFile("SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("data/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in data: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, sum := "`"+filepath.Base(file)+"`", fmt.Sprintf("`%x`", sha256.Sum256(content))
		listed := false
		for line := range strings.Lines(string(text)) {
			listed = listed || strings.Contains(line, name) && strings.Contains(line, sum)
		}
		if !listed {
			t.Errorf("SOURCES.md does not list %s with the hash %s", name, sum)
		}
	}
}
