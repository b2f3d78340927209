package ftpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/policy"
)

// A transfer is what goes over a data connection. Read and Close give the control
// connection back; a transfer that is closed before its end is broken off.
type transfer struct {
	net.Conn                      // of the data, bound to ctx
	wait     *policy.DataListener // for Conn, in active mode
	ctx      context.Context      // of this one answer
	h        *handler
	c        *conn
	t        *task
	offset   int64 // where in the file it begins
	got      int64
	done     bool // the reply that ends it has been read
	over     bool // the control connection has been given back
}

// open opens a data connection and sends the command that uses it, so that the
// transfer begins behind rest bytes of a file. If the reply says no, there is no
// transfer.
func (h *handler) open(ctx context.Context, c *conn, t *task, rest int64, command string) (*transfer, reply, error) {
	x := &transfer{ctx: ctx, h: h, c: c, t: t}
	if err := x.arrange(); err != nil {
		return nil, reply{}, err
	}
	r, err := x.begin(rest, command)
	if err != nil || r.code >= 300 {
		x.hangUp()
		return nil, r, err
	}
	t.lent = true
	return x, r, nil
}

// arrange agrees with the server on who connects for the data, and where to.
func (x *transfer) arrange() (err error) {
	if x.t.isActive() {
		x.wait, err = x.h.active(x.ctx, x.c, x.t)
		return err
	}
	raw, err := x.h.passive(x.ctx, x.c, x.t)
	if err == nil {
		x.Conn = linewire.Bind(x.ctx, raw)
	}
	return err
}

// hangUp ends a transfer that has not begun.
func (x *transfer) hangUp() {
	if x.wait != nil {
		x.wait.Close()
	}
	if x.Conn != nil {
		x.Conn.Close()
	}
}

// begin sends the commands of a transfer. A server that does not begin in the
// middle of a file sends all of it.
func (x *transfer) begin(rest int64, command string) (reply, error) {
	if rest > 0 {
		r, err := x.c.ask(fmt.Sprintf("REST %d", rest))
		if err != nil {
			return r, x.t.fail(x.ctx, "transfer", err)
		}
		if r.code == 350 {
			x.offset = rest
		}
	}
	r, err := x.c.ask(command)
	if err != nil {
		return r, x.t.fail(x.ctx, "transfer", err)
	}
	if r.code < 300 && x.wait != nil {
		if err := x.accept(); err != nil {
			x.c.broken = true // the server has more to say of it
			return r, err
		}
	}
	if r.code >= 300 || x.c.tls == nil {
		x.done = r.isOK() // there was so little that it is over already
		return r, nil
	}
	secure, err := x.h.handshake(x.ctx, x.t, x.Conn, x.c.tls)
	if err != nil {
		x.c.broken = true // the server has more to say of it
		return r, err
	}
	x.Conn, x.done = secure, r.isOK()
	return r, nil
}

// Read reads the data. io.EOF means that the server has said, too, that this is
// all; other errors are of [get.Error].
func (x *transfer) Read(p []byte) (int, error) {
	if x.over {
		return 0, io.EOF
	}
	n, err := x.Conn.Read(p)
	x.got += int64(n)
	switch {
	case err == nil, n > 0:
		return n, nil // an error comes again
	case err == io.EOF, err == io.ErrUnexpectedEOF && x.c.tls != nil:
		// Over TLS many servers just close. Whether it was all is said over the
		// control connection, which nobody else can end.
		if err := x.finish(); err != nil {
			return 0, err
		}
		return 0, io.EOF
	}
	return 0, x.partial(x.t.fail(x.ctx, "read", err))
}

// finish reads the reply that ends a transfer.
func (x *transfer) finish() error {
	x.Conn.Close()
	defer x.giveBack()
	if x.done {
		return nil
	}
	r, err := x.c.readWithin(x.ctx, x.h.env.Policy.Limits().FirstByte)
	switch {
	case err != nil:
		return x.partial(x.t.fail(x.ctx, "read", err))
	case !r.isOK():
		return x.partial(refused("read", x.t.uri(), r))
	}
	return nil
}

// partial is e, as it is to be told when some of the data came.
func (x *transfer) partial(e *get.Error) *get.Error {
	if x.got > 0 && e.Kind != get.Canceled && e.Kind != get.Timeout {
		e.Kind = get.Partial
	}
	return e
}

func (x *transfer) giveBack() {
	if !x.over {
		x.over = true
		x.h.pool.give(x.c)
	}
}

// Close breaks the transfer off, unless it has ended. Nobody waits for what the
// server says of it: whoever uses the control connection next reads that first.
func (x *transfer) Close() error {
	if x.over {
		return nil
	}
	x.Conn.Close()
	if !x.done {
		x.c.abort()
	}
	x.giveBack()
	return nil
}

// passive asks the server for a port to wait on, and connects to it (RFC 2428,
// section 3; RFC 959, section 4.1.2).
func (h *handler) passive(ctx context.Context, c *conn, t *task) (net.Conn, error) {
	port, err := c.askPort()
	if err != nil {
		return nil, t.fail(ctx, "open data connection", err)
	}
	h.env.Say('*', "connect "+net.JoinHostPort(t.host(), strconv.Itoa(int(port))))
	raw, err := h.env.Policy.DialData(ctx, c.Conn, port)
	if err != nil {
		return nil, get.Fail(ctx, "open data connection", t.uri(), get.Network, err)
	}
	return raw, nil
}

var errNoPort = errors.New("the server names no port for the data")

func (c *conn) askPort() (uint16, error) {
	r, err := c.try("EPSV", "")
	switch {
	case err != nil:
		return 0, err
	case r.code == 229:
		return extendedPort(r.text())
	}
	c.lacks["EPSV"] = true
	if r, err = c.ask("PASV"); err != nil {
		return 0, err
	}
	if r.code != 227 {
		return 0, refusal{r}
	}
	host, port, err := hostPort(r.text())
	if err != nil {
		return 0, err
	}
	if peer, err := netip.ParseAddrPort(c.RemoteAddr().String()); err == nil && peer.Addr().Unmap() != host {
		c.note(fmt.Sprintf("the server names %s for the data: its own address was dialled instead", host))
	}
	return port, nil
}

// extendedPort reads the reply to EPSV: "(|||6446|)", any character in place of
// the bar (RFC 2428, section 3). What an address in it would say is of no
// matter.
func extendedPort(text string) (uint16, error) {
	_, inside, ok := strings.Cut(text, "(")
	if !ok || inside == "" {
		return 0, fmt.Errorf("%w: %q", errNoPort, text)
	}
	fields := strings.Split(inside, inside[:1])
	if len(fields) < 5 {
		return 0, fmt.Errorf("%w: %q", errNoPort, text)
	}
	port, err := strconv.ParseUint(fields[3], 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("%w: %q", errNoPort, text)
	}
	return uint16(port), nil
}

// sixNumbers is how PASV tells host and port; what stands around it differs (RFC
// 1123, section 4.1.2.6).
var sixNumbers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b\d{1,3}(?:,\d{1,3}){5}\b`)
})

// hostPort reads the reply to PASV: h1,h2,h3,h4,p1,p2, an octet each.
func hostPort(text string) (host netip.Addr, port uint16, err error) {
	var octets [6]byte
	found := sixNumbers().FindString(text)
	for i, field := range strings.Split(found, ",") {
		n, err := strconv.ParseUint(field, 10, 8)
		if err != nil {
			return host, 0, fmt.Errorf("%w: %q", errNoPort, text)
		}
		octets[i] = byte(n)
	}
	port = uint16(octets[4])<<8 | uint16(octets[5])
	if port == 0 {
		return host, 0, fmt.Errorf("%w: %q", errNoPort, text)
	}
	return netip.AddrFrom4([4]byte(octets[:4])), port, nil
}
