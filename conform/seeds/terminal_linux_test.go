package seeds

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// terminal returns a terminal at which text has been typed (pty(7)).
func terminal(t *testing.T, text string) (*os.File, error) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { master.Close() })
	var lock, number int32
	if err := ioctl(master, syscall.TIOCSPTLCK, &lock); err != nil {
		return nil, err
	}
	if err := ioctl(master, syscall.TIOCGPTN, &number); err != nil {
		return nil, err
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { slave.Close() })
	_, err = master.WriteString(text)
	return slave, err
}

func ioctl(f *os.File, request uintptr, value *int32) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var errno syscall.Errno
	err = raw.Control(func(fd uintptr) {
		_, _, errno = syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(value)))
	})
	if err == nil && errno != 0 {
		err = errno
	}
	return err
}
