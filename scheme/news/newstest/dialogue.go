package newstest

import (
	"bufio"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Dialogue runs a server for as many connections as there are scripts, one after
// another, and returns its address. In a script
//
//	S: text   is a line that the server says
//	S! text   the same without a line end
//	C: text   is a line that the client must send, with CR LF, to the byte
//
// and text may hold escapes as in Go: \x00, \t. Behind the script the client may
// say QUIT and must close; behind a last line "S." the server closes first. The
// test fails if the client says something else.
func Dialogue(t testing.TB, scripts ...string) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var conns []net.Conn
	var serving sync.WaitGroup
	serving.Go(func() {
		for i, script := range scripts {
			conn, err := l.Accept()
			if err != nil {
				t.Errorf("connection %d of %d was not made", i+1, len(scripts))
				return
			}
			mu.Lock()
			conns = append(conns, conn)
			mu.Unlock()
			play(t, script, conn)
			conn.Close()
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, conn := range conns {
			conn.Close()
		}
		mu.Unlock()
		serving.Wait()
	})
	return l.Addr().String()
}

func play(t testing.TB, script string, conn net.Conn) {
	in := bufio.NewReader(conn)
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		who, text, _ := strings.Cut(strings.TrimLeft(line, "\t "), " ")
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		if err != nil {
			t.Errorf("script line %q: %v", line, err)
			return
		}
		switch who {
		case "S:":
			conn.Write([]byte(text + "\r\n"))
		case "S!":
			conn.Write([]byte(text))
		case "S.":
			return
		case "C:":
			got, err := in.ReadString('\n')
			if got != text+"\r\n" {
				t.Errorf("the client says %q (%v), want %q", got, err, text+"\r\n")
				return
			}
		default:
			t.Errorf("script line %q: want S:, S!, S. or C:", line)
		}
	}
	if rest, _ := in.ReadString('\n'); rest != "" && rest != "QUIT\r\n" {
		t.Errorf("at the end the client says %q", rest)
	}
}
