package gopherclient

import (
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/scheme/gopher"
	"uriel.dev/scheme/gopher/gophertest"
)

// An exchange is one of those that gopherd of the University of Minnesota was
// heard in, and what is made of it.
type exchange struct {
	title, path, option    string
	body                   []byte
	sent, received, answer string
}

// exchanges reads testdata/gopherd.txt, whose form its head explains.
func exchanges(t *testing.T) (list []exchange) {
	t.Helper()
	text, err := os.ReadFile("../testdata/gopherd.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		key, value, _ := strings.Cut(line, " ")
		if key == "==" {
			list = append(list, exchange{title: value})
			continue
		}
		if key == "" || key == "#" {
			continue
		}
		e := &list[len(list)-1]
		switch key {
		case "uri":
			e.path = value
		case "option":
			e.option = value
		case "body":
			e.body = []byte(unescape(t, value))
		case ">":
			e.sent += unescape(t, value)
		case "<":
			e.received += unescape(t, value)
		case "=":
			e.answer += value + "\n"
		default:
			t.Fatalf("testdata/gopherd.txt: %q", line)
		}
	}
	return list
}

// unescape reads Go's escapes.
func unescape(t *testing.T, text string) string {
	t.Helper()
	s, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return s
}

// TestGopherd replays every exchange: what is sent is to the byte what gopherd
// was sent, and what it answered is understood.
func TestGopherd(t *testing.T) {
	list := exchanges(t)
	if len(list) != 34 {
		t.Errorf("%d exchanges, want 34", len(list))
	}
	for _, e := range list {
		t.Run(e.title, func(t *testing.T) {
			sent := make(chan string, 1)
			s := gophertest.ServeConn(t, func(line string, conn net.Conn) {
				if line == gopher.CapsSelector {
					return // of which gopherd knows nothing
				}
				block := make([]byte, max(0, len(e.sent)-len(line)-len("\r\n")))
				n, _ := io.ReadFull(conn, block) // what is missing is told below
				sent <- line + "\r\n" + string(block[:n])
				io.WriteString(conn, e.received)
			})
			req := &get.Request{URI: s.URI(e.path), Body: e.body, Options: map[string]string{OptionPlus: e.option}}
			res, err := New(env()).Get(t.Context(), req)
			if diff := cmp.Diff(e.answer, describe(t, res, err)); diff != "" {
				t.Errorf("made of it (-want +got):\n%s", diff)
			}
			if got := <-sent; got != e.sent {
				t.Errorf("sent %q, want %q", got, e.sent)
			}
		})
	}
}
