package manread

import (
	"strings"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

// indentation is by how much man(7) sets in, in columns.
const indentation = 7

// manPage carries out the macros of man(7).
type manPage struct {
	*reader
	manual
	tight   bool // .PD 0: no empty lines between paragraphs
	columns int  // by which .TP and .IP set in, until a section or .RS
	outer   []int
	pending []func() // what the next line of text ends, the last first
	tag     bool     // the next line is the tag of .TP
	target  *link    // of the .UR or .MT that is open
	begun   int      // runs before it
}

func newMan(r *reader) *manPage {
	r.doc.Indent = indentation
	return &manPage{reader: r, columns: indentation}
}

// text takes a line of text.
func (m *manPage) text(line string) {
	blank := strings.Trim(line, " \t") == ""
	switch {
	case blank && len(m.pending) > 0:
		return
	case blank:
		m.emptyLine()
		return
	case line[0] == ' ' && !m.pre && len(m.pending) == 0:
		m.breakLine()
	}
	m.write(strings.TrimRight(line, " "))
	m.endText()
}

// endText ends a line of text: what waited for it is carried out.
func (m *manPage) endText() {
	if m.continued && m.tag {
		m.endLine()
		return
	}
	m.endLine()
	m.settle()
}

// settle carries out what waits for the next line of text.
func (m *manPage) settle() {
	for n := len(m.pending); n > 0; n = len(m.pending) {
		last := m.pending[n-1]
		m.pending = m.pending[:n-1]
		last()
	}
}

func (m *manPage) end() {
	m.settle()
	m.closeTo(1)
	m.finish(m.manual, doc.Band{Left: words(m.source), Center: words(m.date), Right: words(m.called())})
}

// macro implements language.
func (m *manPage) macro(name, args string) bool {
	return m.inline(name, args) || m.paragraph(name, args) || m.link(name, args) || m.command(name, args)
}

// paragraph carries out the macros that begin or end blocks.
func (m *manPage) paragraph(name, args string) bool {
	a := fields(args)
	switch name {
	case "TH":
		m.header(a)
	case "SH", "SS":
		m.division(name, a)
	case "PP", "LP", "P", "HP":
		m.begin()
	case "TP", "TQ":
		m.tagged(name, a)
	case "IP":
		m.indented(a)
	case "RS":
		m.moreIndent(a)
	case "RE":
		m.lessIndent(a)
	case "PD":
		n, _, ok := m.evaluate(arg(a, 0), 'v')
		m.tight = ok && n == 0
	case "EX":
		m.fill(false)
	case "EE":
		m.fill(true)
	default:
		return false
	}
	return true
}

func arg(args []string, i int) string {
	if i < len(args) {
		return args[i]
	}
	return ""
}

// header carries out .TH TITLE SECTION DATE SOURCE VOLUME.
func (m *manPage) header(a []string) {
	m.title, m.section, m.date, m.source = m.plain(arg(a, 0)), m.plain(arg(a, 1)), dateOf(m.plain(arg(a, 2))), m.plain(arg(a, 3))
	if m.volume = volumes[m.section]; len(a) > 4 {
		m.volume = m.plain(a[4])
	}
}

// division carries out .SH and .SS, whose title may be the next line of text.
func (m *manPage) division(name string, a []string) {
	m.settle()
	m.closeTo(1)
	m.fill(true)
	m.columns, m.outer = indentation, nil
	m.setFont(0, true)
	level := map[string]int{"SH": 1, "SS": 2}[name]
	end := func() {
		m.heading(level, m.take())
		m.gap = false
		m.setFont(0, true)
	}
	if len(a) == 0 {
		m.pending = append(m.pending, end)
		return
	}
	m.write(strings.Join(a, " "))
	end()
}

// begin begins a paragraph: whatever was open within the section or .RS ends.
func (m *manPage) begin() {
	m.settle()
	for m.top().kind == inList || m.top().kind == inHang || m.top().kind == inShift {
		m.close()
	}
	m.flush()
	m.setFont(0, true)
	m.gap = m.gap || !m.tight
	m.columns = indentation
}

// next prepares for one more item of the list that is open, if there is one.
func (m *manPage) next() {
	m.settle()
	for m.top().kind == inHang || m.top().kind == inShift {
		m.close()
	}
	m.flush()
	m.setFont(0, true)
	m.gap = m.gap || !m.tight
}

// measure reads the indentation that a macro asks for, in columns. Once given,
// it is that of the macros to come.
func (m *manPage) measure(s string) int {
	if n, _, ok := m.evaluate(s, 'n'); ok {
		m.columns = min(max((n+unit/2)/unit, 0), 60)
	}
	return m.columns
}

// tagged carries out .TP, whose tag is the next line of text, and .TQ, which
// gives one tag more.
func (m *manPage) tagged(name string, a []string) {
	if name == "TQ" && m.top().kind == inList && len(m.top().blocks) == 0 && len(m.runs) == 0 {
		m.settle()
	} else {
		m.next()
		columns := m.measure(arg(a, 0))
		m.item(doc.Definition, 0, columns, m.tight)
	}
	m.tag = true
	m.pending = append(m.pending, func() {
		m.tag = false
		m.term(m.take())
		m.setFont(0, true)
	})
}

// indented carries out .IP with its tag and indentation.
func (m *manPage) indented(a []string) {
	m.next()
	columns := m.measure(arg(a, 1))
	tag := arg(a, 0)
	switch words := strings.TrimSpace(m.plain(tag)); {
	case words == "" && m.top().kind == inList:
		return // one paragraph more
	case words == "":
		m.open(inHang, columns)
		return
	default:
		kind, number := kindOf(words)
		m.item(kind, number, columns, m.tight)
		if kind != doc.Definition {
			return
		}
	}
	pre := m.pre
	m.pre = false
	m.write(tag)
	m.term(m.take())
	m.pre = pre
	m.setFont(0, true)
}

// moreIndent carries out .RS: what follows is set in from here. In an item it is set in
// as the item is, if no further.
func (m *manPage) moreIndent(a []string) {
	m.settle()
	columns := m.columns
	if n, _, ok := m.evaluate(arg(a, 0), 'n'); ok {
		columns = min(max((n+unit/2)/unit, 0), 60)
	}
	for m.top().kind == inShift {
		m.close()
	}
	m.outer = append(m.outer, m.columns)
	m.columns = indentation
	kind := inIndent
	terms := m.takeTerms()
	if top := m.top(); len(terms) == 0 && (top.kind == inList || top.kind == inHang) {
		if columns -= top.columns; columns <= 0 {
			kind = inNest
		}
	}
	m.open(kind, columns)
	m.top().terms = terms
}

// lessIndent carries out .RE, for the given level or the last.
func (m *manPage) lessIndent(a []string) {
	m.settle()
	level := len(m.outer)
	if n, _, ok := m.evaluate(arg(a, 0), 'u'); ok {
		level = n
	}
	for len(m.outer) >= max(level, 1) {
		for m.top().kind != inIndent && m.top().kind != inNest && len(m.frames) > 1 {
			m.close()
		}
		m.close()
		m.columns = m.outer[len(m.outer)-1]
		m.outer = m.outer[:len(m.outer)-1]
	}
}

// indent carries out .in: what follows is set in, or as before.
func (r *reader) indent(args string) {
	n, _, ok := r.evaluate(strings.TrimPrefix(args, "+"), 'm')
	if r.top().kind == inShift {
		r.close()
	}
	if r.flush(); ok && n > 0 && strings.HasPrefix(args, "+") {
		r.open(inShift, (n+unit/2)/unit)
	}
}

// inline carries out the macros that write their arguments, or the next line of
// text, in a font.
func (m *manPage) inline(name, args string) bool {
	switch name {
	case "B", "I", "SM", "SB", "R":
		m.inFont(map[string]font{"B": bold, "I": italic, "SB": bold}[name], args)
	case "BR", "BI", "IB", "IR", "RB", "RI":
		looks := map[byte]font{'B': bold, 'I': italic}
		m.alternate(looks[name[0]], looks[name[1]], args)
	default:
		return false
	}
	return true
}

func (m *manPage) inFont(f font, args string) {
	a := fields(args)
	if len(a) == 0 {
		m.setFont(f, true)
		m.pending = append(m.pending, func() { m.setFont(0, true) })
		return
	}
	m.before, m.font = 0, f
	m.write(strings.Join(a, " "))
	m.setFont(0, true)
	m.endText()
}

// alternate writes arguments in two fonts by turns, without spaces.
func (m *manPage) alternate(f, g font, args string) {
	a := fields(args)
	for i, s := range a {
		m.before, m.font = 0, f
		m.write(s)
		if f, g = g, f; m.continued && i < len(a)-1 {
			m.continued = false
		}
	}
	m.setFont(0, true)
	if len(a) > 0 {
		m.endText()
	}
}

// link carries out .UR and .MT, which begin a link, and .UE and .ME, which end
// it, with what is to follow without a space.
func (m *manPage) link(name, args string) bool {
	a := fields(args)
	switch name {
	case "UR", "MT":
		address := m.plain(arg(a, 0))
		m.beginLink(address, name == "MT")
	case "UE", "ME":
		m.endLink(strings.Join(a, " "))
	case "URL", "MTO": // of www.tmac of groff
		m.beginLink(m.plain(arg(a, 0)), name == "MTO")
		m.write(arg(a, 1))
		m.endLink(arg(a, 2))
	default:
		return false
	}
	return true
}

func (m *manPage) beginLink(address string, mail bool) {
	m.endLink("")
	if strings.Contains(address, "@") && !strings.ContainsAny(address, ":/") {
		mail = true
	}
	if mail {
		address = "mailto:" + strings.TrimPrefix(address, "mailto:")
	}
	m.target = &link{named: mail}
	m.target.uri, _ = uri.Parse(address)
	m.space()
	m.builder.link, m.begun = m.target, len(m.runs)
}

// endLink ends a link. Without words, it has its address for them.
func (m *manPage) endLink(after string) {
	l := m.target
	if l == nil {
		return
	}
	if m.begun >= len(m.runs) {
		m.due = ""
		m.add(strings.TrimPrefix(l.uri.String(), "mailto:"))
	} else if l.named {
		l.named = strings.Contains(text(m.runs[m.begun:]), strings.TrimPrefix(l.uri.String(), "mailto:"))
	}
	m.builder.link, m.target = nil, nil
	m.due = ""
	m.write(after)
	m.endText()
}

// command carries out the macros for a synopsis.
func (m *manPage) command(name, args string) bool {
	a := fields(args)
	switch name {
	case "SY":
		m.begin()
		m.inFont(bold, args)
	case "YS":
		m.settle()
		m.flush()
	case "UC":
		m.source = orFirst(berkeley, arg(a, 0), "3")
	case "AT":
		m.source = orFirst(editions, arg(a, 0), "3")
	case "OP":
		m.write("[")
		m.alternateWords(a)
		m.write("]")
		m.endText()
	default:
		return false
	}
	return true
}

// alternateWords writes an option in bold and its value in italics.
func (m *manPage) alternateWords(a []string) {
	for i, s := range a {
		m.before, m.font = 0, []font{bold, italic}[min(i, 1)]
		if i > 0 {
			m.add(" ")
		}
		m.write(s)
	}
	m.setFont(0, true)
}
