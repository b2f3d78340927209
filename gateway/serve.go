package gateway

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// writeTime is how long an answer may take: beyond what a policy lets an object
// take, for slow readers.
const writeTime = 15 * time.Minute

// Serve answers on ln with h until ctx ends. Then it takes no new requests,
// gives those under way five seconds, and returns nil. Any other error is of
// the listener. ln is closed in every case.
func Serve(ctx context.Context, ln net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second, // a client that drips its header holds a connection no longer
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      writeTime,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    1 << 20, // URIs of data: are long
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
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
