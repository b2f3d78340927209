package manclient

import (
	"os"
	"testing"

	"uriel.dev/policy"
)

// TestMain gives this program the place at which mandoc is put in its sandbox.
func TestMain(m *testing.M) {
	policy.Sandboxed()
	os.Exit(m.Run())
}
