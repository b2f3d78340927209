package seeds

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// A peer is a server on loopback that records what it is sent and says what it
// was told to say.
type peer struct {
	listener net.Listener
	answers  []string                    // by connection; the last repeats
	request  func(r *bufio.Reader) error // reads one

	wires []*bytes.Buffer // by connection
	wg    sync.WaitGroup  // after which nobody writes to wires
}

// Answers of a peer that was told nothing.
const (
	httpAnswer   = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n"
	gopherAnswer = "ok\r\n.\r\n"
)

func webRequest(r *bufio.Reader) error {
	req, err := http.ReadRequest(r)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, req.Body)
	return err
}

func gopherRequest(r *bufio.Reader) error {
	_, err := r.ReadString('\n')
	return err
}

// newPeer starts a peer. It ends with the test, or with stop.
func newPeer(t *testing.T, request func(*bufio.Reader) error, answers []string) *peer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{listener: l, answers: answers, request: request}
	p.wg.Go(p.serve)
	t.Cleanup(func() { p.stop() })
	return p
}

func (p *peer) addr() string { return p.listener.Addr().String() }

func (p *peer) serve() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			return
		}
		wire := new(bytes.Buffer)
		answer := p.answers[min(len(p.wires), len(p.answers)-1)]
		p.wires = append(p.wires, wire)
		p.wg.Go(func() { p.talk(c, wire, answer) })
	}
}

// talk reads a request, answers it, and records all that comes until the client
// is done.
func (p *peer) talk(c net.Conn, wire *bytes.Buffer, answer string) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(commandTime))
	r := bufio.NewReader(io.TeeReader(c, wire))
	if err := p.request(r); err != nil {
		return // what came is on record
	}
	if _, err := io.WriteString(c, answer); err != nil {
		return
	}
	c.(*net.TCPConn).CloseWrite()
	io.Copy(io.Discard, r)
}

// stop ends the peer and returns what each connection sent. The client has
// ended by then, so that nothing is still on its way.
func (p *peer) stop() []string {
	p.listener.Close()
	p.wg.Wait()
	var out []string
	for _, w := range p.wires {
		out = append(out, w.String())
	}
	return out
}

func TestPeer(t *testing.T) {
	for _, test := range []struct {
		name    string
		request func(*bufio.Reader) error
		sent    []string
	}{
		{"gopher", gopherRequest, []string{"a\r\n", "\xff\tq\t+\t1\r\n+-1\r\nx\r\n.\r\n"}},
		{"http", webRequest, []string{"GET /a/../b HTTP/1.1\r\nHost: h\r\n\r\n", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPeer(t, test.request, []string{"first", "then"})
			for i, sent := range test.sent {
				c, err := net.Dial("tcp", p.addr())
				if err != nil {
					t.Fatal(err)
				}
				io.WriteString(c, sent)
				got, err := io.ReadAll(c)
				c.Close()
				if want := []string{"first", "then"}[i]; err != nil || string(got) != want {
					t.Errorf("answer %d is %q, %v, want %q", i, got, err, want)
				}
			}
			if got := p.stop(); !slices.Equal(got, test.sent) {
				t.Errorf("recorded %q, sent %q", got, test.sent)
			}
		})
	}
}
