package gateway

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// metered is a handler whose requests are counted, and that asks no host more often
// than it may be asked.
type metered struct {
	get.Handler
	scheme *scheme.Info
	g      *gateway
}

// meterAll returns a client like c whose handlers are metered.
func (g *gateway) meterAll(c *get.Client) *get.Client {
	out := *c
	out.Handlers = make(map[string]get.Handler, len(c.Handlers))
	for name, h := range c.Handlers {
		if _, never := get.Why(h); !never && g.Schemes.Lookup(name) != nil {
			h = metered{h, g.Schemes.Lookup(name), g}
		}
		out.Handlers[name] = h
	}
	return &out
}

// Get implements [get.Handler].
func (m metered) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	began := time.Now()
	if err := m.g.spare(m.scheme, req.URI, began); err != nil {
		return nil, err
	}
	res, err := m.Handler.Get(ctx, req)
	m.g.counts.fetch(m.scheme.Name, resultOf(ctx, req.URI, err), time.Since(began))
	return res, err
}

// FormOf implements [get.FormFinder].
func (m metered) FormOf(u uri.URI) (uri.URI, bool) {
	finder, ok := m.Handler.(get.FormFinder)
	if !ok {
		return uri.URI{}, false
	}
	return finder.FormOf(u)
}

// spare spares the host of u a request, if it has been sent too many.
func (g *gateway) spare(s *scheme.Info, u uri.URI, now time.Time) error {
	if s.Reach != scheme.Network {
		return nil
	}
	host := strings.ToLower(strings.TrimSuffix(u.Host(), "."))
	if host == "" {
		host = "the server of " + s.Name
	}
	if wait := g.targets.take(host, now); wait > 0 {
		return &get.Error{Op: "get", URI: u, Kind: get.Limit, Err: &tooFast{host, g.Limits.TargetRate, wait}}
	}
	return nil
}

// resultOf names how a request ended.
func resultOf(ctx context.Context, u uri.URI, err error) string {
	if err == nil {
		return "ok"
	}
	return get.Fail(ctx, "get", u, get.Internal, err).Kind.String()
}

// meteredTransport is the same for what is passed on as it is.
type meteredTransport struct {
	http.RoundTripper
	g *gateway
}

// RoundTrip implements [http.RoundTripper].
func (m meteredTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	u, err := uri.Parse(r.URL.String())
	if err != nil {
		return nil, err
	}
	web := m.g.Schemes.Lookup(u.Scheme())
	if web == nil {
		return nil, errors.New("no scheme of that name is passed on")
	}
	if err := m.g.spare(web, u, began); err != nil {
		return nil, err
	}
	res, err := m.RoundTripper.RoundTrip(r)
	m.g.counts.fetch(web.Name, resultOf(r.Context(), u, err), time.Since(began))
	return res, err
}
