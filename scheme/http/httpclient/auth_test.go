package httpclient

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
)

// TestDigestExample: the two examples of RFC 7616, section 3.9.1.
func TestDigestExample(t *testing.T) {
	field := `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=ALGORITHM, ` +
		`nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
	for algorithm, response := range map[string]string{
		"MD5":     "8ca523f5e9506fed4657c9700eebdbec",
		"SHA-256": "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
	} {
		challenges := parseChallenges(strings.Replace(field, "ALGORITHM", algorithm, 1))
		if len(challenges) != 1 {
			t.Fatalf("%d challenges, want 1", len(challenges))
		}
		got := digest(login{"Mufasa", "Circle of Life", true}, challenges[0], "GET", "/dir/index.html", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
		want := `Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ` +
			`uri="/dir/index.html", algorithm=` + algorithm + `, nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", ` +
			`qop=auth, response="` + response + `", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", algorithm, got, want)
		}
	}
}

func TestChallenges(t *testing.T) {
	tests := []struct{ field, want, why string }{
		{`Basic realm="a"`, `basic realm=a`, "RFC 9110 11.6.1"},
		{`Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\""`, `basic realm=simple|newauth realm=apps title=Login to "apps" type=1`, "RFC 9110 11.6.1: the example"},
		{`BASIC REALM = a , charset="UTF-8"`, `basic charset=UTF-8 realm=a`, "RFC 9110 11.2: case, bad white space"},
		{`Negotiate`, `negotiate`, "no parameters"},
		{`Negotiate YWJj, Basic realm="a,b=c"`, `negotiate|ywjj|basic realm=a,b=c`, "a token68, and a comma in quotes"},
		{`Negotiate YWJj==, Basic realm=x`, `negotiate ywjj=|basic realm=x`, "a token68 with padding"},
		{`, ,Basic realm="a",,`, `basic realm=a`, "RFC 9110 5.6.1: empty elements"},
		{`realm="a"`, ``, "a parameter of nothing"},
		{`Basic realm="a`, `basic realm=a`, "a quote that is not closed"},
		{`Basic realm="a\`, `basic realm=a\`, "an escape of nothing"},
		{`"" = Basic`, `basic`, "rubbish is skipped"},
		{``, ``, "nothing"},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range parseChallenges(tt.field) {
			text := c.scheme
			for _, name := range []string{"charset", "realm", "title", "type", "ywjj"} {
				if value, ok := c.params[name]; ok {
					text += " " + name + "=" + value
				}
			}
			got = append(got, text)
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: %s, want %s (%s)", tt.field, s, tt.want, tt.why)
		}
	}
}

func TestChoose(t *testing.T) {
	const (
		basic  = `Basic realm="b"`
		md5    = `Digest realm="m", qop="auth", nonce="n"`
		sha    = `Digest realm="s", qop="auth-int,auth", algorithm=sha-256, nonce="n"`
		sess   = `Digest realm="x", qop="auth", algorithm=MD5-sess, nonce="n"`
		noQop  = `Digest realm="x", nonce="n"`
		bearer = `Bearer realm="x"`
	)
	tests := []struct {
		name   string
		fields []string
		realm  string
	}{
		{"the strongest of several fields", []string{basic, md5, sha}, "s"},
		{"the strongest of one field", []string{basic + ", " + md5}, "m"},
		{"unknown ones are ignored", []string{bearer, sess, noQop, basic}, "b"},
		{"none", []string{bearer, sess}, ""},
		{"no field", nil, ""},
	}
	for _, tt := range tests {
		c, ok := choose(http.Header{"Www-Authenticate": tt.fields})
		if c.params["realm"] != tt.realm || ok != (tt.realm != "") {
			t.Errorf("%s: %v %v, want realm %q", tt.name, c, ok, tt.realm)
		}
	}
}

const (
	wantsBasic  = "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Basic realm=\"the vault\"\nContent-Type: text/plain\nContent-Length: 13\nConnection: close\n\nwho are you?\n"
	wantsDigest = "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Basic realm=\"the vault\"\nWWW-Authenticate: Digest realm=\"the vault\", qop=\"auth\", nonce=\"n0nce\"\nContent-Length: 0\nConnection: close\n\n"
	wantsBearer = "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Bearer\nContent-Length: 0\nConnection: close\n\n"
)

// authorizations returns the value of Authorization in each request; of a
// digest only what it is.
func (s *script) authorizations() []string {
	var out []string
	for _, request := range s.requests() {
		_, rest, _ := strings.Cut(request, "\r\nAuthorization: ")
		value, _, _ := strings.Cut(rest, "\r\n")
		if strings.HasPrefix(value, "Digest ") {
			value, _, _ = strings.Cut(value, ", ")
		}
		out = append(out, value)
	}
	return out
}

func TestLogIn(t *testing.T) {
	const basic = "Basic ZnJlZDpvcGVu" // fred:open
	tests := []struct {
		name    string
		replies []string
		uri     string
		asked   string // the prompt
		want    string
		sent    []string
	}{
		{"a name alone is asked for its password", []string{wantsBasic, ok}, "http://fred@HOST/", "password for fred@HOST: ", "yes", []string{"", basic}},
		{"and for Digest", []string{wantsDigest, ok}, "http://fred@HOST/", "password for fred@HOST: ", "yes", []string{"", `Digest username="fred"`}},
		{"once only", []string{wantsBasic, wantsBasic}, "http://fred@HOST/", "password for fred@HOST: ", "error: auth", []string{"", basic}},
		{"a login is answered by Digest where the server wants it", []string{wantsDigest, ok}, "http://fred:open@HOST/", "", "yes", []string{basic, `Digest username="fred"`}},
		{"a wrong login is not repeated", []string{wantsBasic}, "http://fred:open@HOST/", "", "error: auth", []string{basic}},
		{"a wrong digest is not repeated", []string{wantsDigest, wantsDigest}, "http://fred:open@HOST/", "", "error: auth", []string{basic, `Digest username="fred"`}},
		{"nobody has no password", []string{wantsBasic}, "http://HOST/", "", "error: auth", []string{""}},
		{"a way that is not spoken", []string{wantsBearer}, "http://fred@HOST/", "", "error: auth", []string{""}},
		{"an answer needs no password", []string{ok}, "http://fred@HOST/", "", "yes", []string{""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.replies...)
			var asked string
			c := newClient(t, get.Env{Ask: func(_ context.Context, prompt string) (string, error) {
				asked += prompt
				return "open", nil
			}})
			if got := read(c.Get(t.Context(), &get.Request{URI: s.at(tt.uri)})); got != tt.want {
				t.Errorf("answer %q, want %q", got, tt.want)
			}
			if want := strings.ReplaceAll(tt.asked, "HOST", s.addr()); asked != want {
				t.Errorf("asked %q, want %q", asked, want)
			}
			if diff := cmp.Diff(tt.sent, s.authorizations()); diff != "" {
				t.Errorf("sent (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLoginFails: what the error says, and that it tells no secret.
func TestLoginFails(t *testing.T) {
	tests := []struct {
		name, reply, uri, text, server string
		user                           string // what the form has filled in
	}{
		{"nobody to ask", wantsBasic, "http://fred@HOST/", "-u fred:password", "401 Unauthorized: who are you?", "fred"},
		{"nobody at all", wantsBasic, "http://HOST/", "-u name:password", "401 Unauthorized: who are you?", ""},
		{"wrong", wantsBasic, "http://fred:s3cret@HOST/", "not accepted", "401 Unauthorized: who are you?", "fred"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.reply)
			c := newClient(t, get.Env{})
			_, err := c.Get(t.Context(), &get.Request{URI: s.at(tt.uri)})
			e := wantError(t, err, get.Auth)
			if !strings.Contains(e.Error(), tt.text) || strings.Contains(e.Error(), "s3cret") || e.Server != tt.server {
				t.Errorf("error %q, server %q; want %q in it and %q", e, e.Server, tt.text, tt.server)
			}
			form, ok := e.Answer.Answer.(*get.Form)
			if !ok || form.Fields[0].Default != tt.user || !strings.Contains(form.Text, `"the vault"`) {
				t.Fatalf("the answer is %+v", e.Answer.Answer)
			}
			if e.Answer.Meta[0] != (get.Meta{Name: ":status", Value: "401 Unauthorized"}) {
				t.Errorf("meta %v", e.Answer.Meta)
			}
		})
	}
	t.Run("a way that is not spoken", func(t *testing.T) {
		s := serve(t, wantsBearer)
		_, err := newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: s.at("http://HOST/")})
		if e := wantError(t, err, get.Auth); e.Answer != nil || !strings.Contains(e.Error(), `"Bearer"`) {
			t.Errorf("error %q with answer %v; want the way that the server wants, and no form", e, e.Answer)
		}
	})
	t.Run("the person does not answer", func(t *testing.T) {
		s := serve(t, wantsBasic)
		away := errors.New("end of file")
		c := newClient(t, get.Env{Ask: func(context.Context, string) (string, error) { return "", away }})
		_, err := c.Get(t.Context(), &get.Request{URI: s.at("http://fred@HOST/")})
		if wantError(t, err, get.Auth); !errors.Is(err, away) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("a bad password", func(t *testing.T) {
		s := serve(t, wantsBasic)
		c := newClient(t, get.Env{Ask: func(context.Context, string) (string, error) { return "a\r\nb", nil }})
		_, err := c.Get(t.Context(), &get.Request{URI: s.at("http://fred@HOST/")})
		wantError(t, err, get.Invalid)
	})
}

// TestLoginForm: the form that comes with a 401 leads in.
func TestLoginForm(t *testing.T) {
	s := serve(t, wantsBasic, ok)
	c := newClient(t, get.Env{})
	_, err := c.Get(t.Context(), &get.Request{URI: s.at("http://ann:old@HOST/x"), Body: []byte("b"), Header: http.Header{"X": {"1"}}})
	form := wantError(t, err, get.Auth).Answer.Answer.(*get.Form)

	for _, bad := range [][]get.Value{{{Name: "user", Value: ""}}, {{Name: "other", Value: "x"}}, {{Name: "password", Value: "a\nb"}}} {
		_, err := form.Fill(bad)
		wantError(t, err, get.Invalid)
	}
	req, err := form.Fill([]get.Value{{Name: "user", Value: "fred"}, {Name: "password", Value: "open"}})
	if err != nil {
		t.Fatal(err)
	}
	if req.URI != s.at("http://HOST/x") {
		t.Errorf("the form leads to %s: the old login is to be dropped", req.URI)
	}
	if got := read(c.Get(t.Context(), req)); got != "yes" {
		t.Errorf("answer %q", got)
	}
	want := s.lines("POST /x HTTP/1.1", "Host: HOST", "User-Agent: Uriel", "Content-Length: 1", "Accept-Encoding: gzip, br, zstd", "Authorization: Basic ZnJlZDpvcGVu", "X: 1") + "b"
	if got := s.requests(); len(got) != 2 || got[1] != want {
		t.Errorf("sent %q, want the last to be %q", got, want)
	}
}

// FuzzChallenges: any field is read, and a value that is quoted is read back.
func FuzzChallenges(f *testing.F) {
	for _, s := range []string{`Basic realm="a"`, `a b=c, d "e\"`, `=,"`, `Digest qop="auth",nonce=,`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parseChallenges(s)
		back := parseChallenges("Basic realm=" + quote(s) + ", x=y")
		if len(back) != 1 || back[0].params["realm"] != s || back[0].params["x"] != "y" {
			t.Errorf("%q is read back as %q", s, back)
		}
	})
}

// TestRedirectLogin: who logged in to an origin stays logged in there, and is
// named to no other.
func TestRedirectLogin(t *testing.T) {
	c := newClient(t, get.Env{})
	other := serve(t, ok, ok, ok)
	to := func(location string) string {
		return "HTTP/1.1 302 Found\nLocation: " + strings.ReplaceAll(location, "HOST", other.addr()) + "\nContent-Length: 0\nConnection: close\n\n"
	}
	s := serve(t, to("http://HOST/a"), to("http://bob:b@HOST/b"), to("http://HOST/c"), to("/d"), ok, to("/e"), ok)
	requests := []get.Request{
		{URI: s.at("http://fred:open@HOST/")},
		{URI: s.at("http://fred:open@HOST/")},
		{URI: s.at("http://HOST/"), User: "fred", Password: "open"},
		{URI: s.at("http://fred:open@HOST/")},
		{URI: s.at("http://HOST/"), User: "fred", Password: "open"},
	}
	for i, req := range requests {
		if got := read(c.Get(t.Context(), &req)); got != "yes" {
			t.Errorf("request %d: %s", i, got)
		}
	}
	const fred, bob = "Basic ZnJlZDpvcGVu", "Basic Ym9iOmI="
	if diff := cmp.Diff([]string{"", bob, ""}, other.authorizations()); diff != "" {
		t.Errorf("the other server was told (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{fred, fred, fred, fred, fred, fred, fred}, s.authorizations()); diff != "" {
		t.Errorf("the server was told (-want +got):\n%s", diff)
	}
	for _, request := range append(s.requests(), other.requests()...) {
		if strings.Contains(request, "Referer") {
			t.Errorf("a Referer was sent: %q", request)
		}
	}
}
