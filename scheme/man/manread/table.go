package manread

import (
	"strings"

	"uriel.dev/get/doc"
)

// maxColumns bounds the columns of a table.
const maxColumns = 200

// A table is one of tbl(1) while it is read.
type table struct {
	*reader
	tab     string
	border  bool
	formats [][]format // of rows; the last is of all that follow
	next    int        // the format of the next row
	doc.Table
	rule   bool              // before the next row
	header int               // rows that are known to be a header
	above  [maxColumns]place // of the cells that \^ makes longer
}

// A place is that of a cell in a table, counted from 1.
type place struct{ row, cell int }

// format is how a cell looks.
type format struct {
	kind byte // 'l', 'r', 'c', 'n', 'a', 's', '^', '_', '='
	font font
}

// readTable reads a table up to .TE, with the formats of .T& in between. There
// is none in a cell.
func (r *reader) readTable() {
	if r.inTable {
		return
	}
	r.inTable = true
	defer func() { r.inTable = false }()
	r.flush()
	if r.language == nil {
		r.language = newMan(r)
	}
	t := table{reader: r, tab: "\t"}
	pre, f := r.pre, r.font
	r.pre = false
	line, ok := r.line()
	if ok && strings.HasSuffix(strings.TrimRight(line, " \t"), ";") {
		t.options(line)
		line, ok = r.line()
	}
	for ok && t.readFormats(line) {
		if !t.readRows() {
			break
		}
		line, ok = r.line()
	}
	r.pre = pre
	r.setFont(f, true)
	if t.finish(); len(t.Rows) > 0 {
		r.block(t.Table)
	}
	r.gap = true
}

// line returns the next line, expanded.
func (r *reader) line() (string, bool) {
	line, ok := r.next(0)
	return r.expand(line), ok
}

// options reads the line of options, such as "allbox tab(:);".
func (t *table) options(line string) {
	line = strings.ToLower(line)
	for _, name := range [...]string{"allbox", "box", "frame"} {
		t.border = t.border || strings.Contains(line, name)
	}
	if _, rest, ok := strings.Cut(line, "tab"); ok {
		if rest = strings.TrimLeft(rest, " ("); rest != "" {
			t.tab = rest[:charLen(rest)]
		}
	}
}

// readFormats reads the lines of formats, the first of which is given, up to a
// dot. It reports whether there is one.
func (t *table) readFormats(line string) bool {
	t.formats, t.next = nil, 0
	for len(t.formats) < maxColumns {
		text, _, end := strings.Cut(line, ".")
		for part := range strings.SplitSeq(text, ",") {
			if f := formatsOf(part); len(f) > 0 {
				t.formats = append(t.formats, f)
			}
		}
		if end {
			return len(t.formats) > 0
		}
		var ok bool
		if line, ok = t.line(); !ok || line == ".TE" {
			return false
		}
	}
	t.readUntil("TE")
	return false
}

// formatsOf reads the formats of one row: a letter for each column, with what
// changes it.
func formatsOf(s string) (out []format) {
	for s = strings.TrimLeft(s, " \t|"); s != "" && len(out) < maxColumns; s = strings.TrimLeft(s, " \t|") {
		f := format{kind: s[0] | 0x20}
		if s[0] == '^' || s[0] == '_' || s[0] == '-' || s[0] == '=' {
			f.kind = s[0]
		}
		s = f.modify(s[1:])
		if strings.IndexByte("lrcnas^_-=", f.kind) >= 0 {
			out = append(out, f)
		}
	}
	return out
}

// modify reads what changes a format at the start of s, and returns the rest.
func (f *format) modify(s string) string {
	for s != "" {
		switch c := s[0]; {
		case c == 'b' || c == 'B':
			f.font |= bold
		case c == 'i' || c == 'I':
			f.font |= italic
		case c == 'f' || c == 'F' || c == 'm' || c == 'M':
			name, n := fontOf(s[1:])
			if look, ok := fontName(name); ok && (c == 'f' || c == 'F') {
				f.font |= look
			}
			s = s[n:]
		case c == '(':
			_, after, _ := strings.Cut(s, ")")
			s = "(" + after
		case '0' <= c && c <= '9', strings.IndexByte("tTdDuUzZxXeEpPvVwW+ \t", c) >= 0 && !beginsFormat(s):
		default:
			return s
		}
		s = s[1:]
	}
	return s
}

// beginsFormat reports whether a blank ends the format before it.
func beginsFormat(s string) bool {
	rest := strings.TrimLeft(s, " \t")
	return len(rest) < len(s) && (rest == "" || strings.IndexByte("lLrRcCnNaAsS^_-=|", rest[0]) >= 0)
}

// fontOf reads the name of a font: x, xx or (xxx). The length is of what is to be
// passed over but the last octet.
func fontOf(s string) (name string, n int) {
	switch {
	case s == "":
		return "", 0
	case s[0] == '(':
		i := max(strings.IndexByte(s, ')'), 1)
		return s[1:i], min(i+1, len(s))
	case len(s) > 1 && 'A' <= s[1] && s[1] <= 'Z':
		return s[:2], 2
	}
	return s[:1], 1
}

// readRows reads rows up to .TE, or up to .T&, behind which more formats stand.
func (t *table) readRows() (more bool) {
	for t.err == nil {
		line, ok := t.line()
		name, args, isControl := t.splitControl(line)
		switch {
		case !ok, isControl && name == "TE":
			return false
		case isControl && name == "T&":
			return true
		case isControl && name == "TH":
			t.header = len(t.Rows)
		case isControl && (name == "" || strings.Trim(name, "0123456789") != ""):
			t.conditional(name, args)
		case line == "_" || line == "=":
			t.rule = true
			if len(t.Rows) == 1 {
				t.header = 1
			}
		default:
			t.row(line)
		}
	}
	return false
}

// conditional carries out what may stand between rows: definitions, but no
// text.
func (t *table) conditional(name, args string) {
	switch name {
	case "ds", "nr", "if", "ie", "el", "de", "ig", "rm":
		t.call(name, args)
	}
}

// row reads a row that begins with line. Text between T{ and T} takes further
// lines.
func (t *table) row(line string) {
	for t.next < len(t.formats)-1 && isRule(t.formats[t.next]) {
		t.rule = true
		t.next++
	}
	formats := t.formats[min(t.next, len(t.formats)-1)]
	t.next++
	row := doc.Row{Rule: t.rule, Header: true}
	t.rule = false
	rest, more := line, true
	for col, f := range formats {
		if f.kind == 's' {
			if n := len(row.Cells); n > 0 {
				row.Cells[n-1].ColSpan = max(row.Cells[n-1].ColSpan, 1) + 1
			}
			continue
		}
		var text string
		if more {
			text, rest, more = strings.Cut(rest, t.tab)
		}
		var after string
		c := doc.Cell{Align: f.align()}
		switch {
		case strings.TrimRight(text, " ") == "T{":
			c.Blocks, after = t.textBlock(f.font)
			_, rest, more = strings.Cut(after, t.tab)
		case f.kind == '^' || text == `\^`:
			if t.lengthen(t.above[col]) {
				continue
			}
		case text == "_" || text == "=" || text == `\_` || text == `\=` || strings.IndexByte("_-=", f.kind) >= 0:
		default:
			c.Blocks = t.cell(text, f.font)
		}
		row.Header = row.Header && f.font&bold != 0
		row.Cells = append(row.Cells, c)
		t.above[col] = place{len(t.Rows) + 1, len(row.Cells)}
	}
	t.Rows = append(t.Rows, row)
}

// lengthen has a cell reach into one row more, if there is such one.
func (t *table) lengthen(p place) bool {
	if p.row == 0 {
		return false
	}
	c := &t.Rows[p.row-1].Cells[p.cell-1]
	c.RowSpan = max(c.RowSpan, 1) + 1
	return true
}

// isRule reports whether a row of formats is but a line, which has no data.
func isRule(formats []format) bool {
	for _, f := range formats {
		if strings.IndexByte("_-=", f.kind) < 0 {
			return false
		}
	}
	return len(formats) > 0
}

func (f format) align() doc.Align {
	switch f.kind {
	case 'c':
		return doc.Center
	case 'r', 'n':
		return doc.Right
	}
	return doc.Left
}

// cell returns the text of a cell.
func (t *table) cell(text string, f font) []doc.Block {
	t.reader.before, t.reader.font = f, f
	t.write(strings.Trim(text, " "))
	t.continued = false
	runs := t.take()
	if len(runs) == 0 {
		return nil
	}
	return []doc.Block{doc.Paragraph{Inlines: inlines(runs, false)}}
}

// textBlock reads the lines up to T}, and returns what stands behind that.
func (t *table) textBlock(f font) (blocks []doc.Block, after string) {
	depth := len(t.frames)
	t.open(inCell, 0)
	t.reader.before, t.reader.font, t.gap = f, f, false
	for t.err == nil {
		line, ok := t.line()
		if !ok || strings.HasPrefix(line, ".TE") {
			t.push(input{rest: ".TE\n"})
			break
		}
		var end bool
		if after, end = strings.CutPrefix(line, "T}"); end {
			break
		}
		t.interpret(line)
	}
	t.fill(true)
	t.closeTo(depth + 1)
	blocks = t.top().blocks
	t.frames = t.frames[:depth]
	return blocks, after
}

// finish marks the rows that are a header, which Markdown and HTML tell apart.
func (t *table) finish() {
	t.Table.Border = t.border
	for i := range t.Rows {
		row := &t.Rows[i]
		row.Header = i < t.header || i == 0 && row.Header && len(t.Rows) > 1 && len(row.Cells) > 0
	}
}
