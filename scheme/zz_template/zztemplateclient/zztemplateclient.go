// Package zztemplateclient dereferences x-template URIs: the smallest handler
// that does all a handler must.
package zztemplateclient

import (
	"context"
	"io"
	"net"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/policy"
	zztemplate "uriel.dev/scheme/zz_template"
)

// New returns the handler of x-template.
func New(env get.Env) get.Handler { return handler{env} }

type handler struct{ env get.Env }

// Plan implements [get.Handler].
func (h handler) Plan(req *get.Request) (get.Plan, error) {
	addr, line, err := h.request(req)
	if err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Connect, Text: addr}, {Act: get.Send, Text: line}}, nil
}

// request returns the address to connect to and the line to send.
func (h handler) request(req *get.Request) (addr, line string, err error) {
	// A second line would be a second command (draft-ietf-uri-url-03, 1.4).
	if err := policy.Octets(&zztemplate.Schemes()[0], req.URI); err != nil {
		return "", "", &get.Error{Op: "get", URI: req.URI, Kind: get.Denied, Err: err}
	}
	v, err := zztemplate.Parse(req.URI)
	if err != nil {
		return "", "", get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return net.JoinHostPort(strings.Trim(v.Host, "[]"), v.Port), string(v.Line) + "\r\n", nil
}

// Get implements [get.Handler].
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	addr, line, err := h.request(req)
	if err != nil {
		return nil, err
	}
	h.env.Say('*', "connect "+addr)
	raw, err := h.env.Policy.Dial(ctx, "tcp", addr)
	if err != nil {
		return nil, get.Fail(ctx, "dial", req.URI, get.Network, err)
	}
	conn := linewire.Bind(ctx, raw)
	h.env.Say('>', line)
	if _, err := io.WriteString(conn, line); err != nil {
		conn.Close()
		return nil, get.Fail(ctx, "send", req.URI, get.Network, err)
	}
	first, err := firstByte(conn)
	if err != nil {
		conn.Close()
		return nil, get.Fail(ctx, "read", req.URI, get.Network, err)
	}
	return &get.Response{
		URI:    req.URI,
		Answer: &get.Object{MediaType: "text/plain; charset=utf-8", Length: -1, Body: io.MultiReader(strings.NewReader(first), conn)},
		Closer: conn,
	}, nil
}

// firstByte waits for the answer to begin, so that a server that says nothing
// is an error of Get and not of a reader later.
func firstByte(r io.Reader) (string, error) {
	var b [1]byte
	n, err := io.ReadFull(r, b[:])
	if err == io.EOF {
		err = nil // an empty answer
	}
	return string(b[:n]), err
}
