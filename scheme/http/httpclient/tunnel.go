package httpclient

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// connectTo returns the request for a tunnel to the origin of r. Of the fields
// of r it has none but who asks: the rest is for the origin.
func connectTo(r *http.Request) *http.Request {
	origin := address(r.URL)
	return &http.Request{
		Method: http.MethodConnect,
		URL:    &url.URL{Opaque: origin},
		Host:   origin,
		Header: http.Header{"User-Agent": r.Header["User-Agent"]},
	}
}

// tunnel has the proxy connect conn to the origin. The error is a [*get.Error];
// its URI is left to be filled in.
func (h *handler) tunnel(ctx context.Context, conn net.Conn, v *via) error {
	ctx, cancel := h.limited(ctx, "the proxy to connect")
	defer cancel()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	err := h.askTunnel(conn, v)
	if err == nil && !stop() {
		err = context.Cause(ctx) // the tunnel is closed again
	}
	if err != nil {
		return get.Fail(ctx, "connect", uri.URI{}, kindOf(err), err)
	}
	return nil
}

// askTunnel sends CONNECT and reads the answer. Nothing can follow it before TLS
// begins, since the client begins that.
func (h *handler) askTunnel(conn net.Conn, v *via) error {
	if text, err := show(v.connect); err == nil {
		h.env.Say('*', fmt.Sprintf("connected to the proxy %s", conn.RemoteAddr()))
		h.sayHead(text, "HTTP/1.1")
	}
	if err := again(v.connect).Write(conn); err != nil {
		return err
	}
	limit := cmp.Or(int64(h.env.Policy.Limits().Header), math.MaxInt64)
	head := &io.LimitedReader{R: conn, N: limit}
	resp, err := finalResponse(bufio.NewReader(head), v.connect)
	switch {
	case err != nil && head.N == 0:
		return get.Errorf(get.Limit, "connect", uri.URI{}, "the proxy's answer is longer than the limit of %d bytes for a header", limit)
	case err != nil:
		return err
	}
	h.sayAnswer(resp)
	if resp.StatusCode/100 != 2 {
		resp.Body = io.NopCloser(resp.Body) // or Close would wait for its end; it ends with conn
		return v.refusal(resp)
	}
	return nil
}

// finalResponse reads the head of the answer behind those that are interim (RFC
// 9110, section 15.2).
func finalResponse(r *bufio.Reader, req *http.Request) (*http.Response, error) {
	for {
		resp, err := http.ReadResponse(r, req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode/100 != 1 {
			resp.Status = strings.TrimSpace(resp.Status) // the words may be missing
			return resp, nil
		}
	}
}
