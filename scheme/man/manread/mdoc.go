package manread

import (
	"strings"

	"uriel.dev/get/doc"
	"uriel.dev/scheme"
	"uriel.dev/scheme/man"
)

// mdocIndent is by how much mdoc(7) sets text in, in columns.
const mdocIndent = 5

// mdocPage carries out the macros of mdoc(7).
type mdocPage struct {
	*reader
	manual
	name     string              // the argument of the first .Nm
	heading  string              // the title of the section
	look     font                // of text without a macro
	loose    bool                // .Sm off: no spaces between words
	first    bool                // the macro stands first on its line
	last     string              // the declaration before, in the synopsis
	opened   []enclosure         // up to a macro that closes them
	lists    []mdocList          // that are open
	displays []display           // that are open
	split    bool                // authors are on lines of their own
	authors  int                 // that were written in the section
	function bool                // .Fo is open
	params   int                 // that it has so far
	custom   enclosure           // of .Es
	cites    map[string][]string // the fields of .Rs; nil outside
	extended bool                // .Xo: what began goes on up to .Xc
	after    func()              // what is to be done then
}

func newMdoc(r *reader) *mdocPage {
	r.doc.Indent = mdocIndent
	return &mdocPage{reader: r}
}

// An enclosure is what stands around words.
type enclosure struct{ begin, end string }

// enclosures are the macros that enclose words: up to the end of the line, or
// from one macro to another.
var (
	onLine = map[string]enclosure{
		"Aq": {"⟨", "⟩"}, "Bq": {"[", "]"}, "Brq": {"{", "}"}, "Dq": {"“", "”"}, "Op": {"[", "]"}, "Pq": {"(", ")"}, "Ql": {"‘", "’"}, "Qq": {`"`, `"`}, "Sq": {"‘", "’"},
	}
	opening = map[string]string{"Ao": "Aq", "Bo": "Bq", "Bro": "Brq", "Do": "Dq", "Oo": "Op", "Po": "Pq", "Qo": "Qq", "So": "Sq", "Eo": ""}
	closing = setOf("Ac Bc Brc Dc Oc Pc Qc Sc Ec")
)

// callable are the macros that count among the arguments of others.
var callable = setOf(`Ac An Ao Ap Aq Ar At Bc Bo Bq Brc Bro Brq Bsx Bx Cd Cm Dc Do Dq Dv Dx Ec Em En Eo Er Ev Fa Fc Fl Fn Fo Ft Fx Ic In Li Lk Ms Mt Nm No Ns Nx
	Oc Oo Op Ot Ox Pa Pc Pf Po Pq Qc Ql Qo Qq Sc So Sq Sx Sy Ta Tn Ux Va Vt Xc Xo Xr Es Fr`)

// text takes a line of text.
func (m *mdocPage) text(line string) {
	if m.cites != nil {
		return
	}
	switch blank := strings.Trim(line, " \t") == ""; {
	case blank:
		m.emptyLine()
		return
	case line[0] == ' ' && !m.pre:
		m.breakLine()
	}
	if m.cellOf(line) {
		return
	}
	m.before, m.font = m.look, m.look
	m.write(strings.TrimRight(line, " "))
	if m.endLine(); m.loose && !m.pre {
		m.glue()
	}
}

// endWords ends a line of the source. What has no space behind it keeps it so.
func (m *mdocPage) endWords() {
	if m.pre || m.continued {
		m.endLine()
	}
}

func (m *mdocPage) end() {
	m.closeTo(1)
	m.finish(m.manual, doc.Band{Left: words(m.source), Center: words(m.date), Right: words(m.source)})
}

// endsItem are the macros that no .Xo reaches over.
var endsItem = setOf("Sh Ss Pp Bl It El Bd Ed")

// macro implements language.
func (m *mdocPage) macro(name, args string) bool {
	a := fields(args)
	if m.extended && endsItem(name) {
		m.extended = false // it was not closed
		m.settle()
	}
	if m.cites != nil && name != "Re" {
		m.cite(name, a)
		return true
	}
	if m.prologue(name, a) || m.blockMacro(name, a) || m.listMacro(name, args) {
		return true
	}
	if !callable(name) && !m.alone(name, a) {
		return false
	}
	if callable(name) {
		m.first = true
		m.writeLine(append([]string{name}, a...))
		m.first = false
		m.settle()
	}
	return true
}

// prologue carries out the macros that begin a page.
func (m *mdocPage) prologue(name string, a []string) bool {
	switch name {
	case "Dd":
		m.date = dateOf(m.plain(strings.Join(a, " ")))
	case "Dt":
		m.title, m.section = m.plain(arg(a, 0)), m.plain(arg(a, 1))
		m.volume = volumes[m.section]
		if m.volume == "" {
			m.volume = m.section
		}
		if arch := m.plain(arg(a, 2)); arch != "" {
			m.volume = strings.TrimSpace(m.volume + " (" + strings.ToLower(arch) + ")")
		}
	case "Os":
		m.source = m.plain(strings.Join(a, " "))
	default:
		return false
	}
	return true
}

// dateOf returns a date with the name of its month in full. A system of versions
// may have written it.
func dateOf(s string) string {
	s, versioned := strings.CutPrefix(s, "$Mdocdate")
	if versioned {
		s = strings.Trim(s, ": $")
	}
	f := strings.Fields(s)
	if len(f) != 3 || !versioned && !strings.HasSuffix(f[1], ",") {
		return s
	}
	day := strings.TrimSuffix(f[1], ",")
	for _, month := range months {
		if strings.HasPrefix(month, f[0]) && len(f[0]) >= 3 && strings.Trim(day+f[2], "0123456789") == "" {
			return month + " " + day + ", " + f[2]
		}
	}
	return s
}

var months = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// writeLine writes the words and macros of a line. Punctuation at its end stands
// behind what ends there.
func (m *mdocPage) writeLine(tok []string) {
	n := len(tok)
	for n > 1 && isClosing(tok[n-1]) {
		n--
	}
	m.words(tok[:n])
	for _, p := range tok[n:] {
		m.punctuate(p)
	}
	m.endWords()
}

// words writes words and the macros among them, to the end.
func (m *mdocPage) words(tok []string) {
	for len(tok) > 0 && m.err == nil {
		if callable(tok[0]) {
			tok = m.callAmong(tok[0], tok[1:])
			continue
		}
		m.word(tok[0], m.look)
		tok = tok[1:]
	}
}

// word writes one word in a font; punctuation as what it is.
func (m *mdocPage) word(s string, f font) {
	switch {
	case isClosing(s), isOpening(s):
		m.punctuate(s)
	default:
		m.put(s, f)
	}
}

// put writes text in a font. A space is due behind it.
func (m *mdocPage) put(s string, f font) {
	m.before, m.font = m.look, f|m.look
	m.write(s)
	m.font = m.look
	if m.due = " "; m.loose {
		m.glue()
	}
}

func (m *mdocPage) punctuate(s string) {
	if isClosing(s) {
		m.glue()
	}
	m.put(s, 0)
	if isOpening(s) {
		m.glue()
	}
}

func isClosing(s string) bool { return len(s) == 1 && strings.Contains(".,:;)]?!", s) }
func isOpening(s string) bool { return s == "(" || s == "[" }

// glue has the next word stand without a space before it.
func (m *mdocPage) glue() { m.due = "" }

// callAmong carries out a macro among words, and returns what is left of these.
func (m *mdocPage) callAmong(name string, tok []string) (rest []string) {
	if e, ok := onLine[name]; ok {
		if m.depth++; m.depth > maxDepth {
			m.fail(limit(maxDepth, "macros within each other"))
			return nil
		}
		if name == "Aq" && len(tok) > 0 && tok[0] == "Mt" {
			e = enclosure{"<", ">"}
		}
		m.enclose(e, tok)
		m.depth--
		return nil
	}
	if whole, ok := opening[name]; ok {
		e := onLine[whole]
		if name == "Eo" && len(tok) > 0 {
			e.begin, tok = tok[0], tok[1:]
		}
		m.put(e.begin, 0)
		m.glue()
		if len(m.opened) < maxDepth {
			m.opened = append(m.opened, e)
		}
		return tok
	}
	if closing(name) {
		return m.closeEnclosure(name, tok)
	}
	if rest, ok := m.spacing(name, tok); ok {
		return rest
	}
	if rest, ok := m.special(name, tok); ok {
		return rest
	}
	return m.inFont(name, tok)
}

// enclose writes all the words with something around.
func (m *mdocPage) enclose(e enclosure, tok []string) {
	m.put(e.begin, 0)
	m.glue()
	m.words(tok)
	m.glue()
	m.put(e.end, 0)
}

func (m *mdocPage) closeEnclosure(name string, tok []string) (rest []string) {
	var e enclosure
	if n := len(m.opened); n > 0 {
		e, m.opened = m.opened[n-1], m.opened[:n-1]
	}
	if name == "Ec" && len(tok) > 0 {
		e.end, tok = tok[0], tok[1:]
	}
	m.glue()
	m.put(e.end, 0)
	return tok
}

// spacing carries out the macros about spaces between words.
func (m *mdocPage) spacing(name string, tok []string) (rest []string, ok bool) {
	switch name {
	case "Ns":
		m.glue()
	case "Ap":
		m.glue()
		m.put(`\(aq`, 0)
		m.glue()
	case "Pf":
		if len(tok) > 0 {
			m.put(tok[0], 0)
			tok = tok[1:]
			m.glue()
		}
	case "No":
	case "Xo":
		m.extended = true
	case "Xc":
		m.extended = false
	case "Ta":
		m.nextCell()
	default:
		return tok, false
	}
	return tok, true
}

// settle does what waited for .Xc.
func (m *mdocPage) settle() {
	if f := m.after; f != nil && !m.extended {
		m.after = nil
		f()
	}
}

// fontMacros are the macros that write their arguments in a font, and what they
// write if there are none.
var fontMacros = map[string]struct {
	font   font
	absent string
}{
	"An": {}, "Ar": {italic, "file ..."}, "Cd": {bold, ""}, "Cm": {bold, ""}, "Dv": {mono, ""}, "Em": {italic, ""}, "Er": {mono, ""}, "Ev": {mono, ""},
	"Fa": {italic, ""}, "Fl": {bold, `\-`}, "Fr": {italic, ""}, "Ft": {italic, ""}, "Ic": {bold, ""}, "Li": {mono, ""}, "Ms": {bold, ""}, "Ot": {italic, ""},
	"Pa": {italic, "~"}, "Sy": {bold, ""}, "Tn": {}, "Va": {italic, ""}, "Vt": {italic, ""}, "Nm": {bold, ""}, "In": {bold, ""}, "Sx": {italic, ""}, "Es": {},
}

// inFont writes arguments in the font of their macro, up to the next macro.
func (m *mdocPage) inFont(name string, tok []string) (rest []string) {
	look := fontMacros[name]
	some := false
	for len(tok) > 0 && !callable(tok[0]) {
		s := tok[0]
		switch {
		case isOpening(s), isClosing(s), s == "|":
			if !isOpening(s) && !some && look.absent != "" {
				m.put(look.absent, look.font)
				some = true
			}
			m.word(s, 0)
		case name == "Fl":
			m.put(`\-`+s, look.font)
			some = true
		default:
			m.put(s, look.font)
			some = true
		}
		tok = tok[1:]
	}
	if !some && look.absent != "" {
		m.put(look.absent, look.font)
		if name == "Fl" && len(tok) > 0 {
			m.glue()
		}
	}
	return tok
}

// reference writes the name of a page as a link to it.
func (m *mdocPage) reference(name, section string) {
	u := man.View{Page: scheme.Octets(m.plain(name)), Section: m.plain(section)}.URI()
	text := name
	if section != "" {
		text += "(" + section + ")"
	}
	if isPage(m.plain(name), m.plain(section)) && !u.IsZero() {
		m.linked(&link{u, true}, text, 0)
		return
	}
	m.put(text, 0)
}

// linked writes text that is a link.
func (m *mdocPage) linked(l *link, text string, f font) {
	m.space()
	m.builder.link = l
	m.put(text, f)
	m.builder.link = nil
}
