package gateway

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A connection that waits for its next request costs net/http a goroutine with two
// buffers and the stack that the last request has left it: 20 to 40 KiB. Browsers keep
// connections for minutes, so a gateway of many clients would hold nearly nothing else.
//
// So connections that have been idle for a moment are taken from net/http and wait in
// a lot, each with a goroutine that reads one byte. When that comes, net/http gets the
// connection as a new one. To take it away, a read says that the client has hung up;
// to net/http closing is the end of it, and to the lot the beginning.

// idleSoon is how long a connection is idle before it waits in the lot: longer than a
// browser needs from one file of a page to the next.
const idleSoon = 100 * time.Millisecond

// A lot is a listener that takes back connections which are idle.
type lot struct {
	net.Listener
	idleTime time.Duration // how long a connection may wait
	conns    chan net.Conn // new ones, and those on which a client speaks again
	failed   chan error    // the end of the listener

	mu      sync.Mutex
	waiting map[*net.TCPConn]bool
	closed  chan struct{}
	all     sync.WaitGroup
}

func newLot(ln net.Listener, idleTime time.Duration) *lot {
	l := &lot{Listener: ln, idleTime: idleTime, conns: make(chan net.Conn), failed: make(chan error, 1), waiting: map[*net.TCPConn]bool{}, closed: make(chan struct{})}
	l.all.Go(l.take)
	return l
}

// take takes new connections.
func (l *lot) take() {
	for {
		conn, err := l.Listener.Accept()
		if t, ok := err.(interface{ Temporary() bool }); ok && t.Temporary() { // too many files are open, say
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if err != nil {
			l.failed <- err
			return
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			conn = &parkable{TCPConn: tcp, lot: l}
		}
		l.give(conn)
	}
}

// give gives a connection to whoever accepts it.
func (l *lot) give(conn net.Conn) {
	select {
	case l.conns <- conn:
	case <-l.closed:
		conn.Close()
	}
}

// Accept implements [net.Listener].
func (l *lot) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case err := <-l.failed:
		l.failed <- err
		return nil, err
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener]. It hangs up on those who wait.
func (l *lot) Close() error {
	l.mu.Lock()
	select {
	case <-l.closed:
		l.mu.Unlock()
		return nil
	default:
	}
	close(l.closed)
	for conn := range l.waiting {
		conn.Close()
	}
	l.mu.Unlock()
	err := l.Listener.Close()
	l.all.Wait()
	return err
}

// len returns how many connections wait.
func (l *lot) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting)
}

// park lets a connection wait until its client says something.
func (l *lot) park(conn *net.TCPConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.closed:
		conn.Close()
		return
	default:
	}
	l.waiting[conn] = true
	l.all.Go(func() { l.wait(conn) })
}

func (l *lot) wait(conn *net.TCPConn) {
	first := make([]byte, 1)
	conn.SetReadDeadline(time.Now().Add(l.idleTime)) //nolint:errcheck // then reading fails too
	n, _ := conn.Read(first)
	l.mu.Lock()
	delete(l.waiting, conn)
	l.mu.Unlock()
	if n == 0 {
		conn.Close()
		return
	}
	conn.SetReadDeadline(time.Time{}) //nolint:errcheck // as above
	l.give(&parkable{TCPConn: conn, lot: l, first: first})
}

// note notes what a server does with a connection of the lot.
func (l *lot) note(conn net.Conn, state http.ConnState) {
	if p, ok := conn.(*parkable); ok {
		p.idle.Store(state == http.StateIdle)
	}
}

// A parkable is a connection that can wait in a lot.
type parkable struct {
	*net.TCPConn
	lot   *lot
	first []byte // what has been read of it already
	idle  atomic.Bool
	whole bool // what was read last ended as a request does

	mu     sync.Mutex
	leaves bool // the next Close is to the lot
	gone   bool // it is no connection any more
}

// Read implements [net.Conn].
func (p *parkable) Read(b []byte) (int, error) {
	if len(p.first) > 0 && len(b) > 0 {
		n := copy(b, p.first)
		p.first = p.first[n:]
		return n, nil
	}
	patient := p.idle.Load() && p.whole // else net/http has the beginning of a request, which would be lost
	if patient {
		p.SetReadDeadline(time.Now().Add(idleSoon)) //nolint:errcheck // then reading fails too
	}
	n, err := p.TCPConn.Read(b)
	if patient && n == 0 && errors.Is(err, os.ErrDeadlineExceeded) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.leaves = true
		return 0, io.EOF
	}
	if patient {
		p.SetReadDeadline(time.Now().Add(p.lot.idleTime)) //nolint:errcheck // as above; for who types it by hand
	}
	if n > 0 {
		p.whole = endsRequest(b[:n])
	}
	return n, err
}

// endsRequest reports whether text ends with an empty line, as all requests do that
// have no body. Nothing of a next one is behind it then.
func endsRequest(text []byte) bool {
	return len(text) >= 4 && string(text[len(text)-4:]) == "\r\n\r\n"
}

// Close implements [net.Conn].
func (p *parkable) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return nil
	}
	if p.gone = p.leaves; p.gone {
		p.lot.park(p.TCPConn)
		return nil
	}
	return p.TCPConn.Close()
}
