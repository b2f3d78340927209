// Package telnetclient answers URIs of telnet, rlogin and tn3270 by a
// description of the session that they name. Nothing is dialled: a session is
// opened, not retrieved.
package telnetclient

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/telnet"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// New returns the handler of telnet, rlogin and tn3270. It uses nothing of env.
func New(get.Env) get.Handler { return handler{} }

type handler struct{}

// Get implements [get.Handler].
func (handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	s, err := session(req.URI)
	if err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, get.Fail(ctx, "get", req.URI, get.Canceled, err)
	}
	return &get.Response{
		URI:    req.URI,
		Answer: s,
		Notes:  []string{"nothing was dialled; the session is not encrypted"},
	}, nil
}

// Plan implements [get.Handler].
func (handler) Plan(req *get.Request) (get.Plan, error) {
	s, err := session(req.URI)
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("a session of %s at %s, port %d", s.Protocol, s.Host, s.Port)
	if s.User != "" {
		text += fmt.Sprintf(", as user %q", s.User)
	}
	return get.Plan{{Act: get.Show, Text: text}}, nil
}

// session reads the session that u names.
func session(u uri.URI) (*get.Session, error) {
	protocol := strings.ToLower(u.Scheme())
	if err := judgeOctets(u, protocol); err != nil {
		return nil, err
	}
	v, err := telnet.Parse(u)
	if err != nil {
		return nil, get.Errorf(get.Invalid, "get", u, "%w", err)
	}
	port, err := strconv.ParseUint(v.Port, 10, 16)
	if err != nil || port == 0 {
		return nil, get.Errorf(get.Invalid, "get", u, "there is no port %s", v.Port)
	}
	s := &get.Session{Protocol: protocol, Host: pct.Decode(strings.Trim(v.Host, "[]")), Port: uint16(port)}
	if v.User != nil {
		s.User = string(*v.User)
	}
	return s, nil
}

// judgeOctets refuses control characters: whoever opens the session may type
// the user name into it, and would press keys that the author of the URI chose
// (draft-ietf-uri-url-03, section 1.4).
func judgeOctets(u uri.URI, protocol string) error {
	for _, c := range [...]uri.Component{uri.Userinfo, uri.Host, uri.Path, uri.Query} {
		text, _ := u.Component(c)
		decoded := pct.Decode(text)
		i := strings.IndexFunc(decoded, func(r rune) bool { return r < ' ' || r == 0x7f })
		if i < 0 {
			continue
		}
		code := policy.CodeOctet
		if decoded[i] == 0 {
			code = policy.CodeNUL
		}
		return &get.Error{Op: "get", URI: u, Kind: get.Denied, Err: &policy.Refusal{Code: code,
			Text: fmt.Sprintf("%s: an encoded control character (%%%02X) in the %s", protocol, decoded[i], c)}}
	}
	return nil
}
