package interop

import (
	"fmt"
	"testing"
)

// GopherFolder is what `uriel serve --gopher` serves: beside what all servers hold, an item in two views, a form, and a
// menu that the server makes up.
var GopherFolder = map[string]string{
	"hello.txt":        GopherFiles["hello.txt"],
	"all.bin":          GopherFiles["all.bin"],
	"sub/inner.txt":    GopherFiles["sub/inner.txt"],
	"sub/deeper/x.txt": GopherFiles["sub/deeper/x.txt"],
	".paper.plus":      "+ABSTRACT:\n What the paper is about.\n",
	"paper.txt":        "The paper as text.\n",
	"paper.ps":         "%!PS\n",
	".form.plus":       "+ASK:\n Note: A form of all kinds\n Ask: Your name?\tFrodo\n AskP: Password?\n AskL: Address\n Select: Subscribe:1\n Choose: Colour?\tred\tgreen\tblue\n",
}

// StartUrielGopher serves [GopherFolder] with the command.
func StartUrielGopher(t testing.TB) *Gopher {
	t.Helper()
	root, port := t.TempDir(), FreePort(t)
	WriteTree(t, root, GopherFolder)
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	p := Start(t, Command(t, "serve", "--gopher", addr, "--root", root))
	p.Await(t, addr)
	return &Gopher{Name: "uriel", Port: port}
}
