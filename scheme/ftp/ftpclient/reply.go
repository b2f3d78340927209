package ftpclient

import (
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/uri"
)

// A reply is what a server says to a command (RFC 959, section 4.2).
type reply struct {
	code  int
	lines []string // the text, without the codes
}

// isOK reports a positive completion, 2yz.
func (r reply) isOK() bool { return r.code/100 == 2 }

// isUnknown reports that the command is not known, or not spoken.
func (r reply) isUnknown() bool { return r.code == 500 || r.code == 502 || r.code == 504 }

func (r reply) text() string { return strings.TrimSpace(strings.Join(r.lines, "\n")) }

// words are the server's own, as they are shown.
func (r reply) words() string { return strings.TrimSpace(fmt.Sprintf("%d %s", r.code, r.text())) }

var (
	errClosed  = errors.New("the server closed the connection")
	errTooLong = errors.New("a reply is too long")
)

// readReply reads a reply: one line, or several, of which the last begins with
// the code of the first and a space. All together are at most max bytes; max 0
// is no limit.
func readReply(lines *linewire.Reader, max int, say func(byte, string)) (reply, error) {
	line, err := readLine(lines, say)
	if err != nil {
		return reply{}, err
	}
	code, more, text, ok := cutCode(line)
	if !ok {
		return reply{}, fmt.Errorf("%.80q is no reply of FTP: it begins with no code", line)
	}
	r := reply{code, []string{text}}
	for size := len(line); more; {
		if line, err = readLine(lines, say); err != nil {
			return reply{}, err
		}
		if size += len(line) + len("\r\n"); max > 0 && size > max {
			return reply{}, fmt.Errorf("%w: more than the limit of %d bytes", errTooLong, max)
		}
		if c, goesOn, text, ok := cutCode(line); ok && c == code {
			line, more = text, goesOn
		}
		r.lines = append(r.lines, line)
	}
	return r, nil
}

func readLine(lines *linewire.Reader, say func(byte, string)) (string, error) {
	octets, err := lines.ReadLine()
	if err == io.EOF {
		err = errClosed
	}
	if err != nil {
		return "", err
	}
	say('<', string(octets))
	return string(octets), nil
}

// cutCode cuts the code off a line; more tells that the reply goes on behind it.
func cutCode(line string) (code int, more bool, text string, ok bool) {
	if len(line) < 3 || line[0] < '1' || line[0] > '6' || !isNumber(line[:3]) {
		return 0, false, "", false
	}
	code = int(line[0]-'0')*100 + int(line[1]-'0')*10 + int(line[2]-'0')
	switch {
	case len(line) == 3:
		return code, false, "", true
	case line[3] == ' ', line[3] == '-':
		return code, line[3] == '-', line[4:], true
	}
	return 0, false, "", false
}

// A refusal is a reply that says no, as an error. Behind it is the reply as a
// [*textproto.Error].
type refusal struct{ reply }

func (e refusal) Error() string {
	switch {
	case e.code == 421:
		return "the server ends the session"
	case isLogin(e.code):
		return "the server wants to know who asks"
	case isMissing(e.code):
		return "there is no such file or directory, or it may not be read"
	case e.code == 452, e.code == 552:
		return "the server has no room for it"
	case e.code/100 == 4:
		return "the server cannot do it now"
	default:
		return "the server does not do what it was asked"
	}
}

func (e refusal) Unwrap() error { return &textproto.Error{Code: e.code, Msg: e.text()} }

// An explained refusal says in our words what it comes to in its place.
type explained struct {
	refusal
	text string
}

func (e explained) Error() string { return e.text }

func isLogin(code int) bool {
	switch code {
	case 331, 332, 430, 530, 532, 534:
		return true
	}
	return false
}

func isMissing(code int) bool { return code == 450 || code == 550 || code == 551 || code == 553 }

// refused returns the error for a reply that says no.
func refused(op string, u uri.URI, r reply) *get.Error {
	kind := get.Protocol
	switch {
	case r.code == 421:
		kind = get.Timeout // its limit of time, most often
	case isLogin(r.code):
		kind = get.Auth
	case isMissing(r.code):
		kind = get.NotFound
	case r.code == 452, r.code == 552:
		kind = get.Limit
	case r.code/100 == 4:
		kind = get.Network
	}
	return &get.Error{Op: op, URI: u, Kind: kind, Err: refusal{r}, Server: r.words()}
}

// kindOf is the kind of an error of reading that get.Fail knows nothing of.
func kindOf(err error) get.Kind {
	switch {
	case errors.Is(err, linewire.ErrLineTooLong), errors.Is(err, errTooLong):
		return get.Limit
	case errors.Is(err, errClosed), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return get.Network
	default:
		return get.Protocol
	}
}
