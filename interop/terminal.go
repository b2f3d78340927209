package interop

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// Terminal is a terminal (pty(7)) at which a program runs, as somebody would who reads it and types.
type Terminal struct {
	master *os.File
	pieces chan string
	seen   string // what came since the last that was waited for
}

// StartAtTerminal runs cmd at a terminal of 24 lines and 80 columns, until the test ends.
func StartAtTerminal(t testing.TB, cmd *exec.Cmd) *Terminal {
	t.Helper()
	master, slave, err := openTerminal()
	if err != nil {
		t.Fatalf("open a terminal: %v", err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	Start(t, cmd)
	slave.Close()
	t.Cleanup(func() { master.Close() }) // before the program is ended, who then has nobody to talk to
	tty := &Terminal{master: master, pieces: make(chan string)}
	ended := make(chan struct{})
	t.Cleanup(func() { close(ended) })
	go func() {
		defer close(tty.pieces)
		for buf := make([]byte, 4096); ; {
			n, err := master.Read(buf)
			select {
			case tty.pieces <- string(buf[:n]):
			case <-ended:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return tty
}

func openTerminal() (master, slave *os.File, err error) {
	if master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		return nil, nil, err
	}
	var lock, number int32
	size := [4]uint16{24, 80}
	for _, set := range []struct {
		request uintptr
		value   unsafe.Pointer
	}{{syscall.TIOCSPTLCK, unsafe.Pointer(&lock)}, {syscall.TIOCGPTN, unsafe.Pointer(&number)}, {syscall.TIOCSWINSZ, unsafe.Pointer(&size)}} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), set.request, uintptr(set.value)); errno != 0 {
			master.Close()
			return nil, nil, errno
		}
	}
	if slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		master.Close()
	}
	return master, slave, err
}

// Type types keys.
func (tty *Terminal) Type(t testing.TB, keys string) {
	t.Helper()
	if _, err := io.WriteString(tty.master, keys); err != nil {
		t.Fatalf("type %q: %v", keys, err)
	}
}

// control is what moves the cursor of a terminal and colours its text.
var control = regexp.MustCompile("\x1b[\\[(][?0-9;]*[a-zA-Z0-9]|\x1b[=>]|[\x00\x0e\x0f\r]")

// Await reads on until the terminal shows text, behind what was waited for before, and fails the test if it does not. It
// returns what stands before the text.
func (tty *Terminal) Await(t testing.TB, text string) (before string) {
	t.Helper()
	late := time.After(Grace)
	for {
		if i := strings.Index(tty.seen, text); i >= 0 {
			before, tty.seen = tty.seen[:i], tty.seen[i+len(text):]
			return before
		}
		select {
		case piece, ok := <-tty.pieces:
			if !ok {
				t.Fatalf("the program ended without %q: %q", text, tty.seen)
			}
			tty.seen = control.ReplaceAllString(tty.seen+piece, "")
		case <-late:
			t.Fatalf("the terminal does not show %q: %q", text, tty.seen)
		}
	}
}
