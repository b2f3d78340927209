package policy

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// archCalls is empty: this architecture began with the newer forms.
var archCalls []uint32
