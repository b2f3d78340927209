package main

import (
	"errors"
	"strings"
	"testing"

	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// TestProxyChoice: which proxy curl would take.
func TestProxyChoice(t *testing.T) {
	flag := func(s string) optional { return optional{s, true} }
	none := optional{}
	tests := []struct {
		name           string
		proxy, noProxy optional
		env            string // NAME=VALUE, with blanks between them
		uri            string
		want           string // "" is none
	}{
		{"nothing set", none, none, "", "http://h/", ""},
		{"http", none, none, "http_proxy=http://p:3128/", "HTTP://h/", "http://p:3128"},
		{"http is not https", none, none, "http_proxy=http://p:3128/", "https://h/", ""},
		{"https", none, none, "https_proxy=p", "https://h/", "http://p:1080"},
		{"HTTPS in capitals", none, none, "HTTPS_PROXY=p", "https://h/", "http://p:1080"},
		{"HTTP in capitals: a CGI program gets it from strangers", none, none, "HTTP_PROXY=p", "http://h/", ""},
		{"all", none, none, "all_proxy=p ALL_PROXY=q", "http://h/", "http://p:1080"},
		{"all in capitals", none, none, "ALL_PROXY=q", "https://h/", "http://q:1080"},
		{"the scheme before all", none, none, "https_proxy=p all_proxy=q", "https://h/", "http://p:1080"},
		{"empty is not set", none, none, "https_proxy= HTTPS_PROXY=p", "https://h/", "http://p:1080"},
		{"login", none, none, "http_proxy=http://u:p%40ss@p:8080", "http://h/", "http://u:p%40ss@p:8080"},
		{"other schemes have none", none, none, "all_proxy=p", "gopher://h/", ""},
		{"what is not spoken is left to be refused when it is used", none, none, "http_proxy=socks5://p", "http://h/", "socks5://p:1080"},
		{"flag over the environment", flag("[::1]:8080"), none, "http_proxy=p", "http://h/", "http://[::1]:8080"},
		{"flag for both", flag("u:p@q"), none, "", "https://h/", "http://u:p@q:1080"},
		{"flag in capitals", flag("HTTP://q"), none, "", "https://h/", "HTTP://q:1080"},
		{"empty flag", flag(""), none, "http_proxy=p", "http://h/", ""},
		{"no_proxy", none, none, "http_proxy=p no_proxy=h", "http://h/", ""},
		{"NO_PROXY", none, none, "http_proxy=p NO_PROXY=h", "http://h/", ""},
		{"no_proxy for the flag", flag("p"), none, "no_proxy=h", "http://h/", ""},
		{"noproxy over the environment", flag("p"), flag("x"), "no_proxy=h", "http://h/", "http://p:1080"},
		{"empty noproxy", flag("p"), flag(""), "no_proxy=*", "http://h/", "http://p:1080"},
	}
	for _, tt := range tests {
		env := map[string]string{}
		for _, v := range strings.Fields(tt.env) {
			name, value, _ := strings.Cut(v, "=")
			env[name] = value
		}
		f := proxyFlags{tt.proxy, tt.noProxy}
		choose, err := f.chooser(func(name string) string { return env[name] }, known.Table())
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := ""
		if choose != nil {
			if proxy, ok := choose(uri.MustParse(tt.uri)); ok {
				got = proxy.String()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestProxyUsage: values that are no proxy, told without the password.
func TestProxyUsage(t *testing.T) {
	for _, x := range []struct{ proxy, text string }{
		{"socks5://u:s3cret@p", "socks5"},
		{"https://p", "only http"},
		{"http://", "no host"},
		{":8080", "no host"},
		{"u:s3cret@p q", "space"},
		{"p:0", "no port 0"},
		{"p:65536", "no port 65536"},
	} {
		f := proxyFlags{proxy: optional{x.proxy, true}}
		_, err := f.chooser(func(string) string { return "" }, known.Table())
		e, ok := errors.AsType[*exitError](err)
		if !ok || e.status != exitUsage || !strings.Contains(e.Error(), x.text) || !strings.Contains(e.Error(), "--proxy") || strings.Contains(e.Error(), "s3cret") {
			t.Errorf("%q: error %v, want %q in it", x.proxy, err, x.text)
		}
	}
	f := proxyFlags{}
	if _, err := f.chooser(func(name string) string { return "http://a b" }, known.Table()); err == nil || !strings.Contains(err.Error(), "http_proxy") {
		t.Errorf("error %v does not name the variable", err)
	}
}

func TestNoProxy(t *testing.T) {
	for _, x := range []struct {
		list, uri string
		want      bool
	}{
		{"", "http://h/", false},
		{"*", "http://h/", true},
		{"a, *", "http://h/", true},
		{"example.org", "http://example.org/", true},
		{"example.org", "http://EXAMPLE.org/", true},
		{"Example.ORG", "http://www.example.org/", true},
		{"example.org", "http://notexample.org/", false},
		{"example.org", "http://example.org.evil/", false},
		{".example.org", "http://example.org/", true},
		{".example.org", "http://www.example.org/", true},
		{"example.org.", "http://example.org/", true},
		{"example.org", "http://example.org./", true},
		{"www.example.org", "http://example.org/", false},
		{"a b,c", "http://b/", true},
		{"a b,c", "http://c/", true},
		{",,", "http://h/", false},
		{".", "http://h/", false},
		{"h:8080", "http://h:8080/", true},
		{"h:8080", "http://h/", false},
		{"h:80", "http://h/", true},
		{"h:443", "https://h/", true},
		{"h:80", "https://h/", false},
		{"*:80", "http://h/", true},
		{"*:80", "https://h/", false},
		{"127.0.0.1", "http://127.0.0.1:99/", true},
		{"127.0.0.1:99", "http://127.0.0.1:99/", true},
		{"127.0.0.1:98", "http://127.0.0.1:99/", false},
		{"0.0.1", "http://127.0.0.1/", false},
		{"10.0.0.0/8", "http://10.1.2.3/", true},
		{"10.0.0.0/8", "http://11.1.2.3/", false},
		{"10.0.0.0/8", "http://10.example/", false},
		{"10.0.0.0/8", "http://[::ffff:10.1.2.3]/", true},
		{"::1", "http://[::1]/", true},
		{"[::1]", "http://[::1]:80/", true},
		{"[::1]:8080", "http://[::1]:8080/", true},
		{"[::1]:8080", "http://[::1]/", false},
		{"0:0::1", "http://[::1]/", true},
		{"fe80::/10", "http://[fe80::1]/", true},
		{"fe80::/129", "http://[fe80::1]/", false},
	} {
		table := known.Table()
		if got := parseNoProxy(x.list).covers(table.Normalize(uri.MustParse(x.uri)), table); got != x.want {
			t.Errorf("%q covers %s: %v", x.list, x.uri, got)
		}
	}
}
