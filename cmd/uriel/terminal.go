package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// maxTerminalLine is how many bytes of a line are held back to find URIs in it.
const maxTerminalLine = 64 << 10

// terminalWriter writes foreign text to a terminal: control characters and
// bidirectional controls are shown, not obeyed. Line ends and tabs pass. What is
// struck over, as less(1) reads it, is bold or underlined, and URIs are links, if
// it is styled. It writes whole lines; Flush writes what is left.
type terminalWriter struct {
	w      io.Writer
	styled bool
	linker linker

	rest []byte // a line that is not complete
}

func (t *terminalWriter) Write(p []byte) (int, error) {
	rest := append(t.rest, p...)
	var b bytes.Buffer
	for {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			break
		}
		t.line(&b, line)
		b.WriteByte('\n')
		rest = after
	}
	if len(rest) > maxTerminalLine {
		n := len(rest) - incomplete(rest)
		t.line(&b, rest[:n])
		rest = rest[n:]
	}
	t.rest = bytes.Clone(rest)
	_, err := t.w.Write(b.Bytes())
	return len(p), err
}

// Flush writes a last line that has no end.
func (t *terminalWriter) Flush() error {
	var b bytes.Buffer
	t.line(&b, t.rest)
	t.rest = nil
	_, err := t.w.Write(b.Bytes())
	return err
}

func (t *terminalWriter) line(b *bytes.Buffer, text []byte) {
	l := readStruck(strings.ReplaceAll(string(text), "\r", "")) // CR LF is a line end; a CR alone would overwrite the line
	if t.styled {
		t.linker.mark(&l)
	} else {
		clear(l.looks)
	}
	l.write(b)
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
