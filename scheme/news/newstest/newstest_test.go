package newstest_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"uriel.dev/scheme/news/newstest"
)

// talk sends commands, one after another, and returns the greeting and the
// answers, with the lines behind those that have some.
func talk(t *testing.T, addr string, commands ...string) (answers []string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	lists := map[string]bool{"100": true, "101": true, "215": true, "220": true, "221": true, "222": true, "224": true}
	for i, command := range append([]string{""}, commands...) {
		if i > 0 {
			fmt.Fprintf(conn, "%s\r\n", command)
		}
		answer, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if lists[answer[:3]] || strings.HasPrefix(command, "LISTGROUP") && answer[:3] == "211" {
			for line := ""; line != ".\r\n"; answer += line {
				if line, err = in.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
		}
		answers = append(answers, answer)
	}
	return answers
}

func filled(t *testing.T, level newstest.Level) *newstest.Server {
	t.Helper()
	s := &newstest.Server{Level: level}
	s.AddGroup("a.b", "Tests")
	for i := range 3 {
		if err := s.Add(fmt.Sprintf("Newsgroups: a.b\nFrom: j@h\nSubject: s%d\nMessage-ID: <%d@h>\n\n.dot\n", i+1, i+1)); err != nil {
			t.Fatal(err)
		}
	}
	s.Expire("<2@h>")
	return s
}

// TestServer: commands as their RFCs have them, by the age of the server.
func TestServer(t *testing.T) {
	for _, x := range []struct {
		command         string
		rfc977, rfc3977 string
	}{
		{"GROUP a.b", "211 2 1 3 a.b\r\n", "211 2 1 3 a.b\r\n"},
		{"STAT", "223 1 <1@h>\r\n", "223 1 <1@h>\r\n"},
		{"NEXT", "223 3 <3@h>\r\n", "223 3 <3@h>\r\n"},
		{"NEXT", "421 no more\r\n", "421 no more\r\n"},
		{"LAST", "223 1 <1@h>\r\n", "223 1 <1@h>\r\n"},
		{"BODY 3", "222 3 <3@h>\r\n..dot\r\n.\r\n", "222 3 <3@h>\r\n..dot\r\n.\r\n"},
		{"HEAD 2", "423 no article of that number\r\n", "423 no article of that number\r\n"},
		{"ARTICLE <2@h>", "430 no such article\r\n", "430 no such article\r\n"},
		{"LIST", "215 list\r\na.b 3 1 y\r\n.\r\n", "215 list\r\na.b 3 1 y\r\n.\r\n"},
		{"LIST NEWSGROUPS a.*", "501 no arguments\r\n", "215 list\r\na.b\tTests\r\n.\r\n"},
		{"LISTGROUP a.b", "500 unknown command\r\n", "211 2 1 3 a.b\r\n1\r\n3\r\n.\r\n"},
		{"OVER 3-", "500 unknown command\r\n", "224 overview\r\n3\ts3\tj@h\t\t<3@h>\t\t68\t1\r\n.\r\n"},
		{"OVER 2-2", "500 unknown command\r\n", "423 nothing there\r\n"},
		{"MODE READER", "500 unknown command\r\n", "200 reader\r\n"},
		{"GROUP a.c", "411 no such group\r\n", "411 no such group\r\n"},
		{"", "500 what?\r\n", "500 what?\r\n"},
		{"QUIT", "205 bye\r\n", "205 bye\r\n"},
	} {
		t.Run(x.command, func(t *testing.T) {
			for level, want := range map[newstest.Level]string{newstest.RFC977: x.rfc977, newstest.RFC3977: x.rfc3977} {
				commands := []string{"GROUP a.b", x.command}
				if x.command == "LAST" || x.command == "NEXT" && strings.HasPrefix(want, "421") {
					commands = []string{"GROUP a.b", "STAT 3", x.command}
				}
				answers := talk(t, filled(t, level).Start(t), commands...)
				if got := answers[len(answers)-1]; got != want {
					t.Errorf("level %d: %q, want %q", level, got, want)
				}
			}
		})
	}
}

// A tester notes what a test would have failed with.
type tester struct {
	testing.TB
	failed []string
}

func (t *tester) Errorf(format string, args ...any) {
	t.failed = append(t.failed, fmt.Sprintf(format, args...))
}

// TestDialogue: the client that says something else fails the test.
func TestDialogue(t *testing.T) {
	for command, fails := range map[string]bool{"DATE\r\n": false, "DATE\n": true, "TIME\r\n": true} {
		spy := &tester{TB: t}
		t.Run("client", func(t *testing.T) {
			spy.TB = t
			conn, err := net.Dial("tcp", newstest.Dialogue(spy, "S: 200 hi\nC: DATE\nS: 111 1"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprint(conn, command)
			conn.(*net.TCPConn).CloseWrite()
			io.ReadAll(conn) // until the server has had enough
		})
		if (len(spy.failed) > 0) != fails {
			t.Errorf("%q: failures %q", command, spy.failed)
		}
	}
}
