package browser_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"uriel.dev/interop"
)

func TestMain(m *testing.M) { os.Exit(interop.Main(m, "../..")) }

// startGateway starts the gateway, which may ask servers of this machine, and returns its address with a slash.
func startGateway(t *testing.T) string {
	t.Helper()
	cmd := interop.Command(t, "serve", "--local", "--listen", "127.0.0.1:0", "--allow-private", "--allow-port", "high")
	talk, stderr := io.Pipe()
	cmd.Stderr = stderr
	interop.Start(t, cmd)
	t.Cleanup(func() { talk.Close() })

	address := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(talk)
		for lines.Scan() {
			if rest, ok := strings.CutPrefix(lines.Text(), "uriel: serving "); ok {
				address <- rest
			}
		}
	}()
	select {
	case a := <-address:
		return a
	case <-time.After(interop.Grace):
		t.Fatal("the gateway does not say where it serves")
		return ""
	}
}

// hole is what the gopher server of the tests holds, by selector. HOST is replaced by its host and port.
var hole = map[string]string{
	"/": "iWelcome to the hole\t\terror.host\t1\r\n" +
		"i<script>alert(1)</script>\t\terror.host\t1\r\n" +
		"0A text\t/hello.txt\tHOST\r\n" +
		"0\"><img src=x onerror=alert(1)>\t/<b>\tHOST\r\n" +
		"7Search\t/find\tHOST\r\n" +
		"hA script\tURL:javascript:alert(1)\tHOST\r\n" +
		"hA page\tURL:https://example.org/\tHOST\r\n" +
		"8A session\tguest\topac.example.org\t23\r\n" +
		"9a-file-with-a-name-that-is-much-longer-than-a-narrow-window-is-wide-and-has-no-space-in-it.tar.gz\t/big\tHOST\r\n" +
		".\r\n",
	"/hello.txt": "Hello from a hole.\r\n" + strings.Repeat("a line that is longer than a narrow window is wide ", 5) + "\r\n.\r\n",
	"/evil.html": "<title>evil</title><h1>Evil</h1><script>document.title='it ran';alert(1)</script><img src=x onerror=\"document.title='it ran';alert(2)\"><a href=\"javascript:alert(3)\">x</a>",
	"/evil.svg":  `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(4)"><script>alert(5)</script></svg>`,
}

// startHole starts a gopher server on this machine and returns its URI without a path.
func startHole(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	t.Cleanup(func() { l.Close(); wg.Wait() })
	addr := l.Addr().(*net.TCPAddr)
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { answer(conn, fmt.Sprintf("%s\t%d", addr.IP, addr.Port)) })
		}
	})
	return "gopher://" + addr.String()
}

func answer(conn net.Conn, host string) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(interop.Grace))
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return
	}
	selector, search, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
	if selector == "" {
		selector = "/"
	}
	text, ok := hole[selector]
	switch {
	case selector == "/find":
		text = "iFound " + search + "\t\terror.host\t1\r\n0A text\t/hello.txt\tHOST\r\n.\r\n"
	case !ok:
		text = "3There is no such thing.\t\terror.host\t1\r\n.\r\n"
	}
	io.WriteString(conn, strings.ReplaceAll(text, "HOST", host))
}
