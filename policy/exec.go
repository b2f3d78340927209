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
	Read  []string  // files and folders of documents that the program may read, beside its own libraries
}

// Argv returns the arguments that the program gets, its name included.
func (c Command) Argv() []string {
	argv := append([]string{c.Name}, c.Args...)
	if len(c.Files) > 0 {
		argv = append(append(argv, "--"), c.Files...)
	}
	return argv
}

// Exec runs a helper program without a shell, with a clean environment, in an
// empty folder and in a sandbox, and returns its standard output as it comes.
// The sandbox (see [Sandboxed]) lets it compute and read what the command says,
// its own libraries and standard input, and nothing else. Closing the output
// ends the program and waits for it; reading to the end tells if it failed, with
// the beginning of its standard error in the error. The program ends at once
// when ctx does, and at the limits of the policy for Body, which is for what it
// writes, and Total.
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
	if !p.unconfined {
		if err := canConfine(); err != nil {
			return nil, refuse(CodeExec, "%s runs in a sandbox only, and %v: --no-sandbox would run it without", c.Name, err)
		}
	}
	r := &run{name: c.Name, limits: p.limits}
	r.ctx, r.cancel = p.limits.running(ctx)
	r.cmd = p.command(r.ctx, path, c)
	if err := r.start(); err != nil {
		r.cancel()
		return nil, fmt.Errorf("run %s: %w", c.Name, err)
	}
	return r, nil
}

// running returns ctx with the limit for all that a helper does.
func (l Limits) running(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Total == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, l.Total, l.Late("total", "to write"))
}

// command returns what is executed: the helper, or this program, which confines
// itself and becomes the helper.
func (p Policy) command(ctx context.Context, path string, c Command) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path)
	cmd.Args = c.Argv()
	if !p.unconfined {
		cmd.Path, cmd.Args = self, confinement{Path: path, Argv: c.Argv(), Read: c.Read}.argv()
	}
	cmd.Env = []string{"PATH=" + strings.Join(helperDirs, ":"), "LC_ALL=C.UTF-8", "TERM=dumb"}
	cmd.Stdin = c.Stdin
	cmd.WaitDelay = 500 * time.Millisecond
	inOwnGroup(cmd)
	return cmd
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
	name   string
	limits Limits
	ctx    context.Context // of this one run
	cmd    *exec.Cmd
	cancel context.CancelFunc
	out    io.ReadCloser
	stderr limitedBuffer
	read   int64
	waited bool
	err    error
}

func (r *run) start() (err error) {
	r.cmd.Stderr = &r.stderr
	if r.out, err = r.cmd.StdoutPipe(); err != nil {
		return err
	}
	return startNowhere(r.cmd)
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

// Read reads standard output. At its end the program is waited for, and its
// failure is the error instead of io.EOF.
func (r *run) Read(b []byte) (int, error) {
	n, err := r.out.Read(b)
	if r.read += int64(n); r.limits.Body > 0 && r.read > r.limits.Body {
		r.Close()
		return 0, r.limits.Over("body", "bytes of what "+r.name+" writes")
	}
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
		r.err = r.failure(err)
	}
	endGroup(r.cmd)
	r.cancel()
	return r.err
}

// failure tells why the program has failed: because we have ended it, or in its
// own words.
func (r *run) failure(err error) error {
	if cause := context.Cause(r.ctx); cause != nil {
		return fmt.Errorf("%s: %w", r.name, cause)
	}
	return fmt.Errorf("%s: %w: %s", r.name, err, bytes.TrimSpace(r.stderr.text))
}

// Close ends the program, if it still runs, and waits for it.
func (r *run) Close() error {
	r.cancel()
	r.wait() //nolint:errcheck // killed on purpose; a failure before was told by Read
	return nil
}

// limitedBuffer keeps the first 4 KiB that are written to it.
type limitedBuffer struct{ text []byte }

func (b *limitedBuffer) Write(p []byte) (int, error) {
	b.text = append(b.text, p[:min(len(p), 4<<10-len(b.text))]...)
	return len(p), nil
}
