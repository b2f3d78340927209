package ftpclient

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/uri"
)

// secured returns the configuration of a server and an environment that trusts
// it. resumed tells of each handshake of the server whether it went on with a
// session.
func secured() (server *tls.Config, e get.Env, resumed func() []bool) {
	f := newFront()
	var mu sync.Mutex
	var seen []bool
	server = &tls.Config{Certificates: []tls.Certificate{f.cert}, VerifyConnection: func(s tls.ConnectionState) error {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, s.DidResume)
		return nil
	}}
	e = env()
	e.TLS = &tls.Config{RootCAs: f.roots}
	return server, e, func() []bool {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(seen)
	}
}

// TestTLS: the commands in both ways of TLS, and what they lead to.
func TestTLS(t *testing.T) {
	for _, x := range []struct {
		name     string
		implicit bool
		ssl      string
		want     string
	}{
		{"ftps", true, "", "USER anonymous|PASS uriel@|PBSZ 0|PROT P|PWD|CWD a|CWD b|TYPE I|SIZE c.txt|MDTM c.txt|EPSV|RETR c.txt"},
		{"ftps, where the option says nothing", true, "require", "USER anonymous|PASS uriel@|PBSZ 0|PROT P|PWD|CWD a|CWD b|TYPE I|SIZE c.txt|MDTM c.txt|EPSV|RETR c.txt"},
		{"require", false, "require", "AUTH TLS|USER anonymous|PASS uriel@|PBSZ 0|PROT P|PWD|CWD a|CWD b|TYPE I|SIZE c.txt|MDTM c.txt|EPSV|RETR c.txt"},
		{"try", false, "try", "AUTH TLS|USER anonymous|PASS uriel@|PBSZ 0|PROT P|PWD|CWD a|CWD b|TYPE I|SIZE c.txt|MDTM c.txt|EPSV|RETR c.txt"},
	} {
		t.Run(x.name, func(t *testing.T) {
			config, e, resumed := secured()
			s := ftptest.Serve(t, ftptest.Config{Files: tree, Home: "/home/joe", TLS: config, Implicit: x.implicit})
			h := client(t, e)
			req := &get.Request{URI: s.URI("/a/b/c.txt"), Options: map[string]string{OptionSSL: x.ssl}}
			for range 2 {
				res, body, err := gettest.Fetch(t, h, req)
				if err != nil || body != "text\n" || len(res.Notes) > 0 {
					t.Fatalf("%q, %v, %q", body, err, res.Notes)
				}
			}
			res, err := h.Get(t.Context(), &get.Request{URI: s.URI("/a/b/"), Options: req.Options})
			if err != nil {
				t.Fatal(err)
			}
			if got := content(t, res); got != "blank name|c.txt" {
				t.Errorf("listed %q", got)
			}
			res.Close()
			sent := s.Sessions()
			if got := strings.Join(sent[0], "|"); len(sent) != 1 || !strings.HasPrefix(got, x.want) {
				t.Errorf("sent %q, want %q", sent, x.want)
			}
			plan, err := h.Plan(req)
			if got := strings.Join(sends(plan), "|"); err != nil || got != x.want {
				t.Errorf("the plan sends %q, %v", got, err)
			}
			// RFC 4217, section 10.2: so the server knows that the data go to the
			// one who asked.
			if diff := cmp.Diff([]bool{false, true, true, true}, resumed()); diff != "" {
				t.Errorf("sessions that were resumed (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTLSFailures: nothing is asked of a server that is not trusted, and no
// password goes out in the clear where TLS is wanted.
func TestTLSFailures(t *testing.T) {
	for _, x := range []struct {
		name, scheme, ssl string
		config            func(*ftptest.Config)
		host              string
		trusted           bool
		kind, text        string
	}{
		{"unknown authority", "ftps", "", func(c *ftptest.Config) { c.Implicit = true }, "127.0.0.1", false, "tls", "unknown authority"},
		{"unknown authority", "ftp", "require", func(*ftptest.Config) {}, "127.0.0.1", false, "tls", "unknown authority"},
		{"unknown authority, just tried", "ftp", "try", func(*ftptest.Config) {}, "127.0.0.1", false, "tls", "unknown authority"},
		{"another name", "ftps", "", func(c *ftptest.Config) { c.Implicit = true }, "localhost", true, "tls", "localhost"},
		{"no TLS", "ftp", "require", func(c *ftptest.Config) { c.TLS = nil }, "127.0.0.1", true, "tls", "does not speak it"},
		{"TLS stripped", "ftp", "require", func(c *ftptest.Config) { c.Answers = map[string]string{"AUTH": "500 what?"} }, "127.0.0.1", true, "tls", "does not speak it"},
		{"no TLS at the port", "ftps", "", func(c *ftptest.Config) { c.TLS = nil }, "127.0.0.1", true, "tls", "TLS handshake"},
		{"data in the clear", "ftp", "require", func(c *ftptest.Config) { c.Answers = map[string]string{"PROT": "536 no"} }, "127.0.0.1", true, "tls", "does not send files over TLS"},
	} {
		t.Run(x.name, func(t *testing.T) {
			config, e, _ := secured()
			c := ftptest.Config{Files: tree, TLS: config}
			x.config(&c)
			s := ftptest.Serve(t, c)
			if !x.trusted {
				e.TLS = nil
			}
			_, port, _ := net.SplitHostPort(s.Addr)
			u := uri.MustParse(x.scheme + "://joe:secret@" + x.host + ":" + port + "/etc/motd")
			_, _, err := gettest.Fetch(t, client(t, e), &get.Request{URI: u, Options: map[string]string{OptionSSL: x.ssl}})
			if gettest.Kind(err) != x.kind || !strings.Contains(err.Error(), x.text) {
				t.Errorf("%v (%s), want %s with %q", err, gettest.Kind(err), x.kind, x.text)
			}
			if x.name == "data in the clear" {
				return
			}
			for _, session := range s.Sessions() {
				if strings.Contains(strings.Join(session, "|"), "PASS") {
					t.Errorf("sent %q", session)
				}
			}
		})
	}
}

// Where TLS is only tried a note says that there was none.
func TestTLSTried(t *testing.T) {
	s := ftptest.Serve(t, ftptest.Config{Files: tree})
	h := client(t, env())
	for range 2 {
		res, body, err := gettest.Fetch(t, h, &get.Request{URI: s.URI("/etc/motd"), Options: map[string]string{OptionSSL: "try"}})
		if err != nil || body != "be kind\n" || len(res.Notes) != 1 || !strings.Contains(res.Notes[0], "in the clear") {
			t.Errorf("%q, %v, %q", body, err, res)
		}
	}
}

// What is sent ahead of TLS, by whoever stands between, is not taken for the
// server's.
func TestTLSInjection(t *testing.T) {
	config, e, _ := secured()
	heard := make(chan string, 8)
	addr := listenRaw(t, func(conn net.Conn) {
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		io.WriteString(conn, "220 hi\r\n")
		if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
			return
		}
		io.WriteString(conn, "234 go on\r\n230 you are in, and TLS was never needed\r\n")
		secure := tls.Server(conn, config)
		line, _ := bufio.NewReader(secure).ReadString('\n')
		heard <- line
		io.WriteString(secure, "530 no\r\n")
		io.Copy(io.Discard, secure)
	})
	_, _, err := gettest.Fetch(t, client(t, e), &get.Request{URI: uri.MustParse("ftp://" + addr + "/f"), Options: map[string]string{OptionSSL: "require"}})
	if gettest.Kind(err) != "auth" || !strings.Contains(err.Error(), "530 no") {
		t.Errorf("%v (%s)", err, gettest.Kind(err))
	}
	if got := <-heard; got != "USER anonymous\r\n" {
		t.Errorf("the server heard %q", got)
	}
}

// A form goes in the clear, or not.
func TestFormOverTLS(t *testing.T) {
	config, e, _ := secured()
	s := ftptest.Serve(t, ftptest.Config{TLS: config, Implicit: true, Users: map[string]string{}})
	_, err := client(t, e).Get(t.Context(), &get.Request{URI: s.URI("/")})
	ge, ok := err.(*get.Error)
	if !ok || ge.Answer == nil || ge.Answer.Answer.(*get.Form).Clear {
		t.Errorf("%v", err)
	}
}
