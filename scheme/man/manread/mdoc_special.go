package manread

import (
	"strings"

	"uriel.dev/uri"
)

// special carries out the macros that do more with their arguments than to
// write them in a font. What they do not take is returned.
func (m *mdocPage) special(name string, tok []string) (rest []string, ok bool) {
	own, rest := m.own(tok)
	switch name {
	case "Nm":
		m.writeName(own)
	case "Xr":
		m.reference(arg(own, 0), arg(own, 1))
	case "Sx":
		m.writeTo(own)
	case "Lk":
		m.writeLink(own)
	case "Mt":
		for _, address := range own {
			u, _ := uri.Parse("mailto:" + m.plain(address))
			m.linked(&link{u, true}, address, 0)
		}
	case "An":
		m.writeAuthor(own)
	case "At":
		m.writeSystem(attUNIX(arg(own, 0)), from(own, 1))
	case "Bx":
		m.writeSystem(bsd(own[:min(len(own), 2)]), from(own, 2))
	case "Nx", "Fx", "Ox", "Dx", "Bsx", "Ux":
		m.writeSystem(systems[name], own)
	case "Es":
		m.custom = enclosure{arg(own, 0), arg(own, 1)}
	case "En":
		m.enclose(m.custom, tok)
		return nil, true
	default:
		return m.declare(name, own, rest, tok)
	}
	return rest, true
}

// own splits words into those before the next macro or punctuation, and the
// rest.
func (m *mdocPage) own(tok []string) (own, rest []string) {
	n := 0
	for n < len(tok) && !callable(tok[n]) && !isClosing(tok[n]) {
		n++
	}
	return tok[:n], tok[n:]
}

// writeName carries out .Nm, which without arguments is the name of the page.
func (m *mdocPage) writeName(own []string) {
	if m.first && m.inSynopsis() {
		m.declared("Nm")
	}
	if len(own) == 0 {
		own = []string{m.name}
	} else if m.name == "" {
		m.name = own[0]
	}
	for _, s := range own {
		m.put(s, bold)
	}
}

// writeTo carries out .Sx, a link to a section of the page.
func (m *mdocPage) writeTo(own []string) {
	title := strings.Join(own, " ")
	id := strings.ReplaceAll(m.plain(title), " ", "_")
	u, err := (uri.URI{}).WithFragment(id)
	if err != nil {
		m.put(title, italic)
		return
	}
	m.linked(&link{u, true}, title, italic)
}

// writeLink carries out .Lk URI WORDS.
func (m *mdocPage) writeLink(own []string) {
	if len(own) == 0 {
		return
	}
	u, _ := uri.Parse(m.plain(own[0]))
	if len(own) == 1 {
		m.linked(&link{u, false}, own[0], 0)
		return
	}
	m.linked(&link{u, false}, strings.Join(own[1:], " "), italic)
}

// writeAuthor carries out .An. In the section about the authors each has a line
// of his own.
func (m *mdocPage) writeAuthor(own []string) {
	switch arg(own, 0) {
	case "-split":
		m.split = true
		return
	case "-nosplit":
		m.split = false
		return
	}
	if m.authors++; m.split && m.first && m.authors > 1 {
		m.breakLine()
	}
	for _, s := range own {
		m.put(s, 0)
	}
}

func (m *mdocPage) writeSystem(name string, more []string) {
	m.put(strings.ReplaceAll(name, " ", `\ `), 0)
	for _, s := range more {
		m.put(s, 0)
	}
}

func (m *mdocPage) inSynopsis() bool { return m.heading == "SYNOPSIS" }

// declare carries out the macros that declare what a library has. In the
// synopsis each is on a line of its own.
func (m *mdocPage) declare(name string, own, rest, tok []string) (left []string, ok bool) {
	alone := m.first && m.inSynopsis()
	switch name {
	case "In":
		if alone {
			m.declared(name)
			own = append([]string{`#include <` + arg(own, 0) + `>`}, from(own, 1)...)
		} else if len(own) > 0 {
			own = append([]string{`<` + own[0] + `>`}, own[1:]...)
		}
		for _, s := range own {
			m.put(s, bold)
		}
	case "Fn":
		if alone {
			m.declared(name)
		}
		m.writeFunction(own, alone)
	case "Fo":
		if alone {
			m.declared(name)
		}
		m.put(arg(own, 0), bold)
		m.glue()
		m.put("(", 0)
		m.glue()
		m.function, m.params = true, 0
	case "Fc":
		m.glue()
		m.put(")", 0)
		if m.function = false; m.inSynopsis() {
			m.glue()
			m.put(";", 0)
		}
	case "Fa":
		if !m.function {
			return tok, false
		}
		m.writeParams(own)
	case "Ft", "Vt", "Fd", "Va", "Cd":
		if alone {
			m.declared(name)
		}
		return tok, false
	default:
		return tok, false
	}
	return rest, true
}

// writeFunction carries out .Fn NAME PARAMETERS.
func (m *mdocPage) writeFunction(own []string, alone bool) {
	m.put(arg(own, 0), bold)
	m.glue()
	m.put("(", 0)
	m.glue()
	m.params = 0
	m.writeParams(from(own, 1))
	m.glue()
	m.put(")", 0)
	if alone {
		m.glue()
		m.put(";", 0)
	}
}

func (m *mdocPage) writeParams(own []string) {
	for _, s := range own {
		if m.params++; m.params > 1 {
			m.glue()
			m.put(",", 0)
		}
		m.put(s, italic)
	}
}

// declared begins a line of the synopsis for a declaration. Functions, and all
// that is not like what is before, have an empty line before them.
func (m *mdocPage) declared(name string) {
	last := m.last
	m.last = name
	isFunction := name == "Fn" || name == "Fo"
	switch {
	case last == "", len(m.runs) == 0:
	case last == name && !isFunction && name != "Ft", last == "Ft" && isFunction, name == "Nm", last == "Nm":
		m.breakLine()
	default:
		m.emptyLine()
	}
}

// alone carries out the macros that stand at the start of a line only, and
// reports whether there is such one.
func (m *mdocPage) alone(name string, a []string) bool {
	switch name {
	case "Nd":
		m.put(`\(en`, 0)
		m.sentence(a)
	case "St":
		if full, ok := fullName(standardNames, arg(a, 0)); ok {
			a[0] = full
		}
		m.sentence(a)
	case "Lb":
		m.sentence(append([]string{library(arg(a, 0))}, from(a, 1)...))
	case "Fd":
		if m.inSynopsis() {
			m.declared(name)
		}
		m.put(strings.Join(a, " "), bold)
		m.endWords()
	case "Ex":
		m.exits(a)
	case "Rv":
		m.returns(a)
	case "Bt":
		m.sentence([]string{"is currently in beta test."})
	case "Ud":
		m.sentence([]string{"currently under development."})
	case "Hf":
		m.sentence(a)
	case "Sm":
		m.loose = arg(a, 0) == "off" || len(a) == 0 && !m.loose
		if !m.loose && m.due == "" {
			m.endLine()
		}
	default:
		if !strings.HasPrefix(name, "%") {
			return false
		}
		m.sentence(a)
	}
	return true
}

// sentence writes words that have no macros among them.
func (m *mdocPage) sentence(a []string) {
	for _, s := range a {
		m.word(s, m.look)
	}
	m.endWords()
}

// exits carries out .Ex -std UTILITY ….
func (m *mdocPage) exits(a []string) {
	names := from(a, 1)
	if len(names) == 0 {
		names = []string{m.name}
	}
	m.breakLine()
	m.put("The", 0)
	m.enumerate(names, bold, "")
	if len(names) > 1 {
		m.put("utilities exit\u00a00 on success, and >0 if an error occurs.", 0)
	} else {
		m.put("utility exits\u00a00 on success, and >0 if an error occurs.", 0)
	}
	m.endWords()
}

// enumerate writes names as "a, b, and c".
func (m *mdocPage) enumerate(names []string, f font, after string) {
	for i, s := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			if i > 1 {
				m.glue()
				m.put(",", 0)
			}
			m.put("and", 0)
		default:
			m.glue()
			m.put(",", 0)
		}
		m.put(s, f)
		if after != "" {
			m.glue()
			m.put(after, 0)
		}
	}
}

// returns carries out .Rv -std FUNCTION ….
func (m *mdocPage) returns(a []string) {
	m.breakLine()
	if names := from(a, 1); len(names) > 0 {
		m.put("The", 0)
		m.enumerate(names, bold, "()")
		verb := "function returns"
		if len(names) > 1 {
			verb = "functions return"
		}
		m.put(verb+" the value\u00a00 if successful;", 0)
	} else {
		m.put("Upon successful completion, the value\u00a00 is returned;", 0)
	}
	m.put("otherwise the value\u00a0\\-1 is returned and the global variable", 0)
	m.put("errno", italic)
	m.put("is set to indicate the error.", 0)
	m.endWords()
}
