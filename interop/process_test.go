package interop

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A worker that left its parent, its group and its session is the hardest to see: it must be seen.
func TestStraysAreSeen(t *testing.T) {
	cmd := exec.Command("sh", "-c", "setsid sleep 600 >/dev/null 2>&1 & echo $!")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	left, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	got := strays()
	syscall.Kill(left, syscall.SIGKILL)
	reap(left)
	if len(got) != 1 || got[0] != left {
		t.Errorf("strays() = %d, want only %d", got, left)
	}
	if got := strays(); len(got) != 0 {
		t.Errorf("strays() = %d after the end, want none", got)
	}
}

// What another part of the test started before, a browser perhaps, is not the server's.
func TestWatchKnowsWhatWasThere(t *testing.T) {
	other := exec.Command("sleep", "600")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	Start(t, exec.Command("sleep", "600")).Stop(t)
	if err := other.Process.Kill(); err != nil {
		t.Errorf("the other process did not outlive the server: %v", err)
	}
	other.Wait()
}

func TestStartedProcessIsNoStray(t *testing.T) {
	p := Start(t, exec.Command("sleep", "600"))
	if got := strays(); len(got) != 0 {
		t.Errorf("strays() = %d, want none", got)
	}
	p.Stop(t)
	if err := syscall.Kill(p.cmd.Process.Pid, 0); err != syscall.ESRCH {
		t.Errorf("after Stop, kill(2) says %v, want %v", err, os.ErrProcessDone)
	}
}
