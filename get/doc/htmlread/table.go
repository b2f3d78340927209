package htmlread

import (
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"uriel.dev/get/doc"
)

// table reads a table. Its caption stands before it.
func (p *reader) table(n *html.Node) {
	p.cut(true)
	t := doc.Table{Border: attr(n, "border") != "" && attr(n, "border") != "0"}
	var read func(n *html.Node, header bool)
	read = func(n *html.Node, header bool) {
		for c := range n.ChildNodes() {
			switch c.DataAtom {
			case atom.Caption:
				p.part(c, true)
			case atom.Thead:
				read(c, true)
			case atom.Tbody, atom.Tfoot:
				read(c, false)
			case atom.Tr:
				p.anchor(c)
				if row := p.row(c); len(row.Cells) > 0 {
					row.Header = row.Header || header
					t.Rows = append(t.Rows, row)
				}
			}
		}
	}
	read(n, false)
	if len(t.Rows) > 0 {
		p.add(t)
	}
	p.gap = true
}

func (p *reader) row(n *html.Node) doc.Row {
	row := doc.Row{Header: true}
	for c := range n.ChildNodes() {
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th {
			continue
		}
		row.Header = row.Header && c.DataAtom == atom.Th
		p.gap = false
		p.anchor(c)
		row.Cells = append(row.Cells, doc.Cell{ColSpan: number(c, "colspan"), RowSpan: number(c, "rowspan"), Align: alignOf(c), Blocks: p.inside(c)})
	}
	return row
}

// number reads an attribute that is a small number; 0 if it is none.
func number(n *html.Node, name string) int {
	i, err := strconv.ParseUint(attr(n, name), 10, 16)
	if err != nil {
		return 0
	}
	return int(i)
}

func alignOf(n *html.Node) doc.Align {
	switch attr(n, "align") {
	case "center":
		return doc.Center
	case "right":
		return doc.Right
	}
	return doc.Left
}
