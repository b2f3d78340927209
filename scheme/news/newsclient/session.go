package newsclient

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/policy"
	"uriel.dev/uri/pct"
)

// A session is a connection that serves one request.
type session struct {
	*Conn
	presenter
	asked bool // who asks was told to the server, whatever it said
}

// open connects, agrees on TLS if that is wanted, and logs in if the request
// says as whom.
func (h handler) open(ctx context.Context, req *get.Request, t target, startTLS bool) (*session, error) {
	if t.configured { // the user has named it, elsewhere
		ctx = policy.Named(ctx, t.uri)
	}
	h.env.Say('*', "connect "+t.addr)
	raw, err := h.env.Policy.Dial(ctx, "tcp", t.addr)
	if err != nil {
		return nil, get.Fail(ctx, "dial", req.URI, get.Network, err)
	}
	var conn net.Conn = linewire.Bind(ctx, raw)
	secure := isSecure(req.URI)
	if secure {
		if conn, err = h.encrypt(ctx, conn, t.addr); err != nil {
			return nil, failTLS(ctx, req, err)
		}
	}
	c, err := Open(conn, h.env.Policy.Limits().Line, h.env.Trace)
	if err != nil {
		return nil, fail(ctx, "greet", req.URI, err)
	}
	c.secure = secure
	s := &session{Conn: c, presenter: presenter{h, ctx, req, t}}
	if err := s.begin(startTLS && !secure); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *session) begin(startTLS bool) error {
	if startTLS {
		if err := s.StartTLS(s.ctx, s.h.tlsConfig(s.addr)); err != nil {
			return failTLS(s.ctx, s.req, err)
		}
	}
	if err := s.do("greet", s.ModeReader); err != nil {
		return err
	}
	if l := s.h.login(s.req, s.target); l.user != "" && !s.asked {
		return s.logIn(l)
	}
	return nil
}

// do does a command. If the server first wants to know who asks, it is told and
// the command is given again.
func (s *session) do(op string, command func() error) error {
	err := command()
	if isCode(err, 480) && !s.asked {
		if err := s.logIn(s.h.login(s.req, s.target)); err != nil {
			return err
		}
		err = command()
	}
	if err != nil {
		return fail(s.ctx, op, s.req.URI, err)
	}
	return nil
}

func (h handler) encrypt(ctx context.Context, raw net.Conn, addr string) (net.Conn, error) {
	conn := tls.Client(raw, h.tlsConfig(addr))
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, fmt.Errorf("%w: %w", errPlain, err)
	}
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

// A login is who asks. The zero value is nobody.
type login struct {
	user, password string
	complete       bool // there is a password, though it may be empty
}

// login returns the login of a request: its own, else that of its URI, else, or
// if that lacks a password, one that is known beforehand.
func (h handler) login(req *get.Request, t target) (l login) {
	if req.User != "" {
		return login{req.User, req.Password, req.Password != ""}
	}
	user, password, complete := strings.Cut(t.uri.Userinfo(), ":")
	l = login{pct.Decode(user), pct.Decode(password), complete}
	if l.complete || h.env.Login == nil {
		return l
	}
	if user, password, ok := h.env.Login(t.uri); ok && (l.user == "" || l.user == user) {
		return login{user, password, true}
	}
	return l
}

// logIn tells the server who asks.
func (s *session) logIn(l login) error {
	if l.user == "" {
		return get.Errorf(get.Auth, "log in", s.req.URI, "a user name and a password are wanted: give them with -u name:password")
	}
	s.asked = true
	err := s.Login(l.user, func() (string, error) {
		switch {
		case l.complete:
			return l.password, nil
		case s.h.env.Ask == nil:
			return "", get.Errorf(get.Auth, "log in", s.req.URI, "a password is wanted and nobody is there to ask: give it with -u %s:password", pct.Encode(l.user, pct.RegName))
		}
		password, err := s.h.env.Ask(s.ctx, fmt.Sprintf("password for %s@%s: ", pct.Encode(l.user, pct.RegName), s.addr))
		if err != nil {
			return "", get.Fail(s.ctx, "log in", s.req.URI, get.Auth, err)
		}
		return password, nil
	})
	switch {
	case errors.Is(err, errCommand): // which holds the secret
		return get.Errorf(get.Invalid, "log in", s.req.URI, "a user name and password of at most some 480 bytes and without line ends are needed")
	case err != nil:
		return fail(s.ctx, "log in", s.req.URI, err)
	}
	return nil
}
