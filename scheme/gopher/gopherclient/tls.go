package gopherclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
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
// connection to speak gopher over, and what is to be told of the server. Any
// failure to agree but a lack of time or interest is of Kind TLSFailed; nothing
// has been asked then.
func (h handler) encrypt(ctx context.Context, u uri.URI, addr string, raw net.Conn) (_ net.Conn, note string, err error) {
	if !isSecure(u) {
		return raw, "", nil
	}
	limits := h.env.Policy.Limits()
	if limits.Connect > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limits.Connect, limits.Late("connect", "for the TLS handshake"))
		defer cancel()
	}
	config := h.tlsConfig(addr)
	h.trust(addr, config, &note)
	conn := tls.Client(raw, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		e := get.Fail(ctx, "TLS handshake", u, get.TLSFailed, err)
		if e.Kind != get.Timeout && e.Kind != get.Canceled {
			e.Kind = get.TLSFailed // an alert is a net.Error, and a file of known servers may be out of reach
		}
		return nil, "", e
	}
	state := conn.ConnectionState()
	h.env.Say('*', fmt.Sprintf("%s with %s", tls.VersionName(state.Version), tls.CipherSuiteName(state.CipherSuite)))
	return conn, note, nil
}

// trust lets the environment decide about a server that no authority vouches
// for, unless any certificate will do anyway.
func (h handler) trust(addr string, config *tls.Config, note *string) {
	if h.env.Trust == nil || config.InsecureSkipVerify {
		return
	}
	config.InsecureSkipVerify = true // what is skipped is done here
	config.VerifyConnection = func(state tls.ConnectionState) (err error) {
		leaf := state.PeerCertificates[0]
		*note, err = h.env.Trust(addr, leaf, isKnown(state, config))
		return err
	}
}

// isKnown reports whether an authority vouches for the certificate of a server,
// as crypto/tls would find out.
func isKnown(state tls.ConnectionState, config *tls.Config) bool {
	options := x509.VerifyOptions{Roots: config.RootCAs, DNSName: config.ServerName, Intermediates: x509.NewCertPool()}
	for _, cert := range state.PeerCertificates[1:] {
		options.Intermediates.AddCert(cert)
	}
	_, err := state.PeerCertificates[0].Verify(options)
	return err == nil
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
