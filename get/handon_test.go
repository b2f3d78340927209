package get

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"uriel.dev/policy"
)

// peeked is a direct body: a connection of which some bytes were looked at.
type peeked struct {
	*bufio.Reader
	conn *net.TCPConn
}

func (p peeked) SyscallConn() (syscall.RawConn, error) {
	if p.Buffered() > 0 {
		return nil, errors.ErrUnsupported
	}
	return p.conn.SyscallConn()
}

// peek connects to a server that sends text, and looks at its start.
func peek(t *testing.T, text []byte) peeked {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	go func() { server.Write(text); server.Close() }()
	t.Cleanup(func() { conn.Close() })
	p := peeked{bufio.NewReader(conn), conn.(*net.TCPConn)}
	if _, err := p.Peek(100); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestHandOn: what goes from a connection to a file is all of it, and held to
// the limits.
func TestHandOn(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef"), 200_000)
	for _, x := range []struct {
		name  string
		limit int64
		want  int64 // -1 for a length that is told
		kind  Kind  // 0 is no error
		got   int
	}{
		{"no limit", 0, -1, 0, len(text)},
		{"just the limit", int64(len(text)), -1, 0, len(text)},
		{"over the limit", 3_000_000, -1, Limit, 3_000_000},
		{"limit within what was looked at", 50, -1, Limit, 50},
		{"shorter than was told", 0, int64(len(text)) + 1, Partial, len(text)},
	} {
		t.Run(x.name, func(t *testing.T) {
			file, err := os.Create(filepath.Join(t.TempDir(), "x"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			b := &bounded{ctx: t.Context(), limits: policy.Limits{Body: x.limit}, told: func(e *Error) *Error { return e }, body: peek(t, text), want: x.want, whole: true}
			n, err := io.Copy(file, b)
			e, _ := errors.AsType[*Error](err)
			if n != int64(x.got) || (e == nil) != (x.kind == 0) || e != nil && e.Kind != x.kind {
				t.Errorf("%d bytes, %v; want %d, kind %v", n, err, x.got, x.kind)
			}
			if got, err := os.ReadFile(file.Name()); err != nil || !bytes.Equal(got, text[:x.got]) {
				t.Errorf("the file has %d bytes, %v", len(got), err)
			}
		})
	}
}

// TestHandOnFails: an error is of the connection or of the file.
func TestHandOnFails(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	told := func(e *Error) *Error { return e }
	_, err = io.Copy(full, &bounded{ctx: t.Context(), told: told, body: peek(t, make([]byte, 1<<20)), want: -1})
	if _, ofBody := errors.AsType[*Error](err); ofBody || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = io.Copy(full, &bounded{ctx: ctx, told: told, body: peek(t, make([]byte, 1<<20)), want: -1})
	if e, ok := errors.AsType[*Error](err); !ok || e.Kind != Canceled {
		t.Errorf("canceled: %v", err)
	}
}
