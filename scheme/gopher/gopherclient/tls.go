package gopherclient

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// isSecure reports whether u is asked for over TLS.
func isSecure(u uri.URI) bool { return strings.EqualFold(u.Scheme(), "gophers") }

func infoOf(u uri.URI) *scheme.Info {
	if isSecure(u) {
		return &infos[1]
	}
	return &infos[0]
}

// encrypt agrees on TLS with the server at addr if u wants that, and returns the
// connection to speak gopher over. Any failure to agree but a lack of time or
// interest is of Kind TLSFailed; nothing has been asked then.
func (h handler) encrypt(ctx context.Context, u uri.URI, addr string, raw net.Conn) (net.Conn, error) {
	if !isSecure(u) {
		return raw, nil
	}
	if limit := h.env.Policy.Limits().Connect; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, fmt.Errorf("time limit of %s for the TLS handshake: %w", limit, context.DeadlineExceeded))
		defer cancel()
	}
	conn := tls.Client(raw, h.tlsConfig(addr))
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		e := get.Fail(ctx, "TLS handshake", u, get.TLSFailed, err)
		if e.Kind == get.Network {
			e.Kind = get.TLSFailed // an alert is a net.Error, too
		}
		return nil, e
	}
	state := conn.ConnectionState()
	h.env.Say('*', fmt.Sprintf("%s with %s", tls.VersionName(state.Version), tls.CipherSuiteName(state.CipherSuite)))
	return conn, nil
}

// tlsConfig returns the configuration of the environment for one server.
func (h handler) tlsConfig(addr string) *tls.Config {
	config := h.env.TLS.Clone()
	if config == nil {
		config = new(tls.Config)
	}
	if config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(addr) // made by JoinHostPort: it has both
	}
	return config
}
