package catalog

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// canary is a secret that nobody else would write. It has upper and lower case
// and a digit, so that no normal form hides it.
const canary = "S3cretCanary0f32HexDigits"

// slots are where schemes keep secrets, besides the password of an authority.
var slots = []string{
	"sip:alice:%s@h", "sips:alice:%s@h;transport=tcp", "jdbc:mysql://h/d?user=u&password=%s", "jdbc:mysql://u:%s@h/d",
	"jdbc:oracle:thin:scott/%s@h:1521:x", "jdbc:sqlserver://h;password=%s;x=y", "otpauth://totp/a:b?secret=%s&digits=6",
	"irc://h/chan?key=%s", "irc://h/#chan?key=%s", "imap://u@h/m/;UID=1;URLAUTH=anonymous:internal:%s",
	"view-source:http://u:%s@h/", "feed:http://u:%s@h/", "feed://u:%s@h/",
}

// birdcage is where a canary may be seen.
type birdcage struct {
	t  *testing.T
	mu sync.Mutex
	of string
}

// look fails if a text holds the canary, also in the form in which HTTP sends it.
func (b *birdcage) look(where, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := strings.Index(strings.ToLower(text), strings.ToLower(canary)); i >= 0 {
		b.t.Errorf("%s: the secret is in the %s: %.200q", b.of, where, text)
	}
	if strings.Contains(text, base64.StdEncoding.EncodeToString([]byte("u:"+canary))) {
		b.t.Errorf("%s: the secret is in the %s, as base64", b.of, where)
	}
}

// describe looks at all that is said of a URI: its view, what it means, what is
// wrong with it.
func (b *birdcage) describe(table scheme.Table, u uri.URI) {
	d := table.Describe(u)
	b.look("redacted URI", table.Redacted(u))
	b.look("redacted normal form", table.Redacted(d.Normal))
	if d.View != nil {
		b.look("meaning", d.View.Meaning())
		text, err := json.Marshal(d.View)
		if err != nil {
			b.t.Error(err)
		}
		b.look("view", string(text))
	}
	if d.Err != nil {
		b.look("error of the view", d.Err.Error())
	}
	for _, r := range d.Remarks {
		b.look("remark "+r.Rule, r.Text)
	}
}

// TestCanary: a secret in any slot of any scheme is in no error, plan, trace,
// view or redirect that is told.
func TestCanary(t *testing.T) {
	server, client := tlsPair(t)
	table := known.Table()
	p := policy.CLI(table).AllowPrivate().AllowHighPorts()
	limits := p.Limits()
	limits.Connect, limits.FirstByte, limits.Total = time.Second, time.Second, 2*time.Second
	p = p.WithLimits(limits)
	b := &birdcage{t: t}
	handlers := Handlers(get.Env{Policy: p, TLS: client, Trace: func(_ byte, line string) { b.look("trace", line) }})
	c := &get.Client{Policy: p, Schemes: table, Handlers: handlers, Redirected: func(from, to uri.URI) {
		b.look("redirect", table.Redacted(from)+" "+table.Redacted(to))
	}}
	try := func(req *get.Request) {
		b.of = fmt.Sprintf("%s %s %s", req.URI, req.User, req.Password)
		b.describe(table, req.URI)
		v := p.Judge(req.URI)
		b.look("verdict", v.Text)
		b.look("verdict of a gateway", policy.Gateway(table).JudgeText(req.URI.String()).Text)
		plan, err := c.Plan(req)
		for _, step := range plan {
			b.look("plan", step.Text)
		}
		if err != nil {
			b.look("error of the plan", err.Error())
		}
		res, err := c.Get(t.Context(), req)
		if err != nil {
			b.look("error", err.Error())
			return
		}
		for _, note := range res.Notes {
			b.look("note", note)
		}
		res.Close()
	}
	asked := 0
	for info := range table.All() {
		if info.Reach != scheme.Network {
			continue // it has no authority to log in at
		}
		addr := "h"
		if d, ok := dialogues[info.Name]; ok {
			config := server
			if _, encrypted := connects(c, uriWith(info.Name, "127.0.0.1", "/%s", 'W', "x")); !encrypted {
				config = nil
			}
			w := tap(t, d, config)
			addr = w.Addr().String()
			defer func() {
				if w.take() != "" {
					asked++
				}
			}()
		}
		for _, slot := range []string{"://u:%s@" + addr + "/x", "://u:%s@" + addr, "://u:%s@0x7f.1/x", "://u:%s@" + addr + "/%%0D%%0A"} {
			try(&get.Request{URI: uri.MustParse(info.Name + fmt.Sprintf(slot, canary))})
		}
		try(&get.Request{URI: uri.MustParse(info.Name + "://" + addr + "/x"), User: "u", Password: canary})
	}
	for _, slot := range slots {
		try(&get.Request{URI: uri.MustParse(fmt.Sprintf(slot, canary))})
	}
	t.Cleanup(func() {
		if asked < 4 {
			t.Errorf("only %d servers were asked", asked)
		}
	})
}

// TestCanaryLeft: what was secret for one origin is not sent to another.
func TestCanaryLeft(t *testing.T) {
	other := tap(t, web, nil)
	away := web
	away.replies = map[string]string{"": "HTTP/1.1 302 Away\r\nLocation: http://" + strings.Replace(other.Addr().String(), "127.0.0.1", "localhost", 1) + "/x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"}
	first := tap(t, away, nil)
	table := known.Table()
	p := policy.CLI(table).AllowPrivate().AllowHighPorts()
	c := &get.Client{Policy: p, Schemes: table, Handlers: Handlers(get.Env{Policy: p})}
	for _, req := range []*get.Request{
		{URI: uri.MustParse("http://u:" + canary + "@" + first.Addr().String() + "/?token=" + canary)},
		{URI: uri.MustParse("http://" + first.Addr().String() + "/"), User: "u", Password: canary},
		{URI: uri.MustParse("http://" + first.Addr().String() + "/"), Header: map[string][]string{"Authorization": {canary}, "Cookie": {canary}}},
	} {
		if res, err := c.Get(t.Context(), req); err == nil {
			res.Close()
		}
		secret := base64.StdEncoding.EncodeToString([]byte("u:" + canary))
		if sent := first.take(); !strings.Contains(sent, canary) && !strings.Contains(sent, secret) {
			t.Errorf("%s: the first server was not sent the secret: %q", req.URI, sent)
		}
		sent := other.take()
		if sent == "" {
			t.Errorf("%s: the other server was not asked", req.URI)
		}
		if strings.Contains(sent, canary) || strings.Contains(sent, secret) {
			t.Errorf("%s: the other server was sent %q", req.URI, sent)
		}
	}
}
