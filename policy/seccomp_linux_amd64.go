package policy

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// archCalls are the elder forms of some calls, which a C library may still use.
var archCalls = []uint32{
	unix.SYS_OPEN, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_ACCESS, unix.SYS_READLINK, unix.SYS_GETDENTS, unix.SYS_DUP2, unix.SYS_POLL,
	unix.SYS_ARCH_PRCTL, unix.SYS_TIME,
}
