package ftpclient

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"

	"uriel.dev/get"
)

// encrypt agrees on TLS over the control connection.
func (h *handler) encrypt(ctx context.Context, c *conn, t *task) error {
	c.tls = h.tlsConfig(t.addr)
	secure, err := h.handshake(ctx, t, c.Conn, c.tls)
	if err != nil {
		return err
	}
	state := secure.ConnectionState()
	h.env.Say('*', fmt.Sprintf("%s with %s", tls.VersionName(state.Version), tls.CipherSuiteName(state.CipherSuite)))
	c.speak(secure, h.env.Policy.Limits().Line)
	return nil
}

// upgrade asks for TLS (RFC 4217, section 4). A server without it is an error if
// TLS is required: whoever stands between could have stripped it.
func (h *handler) upgrade(ctx context.Context, c *conn, t *task) error {
	r, err := c.ask("AUTH TLS")
	switch {
	case err != nil:
		return t.fail(ctx, "ask for TLS", err)
	case r.code == 234:
		return h.encrypt(ctx, c, t)
	case t.ssl == "try":
		return nil // and the answer says so
	}
	e := refused("ask for TLS", t.uri(), r)
	e.Kind, e.Err = get.TLSFailed, explained{refusal{r}, "TLS is required and the server does not speak it"}
	return e
}

// protect has the data connections speak TLS (RFC 4217, section 9).
func (h *handler) protect(ctx context.Context, c *conn, t *task) error {
	if c.tls == nil {
		return nil
	}
	for _, command := range protection {
		r, err := c.ask(command)
		if err != nil {
			return t.fail(ctx, "protect the data", err)
		}
		if !r.isOK() {
			e := refused("protect the data", t.uri(), r)
			e.Kind, e.Err = get.TLSFailed, explained{refusal{r}, "the server does not send files over TLS"}
			return e
		}
	}
	return nil
}

var protection = [...]string{"PBSZ 0", "PROT P"}

// handshake agrees on TLS over raw. Any failure to agree but a lack of time or
// interest is of Kind TLSFailed.
func (h *handler) handshake(ctx context.Context, t *task, raw net.Conn, config *tls.Config) (*tls.Conn, error) {
	if limits := h.env.Policy.Limits(); limits.Connect > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limits.Connect, limits.Late("connect", "for the TLS handshake"))
		defer cancel()
	}
	secure := tls.Client(raw, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		e := get.Fail(ctx, "TLS handshake", t.uri(), get.TLSFailed, err)
		if e.Kind == get.Network {
			e.Kind = get.TLSFailed // an alert is a net.Error, too
		}
		return nil, e
	}
	return secure, nil
}

// tlsConfig returns the configuration of the environment for one server. The
// data connections go on with the session of the control connection, which is
// how servers know them for the client's.
func (h *handler) tlsConfig(addr string) *tls.Config {
	config := h.env.TLS.Clone()
	if config == nil {
		config = new(tls.Config)
	}
	if config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(addr) // made by JoinHostPort: it has both
	}
	config.ClientSessionCache = tls.NewLRUClientSessionCache(1)
	return config
}
