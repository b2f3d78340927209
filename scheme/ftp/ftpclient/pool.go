package ftpclient

import (
	"context"
	"sync"
	"time"

	"uriel.dev/policy"
)

// How long and how many connections are kept that nobody uses.
const (
	keepFor  = 30 * time.Second
	keepMost = 16
)

// A pool keeps control connections for later requests. The zero value is an
// empty one.
type pool struct {
	mu   sync.Mutex
	kept []*kept // the oldest first
}

// kept is a connection in the pool, which its timer closes.
type kept struct {
	*conn
	timer *time.Timer
}

// take takes a connection that suits a request, nil if there is none. One that
// the policy would not make for ctx is left.
func (p *pool) take(ctx context.Context, by policy.Policy, k key) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.kept) - 1; i >= 0; i-- {
		if x := p.kept[i]; x.key == k && by.Reuse(ctx, k.addr, x.conn) == nil {
			p.drop(i)
			x.meta, x.notes = nil, nil
			return x.conn
		}
	}
	return nil
}

// give gives a connection back; it is closed if it is broken, or if the request
// that it served ended before.
func (p *pool) give(c *conn) {
	if !c.free() || c.broken {
		c.Close()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) == keepMost {
		p.kept[0].Close()
		p.drop(0)
	}
	x := &kept{conn: c}
	x.timer = time.AfterFunc(keepFor, func() { p.expire(x) })
	p.kept = append(p.kept, x)
}

// drop takes a connection out.
func (p *pool) drop(i int) {
	p.kept[i].timer.Stop()
	p.kept = append(p.kept[:i:i], p.kept[i+1:]...)
}

// expire closes a connection that nobody has asked for.
func (p *pool) expire(x *kept) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.kept {
		if p.kept[i] == x {
			p.drop(i)
			x.Close()
			return
		}
	}
}

// close closes all.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.kept) > 0 {
		p.kept[0].Close()
		p.drop(0)
	}
}
