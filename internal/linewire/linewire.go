// Package linewire helps to speak protocols of lines: it binds a connection to
// a context, and reads lines of foreign servers within a limit.
//
// Protocols with numbered replies, such as FTP and NNTP, put net/textproto on
// top of a bound connection.
package linewire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"time"
)

// Conn is a connection whose reads and writes fail as soon as a context ends,
// with the cause of that end as the error.
type Conn struct {
	net.Conn
	ctx  context.Context // of the one answer that the connection serves
	stop func() bool
}

// Bind binds conn to ctx until it is closed.
func Bind(ctx context.Context, conn net.Conn) *Conn {
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	return &Conn{Conn: conn, ctx: ctx, stop: stop}
}

// Read reads as [net.Conn] does.
func (c *Conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	return n, c.cause(err)
}

// Write writes as [net.Conn] does.
func (c *Conn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, c.cause(err)
}

func (c *Conn) cause(err error) error {
	if err != nil && err != io.EOF {
		if cause := context.Cause(c.ctx); cause != nil {
			return cause
		}
	}
	return err
}

// SyscallConn is that of the connection, if it has one.
func (c *Conn) SyscallConn() (syscall.RawConn, error) {
	if raw, ok := c.Conn.(syscall.Conn); ok {
		return raw.SyscallConn()
	}
	return nil, errors.ErrUnsupported
}

// Close closes the connection.
func (c *Conn) Close() error {
	c.stop()
	return c.Conn.Close()
}

// ErrLineTooLong is wrapped by the error of a line over the limit.
var ErrLineTooLong = errors.New("line too long")

// Reader reads lines that end in CR LF or LF, each of at most max bytes without
// its end; max 0 is no limit.
type Reader struct {
	r   *bufio.Reader
	max int
}

// NewReader returns a Reader of lines of r.
func NewReader(r io.Reader, max int) *Reader {
	return &Reader{r: bufio.NewReader(r), max: max}
}

// ReadLine returns the next line without its end, valid until the next call. A
// last line without an end is a line; then comes io.EOF.
func (r *Reader) ReadLine() ([]byte, error) {
	line, err := r.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line, err = r.readLong(line)
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if r.max > 0 && len(line) > r.max {
		return nil, r.tooLong()
	}
	return line, nil
}

// readLong goes on with a line that is longer than the buffer.
func (r *Reader) readLong(start []byte) ([]byte, error) {
	line := bytes.Clone(start)
	for {
		more, err := r.r.ReadSlice('\n')
		line = append(line, more...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
		if r.max > 0 && len(line) > r.max+len("\r\n") {
			return nil, r.tooLong()
		}
	}
}

func (r *Reader) tooLong() error {
	return fmt.Errorf("%w: more than the limit of %d bytes (--limit line=N would raise it)", ErrLineTooLong, r.max)
}

// Read reads what follows the lines that were read.
func (r *Reader) Read(b []byte) (int, error) { return r.r.Read(b) }
