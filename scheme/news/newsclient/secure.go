package newsclient

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// errPlain is wrapped by the error of a server that does not agree on TLS.
var errPlain = errors.New("no TLS")

// StartTLS agrees on TLS with a server that was spoken to in the clear (RFC
// 4642). What the server said before is forgotten, and nothing that it sent in
// the clear is taken for what it says under TLS. An error means that the
// connection is to be closed.
func (c *Conn) StartTLS(ctx context.Context, config *tls.Config) error {
	if _, _, err := c.ask("STARTTLS", 382); err != nil {
		return fmt.Errorf("%w after STARTTLS: %w", errPlain, err)
	}
	if c.r.Buffered() > 0 { // by somebody in between, who would speak in its name
		return fmt.Errorf("%w: the server said more in the clear", errPlain)
	}
	conn := tls.Client(c.conn, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		return fmt.Errorf("%w: %w", errPlain, err)
	}
	c.conn, c.secure = conn, true
	c.r.Reset(conn)
	return nil
}

// Login tells the server who asks (RFC 4643). Over TLS it is SASL PLAIN if the
// server has that, else AUTHINFO USER and PASS. password is called if one is
// wanted, and its error returned. In the clear all can read it.
func (c *Conn) Login(user string, password func() (string, error)) error {
	if c.secure {
		can, err := c.Capabilities()
		if err != nil {
			return err
		}
		if can.Has("SASL", "PLAIN") && can.Has("AUTHINFO", "SASL") {
			return c.plain(user, password)
		}
	}
	code, _, err := c.ask("AUTHINFO USER "+user, 281, 381)
	if err != nil || code == 281 {
		return err
	}
	secret, err := password()
	if err == nil {
		_, _, err = c.ask("AUTHINFO PASS "+secret, 281)
	}
	return err
}

// plain logs in by the mechanism of RFC 4616, with the answer in the command. A
// long one is refused by send: a user may not get a command cut in two.
func (c *Conn) plain(user string, password func() (string, error)) error {
	secret, err := password()
	if err != nil {
		return err
	}
	if strings.Contains(user+secret, "\x00") {
		return fmt.Errorf("%w: a NUL in the login", errCommand)
	}
	answer := base64.StdEncoding.EncodeToString([]byte("\x00" + user + "\x00" + secret))
	_, _, err = c.ask("AUTHINFO SASL PLAIN "+answer, 281)
	return err
}
