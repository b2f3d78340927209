package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"unicode/utf8"

	"golang.org/x/term"
)

// terminalWriter writes foreign text to a terminal: control characters and
// bidirectional controls are shown, not obeyed. Line ends and tabs pass.
type terminalWriter struct {
	w    io.Writer
	rest []byte // the beginning of a character that is still to be completed
}

func (t *terminalWriter) Write(p []byte) (int, error) {
	text := append(t.rest, p...)
	t.rest = nil
	if n := incomplete(text); n > 0 {
		t.rest = bytes.Clone(text[len(text)-n:])
		text = text[:len(text)-n]
	}
	var b bytes.Buffer
	for len(text) > 0 {
		i := bytes.IndexAny(text, "\n\t\r")
		if i < 0 {
			i = len(text)
		}
		b.WriteString(visible(string(text[:i])))
		if i < len(text) {
			if text[i] != '\r' { // CR LF is a line end; a CR alone would overwrite the line
				b.WriteByte(text[i])
			}
			i++
		}
		text = text[i:]
	}
	_, err := t.w.Write(b.Bytes())
	return len(p), err
}

// incomplete returns how many bytes at the end of text begin a character of
// UTF-8 without completing it.
func incomplete(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			if !utf8.FullRune(text[len(text)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}

// askSecret returns what asks the person at the terminal for a secret, or nil
// if nobody is there. The terminal stops showing what is typed before it is
// asked, so that not even a fast answer is seen.
func askSecret() func(context.Context, string) (string, error) {
	fd := int(os.Stdin.Fd())
	if !term.IsTerminal(fd) {
		return nil
	}
	return func(_ context.Context, prompt string) (string, error) {
		state, err := term.MakeRaw(fd)
		if err != nil {
			return "", err
		}
		defer term.Restore(fd, state) //nolint:errcheck // nothing more can be done
		terminal := term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{os.Stdin, os.Stderr}, "")
		return terminal.ReadPassword(visible(prompt))
	}
}
