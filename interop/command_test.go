package interop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if err := Adopt(); err != nil {
		fmt.Fprintln(os.Stderr, "interop:", err)
		os.Exit(1)
	}
	os.Exit(Main(m, ".."))
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
	whole := Command(t, args...)
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
