package httpclient

import (
	"net/http"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// isRedirection reports whether a response says where to go on (RFC 9110,
// section 15.4).
func isRedirection(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusMultipleChoices, http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return resp.Header.Get("Location") != ""
	default:
		return false
	}
}

// redirection returns the Locations of a response.
func (h *handler) redirection(req *get.Request, resp *http.Response) (*get.Response, error) {
	field := resp.Header.Get("Location")
	to, err := resolveLocation(req.URI, field)
	if err != nil {
		e := get.Errorf(get.Protocol, "redirect", req.URI, "the field Location holds %q: %w", field, err)
		e.Server = resp.Status
		return nil, e
	}
	locations := &get.Locations{
		List:    []get.Location{{URI: to, Note: resp.Status}},
		Request: func(next *get.Request) { h.redirect(req, next, resp.StatusCode) },
	}
	return &get.Response{URI: req.URI, Answer: locations, Meta: meta(resp)}, nil
}

// resolveLocation returns where a field Location leads from u (RFC 9110,
// section 10.2.2): a fragment is inherited, userinfo is not.
func resolveLocation(u uri.URI, field string) (uri.URI, error) {
	ref, err := uri.Parse(escapeLocation(field))
	if err != nil {
		return uri.URI{}, err
	}
	to, err := u.WithoutUserinfo().Resolve(ref)
	if err != nil || to.HasFragment() || !u.HasFragment() {
		return to, err
	}
	return uri.Parse(to.String() + "#" + u.Fragment())
}

// Characters of a Location that stay as they are: those of URIs, and controls,
// which are no slip of the pen and stay an error. Brackets enclose an address
// in an authority; in a query, say "?a[]=1", they are a slip.
var (
	locationRest      = pct.Query.With("%#" + controls)
	locationAuthority = locationRest.With("[]")
)

const controls = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"

// escapeLocation encodes what servers write into Location although no URI holds
// it, such as spaces and text in UTF-8. Unlike in browsers a backslash becomes
// no slash: it would make an authority of a path.
func escapeLocation(s string) string {
	authority := 0
	if i := strings.Index(s, "//"); i >= 0 && !strings.ContainsAny(s[:i], "/?#") {
		authority = len(s)
		if n := strings.IndexAny(s[i+2:], "/?#"); n >= 0 {
			authority = i + 2 + n
		}
	}
	return pct.Encode(s[:authority], locationAuthority) + pct.Encode(s[authority:], locationRest)
}

// redirect makes next the request that goes on from req. A POST becomes a GET
// where the status says so, or where all clients have always done so (RFC 9110,
// section 15.4.2 to 15.4.4). A Host of the user's was meant for one server.
func (h *handler) redirect(req, next *get.Request, status int) {
	next.Header = next.Header.Clone()
	if h.env.Policy.SameOrigin(req.URI, next.URI) {
		// The userinfo is gone from the URI, but who asks is still the same.
		l := h.login(req)
		next.User, next.Password = l.user, l.password
	} else {
		next.Header.Del("Host")
	}
	m := method(req)
	moved := status == http.StatusMovedPermanently || status == http.StatusFound
	if status == http.StatusSeeOther && m != http.MethodHead || moved && m == http.MethodPost {
		next.Method, next.Body = http.MethodGet, nil
		for _, name := range [...]string{"Content-Type", "Content-Encoding", "Content-Language", "Content-Location"} {
			next.Header.Del(name)
		}
	}
}
