//go:build amd64 || arm64

package policy

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSandbox: what a helper that somebody has taken over can do, beside what
// the same does without a sandbox, which shows that the attempt is one.
func TestSandbox(t *testing.T) {
	needSandbox(t)
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "docs"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "docs", "page"), []byte("a page\n"), 0o644))
	must(t, os.WriteFile(filepath.Join(dir, "secret"), []byte("a secret\n"), 0o644))
	must(t, os.Symlink("../secret", filepath.Join(dir, "docs", "link")))
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer ln.Close()
	for _, x := range []struct {
		program, attempt string
		free             string // what it prints without a sandbox
		confined         string // what it prints, or its error, in one
	}{
		{"sh", `read l <` + dir + `/docs/page && echo "$l"`, "a page\n", "a page\n"},
		{"sh", `read l <` + dir + `/secret && echo "$l"`, "a secret\n", "Permission denied"},
		{"sh", `read l <` + dir + `/docs/link && echo "$l"`, "a secret\n", "Permission denied"},
		{"sh", `read l <` + dir + `/docs/../secret && echo "$l"`, "a secret\n", "Permission denied"},
		{"sh", `read l </proc/self/stat && echo read`, "read\n", "Permission denied"},
		{"sh", `echo x >` + dir + `/docs/new && echo written`, "written\n", "Permission denied"},
		{"sh", `echo x >` + dir + `/docs/page && echo written`, "written\n", "Permission denied"},
		{"sh", `echo x >/dev/null && echo written`, "written\n", "Permission denied"},
		{"sh", `exec /bin/echo executed`, "executed\n", "Permission denied"},
		{"sh", `(echo forked)`, "forked\n", "Cannot fork"},
		{"perl", `use Socket; socket(S, AF_INET, SOCK_STREAM, 0) or die $!; connect(S, pack_sockaddr_in(` + port(ln) + `, INADDR_LOOPBACK)) or die $!; print "connected\n"`,
			"connected\n", "Function not implemented"},
		{"perl", `use Socket; socketpair(A, B, AF_UNIX, SOCK_STREAM, 0) or die $!; print "paired\n"`, "paired\n", "Function not implemented"},
		{"perl", `kill(0, getppid) or die $!; print "signalled\n"`, "signalled\n", "Function not implemented"},
		{"perl", `mkdir("` + dir + `/docs/$$") or die $!; print "made\n"`, "made\n", "Function not implemented"},
		{"perl", `syscall(` + fmt.Sprint(unix.SYS_PTRACE) + `, 0, 0, 0, 0) == 0 or die $!; print "traced\n"`, "traced\n", "bad system call"},
	} {
		t.Run(x.attempt, func(t *testing.T) {
			fakeHelper(t, x.program)
			c := script(x.attempt)
			if x.program == "perl" { // with -e it would open /dev/null
				c.Args = []string{filepath.Join(dir, "docs", "script")}
				must(t, os.WriteFile(c.Args[0], []byte(x.attempt), 0o644))
			}
			c.Read = []string{filepath.Join(dir, "docs")}
			text, err := output(t, CLI(testTable()).WithoutSandbox(), c)
			if err != nil || text != x.free {
				t.Fatalf("without a sandbox: %q, %v, want %q: the attempt is none", text, err, x.free)
			}
			text, err = output(t, CLI(testTable()), c)
			if got := fmt.Sprint(text, err); !strings.Contains(got, x.confined) || x.free != x.confined && strings.Contains(text, x.free) {
				t.Errorf("in the sandbox: %q, %v, want %q", text, err, x.confined)
			}
		})
	}
}

func port(ln net.Listener) string {
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	return port
}

// TestHelperStatus: what the kernel says of a helper that runs.
func TestHelperStatus(t *testing.T) {
	needSandbox(t)
	fakeHelper(t, "sh")
	silence, speaker, err := os.Pipe()
	must(t, err)
	defer silence.Close()
	defer speaker.Close()
	c := script(`echo ready; read l`)
	c.Stdin = silence
	out, err := CLI(testTable()).Exec(t.Context(), c)
	must(t, err)
	defer out.Close()
	_, err = io.ReadFull(out, make([]byte, len("ready\n")))
	must(t, err)
	proc := fmt.Sprintf("/proc/%d/", out.(*run).cmd.Process.Pid)
	status, err := os.ReadFile(proc + "status")
	must(t, err)
	limits, err := os.ReadFile(proc + "limits")
	must(t, err)
	text := strings.Join(strings.Fields(string(status)+string(limits)), " ")
	for _, want := range []string{
		"NoNewPrivs: 1", "Seccomp: 2", "Threads: 1", "Max cpu time 60 60", "Max file size 0 0", "Max core file size 0 0",
		"Max processes 0 0", "Max open files 64 64", "Max address space 1073741824 1073741824",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not the case: %s", want, text)
		}
	}
	open, err := os.ReadDir(proc + "fd")
	must(t, err)
	if len(open) != 3 {
		t.Errorf("it has %d files open, want the three of standard", len(open))
	}
}

// TestNoSandbox: where a helper cannot be confined, it is not run, and the
// refusal says what would run it.
func TestNoSandbox(t *testing.T) {
	fakeHelper(t, "sh")
	oldABI, oldReenters := landlockABI, reenters
	defer func() { landlockABI, reenters = oldABI, oldReenters }()
	for _, x := range []struct {
		abi      int
		reenters bool
		want     string
	}{
		{0, true, "Landlock"},
		{1, false, "policy.Sandboxed"},
	} {
		landlockABI, reenters = func() int { return x.abi }, x.reenters
		_, err := CLI(testTable()).Exec(t.Context(), script("echo run"))
		if !isRefusal(err, CodeExec) || !strings.Contains(err.Error(), x.want) || !strings.Contains(err.Error(), "--no-sandbox") {
			t.Errorf("%v, want a refusal that names %s", err, x.want)
		}
		if text, err := output(t, CLI(testTable()).WithoutSandbox(), script("echo run")); text != "run\n" || err != nil {
			t.Errorf("without a sandbox: %q, %v", text, err)
		}
	}
}

// TestSandboxFails: a helper that cannot be confined is not run either.
func TestSandboxFails(t *testing.T) {
	needSandbox(t)
	for name, x := range map[string]struct {
		c    confinement
		want string
	}{
		"a script":    {confinement{Path: writeScript(t)}, "bad magic number"},
		"no program":  {confinement{Path: "/nonexistent"}, "no such file"},
		"no document": {confinement{Path: "/bin/sh", Read: []string{"/nonexistent"}}, "/nonexistent: no such file"},
	} {
		cmd := exec.Command(self)
		cmd.Args = x.c.argv()
		out, err := cmd.CombinedOutput()
		if e, ok := errors.AsType[*exec.ExitError](err); !ok || e.ExitCode() != sandboxFailed || !strings.Contains(string(out), x.want) {
			t.Errorf("%s: %v, %q, want %q", name, err, out, x.want)
		}
	}
}

func writeScript(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "script")
	must(t, os.WriteFile(name, []byte("#!/bin/sh\necho run\n"), 0o755))
	return name
}
