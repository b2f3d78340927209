package markdown

import "bytes"

// tableStarts reports whether the line from at to end is the one below the head of a
// table (GitHub Flavored Markdown, section 4.10), the head being the last line of the
// paragraph. If so, it reads both.
func (p *blocks) tableStarts(at, end int) bool {
	columns := delimiters(p.shown[at:end])
	if columns == 0 {
		return false
	}
	headEnd := p.end
	n := 0
	cells(p.shown, p.last, headEnd, func(int, int) { n++ })
	if n != columns {
		return false
	}
	head := p.last
	if p.end = head; p.start < head {
		p.closeLeaf()
	}
	p.state, p.columns = table, columns
	p.row(head, headEnd)
	return true
}

// row reads a row of the table. It has no more cells than the head.
func (p *blocks) row(start, end int) {
	n := 0
	cells(p.shown, start, end, func(from, to int) {
		if n++; n <= p.columns && from < to {
			p.leaf(from, to, cellLeaf)
		}
	})
}

// cells calls visit with where the cells of a row are.
func cells(b []byte, start, end int, visit func(from, to int)) {
	start, end = trim(b, start, end)
	if start < end && b[start] == '|' {
		start++
	}
	for start < end {
		i := start
		for i < end && (b[i] != '|' || i > start && b[i-1] == '\\') {
			i++
		}
		visit(trim(b, start, i))
		start = i + 1
	}
}

// trim returns what is left of the text from start to end without blanks.
func trim(b []byte, start, end int) (int, int) {
	for start < end && isSpace(b[start]) {
		start++
	}
	for start < end && isSpace(b[end-1]) {
		end--
	}
	return start, end
}

// delimiters returns how many cells the line has that is below the head, and 0 if it
// is none. Cells are hyphens with a colon on either side, or both, or none.
func delimiters(rest []byte) int {
	n, ok := 0, bytes.IndexByte(rest, '-') >= 0
	cells(rest, 0, len(rest), func(from, to int) {
		cell := bytes.TrimSuffix(bytes.TrimPrefix(rest[from:to], []byte(":")), []byte(":"))
		n++
		ok = ok && len(cell) > 0 && count(cell, '-') == len(cell)
	})
	if !ok {
		return 0
	}
	return n
}
