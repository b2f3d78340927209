package httpclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/http/httpguts"
	"golang.org/x/net/idna"

	"uriel.dev/get"
	httpscheme "uriel.dev/scheme/http"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// newRequest returns the request that req asks for, credentials included. The
// error is of Kind Invalid, Unsupported for the method CONNECT or a proxy that is
// none of HTTP, or Denied for what may not be asked through a proxy.
func (h *handler) newRequest(ctx context.Context, req *get.Request) (*http.Request, error) {
	invalid := func(err error) error { return get.Errorf(get.Invalid, "get", req.URI, "%w", err) }
	target, err := target(req.URI)
	if err != nil {
		return nil, invalid(err)
	}
	if method(req) == http.MethodConnect {
		return nil, get.Errorf(get.Unsupported, "get", req.URI, "CONNECT asks for a tunnel, which is none of the five kinds of answer")
	}
	var body io.Reader
	if req.Body != nil {
		body = bytes.NewReader(req.Body)
	}
	r, err := http.NewRequestWithContext(ctx, method(req), "", body)
	if err != nil {
		return nil, invalid(err)
	}
	r.URL, r.Host = target, target.Host
	if r.Header, err = h.header(req); err != nil {
		return nil, invalid(err)
	}
	if host := r.Header.Get("Host"); host != "" {
		if !httpguts.ValidHostHeader(host) {
			return nil, invalid(fmt.Errorf("%q cannot stand in the field Host", host))
		}
		r.Host = host
		r.Header.Del("Host")
	}
	if err := h.login(req).sendBasic(r); err != nil {
		return nil, invalid(err)
	}
	return h.route(r, req.URI)
}

func method(req *get.Request) string {
	switch {
	case req.Method != "":
		return req.Method
	case req.Body != nil:
		return http.MethodPost
	default:
		return http.MethodGet
	}
}

// target returns u as net/http wants it, so that the request target is path and
// query octet for octet (RFC 9110, section 7.1) and the Host field the origin's
// host and port. An empty path becomes "/" (RFC 9112, section 3.2.1).
func target(u uri.URI) (*url.URL, error) {
	if _, err := httpscheme.Parse(u); err != nil {
		return nil, err
	}
	origin := table.Normalize(u)
	if table.Lookup(origin.Scheme()) == nil {
		return nil, fmt.Errorf("the scheme %q is none of HTTP", u.Scheme())
	}
	host, err := hostname(origin)
	if err != nil {
		return nil, err
	}
	if origin.Port() != "" {
		host += ":" + origin.Port()
	}
	path := u.Path()
	if path == "" {
		path = "/"
	}
	return &url.URL{
		Scheme: origin.Scheme(), Host: host,
		Path: pct.Decode(path), RawPath: path, // a Path that says the same lets RawPath through
		RawQuery: u.Query(), ForceQuery: u.HasQuery(),
	}, nil
}

// originForm returns path and query as a request to the origin has them (RFC
// 9112, section 3.2.1), though u may be for a proxy.
func originForm(u *url.URL) string {
	origin := *u
	origin.Opaque = ""
	return origin.RequestURI()
}

// hostname returns the host of a URI in normal form as DNS knows it. Escapes
// that are left there are UTF-8 (RFC 3986, section 3.2.2), and the name gets
// its A-labels; delimiters that they hide are refused by the rules of IDNA.
func hostname(u uri.URI) (string, error) {
	if u.HostKind() == uri.IPvFuture {
		return "", fmt.Errorf("nobody can dial the address %s", u.Host())
	}
	if !strings.Contains(u.Host(), "%") {
		return u.Host(), nil
	}
	name := pct.Decode(u.Host())
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil || !utf8.ValidString(name) {
		return "", fmt.Errorf("the host %q is no domain name", u.Host())
	}
	return ascii, nil
}

// address returns where to connect for u.
func address(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = fmt.Sprint(table.Lookup(u.Scheme).Port)
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// header returns the fields of the request: those of req, and ours where req
// has none. Credentials that the user gives as a field stay what they are.
func (h *handler) header(req *get.Request) (http.Header, error) {
	header := http.Header{}
	for name, values := range req.Header {
		for _, value := range values {
			// net/http would let some of it through as spaces, and the plan
			// would differ from what is sent.
			if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
				return nil, fmt.Errorf("the header field %q holds what no field may hold (RFC 9110 5.5)", name)
			}
			header.Add(name, value)
		}
	}
	ours := func(name, value string) {
		if header.Values(name) == nil && value != "" {
			header.Set(name, value)
		}
	}
	userAgent := h.env.UserAgent
	if userAgent == "" {
		userAgent = "Uriel"
	}
	ours("User-Agent", userAgent)
	ours("Accept", accept(req.Accept))
	ours("Accept-Language", req.Language)
	encoding := acceptEncoding(h.env.Policy.Limits())
	if req.Range != nil || header.Get("Range") != "" || method(req) == http.MethodHead {
		encoding = "identity" // a part of a packed object is of no use, nor is its length
	}
	ours("Accept-Encoding", encoding)
	if req.Range != nil {
		value, err := rangeField(*req.Range)
		if err != nil {
			return nil, err
		}
		ours("Range", value)
	}
	return header, nil
}

// accept lists media types with falling weights, the dearest first (RFC 9110,
// section 12.5.1).
func accept(types []string) string {
	weighted := make([]string, len(types))
	for i, t := range types {
		weighted[i] = t
		if i > 0 {
			weighted[i] += fmt.Sprintf(";q=0.%d", max(10-i, 1))
		}
	}
	return strings.Join(weighted, ", ")
}

// rangeField writes r as a ranges-specifier (RFC 9110, section 14.1.1).
func rangeField(r get.Range) (string, error) {
	switch {
	case r.First >= 0 && r.Last == -1:
		return fmt.Sprintf("bytes=%d-", r.First), nil
	case r.First == -1 && r.Last > 0:
		return fmt.Sprintf("bytes=-%d", r.Last), nil
	case r.First >= 0 && r.Last >= r.First:
		return fmt.Sprintf("bytes=%d-%d", r.First, r.Last), nil
	default:
		return "", errors.New("the range is empty or runs backwards")
	}
}
