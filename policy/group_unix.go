//go:build unix

package policy

import (
	"os/exec"
	"syscall"
)

// inOwnGroup has cmd lead a process group of its own, which is killed as one
// when the context of cmd ends: without a sandbox it may have started others.
func inOwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		endGroup(cmd)
		return nil
	}
}

// endGroup kills what is left of the group of cmd.
func endGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
