package ftpclient

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
)

// readPut finds out what is to be done to store, without doing it.
func (h *handler) readPut(req *get.Request) (*task, error) {
	t, err := h.read(req)
	if err == nil && t.isList {
		return nil, get.Errorf(get.Invalid, "put", req.URI, "the URI names a directory: one of a file has its name behind the last slash")
	}
	return t, err
}

// PlanPut implements [get.Putter].
func (h *handler) PlanPut(req *get.Request) (get.Plan, error) {
	t, err := h.readPut(req)
	if err != nil {
		return nil, err
	}
	var p planner
	h.planLogin(&p, t)
	if t.isForeign() {
		p.send("FEAT")
	}
	p.directory(t)
	p.send("TYPE " + t.code)
	h.planData(&p, t, t.storing())
	return p.plan, nil
}

// storing is the command that stores (RFC 959, section 4.1.3).
func (t *task) storing() string {
	if t.req.Options[OptionAppend] != "" {
		return "APPE " + t.name
	}
	return "STOR " + t.name
}

// Put implements [get.Putter]: it sends STOR, or APPE by [OptionAppend].
func (h *handler) Put(ctx context.Context, req *get.Request, data io.Reader, size int64) (*get.Response, error) {
	t, err := h.readPut(req)
	if err != nil {
		return nil, err
	}
	return h.do(ctx, t, func(ctx context.Context, c *conn, t *task) (*get.Response, error) {
		return h.store(ctx, c, t, data, size)
	})
}

func (h *handler) store(ctx context.Context, c *conn, t *task, data io.Reader, size int64) (*get.Response, error) {
	if err := h.prepare(ctx, c, t, t.dirs, t.code); err != nil {
		return nil, err
	}
	x, r, err := h.open(ctx, c, t, 0, t.storing())
	if err != nil {
		return nil, err
	}
	if x == nil {
		e := refused("store", t.uri(), r)
		if e.Kind == get.NotFound {
			e.Kind, e.Err = get.Auth, explained{refusal{r}, "the server does not let it be stored"}
		}
		return nil, e
	}
	res := t.answer(c, &get.Locations{List: []get.Location{{URI: t.uri(), Note: "stored"}}})
	if err := x.send(data, size); err != nil {
		return nil, err
	}
	return res, nil
}

// send sends all of data, of size bytes, and reads whether the server has it.
func (x *transfer) send(data io.Reader, size int64) error {
	var to io.Writer = x.Conn
	if x.t.code == "A" {
		to = &lineEnds{to: x.Conn}
	}
	from := &source{Reader: data}
	n, err := io.Copy(to, from)
	x.got = n
	if from.err != nil {
		err = get.Fail(x.ctx, "read what to store", x.t.uri(), get.Internal, from.err)
	}
	if err == nil && size >= 0 && n != size {
		err = get.Errorf(get.Partial, "store", x.t.uri(), "%d bytes were to be sent, but there are %d", size, n)
	}
	if err == nil {
		err = x.closeWrite()
	}
	if err != nil {
		return x.giveUp(err)
	}
	return x.finish()
}

// A source keeps its own error apart from those of where it is copied to.
type source struct {
	io.Reader
	err error
}

// Read implements [io.Reader].
func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != io.EOF {
		s.err = err
	}
	return n, err
}

// closeWrite says that this is all, over TLS so that nobody else can.
func (x *transfer) closeWrite() error {
	if secure, ok := x.Conn.(*tls.Conn); ok {
		return secure.CloseWrite()
	}
	return nil
}

// giveUp ends a transfer so that the server does not take what came for all: it
// resets the connection, where closing would mean the end of the file. What the
// server says of it is the reason, if it was the one to stop.
func (x *transfer) giveUp(err error) error {
	e := x.t.fail(x.ctx, "store", err)
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "write" && x.ctx.Err() == nil {
		if r, rerr := x.c.readWithin(x.ctx, x.h.env.Policy.Limits().Connect); rerr == nil && !r.isOK() {
			e = refused("store", x.t.uri(), r)
			x.done = true
		}
	}
	x.reset()
	x.Close()
	return x.partial(e)
}

func (x *transfer) reset() {
	var raw net.Conn = x.Conn
	if secure, ok := raw.(*tls.Conn); ok {
		raw = secure.NetConn()
	}
	if bound, ok := raw.(*linewire.Conn); ok {
		raw = bound.Conn
	}
	if tcp, ok := raw.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	raw.Close()
}

// lineEnds writes lines as NVT-ASCII has them, with CR LF behind each (RFC 959,
// section 3.1.1.1).
type lineEnds struct {
	to   io.Writer
	last byte
}

// Write implements [io.Writer]; the count is of p.
func (w *lineEnds) Write(p []byte) (int, error) {
	out := make([]byte, 0, len(p)+len(p)/16)
	for _, c := range p {
		if c == '\n' && w.last != '\r' {
			out = append(out, '\r')
		}
		out = append(out, c)
		w.last = c
	}
	if _, err := w.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
