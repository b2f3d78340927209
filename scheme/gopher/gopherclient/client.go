// Package gopherclient dereferences gopher URIs: RFC 1436, "The Internet Gopher
// Protocol", March 1993, as its servers speak it today. Menus become listings,
// searches forms, everything else objects, sessions or the URIs that an item
// leads to.
//
// Replies in Gopher+ are not read: a URI with a gopher+ string is refused
// before anything is sent, and its plan shows what would have to be sent.
package gopherclient

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/policy"
	"uriel.dev/scheme/gopher"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// New returns the handler of gopher. It dials by the policy of env, and holds
// lines of menus to its limit.
func New(env get.Env) get.Handler { return handler{env: env, patience: time.Second} }

var info = &gopher.Schemes()[0]

type handler struct {
	env get.Env

	// patience is how long an object may take to show what it is, and how long
	// a text may go on behind a line of one dot.
	patience time.Duration
}

// A task is what there is to do for a request: an answer that needs no server,
// or a line to send to one.
type task struct {
	view   gopher.View
	answer get.Answer // nil if the server is to be asked
	addr   string
	line   string
}

// Plan implements [get.Handler].
func (h handler) Plan(req *get.Request) (get.Plan, error) {
	t, err := read(req)
	if err != nil {
		return nil, err
	}
	switch a := t.answer.(type) {
	case *get.Form:
		return get.Plan{{Act: get.Show, Text: "a form with the field search; nothing is sent before it is filled in"}}, nil
	case *get.Session:
		return get.Plan{{Act: get.Show, Text: fmt.Sprintf("a session of %s at %s, port %d", a.Protocol, a.Host, a.Port)}}, nil
	case *get.Locations:
		return get.Plan{{Act: get.Show, Text: "the item leads to " + a.List[0].URI.Redacted()}}, nil
	}
	return get.Plan{{Act: get.Connect, Text: t.addr}, {Act: get.Send, Text: t.line}}, nil
}

// Get implements [get.Handler]. An item that the server does not have is an
// error of kind NotFound, with the server's words: a menu that is one error item
// (and lines of information), or an object that is one error item and nothing
// else.
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	t, err := read(req)
	if err != nil {
		return nil, err
	}
	switch {
	case t.view.Plus != nil:
		return nil, noPlus(req.URI, t.view.Plus.Kind)
	case t.answer != nil:
		if err := context.Cause(ctx); err != nil {
			return nil, get.Fail(ctx, "get", req.URI, get.Canceled, err)
		}
		return &get.Response{URI: req.URI, Answer: t.answer}, nil
	}
	conn, err := h.ask(ctx, req.URI, t)
	if err != nil {
		return nil, err
	}
	fetch := h.object
	if t.view.Type.Transfer() == gopher.Menu {
		fetch = h.menu
	}
	res, err := fetch(ctx, conn, req.URI, t.view)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return res, nil
}

// noPlus says what cannot be done yet, and what can.
func noPlus(u uri.URI, kind gopher.PlusKind) *get.Error {
	if kind == gopher.PlusAsk {
		return get.Errorf(get.Unsupported, "get", u, "forms of Gopher+ cannot be filled in yet")
	}
	return get.Errorf(get.Unsupported, "get", u, "replies in Gopher+ are not read yet: without %%09%%09 and what follows, the item is asked for by plain gopher")
}

// read finds out what is to be done, without doing it.
func read(req *get.Request) (task, error) {
	if err := policy.Octets(info, req.URI); err != nil {
		return task{}, &get.Error{Op: "get", URI: req.URI, Kind: get.Denied, Err: err}
	}
	v, err := gopher.Parse(req.URI)
	if err != nil {
		return task{}, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	port, err := portOf(req.URI)
	if err != nil {
		return task{}, err
	}
	host := pct.Decode(strings.Trim(req.URI.Host(), "[]"))
	answer, err := ownAnswer(req, v, host, port)
	if answer != nil || err != nil {
		return task{view: v, answer: answer}, err
	}
	line, err := v.Request()
	if err != nil {
		return task{}, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return task{view: v, addr: net.JoinHostPort(host, strconv.Itoa(int(port))), line: line}, nil
}

// ownAnswer answers what no gopher server is asked for; it returns nil for the
// rest.
func ownAnswer(req *get.Request, v gopher.View, host string, port uint16) (get.Answer, error) {
	if to, ok := v.Elsewhere(); ok {
		return &get.Locations{List: []get.Location{{URI: to, Note: "the selector is a URI"}}}, nil
	}
	switch v.Type.Transfer() {
	case gopher.Session:
		protocol := "telnet"
		if v.Type == 'T' {
			protocol = "tn3270"
		}
		return &get.Session{Protocol: protocol, Host: host, Port: port, User: v.Login()}, nil
	case gopher.PhoneBook:
		return nil, get.Errorf(get.Unsupported, "get", req.URI, "phone books (CSO name servers) are not asked yet")
	case gopher.Nothing:
		return nil, nothing(req.URI, v)
	}
	if v.IsOpenSearch() {
		return searchForm(req, v), nil
	}
	return nil, nil
}

// nothing says why there is nothing behind an item.
func nothing(u uri.URI, v gopher.View) *get.Error {
	switch v.Type {
	case 'w':
		return get.Errorf(get.Invalid, "get", u, "an item of type w holds a URI, and %q is none", string(v.Selector))
	case '+':
		return get.Errorf(get.Unsupported, "get", u, "an item of type + has the type of the item before it in a menu, which its URI does not tell")
	default:
		return get.Errorf(get.Unsupported, "get", u, "an item of type %s, %s, is a line of a menu: there is nothing behind it", v.Type, v.Type.Name())
	}
}

func portOf(u uri.URI) (uint16, error) {
	if u.Port() == "" {
		return 70, nil
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil || port == 0 {
		return 0, get.Errorf(get.Invalid, "get", u, "there is no port %s", u.Port())
	}
	return uint16(port), nil
}

// ask connects and sends.
func (h handler) ask(ctx context.Context, u uri.URI, t task) (*linewire.Conn, error) {
	h.env.Say('*', "connect "+t.addr)
	raw, err := h.env.Policy.Dial(ctx, "tcp", t.addr)
	if err != nil {
		return nil, get.Fail(ctx, "dial", u, get.Network, err)
	}
	conn := linewire.Bind(ctx, raw)
	h.env.Say('>', t.line)
	if _, err := io.WriteString(conn, t.line); err != nil {
		conn.Close()
		return nil, get.Fail(ctx, "send", u, get.Network, err)
	}
	return conn, nil
}

// closing closes a connection once, however often it is called.
func closing(conn *linewire.Conn) closer { return closer(sync.OnceValue(conn.Close)) }

type closer func() error

func (c closer) Close() error { return c() }
