package httpclient

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// A via is the proxy that a request goes through. It travels in the context of
// the request.
type via struct {
	address string        // where to connect
	connect *http.Request // asks for a tunnel to the origin; nil if the request itself is for the proxy
}

type viaKey struct{}

// viaOf returns the proxy of the request that ctx is of, nil if it has none.
func viaOf(ctx context.Context) *via {
	v, _ := ctx.Value(viaKey{}).(*via)
	return v
}

// route returns r as it is sent for u: through the proxy of u, if there is one.
// In the clear the proxy is asked by the absolute form of the target (RFC 9112,
// section 3.2.2), else for a tunnel by CONNECT (RFC 9110, section 9.3.6). What
// logs in to the proxy goes into the one or the other, so no origin sees it.
func (h *handler) route(r *http.Request, u uri.URI) (*http.Request, error) {
	if h.env.Proxy == nil {
		return r, nil
	}
	proxy, ok := h.env.Proxy(u)
	if !ok {
		return r, nil
	}
	if err := h.env.Policy.Proxied(r.Context(), r.URL.Hostname()); err != nil {
		return nil, get.Fail(r.Context(), "get", u, get.Denied, err)
	}
	to, err := target(proxy)
	if err != nil || to.Scheme != "http" {
		return nil, get.Errorf(get.Unsupported, "get", u, "the proxy %s is not spoken to: want http://host:port", proxy.Redacted())
	}
	login := r.Header.Get("Proxy-Authorization")
	r.Header.Del("Proxy-Authorization")
	if login == "" && proxy.HasUserinfo() {
		if login, err = userinfo(proxy).basic(); err != nil {
			return nil, get.Errorf(get.Invalid, "get", u, "the proxy %s: %w", proxy.Redacted(), err)
		}
	}
	v, asked := &via{address: address(to)}, r
	if r.URL.Scheme == "https" {
		asked = connectTo(r)
		v.connect = asked
	} else {
		r.URL.Opaque = "//" + r.URL.Host + r.URL.EscapedPath()
	}
	if login != "" {
		asked.Header.Set("Proxy-Authorization", login)
	}
	return r.WithContext(context.WithValue(r.Context(), viaKey{}, v)), nil
}

// plan returns what comes before TLS and the request itself.
func (v *via) plan() (get.Plan, error) {
	plan := get.Plan{{Act: get.Connect, Text: v.address}}
	if v.connect == nil {
		return plan, nil
	}
	text, err := show(v.connect)
	return append(plan, get.Step{Act: get.Send, Text: text}), err
}

// sendVia makes one request through its proxy and reads the head of the answer.
func (h *handler) sendVia(v *via, r *http.Request) (*http.Response, error) {
	resp, err := h.roundTrip(h.proxied, r)
	if err == nil && resp.StatusCode == http.StatusProxyAuthRequired && v.connect == nil {
		return nil, v.refusal(resp)
	}
	return resp, err
}

// dialVia connects to the proxy of a request, and through it to the origin if
// the request needs a tunnel.
func (h *handler) dialVia(ctx context.Context, network, _ string) (net.Conn, error) {
	v := viaOf(ctx)
	conn, err := h.env.Policy.DialProxy(ctx, network, v.address)
	if err != nil {
		return nil, fmt.Errorf("proxy %s: %w", v.address, err)
	}
	if v.connect == nil {
		return conn, nil
	}
	if err := h.tunnel(ctx, conn, v); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// refusal returns the error for an answer of the proxy that refuses. Its URI is
// left to be filled in.
func (v *via) refusal(resp *http.Response) *get.Error {
	e := &get.Error{Op: "connect", Kind: get.Network}
	text := fmt.Sprintf("the proxy %s does not connect to %s", v.address, resp.Request.Host)
	if resp.StatusCode == http.StatusProxyAuthRequired {
		e.Kind = get.Auth
		text = fmt.Sprintf("the proxy %s wants to know who asks: give a name and a password with -x http://name:password@%[1]s", v.address)
		if resp.Request.Header.Get("Proxy-Authorization") != "" {
			text = fmt.Sprintf("the login that was sent to the proxy %s is not accepted", v.address)
		}
	}
	e.Err = proxyError{statusError{resp}, text}
	e.Server = serverWords(resp)
	return e
}

// A proxyError is a status by which a proxy refuses.
type proxyError struct {
	statusError
	text string
}

func (e proxyError) Error() string { return e.text }
