package sip

import (
	"fmt"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// URI returns the URI of user, host, port, parameters and header fields as they
// are now, in the scheme that v was read from, sip if it was read from none, and
// with the password that stood there if Password is set. Only what RFC 3261,
// section 25.1, wants encoded is. It is read back as v; the error tells of a
// host or port that is none, and of what RFC 3261 forbids.
//
// A character that is reserved in one part or another may have stood there
// encoded, and is written bare; by section 19.1.4 the two are not equal.
func (v View) URI() (uri.URI, error) {
	// Neither is encoded, so that they must not be able to hold delimiters.
	if !isHost(v.Host) || strings.Trim(v.Port, digits) != "" {
		return uri.URI{}, fmt.Errorf("sip: host %q and port %q are no server", v.Host, v.Port)
	}
	scheme := "sip"
	if v.uri.HasScheme() {
		scheme = v.uri.Scheme()
	}
	text := v.userinfo() + v.Host
	if strings.HasPrefix(text, "//") {
		text = "%2F" + text[1:] // or it would be an authority
	}
	if v.Port != "" {
		text += ":" + v.Port
	}
	for _, p := range v.Parameters {
		text += ";" + p.encoded(inParameter)
	}
	for i, p := range v.Headers {
		text += string("?&"[min(i, 1)]) + p.encoded(inHeader)
	}
	u, err := uri.Parse(scheme + ":" + text)
	if err == nil {
		_, err = Parse(u)
	}
	return u, err
}

func (v View) userinfo() string {
	if v.User == nil {
		return ""
	}
	text := pct.Encode(string(*v.User), inUser)
	if v.Password {
		text += ":" + v.password.raw
	}
	return text + "@"
}

func (p Pair) encoded(bare pct.Set) string {
	text := pct.Encode(string(p.Name), bare)
	if p.Value != nil {
		text += "=" + pct.Encode(string(*p.Value), bare)
	}
	return text
}
