package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestStartup: `uriel version` starts within 10 ms of an empty Go program. What
// counts is the CPU time of the process: the machine may be busy.
func TestStartup(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "empty.go"), []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty, uriel := filepath.Join(dir, "empty"), filepath.Join(dir, "uriel")
	build(t, ".", empty, filepath.Join(dir, "empty.go"))
	build(t, "..", uriel, "./cmd/uriel")
	const runs = 41
	var base, ours []time.Duration
	for range runs { // interleaved, so that both see the same noise
		base = append(base, runTime(t, empty))
		ours = append(ours, runTime(t, uriel, "version"))
	}
	extra := median(ours) - median(base)
	t.Logf("median CPU time of %d runs: empty program %v, uriel version %v, difference %v", runs, median(base), median(ours), extra)
	if extra > 10*time.Millisecond {
		t.Errorf("uriel version takes %v more than an empty program, want at most 10ms", extra)
	}
}

func build(t *testing.T, dir, out, pkg string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", out, pkg)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build does
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, text)
	}
}

// runTime runs a program and returns the CPU time that it took.
func runTime(t *testing.T, name string, args ...string) time.Duration {
	t.Helper()
	cmd := exec.Command(name, args...)
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
