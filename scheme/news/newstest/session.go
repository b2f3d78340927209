package newstest

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// A session is a connection to a server.
type session struct {
	*Server
	table   map[string]command
	conn    net.Conn
	in      *bufio.Reader
	out     *bufio.Writer
	secure  bool
	user    string // who asks, before the password
	known   bool   // who asks
	group   *group
	current int // index of the current article in the group
	ended   bool
}

func newSession(s *Server, conn net.Conn) *session {
	_, secure := conn.(*tls.Conn)
	x := &session{Server: s, table: commandTable(), secure: secure, known: s.User == ""}
	x.over(conn)
	return x
}

func (x *session) over(conn net.Conn) {
	x.conn, x.in, x.out = conn, bufio.NewReader(conn), bufio.NewWriterSize(conn, 64<<10)
}

func (x *session) say(format string, args ...any) { fmt.Fprintf(x.out, format+"\r\n", args...) }

// block writes lines, each dot at a beginning doubled, and the end.
func (x *session) block(text string) {
	for line := range strings.Lines(text) {
		if line[0] == '.' {
			x.out.WriteByte('.')
		}
		x.out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			x.out.WriteString("\r\n")
		}
	}
	x.say(".")
}

// serve answers commands until one of the two has enough. It flushes when there
// is nothing more to answer, so that many commands can be under way.
func (x *session) serve() {
	x.say("%d news test server", x.posting())
	for !x.ended {
		if x.in.Buffered() == 0 && x.out.Flush() != nil {
			return
		}
		line, err := x.in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		x.mu.Lock()
		x.commands = append(x.commands, line)
		x.mu.Unlock()
		x.command(line)
	}
	x.out.Flush()
}

func (x *session) posting() int {
	if x.ReadOnly {
		return 201
	}
	return 200
}

// A command is one that a server knows from a level on. An open one is answered
// to anybody.
type command struct {
	level Level
	open  bool
	run   func(x *session, args []string)
}

// commandTable returns the commands by their names.
func commandTable() map[string]command {
	return map[string]command{
		"ARTICLE":      {RFC977, false, func(x *session, a []string) { x.article(220, a) }},
		"HEAD":         {RFC977, false, func(x *session, a []string) { x.article(221, a) }},
		"BODY":         {RFC977, false, func(x *session, a []string) { x.article(222, a) }},
		"STAT":         {RFC977, false, func(x *session, a []string) { x.article(223, a) }},
		"GROUP":        {RFC977, false, (*session).enter},
		"LIST":         {RFC977, false, (*session).list},
		"NEXT":         {RFC977, false, func(x *session, _ []string) { x.step(+1, 421) }},
		"LAST":         {RFC977, false, func(x *session, _ []string) { x.step(-1, 422) }},
		"POST":         {RFC977, false, (*session).post},
		"HELP":         {RFC977, true, func(x *session, _ []string) { x.say("100 help"); x.block("See RFC 977.\r\n") }},
		"QUIT":         {RFC977, true, func(x *session, _ []string) { x.say("205 bye"); x.ended = true }},
		"LISTGROUP":    {RFC2980, false, (*session).listGroup},
		"XOVER":        {RFC2980, false, (*session).overview},
		"MODE":         {RFC2980, true, func(x *session, _ []string) { x.say("%d reader", x.posting()) }},
		"DATE":         {RFC2980, true, func(x *session, _ []string) { x.say("111 %s", time.Now().UTC().Format("20060102150405")) }},
		"AUTHINFO":     {RFC2980, true, (*session).authInfo},
		"OVER":         {RFC3977, false, (*session).overview},
		"CAPABILITIES": {RFC3977, true, (*session).capabilities},
		"STARTTLS":     {RFC3977, true, (*session).startTLS},
	}
}

func (x *session) command(line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		x.say("500 what?")
		return
	}
	c, ok := x.table[strings.ToUpper(words[0])]
	switch {
	case !ok || c.level < x.Level:
		x.say("500 unknown command")
	case x.MustTLS && !x.secure && words[0] != "STARTTLS" && words[0] != "CAPABILITIES" && words[0] != "QUIT":
		x.say("483 TLS first")
	case !c.open && !x.known:
		x.say("480 who asks?")
	default:
		c.run(x, words[1:])
	}
}

func (x *session) capabilities([]string) {
	x.say("101 capabilities")
	lines := "VERSION 2\r\nREADER\r\nOVER MSGID\r\nLIST ACTIVE NEWSGROUPS\r\n"
	if !x.ReadOnly {
		lines += "POST\r\n"
	}
	if x.TLS != nil && !x.secure {
		lines += "STARTTLS\r\n"
	}
	if x.User != "" && !x.known {
		lines += "AUTHINFO USER"
		if x.secure {
			lines += " SASL\r\nSASL PLAIN"
		}
		lines += "\r\n"
	}
	x.block(lines)
}

func (x *session) startTLS([]string) {
	if x.TLS == nil || x.secure {
		x.say("580 no TLS here")
		return
	}
	x.say("382 go on")
	x.out.Flush()
	conn := tls.Server(x.conn, x.TLS)
	if conn.Handshake() != nil {
		x.ended = true
		return
	}
	x.over(conn)
	x.secure, x.group = true, nil
}

func (x *session) authInfo(args []string) {
	if len(args) < 2 {
		x.say("501 what?")
		return
	}
	value := strings.Join(args[1:], " ")
	switch kind := strings.ToUpper(args[0]); {
	case x.known:
		x.say("502 known already")
	case kind == "USER":
		x.user = value
		x.say("381 and the password?")
	case kind == "PASS" && x.user == "":
		x.say("482 a name first")
	case kind == "PASS":
		x.let(x.user, value)
	case kind == "SASL" && strings.EqualFold(args[1], "PLAIN") && len(args) == 3 && x.secure:
		octets, _ := base64.StdEncoding.DecodeString(args[2])
		if words := strings.Split(string(octets), "\x00"); len(words) == 3 {
			x.let(words[1], words[2])
			return
		}
		x.say("482 what?")
	default:
		x.say("503 not that way")
	}
}

func (x *session) let(user, password string) {
	if user != x.User || password != x.Password {
		x.say("481 no")
		return
	}
	x.known = true
	x.say("281 welcome")
}

func (x *session) enter(args []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if g := x.find(args); g != nil {
		x.say("211 %s %s", g.bounds(), g.name)
	}
}

// find enters the group that a command names, and says so if there is none.
func (x *session) find(args []string) *group {
	if len(args) != 1 {
		x.say("501 which group?")
		return nil
	}
	g := x.Server.group(args[0])
	if g == nil {
		x.say("411 no such group")
		return nil
	}
	x.group, x.current = g, 0
	return g
}

// bounds returns the count, first and last number of a group.
func (g *group) bounds() string {
	if len(g.articles) == 0 {
		return fmt.Sprintf("0 %d %d", g.high+1, g.high)
	}
	return fmt.Sprintf("%d %d %d", len(g.articles), g.articles[0].number, g.high)
}

func (x *session) listGroup(args []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	g := x.find(args)
	if g == nil {
		return
	}
	x.say("211 %s %s", g.bounds(), g.name)
	for _, n := range g.articles {
		x.say("%d", n.number)
	}
	x.say(".")
}

func (x *session) step(by, end int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch next := x.current + by; {
	case x.group == nil:
		x.say("412 no group")
	case next < 0 || next >= len(x.group.articles):
		x.say("%d no more", end)
	default:
		x.current = next
		n := x.group.articles[next]
		x.say("223 %d %s", n.number, n.id)
	}
}

func (x *session) article(code int, args []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	n, ok := x.which(args)
	if !ok {
		return
	}
	x.say("%d %d %s", code, n.number, n.id)
	switch code {
	case 220:
		x.block(n.header + "\r\n" + n.body)
	case 221:
		x.block(n.header)
	case 222:
		x.block(n.body)
	}
}

// which finds the article that a command names.
func (x *session) which(args []string) (n numbered, ok bool) {
	switch {
	case len(args) == 1 && strings.HasPrefix(args[0], "<"):
		if a := x.articles[args[0]]; a != nil {
			return numbered{0, a}, true
		}
		x.say("430 no such article")
		return n, false
	case x.group == nil:
		x.say("412 no group")
		return n, false
	case len(args) == 0 && x.current < len(x.group.articles):
		return x.group.articles[x.current], true
	case len(args) == 1:
		number, _ := strconv.ParseInt(args[0], 10, 64)
		for i, n := range x.group.articles {
			if n.number == number {
				x.current = i
				return n, true
			}
		}
	}
	x.say("423 no article of that number")
	return n, false
}

func (x *session) overview(args []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.group == nil {
		x.say("412 no group")
		return
	}
	low, high, ok := int64(0), int64(0), false
	if len(args) == 1 {
		low, high, ok = rangeOf(args[0])
	}
	if !ok {
		x.say("501 which?")
		return
	}
	began := false
	for _, n := range x.group.articles {
		if n.number < low || n.number > high {
			continue
		}
		if !began {
			x.say("224 overview")
			began = true
		}
		x.say("%s", n.overview())
	}
	if !began {
		x.say("423 nothing there")
		return
	}
	x.say(".")
}

func rangeOf(text string) (low, high int64, ok bool) {
	first, last, isRange := strings.Cut(text, "-")
	low, err := strconv.ParseInt(first, 10, 64)
	switch {
	case !isRange:
		return low, low, err == nil
	case last == "":
		return low, 1 << 62, err == nil
	}
	high, lastErr := strconv.ParseInt(last, 10, 64)
	return low, high, err == nil && lastErr == nil
}

func (n numbered) overview() string {
	fields := []string{fmt.Sprint(n.number)}
	for _, name := range [...]string{"subject", "from", "date", "message-id", "references"} {
		fields = append(fields, strings.ReplaceAll(n.fields[name], "\t", " "))
	}
	return strings.Join(append(fields, fmt.Sprint(len(n.header)+2+len(n.body)), fmt.Sprint(strings.Count(n.body, "\n"))), "\t")
}

func (x *session) list(args []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(args) > 0 && x.Level == RFC977 {
		x.say("501 no arguments")
		return
	}
	kind, pattern := "ACTIVE", "*"
	if len(args) > 0 {
		kind = strings.ToUpper(args[0])
	}
	if len(args) > 1 {
		pattern = args[1]
	}
	if kind != "ACTIVE" && kind != "NEWSGROUPS" {
		x.say("503 no such list")
		return
	}
	x.say("215 list")
	for _, g := range x.groups {
		switch low := g.high + 1; {
		case !match(pattern, g.name):
		case kind == "NEWSGROUPS":
			x.say("%s\t%s", g.name, g.description)
		default:
			if len(g.articles) > 0 {
				low = g.articles[0].number
			}
			x.say("%s %d %d y", g.name, g.high, low)
		}
	}
	x.say(".")
}

// match is wildmat for patterns of "*" and "?", the slow way.
func match(pattern, name string) bool {
	switch {
	case pattern == "":
		return name == ""
	case pattern[0] == '*':
		return match(pattern[1:], name) || name != "" && match(pattern, name[1:])
	}
	return name != "" && (pattern[0] == '?' || pattern[0] == name[0]) && match(pattern[1:], name[1:])
}

func (x *session) post([]string) {
	if x.ReadOnly {
		x.say("440 no posting here")
		return
	}
	x.say("340 go on")
	x.out.Flush()
	var text strings.Builder
	for {
		line, err := x.in.ReadString('\n')
		if err != nil {
			x.ended = true
			return
		}
		if line == ".\r\n" {
			break
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
	if err := x.Add(text.String()); err != nil {
		x.say("441 %v", err)
		return
	}
	a, _ := parse(text.String())
	x.say("240 article received %s", a.id)
}
