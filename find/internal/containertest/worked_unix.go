//go:build unix

package containertest

import (
	"syscall"
	"time"
)

// worked returns how long processors have worked for this process.
func worked() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
