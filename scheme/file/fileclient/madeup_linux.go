package fileclient

import (
	"os"
	"slices"
	"syscall"
)

// madeUp are the types of the file systems whose files are made up when they are
// read, by statfs(2): to read one may tell secrets, take from a queue or wait.
var madeUp = []uint32{
	0x9fa0,     // proc
	0x62656572, // sysfs
	0x64626720, // debugfs
	0x74726163, // tracefs
	0x73636673, // securityfs
	0xf97cff8c, // selinuxfs
	0x43415d53, // smackfs
	0x0027e0eb, // cgroup
	0x63677270, // cgroup2
	0xcafe4a11, // bpf
	0x6165676c, // pstore
	0xde5e81e4, // efivarfs
	0x62656570, // configfs
	0x42494e4d, // binfmt_misc
	0x65735543, // fusectl
	0x19800202, // mqueue
	0x6e736673, // nsfs
	0x67596969, // rpc_pipefs
	0x6e667364, // nfsd
}

// isMadeUp reports whether f is in a file system whose files are made up.
func isMadeUp(f *os.File) bool {
	var st syscall.Statfs_t
	err := syscall.Fstatfs(int(f.Fd()), &st)
	return err == nil && slices.Contains(madeUp, uint32(st.Type))
}
