package ftpclient

import (
	"context"
	"slices"
	"strings"

	"uriel.dev/get"
)

// enter goes to the directory of a task, where a CWD for each of dirs leads from
// the directory of the login (RFC 1738, section 3.2.2). A server is never asked
// for the directory above: what CDUP does after a CWD is its own matter.
func (c *conn) enter(ctx context.Context, t *task, dirs []string) error {
	if !isPrefix(c.dirs, dirs) {
		if err := c.goHome(ctx, t); err != nil {
			return err
		}
	}
	for _, dir := range dirs[len(c.dirs):] {
		r, err := c.changeDir(dir)
		switch {
		case err != nil:
			return t.fail(ctx, "change directory", err)
		case !r.isOK():
			return refused("change directory", t.uri(), r)
		case len(r.lines) > 1:
			c.meta = append(c.meta, meta("message", r)...)
		}
	}
	return nil
}

// changeDir sends a CWD, and before the first one PWD, to come back.
func (c *conn) changeDir(dir string) (reply, error) {
	if len(c.dirs) == 0 && !c.asked {
		r, err := c.try("PWD", "")
		if err != nil {
			return r, err
		}
		if r.code == 257 {
			c.home = quoted(r.text())
		}
		c.asked = true
	}
	r, err := c.ask("CWD " + dir)
	if err == nil && r.isOK() {
		c.dirs = append(c.dirs, dir)
	}
	return r, err
}

// goHome goes back to the directory of the login.
func (c *conn) goHome(ctx context.Context, t *task) error {
	if c.home == "" {
		return errUnsure
	}
	r, err := c.ask("CWD " + c.home)
	if err != nil {
		return t.fail(ctx, "change directory", err)
	}
	if !r.isOK() {
		return errUnsure
	}
	c.dirs = nil
	return nil
}

// quoted returns the path name in a 257 reply, which stands in quotes; one in it
// is doubled (RFC 959, appendix II). Servers write other things around it. It
// returns "" if there is none, or none that can be sent back.
func quoted(text string) string {
	_, rest, ok := strings.Cut(text, `"`)
	if !ok {
		return ""
	}
	var b strings.Builder
	for {
		part, more, ok := strings.Cut(rest, `"`)
		b.WriteString(part)
		switch {
		case !ok || strings.ContainsFunc(b.String(), func(r rune) bool { return r < ' ' || r == 0x7f }):
			return ""
		case !strings.HasPrefix(more, `"`):
			return b.String()
		}
		b.WriteByte('"')
		rest = more[1:]
	}
}

func isPrefix(a, b []string) bool { return len(a) <= len(b) && slices.Equal(a, b[:len(a)]) }

// meta lists the lines of a reply under a name.
func meta(name string, r reply) (out []get.Meta) {
	for _, line := range r.lines {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, get.Meta{Name: name, Value: line})
		}
	}
	return out
}
