package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCurrent fails when nids.tsv changed without go generate.
func TestCurrent(t *testing.T) {
	want, err := Generate("..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../znids.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("scheme/urn/znids.go is stale: run `go generate ./scheme/urn` and commit the result")
	}
}

// TestBadRows: a row that the search would not find is no row.
func TestBadRows(t *testing.T) {
	for _, rows := range []string{"b\tformal\tx\na\tformal\tx\n", "a\tformal\tx\na\tformal\tx\n", "A\tformal\tx\n", "a\tunheard of\tx\n", "a\tformal\n"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "nids.tsv"), []byte(rows), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Generate(dir); err == nil {
			t.Errorf("rows %q are taken", rows)
		}
	}
}
