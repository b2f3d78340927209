// Package newstest runs news servers on loopback, for tests of any package: a
// small one with groups and articles in memory, which can be as old as a test
// needs it, and one that says what a script says.
package newstest

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A Level is how much of NNTP a server knows.
type Level uint8

const (
	RFC3977 Level = iota // CAPABILITIES, OVER, and all below
	RFC2980              // MODE READER, XOVER, LISTGROUP, LIST with arguments
	RFC977               // the commands of 1986 alone
)

// A Server is a news server. Its fields are set before it is started; the zero
// value is a modern one without groups.
type Server struct {
	Level Level

	// ReadOnly says that nobody may post.
	ReadOnly bool

	// User and Password are who may read; if User is "", anybody.
	User, Password string

	// TLS lets the server take STARTTLS. MustTLS says that it does little
	// without.
	TLS     *tls.Config
	MustTLS bool

	mu       sync.Mutex
	groups   []*group // in the order of LIST
	articles map[string]*article
	commands []string
	conns    map[net.Conn]bool
}

type group struct {
	name, description string
	articles          []numbered // by number
	high              int64
}

type numbered struct {
	number int64
	*article
}

type article struct {
	id, header, body string // with CR LF
	fields           map[string]string
}

// AddGroup adds a newsgroup without articles.
func (s *Server) AddGroup(name, description string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.groups = append(s.groups, &group{name: name, description: description})
}

// Add adds an article, header and body with any line ends, to the groups of its
// field Newsgroups. It must have a Message-ID that is new here, and one of the
// groups must exist.
func (s *Server) Add(text string) error {
	a, err := parse(text)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.articles[a.id] != nil {
		return fmt.Errorf("%s is here already", a.id)
	}
	found := false
	for name := range strings.SplitSeq(a.fields["newsgroups"], ",") {
		if g := s.group(strings.TrimSpace(name)); g != nil {
			g.high++
			g.articles = append(g.articles, numbered{g.high, a})
			found = true
		}
	}
	if !found {
		return fmt.Errorf("no such newsgroup: %q", a.fields["newsgroups"])
	}
	if s.articles == nil {
		s.articles = map[string]*article{}
	}
	s.articles[a.id] = a
	return nil
}

// Expire removes the article with a Message-ID, in its angle brackets.
func (s *Server) Expire(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.articles, id)
	for _, g := range s.groups {
		g.articles = slices.DeleteFunc(g.articles, func(n numbered) bool { return n.id == id })
	}
}

func parse(text string) (*article, error) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	header, body, _ := strings.Cut(text, "\r\n\r\n")
	a := &article{header: strings.TrimSuffix(header, "\r\n") + "\r\n", body: body, fields: map[string]string{}}
	for line := range strings.SplitSeq(strings.ReplaceAll(header, "\r\n ", " "), "\r\n") {
		if name, value, ok := strings.Cut(line, ":"); ok {
			a.fields[strings.ToLower(name)] = strings.TrimSpace(value)
		}
	}
	if a.id = a.fields["message-id"]; a.id == "" {
		return nil, errors.New("an article without a Message-ID")
	}
	return a, nil
}

func (s *Server) group(name string) *group {
	for _, g := range s.groups {
		if g.name == name {
			return g
		}
	}
	return nil
}

// Start serves on loopback until the test ends, and returns the address.
func (s *Server) Start(t testing.TB) (addr string) {
	t.Helper()
	return s.start(t, nil)
}

// StartTLS is Start for connections over TLS from the first octet.
func (s *Server) StartTLS(t testing.TB, config *tls.Config) (addr string) {
	t.Helper()
	return s.start(t, config)
}

func (s *Server) start(t testing.TB, config *tls.Config) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if config != nil {
		l = tls.NewListener(l, config)
	}
	var serving sync.WaitGroup
	serving.Go(func() { s.Serve(l) })
	t.Cleanup(func() {
		l.Close()
		serving.Wait()
	})
	return addr
}

// Serve serves those that l accepts, until it is closed, and returns when the
// last of them is gone: it closes their connections itself.
func (s *Server) Serve(l net.Listener) error {
	var serving sync.WaitGroup
	defer serving.Wait()
	defer s.closeAll()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		s.keep(conn)
		serving.Go(func() {
			defer s.forget(conn)
			newSession(s, conn).serve()
		})
	}
}

func (s *Server) keep(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conns == nil {
		s.conns = map[net.Conn]bool{}
	}
	s.conns[conn] = true
}

func (s *Server) forget(conn net.Conn) {
	conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, conn)
}

func (s *Server) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		conn.Close()
	}
}

// Commands returns what the server was sent so far, a command each, without line
// ends and without articles that were posted.
func (s *Server) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands)
}
