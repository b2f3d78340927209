package gopherclient

import (
	"cmp"
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"uriel.dev/get"
	"uriel.dev/scheme/gopher"
	"uriel.dev/uri"
)

// A server is asked for its caps.txt only if they are wanted for themselves, by
// a request of method HEAD, or if it has sent what is not UTF-8.

// known are the caps of servers that were asked, so that none is asked for each
// of its items. Zero is empty.
type known struct {
	mu sync.Mutex
	of map[peer]capsUntil
}

// A peer is a server at an address; what has come in the clear is nothing that a
// server over TLS has said.
type peer struct {
	addr   string
	secure bool
}

type capsUntil struct {
	caps  gopher.Caps // nil if the server has none
	until time.Time
}

const (
	mostKnown = 1000
	maxCaps   = 64 << 10
)

func (k *known) get(p peer) (gopher.Caps, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, ok := k.of[p]
	return kept.caps, ok && time.Now().Before(kept.until)
}

// put keeps caps as long as the server says, within an hour and a day.
func (k *known) put(p peer, caps gopher.Caps) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= mostKnown {
		k.of = map[peer]capsUntil{}
	}
	k.of[p] = capsUntil{caps, time.Now().Add(min(max(caps.Lifetime(), time.Hour), 24*time.Hour))}
}

// caps returns what a server says of itself, nil if that is nothing, and a note
// on the server, if there is something to tell.
func (h handler) caps(ctx context.Context, u uri.URI, addr string) (_ gopher.Caps, note string, err error) {
	p := peer{addr, isSecure(u)}
	if caps, ok := h.known.get(p); ok {
		return caps, "", nil
	}
	conn, note, err := h.send(ctx, u, task{addr: addr, line: gopher.CapsSelector + "\r\n"})
	if err != nil {
		return nil, "", err
	}
	defer conn.Close()
	body := &text{reply: newReply(ctx, conn), patience: h.patience, lineStart: true}
	octets, err := io.ReadAll(io.LimitReader(body, maxCaps))
	if err != nil {
		return nil, "", get.Fail(ctx, "read "+gopher.CapsSelector, u, get.Network, err)
	}
	caps, _ := gopher.ParseCaps(string(octets))
	h.known.put(p, caps)
	return caps, note, nil
}

// head answers with no body, but with what the server says of itself.
func (h handler) head(ctx context.Context, req *get.Request, t task) (*get.Response, error) {
	caps, note, err := h.caps(ctx, req.URI, t.addr)
	if err != nil {
		return nil, err
	}
	o := &get.Object{MediaType: t.view.Type.MediaType(string(t.view.Selector)), Length: -1, Name: fileName(string(t.view.Selector)), Body: strings.NewReader("")}
	if t.view.Type.Transfer() == gopher.Menu {
		o.MediaType = "application/gopher-menu"
	}
	res := &get.Response{URI: req.URI, Answer: o, About: aboutOf(req.URI)}
	if note != "" {
		res.Notes = []string{note}
	}
	for _, c := range caps {
		res.Meta = append(res.Meta, get.Meta{Name: latin1IfNot(c.Name), Value: latin1IfNot(c.Value)})
	}
	if len(caps) == 0 {
		res.Notes = append(res.Notes, "the server says nothing of itself: it has no "+gopher.CapsSelector)
	}
	return res, nil
}

// A charset is what octets that are not UTF-8 are taken for.
type charset struct {
	name     string            // "koi8-r"
	encoding encoding.Encoding // nil is Latin-1
	by       string            // who says so, behind the name; "" is a guess
}

var latin1Charset = charset{name: "iso-8859-1"}

// charset returns that which the server of u names for its texts and menus. A
// server that does not answer soon, or names one that cannot be, has Latin-1.
func (h handler) charset(ctx context.Context, u uri.URI) charset {
	addr, err := addrOf(u)
	if err != nil {
		return latin1Charset
	}
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	caps, _, _ := h.caps(ctx, u, addr) // without an answer there is Latin-1
	return charsetOf(caps.Charset())
}

// charsetOf returns the charset of a name. One in which every ASCII octet is
// itself is wanted, and one that says more than Latin-1 does.
func charsetOf(label string) charset {
	e, err := htmlindex.Get(label)
	if err != nil {
		return latin1Charset
	}
	name, err := htmlindex.Name(e)
	says1252 := strings.Contains(label, "1252") // which is what htmlindex makes of ASCII and Latin-1 too
	if err != nil || name == "utf-8" || name == "replacement" || strings.HasPrefix(name, "utf-16") || name == "windows-1252" && !says1252 {
		return latin1Charset
	}
	return charset{name, e, ", as the server says"}
}

// decode reads octets as text.
func (c charset) decode(octets string) string {
	if c.encoding == nil {
		return latin1(octets)
	}
	decoded, err := c.encoding.NewDecoder().String(octets)
	if err != nil {
		return latin1(octets)
	}
	return decoded
}

// shown is the name in a sentence.
func (c charset) shown() string {
	return cmp.Or(map[string]string{latin1Charset.name: "Latin-1"}[c.name], c.name) + c.by
}
