// Package gopherserver serves a folder by gopher (RFC 1436) and Gopher+
// ("Gopher+: upward compatible enhancements to the Internet Gopher protocol",
// University of Minnesota, July 1993): menus, texts and binaries, views,
// attributes and forms. It frames its replies as gopherd of the University of
// Minnesota does, and answers those who know no Gopher+ without it.
//
// What is in a folder is its menu, but for names that begin with a dot:
//
//	gophermap        the menu of the folder, if there is one
//	paper.txt        an item of its own …
//	.paper.plus      … or, by this side file, one of the views of the item paper
//	paper.ps         another of them
//	paper.De_DE.txt  and one in another language
//	.form.plus       the item form: nothing but what its side file says
//	.plus            the side file of the top
//
// A side file holds blocks of attributes as Gopher+ has them, "+ABSTRACT:" and
// lines that begin with a space. A block +ASK makes a form of the item. It may
// be empty.
//
// The lines of a gophermap are those of a menu. Fields that are left out at the
// end are the selector, which then is the name, and this server; a selector
// without a slash before it is in the folder. A line without a tab is shown as
// it is, "*" stands for all that is in the folder.
//
// A menu has three views: application/gopher-menu, application/gopher+-menu,
// which is that with the views of its items, and text/html.
package gopherserver

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"time"
)

// A Server serves a folder. Files must be set. It is not changed while it serves.
type Server struct {
	Files fs.FS  // an [os.Root], say, out of which no link leads
	Host  string // by which menus call this server; "" is the address at which the client has come
	Admin string // of the block +ADMIN: "Frodo <frodo@example.org>"

	// Answer answers a form that is filled in, with a text; the words of an error
	// are sent too. A nil Answer says what was filled in.
	Answer func(ctx context.Context, filled Form) (string, error)

	Log *slog.Logger // a line a request; nil is silence
}

// Limits of what a client may send and how long it may take.
const (
	maxLine  = 64 << 10
	maxBlock = 1 << 20
	maxConns = 256

	requestTime = 30 * time.Second
	replyTime   = 15 * time.Minute
	lingerTime  = time.Second
)

// Serve answers on ln until ctx ends; then it waits for the replies that are
// under way, and returns nil. Any other error is of the listener. ln is closed
// in every case.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	var serving sync.WaitGroup
	defer serving.Wait()
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	defer ln.Close()
	places := make(chan struct{}, maxConns)
	for {
		conn, err := ln.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		places <- struct{}{}
		serving.Go(func() {
			defer func() { <-places }()
			s.serve(ctx, conn)
		})
	}
}

// serve answers one request. The end of ctx ends it.
func (s *Server) serve(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })()
	began := time.Now()
	conn.SetReadDeadline(began.Add(requestTime))
	conn.SetWriteDeadline(began.Add(replyTime))
	counted := &counter{w: conn}
	out := bufio.NewWriterSize(counted, 32<<10)
	x := &exchange{Server: s, ctx: ctx, out: out}
	x.host, x.port = s.address(conn)
	in := bufio.NewReader(conn)
	req, err := readRequest(in)
	if err == nil {
		err = x.reply(req, in)
	}
	if err == nil {
		err = out.Flush()
	}
	linger(conn)
	if s.Log != nil {
		s.Log.Info("request", "selector", req.selector, "plus", req.plus, "bytes", counted.n, "error", err, "took", time.Since(began).Round(time.Microsecond))
	}
}

// address returns host and port of this server, as menus have them.
func (s *Server) address(conn net.Conn) (host, port string) {
	host, port, err := net.SplitHostPort(conn.LocalAddr().String())
	if err != nil { // a connection that is none of TCP
		host, port = "localhost", strconv.Itoa(70)
	}
	if s.Host != "" {
		host = s.Host
	}
	return host, port
}

// linger lets the client read the reply before the connection is gone: what it
// has sent too much would otherwise make the system take back what was written.
func linger(conn net.Conn) {
	if half, ok := conn.(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		return
	}
	conn.SetReadDeadline(time.Now().Add(lingerTime))
	io.CopyN(io.Discard, conn, maxLine) //nolint:errcheck // whatever it is, nobody wants it
}

// An exchange is a request on its way to its answer.
type exchange struct {
	*Server
	ctx        context.Context // of this one exchange
	host, port string
	out        *bufio.Writer
}

// counter counts what goes through it.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// ReadFrom lets the system send a file without our reading it.
func (c *counter) ReadFrom(r io.Reader) (int64, error) {
	n, err := io.Copy(c.w, r)
	c.n += n
	return n, err
}

// errNotThere is the error of what is not served.
var errNotThere = errors.New("does not exist")
