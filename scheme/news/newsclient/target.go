package newsclient

import (
	"net"
	"net/netip"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/news"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

var infos = news.Schemes()

func infoOf(u uri.URI) *scheme.Info {
	for i := range infos {
		if strings.EqualFold(infos[i].Name, u.Scheme()) {
			return &infos[i]
		}
	}
	return &infos[0]
}

// A target is what a request asks of whom.
type target struct {
	uri        uri.URI // of the request, with the server that is asked
	configured bool    // that server is not named by the request
	view       news.View
	addr       string
}

// read finds out what a request asks of whom, without asking.
func (h handler) read(req *get.Request) (t target, err error) {
	info := infoOf(req.URI)
	if err := policy.Octets(info, req.URI); err != nil {
		return t, &get.Error{Op: "get", URI: req.URI, Kind: get.Denied, Err: err}
	}
	if v := req.Options[OptionSSL]; v != "" && v != "require" {
		return t, get.Errorf(get.Invalid, "get", req.URI, "%s %q: want require", OptionSSL, v)
	}
	t.uri = req.URI
	if t.configured = req.URI.Host() == ""; t.configured {
		if t.uri, err = h.withServer(req.URI); err != nil {
			return t, err
		}
	}
	if t.view, err = news.Parse(t.uri); err != nil {
		return t, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	port := info.Port
	if text := t.uri.Port(); text != "" {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil || n == 0 {
			return t, get.Errorf(get.Invalid, "get", req.URI, "there is no port %s", text)
		}
		port = uint16(n)
	}
	t.addr = net.JoinHostPort(pct.Decode(strings.Trim(t.uri.Host(), "[]")), strconv.Itoa(int(port)))
	return t, nil
}

// withServer returns u at the server that is configured. A user that u names is
// kept; a port without a host would be one of a host that is not u's to choose.
func (h handler) withServer(u uri.URI) (uri.URI, error) {
	var server string
	var ok bool
	if h.env.Server != nil {
		server, ok = h.env.Server(strings.ToLower(u.Scheme()))
	}
	switch {
	case u.Port() != "":
		return u, get.Errorf(get.Invalid, "get", u, "port %s of a host that is not named", u.Port())
	case !ok:
		return u, get.Errorf(get.Unsupported, "get", u, "no news server: NNTPSERVER, /etc/news/server")
	}
	b := u.Builder()
	host, port := splitServer(server)
	b.Host, b.Port = &host, port
	if !u.HasAuthority() && b.Path != "" {
		b.Path = "/" + b.Path
	}
	at, err := b.URI()
	if err != nil || host == "" {
		return u, get.Errorf(get.Invalid, "get", u, "the news server that is configured, %q, is no host", server)
	}
	return at, nil
}

// splitServer splits "host" or "host:port"; an address of IPv6 may have brackets
// or not.
func splitServer(server string) (host string, port *string) {
	server = strings.TrimSpace(server)
	host = server
	if h, p, err := net.SplitHostPort(server); err == nil {
		host, port = h, &p
	}
	host = strings.Trim(host, "[]")
	if a, err := netip.ParseAddr(host); err == nil && a.Is6() {
		host = "[" + host + "]"
	}
	return host, port
}

// isSecure reports whether a scheme is spoken over TLS from the beginning.
func isSecure(u uri.URI) bool { return infoOf(u).Port == 563 }

// OptionSSL is the option of a request that what begins in the clear goes on
// over TLS (RFC 4642), or not at all: then it is "require".
const OptionSSL = "news-ssl"
