// Package httpclient dereferences http and https URIs.
//
// It speaks HTTP/1.1 (RFC 9112), and over TLS HTTP/2 (RFC 9113) where the
// server does, by net/http. What net/http would do by itself is done here, or
// not at all: redirects are Locations of [uriel.dev/get], the request target is
// the URI's own octets, credentials come from the request or the URI, and
// connections are made by the policy alone, or to a proxy. No cookies, no cache.
package httpclient

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	httpscheme "uriel.dev/scheme/http"
	"uriel.dev/uri"
)

// table knows the two schemes: their normal forms and ports.
var table = scheme.NewTable(httpscheme.Schemes(), nil)

// New returns the handler of http and https. It keeps connections for later
// requests; it is an [io.Closer], and Close closes those that are idle.
func New(env get.Env) get.Handler {
	h := &handler{env: env}
	h.pool = h.newTransport(h.dialUnnamed, idle)
	h.proxied = h.newTransport(h.dialVia, idle)
	return h
}

// A handler keeps connections to proxies apart from its own to origins: a
// request of the one sort never gets a connection of the other.
type handler struct {
	env     get.Env
	pool    *http.Transport
	proxied *http.Transport
}

// Close closes the connections that are kept for later requests.
func (h *handler) Close() error {
	h.pool.CloseIdleConnections()
	h.proxied.CloseIdleConnections()
	return nil
}

// Plan implements [get.Handler]. The request is that of HTTP/1.1.
func (h *handler) Plan(req *get.Request) (get.Plan, error) {
	r, err := h.newRequest(policy.Named(context.Background(), req.URI), req)
	if err != nil {
		return nil, err
	}
	text, err := show(r)
	if err != nil {
		return nil, get.Fail(r.Context(), "get", req.URI, get.Invalid, err)
	}
	plan := get.Plan{{Act: get.Connect, Text: address(r.URL)}}
	if v := viaOf(r.Context()); v != nil {
		if plan, err = v.plan(); err != nil {
			return nil, get.Fail(r.Context(), "get", req.URI, get.Invalid, err)
		}
	}
	if r.URL.Scheme == "https" {
		plan = append(plan, get.Step{Act: get.TLS, Text: r.URL.Hostname()})
	}
	return append(plan, get.Step{Act: get.Send, Text: text}), nil
}

// Get implements [get.Handler].
func (h *handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	r, err := h.newRequest(ctx, req)
	if err != nil {
		return nil, err
	}
	resp, err := h.send(r)
	if err != nil {
		return nil, fail(ctx, "get", req.URI, err)
	}
	if resp.StatusCode == http.StatusUnauthorized {
		if resp, err = h.logIn(ctx, req, resp); err != nil {
			return nil, err
		}
	}
	return h.answer(ctx, req, resp)
}

// send makes one request and reads the head of its answer.
//
// A connection that only the user's naming of a host made possible (see
// policy.Named) must serve nobody else: a page elsewhere that redirects to the
// same host is to be refused. So the pool dials as if nothing were named, and
// what is refused there is tried over a connection of its own.
func (h *handler) send(r *http.Request) (*http.Response, error) {
	if v := viaOf(r.Context()); v != nil {
		return h.sendVia(v, r)
	}
	resp, err := h.roundTrip(h.pool, r)
	if refusal, ok := errors.AsType[*policy.Refusal](err); !ok || refusal.Code != policy.CodeAddress {
		return resp, err
	}
	alone := h.newTransport(h.env.Policy.Dial, idleAlone)
	resp, err = h.roundTrip(alone, again(r))
	if err != nil {
		alone.CloseIdleConnections()
		return nil, err
	}
	resp.Body = closing{resp.Body, alone.CloseIdleConnections}
	return resp, nil
}

// closing is a body with something to do when it is closed.
type closing struct {
	io.ReadCloser
	then func()
}

func (c closing) Close() error {
	defer c.then()
	return c.ReadCloser.Close()
}

// again returns a request to be sent after r: the same, with a body that is not
// read yet.
func again(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	if r.GetBody != nil {
		r.Body, _ = r.GetBody() // of a bytes.Reader: it cannot fail
	}
	return r
}

func (h *handler) roundTrip(t *http.Transport, r *http.Request) (*http.Response, error) {
	traced := h.traced(r)
	resp, err := t.RoundTrip(traced.WithContext(withCaller(traced.Context())))
	if err != nil {
		return nil, err
	}
	resp.Request = r
	resp.Status = strings.TrimSpace(resp.Status) // the words may be missing
	h.sayAnswer(resp)
	return resp, nil
}

// fail tells what sort of failure an error of net/http is.
func fail(ctx context.Context, op string, u uri.URI, err error) *get.Error {
	if e, ok := errors.AsType[*get.Error](err); ok {
		named := *e // by dialTLS or tunnel, which know no URI
		named.URI = u
		return &named
	}
	return get.Fail(ctx, op, u, kindOf(err), err)
}

// kindOf is the kind of an error that get.Fail knows nothing of. net/http has
// no types for most of its errors.
func kindOf(err error) get.Kind {
	switch text := err.Error(); {
	case strings.Contains(text, "response headers exceeded"), strings.Contains(text, "response header list larger"):
		return get.Limit
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(text, "server closed"):
		return get.Network
	default:
		return get.Protocol
	}
}
