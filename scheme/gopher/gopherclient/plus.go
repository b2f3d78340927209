package gopherclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/scheme/gopher"
	"uriel.dev/uri"
)

// A head is the first line of a reply in Gopher+ (Gopher+, section 2.3):
//
//	( "+" / "-" ) ( "-1" / "-2" / 1*DIGIT ) CR LF
type head struct {
	plain  bool // there is none: a server that does not know Gopher+ answers as ever
	failed bool // "-": what follows is an error
	size   int64
}

// Sizes of a reply that says how it ends instead.
const (
	toDot   = -1 // with a line of one dot
	toClose = -2 // when the server closes
)

// readHead reads the head of a reply, if it has one.
func (r *reply) readHead() (head, error) {
	const longest = 64 // a line that is longer is none
	for n := 1; ; n++ {
		b, err := r.Peek(n)
		switch {
		case err == io.EOF:
			return head{plain: true, size: toClose}, nil
		case err != nil:
			return head{}, err
		case b[n-1] != '\n' && n < longest:
			continue
		}
		h, ok := parseHead(b)
		if !ok {
			return head{plain: true, size: toClose}, nil
		}
		r.Discard(n) //nolint:errcheck // it was peeked at
		return h, nil
	}
}

// parseHead reads a line as a head.
func parseHead(line []byte) (head, bool) {
	text, ended := strings.CutSuffix(string(line), "\n")
	text = strings.TrimSuffix(text, "\r")
	if !ended || len(text) < 2 || text[0] != '+' && text[0] != '-' || text[1] == '+' {
		return head{}, false
	}
	size, err := strconv.ParseInt(text[1:], 10, 64)
	if errors.Is(err, strconv.ErrRange) { // size is the largest then: more than ever comes
		err = nil
	}
	return head{failed: text[0] == '-', size: size}, err == nil && size >= toClose && (size < 0) == (text[1] == '-')
}

// body returns what follows the head. A body that ends before its size is an
// error of kind Partial when it is read.
func (r *reply) body(h head, u uri.URI) io.Reader {
	switch h.size {
	case toDot:
		return &text{reply: r, framed: true, lineStart: true}
	case toClose:
		return r
	default:
		return &sized{r: r, left: h.size, size: h.size, uri: u}
	}
}

// A sized is a body whose size was told before.
type sized struct {
	r          io.Reader
	left, size int64
	uri        uri.URI
}

func (s *sized) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	n, err := s.r.Read(p[:min(int64(len(p)), s.left)])
	s.left -= int64(n)
	if err == io.EOF && s.left > 0 {
		err = get.Errorf(get.Partial, "read", s.uri, "the server closed after %d of %d bytes", s.size-s.left, s.size)
	}
	return n, err
}

// plus reads the answer to a request in Gopher+.
func (h handler) plus(ctx context.Context, r *reply, req *get.Request, v gopher.View) (*get.Response, error) {
	u := req.URI
	head, err := r.readHead()
	switch {
	case err != nil:
		return nil, get.Fail(ctx, "read", u, get.Network, err)
	case head.failed:
		h.env.Say('<', fmt.Sprintf("-%d", head.size))
		return failedPlus(ctx, r.conn, u, r.body(head, u))
	case head.plain:
		return h.withoutPlus(ctx, r, u, v)
	}
	h.env.Say('<', fmt.Sprintf("+%d", head.size))
	switch v.Plus.Kind {
	case gopher.PlusAsk:
		return h.form(ctx, req, v, r.body(head, u))
	case gopher.PlusAttributes, gopher.PlusDirectoryAttributes:
		return h.attributes(ctx, r.conn, u, r.body(head, u))
	}
	switch media := viewType(v); {
	case media == "application/gopher+-menu":
		return h.attributes(ctx, r.conn, u, r.body(head, u))
	case media == "application/gopher-menu" || v.Plus.View == "" && v.Type.Transfer() == gopher.Menu:
		return h.menu(ctx, r.conn, u, r.body(head, u))
	default:
		return h.view(ctx, r, u, v, head)
	}
}

// withoutPlus reads the answer of a server that does not know Gopher+, or has not
// understood: to a request for content it is the content.
func (h handler) withoutPlus(ctx context.Context, r *reply, u uri.URI, v gopher.View) (*get.Response, error) {
	if k := v.Plus.Kind; k == gopher.PlusView || k == gopher.PlusOther {
		res, err := h.plain(ctx, r, u, v)
		if err == nil {
			res.Notes = append(res.Notes, "the server answered without Gopher+")
		}
		return res, err
	}
	start, all, err := r.await(startSize, h.patience)
	if err != nil {
		return nil, get.Fail(ctx, "read", u, get.Network, err)
	}
	e := get.Errorf(get.Unsupported, "read", u, "the server answers without Gopher+: it knows no attributes and no forms")
	if words, ok := errorReply(start); all && ok {
		e.Server = words
	}
	return nil, e
}

// oldViews are views by the names that they had before media types were taken
// (Gopher+, appendix II), and those of gopherd that are menus of all that lies
// below.
var oldViews = map[string]string{
	"text": "text/plain", "postscript": "application/postscript", "rtf": "application/rtf", "macwriteii": "application/macwriteii", "list": "application/gopher-menu",
	"directory/recursive": "application/gopher-menu", "directory+/recursive": "application/gopher+-menu",
}

// viewType returns the media type of the view that was asked for, "" if none
// was or it is called by another name.
func viewType(v gopher.View) string {
	name := strings.ToLower(string(v.Plus.View))
	if media, ok := oldViews[name]; ok {
		return media
	}
	return mediaType(name)
}

// view answers with the content of an item, in one of its views.
func (h handler) view(ctx context.Context, r *reply, u uri.URI, v gopher.View, hd head) (*get.Response, error) {
	o := &get.Object{MediaType: viewType(v), Length: max(hd.size, -1), Name: fileName(string(v.Selector))}
	if o.MediaType == "" {
		o.MediaType = v.Type.MediaType(string(v.Selector))
	}
	start, all, err := r.startOf(hd, h.patience)
	if err != nil {
		return nil, get.Fail(ctx, "read", u, get.Network, err)
	}
	res := &get.Response{URI: u, Answer: o, Closer: closing(r.conn)}
	h.look(ctx, res, o, v, start, all)
	o.Body = r.body(hd, u)
	switch body, framed := o.Body.(*text); {
	case framed: // gopherd forgets the dot of a menu as HTML, so it is no error
		body.undotted = func() {
			res.Notes = append(res.Notes, "the server closed without the line of one dot that it had announced")
		}
	case hd.size == toClose && strings.HasPrefix(o.MediaType, "text/"):
		// Servers end a text with a line of one dot even where they say that it ends
		// when they close; binaries are left as they are.
		o.Body = &text{reply: r, patience: h.patience, lineStart: true}
	}
	return res, nil
}

// startOf waits for the start of a body, and for no more than the body has. It
// returns what is there, and whether it is all.
func (r *reply) startOf(h head, patience time.Duration) (start []byte, all bool, err error) {
	if h.size == 0 {
		return nil, true, nil
	}
	want := startSize
	if h.size > 0 {
		want = int(min(startSize, h.size))
	}
	start, all, err = r.await(want, patience)
	if h.size > 0 && int64(len(start)) >= h.size {
		start, all = start[:h.size], true
	}
	return start, all, err
}

// maxError bounds what is read of an error.
const maxError = 64 << 10

// failedPlus makes an error of a reply that is one, or Locations of one that
// says where the item is now:
//
//	code [ SP administrator ] CR LF *( text CR LF )
//	"3" [ SP ] CR LF descriptor CR LF
func failedPlus(ctx context.Context, conn *linewire.Conn, u uri.URI, body io.Reader) (*get.Response, error) {
	octets, err := io.ReadAll(io.LimitReader(body, maxError))
	if err != nil {
		return nil, get.Fail(ctx, "read", u, get.Network, err)
	}
	first, rest, _ := bytes.Cut(octets, []byte("\n"))
	code, behind, _ := strings.Cut(strings.TrimSpace(string(first)), " ")
	words := latin1IfNot(strings.TrimSpace(string(rest)))
	if words == "" {
		words = latin1IfNot(behind)
	}
	e := &get.Error{Op: "read", URI: u, Kind: get.NotFound, Err: fmt.Errorf("error %s of Gopher+", code), Server: words}
	switch code {
	case "1":
		e.Err = errors.New("the item is not available")
	case "2":
		e.Kind, e.Err = get.Network, errors.New("the server asks to try again later")
	case "3":
		for line := range strings.SplitSeq(string(octets), "\n") {
			line = strings.TrimPrefix(strings.TrimSuffix(line, "\r"), "3 ")
			if to, err := gopher.ParseItem(line).URI(u); err == nil && !to.IsZero() && to != u {
				return &get.Response{URI: u, Closer: closing(conn), Answer: &get.Locations{List: []get.Location{{URI: to, Note: "the item has moved"}}}}, nil
			}
		}
		e.Err = errors.New("the item has moved, and nobody says where to")
	}
	return nil, e
}
