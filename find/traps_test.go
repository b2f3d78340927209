package find_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"uriel.dev/find"
)

// TestTraps finds nothing in lines that look as if something were there.
func TestTraps(t *testing.T) {
	text, err := os.ReadFile("testdata/traps.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if got := show(finder, line); got != "" {
			t.Errorf("line %d, %q: found %s", n, line, got)
		}
	}
	if n < 200 {
		t.Fatalf("saw %d lines only", n)
	}
	if got := show(finder, string(text)); got != "" {
		t.Errorf("in the whole: found %s", got)
	}
}

// TestPasswd finds nothing in the users of this machine, but for addresses of mail,
// which a comment may have.
func TestPasswd(t *testing.T) {
	text, err := os.ReadFile("/etc/passwd")
	if err != nil {
		t.Skipf("NOT checked: %v", err)
	}
	if !strings.Contains(string(text), ":0:0:") {
		t.Fatalf("no user is root: %q", text)
	}
	for m := range finder.All(text) {
		if m.Form != find.Email {
			t.Errorf("found %s in line %d", m.URI, m.Line)
		}
	}
}

// TestVet finds nothing in what go vet says of a program with faults: places are
// "file:line:column".
func TestVet(t *testing.T) {
	dir := t.TempDir()
	for _, f := range [...][2]string{
		{"go.mod", "module uri.example/info\n\ngo 1.26\n"},
		{"file.go", "package info\n\nimport \"fmt\"\n\nfunc data(urn int) { fmt.Printf(\"%s\\n\", urn); urn = urn }\n"},
		{"man/tag.go", "package man\n\nvar doi struct { Mid int `cid:x` }\n\nfunc tel() { return; tel() }\n"},
	} {
		name := filepath.Join(dir, f[0])
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f[1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatal("go vet finds no fault")
	}
	if n := strings.Count(string(out), ".go:"); n < 4 {
		t.Fatalf("go vet tells %d places: %s (%v)", n, out, err)
	}
	if got := show(finder, string(out)); got != "" {
		t.Errorf("found %s in %s", got, out)
	}
}
