package linewire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", 5000) // longer than the buffer
	for _, x := range []struct {
		name, in string
		max      int
		want     []string
		err      error // behind the lines; io.EOF if nil
	}{
		{"LF and CR LF", "a\nb\r\n", 0, []string{"a", "b"}, nil},
		{"last line without end", "a\nb", 0, []string{"a", "b"}, nil},
		{"empty lines", "\n\r\n", 0, []string{"", ""}, nil},
		{"CR within a line stays", "a\rb\n", 0, []string{"a\rb"}, nil},
		{"longer than the buffer", long + "\nb\n", 0, []string{long, "b"}, nil},
		{"just the limit", "abc\r\n", 3, []string{"abc"}, nil},
		{"over the limit", "abcd\n", 3, nil, ErrLineTooLong},
		{"endless", long, 100, nil, ErrLineTooLong},
		{"nothing", "", 0, nil, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(x.in), iotest.OneByteReader(strings.NewReader(x.in))} {
				r := NewReader(in, x.max)
				for _, want := range x.want {
					line, err := r.ReadLine()
					if err != nil || string(line) != want {
						t.Fatalf("line %.20q, %v; want %.20q", line, err, want)
					}
				}
				want := x.err
				if want == nil {
					want = io.EOF
				}
				if line, err := r.ReadLine(); !errors.Is(err, want) {
					t.Errorf("then %.20q, %v; want %v", line, err, want)
				}
			}
		})
	}
}

// TestReadBehindLines: what follows the lines is read as it is.
func TestReadBehindLines(t *testing.T) {
	r := NewReader(strings.NewReader("head\r\nrest\r\n\x00"), 0)
	if _, err := r.ReadLine(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(r); err != nil || string(rest) != "rest\r\n\x00" {
		t.Errorf("%q, %v", rest, err)
	}
}

// TestBind: reading and writing end with the context, and tell its cause.
func TestBind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, client := net.Pipe()
		defer server.Close()
		cause := errors.New("nobody waits any more")
		ctx, cancel := context.WithCancelCause(t.Context())
		conn := Bind(ctx, client)
		defer conn.Close()
		time.AfterFunc(time.Minute, func() { cancel(cause) })
		start := time.Now()
		if _, err := conn.Read(make([]byte, 1)); err != cause || time.Since(start) != time.Minute {
			t.Errorf("read: %v after %v", err, time.Since(start))
		}
		if _, err := conn.Write([]byte("x")); err != cause {
			t.Errorf("write: %v", err)
		}
	})
}

// TestBindPasses: a bound connection is a connection.
func TestBindPasses(t *testing.T) {
	server, client := net.Pipe()
	conn := Bind(t.Context(), client)
	go func() {
		io.WriteString(server, "hello")
		server.Close()
	}()
	if text, err := io.ReadAll(conn); err != nil || string(text) != "hello" {
		t.Errorf("%q, %v", text, err)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}

func FuzzReadLine(f *testing.F) {
	f.Add([]byte("a\r\nb\n\nc"), 10)
	f.Fuzz(func(t *testing.T, in []byte, max int) {
		r := NewReader(bytes.NewReader(in), max)
		var lines [][]byte
		for {
			line, err := r.ReadLine()
			if err != nil {
				break
			}
			if bytes.IndexByte(line, '\n') >= 0 || max > 0 && len(line) > max {
				t.Fatalf("line %q under the limit %d", line, max)
			}
			lines = append(lines, bytes.Clone(line))
		}
		if max <= 0 && len(bytes.Join(lines, nil)) > len(in) {
			t.Error("more came out than went in")
		}
	})
}
