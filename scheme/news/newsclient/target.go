package newsclient

import (
	"net"
	"net/netip"
	"path"
	"slices"
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
	alone      error  // why there is no server, if the spool is all there is; then addr is ""
	spool      string // the folder that is looked in first, "" for none
	archive    string // the template of what may have what is gone, "" for none
}

// read finds out what a request asks of whom, without asking.
func (h handler) read(req *get.Request) (t target, err error) {
	info := infoOf(req.URI)
	if err := policy.Octets(info, req.URI); err != nil {
		return t, &get.Error{Op: "get", URI: req.URI, Kind: get.Denied, Err: err}
	}
	if err := h.checkOptions(req); err != nil {
		return t, err
	}
	t.uri, t.archive = req.URI, h.env.Option(req, OptionArchive)
	if t.configured = req.URI.Host() == ""; t.configured {
		t.spool = h.env.Option(req, OptionSpool)
		server, ok := h.server(req.URI)
		if !ok {
			t.alone = get.Errorf(get.Unsupported, "get", req.URI, "no news server: NNTPSERVER, /etc/news/server")
			server = "localhost" // which is not asked
		}
		if !ok && t.spool == "" {
			return t, t.alone
		}
		if t.uri, err = withServer(req.URI, server); err != nil {
			return t, err
		}
	}
	if t.view, err = news.Parse(t.uri); err != nil {
		return t, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	if t.alone != nil {
		return t, nil
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

// checkOptions checks the options of a request.
func (h handler) checkOptions(req *get.Request) error {
	invalid := func(option, format string, args ...any) error {
		return get.Errorf(get.Invalid, "get", req.URI, "%s %q: "+format, append([]any{option, h.env.Option(req, option)}, args...)...)
	}
	for option, allowed := range map[string][]string{OptionSSL: {"", "require"}, OptionStyle: {"", "plain", "overstrike"}} {
		if !slices.Contains(allowed, req.Options[option]) {
			return invalid(option, "want %s", strings.Join(allowed[1:], " or "))
		}
	}
	if dir := h.env.Option(req, OptionSpool); dir != "" && !path.IsAbs(dir) {
		return invalid(OptionSpool, "want the absolute name of a folder")
	}
	if template := h.env.Option(req, OptionArchive); template != "" {
		if err := (get.Gateway{Template: template}).Check(); err != nil {
			return invalid(OptionArchive, "%w", err)
		}
	}
	return nil
}

// server returns the server that is configured for the scheme of u.
func (h handler) server(u uri.URI) (server string, ok bool) {
	if h.env.Server == nil {
		return "", false
	}
	return h.env.Server(strings.ToLower(u.Scheme()))
}

// withServer returns u at a server that is configured. A user that u names is
// kept; a port without a host would be one of a host that is not u's to choose.
func withServer(u uri.URI, server string) (uri.URI, error) {
	if u.Port() != "" {
		return u, get.Errorf(get.Invalid, "get", u, "port %s of a host that is not named", u.Port())
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
