package manread

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"uriel.dev/get/doc"
)

// FuzzRead: whatever a page is, it is read within its limits, and can be written.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.roff")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		d, err := Read(ctx, source)
		if err != nil {
			if !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
			return
		}
		for _, write := range []func() error{
			func() error { return doc.WriteText(io.Discard, d, 40, doc.Overstrike) },
			func() error { return doc.WriteHTML(io.Discard, d, nil) },
			func() error { return doc.WriteMarkdown(io.Discard, d) },
			func() error { return doc.WriteJSON(io.Discard, d) },
		} {
			if err := write(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
