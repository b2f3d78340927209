package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestReadme runs the commands of README.md and compares what they print. A
// line of "…" stands for any lines.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range strings.Split(string(text), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, example := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want, _ := strings.Cut(example, "\n")
			if strings.Contains(command, "man:") && !hasMandoc() {
				t.Logf("NOT checked, since mandoc is not installed: %s", command)
				continue
			}
			var out bytes.Buffer
			run(t.Context(), shellWords(command)[1:], strings.NewReader(""), &out, &out)
			if !matches(strings.TrimRight(out.String(), "\n"), strings.TrimRight(want, "\n")) {
				t.Errorf("%s prints\n%s\nREADME.md says\n%s", command, out.String(), want)
			}
			ran++
		}
	}
	if ran < 8 {
		t.Fatalf("ran %d commands only", ran)
	}
}

func hasMandoc() bool {
	_, err := exec.LookPath("mandoc")
	if err != nil && os.Getenv("CI") != "" {
		return true // where skipping is failing
	}
	return err == nil
}

// shellWords splits a command at blanks outside of single quotes.
func shellWords(s string) (words []string) {
	for i, part := range strings.Split(s, "'") {
		if i%2 == 1 {
			words[len(words)-1] += part
			continue
		}
		fields := strings.Fields(part)
		if i > 0 && len(fields) > 0 && !strings.HasPrefix(part, " ") {
			words[len(words)-1] += fields[0]
			fields = fields[1:]
		}
		words = append(words, fields...)
		if strings.HasSuffix(part, " ") || part == "" {
			words = append(words, "")
		}
	}
	if words[len(words)-1] == "" {
		words = words[:len(words)-1]
	}
	return words
}

// matches reports whether got is want, in which a line "…" stands for any lines.
func matches(got, want string) bool {
	pieces := strings.Split(want, "\n…")
	if !strings.HasPrefix(got, pieces[0]) {
		return false
	}
	got = got[len(pieces[0]):]
	for _, piece := range pieces[1:] {
		i := strings.LastIndex(got, piece)
		if i < 0 {
			return false
		}
		got = got[i+len(piece):]
	}
	return len(pieces) > 1 || got == ""
}
