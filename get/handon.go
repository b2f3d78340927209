package get

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
)

// A direct body comes over a connection as it is, but for the bytes that were
// looked at before: the system can hand on the rest without our reading it.
type direct interface {
	io.Reader
	syscall.Conn
	Buffered() int // how many bytes Read has before it asks the connection
}

const (
	readSize = 1 << 20  // more than a system holds for a connection, so that all of it is read at once
	handSize = 16 << 20 // how much is handed on between two looks at the limits
)

// WriteTo writes the body to w, held to the limits as by Read. What comes over a
// connection and goes to a file is handed on by the system.
func (b *bounded) WriteTo(w io.Writer) (n int64, err error) {
	file, isFile := w.(*os.File)
	if from, ok := b.body.(direct); ok && isFile && b.limits.Rate == 0 {
		var done bool
		if n, done, err = b.handOn(file, from); done || err != nil {
			return n, err
		}
	}
	// The wrappers hide what would go past the limits, and past the buffer.
	m, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{b}, make([]byte, readSize))
	return n + m, err
}

// handOn hands on what comes, up to the end or to the limit, where it is not
// done: only Read can tell whether that is the end.
func (b *bounded) handOn(file *os.File, from direct) (n int64, done bool, err error) {
	for {
		most := int64(handSize)
		if held := from.Buffered(); held > 0 { // the system has no hold of it
			most = int64(held)
		}
		if b.limits.Body > 0 {
			most = min(most, b.limits.Body-b.got)
		}
		if most <= 0 {
			return n, false, nil
		}
		m, err := file.ReadFrom(&io.LimitedReader{R: from, N: most})
		n, b.got = n+m, b.got+m
		switch {
		case err != nil:
			return n, true, b.failHandOn(err)
		case m < most:
			return n, true, b.short()
		}
	}
}

// failHandOn is the error of a connection or of a file, whichever it was of.
func (b *bounded) failHandOn(err error) error {
	if cause := context.Cause(b.ctx); cause != nil {
		return b.fail(cause)
	}
	for _, ofConn := range []syscall.Errno{syscall.ECONNRESET, syscall.ETIMEDOUT, syscall.EHOSTUNREACH} {
		if errors.Is(err, ofConn) {
			return b.fail(ofConn)
		}
	}
	return err
}
