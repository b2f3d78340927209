package gateway

import (
	"context"
	"crypto/rand"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// The gateway is a proxy too, for clients that are told to send it the URIs of a
// scheme: those of 1994 spoke to one by gopher_proxy and ftp_proxy, and newer ones
// have forgotten these schemes. The target of such a request is the whole URI
// (RFC 9112, section 3.2.2). A request for http is passed on as it is; of any other
// scheme the answer is what a client of HTTP can show: the bytes of an object, and
// a page of the gateway for all else, whose links lead to the gateway.

// proxy passes requests for http on, and makes tunnels.
type proxy struct {
	*gateway
	forward *httputil.ReverseProxy
	name    string // by which it knows its own requests
}

func newProxy(g *gateway) *proxy {
	limits := g.Policy.Limits()
	p := &proxy{gateway: g, name: "uriel-" + rand.Text()[:8]}
	p.forward = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.RawQuery = r.In.URL.RawQuery // what it takes for bad is not ours to drop
			r.Out.Header.Add("Via", "1.1 "+p.name)
		},
		Transport: &http.Transport{
			DialContext:            g.Policy.Dial,
			DisableCompression:     true, // it is the client's
			MaxResponseHeaderBytes: int64(limits.Header),
			ResponseHeaderTimeout:  limits.FirstByte,
			MaxIdleConnsPerHost:    8,
			IdleConnTimeout:        limits.FirstByte,
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			x := &exchange{w: w, r: r, origin: origin(r), shown: r.RequestURI}
			headers(w.Header(), x.origin)
			u := uri.MustParse(r.RequestURI) // it was before it came here
			p.fail(x, u, get.Fail(r.Context(), "get", u, get.Network, err))
		},
	}
	return p
}

// asked returns the URI that a request asks a proxy for; none if it is for an
// address of the gateway itself. Who names the gateway as it is reached has no
// proxy in mind.
func (p *proxy) asked(r *http.Request) (text string, ok bool) {
	switch {
	case r.Method == http.MethodConnect:
		return "https://" + r.RequestURI + "/", true
	case strings.HasPrefix(r.RequestURI, "/"), r.RequestURI == "*":
		return "", false
	case hasScheme(r.RequestURI, "http") && isAmong(p.Hosts, r.Host) && portOf(r.Host) == localPort(r):
		return "", false
	}
	return r.RequestURI, true
}

func hasScheme(text, name string) bool {
	return len(text) > len(name) && text[len(name)] == ':' && strings.EqualFold(text[:len(name)], name)
}

func portOf(host string) string {
	if _, port, err := net.SplitHostPort(host); err == nil {
		return port
	}
	return "80"
}

// localPort returns the port at which a request came in.
func localPort(r *http.Request) string {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return portOf(r.Host)
	}
	return portOf(addr.String())
}

// serve answers a request for a URI.
func (p *proxy) serve(x *exchange, text string) {
	x.origin, x.shown = origin(x.r), text
	headers(x.w.Header(), x.origin)
	u, ok := p.parse(x, text)
	if !ok {
		return
	}
	scheme := strings.ToLower(u.Scheme())
	switch v := p.Policy.Judge(u); {
	case strings.Contains(x.r.Header.Get("Via"), p.name):
		x.page(p.site.Sorry(http.StatusLoopDetected, "This leads in a circle.", "The request has been here before: "+p.Schemes.Redacted(u)))
	case v.Err() != nil && (scheme == "http" || x.r.Method == http.MethodConnect):
		p.fail(x, u, get.Fail(x.r.Context(), "get", u, get.Denied, v.Err()))
	case x.r.Method == http.MethodConnect && u.Port() != "443" && p.Policy.String() != "cli":
		p.fail(x, u, get.Errorf(get.Denied, "connect", u, "a tunnel hides what it is for: strangers get one to port 443 only"))
	case x.r.Method == http.MethodConnect:
		p.tunnel(x, u)
	case scheme == "http":
		clear(x.w.Header())
		p.forward.ServeHTTP(x.w, x.r.WithContext(policy.Named(x.r.Context(), u)))
	case x.r.Method != http.MethodGet && x.r.Method != http.MethodHead:
		x.w.Header().Set("Allow", "GET, HEAD")
		plain(x.w, http.StatusMethodNotAllowed, "405 only GET and HEAD are passed on to "+scheme)
	default:
		p.fetch(x, u)
	}
}

// fetch answers with what a URI of any scheme names.
func (p *proxy) fetch(x *exchange, u uri.URI) {
	res, err := p.Client.Get(x.r.Context(), x.request(u))
	if err != nil {
		p.fail(x, u, err)
		return
	}
	defer res.Close()
	if o, ok := res.Answer.(*get.Object); ok {
		sandbox(x.w.Header())
		x.object(res, o, nil)
		return
	}
	x.page(p.site.Answer(page.Answer{Response: res, Site: p.site, Asked: u, Began: x.began, Token: p.token(res.URI)}, p.renderer(res.URI)))
}

// origin returns the origin of the gateway as the client has reached it.
func origin(r *http.Request) string {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return ""
	}
	if r.TLS != nil {
		return "https://" + addr.String()
	}
	return "http://" + addr.String()
}

// tunnelTime bounds how long a tunnel lasts: as long as the longest answer may take.
const tunnelTime = writeTime

// tunnel connects the client to the host of u, and passes on what either says
// until both have ended (RFC 9110, section 9.3.6).
func (p *proxy) tunnel(x *exchange, u uri.URI) {
	if err := p.spare(p.Schemes.Lookup(u.Scheme()), u, x.began); err != nil {
		p.fail(x, u, err)
		return
	}
	there, err := p.Policy.Dial(policy.Named(x.r.Context(), u), "tcp", x.r.RequestURI)
	if err != nil {
		p.fail(x, u, get.Fail(x.r.Context(), "connect", u, get.Network, err))
		return
	}
	defer there.Close()
	here, buffered, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		plain(x.w, http.StatusNotImplemented, "501 a tunnel needs HTTP/1.1")
		return
	}
	defer here.Close()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.r.Context()), tunnelTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() { here.Close(); there.Close() })()
	if _, err := io.WriteString(here, "HTTP/1.1 200 Connected\r\n\r\n"); err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { pass(there, buffered) })
	both.Go(func() { pass(here, there) })
	both.Wait()
}

// pass copies what comes from one side, and ends the other's when it ends.
func pass(to net.Conn, from io.Reader) {
	io.Copy(to, from) //nolint:errcheck // whoever breaks off, there is nobody to tell
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		half.CloseWrite() //nolint:errcheck // as above
		return
	}
	to.Close()
}
