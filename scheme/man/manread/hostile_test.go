package manread

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// hostile are pages that ask for more than there is.
var hostile = []struct{ name, source string }{
	{"a macro that calls itself", ".TH A 1\n.de x\n.x\na\n..\n.x\n"},
	{"at its end, with arguments", ".TH A 1\n.de x\n.x \\\\$1\\\\$1\n..\n.x aaaaaaaaaaaaaaaa\n"},
	{"two that call each other", ".TH A 1\n.de x\n.y\na\n..\n.de y\n.x\nb\n..\n.x\n"},
	{"a string in itself", ".TH A 1\n.ds x a\\\\*x\n\\*x\n"},
	{"strings that double", ".TH A 1\n.ds a aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n.de d\n.ds a \\\\*a\\\\*a\n.d\nx\n..\n.d\n"},
	{"a loop without end", ".TH A 1\n.nr x 1\n.while \\nx \\{\\\na\n.\\}\n"},
	{"text without end", ".TH A 1\n.de x\n" + strings.Repeat("word ", 20000) + "\n..\n.while 1 \\{\\\n.x\n.\\}\n"},
	{"conditions in each other", ".TH A 1\n" + strings.Repeat(".if 1 ", 5000) + "x\n"},
	{"blocks in each other", ".TH A 1\n" + strings.Repeat(".RS\n", 5000) + "x\n"},
	{"lists in each other", ".Dd a\n.Sh A\n" + strings.Repeat(".Bl -bullet\n.It\n", 5000) + "x\n"},
	{"enclosures in each other", ".Dd a\n.Sh A\n.Op " + strings.Repeat("Op ", 5000) + "x\n"},
	{"names of registers", ".TH A 1\n.nr i 0 1\n" + strings.Repeat(".nr r\\n+i 1\n", 70000)},
	{"macros that grow", ".TH A 1\n.while 1 \\{\\\n.am x\n" + strings.Repeat("y", 10000) + "\n..\n.\\}\n"},
}

func TestHostile(t *testing.T) {
	for _, test := range hostile {
		t.Run(test.name, func(t *testing.T) {
			begin := time.Now()
			_, err := Read(t.Context(), []byte(test.source))
			if !errors.Is(err, ErrLimit) {
				t.Errorf("%v, want a limit", err)
			}
			t.Logf("%v after %v", err, time.Since(begin))
		})
	}
}

// A page ends with its context.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := Read(ctx, []byte(".TH A 1\n"+strings.Repeat("a\n", 5000))); !errors.Is(err, why) {
		t.Errorf("%v, want %v", err, why)
	}
}
