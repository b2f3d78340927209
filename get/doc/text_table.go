package doc

import (
	"sort"
	"strings"
)

// gap stands between the columns of a table without border.
const gap = "   "

// A grid is a table with its cells where they are drawn.
type grid struct {
	cells  [][]*gridCell // by row and column; a cell that spans is there more than once
	widths []int         // of the columns
	tops   []int         // which line each row begins with
	border bool
	rows   []Row
}

type gridCell struct {
	Cell
	row, col, colSpan, rowSpan int
	lines                      []line
}

// Limits of spans, so that a table is not much larger than its text.
const (
	maxColSpan = 100
	maxRowSpan = 1000
)

// newGrid finds the place of each cell.
func newGrid(t Table) *grid {
	g := &grid{cells: make([][]*gridCell, len(t.Rows)), border: t.Border, rows: t.Rows}
	for r, row := range t.Rows {
		col := 0
		for _, c := range row.Cells {
			for g.at(r, col) != nil {
				col++
			}
			cell := &gridCell{c, r, col, min(max(c.ColSpan, 1), maxColSpan), min(max(c.RowSpan, 1), maxRowSpan, len(t.Rows)-r), nil}
			g.place(cell)
			col += cell.colSpan
		}
	}
	for r := range g.cells {
		for len(g.cells[r]) < len(g.widths) {
			g.cells[r] = append(g.cells[r], nil)
		}
	}
	return g
}

func (g *grid) at(row, col int) *gridCell {
	if col < len(g.cells[row]) {
		return g.cells[row][col]
	}
	return nil
}

func (g *grid) place(c *gridCell) {
	for r := c.row; r < c.row+c.rowSpan; r++ {
		for len(g.cells[r]) < c.col+c.colSpan {
			g.cells[r] = append(g.cells[r], nil)
		}
		for col := c.col; col < c.col+c.colSpan; col++ {
			if g.cells[r][col] == nil {
				g.cells[r][col] = c
			}
		}
	}
	for len(g.widths) < c.col+c.colSpan {
		g.widths = append(g.widths, 1)
	}
}

// each calls f for each cell once.
func (g *grid) each(f func(*gridCell)) {
	for r, row := range g.cells {
		for col, c := range row {
			if c != nil && c.row == r && c.col == col {
				f(c)
			}
		}
	}
}

// layOut breaks c into lines of at most width columns.
func (c *gridCell) layOut(width, nested int) {
	c.lines = nil
	t := textWriter{width: width, fresh: true, nested: nested, emit: func(l line) { c.lines = append(c.lines, l) }}
	t.blocks(c.Blocks, 0)
	t.flush()
}

// widest is the width of the longest line of c.
func (c *gridCell) widest() (n int) {
	for _, l := range c.lines {
		n = max(n, l.width())
	}
	return n
}

// measure chooses the widths of the columns: those that the text would have
// without limit, the widest made narrower until all fit into room.
func (g *grid) measure(room, nested int) {
	g.each(func(c *gridCell) {
		c.layOut(room, nested)
		if c.colSpan == 1 {
			g.widths[c.col] = max(g.widths[c.col], c.widest())
		}
	})
	g.each(func(c *gridCell) {
		if missing := c.widest() - g.width(c); c.colSpan > 1 && missing > 0 {
			g.widths[c.col+c.colSpan-1] += missing
		}
	})
	room -= len(g.between()) * (len(g.widths) - 1)
	if g.border {
		room -= 4
	}
	g.narrow(room)
	g.each(func(c *gridCell) {
		if w := g.width(c); w < c.widest() {
			c.layOut(w, nested)
		}
	})
	g.stack()
}

// narrow makes no column wider than all can be in room, but for the narrowest.
func (g *grid) narrow(room int) {
	fits := func(most int) bool {
		total := 0
		for _, w := range g.widths {
			total += min(w, most)
		}
		return total <= room
	}
	most := sort.Search(max(room, 4), func(i int) bool { return !fits(i) }) - 1
	for i, w := range g.widths {
		g.widths[i] = min(w, max(most, 4))
	}
}

// stack finds how many lines each row has. A cell that reaches into rows below
// has as many as all of them; what is too long for them makes the last one
// longer.
func (g *grid) stack() {
	g.tops = make([]int, len(g.rows)+1)
	for r, row := range g.cells {
		n := 1
		for _, c := range row {
			if c != nil && r == c.row+c.rowSpan-1 {
				n = max(n, len(c.lines)-(g.tops[r]-g.tops[c.row]))
			}
		}
		g.tops[r+1] = g.tops[r] + n
	}
}

// between is what stands between two columns.
func (g *grid) between() string {
	if g.border {
		return " | "
	}
	return gap
}

// width is how many columns of text a cell has.
func (g *grid) width(c *gridCell) int {
	n := len(g.between()) * (c.colSpan - 1)
	for _, w := range g.widths[c.col : c.col+c.colSpan] {
		n += w
	}
	return n
}

// maxNested is how deep in each other tables are drawn: each is laid out twice,
// all that is in it too.
const maxNested = 3

func (t *textWriter) table(table Table, indent int) {
	g := newGrid(table)
	switch {
	case len(g.widths) == 0:
		return
	case t.nested == maxNested:
		g.each(func(c *gridCell) { t.blocks(c.Blocks, indent) })
		return
	}
	g.measure(t.room(indent), t.nested+1)
	for r, row := range g.rows {
		if g.border || row.Rule || r > 0 && g.rows[r-1].Header && !row.Header {
			t.put(indent, g.rule(r))
		}
		for i := range g.tops[r+1] - g.tops[r] {
			t.put(indent, g.line(r, i))
		}
	}
	if g.border {
		t.put(indent, g.rule(len(g.rows)))
	}
}

// line returns line i of row r.
func (g *grid) line(r, i int) (out line) {
	side := func(s string) {
		if g.border {
			out = append(out, piece{text: s})
		}
	}
	side("│ ")
	for col := 0; col < len(g.widths); {
		if col > 0 {
			out = append(out, piece{text: strings.ReplaceAll(g.between(), "|", "│")})
		}
		c := g.cells[r][col]
		if c == nil {
			out = append(out, piece{text: strings.Repeat(" ", g.widths[col])})
			col++
			continue
		}
		var l line
		if n := i + g.tops[r] - g.tops[c.row]; n < len(c.lines) {
			l = c.lines[n]
		}
		out = append(out, c.aligned(l, g.width(c))...)
		col = max(col+1, c.col+c.colSpan)
	}
	side(" │")
	return out
}

// aligned returns l in a line of the given width.
func (c *gridCell) aligned(l line, width int) line {
	free := max(width-l.width(), 0)
	before := 0
	switch c.Align {
	case Center:
		before = free / 2
	case Right:
		before = free
	}
	return append(append(line{{text: strings.Repeat(" ", before)}}, l...), piece{text: strings.Repeat(" ", free-before)})
}

// rule returns the line above row r; that below the last if there is none.
func (g *grid) rule(r int) line {
	if !g.border {
		n := len(gap) * (len(g.widths) - 1)
		for _, w := range g.widths {
			n += w
		}
		return line{{text: strings.Repeat("─", n)}}
	}
	var b strings.Builder
	for col := 0; col <= len(g.widths); col++ {
		up, down := r > 0 && g.divides(r-1, col), r < len(g.rows) && g.divides(r, col)
		if col > 0 {
			fill := "─"
			if g.spans(r, col-1) {
				fill = " "
			}
			b.WriteString(strings.Repeat(fill, g.widths[col-1]+2))
		}
		b.WriteString(junction(up, down, col > 0 && !g.spans(r, col-1), col < len(g.widths) && !g.spans(r, col)))
	}
	return line{{text: b.String()}}
}

// divides reports whether a cell ends or begins left of column col.
func (g *grid) divides(r, col int) bool {
	return col == 0 || col == len(g.widths) || g.cells[r][col] == nil || g.cells[r][col] != g.cells[r][col-1]
}

// spans reports whether a cell of the row above reaches into row r.
func (g *grid) spans(r, col int) bool {
	return r > 0 && r < len(g.rows) && g.cells[r][col] != nil && g.cells[r][col] == g.cells[r-1][col]
}

// junction returns the sign for lines that meet from those sides.
func junction(up, down, left, right bool) string {
	i := 0
	for bit, on := range []bool{up, down, left, right} {
		if on {
			i |= 1 << bit
		}
	}
	return [...]string{" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"}[i]
}
