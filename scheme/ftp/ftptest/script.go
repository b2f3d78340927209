package ftptest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Script starts a server that says what is written, and fails the test if it
// hears anything else. A line of the script is one of
//
//	< TEXT  sent over the control connection, with CR LF behind
//	> TEXT  what must be received then, with CR LF behind
//	= TEXT  sent over the data connection, which is closed before the next
//	        line that is none of these; "=" alone just takes it
//	% TEXT  what must be received over the data connection, up to its end
//	? ADDR  a stranger at this address opens a data connection, which must be
//	        closed in the end
//	!       close the control connection
//	--      the end of one control connection; the next follows
//
// TEXT has escapes as in Go; {port} is the port of the data connection, and
// {pasv} the same as PASV and PORT have it, two numbers. In what is sent they are
// where it is waited for, in what is received where it is opened to. A script
// must be heard to its end.
func Script(t testing.TB, script string) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Addr: l.Addr().String(), listener: l, open: map[net.Conn]bool{}}
	parts := strings.Split(strings.TrimSpace(script), "\n--\n")
	played := 0
	ends := make(chan struct{}, len(parts))
	s.serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			s.keep(conn)
			if played == len(parts) {
				t.Error("the script has no further connection")
				s.drop(conn)
				return
			}
			p := &player{Server: s, t: t, conn: conn, lines: bufio.NewReader(conn)}
			part := parts[played]
			s.serving.Go(func() {
				defer p.end()
				heard := p.play(part)
				ends <- struct{}{}
				if heard {
					p.hearEnd()
				}
			})
			played++
		}
	})
	t.Cleanup(func() {
		// A client may have its answer before the script is at its end; one that has failed is not waited for.
		wait := patience
		if t.Failed() {
			wait = 0
		}
		late, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		for range parts {
			select {
			case <-ends:
			case <-late.Done():
			}
		}
		s.Close()
		if played != len(parts) {
			t.Errorf("%d connections were made, the script has %d", played, len(parts))
		}
	})
	return s
}

// A player plays the part of one connection.
type player struct {
	*Server
	t     testing.TB
	conn  net.Conn
	lines *bufio.Reader
	wait  net.Listener // for the data connection
	to    string       // where it is opened to, if that is our part
	data  net.Conn

	strangers []net.Conn
}

// play plays the lines of a part, and reports whether they went as written.
func (p *player) play(part string) bool {
	for line := range strings.Lines(part) {
		line = strings.TrimSuffix(line, "\n")
		kind, text := line[:1], strings.TrimPrefix(line[1:], " ")
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		if err != nil {
			p.t.Errorf("bad line of a script: %s", line)
			return false
		}
		if err := p.line(kind, text); err != nil {
			p.t.Errorf("%s: %v", line, err)
			return false
		}
	}
	return true
}

// hearEnd sees that the client says nothing more.
func (p *player) hearEnd() {
	p.endData()
	for _, s := range p.strangers {
		s.SetDeadline(time.Now().Add(patience))
		if n, err := s.Read(make([]byte, 1)); n > 0 || errors.Is(err, os.ErrDeadlineExceeded) {
			p.t.Errorf("a stranger is talked to: %d bytes, %v", n, err)
		}
	}
	if rest, _ := io.ReadAll(p.lines); len(rest) > 0 {
		p.t.Errorf("behind the script came %q", rest)
	}
}

func (p *player) end() {
	p.endData()
	for _, s := range p.strangers {
		p.drop(s)
	}
	if p.wait != nil {
		p.wait.Close()
	}
	p.drop(p.conn)
}

func (p *player) endData() {
	if p.data != nil {
		p.drop(p.data)
		p.data = nil
	}
}

// line plays a line.
func (p *player) line(kind, text string) error {
	if kind != "=" {
		p.endData()
	}
	switch kind {
	case "<":
		text, err := p.place(text)
		if err != nil {
			return err
		}
		_, err = io.WriteString(p.conn, text+"\r\n")
		return err
	case ">":
		got, err := p.lines.ReadString('\n')
		if line, ok := strings.CutSuffix(got, "\r\n"); !ok || !p.fits(line, text) {
			return fmt.Errorf("received %q (%v)", got, err)
		}
		return nil
	case "?":
		conn, err := dialFrom(net.ParseIP(text), p.to)
		if err == nil {
			p.keep(conn)
			p.strangers = append(p.strangers, conn)
		}
		return err
	case "=":
		if err := p.accept(); err != nil {
			return err
		}
		_, err := io.WriteString(p.data, text)
		return err
	case "%":
		if err := p.accept(); err != nil {
			return err
		}
		if got, err := io.ReadAll(p.data); string(got) != text || err != nil {
			return fmt.Errorf("received %q (%v)", got, err)
		}
		return nil
	case "!":
		return p.conn.Close()
	}
	return fmt.Errorf("no line of a script begins with %q", kind)
}

// place writes the port of the data connection, which is waited for from now on.
func (p *player) place(text string) (string, error) {
	if !strings.Contains(text, "{p") {
		return text, nil
	}
	if p.wait != nil {
		p.wait.Close()
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	p.wait = l
	port := l.Addr().(*net.TCPAddr).Port
	return strings.NewReplacer("{port}", strconv.Itoa(port), "{pasv}", fmt.Sprintf("%d,%d", port>>8, port&0xff)).Replace(text), nil
}

// fits reports whether a line that was received is as written, and learns from
// it where the data connection is opened to.
func (p *player) fits(line, text string) bool {
	if !strings.Contains(text, "{p") {
		return line == text
	}
	pattern := strings.NewReplacer(`\{port\}`, `(\d+)`, `\{pasv\}`, `(\d+),(\d+)`).Replace(regexp.QuoteMeta(text))
	numbers := regexp.MustCompile("^" + pattern + "$").FindStringSubmatch(line)
	if numbers == nil {
		return false
	}
	port := 0
	for _, n := range numbers[1:] {
		n, _ := strconv.Atoi(n)
		port = port<<8 | n
	}
	host, _, _ := net.SplitHostPort(p.conn.RemoteAddr().String())
	p.to = net.JoinHostPort(host, strconv.Itoa(port))
	return true
}

// accept takes the data connection, or opens it, unless it is there.
func (p *player) accept() error {
	if p.data != nil {
		return nil
	}
	if p.to != "" {
		data, err := dialFrom(nil, p.to)
		if err == nil {
			p.keep(data)
			p.data = data
		}
		return err
	}
	if p.wait == nil {
		return fmt.Errorf("no port was named for it")
	}
	p.wait.(*net.TCPListener).SetDeadline(time.Now().Add(patience))
	data, err := p.wait.Accept()
	if err == nil {
		p.keep(data)
		p.data = data
	}
	return err
}
