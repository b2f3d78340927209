package bench

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestWalkSpeed: the command reads the tree of Go within twice the time that ripgrep
// takes to print what follows "https://" there; on a busy machine it may be three times. Both leave out
// what is no text, and read several files at once; ripgrep looks for one string. What
// counts is the CPU time of the processes: the machine may be busy. The time from
// start to end, the shortest of each, is told beside it.
func TestWalkSpeed(t *testing.T) {
	const rounds, most = 9, 3.0
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("NOT measured: no ripgrep, which is \"rg\"")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	tree := strings.TrimSpace(string(root))
	command := filepath.Join(t.TempDir(), "uriel")
	build(t, "..", command, "./cmd/uriel")
	var ours, theirs times
	for range rounds { // interleaved, so that both see the same noise
		ours.run(t, command, "find", "-r", tree)
		theirs.run(t, rg, "-o", `https?://[^ ]+`, tree)
	}
	a, b := median(ours.cpu), median(theirs.cpu)
	t.Logf("median CPU time of %d: uriel find -r %v, ripgrep %v; from start to end %v, %v", rounds, a, b, slices.Min(ours.wall), slices.Min(theirs.wall))
	if float64(a) > most*float64(b) {
		t.Errorf("uriel works %.1f times as long as ripgrep", float64(a)/float64(b))
	}
}

// times is what runs of a program took.
type times struct{ cpu, wall []time.Duration }

// run runs a program that prints something.
func (s *times) run(t *testing.T, name string, args ...string) {
	t.Helper()
	start := time.Now()
	cmd := exec.Command(name, args...)
	out, err := cmd.Output()
	if err != nil || len(out) == 0 {
		t.Fatalf("%s prints %d bytes: %v", name, len(out), err)
	}
	s.wall = append(s.wall, time.Since(start))
	s.cpu = append(s.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
}
