package manread

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden reads the pages of testdata, which use all there is.
func TestGolden(t *testing.T) {
	pages, err := filepath.Glob("testdata/*.roff")
	if err != nil || len(pages) < 2 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		source, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Read(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		for ending, write := range map[string]func(io.Writer) error{
			".txt":  func(w io.Writer) error { return doc.WriteText(w, d, 78, doc.Plain) },
			".html": func(w io.Writer) error { return doc.WriteHTML(w, d, uri.URI.String) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			file := strings.TrimSuffix(page, ".roff") + ending
			if *update {
				os.WriteFile(file, b.Bytes(), 0o644)
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("%s: -want +got\n%s", file, diff)
			}
		}
	}
}
