package httpclient

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// How long connections are kept that nobody uses.
const (
	idle      = 30 * time.Second
	idleAlone = 100 * time.Millisecond // of a transport that is thrown away: nobody comes
)

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// newTransport returns a transport that connects by dial.
func (h *handler) newTransport(dial dialFunc, keep time.Duration) *http.Transport {
	limits := h.env.Policy.Limits()
	dialCaller := func(ctx context.Context, network, addr string) (net.Conn, error) {
		return dial(caller(ctx), network, addr)
	}
	return &http.Transport{
		DialContext: dialCaller,
		DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return h.dialTLS(caller(ctx), dial, network, addr)
		},
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // done in body.go, where a note tells of it
		MaxResponseHeaderBytes: int64(limits.Header),
		ResponseHeaderTimeout:  limits.FirstByte,
		IdleConnTimeout:        keep,
		MaxIdleConns:           64,
	}
}

// dialUnnamed dials as the policy lets anybody whom a URI leads somewhere.
func (h *handler) dialUnnamed(ctx context.Context, network, addr string) (net.Conn, error) {
	return h.env.Policy.Dial(policy.Named(ctx, uri.URI{}), network, addr)
}

// dialTLS connects and agrees on TLS. Any failure to agree but a lack of time
// is a [*get.Error] of Kind TLSFailed; its URI is left to be filled in.
func (h *handler) dialTLS(ctx context.Context, dial dialFunc, network, addr string) (net.Conn, error) {
	raw, err := dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	ctx, cancel := h.limited(ctx, "the TLS handshake")
	defer cancel()
	conn := tls.Client(raw, h.tlsConfig(addr))
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		e := get.Fail(ctx, "TLS handshake", uri.URI{}, get.TLSFailed, err)
		if e.Kind == get.Network {
			e.Kind = get.TLSFailed // an alert is a net.Error, too
		}
		return nil, e
	}
	return conn, nil
}

// limited returns ctx with the limit of time that a step of connecting has.
func (h *handler) limited(ctx context.Context, step string) (context.Context, context.CancelFunc) {
	limit := h.env.Policy.Limits().Connect
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("time limit of %s for %s: %w", limit, step, context.DeadlineExceeded))
}

func (h *handler) tlsConfig(addr string) *tls.Config {
	config := h.env.TLS.Clone()
	if config == nil {
		config = new(tls.Config)
	}
	if config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(addr) // made by net/http: it has both
	}
	if config.NextProtos == nil {
		config.NextProtos = []string{"h2", "http/1.1"}
	}
	return config
}

type callerKey struct{}

// withCaller lets a dial find the context of the request that it is made for.
// net/http dials under a context that does not end with the request, in the
// hope of another one; here a connection that nobody waits for is given up.
func withCaller(ctx context.Context) context.Context { return context.WithValue(ctx, callerKey{}, ctx) }

func caller(ctx context.Context) context.Context {
	return ctx.Value(callerKey{}).(context.Context)
}
