package ftpclient

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/ftp"
)

// A front speaks FTP for a server of gettest, which has one connection for all:
// what it hears it hands on, and what comes back is the data.
type front struct {
	cert  tls.Certificate
	roots *x509.CertPool

	wg   sync.WaitGroup
	mu   sync.Mutex
	open []io.Closer
	back map[string]string // addresses of servers by those in front of them
}

func newFront() *front {
	s := httptest.NewTLSServer(nil)
	s.Close() // only its certificate is needed
	f := &front{cert: s.TLS.Certificates[0], roots: x509.NewCertPool(), back: map[string]string{}}
	f.roots.AddCert(s.Certificate())
	return f
}

// keep has c closed in the end. It is not ok if that has come.
func (f *front) keep(c io.Closer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open = append(f.open, c)
}

// listen returns the address in front of that of a server.
func (f *front) listen(server string, secure bool, features string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	f.keep(l)
	f.mu.Lock()
	f.back[l.Addr().String()] = server
	f.mu.Unlock()
	f.wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			f.keep(conn)
			f.wg.Go(func() { f.serve(conn, server, secure, features) })
		}
	})
	return l.Addr().String()
}

func (f *front) serve(raw net.Conn, server string, secure bool, features string) {
	defer raw.Close()
	back, err := net.Dial("tcp", server)
	if err != nil {
		return // the client sees it
	}
	f.keep(back)
	defer back.Close()
	conn := raw
	if secure {
		conn = tls.Server(raw, &tls.Config{Certificates: []tls.Certificate{f.cert}})
	}
	var data net.Listener
	say := func(text string) { io.WriteString(conn, text+"\r\n") }
	say("220 hi")
	for lines := bufio.NewReader(conn); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		io.WriteString(back, line)
		switch verb, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " "); verb {
		case "USER":
			say("331 more")
		case "FEAT":
			say("211-\r\n " + features + "\r\n211 end")
		case "SIZE", "MDTM":
			say("502 no")
		case "EPSV":
			if data, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
				return
			}
			f.keep(data)
			say(fmt.Sprintf("229 (|||%d|)", data.Addr().(*net.TCPAddr).Port))
		case "RETR", "MLSD", "LIST":
			say("150 ok")
			f.relay(data, back, secure)
			say("226 done")
		default:
			say("200 ok")
		}
	}
}

// relay sends what comes from back over a data connection.
func (f *front) relay(l net.Listener, back net.Conn, secure bool) {
	raw, err := l.Accept()
	l.Close()
	if err != nil {
		return
	}
	f.keep(raw)
	defer raw.Close()
	data := raw
	if secure {
		data = tls.Server(raw, &tls.Config{Certificates: []tls.Certificate{f.cert}})
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		io.Copy(io.Discard, data)
		back.Close() // the client has nothing to say: it is gone
	}()
	io.Copy(data, back)
	data.Close()
	<-gone
}

// fronted is a handler that is tested through a front: its plan is told as if it
// connected to the server behind.
type fronted struct {
	*handler
	*front
}

func (h fronted) Plan(req *get.Request) (get.Plan, error) {
	plan, err := h.handler.Plan(req)
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, step := range plan {
		if server, ok := h.back[step.Text]; ok && step.Act == get.Connect {
			plan[i].Text = server
		}
	}
	return plan, err
}

func (h fronted) Close() error {
	h.handler.Close()
	h.front.mu.Lock()
	for _, c := range h.front.open {
		c.Close()
	}
	h.front.open = nil
	h.front.mu.Unlock()
	h.wg.Wait()
	return nil
}

func TestHandler(t *testing.T) {
	f := newFront()
	server := func(name, scheme, path, features, start, payload, huge string, lines int, octets ...string) gettest.Server {
		secure := scheme == "ftps"
		return gettest.Server{
			Name: name, Start: start, Payload: payload, Huge: huge, Lines: lines,
			URI: func(addr string) string { return scheme + "://" + f.listen(addr, secure, features) + path },
			Complete: func(sent string) bool {
				_, last, ok := strings.Cut(sent, "EPSV\r\n")
				return ok && strings.Contains(last, "\n")
			},
			Octets: func(addr, escape string) (uris []string) {
				front := f.listen(addr, secure, features)
				for _, p := range octets {
					uris = append(uris, scheme+"://"+front+p+escape, scheme+"://"+front+p+escape+"x", scheme+"://a"+escape+"@"+front+p)
				}
				return uris
			},
		}
	}
	const unix = "-rw-r--r--   1 ftp      ftp      20 Jan  1  2024 a.txt\r\n"
	gettest.Run(t, gettest.Subject{
		Schemes: ftp.Schemes(),
		New: func(e get.Env) get.Handler {
			e.TLS = &tls.Config{RootCAs: f.roots}
			return fronted{newHandler(e), f}
		},
		Servers: []gettest.Server{
			server("file", "ftp", "/a/b.txt", "", "A text\r\n", "that goes on\r\n", "", 9, "/", "/a", "/a;type=", "/a/", "/a?"),
			server("MLSD", "ftp", "/a/", "MLST", "type=file; a\r\n", "type=file;size=1; b\r\n", "type=file;", 7, "/a", "/a/"),
			server("LIST", "ftp", "/a/", "SIZE", unix, unix, "-rw-r--r--   1 ftp  ", 8, "/a;type=d"),
			server("file over TLS", "ftps", "/a/b.txt", "", "A text\r\n", "that goes on\r\n", "", 11, "/", "/a/"),
		},
	})
}
