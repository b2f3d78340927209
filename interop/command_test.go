package interop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// scratch is a folder for the whole run: it holds the command that is tested and its empty home.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		if err := Adopt(); err != nil {
			fmt.Fprintln(os.Stderr, "interop:", err)
			return 1
		}
		var err error
		if scratch, err = os.MkdirTemp("", "uriel-interop-"); err != nil {
			fmt.Fprintln(os.Stderr, "interop:", err)
			return 1
		}
		defer os.RemoveAll(scratch)
		return m.Run()
	}())
}

// built builds the command from the checkout around this module, once.
var built = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(scratch, "uriel")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "./cmd/uriel")
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/uriel: %w\n%s", err, out)
	}
	return bin, nil
})

// urielCmd prepares a run of the command in a bare environment: no proxies, no configuration, an empty home.
func urielCmd(t *testing.T, args ...string) *exec.Cmd {
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

// result is what a run of the command left.
type result struct {
	stdout, stderr string
	exit           int
}

// uriel runs the command to its end.
func uriel(t *testing.T, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	whole := urielCmd(t, args...)
	cmd := exec.CommandContext(ctx, whole.Path, whole.Args[1:]...)
	cmd.Dir, cmd.Env = whole.Dir, whole.Env
	var stdout, stderr bytes.Buffer
	watch := WatchStrays()
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("uriel %q: %v\nstderr: %s", args, err, &stderr)
	}
	watch.Check(t, fmt.Sprintf("uriel %q", args))
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// fetch runs the command, which must succeed, and returns its standard output.
func fetch(t *testing.T, args ...string) string {
	t.Helper()
	r := uriel(t, args...)
	if r.exit != 0 {
		t.Errorf("uriel %q: exit %d, stderr: %s", args, r.exit, r.stderr)
	}
	return r.stdout
}

// differ fails the test unless got is want, showing no more than the place where they part.
func differ(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	t.Errorf("%s: %d bytes, want %d; from byte %d on %.80q, want %.80q", what, len(got), len(want), i, got[i:], want[i:])
}

// unix returns text with LF line ends: gopher and man speak of lines, and how they end is the server's business.
func unix(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
