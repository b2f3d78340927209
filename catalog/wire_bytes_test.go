package catalog

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// logins are how servers behave that want a login before anything else.
var logins = map[string]dialogue{
	"http": {replies: map[string]string{"": "HTTP/1.1 401 Who?\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"}, ends: true},
	"ftp": {path: files.path, greeting: files.greeting, replies: map[string]string{
		"USER": "331 and the password?\r\n", "PASS": "230 in\r\n", "PWD": "257 \"/\"\r\n", "TYPE": "200 ok\r\n", "": "550 no\r\n",
	}},
	"news": {path: "/%s", greeting: "200 hello\r\n", replies: map[string]string{
		"MODE": "200 hello\r\n", "AUTHINFO": "381 and the password?\r\n", "": "480 who?\r\n",
	}},
	"nntp": {path: netnews.path, greeting: "200 hello\r\n", replies: map[string]string{
		"MODE": "200 hello\r\n", "AUTHINFO": "381 and the password?\r\n", "": "480 who?\r\n",
	}},
}

// A login beside the URI, as a flag or a form gives it, holds octets as they
// are. None of them becomes the end of a line that is sent, either.
func TestWireLogin(t *testing.T) {
	table := known.Table()
	p := policy.CLI(table).AllowPrivate().AllowHighPorts()
	limits := p.Limits()
	limits.Connect, limits.FirstByte, limits.Total = 2*time.Second, 2*time.Second, 5*time.Second
	p = p.WithLimits(limits)
	c := &get.Client{Policy: p, Schemes: table, Handlers: Handlers(get.Env{Policy: p})}
	for name, d := range logins {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := tap(t, d, nil)
			if kept, ok := c.Handlers[name].(io.Closer); ok {
				defer kept.Close()
			}
			path := d.path
			if path == "" {
				path = "/%s"
			}
			u := uri.MustParse(uriWith(name, w.Addr().String(), path, 'W', "x"))
			try := func(user, password string) string {
				logIn(t, c, &get.Request{URI: u, User: user, Password: password})
				sent := w.take()
				for line := range strings.FieldsFuncSeq(sent, func(r rune) bool { return r == '\n' || r == '\r' || r == 0 }) {
					if strings.HasPrefix(line, after) {
						t.Errorf("%s with the login %q, %q sends %q", u, user, password, sent)
					}
				}
				return sent
			}
			sent := try(before+after, before)
			if !strings.Contains(sent, before+after) && !strings.Contains(sent, base64.StdEncoding.EncodeToString([]byte(before+after+":"+before))) {
				t.Fatalf("the server was sent no login: %q: tell in logins how a server of %s asks for one", sent, name)
			}
			for octet := range 256 {
				text := before + string([]byte{byte(octet)}) + after
				try(text, before)
				try(before, text)
			}
			for _, octets := range []string{"\r\n", "\n\r", "\x00\n", "\u010a", "\u2028", "\u0085"} {
				try(before+octets+after, before)
				try(before, before+octets+after)
			}
		})
	}
}

// logIn sends a request and reads the answer.
func logIn(t *testing.T, c *get.Client, req *get.Request) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	res, err := c.Get(ctx, req)
	if e, ok := errors.AsType[*get.Error](err); ok {
		e.Close()
	}
	if err == nil {
		res.Close()
	}
}
