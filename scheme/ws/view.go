package ws

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a ws or wss URI means (RFC 6455, section 3): whom to connect
// to, and what to ask for.
type View struct {
	scheme.Server

	// ResourceName is the target of the request: the path, "/" if it is empty,
	// and a question mark and the query unless that is empty. It is sent as it
	// is written.
	ResourceName string `json:"resource_name"`

	// Secure reports whether the connection is over TLS.
	Secure bool `json:"secure"`

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is ws or wss. The error says what
// RFC 6455 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	v := View{Secure: strings.EqualFold(u.Scheme(), "wss"), uri: u}
	port := uint16(80)
	if v.Secure {
		port = 443
	}
	v.Server = scheme.ServerOf(u, port)
	if v.ResourceName = u.Path(); v.ResourceName == "" {
		v.ResourceName = "/"
	}
	if u.Query() != "" {
		v.ResourceName += "?" + u.Query()
	}
	return v, scheme.Forbidden(strings.ToLower(u.Scheme()), remarks(u))
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end, _ := v.uri.Range(uri.Path)
	if _, queryEnd, ok := v.uri.Range(uri.Query); ok {
		end = queryEnd
	}
	return scheme.AppendPart(v.Server.Parts(), start, end, "resource name")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	how := "WebSocket"
	if v.Secure {
		how += " over TLS"
	}
	return fmt.Sprintf("a connection by %s to %q at %s", how, v.ResourceName, v.Server)
}
