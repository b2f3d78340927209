package manread

import (
	"strings"

	"uriel.dev/get/doc"
)

// A display is a .Bd that is open.
type display struct {
	depth int  // of the frames around it
	pre   bool // whether lines are kept there
}

// offset is by how much the displays of mdoc(7) are set in by default.
const offset = 6

// blockMacro carries out the macros that begin or end blocks.
func (m *mdocPage) blockMacro(name string, a []string) bool {
	switch name {
	case "Sh", "Ss":
		m.division(name, a)
	case "Pp", "Lp":
		m.flush()
		m.gap = true
	case "Bd":
		m.beginDisplay(a)
	case "Ed":
		m.endDisplay()
	case "D1", "Dl":
		m.lineDisplay(name, a)
	case "Bf":
		switch arg(a, 0) {
		case "-emphasis", "Em":
			m.look = italic
		case "-symbolic", "Sy":
			m.look = bold
		case "-literal", "Li":
			m.look = mono
		}
	case "Ef":
		m.look = 0
	case "Rs":
		m.cites = map[string][]string{}
	case "Re":
		m.writeCitation()
	default:
		return false
	}
	return true
}

// division carries out .Sh and .Ss.
func (m *mdocPage) division(name string, a []string) {
	m.closeTo(1)
	m.fill(true)
	m.lists, m.displays, m.opened, m.look, m.loose, m.function = nil, nil, nil, 0, false, false
	m.writeLine(a)
	runs := m.take()
	level := 2
	if name == "Sh" {
		level = 1
		m.heading, m.last, m.authors = text(runs), "", 0
		m.split = m.heading == "AUTHORS"
	}
	m.builder.heading(level, runs)
	m.gap = false
}

// flags reads the arguments of .Bd and .Bl: a type, and options with values.
type flags struct {
	kind          string
	offset, width string
	compact       bool
	rest          []string
}

func (m *mdocPage) flags(a []string) (f flags) {
	for i := 0; i < len(a); i++ {
		switch a[i] {
		case "-offset":
			f.offset = arg(a, i+1)
			i++
		case "-width":
			f.width = arg(a, i+1)
			i++
		case "-compact":
			f.compact = true
		default:
			if strings.HasPrefix(a[i], "-") && f.kind == "" {
				f.kind = a[i][1:]
			} else {
				f.rest = append(f.rest, a[i])
			}
		}
	}
	return f
}

// columnsOf returns the width that an argument gives: by number, by a word that
// means one, or by its own length.
func (m *mdocPage) columnsOf(s string) int {
	switch s {
	case "", "left", "center", "right":
		return 0
	case "indent", "Ds":
		return offset
	case "indent-two":
		return 2 * offset
	}
	if n, rest, ok := m.evaluate(s, 'n'); ok && rest == "" {
		return min(max(n/unit, 0), 60)
	}
	word := strings.Fields(s)
	if len(word) > 0 && callable(word[0]) {
		s = strings.Join(word[1:], " ") + " "
		if len(word) == 1 {
			return 10
		}
	}
	return min(len([]rune(m.plain(s))), 60)
}

func (m *mdocPage) beginDisplay(a []string) {
	f := m.flags(a)
	m.flush()
	m.gap = m.gap || !f.compact
	columns := m.columnsOf(f.offset)
	kind := inIndent
	if columns == 0 {
		kind = inNest
	}
	m.displays = append(m.displays, display{len(m.frames), m.pre})
	m.open(kind, columns)
	m.fill(f.kind == "filled" || f.kind == "ragged")
}

func (m *mdocPage) endDisplay() {
	n := len(m.displays)
	if n == 0 {
		return
	}
	d := m.displays[n-1]
	m.displays = m.displays[:n-1]
	for len(m.lists) > 0 && m.lists[len(m.lists)-1].depth > d.depth {
		m.lists = m.lists[:len(m.lists)-1]
	}
	m.closeTo(d.depth)
	m.pre = d.pre
}

// lineDisplay carries out .D1 and .Dl.
func (m *mdocPage) lineDisplay(name string, a []string) {
	pre, look := m.pre, m.look
	m.open(inIndent, offset)
	m.pre = false
	if name == "Dl" {
		m.look = mono
	}
	m.writeLine(a)
	m.close()
	m.pre, m.look = pre, look
}

// citationOrder is the order in which the fields of .Rs are written.
const citationOrder = "ATBIJRNVUPQCDO"

// cite takes a field of a citation.
func (m *mdocPage) cite(name string, a []string) {
	if len(name) == 2 && name[0] == '%' && m.size < maxText {
		m.cites[name[1:]] = append(m.cites[name[1:]], strings.Join(a, " "))
	}
}

// writeCitation writes what .Rs to .Re cite.
func (m *mdocPage) writeCitation() {
	cites := m.cites
	m.cites = nil
	if m.heading == "SEE ALSO" {
		m.flush()
		m.gap = true
	}
	some := false
	for _, key := range strings.Split(citationOrder, "") {
		values := cites[key]
		if len(values) == 0 {
			continue
		}
		if some {
			m.glue()
			m.put(",", 0)
		}
		some = true
		m.writeField(key, values, len(cites["J"])+len(cites["B"]) > 0)
	}
	if some {
		m.glue()
		m.put(".", 0)
	}
	m.endWords()
}

func (m *mdocPage) writeField(key string, values []string, part bool) {
	switch {
	case key == "A":
		m.enumerate(values, 0, "")
	case key == "T" && part:
		m.enclose(enclosure{`\(lq`, `\(rq`}, []string{strings.Join(values, " ")})
	case key == "T" || key == "B" || key == "J" || key == "I":
		m.put(strings.Join(values, ", "), italic)
	default:
		m.put(strings.Join(values, ", "), 0)
	}
}

// An mdocList is a .Bl that is open.
type mdocList struct {
	kind    string
	depth   int // of the frames around it
	columns int
	compact bool
	pre     bool // whether lines are kept around it
	look    font

	// Of a list of columns:
	inRow bool
	rows  []doc.Row
	cells []doc.Cell
}

// listMacro carries out .Bl, .It and .El.
func (m *mdocPage) listMacro(name, args string) bool {
	switch name {
	case "Bl":
		m.beginList(fields(args))
	case "It":
		m.nextListItem(args)
	case "El":
		m.endList()
	default:
		return false
	}
	return true
}

// list returns the innermost list that is open, or nil.
func (m *mdocPage) list() *mdocList {
	if n := len(m.lists); n > 0 {
		return &m.lists[n-1]
	}
	return nil
}

func (m *mdocPage) beginList(a []string) {
	f := m.flags(a)
	m.flush()
	l := mdocList{kind: f.kind, depth: len(m.frames), columns: offset, compact: f.compact, pre: m.pre, look: m.look}
	if f.width != "" {
		l.columns = m.columnsOf(f.width) + 2
	}
	m.pre = false
	m.gap = m.gap || !f.compact
	if columns := m.columnsOf(f.offset); columns > 0 {
		m.open(inIndent, columns)
	}
	switch f.kind {
	case "bullet", "dash", "hyphen":
		m.openList(doc.Bullet, 0, max(l.columns, 2), f.compact)
	case "enum":
		m.openList(doc.Ordered, 1, max(l.columns, 4), f.compact)
	case "item", "column":
	default:
		m.openList(doc.Definition, 0, max(l.columns, 2), f.compact)
	}
	m.lists = append(m.lists, l)
}

// nextListItem carries out .It. What is open within the item before ends.
func (m *mdocPage) nextListItem(args string) {
	l := m.list()
	if l == nil {
		m.breakLine()
		m.writeLine(fields(args))
		return
	}
	m.settle()
	m.opened = nil
	if l.kind == "column" {
		m.nextRow(l, args)
		return
	}
	for len(m.frames) > l.depth+1 && m.top().kind != inList {
		m.close()
	}
	m.flush()
	m.pre, m.look = false, l.look
	if l.kind == "item" {
		m.gap = m.gap || !l.compact
		return
	}
	f := m.top()
	if f.kind != inList {
		return // an end that belongs to another
	}
	if f.item && m.gap {
		f.list.Tight = false // .Pp before .It
	}
	m.nextItem()
	switch l.kind {
	case "bullet", "dash", "hyphen", "enum":
	case "diag":
		m.put(args, bold)
		m.term(m.take())
	default:
		m.head(args)
	}
	m.gap = false
}

// head writes the term of an item, up to .Xc if there is an .Xo.
func (m *mdocPage) head(args string) {
	m.writeLine(fields(args))
	take := func() { m.term(m.take()) }
	if m.extended {
		m.after = take
		return
	}
	take()
}

func (m *mdocPage) endList() {
	l := m.list()
	if l == nil {
		return
	}
	m.settle()
	m.endRow(l)
	rows := l.rows
	m.closeTo(l.depth)
	m.pre, m.look = l.pre, l.look
	if m.lists = m.lists[:len(m.lists)-1]; len(rows) > 0 {
		m.block(doc.Table{Rows: rows})
	}
}

// nextRow begins a row of a list of columns. Cells stand between tabs or .Ta.
func (m *mdocPage) nextRow(l *mdocList, args string) {
	m.endRow(l)
	l.inRow = true
	m.open(inCell, 0)
	for i, phrase := range strings.Split(args, "\t") {
		if i > 0 {
			m.nextCell()
		}
		m.writeLine(fields(strings.Trim(phrase, " ")))
	}
}

// nextCell begins a cell.
func (m *mdocPage) nextCell() {
	l := m.list()
	if l == nil || !l.inRow {
		return
	}
	m.endCell(l)
	m.open(inCell, 0)
}

// cellOf takes a line of text in a list of columns that has tabs.
func (m *mdocPage) cellOf(line string) bool {
	l := m.list()
	if l == nil || !l.inRow || !strings.Contains(line, "\t") {
		return false
	}
	for i, phrase := range strings.Split(line, "\t") {
		if i > 0 {
			m.nextCell()
		}
		m.write(strings.Trim(phrase, " "))
		m.endLine()
	}
	return true
}

func (m *mdocPage) endCell(l *mdocList) {
	for len(m.frames) > l.depth+1 && m.top().kind != inCell {
		m.close()
	}
	m.flush()
	if m.top().kind == inCell {
		l.cells = append(l.cells, doc.Cell{Blocks: m.top().blocks})
		m.frames = m.frames[:len(m.frames)-1]
	}
}

func (m *mdocPage) endRow(l *mdocList) {
	if !l.inRow {
		return
	}
	m.endCell(l)
	l.rows = append(l.rows, doc.Row{Cells: l.cells})
	l.cells, l.inRow = nil, false
}
