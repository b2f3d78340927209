package bench

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// readText returns what the finders are measured on, file behind file: the sources
// and the documentation of Go, some 130 MB, in which a URI stands every 20 KB; and
// what corpus.sh makes, some 400 MB, if it did.
var readText = sync.OnceValues(func() (text []byte, err error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	text = make([]byte, 0, 1<<29) // to grow to that would take longer than to read it
	if text, err = appendTexts(text, strings.TrimSpace(string(root)), ".go", ".s", ".c", ".h", ".md", ".txt", ".html"); err != nil {
		return nil, err
	}
	folder := corpusFolder()
	if _, err := os.Stat(folder); err != nil {
		fmt.Fprintf(os.Stderr, "bench: measured on the tree of Go only: %v (corpus.sh makes it)\n", err)
		return text, nil
	}
	return appendTexts(text, folder)
})

// corpusFolder is where corpus.sh puts its text.
func corpusFolder() string {
	if folder := os.Getenv("URIEL_TEXT"); folder != "" {
		return folder
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "text"
	}
	return filepath.Join(cache, "uriel", "text")
}

// appendTexts appends the files below root that are text, and of these suffixes if
// any are given.
func appendTexts(text []byte, root string, suffixes ...string) ([]byte, error) {
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !hasSuffix(name, suffixes) {
			return err
		}
		b, err := os.ReadFile(name)
		if bytes.IndexByte(b[:min(len(b), 1<<10)], 0) < 0 {
			text = append(text, b...)
		}
		return err
	})
	return text, err
}

func hasSuffix(name string, suffixes []string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return len(suffixes) == 0
}

func loadText(tb testing.TB) []byte {
	tb.Helper()
	text, err := readText()
	if err != nil {
		tb.Fatal(err)
	}
	if len(text) < 50<<20 {
		tb.Fatalf("the tree of Go has %d bytes of text only", len(text))
	}
	return text
}
