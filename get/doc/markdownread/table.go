package markdownread

import (
	"strings"

	"uriel.dev/get/doc"
)

// tableBegins reads rest as the line below the head of a table (GitHub Flavored
// Markdown, section 4.10). The head is the last line of the paragraph.
func (p *parser) tableBegins(rest string) bool {
	columns, ok := aligns(rest)
	if !ok {
		return false
	}
	head := strings.TrimSuffix(string(p.text[p.last:]), "\n")
	if countCells(head) != len(columns) {
		return false
	}
	depth := len(p.open)
	if p.text = p.text[:p.last]; p.last > 0 {
		p.closeLeaf()
		p.begin(depth, table, inTable)
	} else {
		p.leaf.kind, p.state = table, inTable
	}
	p.width = len(columns)
	p.append(rest)
	p.append(head)
	return true
}

// isRow reports whether a line can be a row of the table. What shows the table makes
// room for cells that a row has not, so that a short text could take much memory if
// their number had no limit.
func (p *parser) isRow(line string) bool {
	missing := max(p.width-countCells(line), 0)
	if missing > p.room {
		return false
	}
	p.room -= missing
	return true
}

// aligns reads the line below the head: cells of hyphens, with colons on the sides
// where the text of the column is to stand.
func aligns(line string) (out []doc.Align, ok bool) {
	if strings.Trim(line, "|-: \t") != "" || !strings.Contains(line, "-") {
		return nil, false
	}
	ok = true
	for c := range cells(line) {
		left, right := strings.HasPrefix(c, ":"), strings.HasSuffix(c, ":")
		hyphens := strings.TrimSuffix(strings.TrimPrefix(c, ":"), ":")
		ok = ok && hyphens != "" && run(hyphens, '-') == len(hyphens)
		switch {
		case left && right:
			out = append(out, doc.Center)
		case right:
			out = append(out, doc.Right)
		default:
			out = append(out, doc.Left)
		}
	}
	return out, ok
}

func countCells(line string) (n int) {
	for range cells(line) {
		n++
	}
	return n
}

// cells calls yield with the text of each cell of a row. In it, "\|" is a bar already.
func cells(line string) func(yield func(cell string) bool) {
	return func(yield func(cell string) bool) {
		line := strings.TrimPrefix(strings.Trim(line, " \t"), "|")
		for line != "" {
			i := 0
			for i < len(line) && (line[i] != '|' || i > 0 && line[i-1] == '\\') {
				i++
			}
			cell := strings.Trim(line[:i], " \t")
			if !yield(strings.ReplaceAll(cell, `\|`, "|")) {
				return
			}
			line = line[min(i+1, len(line)):]
		}
	}
}

// table makes a table of its lines. A row has no more cells than the head.
func (t *tree) table(b *block) doc.Table {
	var out doc.Table
	below, rest, _ := strings.Cut(b.text, "\n")
	columns, _ := aligns(below)
	for line := range strings.SplitSeq(rest, "\n") {
		row := doc.Row{Header: len(out.Rows) == 0}
		for text := range cells(line) {
			if len(row.Cells) == len(columns) {
				break
			}
			cell := doc.Cell{Align: columns[len(row.Cells)]}
			if inlines := t.inlines(text); len(inlines) > 0 {
				cell.Blocks = []doc.Block{doc.Paragraph{Inlines: inlines}}
			}
			row.Cells = append(row.Cells, cell)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
