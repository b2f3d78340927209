package newsclient

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"net/textproto"
	"strconv"
	"strings"
)

// An Overview is what is to be known of an article before it is got (RFC 3977,
// section 8.1): its number in the group, fields of its header as they stand
// there, and its size; Bytes and Lines are -1 if they are not known.
type Overview struct {
	Number                int64
	Subject, From, Date   string
	MessageID, References string // in angle brackets
	Bytes, Lines          int64
}

// Overview lists the articles of the group that was entered, from low to high
// by number: by OVER, or by XOVER (RFC 2980, section 2.8), or, of a server that
// has neither, by the header of each.
func (c *Conn) Overview(g Group) (iter.Seq2[Overview, error], error) {
	if g.High < g.Low {
		return func(func(Overview, error) bool) {}, nil
	}
	which := fmt.Sprintf(" %d-%d", g.Low, g.High)
	_, _, err := c.ask("OVER"+which, 224)
	if isUnknown(err) {
		_, _, err = c.ask("XOVER"+which, 224)
	}
	switch {
	case isCode(err, 420, 423): // no article is in the range
		return func(func(Overview, error) bool) {}, nil
	case isUnknown(err):
		return c.headers(g)
	case err != nil:
		return nil, err
	}
	rows := c.rows()
	return func(yield func(Overview, error) bool) {
		for line, err := range rows {
			var o Overview
			if err == nil {
				o, err = parseOverview(string(line))
			}
			if !yield(o, err) || err != nil {
				return
			}
		}
	}, nil
}

// parseOverview reads a line of fields with tabs between them. Those behind the
// seventh are not always the same.
func parseOverview(line string) (o Overview, err error) {
	number, rest, _ := strings.Cut(line, "\t")
	if o.Number, err = strconv.ParseInt(number, 10, 64); err != nil {
		return o, textproto.ProtocolError(fmt.Sprintf("%.80q is no line of an overview", line))
	}
	for _, field := range [...]*string{&o.Subject, &o.From, &o.Date, &o.MessageID, &o.References} {
		*field, rest, _ = strings.Cut(rest, "\t")
	}
	bytes, rest, _ := strings.Cut(rest, "\t")
	lines, _, _ := strings.Cut(rest, "\t")
	o.Bytes, o.Lines = sizeOf(bytes), sizeOf(lines)
	return o, nil
}

// sizeOf reads a number that may be missing; then it is -1.
func sizeOf(digits string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

const (
	// inFlight is how many commands are sent before the first is answered. All
	// of them fit in the buffers between us, so that nobody waits for the other.
	inFlight = 64

	// mostHeaders bounds how many articles are asked for one by one: the numbers
	// of a group need not be those of its articles.
	mostHeaders = 1 << 20

	// maxHeader bounds the header of an article that stands for its overview.
	maxHeader = 256 << 10
)

var errTooMany = errors.New("too many")

// headers lists articles by the header of each. The numbers are those that
// LISTGROUP tells, or all there can be (RFC 977).
func (c *Conn) headers(g Group) (iter.Seq2[Overview, error], error) {
	numbers, err := c.numbers(g)
	if err != nil {
		return nil, err
	}
	return func(yield func(Overview, error) bool) {
		for len(numbers) > 0 {
			some := numbers[:min(inFlight, len(numbers))]
			numbers = numbers[len(some):]
			if !c.window(some, yield) {
				return
			}
		}
	}, nil
}

func (c *Conn) numbers(g Group) ([]int64, error) {
	var out []int64
	list, err := c.ListGroup(g.Name)
	switch {
	case err == nil:
		for n, err := range list {
			if err != nil {
				return nil, err
			}
			if out = append(out, n); len(out) > mostHeaders {
				return nil, fmt.Errorf("%w: more than %d articles without an overview", errTooMany, mostHeaders)
			}
		}
		return out, nil
	case !isUnknown(err):
		return nil, err
	case g.High-g.Low >= mostHeaders:
		return nil, fmt.Errorf("%w: more than %d articles without an overview", errTooMany, mostHeaders)
	}
	for n := g.Low; n <= g.High; n++ {
		out = append(out, n)
	}
	return out, nil
}

// window asks for the headers of some articles in one go and reads the answers.
// Articles that are gone are left out.
func (c *Conn) window(numbers []int64, yield func(Overview, error) bool) bool {
	for _, n := range numbers {
		if err := c.send("HEAD " + strconv.FormatInt(n, 10)); err != nil {
			yield(Overview{}, err)
			return false
		}
	}
	for _, n := range numbers {
		o, err := c.overviewOf(n)
		if isCode(err, 423, 430) {
			continue
		}
		if !yield(o, err) || err != nil {
			c.reads = true // what is under way is not for whoever comes next
			return false
		}
	}
	return true
}

// overviewOf reads the answer to HEAD.
func (c *Conn) overviewOf(number int64) (Overview, error) {
	if _, _, err := c.answer(221); err != nil {
		return Overview{}, err
	}
	b := c.block()
	h, _, err := ReadHeader(b, maxHeader)
	if err == nil {
		// An empty line is no end of a header here, but there is nothing behind it.
		if _, err = io.CopyN(io.Discard, b, maxHeader); err == io.EOF {
			err = nil
		} else if err == nil {
			err = fmt.Errorf("%w: more than the limit of %d bytes", errHeader, maxHeader)
		}
	}
	return overviewFrom(number, h), err
}

// overviewFrom makes an overview of a header.
func overviewFrom(number int64, h Header) Overview {
	return Overview{
		Number: number, Subject: h.Get("Subject"), From: h.Get("From"), Date: h.Get("Date"),
		MessageID: h.Get("Message-ID"), References: h.Get("References"), Bytes: -1, Lines: sizeOf(h.Get("Lines")),
	}
}
