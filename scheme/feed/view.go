package feed

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a feed URI means. In JSON it has the key "uri", without the
// password of the URI, or no key if there is none.
type View struct {
	// Inner is the http or https URI of the feed; zero if there is none.
	Inner uri.URI

	start, end int // where it stands
}

// Parse returns the meaning of u, whose scheme is feed. The error says that it
// leads to no URI of the web; the view is then zero.
func Parse(u uri.URI) (View, error) {
	inner, out := read(u)
	end := len(u.String())
	return View{inner, len("feed:"), end}, scheme.Forbidden("feed", out)
}

// read returns the inner URI, which is zero if there is none, and what there is
// to remark.
func read(u uri.URI) (inner uri.URI, out []uri.Remark) {
	start := len("feed:")
	rest := u.String()[start:]
	if u.HasAuthority() {
		rest, start = "http:"+rest, start-len("http:")
	}
	forbid := func(rule uri.Rule, at, length int) (uri.URI, []uri.Remark) {
		return uri.URI{}, []uri.Remark{uri.NewRemark(rule, uri.Forbid, start+at, length)}
	}
	inner, err := uri.Parse(rest)
	switch {
	case err != nil:
		rule, at := ruleURI, 0
		if e, ok := errors.AsType[*uri.Error](err); ok {
			rule.Hint, at = e.Title, e.Offset
		}
		return forbid(rule, at, min(1, len(rest)-at))
	case inner.HasScheme() && !isWeb(inner):
		return forbid(ruleScheme, 0, len(inner.Scheme()))
	case inner.Host() == "":
		at, _, _ := inner.Range(uri.Host)
		return forbid(ruleURI, at, 0)
	}
	return inner, nil
}

func isWeb(u uri.URI) bool {
	return strings.EqualFold(u.Scheme(), "http") || strings.EqualFold(u.Scheme(), "https")
}

// Of returns the feed: URI of the feed at u, the inverse of [Parse]: with two
// slashes and no scheme if that is http. It is the zero URI if u is no http or
// https URI with a host.
func Of(u uri.URI) uri.URI {
	if !isWeb(u) || u.Host() == "" {
		return uri.URI{}
	}
	text := u.String()
	if strings.EqualFold(u.Scheme(), "http") {
		text = text[len("http:"):]
	}
	v, _ := uri.Parse("feed:" + text) // fails by its length alone
	return v
}

// normal writes feed:http://h as feed://h, and normalises the inner URI by the
// rules that http and https share (RFC 9110, section 4.2.3): an empty path is a
// slash, and the default port is left out.
func normal(u uri.URI) uri.URI {
	inner, _ := read(u)
	if inner.IsZero() {
		return u
	}
	inner = inner.Normalize()
	port := strings.TrimLeft(inner.Port(), "0")
	if inner.Scheme() == "http" && port == "80" || inner.Scheme() == "https" && port == "443" {
		inner = inner.WithoutPort()
	}
	return Of(scheme.WithSlash(inner))
}

// MarshalJSON implements [json.Marshaler].
func (v View) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// AppendJSON implements [scheme.JSONAppender].
func (v View) AppendJSON(b []byte) []byte {
	if v.Inner.IsZero() {
		return append(b, "{}"...)
	}
	return append(scheme.AppendQuoted(append(b, `{"uri":`...), v.Inner.Redacted()), '}')
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	if v.Inner.IsZero() {
		return nil
	}
	return scheme.AppendPart(nil, v.start, v.end, "feed")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Inner.IsZero() {
		return "no feed"
	}
	return fmt.Sprintf("the feed at %q, to subscribe to", uri.Shorten(v.Inner.Redacted()))
}
