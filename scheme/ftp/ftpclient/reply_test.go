package ftpclient

import (
	"strings"
	"testing"

	"uriel.dev/internal/linewire"
)

// TestQuoted: the path name in a reply to PWD (RFC 959, appendix II).
func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		`"/home/joe"`:                        "/home/joe",
		`"/home/joe" is where you are`:       "/home/joe",
		`rubbish "/home/joe"`:                "/home/joe",
		`"/a ""quoted"" name" created`:       `/a "quoted" name`,
		`"DISK$USER:[JOE]" is current`:       "DISK$USER:[JOE]",
		`""`:                                 "",
		`/home/joe`:                          "",
		`"/home/joe`:                         "",
		"\"/home/\x00joe\"":                  "",
		"\"/home\" and \"another\" in words": "/home",
	} {
		if got := quoted(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// FuzzReply: whatever a server says, a reply has a code and is within the limit,
// and no port is read where there is none.
func FuzzReply(f *testing.F) {
	for _, s := range []string{"220 hi\r\n", "220-a\r\nb\r\n220-c\n220\r\n", "220", "99 x\r\n", "227 (1,2,3,4,5,6)\r\n", "229 (|||6446|)\r\n", "229 (\r\n", "229 (ééééé)\r\n", "227 1,2,3,4,5,256\r\n"} {
		f.Add(s)
	}
	const max = 100
	f.Fuzz(func(t *testing.T, sent string) {
		lines, said := linewire.NewReader(strings.NewReader(sent), max), 0
		r, err := readReply(lines, max, func(_ byte, line string) { said += len(line) })
		if err != nil {
			return
		}
		if r.code < 100 || r.code > 699 || len(r.lines) == 0 || said > max {
			t.Errorf("%q is read as %+v", sent, r)
		}
		if port, err := extendedPort(r.text()); err == nil && port == 0 {
			t.Errorf("%q leads to port 0", sent)
		}
		if host, port, err := hostPort(r.text()); err == nil && (port == 0 || !host.Is4()) {
			t.Errorf("%q leads to %s, port %d", sent, host, port)
		}
	})
}
