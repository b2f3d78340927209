package ftptest

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"os/signal"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

var listen = flag.String("listen", "", "serve some files at this address until interrupted, instead of testing")

func TestMain(m *testing.M) {
	flag.Parse()
	if *listen == "" {
		goleak.VerifyTestMain(m)
		return
	}
	s, err := Listen(*listen, Config{Files: sample, Greeting: "Files to try a client with.\nNothing is kept."})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ftp://" + s.Addr + "/")
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	<-interrupt
	s.Close()
	for i, session := range s.Sessions() {
		fmt.Printf("%d: %q\n", i+1, session)
	}
}

var sample = map[string]string{
	"/readme.txt": "Hello.\nSecond line.\n", "/pub/a b.txt": "blank\n", "/pub/deep/bin": "\x00\xff\r\n\n", "/empty/": "", "/pub/ünïcode": "u",
}

// A talk is a client of a few lines.
type talk struct {
	t *testing.T
	*textproto.Conn
}

func dial(t *testing.T, addr string) talk {
	t.Helper()
	c, err := textproto.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return talk{t, c}
}

// expect sends a line, unless it is "", and wants a reply of a code.
func (c talk) expect(code int, line string) string {
	c.t.Helper()
	if line != "" {
		c.PrintfLine("%s", line)
	}
	_, text, err := c.ReadResponse(code)
	if err != nil {
		c.t.Errorf("%s: %v, want %d", line, err, code)
	}
	return text
}

// data returns a data connection.
func (c talk) data() net.Conn {
	c.t.Helper()
	var port int
	fmt.Sscanf(c.expect(229, "EPSV"), "Come to (|||%d|)", &port)
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		c.t.Fatal(err)
	}
	return conn
}

// fetch returns what comes of a command.
func (c talk) fetch(line string) string {
	c.t.Helper()
	conn := c.data()
	defer conn.Close()
	c.expect(150, line)
	all, err := io.ReadAll(conn)
	if err != nil {
		c.t.Error(err)
	}
	c.expect(226, "")
	return string(all)
}

func TestServer(t *testing.T) {
	s := Serve(t, Config{Files: sample, Home: "/pub", Users: map[string]string{"joe": "secret"}})
	c := dial(t, s.Addr)
	c.expect(220, "")
	c.expect(530, "PWD")
	c.expect(331, "USER joe")
	c.expect(530, "PASS wrong")
	c.expect(331, "USER joe")
	c.expect(230, "PASS secret")
	c.expect(215, "SYST")
	if got := c.expect(257, "PWD"); !strings.HasPrefix(got, `"/pub"`) {
		t.Error(got)
	}
	if got := c.expect(211, "FEAT"); !strings.Contains(got, "MLST") || strings.Contains(got, "TLS") {
		t.Error(got)
	}
	c.expect(250, "CWD deep")
	c.expect(250, "CDUP")
	c.expect(550, "CWD nowhere")
	c.expect(200, "TYPE I")
	if got := c.expect(213, "SIZE deep/bin"); got != "5" {
		t.Error(got)
	}
	if got := c.expect(213, "MDTM deep/bin"); got != "20240101000000" {
		t.Error(got)
	}
	if got := c.fetch("RETR deep/bin"); got != sample["/pub/deep/bin"] {
		t.Errorf("%q", got)
	}
	c.expect(350, "REST 3")
	c.expect(425, "RETR deep/bin")
	c.expect(200, "TYPE A")
	if got := c.fetch("RETR /readme.txt"); got != "Hello.\r\nSecond line.\r\n" {
		t.Errorf("%q", got)
	}
	if got := c.fetch("NLST"); got != "a b.txt\r\ndeep\r\nünïcode\r\n" {
		t.Errorf("%q", got)
	}
	list := c.fetch("LIST /")
	for _, want := range []string{"-rw-r--r--   1 ftp      ftp            20 Jan  1  2024 readme.txt\r\n", "drwxr-xr-x   1 ftp      ftp             0 Jan  1  2024 pub\r\n"} {
		if !strings.Contains(list, want) {
			t.Errorf("%q lacks %q", list, want)
		}
	}
	if got := c.fetch("MLSD deep"); got != "type=file;size=5;modify=20240101000000; bin\r\n" {
		t.Errorf("%q", got)
	}
	c.expect(502, "STAT")
	c.expect(504, "MODE B")
	c.expect(221, "QUIT")
	if got := s.Sessions(); len(got) != 1 || !slices.Contains(got[0], "CWD deep") {
		t.Errorf("%q", got)
	}
}

func TestStore(t *testing.T) {
	s := Serve(t, Config{Files: sample})
	c := dial(t, s.Addr)
	c.expect(220, "")
	c.expect(331, "USER anonymous")
	c.expect(230, "PASS x@")
	c.expect(553, "STOR /nowhere/a")
	data := c.data()
	c.expect(150, "STOR /pub/new")
	io.WriteString(data, "one\r\ntwo\r\n")
	data.Close()
	c.expect(226, "")
	data = c.data()
	c.expect(150, "APPE /pub/new")
	io.WriteString(data, "three\r\n")
	data.Close()
	c.expect(226, "")
	if got, ok := s.File("/pub/new"); !ok || got != "one\ntwo\nthree\n" {
		t.Errorf("%q, %v", got, ok)
	}
}

// The server connects to who asks for it, and to nobody else.
func TestActive(t *testing.T) {
	s := Serve(t, Config{Files: sample})
	c := dial(t, s.Addr)
	c.expect(220, "")
	c.expect(331, "USER anonymous")
	c.expect(230, "PASS x@")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	for _, command := range []string{fmt.Sprintf("EPRT |1|127.0.0.1|%d|", port), fmt.Sprintf("PORT 127,0,0,1,%d,%d", port>>8, port&0xff)} {
		c.expect(200, command)
		c.expect(200, "TYPE I")
		c.expect(150, "RETR /readme.txt")
		data, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(data); string(got) != sample["/readme.txt"] || err != nil {
			t.Errorf("%s: %q, %v", command, got, err)
		}
		data.Close()
		c.expect(226, "")
		c.expect(425, "RETR /readme.txt")
	}
	for _, command := range []string{"EPRT", "EPRT |1|127.0.0.1|", "EPRT |1|127.0.0.2|2000|", "PORT", "PORT 127,0,0,1,8", "PORT 127,0,0,2,8,0", "PORT 300,0,0,1,8,0"} {
		c.expect(501, command)
	}
	l.Close()
	c.expect(200, fmt.Sprintf("EPRT |1|127.0.0.1|%d|", port))
	c.expect(425, "RETR /readme.txt")
}

// ABOR ends a transfer that goes on.
func TestAbort(t *testing.T) {
	s := Serve(t, Config{Files: map[string]string{"/big": strings.Repeat("x", 64<<20)}})
	c := dial(t, s.Addr)
	c.expect(220, "")
	c.expect(331, "USER anonymous")
	c.expect(230, "PASS x@")
	data := c.data()
	defer data.Close()
	c.expect(150, "RETR big")
	c.expect(426, "ABOR")
	c.expect(226, "")
}

func TestConfig(t *testing.T) {
	s := Serve(t, Config{
		Greeting: "one\ntwo", Without: []string{"MLSD", "EPSV"},
		Answers: map[string]string{"PWD": "257 rubbish", "CWD a": "450 Later."},
	})
	c := dial(t, s.Addr)
	if got := c.expect(220, ""); got != "one\ntwo" {
		t.Errorf("%q", got)
	}
	c.expect(331, "USER anonymous")
	c.expect(230, "PASS x@")
	c.expect(257, "PWD")
	c.expect(450, "CWD a")
	c.expect(550, "CWD b")
	c.expect(502, "EPSV")
	if got := c.expect(211, "FEAT"); strings.Contains(got, "MLST") {
		t.Error(got)
	}
	c.expect(227, "PASV")
}

func TestScript(t *testing.T) {
	s := Script(t, `
< 220-Hello\r\n220 there
> USER joe
< 229 at (|||{port}|)
= some
= thing
< 226 done
% back
--
< 220 again
!
`)
	c := dial(t, s.Addr)
	c.expect(220, "")
	var port int
	fmt.Sscanf(c.expect(229, "USER joe"), "at (|||%d|)", &port)
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	in, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if got, _ := io.ReadAll(in); string(got) != "something" {
		t.Errorf("%q", got)
	}
	c.expect(226, "")
	out, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(out, "back")
	out.Close()
	again := dial(t, s.Addr)
	again.expect(220, "")
	if _, err := again.ReadLine(); err != io.EOF {
		t.Errorf("behind the end: %v", err)
	}
}

// A listener is a test that is told what fails in it.
type listener struct {
	testing.TB
	failed []string
	ends   []func()
}

func (l *listener) Errorf(format string, args ...any) {
	l.failed = append(l.failed, fmt.Sprintf(format, args...))
}
func (l *listener) Cleanup(f func()) { l.ends = append(l.ends, f) }
func (l *listener) Helper()          {}

// A script that is not kept to fails.
func TestScriptFails(t *testing.T) {
	for _, x := range []struct{ name, send, want string }{
		{"something else", "STAT\r\n", `received "STAT\r\n"`},
		{"something more", "USER joe\r\nNOOP\r\n", `behind the script came "NOOP\r\n"`},
		{"nothing", "", "EOF"},
	} {
		l := &listener{TB: t}
		s := Script(l, "< 220 hi\n> USER joe")
		c, err := net.Dial("tcp", s.Addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, x.send)
		c.(*net.TCPConn).CloseWrite()
		io.ReadAll(c)
		c.Close()
		l.ends[0]()
		if len(l.failed) != 1 || !strings.Contains(l.failed[0], x.want) {
			t.Errorf("%s: %q", x.name, l.failed)
		}
	}
	l := &listener{TB: t}
	Script(l, "< 220 hi")
	l.ends[0]()
	if len(l.failed) != 1 || !strings.Contains(l.failed[0], "0 connections were made") {
		t.Errorf("never asked: %q", l.failed)
	}
}
