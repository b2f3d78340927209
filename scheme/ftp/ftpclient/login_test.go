package ftpclient

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/uri"
)

// withLogin returns the URI with userinfo.
func withLogin(u uri.URI, userinfo string) uri.URI {
	if userinfo == "" {
		return u
	}
	return uri.MustParse(strings.Replace(u.String(), "//", "//"+userinfo+"@", 1))
}

// TestLogin: who asks, and by what that is known.
func TestLogin(t *testing.T) {
	netrc := func(u uri.URI) (string, string, bool) { return "ann", "from netrc", u.Host() == "127.0.0.1" }
	ask := func(_ context.Context, prompt string) (string, error) {
		if prompt != "password for joe@127.0.0.1: " {
			t.Errorf("prompt %q", prompt)
		}
		return "asked", nil
	}
	for _, x := range []struct {
		name, userinfo       string
		user, password       string
		email                string
		netrc                func(uri.URI) (string, string, bool)
		ask                  func(context.Context, string) (string, error)
		wantUser, wantSecret string
	}{
		{"nobody", "", "", "", "", nil, nil, "anonymous", "uriel@"},
		{"nobody, with a mail address", "", "", "", "me@h.example", nil, nil, "anonymous", "me@h.example"},
		{"nobody, with netrc", "", "", "", "me@h.example", netrc, nil, "ann", "from netrc"},
		{"the URI", "joe:s%20%40", "", "", "", netrc, ask, "joe", "s @"},
		{"the URI, an empty password", "joe:", "", "", "", netrc, ask, "joe", ""},
		{"a name in the URI", "joe", "", "", "", nil, ask, "joe", "asked"},
		{"a name in the URI that netrc knows", "ann", "", "", "", netrc, nil, "ann", "from netrc"},
		{"a name in the URI that netrc does not know", "joe", "", "", "", netrc, ask, "joe", "asked"},
		{"anonymous in the URI", "anonymous", "", "", "", nil, ask, "anonymous", "uriel@"},
		{"anonymous with a password in the URI", "anonymous:a%40b", "", "", "", nil, ask, "anonymous", "a@b"},
		{"an empty name", ":secret", "", "", "", nil, nil, "anonymous", "uriel@"},
		{"the request", "joe:other", "fred", "fredspass", "", netrc, ask, "fred", "fredspass"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe", Users: map[string]string{x.wantUser: x.wantSecret}})
			e := env()
			e.Login, e.Ask = x.netrc, x.ask
			req := &get.Request{URI: withLogin(s.URI("/x"), x.userinfo), User: x.user, Password: x.password, Options: map[string]string{OptionEmail: x.email}}
			_, body, err := gettest.Fetch(t, client(t, e), req)
			if err != nil || body != "x\ny\n" {
				t.Errorf("%q, %v", body, err)
			}
			if sent := s.Sessions()[0]; sent[0] != "USER "+x.wantUser || sent[1] != "PASS "+x.wantSecret {
				t.Errorf("sent %q", sent)
			}
		})
	}
}

// TestNotIn: a login that is wanted and not there is an error of kind Auth, with
// a form that leads on.
func TestNotIn(t *testing.T) {
	users := map[string]string{"joe": "secret word"}
	for _, x := range []struct {
		name, userinfo, option, text string
		user                         string // in the form
	}{
		{"anonymous is not let in", "", "", "--ftp-email", ""},
		{"nor with a mail address", "", "me@h.example", "is not accepted", ""},
		{"nobody is there to ask", "joe", "", "nobody is there to ask: give it with -u joe:password", "joe"},
		{"a wrong password", "joe:other", "", "is not accepted", "joe"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe", Users: users})
			h := client(t, env())
			_, err := h.Get(t.Context(), &get.Request{URI: withLogin(s.URI("/x"), x.userinfo), Options: map[string]string{OptionEmail: x.option}})
			e, ok := errors.AsType[*get.Error](err)
			if !ok || e.Kind != get.Auth || !strings.Contains(err.Error(), x.text) || e.Answer == nil {
				t.Fatalf("%v; want kind auth, %q and a form", err, x.text)
			}
			form := e.Answer.Answer.(*get.Form)
			if !form.Clear || len(form.Fields) != 2 || form.Fields[0].Default != x.user || form.Fields[1].Type != get.Password {
				t.Errorf("form %+v", form)
			}
			next, err := form.Fill([]get.Value{{Name: "user", Value: "joe"}, {Name: "password", Value: "secret word"}})
			if err != nil {
				t.Fatal(err)
			}
			if _, body, err := gettest.Fetch(t, h, next); err != nil || body != "x\ny\n" {
				t.Errorf("filled in: %q, %v", body, err)
			}
			for _, values := range [][]get.Value{{{Name: "nosuch", Value: "x"}}, {{Name: "user", Value: ""}}, {{Name: "user", Value: "joe\r\nDELE x"}}, {{Name: "password", Value: "a\nb"}}} {
				if _, err := form.Fill(values); gettest.Kind(err) != "invalid" {
					t.Errorf("filled in with %v: %v", values, err)
				}
			}
		})
	}
}

func TestAccount(t *testing.T) {
	const script = `
< 220 hi
> USER anonymous
< 331 more
> PASS uriel@
< 332 and an account`
	s := ftptest.Script(t, script+"\n> ACCT sales\n< 230 in"+described+sent)
	if _, body, err := gettest.Fetch(t, client(t, env()), &get.Request{URI: s.URI("/f"), Options: map[string]string{OptionAccount: "sales"}}); err != nil || body != "text" {
		t.Errorf("%q, %v", body, err)
	}
	s = ftptest.Script(t, script)
	if _, _, err := gettest.Fetch(t, client(t, env()), &get.Request{URI: s.URI("/f")}); gettest.Kind(err) != "auth" || !strings.Contains(err.Error(), "--ftp-account") {
		t.Error(err)
	}
}

func TestAskFails(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{})
	e := env()
	e.Ask = func(context.Context, string) (string, error) { return "", errors.New("no terminal") }
	_, _, err := gettest.Fetch(t, client(t, e), &get.Request{URI: withLogin(s.URI("/x"), "joe")})
	if gettest.Kind(err) != "auth" || !strings.Contains(err.Error(), "no terminal") {
		t.Error(err)
	}
}

// TestSecrets: a password is in no trace, plan, error or answer, not even where
// the server repeats it; that of anonymous says nothing of the user.
func TestSecrets(t *testing.T) {
	s := ftptest.Script(t, `
< 220 hi
> USER joe
< 331 more
> PASS s3cret!
< 332 more
> ACCT s@les
< 230-joe, your password is s3cret!\r\n230 in`+undescribed+"\n> RETR f\n< 550 no file for s3cret!"+noMiss)
	var trace []string
	e := env()
	e.Trace = func(direction byte, line string) { trace = append(trace, string(direction)+" "+line) }
	h := client(t, e)
	req := &get.Request{URI: withLogin(s.URI("/f"), "joe:s3cret!"), Options: map[string]string{OptionAccount: "s@les"}}
	_, err := h.Get(t.Context(), req)
	plan, perr := h.Plan(req)
	if perr != nil || gettest.Kind(err) != "not-found" {
		t.Fatal(perr, err)
	}
	all := strings.Join(append(append(trace, sends(plan)...), err.Error()), "\n")
	if strings.Contains(all, "s3cret") || strings.Contains(all, "s@les") {
		t.Errorf("a secret is shown:\n%s", all)
	}
	for _, want := range []string{"> USER joe", "> PASS ***", "> ACCT ***", "< 230-joe, your password is ***", "> RETR f"} {
		if !slices.Contains(trace, want) {
			t.Errorf("the trace lacks %q: %q", want, trace)
		}
	}
}
