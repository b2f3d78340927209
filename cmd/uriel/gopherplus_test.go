package main

import (
	"context"
	"net"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/testscript"

	"uriel.dev/scheme/gopher/gopherserver"
)

// startGopherPlus starts a server of Gopher+ at $GOPHERPLUS.
func startGopherPlus(env *testscript.Env) error {
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	files := &gopherserver.Server{Files: fstest.MapFS{
		".form.plus":        text("+ASK:\n Note: About you\n Ask: Your name?\tFrodo\n AskP: Password?\n AskF: Keep it in\tanswer.txt\n Choose: Colour?\tred\tgreen\n"),
		".file.plus":        text("+ASK:\n Ask: Name?\n ChooseF: Which file?\n"),
		".paper.plus":       text("+ABSTRACT:\n What it is about.\n"),
		"paper.txt":         text("words\n"),
		"paper.Es_ES.txt":   text("palabras\n"),
		"paper.ps":          text("%!PS\n"),
		"caps.txt":          text("CAPS\n# of a test\nServerSoftware=Test \x1b[31m\n"),
		"evil/gophermap":    text("i\x1b[31mred\t\t\t\r\n0black\u202etxt.exe\x9b\t/x\n1\x07\t/\u2066y\n"),
		"evil/\u202ename.x": text("\x00"),
	}}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		files.Serve(ctx, ln)
	}()
	env.Defer(func() { cancel(); <-ended })
	env.Setenv("GOPHERPLUS", ln.Addr().String())
	return nil
}
