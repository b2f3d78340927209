package gophertest_test

import (
	"io"
	"net"
	"slices"
	"testing"
	"testing/fstest"

	"uriel.dev/scheme/gopher/gopherserver"
	"uriel.dev/scheme/gopher/gophertest"
)

func ask(t *testing.T, addr, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, request)
	reply, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	return string(reply)
}

func TestServe(t *testing.T) {
	s := gophertest.Serve(t, gophertest.Answers(map[string]string{"": "iTop\t\t\t\r\n.\r\n", "/a": "text"}))
	for request, want := range map[string]string{
		"\r\n":      "iTop\t\t\t\r\n.\r\n",
		"/a\n":      "text",
		"/a\tb\r\n": "3'/a b' does not exist\t\terror.host\t1\r\n.\r\n",
	} {
		if got := ask(t, s.Addr, request); got != want {
			t.Errorf("%q is answered %q, want %q", request, got, want)
		}
	}
	if got := s.Requests(); len(got) != 3 || !slices.Contains(got, "/a\tb\r\n") || !slices.Contains(got, "/a\n") {
		t.Errorf("recorded %q", got)
	}
	if got := s.URI("/0/a").String(); got != "gopher://"+s.Addr+"/0/a" {
		t.Error(got)
	}
}

func TestServeFiles(t *testing.T) {
	s := gophertest.ServeFiles(t, &gopherserver.Server{Files: fstest.MapFS{"a.txt": {Data: []byte("text\n")}}})
	if got, want := ask(t, s.Addr, "/a.txt\t+\r\n"), "+5\r\ntext\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
