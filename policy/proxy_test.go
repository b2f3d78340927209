package policy

import (
	"net"
	"testing"

	"uriel.dev/uri"
)

func TestProxied(t *testing.T) {
	table := testTable()
	for _, x := range []struct {
		name  string
		p     Policy
		typed string
		host  string
		code  Code // "" is success
	}{
		{"a name is for the proxy to look up", CLI(table), "http://other/", "intranet.example", ""},
		{"a public address", CLI(table), "http://other/", "8.8.8.8", ""},
		{"this machine, named", CLI(table), "http://127.0.0.1/", "127.0.0.1", ""},
		{"this machine, by a redirect", CLI(table), "http://other/", "127.0.0.1", CodeAddress},
		{"localhost, by a redirect", CLI(table), "http://other/", "LocalHost.", CodeAddress},
		{"a private network, by a redirect", CLI(table), "http://other/", "fd00::1", CodeAddress},
		{"a private network, loosened", CLI(table).AllowPrivate(), "http://other/", "10.0.0.1", ""},
		{"metadata, named and loosened", CLI(table).AllowPrivate(), "http://169.254.169.254/", "169.254.169.254", CodeAddress},
		{"a number", CLI(table), "http://0x7f.1/", "0x7f.1", CodeHost},
		{"a gateway", Gateway(table).AllowPrivate(), "http://example.org/", "example.org", CodeAddress},
	} {
		err := x.p.Proxied(Named(t.Context(), uri.MustParse(x.typed)), x.host)
		if x.code == "" && err != nil || x.code != "" && !isRefusal(err, x.code) {
			t.Errorf("%s: %v, want code %q", x.name, err, x.code)
		}
	}
}

func TestDialProxy(t *testing.T) {
	addr := echoServer(t)
	_, port, _ := net.SplitHostPort(addr)
	table := testTable()
	for _, x := range []struct {
		name string
		p    Policy
		addr string
		code Code // "" is success
	}{
		{"an address of this machine", CLI(table), addr, ""},
		{"a name of this machine", CLI(table), "LOCALHOST:" + port, ""},
		{"a gateway", Gateway(table), addr, CodeAddress},
		{"metadata", CLI(table), "169.254.169.254:80", CodeAddress},
	} {
		conn, err := x.p.DialProxy(t.Context(), "tcp", x.addr)
		if err == nil {
			conn.Close()
		}
		if x.code == "" && err != nil || x.code != "" && !isRefusal(err, x.code) {
			t.Errorf("%s: %v, want code %q", x.name, err, x.code)
		}
	}
	if _, err := CLI(table).DialProxy(t.Context(), "tcp", "no port"); err == nil {
		t.Error("an address without a port was dialled")
	}
}
