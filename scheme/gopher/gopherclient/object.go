package gopherclient

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/scheme/gopher"
	"uriel.dev/uri"
)

// A reply is what a server sends, which can be looked at before it is read.
type reply struct {
	*bufio.Reader
	ctx  context.Context // of the one answer that the reply is for
	conn *linewire.Conn
	all  bool // what is looked at is all that comes
}

func newReply(ctx context.Context, conn *linewire.Conn) *reply {
	return &reply{Reader: bufio.NewReaderSize(conn, 64<<10), ctx: ctx, conn: conn}
}

// SyscallConn lets the system hand on what has not been looked at.
func (r *reply) SyscallConn() (syscall.RawConn, error) {
	if r.all || r.Buffered() > 0 {
		return nil, errors.ErrUnsupported
	}
	return r.conn.SyscallConn()
}

// startSize is how much of an object is looked at before it is answered with.
const startSize = 8 << 10

// await waits until n bytes are there, the reply ends, or d has passed since
// the first byte. It returns what is there, and whether it is all.
func (r *reply) await(n int, d time.Duration) (start []byte, all bool, err error) {
	if _, err = r.Peek(1); err == nil {
		r.allow(time.Now().Add(d))
		_, err = r.Peek(n)
		r.allow(time.Time{})
	}
	start, _ = r.Peek(r.Buffered())
	switch {
	case err == io.EOF:
		r.all = true
		return start, true, nil
	case errors.Is(err, os.ErrDeadlineExceeded) && r.ctx.Err() == nil:
		return start, false, nil
	default:
		return start, false, err
	}
}

// allow sets until when a read may take. The end of the context, which sets a
// deadline too, must win whichever comes first.
func (r *reply) allow(until time.Time) {
	r.conn.SetReadDeadline(until)
	if r.ctx.Err() != nil {
		r.conn.SetReadDeadline(time.Unix(1, 0))
	}
}

// plain reads a reply as servers without Gopher+ send it.
func (h handler) plain(ctx context.Context, r *reply, u uri.URI, v gopher.View) (*get.Response, error) {
	if v.Type.Transfer() == gopher.Menu {
		return h.menu(ctx, r.conn, u, r)
	}
	start, all, err := r.await(startSize, h.patience)
	if err != nil {
		return nil, get.Fail(ctx, "read", u, get.Network, err)
	}
	if words, ok := errorReply(start); all && ok {
		return nil, &get.Error{Op: "read", URI: u, Kind: get.NotFound, Err: errors.New("an error item instead of the object"), Server: words}
	}
	o := &get.Object{MediaType: v.Type.MediaType(string(v.Selector)), Length: -1, Name: fileName(string(v.Selector)), Body: r}
	res := &get.Response{URI: u, Answer: o, Closer: closing(r.conn)}
	if v.Type.Transfer() == gopher.Text {
		o.Body = &text{reply: r, patience: h.patience, lineStart: true}
	}
	h.look(ctx, res, o, v, start, all)
	return res, nil
}

// look says of an object what its start tells: the charset of a plain text,
// the kind of an image. What is called an image is shown as one if it begins
// like one.
func (h handler) look(ctx context.Context, res *get.Response, o *get.Object, v gopher.View, start []byte, all bool) {
	switch {
	case o.MediaType == "text/plain" && isUTF8(start, all):
		o.MediaType = "text/plain; charset=utf-8"
	case o.MediaType == "text/plain":
		c := h.charset(ctx, res.URI)
		o.MediaType = "text/plain; charset=" + c.name
		res.Notes = append(res.Notes, "not UTF-8: taken for "+c.shown())
	case o.MediaType == "application/octet-stream" && (v.Type == 'I' || v.Type == ':'):
		if media := http.DetectContentType(start); strings.HasPrefix(media, "image/") {
			o.MediaType = media
		}
	}
}

// errorReply reports whether a whole reply is one error item, with an optional
// line of a dot behind it, and returns its words. Servers answer so to requests
// for texts and binaries too, where RFC 1436 knows no other way.
func errorReply(whole []byte) (words string, ok bool) {
	line, rest, _ := strings.Cut(string(whole), "\n")
	if rest = strings.TrimRight(rest, "\r\n"); rest != "" && rest != "." {
		return "", false
	}
	it := gopher.ParseItem(strings.TrimSuffix(line, "\r"))
	return latin1IfNot(it.Name), it.IsError() && strings.Count(line, "\t") >= 2
}

// isUTF8 reports whether the start of a text is UTF-8; unless it is all of it,
// it may end within a character.
func isUTF8(start []byte, all bool) bool {
	if !all {
		for cut := 0; cut < utf8.UTFMax && len(start) > 0; cut++ {
			r, size := utf8.DecodeLastRune(start)
			if r != utf8.RuneError || size != 1 {
				break
			}
			start = start[:len(start)-1]
		}
	}
	return utf8.Valid(start)
}

// fileName returns the last part of a selector as a name for a file, or "".
func fileName(selector string) string {
	name := selector[strings.LastIndexByte(selector, '/')+1:]
	if !utf8.ValidString(name) || name == "." || name == ".." {
		return ""
	}
	return name
}
