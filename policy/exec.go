package policy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// helpers are the programs that may be run, each because it has no equal in Go
// yet and is built to read untrusted files.
var helpers = []string{"mandoc"}

// helperDirs is where a helper may be: never in a folder of the user's PATH
// that others might write to.
var helperDirs = []string{"/usr/bin", "/bin", "/usr/local/bin"}

// ErrNoHelper is the error of Exec for a program that is not installed.
var ErrNoHelper = errors.New("the program is not installed")

// A Command is a run of a helper program.
type Command struct {
	Name  string    // the name of the program, without a folder
	Args  []string  // options; no name that comes from a URI may be among them
	Files []string  // put behind "--", so that none can be read as an option
	Stdin io.Reader // nil is empty
}

// Argv returns the arguments that the program gets, its name included.
func (c Command) Argv() []string {
	argv := append([]string{c.Name}, c.Args...)
	if len(c.Files) > 0 {
		argv = append(append(argv, "--"), c.Files...)
	}
	return argv
}

// Exec runs a helper program without a shell, with a clean environment and in an
// empty folder, and returns its standard output as it comes. Closing it ends the program and
// waits for it; reading to the end tells if it failed, with its standard error
// in the error. The program ends at once when ctx does.
//
// The error is [ErrNoHelper] if the program is not installed, or a [*Refusal].
func (p Policy) Exec(ctx context.Context, c Command) (io.ReadCloser, error) {
	if !p.local {
		return nil, refuse(CodeExec, "helper programs are not run here")
	}
	if !slices.Contains(helpers, c.Name) {
		return nil, refuse(CodeExec, "%q is no helper program", c.Name)
	}
	path := findHelper(c.Name)
	if path == "" {
		return nil, fmt.Errorf("%s: %w", c.Name, ErrNoHelper)
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, path, c.Argv()[1:]...)
	cmd.Env = []string{"PATH=" + strings.Join(helperDirs, ":"), "LC_ALL=C.UTF-8", "TERM=dumb"}
	cmd.Stdin = c.Stdin
	cmd.WaitDelay = 500 * time.Millisecond
	run := &run{cmd: cmd, cancel: cancel}
	cmd.Stderr = &run.stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = startNowhere(cmd)
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("run %s: %w", c.Name, err)
	}
	run.out = out
	return run, nil
}

// startNowhere starts cmd in a folder that is empty, and gone once it runs: a
// document may name files to include, and mandoc obeys an .so request anywhere
// in a page, for any file below its folder.
func startNowhere(cmd *exec.Cmd) error {
	dir, err := os.MkdirTemp("", "uriel-")
	if err != nil {
		return err
	}
	defer os.Remove(dir)
	cmd.Dir = dir
	return cmd.Start()
}

func findHelper(name string) string {
	for _, dir := range helperDirs {
		path := dir + "/" + name
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}

// run is a helper program under way.
type run struct {
	cmd    *exec.Cmd
	cancel context.CancelFunc
	out    io.ReadCloser
	stderr limitedBuffer
	waited bool
	err    error
}

// Read reads standard output. At its end the program is waited for, and its
// failure is the error instead of io.EOF.
func (r *run) Read(b []byte) (int, error) {
	n, err := r.out.Read(b)
	if err == nil {
		return n, nil
	}
	if werr := r.wait(); werr != nil {
		err = werr
	}
	return n, err
}

func (r *run) wait() error {
	if r.waited {
		return r.err
	}
	r.waited = true
	if err := r.cmd.Wait(); err != nil {
		r.err = fmt.Errorf("%s: %w: %s", r.cmd.Args[0], err, strings.TrimSpace(r.stderr.String()))
	}
	r.cancel()
	return r.err
}

// Close ends the program, if it still runs, and waits for it.
func (r *run) Close() error {
	r.cancel()
	r.wait() //nolint:errcheck // killed on purpose; a failure before was told by Read
	return nil
}

// limitedBuffer keeps the first 4 KiB that are written to it.
type limitedBuffer struct{ bytes.Buffer }

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if room := 4<<10 - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
