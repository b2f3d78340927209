package policy

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

func TestMain(m *testing.M) {
	Sandboxed()
	goleak.VerifyTestMain(m)
}

func testTable() scheme.Table {
	return scheme.NewTable([]scheme.Info{
		{Name: "http", Port: 80, View: shapely},
		{Name: "https", Port: 443},
		{Name: "gopher", Port: 70, Wire: "\x00\n\r", Submits: func(u uri.URI) bool { return u.Path() == "/0form" }},
		{Name: "telnet", Port: 23},
		{Name: "urn", Kind: scheme.Name, Hostless: true},
		{Name: "ftp", Port: 21, Wire: "\x00\n\r"},
		{Name: "man", Reach: scheme.Local},
		{Name: "data", Reach: scheme.Inside},
	}, nil)
}

// shapely is the view of a scheme that forbids one path.
func shapely(u uri.URI) (scheme.View, error) {
	if u.Path() == "/shapeless" {
		return nil, errors.New("http: forbidden")
	}
	return nil, nil
}

func TestZeroValueRefusesAll(t *testing.T) {
	var p Policy
	for _, s := range []string{"http://example.org/", "man:ls", "data:,x", "x"} {
		if v := p.Judge(uri.MustParse(s)); v.Decision == Allow || v.Err() == nil {
			t.Errorf("%s is allowed", s)
		}
	}
	if _, err := p.Open("/etc/passwd"); !isRefusal(err, CodeLocal) {
		t.Errorf("Open: %v", err)
	}
	if _, err := p.OpenIn("/etc", "passwd"); !isRefusal(err, CodeLocal) {
		t.Errorf("OpenIn: %v", err)
	}
	if _, err := p.Exec(t.Context(), Command{Name: "mandoc"}); !isRefusal(err, CodeExec) {
		t.Errorf("Exec: %v", err)
	}
	if _, err := p.Dial(t.Context(), "tcp", "127.0.0.1:80"); !isRefusal(err, CodeAddress) {
		t.Errorf("Dial: %v", err)
	}
}

func isRefusal(err error, code Code) bool {
	r, ok := errors.AsType[*Refusal](err)
	return ok && r.Code == code
}

func TestJudge(t *testing.T) {
	table := testTable()
	const allow, invalid = "allow", "invalid"
	for _, x := range []struct {
		uri, gateway, cli string // "allow", "invalid code" or the code of a refusal
		why               string
	}{
		{"http://example.org/", allow, allow, "a public name at the default port"},
		{"http://example.org:8080/", allow, allow, "the web lives above 1024 too"},
		{"http://example.org:443/", allow, allow, "the web's other port"},
		{"http://example.org:6667/", "port", "port", "a bad port of the Fetch standard (IRC)"},
		{"http://example.org:25/", "port", "port", "SMTP"},
		{"http://example.org:81/", "port", "port", "below 1024 and not the scheme's"},
		{"gopher://example.org/", allow, allow, "default port"},
		{"gopher://example.org:7070/", "port", allow, "a gateway keeps to the default port"},
		{"gopher://example.org:25/0HELO", "port", "port", "draft-ietf-uri-url-03 1.4: gopher can speak SMTP"},
		{"gopher://example.org:0/", "port", "port", "no port 0"},
		{"gopher://example.org:99999/", "port", "port", "no such port"},
		{"gopher://h/0a%0D%0Ab", "octet", "octet", "draft-ietf-uri-url-03 1.4: encoded line ends"},
		{"gopher://h/0a%0ab", "octet", "octet", "LF alone"},
		{"gopher://h/0a%00b", "nul", "nul", "RFC 1436 has no NUL"},
		{"gopher://a.example/0a%09b", allow, allow, "a tab is gopher's own"},
		{"ftp://u%0d%0aDELE@h/", "octet", "octet", "in the userinfo too"},
		{"http://a.example/a%0d%0ab", allow, allow, "http sends escapes as they are"},
		{"http://127.0.0.1/", "address", allow, "loopback, named by the user"},
		{"http://[::1]/", "address", allow, "loopback"},
		{"http://localhost/", "address", allow, "loopback by name"},
		{"http://a.localhost/", "address", allow, "RFC 6761, 6.3"},
		{"http://10.0.0.1/", "address", allow, "RFC 1918"},
		{"http://[fd00::1]/", "address", allow, "RFC 4193"},
		{"http://169.254.169.254/", "address", "address", "metadata, link-local"},
		{"http://[fe80::1]/", "address", "address", "link-local"},
		{"http://[::ffff:127.0.0.1]/", "address", allow, "v4-mapped loopback"},
		{"http://[64:ff9b::7f00:1]/", "address", "address", "NAT64 of loopback"},
		{"http://[2002:7f00:1::]/", "address", "address", "6to4 of loopback"},
		{"http://[fd00:ec2::254]/", "address", "address", "metadata in ULA space"},
		{"http://0.0.0.0/", "address", "address", "Linux dials loopback for it"},
		{"http://255.255.255.255/", "address", "address", "broadcast"},
		{"http://2130706433/", "host", "host", "loopback as one number"},
		{"http://0x7f.1/", "host", "host", "loopback in hex"},
		{"http://127.1/", "host", "host", "loopback, short"},
		{"http://0177.0.0.1/", "host", "host", "loopback in octal"},
		{"http://example.org./", allow, allow, "a final dot is lawful"},
		{"http://h%2Fx/", "host", "host", "no name has a slash"},
		{"http:///x", "host", "host", "no host"},
		{"http://[v1.a]/", "host", "host", "nobody can dial it"},
		{"man:ls", "local", allow, "documents of this machine"},
		{"data:,x", allow, allow, "asks nobody"},
		{"zz9:x", "scheme", "scheme", "not a scheme of the table"},
		{"telnet://example.org/", "scheme", allow, "a session is not for strangers"},
		{"http://intranet/", "address", allow, "the search list of the network completes it"},
		{"http://u:p@example.org/", "credentials", allow, "a gateway sends nobody's credentials"},
		{"http://@example.org/", allow, allow, "nobody is named"},
		{"http://example.org/shapeless", "shape", allow, "a gateway keeps to what the scheme allows"},
		{"gopher://example.org/0form", "form", allow, "a form is sent by consent"},
		{"urn:a:b", allow, allow, "whom to ask is a matter of configuration"},
		{"urn://localhost/", "address", allow, "a host that is named all the same is judged"},
		{"../x", "invalid relative", "invalid relative", "names nothing"},
	} {
		for p, want := range map[profile]string{{"gateway"}: x.gateway, {"cli"}: x.cli} {
			v := p.policy(table).Judge(uri.MustParse(x.uri))
			got := string(v.Code)
			if v.Decision != Deny {
				got = strings.TrimSpace(v.Decision.String() + " " + string(v.Code))
			}
			if got != want {
				t.Errorf("%s: %s: %s (%s), want %s: %s", p.name, x.uri, got, v.Text, want, x.why)
			}
		}
	}
}

// profile names a profile, so that a table can have a column for each.
type profile struct{ name string }

func (p profile) policy(t scheme.Table) Policy {
	if p.name == "cli" {
		return CLI(t)
	}
	return Gateway(t)
}

func TestLoosened(t *testing.T) {
	table := testTable()
	for _, x := range []struct {
		p    Policy
		uri  string
		want Decision
	}{
		{Gateway(table).AllowPrivate(), "http://127.0.0.1/", Allow},
		{Gateway(table).AllowPrivate(), "http://169.254.169.254/", Deny},
		{Gateway(table).AllowPorts(7070), "gopher://example.org:7070/", Allow},
		{Gateway(table).AllowPorts(25), "gopher://example.org:25/", Deny},
		{Gateway(table).AllowHighPorts(), "gopher://example.org:7070/", Allow},
		{Gateway(table).AllowHighPorts(), "gopher://example.org:6667/", Deny},
		{CLI(table).AllowPorts(81), "http://example.org:81/", Allow},
		{Gateway(table).AllowLocal(""), "man:ls", Allow},
		{Gateway(table).AllowSubmission(), "gopher://example.org/0form", Allow},
		{Gateway(table).AllowPorts(9200), "http://example.org:9200/", Allow},
		{CLI(table).AllowHighPorts(), "gopher://example.org:9200/", Deny},
		{Gateway(table).AllowPrivate(), "http://intranet/", Allow},
		{Gateway(table).AllowPrivate(), "http://metadata.google.internal/", Deny},
	} {
		if got := x.p.Judge(uri.MustParse(x.uri)); got.Decision != x.want {
			t.Errorf("%s: %v (%s), want %v", x.uri, got.Decision, got.Text, x.want)
		}
	}
}

func echoServer(t *testing.T) string {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	t.Cleanup(func() { ln.Close(); <-done })
	return ln.Addr().String()
}

func TestDial(t *testing.T) {
	addr := echoServer(t)
	_, port, _ := net.SplitHostPort(addr)
	table := testTable()
	named := Named(t.Context(), uri.MustParse("http://"+addr+"/"))
	for _, x := range []struct {
		name string
		p    Policy
		ctx  context.Context
		addr string
		code Code // "" is success
	}{
		{"gateway, loopback", Gateway(table), named, addr, CodeAddress},
		{"gateway loosened", Gateway(table).AllowPrivate(), t.Context(), addr, ""},
		{"cli, named", CLI(table), named, addr, ""},
		{"cli, not named", CLI(table), t.Context(), addr, CodeAddress},
		{"cli, another named", CLI(table), Named(t.Context(), uri.MustParse("http://example.org/")), addr, CodeAddress},
		{"cli, localhost named as an address", CLI(table), named, "localhost:" + port, CodeAddress},
		{"cli, localhost named", CLI(table), Named(t.Context(), uri.MustParse("http://LOCALHOST/")), "localhost:" + port, ""},
		{"link-local, loosened", CLI(table).AllowPrivate(), named, "169.254.169.254:80", CodeAddress},
		{"number", CLI(table).AllowPrivate(), named, "2130706433:" + port, CodeHost},
	} {
		t.Run(x.name, func(t *testing.T) {
			conn, err := x.p.Dial(x.ctx, "tcp", x.addr)
			if err == nil {
				conn.Close()
			}
			if x.code == "" && err != nil || x.code != "" && !isRefusal(err, x.code) {
				t.Errorf("error %v, want code %q", err, x.code)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "root", "a.txt")
	must(t, os.MkdirAll(filepath.Dir(inside), 0o755))
	must(t, os.WriteFile(inside, []byte("a"), 0o644))
	outside := filepath.Join(dir, "secret")
	must(t, os.WriteFile(outside, []byte("s"), 0o644))
	must(t, os.Symlink(outside, filepath.Join(dir, "root", "link")))
	must(t, syscall.Mkfifo(filepath.Join(dir, "root", "pipe"), 0o644))
	table := testTable()
	rooted := Gateway(table).AllowLocal(filepath.Join(dir, "root"))
	for _, x := range []struct {
		name string
		p    Policy
		file string
		code Code // "" is success
	}{
		{"gateway, no root", Gateway(table).AllowLocal(""), inside, CodeLocal},
		{"gateway, below root", rooted, inside, ""},
		{"gateway, root itself", rooted, filepath.Join(dir, "root"), ""},
		{"gateway, outside", rooted, outside, CodeLocal},
		{"gateway, dot-dot", rooted, filepath.Join(dir, "root") + "/../secret", CodeLocal},
		{"gateway, link out", rooted, filepath.Join(dir, "root", "link"), CodeLocal},
		{"cli", CLI(table), outside, ""},
		{"cli, pipe", CLI(table), filepath.Join(dir, "root", "pipe"), CodeSpecial},
		{"cli, device", CLI(table), "/dev/zero", CodeSpecial},
		{"cli, device by leave", CLI(table).AllowSpecial(), "/dev/zero", ""},
		{"cli, pipe by leave", CLI(table).AllowSpecial(), filepath.Join(dir, "root", "pipe"), ""},
		{"gateway, pipe", rooted.AllowSpecial(), filepath.Join(dir, "root", "pipe"), CodeSpecial},
	} {
		t.Run(x.name, func(t *testing.T) {
			f, err := x.p.Open(x.file)
			if err == nil {
				f.Close()
			}
			if x.code == "" && err != nil || x.code != "" && !isRefusal(err, x.code) {
				t.Errorf("error %v, want code %q", err, x.code)
			}
		})
	}
	if _, err := CLI(table).OpenIn(filepath.Join(dir, "root"), "../secret"); err == nil {
		t.Error("OpenIn leads out of its tree")
	}
	if names, err := CLI(table).NamesIn(dir, "root"); err != nil || !slices.Equal(names, []string{"a.txt", "link", "pipe"}) {
		t.Errorf("the names in a folder are %q, %v", names, err)
	}
	if _, err := CLI(table).NamesIn(filepath.Join(dir, "root"), ".."); err == nil {
		t.Error("NamesIn leads out of its tree")
	}
	if _, err := CLI(table).Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
