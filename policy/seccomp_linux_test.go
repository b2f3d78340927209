//go:build amd64 || arm64

package policy

import (
	"encoding/binary"
	"slices"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// TestFilter runs the filter as the kernel would, over every number that a call
// can have.
func TestFilter(t *testing.T) {
	var program []bpf.Instruction
	for _, i := range filterOf(auditArch, lawfulCalls(), fatalCalls) {
		program = append(program, bpf.RawInstruction{Op: i.Code, Jt: i.Jt, Jf: i.Jf, K: i.K}.Disassemble())
	}
	vm, err := bpf.NewVM(program)
	must(t, err)
	run := func(arch, call uint32) uint32 {
		data := binary.BigEndian.AppendUint32(nil, call) // as this machine reads words
		result, err := vm.Run(binary.BigEndian.AppendUint32(data, arch))
		must(t, err)
		return uint32(result)
	}
	const absent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	for call := range uint32(1024) {
		want := absent
		switch {
		case slices.Contains(lawfulCalls(), call):
			want = unix.SECCOMP_RET_ALLOW
		case slices.Contains(fatalCalls, call):
			want = unix.SECCOMP_RET_KILL_PROCESS
		}
		if got := run(auditArch, call); got != want {
			t.Errorf("call %d: %#x, want %#x", call, got, want)
		}
		if got := run(unix.AUDIT_ARCH_I386, call); got != unix.SECCOMP_RET_KILL_PROCESS {
			t.Errorf("call %d of another architecture: %#x", call, got)
		}
		if got := run(auditArch, call|1<<30); got != absent {
			t.Errorf("call %d of x32: %#x", call, got)
		}
	}
	for _, call := range []uint32{
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_CLONE, unix.SYS_CLONE3, unix.SYS_KILL, unix.SYS_TGKILL,
		unix.SYS_IO_URING_SETUP, unix.SYS_EXECVEAT, unix.SYS_PRLIMIT64, unix.SYS_IOCTL, unix.SYS_MEMFD_CREATE, unix.SYS_UNLINKAT,
	} {
		if got := run(auditArch, call); got != absent {
			t.Errorf("call %d: %#x, want it to be absent", call, got)
		}
	}
}

// TestHandled: a later version takes all that an earlier one does.
func TestHandled(t *testing.T) {
	last := handled(0)
	for abi := 1; abi <= len(handledSince); abi++ {
		all := handled(abi)
		if all == last || all.Handled_access_fs&last.Handled_access_fs != last.Handled_access_fs {
			t.Errorf("version %d takes %+v, the one before %+v", abi, all, last)
		}
		last = all
	}
	if handled(1).Handled_access_fs != 1<<13-1 || handled(99) != last {
		t.Errorf("%+v, %+v", handled(1), handled(99))
	}
}
