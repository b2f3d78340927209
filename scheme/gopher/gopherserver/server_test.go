package gopherserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
)

var (
	written = time.Date(2026, 11, 30, 12, 19, 49, 0, time.UTC)
	dirTime = time.Date(2026, 11, 30, 12, 21, 51, 0, time.UTC)
)

// file is a file of a test, dir a folder.
func file(text string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(text), Mode: 0o644, ModTime: written}
}
func dir(t time.Time) *fstest.MapFile { return &fstest.MapFile{Mode: os.ModeDir | 0o755, ModTime: t} }

const ask = "+ASK:\n Note: A form\n Ask: Your name?\tFrodo\n AskP: Password?\n AskL: Address\n Select: Subscribe:1\n Choose: Colour?\tred\tgreen\tblue\n"

const hello = "Hello from the UMN gopher.\n.A line that begins with a dot.\n.\nLast line.\n"

// hole is what gopherd served when it was heard, as this server has it.
var hole = fstest.MapFS{
	".":                dir(dirTime),
	".form.plus":       file(ask),
	"form.txt":         file(strings.Repeat("A form, without answers.\n", 7)),
	".paper.plus":      file(""),
	"paper.txt":        file("text\n"),
	"paper.ps":         file("%!PS\n"),
	".pic.plus":        file(""),
	"pic.gif":          file("GIF89a\x01\x02"),
	".readme.plus":     file(""),
	"readme.txt":       file(hello),
	".readme.txt.plus": file("+ABSTRACT:\n A short abstract\n of the readme.\n"),
	"readme.Es_ES.txt": file("texto en espanol\n"),
	"sub":              dir(written),
	"sub/.deep.plus":   file(""),
	"sub/deep.txt":     file("deep\n"),
	".plus":            file("+ABSTRACT:\n Test gopher\n+VERONICA:\n treewalk: yes\n"),
	".hidden/secret":   file("secret\n"),
}

// start serves files and returns the address.
func start(t *testing.T, s *Server) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, ln) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return ln.Addr().String()
}

// tell sends a request and returns the reply.
func tell(t *testing.T, addr, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(conn, request)
	reply, err := io.ReadAll(conn)
	if err != nil {
		t.Fatalf("%q: %v", request, err)
	}
	return string(reply)
}

// TestReplies: what gopherd was not asked for.
func TestReplies(t *testing.T) {
	files := fstest.MapFS{
		"gophermap":         file("Welcome\n\n1Sub\tsub\n0A text\t/sub/a.txt\n0b.txt\t\niInfo\t\nhWeb\tURL:http://example.org/\n1Else\t/x\tother.example\t7000\n*\n0Not here\tnone\n.\nbehind"),
		"b.txt":             file("..\n.\n...\n.b\r\nlast"),
		"sub/a.txt":         file("a\n"),
		"sub/.b.plus":       file("+ASK:\n ChooseF: File\n Ask: Name\n"),
		"sub/Makefile":      file("all:\n"),
		"sub/bin":           file("\x00\x01"),
		"sub/i.html":        file("<p>"),
		"sub/caf\tx.txt":    file("odd\n"),
		"sub/gophermap.txt": file("no map\n"),
		"empty":             dir(written),
	}
	addr := start(t, &Server{Files: files, Host: "h"})
	_, port, _ := net.SplitHostPort(addr)
	for _, x := range []struct{ request, want, why string }{
		{"\r\n", "iWelcome\t\terror.host\t1\r\ni\t\terror.host\t1\r\n1Sub\t/sub\th\t70\t+\r\n0A text\t/sub/a.txt\th\t70\t+\r\n0b.txt\t/b.txt\th\t70\t+\r\niInfo\t\terror.host\t1\r\n" +
			"hWeb\tURL:http://example.org/\th\t70\r\n1Else\t/x\tother.example\t7000\r\n0b.txt\t0/b.txt\th\t70\t+\r\n1empty\t1/empty\th\t70\t+\r\n1sub\t1/sub\th\t70\t+\r\n0Not here\t/none\th\t70\r\n.\r\n", "gophermap"},
		{"1/sub\n", "9bin\t9/sub/bin\th\t70\t+\r\n0gophermap.txt\t…", "LF; a file without suffix is looked at; one that cannot be asked for is not shown"},
		{"/sub/\r\n", "0Makefile\t0/sub/Makefile\th\t70\t+\r\n0a.txt\t…", "a slash at the end"},
		{"sub\r\n", "0b\t0/sub/b\th\t70\t?\r\n9bin\t…", "a form, without a file"},
		{"/b.txt\r\n", "...\r\n..\r\n....\r\n.b\r\nlast\r\n.\r\n", "dots are doubled where they must be"},
		{"/b.txt\t+\r\n", "+17\r\n..\n.\n...\n.b\r\nlast", "byte for byte"},
		{"/sub/i.html\t!+VIEWS+ADMIN\r\n", "+-1\r\n+INFO: hi.html\t0/sub/i.html\th\t70\t+\r\n+ADMIN:\r\n Admin: the administrator <postmaster@h>\r\n Mod-Date: Mon Nov 30 12:19:49 2026 <20261130121949>\r\n+VIEWS:\r\n text/html: <.0k>\r\n.\r\n", "names without blanks"},
		{"/sub/i.html\t!+VIEWS +SMELL\r\n", "+-1\r\n+INFO: hi.html\t0/sub/i.html\th\t70\t+\r\n+VIEWS:\r\n text/html: <.0k>\r\n.\r\n", "names with blanks, and one that there is not"},
		{"/empty\t+\r\n", "+-1\r\n.\r\n", "nothing in it"},
		{"/empty\t$\r\n", "+-1\r\n.\r\n", "nothing in it"},
		{"/b.txt\t$\r\n", "--1\r\n1 the administrator <postmaster@h>\r\nit is no menu\r\n.\r\n", ""},
		{"/b.txt\t+\t1\r\n+-1\r\n.\r\n", "--1\r\n1 the administrator <postmaster@h>\r\nit is no form\r\n.\r\n", ""},
		{"/b.txt\t+a b c\r\n", "--1\r\n1 the administrator <postmaster@h>\r\nmalformed command\r\n.\r\n", ""},
		{"/sub/.b.plus\r\n", "3'/sub/.b.plus' does not exist\t\terror.host\t1\r\n.\r\n", "hidden"},
		{"/.hidden\t+\r\n", "--1\r\n1 the administrator <postmaster@h>\r\n'/.hidden' does not exist\r\n.\r\n", "hidden"},
		{"/../b.txt\t+\r\n", "+17\r\n..\n.\n...\n.b\r\nlast", "there is nothing above the top"},
		{"0/sub/caf?x.txt\r\n", "3'/sub/caf?x.txt' does not exist\t\terror.host\t1\r\n.\r\n", "a name with a tab cannot be asked for"},
		{"/sub/b\t+\t1\r\n+12\r\nFrodo\r\n\x00\x01\r\n\r\n", "+-1\r\nThis is what was filled in:\r\nName: Frodo\r\nand a file of 5 bytes\r\n.\r\n", "a file behind the answers"},
		{"/sub/b\t+\t1\r\n+-1\r\n..\r\n.\r\n", "+-1\r\nThis is what was filled in:\r\nName: .\r\n.\r\n", "a dot, doubled"},
		{"/sub/b\t+\t1\r\n+-1\r\n.\r\n", "--1\r\n1 the administrator <postmaster@h>\r\nthe answers do not fit the questions\r\n.\r\n", "too few"},
		{"/sub/b\t+\t1\r\n+99999999\r\n", "--1\r\n1 the administrator <postmaster@h>\r\na data block of more than 1048576 bytes\r\n.\r\n", "too many"},
		{"/sub/b\t+\t1\r\n-1\r\n", "--1\r\n1 the administrator <postmaster@h>\r\n\"-1\" is no head of a data block\r\n.\r\n", ""},
		{"/sub/b\t+\r\n", "--1\r\n1 the administrator <postmaster@h>\r\nit is a form, to be filled in first\r\n.\r\n", ""},
	} {
		got := strings.ReplaceAll(tell(t, addr, x.request), "\t"+port, "\t70")
		part, isPart := strings.CutSuffix(x.want, "…")
		if got != x.want && !(isPart && strings.Contains(got, part)) {
			t.Errorf("%q: %q, want %q (%s)", x.request, got, x.want, x.why)
		}
	}
}

// TestEscape: no link leads out of the folder, and nothing but files is opened.
func TestEscape(t *testing.T) {
	top := t.TempDir()
	for _, err := range []error{
		os.Mkdir(top+"/shown", 0o755), os.WriteFile(top+"/secret.txt", []byte("secret\n"), 0o644),
		os.Symlink("../secret.txt", top+"/shown/link.txt"), os.Symlink("..", top+"/shown/up"), syscall.Mkfifo(top+"/shown/pipe.txt", 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(top + "/shown")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	addr := start(t, &Server{Files: root.FS()})
	for _, request := range []string{"link.txt", "/up/secret.txt", "0/../secret.txt", "/pipe.txt", "/pipe.txt\t!", "/%2e%2e/secret.txt", "\x00"} {
		if got := tell(t, addr, request+"\r\n"); strings.Contains(got, "secret\n") || !strings.Contains(got, "does not exist") && !strings.Contains(got, "cannot be read") {
			t.Errorf("%q: %q", request, got)
		}
	}
	if got := tell(t, addr, "\r\n"); got != ".\r\n" {
		t.Errorf("the menu has %q", got)
	}
}

// TestTooMuch: a request without end is not held.
func TestTooMuch(t *testing.T) {
	addr := start(t, &Server{Files: hole})
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	for n := 0; n < 64<<20 && err == nil; n += 64 << 10 {
		_, err = io.WriteString(conn, strings.Repeat("x", 64<<10))
	}
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("64 MiB without a line end were taken: %v", err)
	}
}

// TestServeEnds: the end of the context ends what is under way.
func TestServeEnds(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- (&Server{Files: hole}).Serve(ctx, ln) }()
	conn, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "half a requ")
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("serve: %v", err)
	}
	if conn, err := net.Dial("tcp", ln.Addr().String()); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

// FuzzForm: what is answered to a form comes back as it was given.
func FuzzForm(f *testing.F) {
	f.Add("Frodo", "one\ntwo\n", "1", "file\r\n.\r\n")
	f.Add("", "", "", "")
	f.Add(".", ".\n..\n\n", "0", "")
	questions := []gopher.Question{{Kind: gopher.Note}, {Kind: gopher.Ask}, {Kind: gopher.AskF}, {Kind: gopher.AskL}, {Kind: gopher.Select}, {Kind: gopher.ChooseF}}
	f.Fuzz(func(t *testing.T, name, lines, yes, file string) {
		var block []scheme.Octets
		for i, value := range []string{"", name, "", lines, yes, ""} {
			answer, err := questions[i].Answer(value)
			if err != nil {
				t.Skip("no input of this target")
			}
			block = append(block, answer...)
		}
		sent, dotted := "", "+-1\r\n"
		for _, line := range block {
			sent += string(line) + "\r\n"
		}
		for _, line := range gopher.DoubleDots(block) {
			dotted += string(line) + "\r\n"
		}
		for form, text := range map[string]string{"dot": dotted + ".\r\n", "size": fmt.Sprintf("+%d\r\n%s", len(sent+file), sent+file)} {
			octets, err := readBlock(bufio.NewReader(strings.NewReader(text + "more")))
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			got, err := readForm("s", questions, octets)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			want := strings.TrimSuffix(strings.ReplaceAll(lines, "\r\n", "\n"), "\n")
			if got.Answers[0].Value != name || got.Answers[1].Value != want || got.Answers[2].Value != yes || form == "size" && string(got.File) != file {
				t.Errorf("%q: %+v", text, got)
			}
		}
	})
}

// FuzzText: a text is one that a client reads as it was, up to its line ends,
// whether it takes dots away as RFC 1436 says of "..", or none but that of a
// line of two.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", ".", "..", "...", ".a", "\n.\n..\n", "a\r\n.\r\n", "a\r", ".\r", strings.Repeat("x", 5000) + "\n.", strings.Repeat("x", 4096) + "\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var b strings.Builder
		out := bufio.NewWriter(&b)
		if err := writeText(out, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		out.Flush()
		lines := strings.SplitAfter(b.String(), "\n")
		if n := len(lines); n < 2 || lines[n-1] != "" || lines[n-2] != ".\r\n" {
			t.Fatalf("%q is sent as %q", text, b.String())
		}
		var got []string
		for _, line := range lines[:len(lines)-2] {
			if line == ".\r\n" || !strings.HasSuffix(line, "\r\n") {
				t.Fatalf("%q is sent as %q", text, b.String())
			}
			if strings.HasPrefix(line, "..") {
				line = line[1:]
			}
			got = append(got, strings.TrimSuffix(line, "\r\n"))
		}
		var want []string
		for line := range strings.Lines(text) {
			want = append(want, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
		}
		if diff := cmp.Diff(want, got); diff != "" && !strings.HasSuffix(text, "\r") {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	})
}

// FuzzRequest: whatever a client sends, the reply is framed.
func FuzzRequest(f *testing.F) {
	titles, sent, _ := exchanges(f)
	for _, title := range titles {
		f.Add(sent[title])
	}
	f.Add("\t\t\t\t\r\n")
	f.Add("/form\t+\t1\r\n+-1\r\n99999\r\n.\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		in := bufio.NewReader(strings.NewReader(text))
		r, err := readRequest(in)
		if err != nil {
			return
		}
		var b strings.Builder
		x := &exchange{Server: &Server{Files: hole, Admin: "A <a@b>"}, ctx: t.Context(), host: "h", port: "70", out: bufio.NewWriter(&b)}
		if err := x.reply(r, in); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		x.out.Flush()
		reply := b.String()
		if r.plus != "" && !regexp.MustCompile(`^([+-]-1|\+[0-9]+)\r\n`).MatchString(reply) {
			t.Errorf("%q: %q", text, reply)
		}
		if strings.HasPrefix(reply, "+-1") && !strings.HasSuffix(reply, "\r\n.\r\n") || strings.Contains(reply, "secret") && !strings.Contains(text, "secret") {
			t.Errorf("%q: %q", text, reply)
		}
	})
}
