// Package ftptest runs FTP servers on loopback: a small real one, which holds its
// files in memory, and one that follows a script line by line. They are for tests
// of any package, and to try a client by hand:
//
//	go test ./scheme/ftp/ftptest -listen 127.0.0.1:2121
package ftptest

import (
	"crypto/tls"
	"maps"
	"net"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"uriel.dev/uri"
)

// A Config is what a server holds and how it behaves. The zero value is an empty
// server that lets everybody in and knows all commands.
type Config struct {
	// Files are contents by absolute name, such as "/pub/a.txt". The folders of
	// a name are there, too; a name that ends in a slash is an empty folder.
	Files map[string]string

	// Modified is when all files were written; zero is the first moment of 2024.
	Modified time.Time

	// Home is the directory of a login; "" is "/".
	Home string

	// Users are passwords by name. With nil every user and password is taken.
	Users map[string]string

	// Greeting is the text of the first reply; it may have several lines.
	Greeting string

	// Without lists commands that are not known here, such as "MLSD". FEAT does
	// not tell of them.
	Without []string

	// Answers are replies by command, with or without an argument: "CWD a",
	// "PASS". They are sent as they are, with CR LF behind, and nothing is done.
	Answers map[string]string

	// TLS is the configuration of AUTH TLS; nil is none. With Implicit the
	// connection begins with it.
	TLS      *tls.Config
	Implicit bool
}

// A Server is a running server.
type Server struct {
	Addr string // "127.0.0.1:port"

	config   Config
	listener net.Listener
	serving  sync.WaitGroup

	mu       sync.Mutex
	files    map[string]string
	sessions [][]string
	open     map[net.Conn]bool
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, c Config) *Server {
	t.Helper()
	s, err := Listen("127.0.0.1:0", c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Listen starts a server at addr, "host:port".
func Listen(addr string, c Config) (*Server, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	if c.Implicit {
		l = tls.NewListener(l, c.TLS)
	}
	if c.Modified.IsZero() {
		c.Modified = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	s := &Server{Addr: l.Addr().String(), config: c, listener: l, files: map[string]string{"/": ""}, open: map[net.Conn]bool{}}
	for name, content := range c.Files {
		s.add(name, content)
	}
	s.serving.Go(s.accept)
	return s, nil
}

// add adds a file and its folders, whose names end in a slash.
func (s *Server) add(name, content string) {
	s.files[name] = content
	for dir := path.Dir(strings.TrimSuffix(name, "/")); dir != "/"; dir = path.Dir(dir) {
		s.files[dir+"/"] = ""
	}
}

func (s *Server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return // closed
		}
		s.keep(conn)
		s.mu.Lock()
		n := len(s.sessions)
		s.sessions = append(s.sessions, nil)
		s.mu.Unlock()
		s.serving.Go(func() {
			defer s.drop(conn)
			newSession(s, conn, n).run()
		})
	}
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.listener.Close()
	s.mu.Lock()
	for conn := range s.open {
		conn.Close()
	}
	s.mu.Unlock()
	s.serving.Wait()
}

func (s *Server) keep(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[conn] = true
}

func (s *Server) drop(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, conn)
	conn.Close()
}

// heard records a command.
func (s *Server) heard(session int, line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[session] = append(s.sessions[session], line)
}

// Sessions returns the commands that were received so far, without their line
// ends, by control connection.
func (s *Server) Sessions() [][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([][]string, len(s.sessions))
	for i := range s.sessions {
		out[i] = slices.Clone(s.sessions[i])
	}
	return out
}

// File returns the content of a file as it is now.
func (s *Server) File(name string) (content string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	content, ok = s.files[name]
	return content, ok
}

// store writes a file, if its folder is there.
func (s *Server) store(name, content string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isDir(path.Dir(name)) || s.isDir(name) {
		return false
	}
	s.files[name] = content
	return true
}

// isDir reports whether a folder is there; s is locked.
func (s *Server) isDir(name string) bool {
	_, ok := s.files[strings.TrimSuffix(name, "/")+"/"]
	return ok
}

// list returns the names in a folder, sorted; those of folders end in a slash.
func (s *Server) list(dir string) (names []string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isDir(dir) {
		return nil, false
	}
	prefix := strings.TrimSuffix(dir, "/") + "/"
	for name := range maps.Keys(s.files) {
		rest, below := strings.CutPrefix(name, prefix)
		if below && rest != "" && !strings.Contains(strings.TrimSuffix(rest, "/"), "/") {
			names = append(names, rest)
		}
	}
	slices.Sort(names)
	return names, true
}

// URI returns the URI of what path names on the server: "/a.txt".
func (s *Server) URI(path string) uri.URI {
	scheme := "ftp"
	if s.config.Implicit {
		scheme = "ftps"
	}
	return uri.MustParse(scheme + "://" + s.Addr + path)
}
