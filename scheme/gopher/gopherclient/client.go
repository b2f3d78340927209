// Package gopherclient dereferences gopher URIs, and gophers URIs over TLS: RFC 1436, "The Internet Gopher
// Protocol", March 1993, as its servers speak it today. Menus become listings,
// searches forms, everything else objects, sessions or the URIs that an item
// leads to. What a gopher+ string asks for is had as Gopher+ servers answer it:
// views, attributes, and forms.
package gopherclient

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
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

// New returns the handler of gopher and gophers. It dials by the policy of env, and holds
// lines of menus to its limit.
func New(env get.Env) get.Handler { return newHandler(env, time.Second) }

func newHandler(env get.Env, patience time.Duration) handler {
	return handler{env: env, patience: patience, known: new(known)}
}

var infos = gopher.Schemes() // gopher and gophers

type handler struct {
	env get.Env

	// patience is how long an object may take to show what it is, how long a
	// text may go on behind a line of one dot, and how long a server may take to
	// say in what charset its texts are.
	patience time.Duration

	known *known // what servers said of themselves
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
	plan := get.Plan{{Act: get.Connect, Text: t.addr}}
	if isSecure(req.URI) {
		plan = append(plan, get.Step{Act: get.TLS, Text: h.tlsConfig(t.addr).ServerName})
	}
	return append(plan, get.Step{Act: get.Send, Text: t.line}), nil
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
	case t.answer != nil:
		if err := context.Cause(ctx); err != nil {
			return nil, get.Fail(ctx, "get", req.URI, get.Canceled, err)
		}
		return &get.Response{URI: req.URI, Answer: t.answer}, nil
	case isHead(req):
		return h.head(ctx, req, t)
	}
	var notes []string
	if wantsView(req, t.view) {
		var note string
		if t, note, err = h.choose(ctx, req, t); err != nil {
			return nil, err
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	res, err := h.fetch(ctx, req, t)
	if err == nil {
		res.Notes, res.About = append(notes, res.Notes...), aboutOf(req.URI)
	}
	return res, err
}

// fetch sends the line of a task and reads the answer.
func (h handler) fetch(ctx context.Context, req *get.Request, t task) (res *get.Response, err error) {
	conn, note, err := h.send(ctx, req.URI, t)
	if err != nil {
		return nil, err
	}
	r := newReply(ctx, conn)
	if t.view.Plus != nil {
		res, err = h.plus(ctx, r, req, t.view)
	} else {
		res, err = h.plain(ctx, r, req.URI, t.view)
	}
	if err != nil || res.Closer == nil {
		conn.Close()
	}
	if err == nil && note != "" {
		res.Notes = append([]string{note}, res.Notes...)
	}
	return res, err
}

// read finds out what is to be done, without doing it.
func read(req *get.Request) (task, error) {
	if err := policy.Octets(infoOf(req.URI), req.URI); err != nil {
		return task{}, &get.Error{Op: "get", URI: req.URI, Kind: get.Denied, Err: err}
	}
	v, err := gopher.Parse(req.URI)
	if err != nil {
		return task{}, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	addr, err := addrOf(req.URI)
	if err != nil {
		return task{}, err
	}
	answer, err := ownAnswer(req, v)
	if answer != nil || err != nil {
		return task{view: v, answer: answer}, err
	}
	line, err := requestOf(req, v)
	if err != nil {
		return task{}, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return task{view: v, addr: addr, line: line}, nil
}

// isHead reports whether only what is said beside the content is wanted.
func isHead(req *get.Request) bool { return req.Method == http.MethodHead }

// OptionPlus is the option of a request that says how a gopher+ string is sent:
// "rfc4266" is with the empty search string before it, by the letter of that
// RFC, to which the server of the University of Minnesota answers "Malformed
// command".
const OptionPlus = "gopher-plus"

// requestOf returns the bytes to send for a request: those of its view, those for
// what the server says of itself if no more is wanted, or, if the request has a
// body, the lines of a form and a file behind them (Gopher+, section 2.4).
func requestOf(req *get.Request, v gopher.View) (string, error) {
	if isHead(req) {
		return gopher.CapsSelector + "\r\n", nil
	}
	request := v.Request
	if req.Options[OptionPlus] == "rfc4266" {
		request = v.RequestRFC4266
	}
	line, err := request()
	if err != nil || req.Body == nil || v.Plus == nil || v.Plus.Kind != gopher.PlusView || v.Plus.Ask != nil {
		return line, err
	}
	return fmt.Sprintf("%s\t1\r\n+%d\r\n%s", strings.TrimSuffix(line, "\r\n"), len(req.Body), req.Body), nil
}

// ownAnswer answers what no gopher server is asked for; it returns nil for the
// rest.
func ownAnswer(req *get.Request, v gopher.View) (get.Answer, error) {
	if to, ok := v.Elsewhere(); ok {
		return &get.Locations{List: []get.Location{{URI: to, Note: elsewhereNote(v)}}}, nil
	}
	switch v.Type.Transfer() {
	case gopher.Session:
		protocol := "telnet"
		if v.Type == 'T' {
			protocol = "tn3270"
		}
		port, err := portOf(req.URI)
		return &get.Session{Protocol: protocol, Host: hostOf(req.URI), Port: port, User: v.Login()}, err
	case gopher.Nothing:
		return nil, nothing(req.URI, v)
	}
	if v.IsOpenSearch() {
		return searchForm(req, v), nil
	}
	return nil, nil
}

func elsewhereNote(v gopher.View) string {
	if v.Type.Transfer() == gopher.PhoneBook {
		return "a phone book has a protocol of its own"
	}
	return "the selector is a URI"
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

// addrOf returns the address of the server of u.
func addrOf(u uri.URI) (string, error) {
	port, err := portOf(u)
	return net.JoinHostPort(hostOf(u), strconv.Itoa(int(port))), err
}

func hostOf(u uri.URI) string { return pct.Decode(strings.Trim(u.Host(), "[]")) }

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

// send connects and sends. It returns a note on the server, if there is
// something to tell.
func (h handler) send(ctx context.Context, u uri.URI, t task) (_ *linewire.Conn, note string, err error) {
	h.env.Say('*', "connect "+t.addr)
	raw, err := h.env.Policy.Dial(ctx, "tcp", t.addr)
	if err != nil {
		return nil, "", get.Fail(ctx, "dial", u, get.Network, err)
	}
	if raw, note, err = h.encrypt(ctx, u, t.addr, raw); err != nil {
		return nil, "", err
	}
	conn := linewire.Bind(ctx, raw)
	h.env.Say('>', t.line)
	if _, err := io.WriteString(conn, t.line); err != nil {
		conn.Close()
		return nil, "", get.Fail(ctx, "send", u, get.Network, err)
	}
	return conn, note, nil
}

// closing closes a connection once, however often it is called.
func closing(conn *linewire.Conn) closer { return closer(sync.OnceValue(conn.Close)) }

type closer func() error

func (c closer) Close() error { return c() }
