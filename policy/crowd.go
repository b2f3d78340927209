package policy

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
)

// Admit lets a request of client in, if it is not one more at a time than the
// limit called client allows. leave is called when it is answered. A server asks
// it for what it does for others; client is by what it tells them apart, such as
// an address.
func (p Policy) Admit(client string) (leave func(), err error) {
	if p.limits.Client == 0 || p.crowds == nil {
		return func() {}, nil
	}
	nobodyWaits, cancel := context.WithCancel(context.Background())
	cancel()
	leave, err = p.crowds.clients.enter(nobodyWaits, client, p.limits.Client)
	if err != nil {
		return nil, p.limits.Over("client", "requests of one client at a time")
	}
	return leave, nil
}

// approach waits until there are fewer connections to host than the limit of
// that name allows. leave is called when the one that is made then is closed.
func (p Policy) approach(ctx context.Context, host string) (leave func(), err error) {
	if p.limits.Host == 0 || p.crowds == nil {
		return func() {}, nil
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	leave, err = p.crowds.hosts.enter(ctx, name, p.limits.Host)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", p.limits.Over("host", "connections to one host at a time"), err)
	}
	return leave, nil
}

// counted is a connection that makes room for another when it is closed.
type counted struct {
	*net.TCPConn
	leave func()
}

func (c counted) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}

// crowds are whom a policy counts, and all that are made from it.
type crowds struct{ hosts, clients crowd }

// A crowd counts what goes on at a time, by whom it is for. The zero value is
// empty.
type crowd struct {
	mu    sync.Mutex
	rooms map[string]*room
}

// A room has places for as much as may go on at a time.
type room struct {
	places chan struct{}
	here   int // in a place, or waiting for one
}

// enter waits for a place in the room called name, which has so many, until ctx
// ends; one that is free is taken even then.
func (c *crowd) enter(ctx context.Context, name string, places int) (leave func(), err error) {
	r := c.open(name, places)
	select {
	case r.places <- struct{}{}:
	default:
		select {
		case r.places <- struct{}{}:
		case <-ctx.Done():
			c.shut(name, r)
			return nil, ctx.Err()
		}
	}
	return sync.OnceFunc(func() { <-r.places; c.shut(name, r) }), nil
}

// open returns the room called name, with one more in it.
func (c *crowd) open(name string, places int) *room {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.rooms[name]
	if r == nil {
		r = &room{places: make(chan struct{}, places)}
		if c.rooms == nil {
			c.rooms = map[string]*room{}
		}
		c.rooms[name] = r
	}
	r.here++
	return r
}

// shut forgets a room when the last has left it.
func (c *crowd) shut(name string, r *room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.here--; r.here == 0 {
		delete(c.rooms, name)
	}
}
