package ftpclient

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/ftp"
	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/uri"
)

// active asks for a URI in active mode.
func active(u uri.URI) *get.Request {
	return &get.Request{URI: u, Options: map[string]string{OptionActive: "yes"}}
}

// whereTo has the dialogue of a file go on in active mode by a command.
func whereTo(dialogue, command string) string {
	return strings.Replace(dialogue, "> EPSV\n< 229 (|||{port}|)", command, 1)
}

const eprt = "> EPRT |1|127.0.0.1|{port}|\n"

func TestActive(t *testing.T) {
	for _, x := range []struct{ name, path, script, want string }{
		{"EPRT", "/f", in + whereTo(described, eprt+"< 200 ok") + sent, text},
		{"PORT", "/f", in + whereTo(described, eprt+"< 500 what?\n> PORT 127,0,0,1,{pasv}\n< 200 ok") + sent, text},
		{"EPRT of no such protocol", "/f", in + whereTo(described, eprt+"< 522 use (2)\n> PORT 127,0,0,1,{pasv}\n< 200 ok") + sent, text},
		{"neither", "/f", in + whereTo(described, eprt+"< 500 what?\n> PORT 127,0,0,1,{pasv}\n< 502 what?"), "error protocol \"502 what?\"\n"},
		{"not here", "/f", in + whereTo(described, eprt+"< 200 ok") + "\n> RETR f\n< 425 cannot reach you", "error network \"425 cannot reach you\"\n"},
		{"all is said at once", "/f", in + whereTo(described, eprt+"< 200 ok") + "\n> RETR f\n= text\n< 150 here\\r\\n226 done", text},
		{"a list", "/", in + noFEAT + "\n" + eprt + "< 200 ok\n> LIST\n< 500 what?\n" + eprt + `< 200 ok
> NLST
< 150 here
= a\r\n
< 226 done`, "name \"a\" -1 ftp://ADDR/a\n"},
		{"a stranger that comes first", "/f", in + whereTo(described, eprt+"? 127.0.0.2\n< 200 ok") + sent,
			text + "note 127.0.0.2 connected in place of the server, and was sent away\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := ftptest.Script(t, x.script)
			res, err := client(t, env()).Get(t.Context(), active(s.URI(x.path)))
			want := strings.ReplaceAll(x.want, "ADDR", s.Addr)
			if diff := cmp.Diff(want, describe(t, res, err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A server that never connects is waited for as long as one that does not let us.
func TestActiveNobody(t *testing.T) {
	s := ftptest.Script(t, in+whereTo(described, eprt+"? 127.0.0.2\n< 200 ok")+"\n> RETR f\n< 150 here")
	e := env()
	limits := e.Policy.Limits()
	limits.Connect = 200 * time.Millisecond
	e.Policy = e.Policy.WithLimits(limits)
	_, err := client(t, e).Get(t.Context(), active(s.URI("/f")))
	if gettest.Kind(err) != "timeout" || !strings.Contains(err.Error(), "for the server to connect for data") {
		t.Errorf("%v (%s)", err, gettest.Kind(err))
	}
}

// What is moved, and how it is asked for, is as in passive mode.
func TestActiveServer(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe"})
	h := client(t, env())
	for path, want := range map[string]string{"/x": "x\ny\n", "/nothing": "", "/a/b/": "blank name|c.txt"} {
		res, err := h.Get(t.Context(), active(s.URI(path)))
		if err != nil {
			t.Fatal(path, err)
		}
		if got := content(t, res); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		res.Close()
	}
	req := active(s.URI("/new"))
	if _, err := h.Put(t.Context(), req, strings.NewReader("stored"), 6); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.File("/home/joe/new"); got != "stored" {
		t.Errorf("stored %q", got)
	}
	all := strings.Join(s.Sessions()[0], "|")
	if len(s.Sessions()) != 1 || strings.Count(all, "EPRT |1|127.0.0.1|") != 4 || strings.Contains(all, "EPSV") {
		t.Errorf("sent %q", s.Sessions())
	}
}

// Over IPv6 there is no PORT.
func TestActiveIPv6(t *testing.T) {
	s, err := ftptest.Listen("[::1]:0", ftptest.Config{Files: tree, Home: "/home/joe"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, body, err := gettest.Fetch(t, client(t, env()), active(s.URI("/x"))); err != nil || body != "x\ny\n" {
		t.Errorf("%q, %v", body, err)
	}
	if all := strings.Join(s.Sessions()[0], "|"); !strings.Contains(all, "|EPRT |2|::1|") {
		t.Errorf("sent %q", all)
	}
	old, err := ftptest.Listen("[::1]:0", ftptest.Config{Files: tree, Home: "/home/joe", Without: []string{"EPRT"}})
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	h := client(t, env())
	for _, want := range []string{"502", "PORT has no addresses of IPv6"} {
		if _, err := h.Get(t.Context(), active(old.URI("/x"))); gettest.Kind(err) != "protocol" || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if all := strings.Join(old.Sessions()[0], "|"); strings.Contains(all, "PORT") {
		t.Errorf("sent %q", all)
	}
}

func TestActivePlan(t *testing.T) {
	plan, err := client(t, env()).Plan(active(uri.MustParse("ftp://h/f")))
	if err != nil {
		t.Fatal(err)
	}
	want := get.Plan{
		{Act: get.Connect, Text: "h:21"}, {Act: get.Send, Text: "USER anonymous\r\n"}, {Act: get.Send, Text: "PASS uriel@\r\n"},
		{Act: get.Send, Text: "TYPE I\r\n"}, {Act: get.Send, Text: "SIZE f\r\n"}, {Act: get.Send, Text: "MDTM f\r\n"},
		{Act: get.Listen, Text: "h"}, {Act: get.Send, Text: "EPRT |*|*|*|\r\n"}, {Act: get.Send, Text: "RETR f\r\n"},
	}
	if diff := cmp.Diff(want, plan); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A gateway opens no port for those whose URIs it follows.
func TestActiveRefused(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe"})
	e := get.Env{Policy: policy.Gateway(scheme.NewTable(ftp.Schemes(), nil)).AllowPrivate()}
	_, err := client(t, e).Get(t.Context(), active(s.URI("/x")))
	if gettest.Kind(err) != "denied" || !strings.Contains(err.Error(), "no port of this machine") {
		t.Errorf("%v (%s)", err, gettest.Kind(err))
	}
	if all := strings.Join(s.Sessions()[0], "|"); strings.Contains(all, "EPRT") {
		t.Errorf("sent %q", all)
	}
}

// A request that ends while the server is waited for does so at once.
func TestActiveCanceled(t *testing.T) {
	asked := make(chan struct{})
	addr := listenRaw(t, func(conn net.Conn) {
		io.WriteString(conn, "220 hi\r\n230 in\r\n200 type\r\n550 size\r\n550 time\r\n200 eprt\r\n150 here\r\n")
		buf := make([]byte, 1<<10)
		for got := ""; !strings.Contains(got, "RETR"); {
			n, err := conn.Read(buf)
			if err != nil {
				return
			}
			got += string(buf[:n])
		}
		close(asked)
		io.Copy(io.Discard, conn)
	})
	h := client(t, env())
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	_, err := h.Get(ctx, active(uri.MustParse("ftp://"+addr+"/f")))
	if gettest.Kind(err) != "canceled" {
		t.Errorf("%v (%s)", err, gettest.Kind(err))
	}
}
