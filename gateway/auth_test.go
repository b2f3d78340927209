package gateway

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

func hashed(t *testing.T, password string) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	return string(hash)
}

func TestUsers(t *testing.T) {
	// The first is what htpasswd -nbB -C 4 joe secret printed.
	u, err := ParseUsers("# people\n\njoe:$2y$04$i.1fLJJX78Rjkit9sXJX6Oi1qZcK/NF7xO58csldPmyyuQmEqqcMy\r\n ann:" + hashed(t, "p:ä") + "\n")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // compared, and then remembered
		for _, x := range []struct {
			name, password string
			want           bool
		}{
			{"joe", "secret", true}, {"ann", "p:ä", true}, {"joe", "p:ä", false}, {"ann", "secret", false}, {"joe", "", false}, {"joe", "secret ", false},
			{"JOE", "secret", false}, {"nobody", "secret", false}, {"", "", false}, {"joe:secret", "", false},
		} {
			if got := u.are(x.name, x.password); got != x.want {
				t.Errorf("%q with %q: %v", x.name, x.password, got)
			}
		}
	}
	for text, want := range map[string]string{
		"":                   "no user",
		"# nobody\n":         "no user",
		"\njoe:secret\n":     "line 2",
		"joe\n":              "line 1",
		":" + hashed(t, "x"): "line 1",
		"joe:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/": "bcrypt",
	} {
		if _, err := ParseUsers(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestLogin: nothing is answered to who has not logged in, but that the gateway runs.
func TestLogin(t *testing.T) {
	users, err := ParseUsers("joe:" + hashed(t, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	h := fixture(answers(), func(o *Options) { o.Users = func() *Users { return users } })
	basic := func(login string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(login)) }
	for _, target := range []string{"/", "/status", "/metrics", "/uriel.css", showing("gopher://h/0/text"), "/none"} {
		w := ask(h, target)
		mustHold(t, w, http.StatusUnauthorized, "Who asks?")
		if got := w.Header().Get("WWW-Authenticate"); got != `Basic realm="Uriel", charset="UTF-8"` {
			t.Errorf("%s: WWW-Authenticate: %q", target, got)
		}
		for _, login := range []string{basic("joe:wrong"), basic("ann:secret"), "Basic x", "Bearer secret", basic("joe")} {
			mustHold(t, ask(h, target, "Authorization", login), http.StatusUnauthorized)
			mustHold(t, ask(h, target, "Proxy-Authorization", basic("joe:secret")), http.StatusUnauthorized)
		}
		if w := ask(h, target, "Authorization", basic("joe:secret")); w.Code == http.StatusUnauthorized {
			t.Errorf("%s: joe is not let in", target)
		}
	}
	mustHold(t, ask(h, "/healthz"), 200)
	w := ask(h, "gopher://h/0/text", "Authorization", basic("joe:secret")) // that is for h
	mustHold(t, w, http.StatusProxyAuthRequired)
	if w.Header().Get("Proxy-Authenticate") == "" || w.Header().Get("WWW-Authenticate") != "" {
		t.Errorf("a proxy asks by %v", w.Header())
	}
	mustHold(t, ask(h, "gopher://h/0/text", "Proxy-Authorization", basic("joe:secret")), 200)
	r := httptest.NewRequest("CONNECT", "/", nil)
	r.Host, r.RequestURI = "h:443", "h:443"
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	mustHold(t, w, http.StatusProxyAuthRequired)
}

// TestLoginIsNotPassedOn: what a client logs in with here is no server's to see.
func TestLoginIsNotPassedOn(t *testing.T) {
	var got http.Header
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got = r.Header }))
	defer web.Close()
	users, err := ParseUsers("joe:" + hashed(t, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	h := fixture(nil, cli, func(o *Options) { o.Users = func() *Users { return users } })
	login := base64.StdEncoding.EncodeToString([]byte("joe:secret"))
	res, _ := proxied(t, h, "GET "+web.URL+"/ HTTP/1.1\r\nHost: "+strings.TrimPrefix(web.URL, "http://")+"\r\nProxy-Authorization: Basic "+login+"\r\nAuthorization: Basic eA==\r\nConnection: close\r\n\r\n")
	if res.StatusCode != 200 {
		t.Errorf("joe gets %s", res.Status)
	}
	if got.Get("Proxy-Authorization") != "" || got.Get("Authorization") != "Basic eA==" {
		t.Errorf("the server was sent %v", got)
	}
}
