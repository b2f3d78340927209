package httpclient

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// knows is a Login that has one for host, and keeps what it is asked for.
func knows(host, user, password string, asked *[]string) func(uri.URI) (string, string, bool) {
	return func(u uri.URI) (string, string, bool) {
		*asked = append(*asked, u.Userinfo()+"@"+u.Authority()[strings.IndexByte(u.Authority(), '@')+1:])
		return user, password, u.Host()+":"+u.Port() == host
	}
}

// TestKnownLogin: who is known beforehand logs in where nobody else is named.
func TestKnownLogin(t *testing.T) {
	const fred, ann, empty = "Basic ZnJlZDpvcGVu", "Basic YW5uOnMzY3JldA==", "Basic ZnJlZDo=" // fred:open, ann:s3cret, fred:
	tests := []struct {
		name     string
		uri      string
		req      get.Request
		password string
		replies  []string
		want     string
		sent     []string
		why      string
	}{
		{"nobody named", "http://HOST/", get.Request{}, "open", []string{ok}, "yes", []string{fred}, "it is sent at once, as curl does"},
		{"a name without a password", "http://fred@HOST/", get.Request{}, "open", []string{ok}, "yes", []string{fred}, "the password of that name"},
		{"another name", "http://ann@HOST/", get.Request{}, "open", []string{ok}, "yes", []string{""}, "the password is not ann's"},
		{"the URI names both", "http://ann:s3cret@HOST/", get.Request{}, "open", []string{ok}, "yes", []string{ann}, "the URI comes first"},
		{"the request names somebody", "http://HOST/", get.Request{User: "ann", Password: "s3cret"}, "open", []string{ok}, "yes", []string{ann}, "the request comes first"},
		{"a field", "http://HOST/", get.Request{Header: http.Header{"Authorization": {"Bearer t"}}}, "open", []string{ok}, "yes", []string{"Bearer t"}, "it says all there is to say"},
		{"an empty password", "http://HOST/", get.Request{}, "", []string{ok}, "yes", []string{empty}, "RFC 7617 2: it may be empty"},
		{"wanted by Digest", "http://HOST/", get.Request{}, "open", []string{wantsDigest, ok}, "yes", []string{fred, `Digest username="fred"`}, "as a login of the URI"},
		{"wrong", "http://HOST/", get.Request{}, "open", []string{wantsBasic}, "error: auth", []string{fred}, "it is not repeated"},
		{"a line end", "http://HOST/", get.Request{}, "a\r\nb", nil, "error: invalid", nil, "RFC 7617 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.replies...)
			var asked []string
			c := newClient(t, get.Env{Login: knows(s.addr(), "fred", tt.password, &asked)})
			tt.req.URI = s.at(tt.uri)
			if got := read(c.Get(t.Context(), &tt.req)); got != tt.want {
				t.Errorf("answer %q, want %q", got, tt.want)
			}
			if diff := cmp.Diff(tt.sent, s.authorizations()); diff != "" {
				t.Errorf("sent (-want +got; %s):\n%s", tt.why, diff)
			}
		})
	}
}

// TestKnownLoginRedirect: at each hop the login of that host is asked for, and
// no other server gets it; an origin that has none gets none.
func TestKnownLoginRedirect(t *testing.T) {
	stranger := serve(t, ok)
	to := "HTTP/1.1 302 Found\nLocation: " + stranger.at("http://HOST/x").String() + "\nContent-Length: 0\nConnection: close\n\n"
	s := serve(t, "HTTP/1.1 302 Found\nLocation: /y\nContent-Length: 0\nConnection: close\n\n", to)
	var asked []string
	c := newClient(t, get.Env{Login: knows(s.addr(), "fred", "c4nary", &asked)})
	if got := read(c.Get(t.Context(), &get.Request{URI: s.at("http://fred@HOST/")})); got != "yes" {
		t.Fatal(got)
	}
	const fred = "Basic ZnJlZDpjNG5hcnk="
	if diff := cmp.Diff([]string{fred, fred}, s.authorizations()); diff != "" {
		t.Errorf("the host that it is for was sent (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{""}, stranger.authorizations()); diff != "" {
		t.Errorf("another host was sent (-want +got):\n%s", diff)
	}
	if !slices.Contains(asked, "@"+stranger.addr()) {
		t.Errorf("asked for logins of %q, want also one for the host that the redirect leads to", asked)
	}
	// And the other way round: a stranger leads to the host.
	back := serve(t, ok)
	from := serve(t, "HTTP/1.1 302 Found\nLocation: "+back.at("http://HOST/").String()+"\nContent-Length: 0\nConnection: close\n\n")
	c = newClient(t, get.Env{Login: knows(back.addr(), "fred", "c4nary", &asked)})
	if got := read(c.Get(t.Context(), &get.Request{URI: from.at("http://ann:s3cret@HOST/")})); got != "yes" {
		t.Fatal(got)
	}
	if got := back.authorizations(); !slices.Equal(got, []string{fred}) {
		t.Errorf("after the redirect %q was sent, want the login of that host", got)
	}
}
