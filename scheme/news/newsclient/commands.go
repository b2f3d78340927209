package newsclient

import (
	"fmt"
	"io"
	"iter"
	"net/textproto"
	"strconv"
	"strings"
)

// ModeReader asks a server that takes articles from others too to serve a reader
// (RFC 3977, section 5.3). A server that does not know the command does so
// anyway.
func (c *Conn) ModeReader() error {
	code, _, err := c.ask("MODE READER", 200, 201)
	if err == nil {
		c.Posting = code == 200
	}
	if isUnknown(err) {
		return nil
	}
	return err
}

// Capabilities are what a server says that it can, by label in capitals, each
// with its arguments.
type Capabilities map[string][]string

// Has reports whether the server has a capability, and if argument is not "",
// with that argument.
func (c Capabilities) Has(label, argument string) bool {
	arguments, ok := c[label]
	if argument == "" {
		return ok
	}
	for _, a := range arguments {
		if strings.EqualFold(a, argument) {
			return true
		}
	}
	return false
}

// Capabilities asks what the server can (RFC 3977, section 5.2). A server that
// is older than that command has none.
func (c *Conn) Capabilities() (Capabilities, error) {
	_, _, err := c.ask("CAPABILITIES", 101)
	if isUnknown(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	const most = 1000
	out := Capabilities{}
	for line, err := range c.rows() {
		if err != nil {
			return nil, err
		}
		if words := strings.Fields(string(line)); len(words) > 0 && len(out) < most {
			out[strings.ToUpper(words[0])] = words[1:]
		}
	}
	return out, nil
}

// A Group is what the server says of the newsgroup that it has entered. High is
// below Low if the group is empty; Count is an estimate.
type Group struct {
	Name             string
	Count, Low, High int64
}

// Group enters a newsgroup (RFC 3977, section 6.1.1).
func (c *Conn) Group(name string) (Group, error) {
	_, text, err := c.ask("GROUP "+name, 211)
	if err != nil {
		return Group{}, err
	}
	g := Group{Name: name}
	if n, err := fmt.Sscan(text, &g.Count, &g.Low, &g.High); n != 3 || g.Low < 0 || g.High < 0 {
		return Group{}, textproto.ProtocolError(fmt.Sprintf("GROUP is answered %.80q: want three numbers: %v", text, err))
	}
	if g.Count == 0 { // RFC 977 says nothing of the numbers of an empty group
		g.High = g.Low - 1
	}
	return g, nil
}

// ListGroup returns the numbers of the articles of a group, which is entered
// (RFC 3977, section 6.1.2).
func (c *Conn) ListGroup(name string) (iter.Seq2[int64, error], error) {
	if _, _, err := c.ask("LISTGROUP "+name, 211); err != nil {
		return nil, err
	}
	rows := c.rows()
	return func(yield func(int64, error) bool) {
		for line, err := range rows {
			var number int64
			if err == nil {
				number, err = strconv.ParseInt(strings.TrimSpace(string(line)), 10, 64)
			}
			if err != nil {
				yield(0, err)
				return
			}
			if !yield(number, nil) {
				return
			}
		}
	}, nil
}

// Article asks for an article whole: a Message-ID in its angle brackets, or a
// number in the group that was entered (RFC 3977, section 6.2.1). id is the
// Message-ID as the server tells it, "" if it does not. Lines end in CR LF.
func (c *Conn) Article(which string) (article io.Reader, id string, err error) {
	return c.part("ARTICLE", 220, which)
}

// Head asks for the header of an article alone (RFC 3977, section 6.2.2).
func (c *Conn) Head(which string) (header io.Reader, id string, err error) {
	return c.part("HEAD", 221, which)
}

// Body asks for the body of an article alone (RFC 3977, section 6.2.3).
func (c *Conn) Body(which string) (body io.Reader, id string, err error) {
	return c.part("BODY", 222, which)
}

func (c *Conn) part(command string, want int, which string) (io.Reader, string, error) {
	_, text, err := c.ask(command+" "+which, want)
	if err != nil {
		return nil, "", err
	}
	_, id, _ := strings.Cut(text, " ")
	id, _, _ = strings.Cut(id, " ")
	if len(id) < 3 || id[0] != '<' || id[len(id)-1] != '>' {
		id = ""
	}
	return c.block(), id, nil
}
