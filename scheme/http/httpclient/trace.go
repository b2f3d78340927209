package httpclient

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
)

// show returns the bytes of r in HTTP/1.1, as net/http writes them, but for its
// secrets.
func show(r *http.Request) (string, error) {
	shown := again(r).WithContext(context.Background()) // nothing traces this writing
	for name, values := range shown.Header {
		shown.Header[name] = redacted(name, values)
	}
	var b bytes.Buffer
	if err := shown.Write(&b); err != nil {
		return "", err
	}
	return b.String(), nil
}

// redacted returns the values of a field to be shown: of credentials only how
// they are given.
func redacted(name string, values []string) []string {
	switch name {
	case "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie":
	default:
		return values
	}
	out := slices.Clone(values)
	for i, value := range out {
		how, _, credentials := strings.Cut(value, " ")
		if !credentials || !strings.HasSuffix(name, "Authorization") {
			out[i] = "***"
			continue
		}
		out[i] = how + " ***"
	}
	return out
}

// traced tells the trace of the request once it has a connection, since only
// then it is known which version of HTTP is spoken.
func (h *handler) traced(r *http.Request) *http.Request {
	if h.env.Trace == nil {
		return r
	}
	return r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { h.sayRequest(r, info) },
	}))
}

func (h *handler) sayRequest(r *http.Request, info httptrace.GotConnInfo) {
	how := "connected to"
	if info.Reused {
		how = "reusing the connection to"
	}
	h.env.Say('*', fmt.Sprintf("%s %s", how, info.Conn.RemoteAddr()))
	version := "HTTP/1.1"
	if conn, ok := info.Conn.(*tls.Conn); ok {
		state := conn.ConnectionState()
		h.env.Say('*', fmt.Sprintf("%s with %s", tls.VersionName(state.Version), tls.CipherSuiteName(state.CipherSuite)))
		if state.NegotiatedProtocol == "h2" {
			version = "HTTP/2.0"
		}
	}
	text, err := show(r)
	if err != nil {
		return // nor does net/http write it: the error comes from there
	}
	h.sayHead(text, version)
}

// sayHead tells the head of a request that is shown as text.
func (h *handler) sayHead(text, version string) {
	head, _, _ := strings.Cut(text, "\r\n\r\n")
	line, fields, _ := strings.Cut(head, "\r\n")
	h.env.Say('>', strings.TrimSuffix(line, "HTTP/1.1")+version)
	for field := range strings.SplitSeq(fields, "\r\n") {
		h.env.Say('>', field)
	}
}

func (h *handler) sayAnswer(resp *http.Response) {
	h.env.Say('<', resp.Proto+" "+resp.Status)
	for _, name := range slices.Sorted(maps.Keys(resp.Header)) {
		for _, value := range redacted(name, resp.Header[name]) {
			h.env.Say('<', name+": "+value)
		}
	}
}
