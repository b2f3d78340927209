// Package gophertest runs gopher servers on loopback, for tests of any package.
package gophertest

import (
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"uriel.dev/scheme/gopher/gopherserver"
	"uriel.dev/uri"
)

// A Server is a gopher server that ends with the test that started it.
type Server struct {
	Addr string // "127.0.0.1:port"

	mu       sync.Mutex
	requests []string
	conns    []net.Conn
}

// Serve starts a server that answers a request, without its line end, with the
// bytes that answer returns, and then closes the connection.
func Serve(t testing.TB, answer func(request string) string) *Server {
	t.Helper()
	return ServeConn(t, func(request string, conn net.Conn) { io.WriteString(conn, answer(request)) })
}

// Answers returns a function for [Serve] that answers by a table, and with an
// error item what is not in it.
func Answers(table map[string]string) func(request string) string {
	return func(request string) string {
		if answer, ok := table[request]; ok {
			return answer
		}
		return "3'" + strings.ReplaceAll(request, "\t", " ") + "' does not exist\t\terror.host\t1\r\n.\r\n"
	}
}

// ServeConn starts a server that calls handle for each request, with its line
// end removed. The connection is closed when handle returns; a conn that handle
// reads or writes fails when the test ends.
func ServeConn(t testing.TB, handle func(request string, conn net.Conn)) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Addr: l.Addr().String()}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed below
			}
			s.keep(conn)
			serving.Go(func() { s.serve(conn, handle) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		s.closeAll()
		serving.Wait()
	})
	return s
}

// ServeFiles starts the server of a folder, which speaks Gopher+ too: it has
// views, attributes and forms. Its requests are not recorded.
func ServeFiles(t testing.TB, files *gopherserver.Server) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- files.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("gopher server: %v", err)
		}
	})
	return &Server{Addr: l.Addr().String()}
}

func (s *Server) keep(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, conn)
}

func (s *Server) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, conn := range s.conns {
		conn.Close()
	}
}

func (s *Server) serve(conn net.Conn, handle func(string, net.Conn)) {
	defer conn.Close()
	request, err := readLine(conn)
	s.mu.Lock()
	s.requests = append(s.requests, request)
	s.mu.Unlock()
	if err == nil {
		handle(strings.TrimSuffix(strings.TrimSuffix(request, "\n"), "\r"), conn)
	}
}

// readLine reads a line and nothing behind it, which is for the handler to read.
func readLine(r io.Reader) (string, error) {
	var line []byte
	for b := []byte{0}; b[0] != '\n'; {
		if _, err := io.ReadFull(r, b); err != nil {
			return string(line), err
		}
		line = append(line, b[0])
	}
	return string(line), nil
}

// Requests returns what was received so far, a request each, with line ends.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// URI returns the URI of what path names on the server: "/0/a.txt".
func (s *Server) URI(path string) uri.URI {
	return uri.MustParse("gopher://" + s.Addr + path)
}
