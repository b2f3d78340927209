package ftptest

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// patience is how long a server waits for a data connection.
const patience = 5 * time.Second

// A session is a control connection.
type session struct {
	*Server
	n     int // of the session
	conn  net.Conn
	lines *bufio.Reader

	user    string
	isIn    bool // somebody has logged in
	dir     string
	text    bool // TYPE A
	rest    int64
	private bool // PROT P
	over    bool // QUIT was sent

	passive net.Listener  // the next data connection comes here
	active  string        // or goes to this address
	data    net.Conn      // of the transfer that goes on
	moving  chan struct{} // closed at its end
}

func newSession(s *Server, conn net.Conn, n int) *session {
	x := &session{Server: s, n: n, dir: "/", text: true}
	if s.config.Home != "" {
		x.dir = s.config.Home
	}
	x.speak(conn)
	return x
}

func (x *session) speak(over net.Conn) { x.conn, x.lines = over, bufio.NewReader(over) }

// run serves the connection to its end.
func (x *session) run() {
	defer x.forget()
	greeting := x.config.Greeting
	if greeting == "" {
		greeting = "ftptest is ready"
	}
	x.reply(220, greeting)
	for !x.over {
		line, err := x.lines.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\xff\xff", "\xff")
		x.heard(x.n, line)
		verb, argument, _ := strings.Cut(line, " ")
		verb = strings.ToUpper(verb)
		if verb != "ABOR" {
			x.await()
		}
		x.command(line, verb, argument)
	}
}

// command obeys one command.
func (x *session) command(line, verb, argument string) {
	answer, ok := x.config.Answers[line]
	if !ok {
		answer, ok = x.config.Answers[verb]
	}
	obey := commands[verb]
	switch {
	case ok:
		fmt.Fprintf(x.conn, "%s\r\n", answer)
	case obey == nil || slices.Contains(x.config.Without, verb):
		x.reply(502, "Command not implemented.")
	case !x.isIn && !slices.Contains(beforeLogin, verb):
		x.reply(530, "Please log in.")
	default:
		obey(x, argument)
	}
	if verb != "REST" {
		x.rest = 0
	}
}

var beforeLogin = strings.Fields("USER PASS AUTH PBSZ PROT FEAT OPTS SYST NOOP QUIT")

// commands is what is understood.
var commands map[string]func(x *session, argument string)

func init() {
	commands = map[string]func(*session, string){
		"USER": (*session).logUser, "PASS": (*session).logPass, "QUIT": (*session).quit,
		"SYST": says(215, "UNIX Type: L8"), "NOOP": says(200, "Zzz."), "FEAT": (*session).feat, "OPTS": (*session).opts,
		"PWD": (*session).pwd, "CWD": (*session).cwd, "CDUP": func(x *session, _ string) { x.cwd("..") },
		"TYPE": (*session).setType, "MODE": (*session).mode, "REST": (*session).setRest,
		"PASV": (*session).pasv, "EPSV": (*session).epsv, "PORT": (*session).port, "EPRT": (*session).eprt, "ABOR": (*session).abor,
		"RETR": (*session).retr, "STOR": stores(false), "APPE": stores(true),
		"LIST": lists(unixLine), "NLST": lists(nameLine), "MLSD": lists(factLine),
		"SIZE": (*session).size, "MDTM": (*session).mdtm,
		"AUTH": (*session).auth, "PBSZ": says(200, "PBSZ=0"), "PROT": (*session).prot,
	}
}

func says(code int, text string) func(*session, string) {
	return func(x *session, _ string) { x.reply(code, text) }
}

// reply sends a reply; a text of several lines makes one of several.
func (x *session) reply(code int, text string) {
	lines := strings.Split(text, "\n")
	for _, line := range lines[:len(lines)-1] {
		fmt.Fprintf(x.conn, "%d-%s\r\n", code, line)
	}
	fmt.Fprintf(x.conn, "%d %s\r\n", code, lines[len(lines)-1])
}

func (x *session) logUser(name string) {
	x.user, x.isIn = name, false
	x.reply(331, "Password, please.")
}

func (x *session) logPass(password string) {
	want, known := x.config.Users[x.user]
	if x.config.Users != nil && (!known || want != password) {
		x.reply(530, "Login incorrect.")
		return
	}
	x.isIn = true
	x.reply(230, "Come in.")
}

func (x *session) quit(string) {
	x.reply(221, "Good bye.")
	x.over = true
}

func (x *session) feat(string) {
	io.WriteString(x.conn, "211-Features:\r\n")
	for _, f := range []string{"EPRT", "EPSV", "MDTM", "SIZE", "REST STREAM", "UTF8", "MLST type*;size*;modify*;", "AUTH TLS", "PBSZ", "PROT"} {
		verb := strings.NewReplacer("MLST", "MLSD", "UTF8", "OPTS").Replace(strings.Fields(f)[0])
		if !slices.Contains(x.config.Without, verb) && (x.config.TLS != nil || !slices.Contains([]string{"AUTH", "PBSZ", "PROT"}, verb)) {
			fmt.Fprintf(x.conn, " %s\r\n", f)
		}
	}
	io.WriteString(x.conn, "211 End\r\n")
}

func (x *session) opts(what string) {
	if strings.EqualFold(what, "UTF8 ON") {
		x.reply(200, "UTF8 it is.")
		return
	}
	x.reply(501, "Option not understood.")
}

// at returns the absolute name of what a path name means here.
func (x *session) at(name string) string {
	if !strings.HasPrefix(name, "/") {
		name = x.dir + "/" + name
	}
	return path.Clean(name)
}

func (x *session) pwd(string) {
	x.reply(257, `"`+strings.ReplaceAll(x.dir, `"`, `""`)+`" is where you are.`)
}

func (x *session) cwd(name string) {
	if _, ok := x.list(x.at(name)); !ok {
		x.reply(550, "No such directory.")
		return
	}
	x.dir = x.at(name)
	x.reply(250, "There you are.")
}

func (x *session) setType(code string) {
	switch strings.ToUpper(code) {
	case "A", "A N":
		x.text = true
	case "I", "L 8":
		x.text = false
	default:
		x.reply(504, "No such type.")
		return
	}
	x.reply(200, "Type set.")
}

func (x *session) mode(code string) {
	if strings.EqualFold(code, "S") {
		x.reply(200, "Stream it is.")
		return
	}
	x.reply(504, "Stream mode only.")
}

func (x *session) setRest(digits string) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 {
		x.reply(501, "No position.")
		return
	}
	x.rest = n
	x.reply(350, "Go on.")
}

func (x *session) size(name string) {
	content, ok := x.File(x.at(name))
	switch {
	case !ok:
		x.reply(550, "No such file.")
	case x.text:
		x.reply(550, "Not in ASCII.")
	default:
		x.reply(213, strconv.Itoa(len(content)))
	}
}

func (x *session) mdtm(name string) {
	if _, ok := x.File(x.at(name)); !ok {
		x.reply(550, "No such file.")
		return
	}
	x.reply(213, x.config.Modified.UTC().Format("20060102150405"))
}

func (x *session) auth(how string) {
	if x.config.TLS == nil || !strings.EqualFold(how, "TLS") {
		x.reply(504, "No such security.")
		return
	}
	x.reply(234, "TLS, then.")
	x.speak(tls.Server(x.conn, x.config.TLS))
}

func (x *session) prot(level string) {
	x.private = strings.EqualFold(level, "P")
	if _, ok := x.conn.(*tls.Conn); !ok {
		x.reply(503, "AUTH TLS first.")
		return
	}
	x.reply(200, "Protection set.")
}
