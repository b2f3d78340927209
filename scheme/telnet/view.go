package telnet

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what the URI of a session means (RFC 4248, section 2): where it is,
// and as whom. The default port is 23, for rlogin 513.
type View struct {
	scheme.Server
	protocol string
}

// Parse returns the meaning of u, whose scheme is telnet, rlogin or tn3270. The
// error says what the scheme forbids about it; the view then holds what could
// be read.
func Parse(u uri.URI) (View, error) {
	protocol, port := strings.ToLower(u.Scheme()), uint16(23)
	if protocol == "rlogin" {
		port = 513
	}
	return View{scheme.ServerOf(u, port), protocol}, scheme.Forbidden(protocol, remarks(u))
}

// Meaning implements [scheme.View].
func (v View) Meaning() string { return fmt.Sprintf("a session of %s at %s", v.protocol, v.Server) }
