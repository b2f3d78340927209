package ftpclient

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/policy"
)

// isActive reports whether the server is to connect to us for the data.
func (t *task) isActive() bool { return t.req.Options[OptionActive] != "" }

// active waits for the data connection, and tells the server where (RFC 2428,
// section 2; RFC 959, section 4.1.2).
func (h *handler) active(ctx context.Context, c *conn, t *task) (*policy.DataListener, error) {
	const op = "wait for the data connection"
	l, err := h.env.Policy.ListenData(c.Conn)
	if err != nil {
		return nil, get.Fail(ctx, op, t.uri(), get.Network, err)
	}
	h.env.Say('*', "listen at "+l.Addr().String())
	if err := c.tellPort(l.Addr()); err != nil {
		l.Close()
		return nil, t.fail(ctx, op, err)
	}
	return l, nil
}

// tellPort tells the server where to connect to.
func (c *conn) tellPort(at netip.AddrPort) error {
	family := 1
	if at.Addr().Is6() {
		family = 2
	}
	r, err := c.try("EPRT", fmt.Sprintf("|%d|%s|%d|", family, at.Addr().WithZone(""), at.Port()))
	if err == nil && !r.isOK() && at.Addr().Is4() {
		c.lacks["EPRT"] = true
		r, err = c.ask("PORT " + commas(at))
	}
	switch {
	case err != nil:
		return err
	case r.isOK():
		return nil
	case len(r.lines) == 0: // EPRT was not sent, since the server does not know it
		return errors.New("the server knows no EPRT, and PORT has no addresses of IPv6")
	}
	return refusal{r}
}

// commas writes an address and port as PORT has them: h1,h2,h3,h4,p1,p2.
func commas(at netip.AddrPort) string {
	return fmt.Sprintf("%s,%d,%d", strings.ReplaceAll(at.Addr().String(), ".", ","), at.Port()>>8, at.Port()&0xff)
}

// accept takes the data connection that the server has opened.
func (x *transfer) accept() error {
	raw, err := x.wait.Accept(x.ctx)
	if stranger := x.wait.Stranger(); stranger.IsValid() {
		x.c.note(fmt.Sprintf("%s connected in place of the server, and was sent away", stranger))
	}
	if err != nil {
		return get.Fail(x.ctx, "wait for the data connection", x.t.uri(), get.Network, err)
	}
	x.Conn = linewire.Bind(x.ctx, raw)
	return nil
}
