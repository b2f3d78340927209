package newsclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/news/newstest"
	"uriel.dev/uri"
)

// certified returns configurations of a server for 127.0.0.1 and of a client
// that trusts it.
func certified() (server, client *tls.Config) {
	s := httptest.NewTLSServer(nil)
	s.Close() // only its certificate is needed
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return &tls.Config{Certificates: s.TLS.Certificates}, &tls.Config{RootCAs: roots}
}

func secretive(config *tls.Config) *newstest.Server {
	s := &newstest.Server{User: "joe", Password: "s3 cret", TLS: config}
	s.AddGroup("a.b", "")
	return s
}

// TestLogin: who asks, and how it is told.
func TestLogin(t *testing.T) {
	server, client := certified()
	ask := func(answer string, err error) func(*get.Env) {
		return func(e *get.Env) { e.Ask = func(context.Context, string) (string, error) { return answer, err } }
	}
	known := func(e *get.Env) {
		e.Login = func(u uri.URI) (string, string, bool) { return "joe", "s3 cret", u.Host() == "127.0.0.1" }
	}
	for _, x := range []struct {
		name, uri string
		req       get.Request
		env       func(*get.Env)
		kind      string // of the error; "<nil>" if there is none
		sent      string
	}{
		{"in the URI", "news://joe:s3%20cret@HOST/a.b", get.Request{}, nil, "<nil>",
			"MODE READER|AUTHINFO USER joe|AUTHINFO PASS s3 cret|GROUP a.b"},
		{"in the request", "news:a.b", get.Request{User: "joe", Password: "s3 cret"}, nil, "<nil>",
			"MODE READER|AUTHINFO USER joe|AUTHINFO PASS s3 cret|GROUP a.b"},
		{"known beforehand", "news:a.b", get.Request{}, known, "<nil>",
			"MODE READER|AUTHINFO USER joe|AUTHINFO PASS s3 cret|GROUP a.b"},
		{"known, but of another", "news://ann@HOST/a.b", get.Request{}, known, "auth",
			"MODE READER|AUTHINFO USER ann"},
		{"asked for", "news://joe@HOST/a.b", get.Request{}, ask("s3 cret", nil), "<nil>",
			"MODE READER|AUTHINFO USER joe|AUTHINFO PASS s3 cret|GROUP a.b"},
		{"nobody answers", "news://joe@HOST/a.b", get.Request{}, ask("", errors.New("no")), "auth",
			"MODE READER|AUTHINFO USER joe"},
		{"nobody is there", "news://joe@HOST/a.b", get.Request{}, nil, "auth",
			"MODE READER|AUTHINFO USER joe"},
		{"wrong", "news://joe:x@HOST/a.b", get.Request{}, nil, "auth",
			"MODE READER|AUTHINFO USER joe|AUTHINFO PASS x"},
		{"nobody is named", "news:a.b", get.Request{}, nil, "auth",
			"MODE READER|GROUP a.b"},
		{"over TLS", "news://joe:s3%20cret@HOST/a.b", get.Request{Options: map[string]string{OptionSSL: "require"}}, nil, "<nil>",
			"STARTTLS|MODE READER|CAPABILITIES|AUTHINFO SASL PLAIN AGpvZQBzMyBjcmV0|GROUP a.b"},
		{"wrong over TLS", "news://joe:x@HOST/a.b", get.Request{Options: map[string]string{OptionSSL: "require"}}, nil, "auth",
			"STARTTLS|MODE READER|CAPABILITIES|AUTHINFO SASL PLAIN AGpvZQB4"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := secretive(server)
			addr := s.Start(t)
			e := env(addr)
			e.TLS = client
			var trace strings.Builder
			e.Trace = func(_ byte, line string) { trace.WriteString(line + "\n") }
			if x.env != nil {
				x.env(&e)
			}
			req := x.req
			req.URI = uri.MustParse(strings.ReplaceAll(x.uri, "HOST", addr))
			res, err := New(e).Get(t.Context(), &req)
			if err == nil {
				err = gettest.Drain(res)
				res.Close()
			}
			sent, _ := strings.CutSuffix(strings.Join(s.Commands(), "|"), "|QUIT")
			if gettest.Kind(err) != x.kind || sent != x.sent {
				t.Errorf("%v, sent %q; want %s and %q", err, sent, x.kind, x.sent)
			}
			for _, secret := range []string{"s3 cret", "AGpvZQ"} {
				if strings.Contains(trace.String(), secret) {
					t.Errorf("the trace tells the password:\n%s", &trace)
				}
			}
		})
	}
}

// TestTLS: from the first octet, where the server asks for it, or not at all.
func TestTLS(t *testing.T) {
	server, client := certified()
	plain, late, strict := &newstest.Server{}, &newstest.Server{TLS: server}, &newstest.Server{TLS: server, MustTLS: true}
	deaf := (&newstest.Server{}).Start(t)
	always := (&newstest.Server{}).StartTLS(t, server)
	must := map[string]string{OptionSSL: "require"}
	for _, x := range []struct {
		name, uri string
		options   map[string]string
		trust     bool
		kind      string
	}{
		{"implicit", "snews://" + always + "/*", nil, true, "<nil>"},
		{"implicit by number", "nntps://" + always + "/a.b", nil, true, "not-found"},
		{"not trusted", "snews://" + always + "/*", nil, false, "tls"},
		{"TLS where there is none", "snews://" + deaf + "/*", nil, true, "tls"},
		{"STARTTLS", "news://" + late.Start(t) + "/*", must, true, "<nil>"},
		{"STARTTLS not trusted", "news://" + late.Start(t) + "/*", must, false, "tls"},
		{"STARTTLS stripped", "news://" + plain.Start(t) + "/*", must, true, "tls"},
		{"the server wants it", "news://" + strict.Start(t) + "/*", nil, true, "<nil>"},
		{"the server wants it and is not trusted", "news://" + strict.Start(t) + "/*", nil, false, "tls"},
	} {
		t.Run(x.name, func(t *testing.T) {
			e := env("")
			if x.trust {
				e.TLS = client
			}
			res, err := New(e).Get(t.Context(), &get.Request{URI: uri.MustParse(x.uri), Options: x.options})
			if err == nil {
				err = gettest.Drain(res)
				res.Close()
			}
			if gettest.Kind(err) != x.kind {
				t.Errorf("%v of kind %s, want %s", err, gettest.Kind(err), x.kind)
			}
		})
	}
	if sent := plain.Commands(); strings.Join(sent, "|") != "STARTTLS|QUIT" {
		t.Errorf("where TLS is stripped, %q is sent", sent)
	}
}

// TestWordsInFrontOfTLS: what somebody in between says in the clear is not what
// the server says.
func TestWordsInFrontOfTLS(t *testing.T) {
	addr := newstest.Dialogue(t, `
		S: 200 hi
		C: STARTTLS
		S! 382 go on\r\n200 reader\r\n430 there is no such article\r\n`)
	_, err := New(env(addr)).Get(t.Context(), &get.Request{URI: uri.MustParse("news:1@h"), Options: map[string]string{OptionSSL: "require"}})
	if gettest.Kind(err) != "tls" || !strings.Contains(err.Error(), "in the clear") {
		t.Error(err)
	}
}
