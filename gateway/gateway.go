// Package gateway serves the images of objects of all schemes to a plain web
// browser, as the 1994 draft asks of whoever proposes a scheme ("a gateway
// which will provide images of objects in the new scheme for clients using an
// existing protocol").
//
// Its addresses are stable: / · /u/{URI} · /raw/{URI} · /inspect?u= · /check · /schemes
// · /help · /status · /metrics · /healthz. All are for GET; /check is also for the POST of a document, and /u/ of a form
// that the gateway has drawn and whose server acts on it. A URI in an address is percent-encoded but for its
// unreserved characters, decoded exactly once, and so comes back byte for byte.
//
// A request for a whole URI is one to a proxy, as clients make it that are told so
// (gopher_proxy=http://127.0.0.1:8070): http is passed on, tunnels are made, and
// of every other scheme the answer is the object, or the page of all else.
//
// Nothing foreign runs under the gateway's origin: pages have no script at all,
// and the bytes of others are served in a sandbox only.
package gateway

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"uriel.dev/find"
	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Options say what a gateway serves. Client must be set.
type Options struct {
	Client  *get.Client              // dereferences, under its own policy
	Schemes scheme.Table             // explains
	Policy  policy.Policy            // of Client: what the pages say of it
	Pages   map[string]page.Renderer // by name of the scheme, in lower case; nil is the general renderer
	Log     *slog.Logger             // a line a request, without secrets; nil is silence
	Version string                   // of the program

	// Hosts are the names, without port, by which clients may call the gateway
	// besides localhost, 127.0.0.1 and [::1]. A page of the web that points a
	// name of its own at this machine is refused by them (DNS rebinding).
	Hosts []string

	// Finder finds the URIs of documents that are checked, and Containers read
	// documents that are no plain text.
	Finder     find.Finder
	Containers []find.Container

	// Limits bound what clients may ask. Proxies are trusted to say in
	// X-Forwarded-For for whom they ask.
	Limits  Limits
	Proxies []netip.Prefix

	// Users, if set, returns whom alone the gateway answers at the time.
	Users func() *Users

	// Describe returns what the parse verb of the command says of a text, to be
	// encoded as JSON. nil offers no JSON.
	Describe func(text string) any
}

// gateway is the handler of all addresses.
type gateway struct {
	Options
	site    *page.Site
	proxy   *proxy
	key     [32]byte // of the tokens, for as long as the gateway runs
	drawn   drawn
	counts  *counts
	clients *meter[netip.Prefix]
	targets *meter[string]
}

// New returns the handler of a gateway. It is safe for concurrent use.
func New(o Options) http.Handler {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Hosts = append([]string{"localhost", "127.0.0.1", "::1"}, o.Hosts...)
	g := &gateway{Options: o, counts: newCounts(), clients: newMeter[netip.Prefix](o.Limits.ClientRate), targets: newMeter[string](o.Limits.TargetRate)}
	g.Client = g.meterAll(o.Client)
	rand.Read(g.key[:]) //nolint:errcheck // it never fails
	g.site = &page.Site{
		Schemes: o.Schemes, Support: g.support(), Version: o.Version, Facts: g.facts(), Finder: o.Finder,
		Invites: func(text string) bool {
			u, err := uri.Parse(text)
			return err == nil && o.Policy.Judge(u).Decision == policy.Allow
		},
	}
	g.proxy = newProxy(g)
	g.proxy.forward.Transport = meteredTransport{g.proxy.forward.Transport, g}
	return g
}

// support finds out which schemes are shown, and why others are not.
func (g *gateway) support() map[string]page.Support {
	m := map[string]page.Support{}
	for info := range g.Schemes.All() {
		m[info.Name] = g.supportOf(info)
	}
	return m
}

func (g *gateway) supportOf(info *scheme.Info) page.Support {
	h := g.Client.Handlers[info.Name]
	if h == nil {
		return page.Support{Why: "it cannot be fetched yet"}
	}
	if why, ok := get.Why(h); ok {
		return page.Support{Why: why}
	}
	u, err := uri.Parse(info.Name + ":")
	if err != nil {
		return page.Support{Why: "its name is none that a URI can have"}
	}
	switch g.Policy.Judge(u).Code {
	case policy.CodeLocal:
		return page.Support{Why: "documents of this machine are not shown here: --local would allow it"}
	case policy.CodeScheme:
		return page.Support{Why: "it is not dereferenced for strangers: --profile cli would allow it"}
	}
	return page.Support{Shown: true}
}

func (g *gateway) facts() []string {
	facts := []string{"policy: " + g.Policy.String()}
	if n := g.Policy.Limits().Body; n > 0 {
		facts = append(facts, fmt.Sprintf("%d MiB an object at most", n>>20))
	}
	if g.Version != "" {
		facts = append(facts, "Uriel "+g.Version)
	}
	return facts
}

// ServeHTTP implements [http.Handler]. It takes the request target as it came,
// before anything has cleaned it: a mux would take the dots and double slashes
// of a URI for its own.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{ResponseWriter: w, status: http.StatusOK}
	path, search := target(r)
	x := &exchange{g: g, w: rec, r: r, search: search, query: parseQuery(search), began: time.Now(), client: client(r, g.Proxies)}
	text, proxied := g.proxy.asked(r)
	if proxied {
		x.origin, x.shown = origin(r), text
	}
	kind := kindOf(path, proxied)
	defer func() {
		took := time.Since(x.began)
		g.counts.answer(kind, rec.status, rec.bytes, took)
		level := slog.LevelInfo
		if kind == "healthz" { // programs ask it all day
			level = slog.LevelDebug
		}
		if g.Log.Enabled(r.Context(), level) {
			g.Log.Log(r.Context(), level, "request", "client", name(x.client), "method", r.Method, "address", g.address(x, path), "status", rec.status, "bytes", rec.bytes, "took", took.Round(time.Microsecond))
		}
	}()
	headers(w.Header(), x.origin)
	switch {
	case !proxied && !isAmong(g.Hosts, r.Host):
		g.counts.deny("host")
		plain(rec, http.StatusMisdirectedRequest, "421 this gateway is not called that; --host and --listen name it")
	case kind == "healthz" && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		g.health(x)
	default:
		g.serve(x, path, proxied)
	}
}

// address returns what a request asks for, without secrets.
func (g *gateway) address(x *exchange, path string) string {
	if x.shown != "" {
		return redactURI(g.Schemes, x.shown)
	}
	return redact(g.Schemes, path, x.query)
}

// serve answers a request, if its client may ask now.
func (g *gateway) serve(x *exchange, path string, proxied bool) {
	leave, no := g.admit(x)
	if no != nil {
		g.deny(x, no)
		return
	}
	defer leave()
	switch {
	case g.Users != nil && !g.knows(x, proxied):
	case proxied:
		g.proxy.serve(x, x.shown)
	default:
		g.answer(x, path)
	}
}

// answer answers a request for an address of the gateway's own.
func (g *gateway) answer(x *exchange, path string) {
	switch method := x.r.Method; {
	case method == http.MethodPost && path == "/check":
		g.check(x)
	case method == http.MethodPost && strings.HasPrefix(path, "/u/"):
		g.submit(x, decode(strings.TrimPrefix(path, "/u/")))
	case method != http.MethodGet && method != http.MethodHead:
		x.w.Header().Set("Allow", "GET, HEAD")
		plain(x.w, http.StatusMethodNotAllowed, "405 only GET and HEAD are answered, and forms sent from their pages")
	default:
		g.route(x, path)
	}
}

// exchange is a request on its way to its answer.
type exchange struct {
	g      *gateway
	w      http.ResponseWriter
	r      *http.Request
	search string // the query as it came
	query  query
	began  time.Time
	client netip.Prefix // who asks
	origin string       // of the gateway, if the address of the answer has another
	shown  string       // the URI that is its address then
	key    string       // of the page that is drawn, if it may be kept
}

// route chooses what answers a path, which is still encoded.
func (g *gateway) route(x *exchange, path string) {
	prefix, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	deeper := strings.HasPrefix(path, "/"+prefix+"/")
	switch {
	case prefix == "u" && deeper && x.query.unknown(), prefix == "raw" && deeper && len(x.query) > 0:
		x.page(g.site.Unencoded(wanted(rest, x.search)))
	case prefix == "u" && deeper:
		g.show(x, decode(rest))
	case prefix == "raw" && deeper:
		g.raw(x, decode(rest))
	default:
		g.fixed(x, path)
	}
}

// fixed answers the addresses that hold no URI.
func (g *gateway) fixed(x *exchange, path string) {
	switch path {
	case "/u":
		g.field(x)
	case "/inspect":
		g.inspect(x)
	case "/check":
		g.check(x)
	case "/uriel.css":
		x.file("text/css; charset=utf-8", sheet)
	case "/icon.svg":
		x.file("image/svg+xml", icon)
	case "/status":
		g.status(x)
	case "/metrics":
		g.metrics(x)
	case "/robots.txt":
		plain(x.w, http.StatusOK, "User-agent: *\nDisallow: /u\nDisallow: /raw\nDisallow: /inspect")
	default:
		if !x.again(path) {
			x.page(g.own(path))
		}
	}
}

// own returns a page of the gateway's own, which is always the same.
func (g *gateway) own(path string) (f *page.Frame) {
	switch path {
	case "/":
		return g.site.Home()
	case "/schemes":
		return g.site.SchemeTable()
	case "/help":
		return g.site.Help()
	}
	if name, ok := strings.CutPrefix(path, "/schemes/"); ok {
		f = g.site.Scheme(decode(name))
	} else if id, ok := strings.CutPrefix(path, "/help/rules/"); ok {
		f = g.site.Rule(decode(id))
	}
	if f == nil {
		return g.site.Nowhere(decode(path))
	}
	return f
}
