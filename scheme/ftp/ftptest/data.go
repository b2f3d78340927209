package ftptest

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// listenData waits for a data connection at a new port, and returns it.
func (x *session) listenData() (port int, ok bool) {
	x.forget()
	host, _, _ := net.SplitHostPort(x.conn.LocalAddr().String())
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		x.reply(425, "No port is free.")
		return 0, false
	}
	x.passive = l
	return l.Addr().(*net.TCPAddr).Port, true
}

// forget forgets the port where the next data connection was to come.
func (x *session) forget() {
	x.await()
	if x.passive != nil {
		x.passive.Close()
		x.passive = nil
	}
	x.active = ""
}

func (x *session) epsv(string) {
	if port, ok := x.listenData(); ok {
		x.reply(229, fmt.Sprintf("Come to (|||%d|)", port))
	}
}

func (x *session) pasv(string) {
	if port, ok := x.listenData(); ok {
		host, _, _ := net.SplitHostPort(x.conn.LocalAddr().String())
		x.reply(227, fmt.Sprintf("Come to (%s,%d,%d)", strings.ReplaceAll(host, ".", ","), port>>8, port&0xff))
	}
}

// eprt heeds "|family|host|port|", with any character in place of the bar.
func (x *session) eprt(argument string) {
	if argument != "" {
		if fields := strings.Split(argument, argument[:1]); len(fields) == 5 {
			x.goTo(fields[2], fields[3])
			return
		}
	}
	x.reply(501, "That is no address.")
}

// port heeds h1,h2,h3,h4,p1,p2.
func (x *session) port(argument string) {
	var host [4]byte
	var high, low byte
	if n, _ := fmt.Sscanf(argument, "%d,%d,%d,%d,%d,%d", &host[0], &host[1], &host[2], &host[3], &high, &low); n != 6 {
		x.reply(501, "That is no address.")
		return
	}
	x.goTo(netip.AddrFrom4(host).String(), strconv.Itoa(int(high)<<8|int(low)))
}

// goTo has the next data connection go to a port of the client, and of nobody
// else (RFC 2577, section 3).
func (x *session) goTo(host, port string) {
	x.forget()
	if peer, _, _ := net.SplitHostPort(x.conn.RemoteAddr().String()); host != peer {
		x.reply(501, "That is not you.")
		return
	}
	x.active = net.JoinHostPort(host, port)
	x.reply(200, "I shall come.")
}

// dialFrom opens a data connection, from an address of this machine if it is not
// nil.
func dialFrom(own net.IP, addr string) (net.Conn, error) {
	return (&net.Dialer{LocalAddr: &net.TCPAddr{IP: own}, Timeout: patience}).Dial("tcp", addr)
}

// connect takes the data connection, or opens it.
func (x *session) connect() (net.Conn, bool) {
	switch {
	case x.passive != nil:
		x.reply(150, "Here it comes.")
		x.passive.(*net.TCPListener).SetDeadline(time.Now().Add(patience))
		raw, err := x.passive.Accept()
		x.passive.Close()
		x.passive = nil
		if err == nil {
			return raw, true
		}
		x.reply(425, "You did not come.")
	case x.active != "":
		raw, err := dialFrom(nil, x.active)
		x.active = ""
		if err == nil {
			x.reply(150, "Here it comes.")
			return raw, true
		}
		x.reply(425, "You did not let me in.")
	default:
		x.reply(425, "PASV, EPSV, PORT or EPRT first.")
	}
	return nil, false
}

// transfer takes the data connection and moves what move does over it, while the
// session goes on to wait for ABOR.
func (x *session) transfer(move func(data net.Conn) (code int, text string)) {
	raw, ok := x.connect()
	if !ok {
		return
	}
	x.keep(raw)
	var data net.Conn = raw
	if x.private {
		data = tls.Server(raw, x.config.TLS)
	}
	x.data, x.moving = raw, make(chan struct{})
	go func() {
		defer close(x.moving)
		code, text := move(data)
		data.Close()
		x.drop(raw)
		x.reply(code, text)
	}()
}

// await waits for the end of a transfer.
func (x *session) await() {
	if x.moving != nil {
		<-x.moving
		x.moving, x.data = nil, nil
	}
}

func (x *session) abor(string) {
	if x.data != nil {
		x.data.Close()
	}
	x.await()
	x.reply(226, "Nothing goes on.")
}

// send is a transfer of text to the client.
func (x *session) send(content string) {
	x.transfer(func(data net.Conn) (int, string) {
		if _, err := io.WriteString(data, content); err != nil {
			return 426, "You hung up."
		}
		return 226, "That is all."
	})
}

func (x *session) retr(name string) {
	content, ok := x.File(x.at(name))
	switch {
	case !ok:
		x.reply(550, "No such file.")
		return
	case x.text:
		content = strings.ReplaceAll(content, "\n", "\r\n")
	case x.rest > int64(len(content)):
		x.reply(554, "It is not that long.")
		return
	default:
		content = content[x.rest:]
	}
	x.send(content)
}

// stores makes a command that stores a file, behind what of it is there or in
// place of that.
func stores(behind bool) func(*session, string) {
	return func(x *session, argument string) {
		before := ""
		if behind {
			before, _ = x.File(x.at(argument))
		}
		x.receive(x.at(argument), before)
	}
}

// receive is a transfer of a file from the client.
func (x *session) receive(name, before string) {
	text := x.text
	if !x.store(name, before) {
		x.reply(553, "Not there.")
		return
	}
	x.transfer(func(data net.Conn) (int, string) {
		content, err := io.ReadAll(data)
		if err != nil {
			return 426, "You hung up."
		}
		if text {
			content = []byte(strings.ReplaceAll(string(content), "\r\n", "\n"))
		}
		x.store(name, before+string(content))
		return 226, "Stored."
	})
}

// lists makes a command that lists a directory, a line for each name.
func lists(line func(x *session, dir, name string) string) func(*session, string) {
	return func(x *session, argument string) {
		dir := x.at(argument)
		names, ok := x.list(dir)
		if !ok {
			x.reply(550, "No such directory.")
			return
		}
		var b strings.Builder
		for _, name := range names {
			b.WriteString(line(x, dir, name) + "\r\n")
		}
		x.send(b.String())
	}
}

func unixLine(x *session, dir, name string) string {
	content, _ := x.File(strings.TrimSuffix(dir, "/") + "/" + name)
	mode := "-rw-r--r--"
	if strings.HasSuffix(name, "/") {
		mode, name = "drwxr-xr-x", strings.TrimSuffix(name, "/")
	}
	return fmt.Sprintf("%s   1 ftp      ftp      %8d %s %s", mode, len(content), x.config.Modified.Format("Jan _2  2006"), name)
}

func nameLine(_ *session, _, name string) string { return strings.TrimSuffix(name, "/") }

func factLine(x *session, dir, name string) string {
	content, _ := x.File(strings.TrimSuffix(dir, "/") + "/" + name)
	modify := x.config.Modified.UTC().Format("20060102150405")
	if name, ok := strings.CutSuffix(name, "/"); ok {
		return fmt.Sprintf("type=dir;modify=%s; %s", modify, name)
	}
	return fmt.Sprintf("type=file;size=%d;modify=%s; %s", len(content), modify, name)
}
