package rtsp

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a URI of RTSP means: whom to ask, and for what. Path and query
// are the server's business (RFC 7826, section 4.2).
type View struct {
	scheme.Server

	// RequestURI is what a request is about, as written: the URI without
	// userinfo and fragment. It is "" if no host is named.
	RequestURI string `json:"request_uri,omitempty"`

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is rtsp, rtsps or rtspu. The
// error says that no host is named.
func Parse(u uri.URI) (View, error) {
	port := uint16(554)
	if strings.EqualFold(u.Scheme(), "rtsps") {
		port = 322
	}
	v := View{Server: scheme.ServerOf(u, port), uri: u}
	if u.Host() != "" {
		v.RequestURI = u.WithoutUserinfo().WithoutFragment().String()
	}
	return v, scheme.Forbidden(strings.ToLower(u.Scheme()), remarks(u))
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end, _ := v.uri.Range(uri.Path)
	parts := scheme.AppendPart(v.Server.Parts(), start, end, "path")
	start, end, _ = v.uri.Range(uri.Query)
	return scheme.AppendPart(parts, start, end, "query")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	how := map[string]string{"rtsp": "TCP", "rtsps": "TLS", "rtspu": "UDP"}[strings.ToLower(v.uri.Scheme())]
	target := v.uri.Path()
	if target == "" {
		target = "/"
	}
	if v.uri.HasQuery() {
		target += "?" + v.uri.Query()
	}
	return fmt.Sprintf("the presentation or stream %q at %s, controlled by RTSP over %s", target, v.Server, how)
}
