// Package csoclient asks the phone books of CCSO name servers: RFC 2378, "The
// CCSO Nameserver (Ph) Architecture", September 1998. A phone book without a
// query is a form, of the fields that the server can look in; what it finds is a
// listing.
package csoclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/policy"
	"uriel.dev/scheme/cso"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// New returns the handler of cso. It dials by the policy of env, and holds lines
// to its limit.
func New(env get.Env) get.Handler { return handler{env} }

var info = cso.Schemes()[0]

type handler struct{ env get.Env }

// A task is what there is to do for a request.
type task struct {
	query string // "" if it is still to be given
	addr  string
	sent  string
}

// read finds out what is to be done, without doing it.
func read(req *get.Request) (task, error) {
	if err := policy.Octets(&info, req.URI); err != nil {
		return task{}, &get.Error{Op: "get", URI: req.URI, Kind: get.Denied, Err: err}
	}
	v, err := cso.Parse(req.URI)
	if err != nil {
		return task{}, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	if port, err := strconv.ParseUint(v.Port, 10, 16); err != nil || port == 0 {
		return task{}, get.Errorf(get.Invalid, "get", req.URI, "there is no port %s", v.Port)
	}
	t := task{query: string(v.Query), addr: net.JoinHostPort(pct.Decode(strings.Trim(v.Host, "[]")), v.Port), sent: "fields\r\nquit\r\n"}
	if t.query != "" {
		t.sent = "query " + t.query + "\r\nquit\r\n"
	}
	return t, nil
}

// Plan implements [get.Handler].
func (h handler) Plan(req *get.Request) (get.Plan, error) {
	t, err := read(req)
	if err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Connect, Text: t.addr}, {Act: get.Send, Text: t.sent}}, nil
}

// Get implements [get.Handler].
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	t, err := read(req)
	if err != nil {
		return nil, err
	}
	h.env.Say('*', "connect "+t.addr)
	raw, err := h.env.Policy.Dial(ctx, "tcp", t.addr)
	if err != nil {
		return nil, get.Fail(ctx, "dial", req.URI, get.Network, err)
	}
	conn := linewire.Bind(ctx, raw)
	var res *get.Response
	if err = h.send(conn, t.sent); err != nil {
		err = get.Fail(ctx, "send", req.URI, get.Network, err)
	} else {
		a := &answer{ctx: ctx, uri: req.URI, say: h.env.Say, limits: h.env.Policy.Limits(), lines: linewire.NewReader(conn, h.env.Policy.Limits().Line)}
		if t.query == "" {
			res, err = form(req, a)
		} else {
			res, err = listing(a, conn)
		}
	}
	if err != nil || res.Closer == nil {
		conn.Close()
	}
	return res, err
}

func (h handler) send(conn *linewire.Conn, text string) error {
	for line := range strings.Lines(text) {
		h.env.Say('>', line)
	}
	_, err := io.WriteString(conn, text)
	return err
}

// An answer is what a server says to one command.
type answer struct {
	ctx    context.Context // of this one answer
	uri    uri.URI
	say    func(direction byte, line string)
	limits policy.Limits
	lines  *linewire.Reader
}

// A line is one of an answer (RFC 2378, section 4):
//
//	[ "-" ] code ":" [ entry ":" [ field ":" ] ] text
//
// A minus sign says that more follows of the same code, and codes below 200 that
// the answer is still to come.
type line struct {
	code  int
	last  bool
	entry int    // 0 if there is none
	field string // without the blanks that align it; "" goes on with the one before
	text  string
}

func parseLine(s string) (line, bool) {
	code, rest, ok := strings.Cut(strings.TrimPrefix(s, "-"), ":")
	n, err := strconv.ParseUint(code, 10, 16)
	if !ok || err != nil {
		return line{}, false
	}
	l := line{code: int(n), last: !strings.HasPrefix(s, "-") && n >= 200, text: rest}
	entry, behind, ok := strings.Cut(rest, ":")
	if n, err := strconv.ParseUint(strings.TrimSpace(entry), 10, 31); ok && err == nil {
		l.entry, l.text = int(n), behind
		if field, text, ok := strings.Cut(behind, ":"); ok {
			l.field, l.text = strings.TrimSpace(field), strings.TrimPrefix(text, " ")
		}
	}
	return l, true
}

// next returns the next line of the answer; the error is an [*get.Error], also
// for a line that says no.
func (a *answer) next() (line, error) {
	for {
		octets, err := a.lines.ReadLine()
		text := string(octets)
		switch {
		case err == io.EOF:
			return line{}, get.Errorf(get.Protocol, "read", a.uri, "the server closed before it had answered")
		case err != nil:
			return line{}, a.fail(err)
		}
		a.say('<', text)
		l, ok := parseLine(text)
		switch {
		case !ok:
			return line{}, get.Errorf(get.Protocol, "read", a.uri, "%q is no line of an answer", text)
		case l.code < 200 || !l.last && l.code >= 300 && l.entry > 0: // of an entry that lacks a field
			continue
		case l.code >= 300:
			return line{}, refusal(a.uri, l)
		}
		return l, nil
	}
}

func (a *answer) fail(err error) *get.Error {
	kind := get.Network
	if errors.Is(err, linewire.ErrLineTooLong) {
		kind = get.Limit
	}
	return get.Fail(a.ctx, "read", a.uri, kind, err)
}

// refusal makes an error of a line that says no: codes from 400 on are of what
// may pass, those from 500 on of what is asked for.
func refusal(u uri.URI, l line) *get.Error {
	e := &get.Error{Op: "query", URI: u, Kind: get.Invalid, Err: fmt.Errorf("code %d", l.code), Server: latin1IfNot(l.text)}
	switch {
	case l.code == 501:
		e.Kind = get.NotFound
	case l.code < 500:
		e.Kind = get.Network
	}
	return e
}
