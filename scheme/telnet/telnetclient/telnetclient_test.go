package telnetclient

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme/telnet"
	"uriel.dev/uri"
)

func TestHandler(t *testing.T) {
	gettest.Run(t, gettest.Subject{
		Schemes: telnet.Schemes(),
		New:     New,
		URIs:    []string{"telnet://melvyl.ucop.edu/", "rlogin://u@h", "tn3270://h:2323"},
	})
}

func TestSession(t *testing.T) {
	for _, x := range []struct {
		uri  string
		want get.Session
		show string
	}{
		{"telnet://melvyl.ucop.edu", get.Session{Protocol: "telnet", Host: "melvyl.ucop.edu", Port: 23}, "a session of telnet at melvyl.ucop.edu, port 23"},
		{"TELNET://joe%20b:secret@h:2323/", get.Session{Protocol: "telnet", Host: "h", Port: 2323, User: "joe b"}, `a session of telnet at h, port 2323, as user "joe b"`},
		{"rlogin://joe@[::1]/", get.Session{Protocol: "rlogin", Host: "::1", Port: 513, User: "joe"}, `a session of rlogin at ::1, port 513, as user "joe"`},
		{"tn3270://h", get.Session{Protocol: "tn3270", Host: "h", Port: 23}, "a session of tn3270 at h, port 23"},
	} {
		req := &get.Request{URI: uri.MustParse(x.uri)}
		res, err := New(get.Env{}).Get(t.Context(), req)
		if err != nil {
			t.Errorf("%s: %v", x.uri, err)
			continue
		}
		if diff := cmp.Diff(&x.want, res.Answer); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.uri, diff)
		}
		plan, err := New(get.Env{}).Plan(req)
		if diff := cmp.Diff(get.Plan{{Act: get.Show, Text: x.show}}, plan); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", x.uri, err, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	for u, want := range map[string]get.Kind{
		"telnet://h/%0D%0A":     get.Denied,
		"telnet://a%0Ab@h/":     get.Denied,
		"telnet://a:b%1B@h/":    get.Denied,
		"tn3270://a%00@h/":      get.Denied,
		"rlogin://a%7F@h/":      get.Denied,
		"telnet://h/path":       get.Invalid,
		"telnet:h":              get.Invalid,
		"telnet://h:0/":         get.Invalid,
		"telnet://h:99999/":     get.Invalid,
		"rlogin://s3cret:@/%41": get.Invalid,
	} {
		for name, ask := range map[string]func(*get.Request) error{
			"get":  func(r *get.Request) error { _, err := New(get.Env{}).Get(t.Context(), r); return err },
			"plan": func(r *get.Request) error { _, err := New(get.Env{}).Plan(r); return err },
		} {
			err := ask(&get.Request{URI: uri.MustParse(u)})
			e, ok := errors.AsType[*get.Error](err)
			if !ok || e.Kind != want {
				t.Errorf("%s %s: %v, want an error of kind %s", name, u, err, want)
			}
			if r, ok := errors.AsType[*policy.Refusal](err); want == get.Denied && (!ok || strings.Contains(u, "%00") != (r.Code == policy.CodeNUL)) {
				t.Errorf("%s %s: %v, want a refusal with the code of the octet", name, u, err)
			}
		}
	}
}
