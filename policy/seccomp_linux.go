//go:build amd64 || arm64

package policy

import (
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// lawfulCalls are the system calls of a program that turns what it reads into
// what it writes: files by name (of which Landlock leaves few), memory, the
// clock. There are no sockets, processes, threads, signals to others, devices or
// changes to files among them.
func lawfulCalls() []uint32 {
	return slices.Concat(commonCalls, archCalls)
}

// commonCalls are those of both architectures, the busiest first: a filter is
// gone through from its beginning.
var commonCalls = []uint32{
	unix.SYS_WRITE, unix.SYS_READ, unix.SYS_WRITEV, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_LSEEK,
	unix.SYS_BRK, unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE,
	unix.SYS_OPENAT, unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_NEWFSTATAT, unix.SYS_STATX, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2,
	unix.SYS_READLINKAT, unix.SYS_GETDENTS64, unix.SYS_GETCWD, unix.SYS_CHDIR, unix.SYS_FCHDIR, unix.SYS_FADVISE64,
	unix.SYS_FCNTL, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PPOLL,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_FUTEX, unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY,
	unix.SYS_GETRANDOM, unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_NANOSLEEP, unix.SYS_GETTIMEOFDAY, unix.SYS_UNAME,
	unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
	unix.SYS_EXECVE, // Landlock leaves the helper itself, which is no gain
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// fatalCalls are those that nobody makes by mistake: who tries has taken over
// the helper, and is ended at once.
var fatalCalls = []uint32{
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_REBOOT,
}

// Where a filter finds what it judges (struct seccomp_data).
const (
	callAt = 0
	archAt = 4
)

// filterOf returns a program for the kernel, which runs it before each system
// call. A call that is neither lawful nor fatal is answered as by a kernel that
// is too old to have it, since that is what a C library is prepared for: it
// probes for new ones. A call by the numbers of another architecture would have
// another meaning, and is fatal; those of x32, which come with a bit of their
// own, are on no list.
func filterOf(arch uint32, lawful, fatal []uint32) []unix.SockFilter {
	f := []unix.SockFilter{load(archAt), skip(arch, 1, 0), answer(unix.SECCOMP_RET_KILL_PROCESS), load(callAt)}
	for _, call := range lawful {
		f = append(f, skip(call, 0, 1), answer(unix.SECCOMP_RET_ALLOW))
	}
	for _, call := range fatal {
		f = append(f, skip(call, 0, 1), answer(unix.SECCOMP_RET_KILL_PROCESS))
	}
	return append(f, answer(unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS)))
}

// load loads a word of what is judged.
func load(at uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
}

// skip skips so many instructions if the word that is loaded is k, and so many
// if it is not.
func skip(k uint32, ifSo, ifNot uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jt: ifSo, Jf: ifNot}
}

// answer ends the program.
func answer(with uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: with}
}

// install puts a filter before the system calls of this thread, and of what it
// becomes.
func install(f []unix.SockFilter) error {
	prog := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog))); errno != 0 {
		return errno
	}
	return nil
}
