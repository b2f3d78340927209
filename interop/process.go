package interop

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Grace is how long a process may take to do what it was told to: listen, or end.
const Grace = 10 * time.Second

// Process is a program that a test started and that ends before the test does.
type Process struct {
	cmd    *exec.Cmd
	stderr synced
	ended  chan struct{} // closed when the program has been waited for
	watch  Watch
}

// running holds the process groups that are meant to be there. Starting a process and entering its group are one step
// under the lock: else [strays] could take a server's newborn for a leftover.
var running = struct {
	sync.Mutex
	groups map[int]bool
}{groups: map[int]bool{}}

// Adopt makes this process the parent of all orphans among its descendants, so that [Process.Stop] can find them even
// when they left their process group. TestMain calls it first.
func Adopt() error {
	const prSetChildSubreaper = 36 // prctl(2)
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0); errno != 0 {
		return fmt.Errorf("prctl PR_SET_CHILD_SUBREAPER: %w", errno)
	}
	return nil
}

// Start runs cmd in a process group of its own (some servers signal their whole group when they end) and stops it when
// the test ends. The standard error of cmd, if not taken, is shown when the test fails.
func Start(t testing.TB, cmd *exec.Cmd) *Process {
	t.Helper()
	p, err := start(cmd)
	if err != nil {
		t.Fatalf("start %s: %v", cmd.Path, err)
	}
	t.Cleanup(func() {
		p.Stop(t)
		if t.Failed() && p.stderr.String() != "" {
			t.Logf("%s said: %s", filepath.Base(cmd.Path), p.stderr.String())
		}
	})
	return p
}

func start(cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, ended: make(chan struct{}), watch: WatchStrays()}
	if cmd.Stderr == nil {
		cmd.Stderr = &p.stderr
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	// A test run that is killed takes its servers along.
	cmd.SysProcAttr.Pdeathsig = syscall.SIGTERM
	// A child that keeps our pipes open must not keep us waiting.
	cmd.WaitDelay = Grace

	running.Lock()
	defer running.Unlock()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	running.groups[cmd.Process.Pid] = true
	go func() {
		cmd.Wait()
		running.Lock()
		delete(running.groups, cmd.Process.Pid)
		running.Unlock()
		close(p.ended)
	}()
	return p, nil
}

// Stop ends the process with SIGTERM and waits for it. The test fails if it does not obey, and if anything of it is
// left: the leftovers are killed. A second call does nothing.
func (p *Process) Stop(t testing.TB) {
	t.Helper()
	p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(Grace):
		t.Errorf("%s, process %d, does not end", p.cmd.Path, p.cmd.Process.Pid)
		p.cmd.Process.Kill()
		<-p.ended
	}
	p.watch.Check(t, p.cmd.Path)
}

// Await returns when addr takes connections. The test fails if the process ends before.
func (p *Process) Await(t testing.TB, addr string) {
	t.Helper()
	late := time.After(Grace)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conn.Close()
			return
		}
		select {
		case <-tick.C:
		case <-p.ended:
			t.Fatalf("%s ended (%v): %s", p.cmd.Path, p.cmd.ProcessState, p.stderr.String())
		case <-late:
			t.Fatalf("%s does not listen on %s: %v", p.cmd.Path, addr, err)
		}
	}
}

// Watch is the children that were there, of whoever, when watching began.
type Watch []int

// WatchStrays begins to watch for processes that are left behind.
func WatchStrays() Watch { return strays() }

// Check fails the test for each process that who left behind since the watch began, and kills it. One that ends by
// itself within [Grace] is well: the children of a server that ends are still on their way out.
func (w Watch) Check(t testing.TB, who string) {
	t.Helper()
	for _, pid := range strays() {
		if slices.Contains(w, pid) {
			continue
		}
		name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
		gone := make(chan struct{})
		go func() {
			for errors.Is(reap(pid), syscall.EINTR) {
			}
			close(gone)
		}()
		select {
		case <-gone:
		case <-time.After(Grace):
			t.Errorf("%s left process %d (%s)", who, pid, bytes.TrimSpace(name))
			syscall.Kill(pid, syscall.SIGKILL)
			<-gone
		}
	}
}

func reap(pid int) error {
	_, err := syscall.Wait4(pid, nil, 0, nil)
	return err
}

// strays returns our children that [Start] did not start: what was left behind falls to us, as [Adopt] asked.
func strays() []int {
	running.Lock()
	defer running.Unlock()
	var pids []int
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it ended meanwhile
		}
		// The fields after the name, which may hold anything in its parentheses: state, parent, group (proc(5)).
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		parent, _ := strconv.Atoi(fields[1])
		group, _ := strconv.Atoi(fields[2])
		if parent == os.Getpid() && !running.groups[group] {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			if fields[0] == "Z" { // it has ended, as a process of vsftpd for one login does, and only waits to be seen
				syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
				continue
			}
			pids = append(pids, pid)
		}
	}
	return pids
}

// Program returns the path of an installed program. Without it the test is skipped, or fails where CI or
// URIEL_INTEROP=must asks for all; unchecked says what that leaves unproved.
func Program(t testing.TB, name, debianPackage, unchecked string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		// Debian keeps servers out of the PATH of users.
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err == nil {
		return path
	}
	missing(t, fmt.Sprintf("no %s here (Debian package %s): not checked: %s", name, debianPackage, unchecked))
	return ""
}

// missing skips a test, or fails it where all is asked for.
func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("CI") != "" || os.Getenv("URIEL_INTEROP") == "must" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// credentialOf returns a user that the system has, or nil where we are no root and cannot become it.
func credentialOf(t testing.TB, name string) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.ParseUint(u.Uid, 10, 32)
	gid, _ := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// FreePort returns a TCP port of 127.0.0.1 that nobody listens on. It is above all ports that browsers and Uriel close
// (the kernel takes it from its range of ephemeral ports).
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// OpenDir returns a new folder that other users may enter, for servers that give up root.
func OpenDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// WriteTree writes files below dir: slash-separated name to content. A name that ends in .cgi becomes a program.
func WriteTree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		mode := os.FileMode(0o644)
		if strings.HasSuffix(name, ".cgi") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
}

// synced is a buffer that a process fills while a test reads it.
type synced struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *synced) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *synced) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}
