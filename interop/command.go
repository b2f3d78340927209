package interop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"uriel.dev/uri/pct"
)

// scratch is a folder for the whole run: it holds the command that is tested and its empty home. checkout is what the
// command is built from.
var scratch, checkout string

// Main runs the tests of a package against the command of the checkout in the folder root, and returns the exit status
// for TestMain.
func Main(m *testing.M, root string) int {
	var err error
	if scratch, err = os.MkdirTemp("", "uriel-interop-"); err != nil {
		fmt.Fprintln(os.Stderr, "interop:", err)
		return 1
	}
	defer os.RemoveAll(scratch)
	checkout = root
	return m.Run()
}

// built builds the command, once.
var built = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(scratch, "uriel")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "./cmd/uriel")
	cmd.Dir = checkout
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build does
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/uriel: %w\n%s", err, out)
	}
	return bin, nil
})

// Command prepares a run of the command in a bare environment: no proxies, no configuration, an empty home.
func Command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + scratch, "LANG=C.UTF-8"}
	return cmd
}

// Escape returns text as it stands in the addresses of the gateway: all but the unreserved characters of RFC 3986
// percent-encoded.
func Escape(text string) string { return pct.Encode(text, pct.Unreserved) }
