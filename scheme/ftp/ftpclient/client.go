// Package ftpclient dereferences ftp and ftps URIs, and stores under them: RFC
// 959, "File Transfer Protocol (FTP)", October 1985, in the ways of RFC 1738,
// section 3.2, a CWD for each segment and a RETR for the last.
//
// Data comes by passive mode, EPSV (RFC 2428) or PASV, by active mode, EPRT or
// PORT, on request, and only from the host that the control connection leads to. TLS is RFC 4217, from the first
// octet on for ftps. Lists are had by MLSD (RFC 3659), LIST or NLST;
// [ParseLine] reads what no document describes.
//
// A connection is kept for the next request to the same server by the same
// login. What it takes to be where the URI begins to count, the directory of the
// login, is PWD and CWD, or a new connection where that is not sure.
package ftpclient

import (
	"context"
	"errors"
	"net"
	"time"

	"uriel.dev/get"
	"uriel.dev/scheme/ftp"
	"uriel.dev/uri"
)

// Options of a request, and what they may be.
const (
	// OptionMethod is how a directory is reached, as curl's --ftp-method has it:
	// "multicwd", a CWD for each segment, as the URI says; "singlecwd", one CWD
	// with all of them, for servers that let nobody into the directories between;
	// "nocwd", none, the whole path as the name of the file.
	OptionMethod = "ftp-method"

	// OptionEmail is the mail address that is the password of an anonymous
	// login, instead of one that says nothing of the user.
	OptionEmail = "ftp-email"

	// OptionSSL has an ftp URI ask for TLS before the login (RFC 4217):
	// "require", or "try", which goes on in the clear where there is none.
	OptionSSL = "ftp-ssl"

	// OptionType "auto" chooses the type of a transfer by the name of the file
	// where the URI does not.
	OptionType = "ftp-type"

	// OptionActive "yes" has the server connect to us for the data (EPRT, PORT).
	OptionActive = "ftp-active"

	// OptionAccount answers a server that asks for an account (ACCT).
	OptionAccount = "ftp-account"

	// OptionAppend "yes" has Put add to the end of a file that is there (APPE).
	OptionAppend = "append"
)

var infos = ftp.Schemes() // ftp and ftps

// New returns the handler of ftp and ftps. It connects by the policy of env and
// holds replies and lines of lists to its limits. It keeps connections for later
// requests; it is an [io.Closer], and Close closes those that are idle. It is a
// [get.Putter].
func New(env get.Env) get.Handler { return newHandler(env) }

func newHandler(env get.Env) *handler { return &handler{env: env, now: time.Now} }

type handler struct {
	env  get.Env
	now  func() time.Time // when a list comes
	pool pool
}

// Close closes the connections that are kept for later requests.
func (h *handler) Close() error {
	h.pool.close()
	return nil
}

// Get implements [get.Handler]. A file is an Object, a directory a Listing. A
// file that turns out to be a directory is Locations, the URI of that. An error
// of kind Auth has a Form to log in.
func (h *handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	t, err := h.read(req)
	if err != nil {
		return nil, err
	}
	if t.isList {
		return h.do(ctx, t, h.list)
	}
	return h.do(ctx, t, h.retrieve)
}

// An act is what is done over a connection that is logged in.
type act func(ctx context.Context, c *conn, t *task) (*get.Response, error)

// errUnsure tells that the way back to the directory of the login is not known.
var errUnsure = errors.New("the directory of the login is not known")

// do acts over a connection that is kept, if there is one that still works, or
// else over a new one.
func (h *handler) do(ctx context.Context, t *task, act act) (*get.Response, error) {
	if c := h.pool.take(ctx, h.env.Policy, t.key); c != nil {
		h.env.Say('*', "reuse the connection to "+t.addr)
		res, stale, err := h.use(ctx, c, t, act)
		if !stale {
			return res, err
		}
	}
	c, err := h.connect(ctx, t)
	if err != nil {
		return nil, err
	}
	res, _, err := h.use(ctx, c, t, act) // nothing is older than the connection
	return res, err
}

// use acts over c, and gives it back unless a transfer goes on, which does so
// itself. stale tells that c cannot serve the request, and nothing has been done:
// it died since it was used last, or is somewhere in the tree of the server.
func (h *handler) use(ctx context.Context, c *conn, t *task, act act) (res *get.Response, stale bool, err error) {
	c.bind(ctx)
	if c.owes && !c.settle(ctx) {
		h.pool.give(c)
		return nil, true, errUnsure
	}
	res, err = act(ctx, c, t)
	if t.lent {
		return res, false, err
	}
	if errors.Is(err, errUnsure) {
		c.broken, stale = true, true
	} else {
		stale = err != nil && c.broken && c.replies == 0 && ctx.Err() == nil
	}
	h.pool.give(c)
	return res, stale, err
}

// connect connects and logs in.
func (h *handler) connect(ctx context.Context, t *task) (*conn, error) {
	h.env.Say('*', "connect "+t.addr)
	raw, err := h.env.Policy.Dial(ctx, "tcp", t.addr)
	if err != nil {
		return nil, get.Fail(ctx, "dial", t.uri(), get.Network, err)
	}
	c := &conn{key: t.key, limit: h.env.Policy.Limits().Header, say: h.env.Say, secret: t.login.secret(), lacks: map[string]bool{}}
	c.speak(raw, h.env.Policy.Limits().Line)
	c.bind(ctx)
	if err = h.welcome(ctx, c, t); err == nil {
		err = h.logIn(ctx, c, t)
	}
	c.free()
	if err == nil && ctx.Err() != nil {
		err = t.fail(ctx, "log in", ctx.Err())
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// welcome reads the greeting, and agrees on TLS if it is wanted.
func (h *handler) welcome(ctx context.Context, c *conn, t *task) error {
	if t.isSecure() {
		if err := h.encrypt(ctx, c, t); err != nil {
			return err
		}
	}
	r, err := c.read()
	for err == nil && r.code == 120 { // "ready in nnn minutes"
		r, err = c.read()
	}
	switch {
	case r.code >= 400: // an error, too, if the code is 421
		return &get.Error{Op: "read greeting", URI: t.uri(), Kind: get.Network, Err: explained{refusal{r}, "the server does not let us in"}, Server: r.words()}
	case err != nil:
		return t.fail(ctx, "read greeting", err)
	case r.code != 220:
		return refused("read greeting", t.uri(), r)
	}
	c.meta = append(c.meta, meta("greeting", r)...)
	if t.ssl != "" && !t.isSecure() {
		return h.upgrade(ctx, c, t)
	}
	return nil
}

// answer makes a response, with what was said on the way to it.
func (t *task) answer(c *conn, a get.Answer) *get.Response {
	notes := c.notes
	if t.ssl == "try" && c.tls == nil {
		notes = append(notes, "the server speaks no TLS: all went in the clear")
	}
	return &get.Response{URI: t.uri(), Answer: a, Meta: c.meta, Notes: notes}
}

// fail tells what sort of failure an error of the connection is.
func (t *task) fail(ctx context.Context, op string, err error) *get.Error {
	_, told := errors.AsType[*get.Error](err)
	if no, ok := errors.AsType[refusal](err); ok && !told && ctx.Err() == nil {
		return refused(op, t.uri(), no.reply)
	}
	return get.Fail(ctx, op, t.uri(), kindOf(err), err)
}

func (t *task) uri() uri.URI { return t.req.URI }

// host is the host of the task as it is connected to.
func (t *task) host() string {
	host, _, _ := net.SplitHostPort(t.addr) // made by JoinHostPort: it has both
	return host
}
