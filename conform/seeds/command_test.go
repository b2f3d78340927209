package seeds

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// commandTime is how long one command may take.
const commandTime = 20 * time.Second

// preparations are the words that say what there is before a command runs.
var preparations = []string{"in", "file", "config", "answer", "type", "needs"}

// build builds the command and returns its path.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "uriel")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "uriel.dev/cmd/uriel").CombinedOutput()
	if err != nil {
		t.Fatalf("build the command: %v\n%s", err, out)
	}
	return bin
}

// A result is what a command, or the gateway, did.
type result struct {
	status   int // exit status, or that of HTTP
	out, err string
	lines    []string // of out
	wires    []string // what the peers {http} and {gopher} got, by connection
	wires2   []string // what {http2} got

	nextLine, nextWire int // what out, json and wire have not asked for yet
}

// prepared is what a command runs in.
type prepared struct {
	dir               string
	env               []string
	web, web2, gopher *peer
	words             []string // what stands for what, in pairs
}

// place writes the folder and the addresses into a text.
func (p *prepared) place(s string) string { return strings.NewReplacer(p.words...).Replace(s) }

// prepare makes the files and starts the servers that a command is given.
func prepare(t *testing.T, c check) (*prepared, error) {
	t.Helper()
	p := &prepared{dir: t.TempDir(), web2: newPeer(t, webRequest, []string{httpAnswer})}
	p.words = []string{"{dir}", p.dir, "{http2}", p.web2.addr()}
	var answers []string
	for _, text := range c.all("answer") {
		answer, err := unescape(p.place(text))
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	if answers == nil {
		p.web, p.gopher = newPeer(t, webRequest, []string{httpAnswer}), newPeer(t, gopherRequest, []string{gopherAnswer})
	} else {
		p.web, p.gopher = newPeer(t, webRequest, answers), newPeer(t, gopherRequest, answers)
	}
	p.words = append(p.words, "{http}", p.web.addr(), "{gopher}", p.gopher.addr())
	for _, name := range []string{"home", "tmp"} {
		if err := os.Mkdir(filepath.Join(p.dir, name), 0o700); err != nil {
			return nil, err
		}
	}
	p.env = []string{
		"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=" + p.dir + "/home", "TMPDIR=" + p.dir + "/tmp",
		"XDG_CONFIG_HOME=" + p.dir + "/home/config", "XDG_CACHE_HOME=" + p.dir + "/home/cache", "XDG_STATE_HOME=" + p.dir + "/home/state",
		"XDG_DATA_HOME=" + p.dir + "/home/data", "XDG_RUNTIME_DIR=" + p.dir + "/tmp",
	}
	if config := c.all("config"); config != nil {
		p.env = append(p.env, "URIEL_CONFIG="+p.dir+"/config.toml")
		if err := os.WriteFile(p.dir+"/config.toml", []byte(p.place(strings.Join(config, "\n")+"\n")), 0o600); err != nil {
			return nil, err
		}
	}
	for _, text := range c.all("file") {
		if err := p.writeFile(text); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *prepared) writeFile(text string) error {
	name, content, _ := strings.Cut(text, " ")
	content, err := unescape(p.place(content))
	if err != nil {
		return err
	}
	name = filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(content), 0o600)
}

// run runs the command line of a check.
func run(t *testing.T, bin string, c check, p *prepared) (*result, error) {
	t.Helper()
	words, err := split(p.place(c.text))
	if err != nil {
		return nil, err
	}
	env := p.env
	for len(words) > 0 && strings.Contains(words[0], "=") {
		env, words = append(env, words[0]), words[1:]
	}
	if len(words) == 0 || words[0] != "uriel" {
		return nil, fmt.Errorf("no command of ours: %q", c.text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), commandTime)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, bin, words[1:]...)
	cmd.Env, cmd.Dir = env, p.dir
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to ask at
	if in := c.all("in"); in != nil {
		cmd.Stdin = strings.NewReader(p.place(strings.Join(in, "\n") + "\n"))
	}
	if typed := c.all("type"); typed != nil {
		tty, err := terminal(t, strings.Join(typed, "\n")+"\n")
		if err != nil {
			return nil, err
		}
		cmd.Stdin = tty
	}
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("not done in %v; standard error:\n%s", commandTime, &stderr)
	}
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		return nil, err
	}
	return p.result(cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()), nil
}

// result ends the servers and returns what was done.
func (p *prepared) result(status int, out, err string) *result {
	r := &result{status: status, out: out, err: err}
	if out != "" {
		r.lines = strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	}
	r.wires2 = p.web2.stop()
	r.wires = append(p.web.stop(), p.gopher.stop()...)
	return r
}

// split splits a command line at spaces; single and double quotes both keep
// what is between them as it is.
func split(s string) (words []string, err error) {
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		var word strings.Builder
		for s != "" && s[0] != ' ' {
			if s[0] != '\'' && s[0] != '"' {
				word.WriteByte(s[0])
				s = s[1:]
				continue
			}
			quoted, rest, ok := strings.Cut(s[1:], s[:1])
			if !ok {
				return nil, fmt.Errorf("no closing %c", s[0])
			}
			word.WriteString(quoted)
			s = rest
		}
		words = append(words, word.String())
	}
	return words, nil
}
