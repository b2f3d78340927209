package httpclient

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// newClient returns a client of the person at the command line with the handler
// for both schemes.
func newClient(t *testing.T, env get.Env) *get.Client {
	t.Helper()
	env.Policy = policy.CLI(table)
	h := New(env)
	t.Cleanup(func() { h.(io.Closer).Close() })
	return &get.Client{Policy: env.Policy, Schemes: table, Handlers: map[string]get.Handler{"http": h, "https": h}}
}

// A script is a server that gives one reply to each request, over a connection
// of its own, and keeps what it was sent.
type script struct {
	net.Listener
	wg   sync.WaitGroup
	mu   sync.Mutex
	sent []string
}

// serve starts a server with the given replies; lines of a reply end in LF, and
// are sent with CR LF up to the empty line behind the head.
func serve(t *testing.T, replies ...string) *script {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &script{Listener: ln}
	s.wg.Go(func() {
		for _, reply := range replies {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			s.answer(conn, reply)
		}
		ln.Close() // who asks once more is refused
	})
	t.Cleanup(func() { ln.Close(); s.wg.Wait() })
	return s
}

func (s *script) answer(conn net.Conn, reply string) {
	defer conn.Close()
	var raw bytes.Buffer
	r, err := http.ReadRequest(bufio.NewReader(io.TeeReader(conn, &raw)))
	if err != nil {
		return // as told by what is missing in sent
	}
	io.Copy(io.Discard, r.Body)
	s.mu.Lock()
	s.sent = append(s.sent, raw.String())
	s.mu.Unlock()
	head, body, _ := strings.Cut(reply, "\n\n")
	io.WriteString(conn, strings.ReplaceAll(head, "\n", "\r\n")+"\r\n\r\n"+body)
}

// requests returns what was sent so far.
func (s *script) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sent)
}

func (s *script) addr() string { return s.Listener.Addr().String() }

// at returns text as a URI, with HOST replaced by the address of the server.
func (s *script) at(text string) uri.URI {
	return uri.MustParse(strings.ReplaceAll(text, "HOST", s.addr()))
}

// lines writes a request as it is sent, with HOST for the server.
func (s *script) lines(lines ...string) string {
	return strings.ReplaceAll(strings.Join(lines, "\r\n")+"\r\n\r\n", "HOST", s.addr())
}

const ok = "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 3\n\nyes"

// read returns an answer as text: the body of an object, the locations, or the
// kind of a failure.
func read(res *get.Response, err error) string {
	if err != nil {
		e, ok := errors.AsType[*get.Error](err)
		if !ok {
			return fmt.Sprintf("no *get.Error: %v", err)
		}
		e.Close()
		return "error: " + e.Kind.String()
	}
	defer res.Close()
	switch a := res.Answer.(type) {
	case *get.Object:
		text, err := io.ReadAll(a.Body)
		if err != nil {
			return string(text) + " " + read(nil, err)
		}
		return string(text)
	case *get.Locations:
		var list []string
		for _, l := range a.List {
			list = append(list, l.URI.String())
		}
		return "to " + strings.Join(list, " ")
	}
	return res.Kind()
}

func wantError(t *testing.T, err error, kind get.Kind) *get.Error {
	t.Helper()
	e, ok := errors.AsType[*get.Error](err)
	if !ok || e.Kind != kind {
		t.Fatalf("error %v, want one of kind %v", err, kind)
	}
	t.Cleanup(func() { e.Close() })
	return e
}
