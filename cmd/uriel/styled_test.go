package main

import (
	"bytes"
	"strings"
	"testing"

	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// TestStyledLine: on a terminal every URI is a link and what is struck over stands
// out; nothing of the text itself is obeyed.
func TestStyledLine(t *testing.T) {
	const (
		end  = "\x1b]8;;\x1b\\"
		bold = "\x1b[1m"
	)
	link := func(u, text string) string { return "\x1b]8;;" + u + "\x1b\\" + text + end }
	a := &app{schemes: known.Table()}
	for _, test := range []struct{ of, in, want string }{
		{"file:///t", "see http://h.example/x and gopher://h/1.", "see " + link("http://h.example/x", "http://h.example/x") + " and " + link("gopher://h/1", "gopher://h/1") + "."},
		{"file:///t", "<http://h.example/>", "<" + link("http://h.example/", "http://h.example/") + ">"},
		{"file:///t", "www.h.example", link("http://www.h.example", "www.h.example")},
		{"file:///t", "B\bBo\bo _\bé_\bé\tx", bold + "Bo\x1b[0m \x1b[4méé\x1b[0m\tx"},
		{"file:///t", "_\bx\bx", "\x1b[1;4mx\x1b[0m"},
		{"file:///t", "_\bi_\b__\bs", "\x1b[4mi_s\x1b[0m"},
		{"file:///t", "_\b__\bs _\b_a", "\x1b[4m_s\x1b[0m " + bold + "_\x1b[0ma"},
		{"file:///t", "h\bht\btt\btp\bp://h.example/x", link("http://h.example/x", bold+"http\x1b[0m://h.example/x")},
		{"file:///t", "\x1b]8;;http://evil/\x1b\\x", `\x1b]8;;` + link("http://evil/", "http://evil/") + `\x1b\x`},
		{"file:///t", "\x1b[31mred \a\u202e", `\x1b[31mred \x07\u202e`},
		{"file:///t", "hidden\b\b\b\b\b\bshown", `hidden\x08\x08\x08\x08\x08\x08shown`},
		{"file:///t", "a\bb", `a\x08b`},
		{"file:///t", "ls(1)", "ls(1)"},
		{"man:dir(1)", "see l\bls\bs(1), dir(1).", "see " + link("man:ls(1)", bold+"ls\x1b[0m(1)") + ", " + link("man:dir(1)", "dir(1)") + "."},
		{"man:dir(1)", "f(x) (index) else(", "f(x) (index) else("},
		{"file:///t", `\x09`, `\x09`},
	} {
		var b bytes.Buffer
		w := &terminalWriter{w: &b, styled: true, linker: a.newLinker(uri.MustParse(test.of))}
		if _, err := w.Write([]byte(test.in)); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil || b.String() != test.want {
			t.Errorf("%q of %s:\n got %q\nwant %q, %v", test.in, test.of, b.String(), test.want, err)
		}
	}
}

// TestTerminalWriterPlain: where nobody wants sequences what is struck over is
// written once, and a line is written however long it is.
func TestTerminalWriterPlain(t *testing.T) {
	var b bytes.Buffer
	w := &terminalWriter{w: &b}
	long := strings.Repeat("é", maxTerminalLine)
	for _, piece := range []string{"N\bNA\bA ", "http://h/\n", long, long, "end"} {
		if _, err := w.Write([]byte(piece)); err != nil {
			t.Fatal(err)
		}
	}
	if b.Len() < maxTerminalLine {
		t.Error("a long line is held back")
	}
	if err := w.Flush(); err != nil || b.String() != "NA http://h/\n"+long+long+"end" {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}
