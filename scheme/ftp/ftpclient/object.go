package ftpclient

import (
	"context"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/internal/mediatype"
	"uriel.dev/scheme"
)

// retrieve gets a file.
func (h *handler) retrieve(ctx context.Context, c *conn, t *task) (*get.Response, error) {
	if err := h.prepare(ctx, c, t, t.dirs, t.code); err != nil {
		return nil, err
	}
	o := &get.Object{Length: -1, Name: fileName(t.name)}
	if err := c.describe(ctx, t, o); err != nil {
		return nil, err
	}
	want, err := t.part(o.Length)
	if err != nil {
		return nil, err
	}
	x, r, err := h.open(ctx, c, t, want.first, "RETR "+t.name)
	switch {
	case err != nil:
		return nil, err
	case r.code == 550 && t.view.Type == nil:
		return h.directory(ctx, c, t, r)
	case r.code >= 300:
		return nil, refused("retrieve", t.uri(), r)
	}
	return t.object(x, o, want)
}

// prepare sends what comes before a transfer: how names are written, where it
// is, of which type it is.
func (h *handler) prepare(ctx context.Context, c *conn, t *task, dirs []string, code string) error {
	if t.isForeign() {
		if _, err := c.has("UTF8"); err != nil {
			return t.fail(ctx, "ask for features", err)
		}
	}
	if err := c.enter(ctx, t, dirs); err != nil {
		return err
	}
	r, err := c.setType(code)
	switch {
	case err != nil:
		return t.fail(ctx, "set type", err)
	case !r.isOK():
		return refused("set type", t.uri(), r)
	}
	return nil
}

// describe asks for size and time of a file (RFC 3659, sections 3 and 4). The
// size of a text transfer is not asked for: to count its lines a server would
// have to read it.
func (c *conn) describe(ctx context.Context, t *task, o *get.Object) error {
	if t.code == "I" {
		r, err := c.try("SIZE", t.name)
		if err != nil {
			return t.fail(ctx, "ask for size", err)
		}
		if r.code == 213 {
			o.Length = size(r.text())
		}
	}
	r, err := c.try("MDTM", t.name)
	if err != nil {
		return t.fail(ctx, "ask for time", err)
	}
	if r.code == 213 {
		o.Modified = timeVal(r.text())
	}
	return nil
}

// A part is what is wanted of a file: length bytes from first on; -1 is all.
type part struct{ first, length int64 }

// part reads the range of the request; size is -1 if it is not known.
func (t *task) part(size int64) (part, error) {
	whole := part{0, -1}
	r := t.req.Range
	if r == nil || t.code == "A" { // bytes of a text are not those of the file
		return whole, nil
	}
	switch {
	case r.First < -1, r.First == -1 && r.Last <= 0, r.First >= 0 && r.Last != -1 && r.Last < r.First:
		return whole, get.Errorf(get.Invalid, "retrieve", t.uri(), "the range is empty or runs backwards")
	case r.First == -1 && size < 0:
		return whole, get.Errorf(get.Unsupported, "retrieve", t.uri(), "the server does not tell how long the file is, so its end cannot be asked for")
	case r.First == -1:
		return part{max(0, size-r.Last), -1}, nil
	case size >= 0 && r.First >= size:
		return whole, &get.Error{Op: "retrieve", URI: t.uri(), Kind: get.Invalid, Err: &get.RangeError{Size: size}}
	case r.Last == -1:
		return part{r.First, -1}, nil
	default:
		return part{r.First, r.Last - r.First + 1}, nil
	}
}

// object makes an Object of a transfer; o.Length is that of the whole file.
func (t *task) object(x *transfer, o *get.Object, want part) (*get.Response, error) {
	b := &body{transfer: x, left: want.length, expected: -1}
	if t.req.Range != nil && (x.offset != want.first || t.code == "A") {
		b.left = -1
		x.c.note("the server ignored the range that was asked for")
	}
	o.Offset = x.offset
	if o.Length >= 0 {
		b.expected = o.Length - x.offset
		o.Length = b.expected
		if b.left >= 0 {
			o.Length = min(o.Length, b.left)
		}
	}
	if b.left >= b.expected && b.expected >= 0 {
		b.left = -1 // up to the end
	}
	var head [4 << 10]byte
	n, err := b.Read(head[:])
	if err != nil && err != io.EOF {
		x.Close()
		return nil, err
	}
	b.ahead = head[:n]
	o.MediaType = mediaType(t.name, head[:n], x.offset)
	o.Body = b
	res := t.answer(x.c, o)
	res.Closer = x
	return res, nil
}

// mediaType returns the media type of a file, of which head begins at offset.
func mediaType(name string, head []byte, offset int64) string {
	if media := mediatype.ByName(name); media != "" && offset > 0 {
		return media
	}
	return mediatype.Guess(name, head[:min(len(head), 512)])
}

// body is what comes of a file.
type body struct {
	*transfer
	ahead    []byte // read already
	left     int64  // bytes that are wanted; -1 is all
	expected int64  // bytes that are to come to the end, -1 if the server does not tell
	err      error
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	if len(b.ahead) > 0 {
		n := copy(p, b.ahead)
		b.ahead = b.ahead[n:]
		return n, nil
	}
	if b.err != nil {
		return 0, b.err
	}
	if b.left == 0 {
		b.Close()
		return 0, io.EOF
	}
	if b.left > 0 {
		p = p[:min(int64(len(p)), b.left)]
	}
	n, err := b.transfer.Read(p)
	b.left = max(-1, b.left-int64(n))
	b.err = b.check(err)
	return n, b.err
}

// check compares what came with what SIZE told.
func (b *body) check(err error) error {
	switch {
	case b.expected < 0:
	case err == io.EOF && b.got < b.expected:
		return get.Errorf(get.Partial, "read", b.t.uri(), "%d of the %d bytes came that the server told of", b.got, b.expected)
	case b.got > b.expected:
		b.Close()
		return get.Errorf(get.Protocol, "read", b.t.uri(), "more than the %d bytes came that the server told of", b.expected)
	}
	return err
}

// directory answers for a file that cannot be retrieved, if it is a directory:
// where that is. So a link in a list, of which nobody tells what it leads to, is
// followed.
func (h *handler) directory(ctx context.Context, c *conn, t *task, retr reply) (*get.Response, error) {
	r, err := c.changeDir(t.name)
	if err != nil {
		return nil, t.fail(ctx, "change directory", err)
	}
	if !r.isOK() {
		return nil, refused("retrieve", t.uri(), retr)
	}
	v := t.view
	v.CWD, v.Name = append(v.CWD[:len(v.CWD):len(v.CWD)], v.Name), ""
	u, err := v.URI()
	if err != nil {
		return nil, get.Errorf(get.Invalid, "retrieve", t.uri(), "%w", err)
	}
	return t.answer(c, &get.Locations{List: []get.Location{{URI: u, Note: "it is a directory"}}}), nil
}

// fileName returns the last part of a name as one for a file, or "".
func fileName(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	if !utf8.ValidString(base) || base == "." || base == ".." || base == "/" || strings.ContainsAny(base, scheme.Controls) {
		return ""
	}
	return base
}
