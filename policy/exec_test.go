package policy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// needSandbox skips a test of what helpers can do where they cannot be confined.
func needSandbox(t *testing.T) {
	t.Helper()
	if err := canConfine(); err != nil {
		t.Skipf("NOT CHECKED: what a helper in a sandbox can do, since %v", err)
	}
}

// fakeHelper puts a copy of a program, as a helper called mandoc, in front of
// the real one. A script would not do: no interpreter is executed in a sandbox.
func fakeHelper(t *testing.T, program string) {
	t.Helper()
	path, err := exec.LookPath(program)
	must(t, err)
	text, err := os.ReadFile(path)
	must(t, err)
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "mandoc"), text, 0o755))
	old := helperDirs
	helperDirs = []string{dir, "/usr/bin", "/bin"}
	t.Cleanup(func() { helperDirs = old })
}

// script is a run of the helper that is a shell.
func script(text string) Command {
	return Command{Name: "mandoc", Args: []string{"-c", text, "mandoc"}}
}

// output runs a helper to its end.
func output(t *testing.T, p Policy, c Command) (string, error) {
	t.Helper()
	out, err := p.Exec(t.Context(), c)
	must(t, err)
	defer out.Close()
	text, err := io.ReadAll(out)
	return string(text), err
}

func TestExec(t *testing.T) {
	needSandbox(t)
	t.Setenv("SECRET", "c4nary")
	t.Setenv("TMPDIR", t.TempDir())
	fakeHelper(t, "sh")
	for _, p := range []Policy{CLI(testTable()), CLI(testTable()).WithoutSandbox()} {
		c := script(`while read -r line; do echo "$line"; done; echo "args:$*"; echo *; set`)
		c.Files, c.Stdin = []string{"-x; rm"}, strings.NewReader("in\n")
		text, err := output(t, p, c)
		must(t, err)
		if want := "in\nargs:-- -x; rm\n*\n"; !strings.HasPrefix(text, want) {
			t.Errorf("got %q, want %q: the input, the arguments, a folder with nothing in it", text, want)
		}
		if strings.Contains(text, "c4nary") || !strings.Contains(text, "LC_ALL='C.UTF-8'") {
			t.Errorf("the environment is not a clean one: %q", text)
		}
		if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
			t.Errorf("%v is left behind (%v)", left, err)
		}
	}
}

func TestExecFails(t *testing.T) {
	needSandbox(t)
	p := CLI(testTable())
	fakeHelper(t, "sh")
	_, err := output(t, p, script(`echo no such thing >&2; exit 3`))
	if err == nil || !strings.Contains(err.Error(), "no such thing") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("error %v, want the program's words", err)
	}
	_, err = output(t, p, script(`while :; do echo "all the same again and again" >&2; i=$i.; [ ${#i} = 9999 ] && exit 1; done`))
	if err == nil || len(err.Error()) > 5000 {
		t.Errorf("standard error is not kept short: %v", err)
	}
	if _, err := p.Exec(t.Context(), Command{Name: "sh"}); !isRefusal(err, CodeExec) {
		t.Errorf("sh: %v", err)
	}
	helperDirs = nil
	if _, err := p.Exec(t.Context(), Command{Name: "mandoc"}); !errors.Is(err, ErrNoHelper) {
		t.Errorf("not installed: %v", err)
	}
}

// TestExecEnds: closing, the end of the context and the limits end the program,
// and without a sandbox those that it has started.
func TestExecEnds(t *testing.T) {
	needSandbox(t)
	fakeHelper(t, "sh")
	const forever, flood = `while :; do :; done`, `while :; do echo y; done`
	for _, p := range []Policy{CLI(testTable()), CLI(testTable()).WithoutSandbox()} {
		out, err := p.Exec(t.Context(), script(forever))
		must(t, err)
		must(t, out.Close())

		ctx, cancel := context.WithCancel(t.Context())
		out, err = p.Exec(ctx, script(forever))
		must(t, err)
		cancel()
		if _, err := io.ReadAll(out); !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want the end of the context", err)
		}
		out.Close()

		limits := p.Limits()
		limits.Total, limits.Body = 100*time.Millisecond, 1000
		_, err = output(t, p.WithLimits(limits), script(forever))
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "--limit total=TIME") {
			t.Errorf("%v, want the limit of time", err)
		}
		limits.Total = 0
		text, err := output(t, p.WithLimits(limits), script(flood))
		if err == nil || !strings.Contains(err.Error(), "--limit body=N") || len(text) > 1000 {
			t.Errorf("%d bytes, %v, want the limit of bytes", len(text), err)
		}
	}
	out, err := CLI(testTable()).WithoutSandbox().Exec(t.Context(), script(`(exec sleep 1000)& echo $!; wait`))
	must(t, err)
	var child int
	_, err = fmt.Fscan(out, &child)
	must(t, err)
	must(t, out.Close())
	gone := func() bool { // or a zombie, of which somebody else is to know
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", child))
		return err != nil || strings.Contains(string(stat), ") Z ")
	}
	for deadline := time.Now().Add(10 * time.Second); !gone(); {
		if time.Now().After(deadline) {
			t.Fatal("what the helper had started still runs")
		}
		time.Sleep(time.Millisecond)
	}
}

// TestMandoc: the helper that there is does its work in the sandbox.
func TestMandoc(t *testing.T) {
	needSandbox(t)
	if findHelper("mandoc") == "" {
		t.Skip("NOT CHECKED: mandoc in the sandbox, since it is not installed")
	}
	page := ".TH A 1\n.SH NAME\na \\- caf\\('e \\(em b\n.so /etc/passwd\n"
	var texts []string
	for _, p := range []Policy{CLI(testTable()), CLI(testTable()).WithoutSandbox()} {
		text, err := output(t, p, Command{Name: "mandoc", Args: []string{"-T", "utf8"}, Stdin: strings.NewReader(page)})
		must(t, err)
		texts = append(texts, text)
	}
	if texts[0] != texts[1] || !strings.Contains(texts[0], "café — b") {
		t.Errorf("in the sandbox %q, without %q", texts[0], texts[1])
	}
}
