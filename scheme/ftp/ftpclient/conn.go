package ftpclient

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/scheme"
)

// A conn is a control connection that is logged in (RFC 959, section 2.3). It
// serves one request at a time.
type conn struct {
	net.Conn
	key    key
	lines  *linewire.Reader
	limit  int // of a reply, in bytes
	say    func(direction byte, line string)
	secret string      // what no trace and no error may show
	tls    *tls.Config // of the data connections; nil in the clear
	unbind func() bool // from the context of the request that it serves

	meta  []get.Meta // what the server said beside, since the connection was taken
	notes []string   // what there is to say of that

	features map[string]bool // nil before FEAT was asked
	lacks    map[string]bool // commands that the server does not know
	code     string          // of the last TYPE, "" if none was sent

	// The directory: home is that of the login, "" if it is not known, and dirs
	// are the arguments of the CWDs that led from there to where we are.
	home  string
	asked bool // for home
	dirs  []string

	replies int  // since the connection was taken for a request
	owes    bool // the replies to a transfer that was broken off are still to be read
	broken  bool // out of step: not to be used again
}

// bind has whatever waits for the server fail when ctx ends.
func (c *conn) bind(ctx context.Context) {
	raw, late := c.Conn, make(chan struct{})
	c.replies = 0
	stop := context.AfterFunc(ctx, func() {
		raw.SetDeadline(time.Unix(1, 0))
		close(late)
	})
	c.unbind = func() bool {
		if stop() {
			return true
		}
		<-late
		return false
	}
}

// free undoes bind, and reports whether that was in time: whatever waited for the
// server has failed if ctx has ended.
func (c *conn) free() (inTime bool) {
	inTime = c.unbind == nil || c.unbind()
	c.unbind = nil
	return inTime
}

// speak has the connection go on over another one, the old or TLS on top of it.
// What was read ahead of the old one is dropped: it is not protected, so that it
// may be nobody's (RFC 4217, section 15.1.2).
func (c *conn) speak(over net.Conn, lineLimit int) {
	c.Conn, c.lines = over, linewire.NewReader(over, lineLimit)
}

// ask sends a command and reads the reply. An answer that says no is no error.
func (c *conn) ask(command string) (reply, error) { return c.askHidden(command, command) }

// askHidden is ask with a command of which the trace tells something else.
func (c *conn) askHidden(command, shown string) (reply, error) {
	if err := c.send(command, shown); err != nil {
		return reply{}, err
	}
	return c.read()
}

// send sends a command, and shows it so in the trace.
func (c *conn) send(command, shown string) error {
	if strings.ContainsAny(command, scheme.Controls) {
		// What holds a line end would be two commands, and the second one the
		// choice of whoever wrote the URI.
		return fmt.Errorf("a control character in the command %q", shown)
	}
	c.say('>', shown)
	// An octet of 255 would begin a command of Telnet (RFC 854).
	line := strings.ReplaceAll(command, "\xff", "\xff\xff") + "\r\n"
	_, err := io.WriteString(c, line)
	if err != nil {
		c.broken = true
	}
	return err
}

// read reads a reply. One by which the server ends the session is an error, a
// refusal.
func (c *conn) read() (reply, error) {
	r, err := readReply(c.lines, c.limit, func(direction byte, line string) { c.say(direction, c.redacted(line)) })
	for i := range r.lines {
		r.lines[i] = c.redacted(r.lines[i])
	}
	if err == nil && r.code == 421 {
		err = refusal{r}
	}
	if err != nil {
		c.broken = true
		return r, err
	}
	c.replies++
	return r, nil
}

// readWithin reads a reply that is to come within d; 0 is no limit. The end of
// ctx, which sets a deadline too, must win whichever comes first.
func (c *conn) readWithin(ctx context.Context, d time.Duration) (reply, error) {
	if d > 0 {
		c.SetReadDeadline(time.Now().Add(d))
		if ctx.Err() != nil {
			c.SetReadDeadline(time.Unix(1, 0))
		}
		defer c.SetReadDeadline(time.Time{})
	}
	return c.read()
}

// note adds a note to the answer, once.
func (c *conn) note(text string) {
	if !slices.Contains(c.notes, text) {
		c.notes = append(c.notes, text)
	}
}

// redacted hides the password in what a server repeats of it.
func (c *conn) redacted(line string) string {
	if len(c.secret) < 4 { // else half of a text would be hidden
		return line
	}
	return strings.ReplaceAll(line, c.secret, "***")
}

// try asks for something that the server may not know, unless it said so
// before.
func (c *conn) try(verb, argument string) (reply, error) {
	if c.lacks[verb] {
		return reply{code: 502}, nil
	}
	r, err := c.ask(verb + argumentOf(argument))
	if r.isUnknown() {
		c.lacks[verb] = true
	}
	return r, err
}

// argumentOf returns an argument with its space; "" for none.
func argumentOf(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// has reports whether FEAT tells of one of the features (RFC 2389, section 3).
// The server is asked once.
func (c *conn) has(features ...string) (bool, error) {
	if c.features == nil {
		r, err := c.ask("FEAT")
		if err != nil {
			return false, err
		}
		c.features = map[string]bool{}
		for _, line := range r.lines[1:] {
			name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			c.features[strings.ToUpper(name)] = r.isOK()
		}
		if c.features["UTF8"] {
			// Some servers wait for it (RFC 2640 has it without); a refusal
			// changes nothing.
			if _, err := c.ask("OPTS UTF8 ON"); err != nil {
				return false, err
			}
		}
	}
	return slices.ContainsFunc(features, func(f string) bool { return c.features[f] }), nil
}

// setType sends TYPE, unless it is what holds.
func (c *conn) setType(code string) (reply, error) {
	if c.code == code {
		return reply{code: 200}, nil
	}
	r, err := c.ask("TYPE " + code)
	if r.isOK() {
		c.code = code
	}
	return r, err
}
