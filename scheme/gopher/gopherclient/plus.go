package gopherclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

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

var headLine = regexp.MustCompile(`^([+-])(-1|-2|[0-9]{1,18})\r?\n`)

// readHead reads the head of a reply, if it has one.
func (r *reply) readHead() (head, error) {
	const longest = len("+999999999999999999\r\n")
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
		m := headLine.FindSubmatch(b)
		if m == nil {
			return head{plain: true, size: toClose}, nil
		}
		size, err := strconv.ParseInt(string(m[2]), 10, 64)
		if err != nil {
			return head{}, err
		}
		r.Discard(n) //nolint:errcheck // it was peeked at
		return head{failed: m[1][0] == '-', size: size}, nil
	}
}

// body returns what follows the head. A body that ends before its size is an
// error of kind Partial when it is read.
func (r *reply) body(h head, u uri.URI, patience func(*reply) io.Reader) io.Reader {
	switch h.size {
	case toDot:
		return &text{reply: r, framed: true, lineStart: true}
	case toClose:
		return patience(r)
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
		return failedPlus(ctx, r.conn, u, r.body(head, u, asItComes))
	case head.plain && v.Plus.Kind != gopher.PlusView:
		return nil, get.Errorf(get.Unsupported, "read", u, "the server answers without Gopher+: it knows no attributes and no forms")
	case head.plain:
		res, err := h.plain(ctx, r, u, v)
		if err == nil {
			res.Notes = append(res.Notes, "the server answered without Gopher+")
		}
		return res, err
	}
	h.env.Say('<', fmt.Sprintf("+%d", head.size))
	switch v.Plus.Kind {
	case gopher.PlusAsk:
		return h.form(ctx, req, v, r.body(head, u, asItComes))
	case gopher.PlusAttributes, gopher.PlusDirectoryAttributes:
		return h.attributes(ctx, r.conn, u, r.body(head, u, asItComes))
	}
	switch media := viewType(v); {
	case media == "application/gopher+-menu":
		return h.attributes(ctx, r.conn, u, r.body(head, u, asItComes))
	case media == "application/gopher-menu" || v.Plus.View == "" && v.Type.Transfer() == gopher.Menu:
		return h.menu(ctx, r.conn, u, r.body(head, u, asItComes))
	default:
		return h.view(ctx, r, u, v, head)
	}
}

func asItComes(r *reply) io.Reader { return r }

// viewType returns the media type of the view that was asked for, "" if none
// was or it is called by another name.
func viewType(v gopher.View) string {
	name := strings.ToLower(string(v.Plus.View))
	if !strings.Contains(name, "/") {
		return ""
	}
	return name
}

// view answers with the content of an item, in one of its views.
func (h handler) view(ctx context.Context, r *reply, u uri.URI, v gopher.View, hd head) (*get.Response, error) {
	o := &get.Object{MediaType: viewType(v), Length: max(hd.size, -1), Name: fileName(string(v.Selector))}
	if o.MediaType == "" {
		o.MediaType = v.Type.MediaType(string(v.Selector))
	}
	start, all, err := r.await(startSize, h.patience)
	if err != nil {
		return nil, get.Fail(ctx, "read", u, get.Network, err)
	}
	res := &get.Response{URI: u, Answer: o, Closer: closing(r.conn)}
	look(res, o, v, start, all)
	// Servers end a text with a line of one dot even where they say that it ends
	// when they close; binaries are left as they are.
	o.Body = r.body(hd, u, func(r *reply) io.Reader {
		if strings.HasPrefix(o.MediaType, "text/") {
			return &text{reply: r, patience: h.patience, lineStart: true}
		}
		return r
	})
	return res, nil
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
