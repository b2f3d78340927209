package newsclient

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"

	"uriel.dev/internal/linewire"
)

// A Conn is a connection to a news server. Its methods send the commands of RFC
// 3977 and read what is answered; one is done before the next begins. It is not
// safe for concurrent use.
//
// A reply that says no is a [*textproto.Error] with its code and words, one that
// is none a [textproto.ProtocolError]. A server that closes too early is an
// [io.ErrUnexpectedEOF]. Behind an error that is no *textproto.Error there is
// nothing to do but to close.
type Conn struct {
	// Greeting is what the server said before it was asked, without the code.
	Greeting string

	// Posting says whether the server lets articles be posted, as far as its
	// greeting or its answer to MODE READER tells.
	Posting bool

	conn   net.Conn
	r      *bufio.Reader
	lines  *linewire.Reader
	say    func(direction byte, line string)
	reads  bool // within a reply of many lines
	secure bool
}

// Open reads the greeting of the server behind conn, which is taken over even if
// there is an error. Lines of more than maxLine bytes are an error that wraps
// [linewire.ErrLineTooLong]; 0 is no limit. If trace is not nil, it is told
// which lines are sent ('>') and which replies received ('<'), without
// passwords.
func Open(conn net.Conn, maxLine int, trace func(direction byte, line string)) (*Conn, error) {
	if trace == nil {
		trace = func(byte, string) {}
	}
	r := bufio.NewReaderSize(conn, 64<<10)
	c := &Conn{conn: conn, r: r, lines: linewire.NewReader(r, maxLine), say: trace}
	code, text, err := c.reply()
	switch {
	case err != nil:
	case code != 200 && code != 201:
		err = &textproto.Error{Code: code, Msg: text}
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	c.Greeting, c.Posting = text, code == 200
	return c, nil
}

// Close tells the server goodbye, if it is listening, and closes the connection.
func (c *Conn) Close() error {
	if !c.reads {
		c.send("QUIT") // whoever leaves does not mind that nobody hears it
	}
	return c.conn.Close()
}

// maxCommand bounds a command with its line end (RFC 3977, section 3.1).
const maxCommand = 512

var errCommand = errors.New("not a command of one line")

// send sends a command. This is the last place to see that nothing became two
// commands: whoever wrote a URI would have one of his own done by us.
func (c *Conn) send(line string) error {
	switch {
	case strings.ContainsAny(line, "\x00\r\n"):
		return fmt.Errorf("%w: %q", errCommand, line)
	case len(line)+len("\r\n") > maxCommand:
		return fmt.Errorf("%w of at most %d bytes: %.40q…", errCommand, maxCommand, line)
	case c.reads:
		return errors.New("the reply before is not read to its end")
	}
	c.say('>', hidden(line))
	_, err := io.WriteString(c.conn, line+"\r\n")
	return err
}

// hidden returns a command as it may be shown.
func hidden(line string) string {
	for _, secret := range [...]string{"AUTHINFO PASS ", "AUTHINFO SASL PLAIN "} {
		if strings.HasPrefix(line, secret) {
			return secret + "***"
		}
	}
	return line
}

// reply reads the line that answers a command: three digits, and words (RFC
// 3977, section 3.2).
func (c *Conn) reply() (code int, text string, err error) {
	octets, err := c.lines.ReadLine()
	if err != nil {
		return 0, "", c.ended(err)
	}
	line := string(octets)
	c.say('<', line)
	digits, text, _ := strings.Cut(line, " ")
	code, err = strconv.Atoi(digits)
	if err != nil || len(digits) != 3 || code < 100 || code > 599 {
		return 0, "", textproto.ProtocolError(fmt.Sprintf("%.80q is no reply: it has no code", line))
	}
	return code, text, nil
}

// ended says of the end of all that comes that it is too early.
func (c *Conn) ended(err error) error {
	if err == io.EOF {
		return fmt.Errorf("the server closed the connection: %w", io.ErrUnexpectedEOF)
	}
	return err
}

// ask sends a command and returns the words of its answer. Any code but those
// that are wanted is an error.
func (c *Conn) ask(line string, want ...int) (code int, text string, err error) {
	if err = c.send(line); err != nil {
		return 0, "", err
	}
	return c.answer(want...)
}

func (c *Conn) answer(want ...int) (code int, text string, err error) {
	code, text, err = c.reply()
	if err != nil {
		return 0, "", err
	}
	for _, w := range want {
		if code == w {
			return code, text, nil
		}
	}
	return code, text, &textproto.Error{Code: code, Msg: text}
}

// isCode reports whether err is a reply with one of the codes.
func isCode(err error, codes ...int) bool {
	e, ok := errors.AsType[*textproto.Error](err)
	if !ok {
		return false
	}
	for _, code := range codes {
		if e.Code == code {
			return true
		}
	}
	return false
}

// isUnknown reports whether err is the answer of a server that does not know the
// command, or not in this form, or has no data for it.
func isUnknown(err error) bool { return isCode(err, 500, 501, 503) }
