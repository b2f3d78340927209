package interop

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// client runs another client to its end and returns its standard output.
func client(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(Program(t, program, program, "our gopher server against "+program), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "LANG=C.UTF-8", "TERM=dumb"}
	watch := WatchStrays()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v", program, args, err)
	}
	watch.Check(t, program)
	return string(out)
}

// The command gets all that its own server has.
func TestServeGopher(t *testing.T) {
	g := StartUrielGopher(t)
	menu := list(t, g.URI("1", ""))
	differ(t, "hello.txt", fetch(t, "get", named(t, menu, "hello.txt")), GopherFolder["hello.txt"])
	differ(t, "hello.txt without Gopher+", unix(fetch(t, "get", g.URI("0", "/hello.txt"))), GopherFolder["hello.txt"])
	differ(t, "all.bin", fetch(t, "get", named(t, menu, "all.bin")), GopherFolder["all.bin"])
	differ(t, "a view", fetch(t, "get", "--view", "application/postscript", named(t, menu, "paper")), GopherFolder["paper.ps"])
	deeper := list(t, named(t, list(t, named(t, menu, "sub")), "deeper"))
	differ(t, "x.txt", fetch(t, "get", named(t, deeper, "x.txt")), GopherFolder["sub/deeper/x.txt"])
	named(t, list(t, g.URI("0", "/paper%09%09!+ABSTRACT")), "  What the paper is about.")

	form := named(t, menu, "form")
	filled := unix(fetch(t, "get", "--yes", "--field", "your-name=.", "--field", "password=secret", "--field", "address=one\n.two", "--field", "colour=blue", form))
	differ(t, "the form", filled, "This is what was filled in:\nYour name?: .\nPassword?: (6 characters)\nAddress: one\nAddress: .two\nSubscribe: 1\nColour?: blue\n")
	if r := uriel(t, "get", "--field", "password=secret", form); r.exit != 4 || !strings.Contains(r.stderr, "in the clear") {
		t.Errorf("a password without --yes: exit %d, %s; want 4 and a warning", r.exit, r.stderr)
	}
	if r := uriel(t, "get", g.URI("0", "/nowhere%09%09+")); r.exit != 3 || !strings.Contains(r.stderr, "does not exist") {
		t.Errorf("what is not there: exit %d, %s", r.exit, r.stderr)
	}
}

// curl sends the empty words of RFC 4266, section 2.3, to which gopherd answers "Malformed command".
func TestServeGopherToCurl(t *testing.T) {
	g := StartUrielGopher(t)
	for _, x := range []struct{ item, selector, want string }{
		{"0", "/hello.txt", "Hello from a hole.\r\n..\r\n.dot first\r\n...two dots\r\nThe last line.\r\n.\r\n"},
		{"9", "/all.bin", GopherFolder["all.bin"]},
		{"1", "/sub/deeper", fmt.Sprintf("0x.txt\t0/sub/deeper/x.txt\t127.0.0.1\t%d\t+\r\n.\r\n", g.Port)},
		{"0", "/paper%09%09+application/postscript", "+5\r\n%!PS\n"},
		{"0", "/paper%09%09!+VIEWS", fmt.Sprintf("+-1\r\n+INFO: 0paper\t0/paper\t127.0.0.1\t%d\t+\r\n+VIEWS:\r\n Text/plain: <.0k>\r\n application/postscript: <.0k>\r\n.\r\n", g.Port)},
	} {
		differ(t, x.selector, client(t, "curl", "-sS", g.URI(x.item, x.selector)), x.want)
	}
	const items = 200
	args := slices.Concat([]string{"-sS"}, slices.Repeat([]string{g.URI("9", "/all.bin")}, items))
	differ(t, "all.bin, 200 times", client(t, "curl", args...), strings.Repeat(GopherFolder["all.bin"], items))
}

func TestServeGopherToLynx(t *testing.T) {
	g := StartUrielGopher(t)
	menu := client(t, "lynx", "-dump", g.URI("", ""))
	for _, part := range []string{"Gopher Menu", "(FILE) [3]hello.txt", "(BIN) [1]all.bin", "(DIR) [5]sub", g.URI("1", "1/sub"), g.URI("0", "0/hello.txt")} {
		if !strings.Contains(menu, part) {
			t.Errorf("lynx does not show %q:\n%s", part, menu)
		}
	}
	differ(t, "all.bin", client(t, "lynx", "-source", g.URI("9", "/all.bin")), GopherFolder["all.bin"])
}

// The client of the University of Minnesota knows Gopher+: it reads the attributes of all items for its menu, fills in
// the form, and shows what comes back.
func TestServeGopherToGopher(t *testing.T) {
	g := StartUrielGopher(t)
	program := Program(t, "gopher", "gopher", "our gopher server against the client of the University of Minnesota")
	cmd := exec.Command(program, "127.0.0.1", fmt.Sprint(g.Port))
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=vt100", "LINES=24", "COLUMNS=80"}
	tty := StartAtTerminal(t, cmd)
	tty.Await(t, "Press RETURN to continue")
	tty.Type(t, "\r")
	for _, line := range []string{"all.bin <Bin>", "form <??>", "hello.txt", "paper", "sub/"} {
		tty.Await(t, line)
	}
	tty.Type(t, "2\r")
	for _, line := range []string{"A form of all kinds", "Your name?", "Frodo", "Password?", "Address", "Subscribe", "Colour?"} {
		tty.Await(t, line)
	}
	tty.Type(t, "\x18") // accept
	for _, line := range []string{"This is what was filled in:", "Your name?: Frodo", "Password?: (0 characters)", "Subscribe: 1", "Colour?: red"} {
		tty.Await(t, line)
	}
}

// At a terminal, a form asks its questions one by one, and once more before a password goes over the wire for all to
// read; it is not shown while it is typed.
func TestGopherFormAtTerminal(t *testing.T) {
	g := StartUrielGopher(t)
	for _, x := range []struct{ consent, want string }{
		{"y\r", "Password?: (6 characters)"},
		{"\r", "not sent"},
	} {
		tty := StartAtTerminal(t, Command(t, "get", g.URI("0", "0/form%09%09%3F")))
		tty.Await(t, "A form of all kinds")
		for _, answer := range []struct{ question, keys string }{
			{"Your name? [Frodo]: ", "\r"}, {"Password?: ", "secret\r"}, {"Address (end with an empty line): ", "one\r"}, {"  : ", "\r"},
			{"Subscribe (1 for yes, 0 for no) [1]: ", "0\r"}, {"Colour? (red, green, blue) [red]: ", "blue\r"},
		} {
			if shown := tty.Await(t, answer.question); strings.Contains(shown, "secret") {
				t.Errorf("the terminal shows the password: %q", shown)
			}
			tty.Type(t, answer.keys)
		}
		tty.Await(t, `what is filled in for "Password?" goes to 127.0.0.1 in the clear. Send it? [y/N] `)
		tty.Type(t, x.consent)
		tty.Await(t, x.want)
	}
}
