package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt sends SIGINT to verbs that wait for more, when they have answered once.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{{"parse", "-"}, {"normalize", "-"}, {"find"}, {"find", "-"}, {"get", "-"}} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, "uriel", args...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write([]byte("data:,x%0A\n")); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() //nolint:errcheck // it ends by a signal
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
			t.Errorf("%q: %v", args, cmd.ProcessState)
		}
	}
}
