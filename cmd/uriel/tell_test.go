package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain é":      "plain é",
		"\x1b[31m":     `\x1b[31m`,
		"a\u202eb":     `a\u202eb`,
		"a\u2028b":     `a\u2028b`,
		"\xff":         `\xff`,
		"\u009b31m":    `\x9b31m`, // CSI in one character
		"tab\tnewline": `tab\x09newline`,
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestTerminalWriter: text goes through however it is cut, controls do not.
func TestTerminalWriter(t *testing.T) {
	const in, want = "é\ta\r\nb\x1b]0;t\a \xff 日本\u202e\n", "é\ta\nb\\x1b]0;t\\x07 \\xff 日本\\u202e\n"
	for size := 1; size <= len(in); size++ {
		var b bytes.Buffer
		w := &terminalWriter{w: &b}
		for rest := []byte(in); len(rest) > 0; {
			n := min(size, len(rest))
			if m, err := w.Write(rest[:n]); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		if b.String() != want {
			t.Errorf("in pieces of %d: %q, want %q", size, b.String(), want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	long := "http://h/" + strings.Repeat("é", 100) + "{" + strings.Repeat("b", 100)
	for _, x := range []struct {
		text   string
		offset int
		under  string // what the caret stands under
	}{
		{"http://a b", 8, " "},
		{"http://u:secret@h/{", 18, "{"},
		{long, strings.IndexByte(long, '{'), "{"},
		{"http://h/%", 9, "%"},
		{"http://[v1.", 11, ""},
		{"http://\x1b", 7, "\\"},
	} {
		line, column := excerpt(x.text, x.offset)
		rest := string([]rune(line)[min(column, len([]rune(line))):])
		if !strings.HasPrefix(rest, x.under) || x.under == "" && rest != "" {
			t.Errorf("excerpt(%.30q, %d) = %q, column %d: the caret is under %q", x.text, x.offset, line, column, rest)
		}
		if strings.Contains(line, "secret") {
			t.Errorf("a password is in %q", line)
		}
		if n := len([]rune(line)); n > 120 {
			t.Errorf("an excerpt of %d characters", n)
		}
	}
}

func TestLoneSurrogate(t *testing.T) {
	for in, want := range map[string]bool{
		`"plain"`: false, `"\ud83d\ude00"`: false, `"\ud83d"`: true, `"\ude00"`: true, `"\ud83dx"`: true,
		`"\ud83d\n"`: true, `"\\ud83d"`: false, `"\u0041"`: false, `"\ud83d\ud83d\ude00"`: true, `"x\`: false,
	} {
		if got := hasLoneSurrogate(in); got != want {
			t.Errorf("%s: %v, want %v", in, got, want)
		}
	}
}
