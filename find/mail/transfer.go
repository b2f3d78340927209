package mail

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
)

// A quotedPrintable decodes the encoding of that name (RFC 2045, section 6.7). A "="
// that encodes nothing is one.
type quotedPrintable struct {
	r      *bufio.Reader
	ready  []byte // decoded, not read yet
	buffer []byte // of ready
	blanks []byte // white space, which is none at the end of a line
}

func newQuotedPrintable(r io.Reader) *quotedPrintable {
	return &quotedPrintable{r: bufio.NewReader(r)}
}

func (q *quotedPrintable) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(q.ready) == 0 {
			if err := q.step(); err != nil && n > 0 {
				return n, nil // the error comes again
			} else if err != nil {
				return 0, err
			}
		}
		k := copy(p[n:], q.ready)
		n, q.ready = n+k, q.ready[k:]
	}
	return n, nil
}

// step decodes what begins at the next byte.
func (q *quotedPrintable) step() error {
	const most = 1024 // blanks that are held
	c, err := q.r.ReadByte()
	switch {
	case err != nil:
		return err
	case (c == ' ' || c == '\t') && len(q.blanks) < most:
		q.blanks = append(q.blanks, c)
		return nil
	case c == '\r' || c == '\n':
		q.blanks = q.blanks[:0]
	}
	q.buffer = append(q.buffer[:0], q.blanks...)
	q.blanks = q.blanks[:0]
	if c == '=' {
		q.escape()
	} else {
		q.buffer = append(q.buffer, c)
	}
	q.ready = q.buffer
	return nil
}

// escape decodes what stands behind a "=".
func (q *quotedPrintable) escape() {
	const most = 80           // bytes that are looked at for a line break
	next, _ := q.r.Peek(most) // an error is that of a later Read, too
	rest := bytes.TrimLeft(next, " \t")
	taken := len(next) - len(rest)
	var c [1]byte
	switch _, bad := hex.Decode(c[:], next[:min(2, len(next))]); {
	case bad == nil && len(next) > 1:
		q.buffer, taken = append(q.buffer, c[0]), len("41")
	case bytes.HasPrefix(rest, []byte("\r\n")):
		taken += len("\r\n")
	case bytes.HasPrefix(rest, []byte("\n")):
		taken += len("\n")
	case len(rest) > 0:
		q.buffer, taken = append(q.buffer, '='), 0
	}
	q.r.Discard(taken) //nolint:errcheck // they are there
}

// newBase64 decodes the encoding of that name: characters that are not of its alphabet
// are ignored (RFC 2045, section 6.8), and a "=" ends it. What is broken ends it, too.
func newBase64(r io.Reader) io.Reader {
	return endsAtError{base64.NewDecoder(base64.RawStdEncoding, &alphabet{r: r})}
}

// An alphabet reads what is of the alphabet of base64.
type alphabet struct {
	r     io.Reader
	ended bool
}

func (a *alphabet) Read(p []byte) (int, error) {
	for !a.ended {
		n, err := a.r.Read(p)
		text := p[:n]
		if i := bytes.IndexByte(text, '='); i >= 0 {
			text, a.ended = text[:i], true
		}
		kept := 0
		for _, c := range text {
			if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/' {
				p[kept] = c
				kept++
			}
		}
		if kept > 0 || err != nil {
			return kept, err
		}
	}
	return 0, io.EOF
}

// An endsAtError makes an error the end: who reads the file on meets its errors again.
type endsAtError struct{ io.Reader }

func (e endsAtError) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if err != nil {
		err = io.EOF
	}
	return n, err
}
