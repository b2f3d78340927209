package gateway

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// How long a client may take: for the header of a request, for all of it, for the
// answer beyond what a policy lets an object take (for slow readers), and until its
// next request. Who drips a header or a form holds a connection no longer.
const (
	headerTime = 10 * time.Second
	bodyTime   = 30 * time.Second
	writeTime  = 15 * time.Minute
	idleTime   = 2 * time.Minute
)

// A Server answers the clients of a handler until it is told to stop. It serves once.
type Server struct {
	Handler http.Handler
	Log     *slog.Logger  // what goes wrong on connections; nil is silence
	Drain   time.Duration // how long it answers still when it is told to stop, and says so at /healthz

	headerTime, bodyTime, idleTime time.Duration // for tests

	stopping atomic.Bool
	lot      *lot
	mu       sync.Mutex
	states   map[net.Conn]http.ConnState
}

type serverKey struct{}

// serverOf returns the server that a request came to, or nil.
func serverOf(r *http.Request) *Server {
	s, _ := r.Context().Value(serverKey{}).(*Server)
	return s
}

// Serve answers on ln until ctx ends. Then it goes on for the time of Drain, takes no
// new requests, gives those under way five seconds, and returns nil. Any other error
// is of the listener. ln is closed in every case.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	s.states, s.lot = map[net.Conn]http.ConnState{}, newLot(ln, cmp.Or(s.idleTime, idleTime))
	defer s.lot.Close()
	server := s.server(ctx)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(s.lot) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	select {
	case err := <-failed:
		return err
	case <-time.After(s.Drain):
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (s *Server) server(ctx context.Context) *http.Server {
	log := s.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &http.Server{
		Handler:           s.Handler,
		ReadHeaderTimeout: cmp.Or(s.headerTime, headerTime),
		ReadTimeout:       cmp.Or(s.bodyTime, bodyTime),
		WriteTimeout:      writeTime,
		IdleTimeout:       cmp.Or(s.idleTime, idleTime),
		MaxHeaderBytes:    1 << 20, // URIs of data: are long
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ConnState:         s.note,
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(context.WithoutCancel(ctx), serverKey{}, s)
		},
	}
}

// note notes what a connection does.
func (s *Server) note(c net.Conn, state http.ConnState) {
	s.lot.note(c, state)
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateClosed || state == http.StateHijacked {
		delete(s.states, c)
		return
	}
	s.states[c] = state
}

// Connections yields what connections do, "new", "active" or "idle", and how many do.
func (s *Server) Connections() iter.Seq2[string, int] {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := map[http.ConnState]int{}
	for _, state := range s.states {
		n[state]++
	}
	n[http.StateIdle] += s.lot.len()
	return func(yield func(string, int) bool) {
		_ = yield("new", n[http.StateNew]) && yield("active", n[http.StateActive]) && yield("idle", n[http.StateIdle])
	}
}

// isStopping reports whether the server of a request has been told to stop.
func isStopping(r *http.Request) bool {
	s := serverOf(r)
	return s != nil && s.stopping.Load()
}

// isAmong reports whether host, which may have a port, is one of hosts.
func isAmong(hosts []string, host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	} else if strings.Trim(port, "0123456789") != "" {
		return false
	}
	return slices.ContainsFunc(hosts, func(h string) bool { return strings.EqualFold(strings.Trim(h, "[]"), name) })
}
