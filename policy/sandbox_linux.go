//go:build amd64 || arm64

package policy

import (
	"debug/elf"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// helperLimits are generous for a document of a hundred megabytes, and an end
// for one that is made to keep a helper busy.
var helperLimits = [...]struct {
	resource int
	limit    unix.Rlimit
}{
	{unix.RLIMIT_CPU, atMost(60)},    // seconds
	{unix.RLIMIT_NOFILE, atMost(64)}, // files that are open at a time
	{unix.RLIMIT_FSIZE, atMost(0)},   // bytes of a file that it writes; pipes are none
	{unix.RLIMIT_CORE, atMost(0)},    // bytes of a core: it would hold what was read
	{unix.RLIMIT_NPROC, atMost(0)},   // root minds no such limit, so seccomp is for the same
	{unix.RLIMIT_AS, atMost(1 << 30)},
}

func atMost(n uint64) unix.Rlimit { return unix.Rlimit{Cur: n, Max: n} }

// become confines the process and executes the helper. It returns only if it
// fails.
func (c confinement) become() error {
	runtime.LockOSThread() // the steps are of a thread; the one that executes is what is left of the process
	rules, err := newRuleset(landlockABI())
	if err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	if err := c.grant(rules); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	if err := unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil { // some may be of who started us
		return fmt.Errorf("close files: %w", err)
	}
	filter := filterOf(auditArch, lawfulCalls(), fatalCalls)
	exec, err := c.execution()
	if err != nil {
		return err
	}
	debug.SetGCPercent(-1)
	// From here on the runtime is to want nothing: no memory, no thread.
	for _, l := range helperLimits {
		if err := unix.Prlimit(0, l.resource, &l.limit, nil); err != nil {
			return fmt.Errorf("limit resource %d: %w", l.resource, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	if err := rules.restrictSelf(); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	if err := install(filter); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	return fmt.Errorf("execute %s: %w", c.Path, exec())
}

// execution returns a function that executes the helper. syscall.Exec would
// allocate.
func (c confinement) execution() (func() error, error) {
	path, err := syscall.BytePtrFromString(c.Path)
	if err != nil {
		return nil, err
	}
	argv, err := syscall.SlicePtrFromStrings(c.Argv)
	if err != nil {
		return nil, err
	}
	env, err := syscall.SlicePtrFromStrings(os.Environ())
	if err != nil {
		return nil, err
	}
	return func() error {
		_, _, errno := unix.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&env[0])))
		return errno
	}, nil
}

// grant allows what the helper needs and what it is given.
func (c confinement) grant(r ruleset) error {
	loader, err := loaderOf(c.Path)
	if err != nil {
		return err
	}
	for _, program := range []string{c.Path, loader} {
		if program == "" {
			continue // it needs no loader
		}
		if err := r.allow(program, unix.LANDLOCK_ACCESS_FS_EXECUTE|unix.LANDLOCK_ACCESS_FS_READ_FILE); err != nil {
			return err
		}
	}
	for _, lib := range libraries {
		if err := r.allow(lib, readable); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	for _, name := range append(c.Read, ".") { // it starts in a folder with nothing in it
		if err := r.allow(name, readable); err != nil {
			return err
		}
	}
	return nil
}

// libraries are where shared libraries are, and what they read to start.
var libraries = []string{"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"}

// loaderOf returns the program that loads the libraries of a program, "" for
// one that has none. A script is refused: an interpreter would have to be
// executed, which runs whatever it is given.
func loaderOf(path string) (string, error) {
	f, err := elf.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	for _, prog := range f.Progs {
		if prog.Type == elf.PT_INTERP {
			name, err := io.ReadAll(prog.Open())
			return strings.TrimRight(string(name), "\x00"), err
		}
	}
	return "", nil
}
