package main

import (
	"bytes"
	"os"
	"testing"
)

// TestCurrent fails when a package of schemes was added or the registry changed
// without go generate.
func TestCurrent(t *testing.T) {
	want, err := Generate("..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../zknown.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("scheme/known/zknown.go is stale: run `go generate ./scheme/known` and commit the result")
	}
}
