//go:build amd64 || arm64

package policy

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// landlockABI returns the version of Landlock that the kernel has, 0 if it has
// none or it is not switched on. Tests put another in its place.
var landlockABI = func() int {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0 // ENOSYS or EOPNOTSUPP
	}
	return int(abi)
}

// confinable says why helpers cannot be confined on this machine; nil if they
// can.
func confinable() error {
	if landlockABI() == 0 {
		return errors.New("this kernel has no Landlock, or it is switched off (it is part of Linux since 5.13; the parameter lsm= names it)")
	}
	return nil
}

// handledSince are the rights that a version of Landlock has learnt to take, by
// the version (landlock(7), "Compatibility"). What is taken and not given back
// by a rule is lost.
var handledSince = [...]struct {
	abi    int
	rights unix.LandlockRulesetAttr
}{
	{1, unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1}}, // all up to this one
	{2, unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_REFER}},
	{3, unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_TRUNCATE}},
	{4, unix.LandlockRulesetAttr{Handled_access_net: unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP}},
	{5, unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV}},
	{6, unix.LandlockRulesetAttr{Scoped: unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL}},
}

// handled returns all rights that a version can take.
func handled(abi int) (all unix.LandlockRulesetAttr) {
	for _, since := range handledSince {
		if since.abi <= abi {
			all.Handled_access_fs |= since.rights.Handled_access_fs
			all.Handled_access_net |= since.rights.Handled_access_net
			all.Scoped |= since.rights.Scoped
		}
	}
	return all
}

// A ruleset is what a process keeps of its rights on files.
type ruleset struct{ fd int }

// newRuleset takes all rights that this version can take. An older kernel takes
// the longer structure of a newer one, as long as what it does not know is 0.
func newRuleset(abi int) (ruleset, error) {
	attr := handled(abi)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return ruleset{}, errno
	}
	return ruleset{int(fd)}, nil
}

// readable are the rights on what may be read.
const readable = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR

// allow gives rights on a file, or a folder and all below it.
func (r ruleset) allow(name string, rights uint64) error {
	fd, err := unix.Open(name, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: name, Err: err}
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return &os.PathError{Op: "stat", Path: name, Err: err}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &^= unix.LANDLOCK_ACCESS_FS_READ_DIR // of folders only, or the kernel refuses the rule
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0); errno != 0 {
		return fmt.Errorf("allow %s: %w", name, errno)
	}
	return nil
}

// restrictSelf lets go of the rights of this thread, and of what it becomes.
func (r ruleset) restrictSelf() error {
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.fd), 0, 0); errno != 0 {
		return errno
	}
	return unix.Close(r.fd)
}
