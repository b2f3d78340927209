package interop

import (
	"fmt"
	"io"
	"maps"
	"net"
	"strings"
	"testing"
	"time"
)

// Gopher is a running gopher server that holds [GopherFiles].
type Gopher struct {
	Name string // of the program
	Port int
}

// URI returns the URI of an item: RFC 4266, with item the type and selector what follows it, already escaped.
func (g *Gopher) URI(item, selector string) string {
	return fmt.Sprintf("gopher://127.0.0.1:%d/%s%s", g.Port, item, selector)
}

// Ask sends a line and returns all that comes back: the gopher protocol by hand, for controls.
func (g *Gopher) Ask(t testing.TB, line string) string {
	t.Helper()
	conn, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", g.Port), Grace)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(Grace))
	if _, err := io.WriteString(conn, line+"\r\n"); err != nil {
		t.Fatal(err)
	}
	reply, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	return string(reply)
}

// GopherFiles is what the gopher servers hold, but for the menu: a text with lines of dots, which a protocol that ends
// with a dot may damage; all 256 bytes, several times; a folder whose menu the server makes up; a search.
var GopherFiles = map[string]string{
	"hello.txt":        "Hello from a hole.\n.\n.dot first\n..two dots\nThe last line.\n",
	"all.bin":          allBytes(4096),
	"sub/inner.txt":    "Further in.\n",
	"sub/deeper/x.txt": "x\n",
	"cgi-bin/find.cgi": "#!/bin/sh\nprintf 'iSearched for [%s]\\t\\terror.host\\t1\\r\\n0Hello\\t/hello.txt\\t127.0.0.1\\t%s\\r\\n.\\r\\n' \"${SEARCHREQUEST-$QUERY_STRING}\" \"$SERVER_PORT\"\n",
}

// gopherTree returns [GopherFiles] with the menu of a server at port, in the form that both servers read.
func gopherTree(port int) map[string]string {
	files := maps.Clone(GopherFiles)
	var menu strings.Builder
	menu.WriteString("Welcome to the hole\n")
	for _, item := range []string{"0A text\t/hello.txt", "9All bytes\t/all.bin", "1A folder\t/sub", "7Search\t/cgi-bin/find.cgi"} {
		fmt.Fprintf(&menu, "%s\t127.0.0.1\t%d\n", item, port)
	}
	files["gophermap"] = menu.String()
	return files
}

func allBytes(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}
