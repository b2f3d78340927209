package ftpclient

import (
	"fmt"
	"net"

	"uriel.dev/get"
)

// Plan implements [get.Handler]. The port of the data connection, which the
// server names, is "*", as is where it is waited for in active mode. The commands are those for a server that speaks all that
// is asked of it, by a connection that is new.
func (h *handler) Plan(req *get.Request) (get.Plan, error) {
	t, err := h.read(req)
	if err != nil {
		return nil, err
	}
	var p planner
	h.planLogin(&p, t)
	if t.isList || t.isForeign() {
		p.send("FEAT")
	}
	p.directory(t)
	if t.isList {
		h.planData(&p, t, "MLSD"+argumentOf(t.name))
		return p.plan, nil
	}
	p.send("TYPE " + t.code)
	if t.code == "I" {
		p.send("SIZE " + t.name)
	}
	p.send("MDTM " + t.name)
	rest := ""
	if want, err := t.part(-1); err == nil && want.first > 0 {
		rest = fmt.Sprintf("REST %d", want.first)
	}
	h.planData(&p, t, rest, "RETR "+t.name)
	return p.plan, nil
}

// A planner makes a plan.
type planner struct{ plan get.Plan }

func (p *planner) add(act get.Act, text string) {
	p.plan = append(p.plan, get.Step{Act: act, Text: text})
}

func (p *planner) send(commands ...string) {
	for _, c := range commands {
		if c != "" {
			p.add(get.Send, c+"\r\n")
		}
	}
}

// planLogin plans what comes before the first command of a path.
func (h *handler) planLogin(p *planner, t *task) {
	name := h.tlsConfig(t.addr).ServerName
	p.add(get.Connect, t.addr)
	if t.ssl != "" {
		p.send("AUTH TLS")
	}
	if t.isTLS() {
		p.add(get.TLS, name)
	}
	p.send("USER "+t.user, t.login.pass())
	if t.isTLS() {
		p.send(protection[:]...)
	}
}

// isTLS reports whether TLS is to be spoken.
func (t *task) isTLS() bool { return t.isSecure() || t.ssl != "" }

// directory plans the way to the directory.
func (p *planner) directory(t *task) {
	if len(t.dirs) > 0 {
		p.send("PWD")
	}
	for _, dir := range t.dirs {
		p.send("CWD " + dir)
	}
}

// planData plans a transfer by the commands.
func (h *handler) planData(p *planner, t *task, commands ...string) {
	if t.isActive() {
		p.add(get.Listen, t.host())
		p.send("EPRT |*|*|*|")
	} else {
		p.send("EPSV")
		p.add(get.Connect, net.JoinHostPort(t.host(), "*"))
	}
	p.send(commands...)
	if t.isTLS() {
		p.add(get.TLS, h.tlsConfig(t.addr).ServerName)
	}
}
