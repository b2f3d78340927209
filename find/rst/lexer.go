package rst

import (
	"bytes"
	"strings"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
	"uriel.dev/uri"
)

// none is the indentation of no block.
const none = -1

// A lexer reads pieces of a file, which are its paragraphs.
type lexer struct {
	*piece.Piece
	literal int // the text of what is indented deeper is literal
}

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece = p
	s := p.Source
	if x.isLiteral(s) {
		x.Copy(0, len(s))
		return
	}
	text := 0 // where text begins that is not read yet
	for i := 0; i < len(s); {
		end := lineEnd(s, i)
		if begin, next := x.explicit(i, end); next > 0 {
			x.text(text, i)
			x.Copy(i, begin)
			x.target(begin, next)
			text, end = next, next
		}
		i = end
	}
	x.text(text, len(s))
	x.opensLiteral(s)
}

// isLiteral reports whether a piece is of a literal block, which ends with the first
// line that is not indented deeper than what opened it. A blank line says nothing.
func (x *lexer) isLiteral(s []byte) bool {
	if x.literal == none || piece.IsBlank(s) {
		return x.literal != none
	}
	if indent(s) > x.literal {
		return true
	}
	x.literal = none
	return false
}

// opensLiteral looks whether what follows a piece is a literal block: its last line
// ends with "::", or it is a directive for code.
func (x *lexer) opensLiteral(s []byte) {
	text := bytes.TrimRight(s, " \t\r\n")
	last := text[bytes.LastIndexByte(text, '\n')+1:]
	name, _ := directive(bytes.TrimLeft(s, " \t"))
	other, _ := directive(bytes.TrimLeft(last, " \t"))
	switch {
	case isCode[name]:
		x.literal = indent(s)
	case bytes.HasSuffix(last, []byte("::")) && other == "":
		x.literal = textIndent(last)
	}
}

// textIndent returns by how much the text of a line is indented, behind the mark of
// an item.
func textIndent(line []byte) int {
	column := indent(line)
	mark, _, ok := bytes.Cut(line[column:], []byte(" "))
	if !ok || len(mark) == 0 {
		return column
	}
	isItem := len(mark) == 1 && strings.IndexByte("*+-", mark[0]) >= 0 ||
		len(mark) < len("(mmmm)") && strings.IndexByte(".)", mark[len(mark)-1]) >= 0
	if !isItem {
		return column
	}
	column += len(mark)
	return column + indent(line[column:])
}

var isCode = map[string]bool{"code": true, "code-block": true, "sourcecode": true, "highlight": true}

// explicit looks whether the line from i to end begins a target of explicit markup.
// It returns where the reference begins, and where what it is in ends; 0 if there is none.
func (x *lexer) explicit(i, end int) (begin, next int) {
	s := x.Source
	column := indent(s[i:end])
	mark := i + column
	rest := s[mark:end]
	n := 0
	switch {
	case bytes.HasPrefix(rest, []byte("__ ")):
		n = len("__ ")
	case bytes.HasPrefix(rest, []byte(":target:")):
		n = len(":target:")
	case len(rest) > len("..") && rest[0] == '.' && rest[1] == '.' && isBlank(rest[2]):
		n = targetOf(rest)
	}
	if n == 0 {
		return 0, 0
	}
	next = end
	for next < len(s) && indent(s[next:]) > column {
		line := s[next:lineEnd(s, next)]
		if c := bytes.TrimLeft(line, " \t"); len(c) == 0 || c[0] == ':' { // an option
			break
		}
		next += len(line)
	}
	return mark + n, next
}

// targetOf returns where the reference begins in a line that begins with "..": behind
// "_name:" or "image::". It is 0 if there is none.
func targetOf(line []byte) int {
	rest := bytes.TrimLeft(line[len(".."):], " \t")
	before := len(line) - len(rest)
	if len(rest) > 0 && rest[0] == '_' {
		if n := nameEnd(rest); n > 0 {
			return before + n
		}
		return 0
	}
	switch name, n := directive(line); name {
	case "image", "figure":
		return n
	}
	return 0
}

// nameEnd returns where the name of a target ends, behind its colon: "_name:",
// "_`na:me`:" or "__:".
func nameEnd(b []byte) int {
	i := 1
	if i < len(b) && b[i] == '`' {
		n := bytes.IndexByte(b[i+1:], '`')
		if n < 0 {
			return 0
		}
		i += n + 2
	}
	for ; i < len(b); i++ {
		switch {
		case b[i] == '\\':
			i++
		case b[i] == ':' && (i+1 == len(b) || isBlank(b[i+1]) || isEnd(b[i+1])):
			return i + 1
		}
	}
	return 0
}

// directive returns the name of the directive that a line is, without a substitution
// before it, and where its argument begins.
func directive(line []byte) (name string, argument int) {
	if !bytes.HasPrefix(line, []byte("..")) {
		return "", 0
	}
	rest := bytes.TrimLeft(line[len(".."):], " \t")
	if len(rest) > 1 && rest[0] == '|' {
		n := bytes.IndexAny(rest[1:], "|\n")
		if n < 0 || rest[n+1] != '|' {
			return "", 0
		}
		rest = bytes.TrimLeft(rest[n+2:], " \t")
	}
	n := 0
	for n < len(rest) && (isWord(rest[n]) || rest[n] == '-') {
		n++
	}
	if !bytes.HasPrefix(rest[n:], []byte("::")) {
		return "", 0
	}
	return string(rest[:n]), len(line) - len(rest) + n + len("::")
}

// target reads what stands from i to end as a reference, unless it is the name of
// another target.
func (x *lexer) target(i, end int) {
	s := x.Source
	for i < end && isSpace(s[i]) {
		i++
	}
	last := end
	for last > i && isSpace(s[last-1]) {
		last--
	}
	start := len(x.Text())
	isName := last > i && (s[last-1] == '_' && (last-2 < i || s[last-2] != '\\') || s[i] == '`' || s[i] == '|')
	if isName {
		x.text(i, end)
		return
	}
	for i < last {
		x.upToSpace(&i, last)
		for i < last && isSpace(s[i]) {
			i++
		}
	}
	x.Claim(form, start, len(x.Text()), meaning)
	x.Copy(last, end)
}

// upToSpace reads with escapes up to white space or last.
func (x *lexer) upToSpace(i *int, last int) {
	begin := *i
	for *i < last && !isSpace(x.Source[*i]) {
		if x.Source[*i] == '\\' && *i+1 < last {
			*i++
		}
		*i++
	}
	x.escaped(begin, *i)
}

// escaped reads from i to end without the backslashes that hide something. One before
// white space separates words that are written as one.
func (x *lexer) escaped(i, end int) {
	s := x.Source
	for i < end {
		n := bytes.IndexByte(s[i:end], '\\')
		if n < 0 || i+n+1 == end {
			x.Copy(i, end)
			return
		}
		x.Copy(i, i+n)
		i += n + 1
		if isSpace(s[i]) {
			x.Put(piece.Gap, i-1, i)
		} else {
			x.Copy(i, i+1)
			i++
		}
	}
}

// text reads text, with its inline markup.
func (x *lexer) text(i, end int) {
	s := x.Source
	for i < end {
		n := bytes.IndexByte(s[i:end], '`')
		if n < 0 {
			break
		}
		tick := i + n
		if isEscaped(s[i:tick]) {
			x.escaped(i, tick+1)
			i = tick + 1
			continue
		}
		x.escaped(i, tick)
		if tick+1 < end && s[tick+1] == '`' {
			i = x.literalText(tick, end)
		} else {
			i = x.phrase(tick, end)
		}
	}
	if i < end {
		x.escaped(i, end)
	}
}

// isEscaped reports whether what follows b is escaped: an odd number of backslashes
// stands before it.
func isEscaped(b []byte) bool {
	return (len(b)-len(bytes.TrimRight(b, `\`)))%2 == 1
}

// literalText reads literal text, which begins with two backquotes at i, and
// returns where it ends.
func (x *lexer) literalText(i, end int) int {
	const mark = "``"
	n := bytes.Index(x.Source[i+len(mark):end], []byte(mark))
	if n < 0 {
		x.escaped(i, end)
		return end
	}
	next := i + len(mark) + n + len(mark)
	x.Copy(i, next)
	return next
}

// phrase reads what stands in backquotes from i on, and returns where it ends. If it is
// a reference, it may have its target in it.
func (x *lexer) phrase(i, end int) int {
	s := x.Source
	closing := i + 1
	for closing < end && s[closing] != '`' {
		if s[closing] == '\\' {
			closing++
		}
		closing++
	}
	if closing >= end {
		x.escaped(i, end)
		return end
	}
	open := bytes.LastIndexByte(s[i:closing], '<') + i
	isTarget := closing+1 < end && s[closing+1] == '_' && s[closing-1] == '>' && s[closing-2] != '\\' &&
		open > i && (open == i+1 || isSpace(s[open-1]))
	if !isTarget {
		x.escaped(i, closing+1)
		return closing + 1
	}
	x.escaped(i, open+1)
	x.target(open+1, closing-1)
	x.Copy(closing-1, closing+1)
	return closing + 1
}

// meaning returns the URI of a target. An address of mail has no scheme there.
func meaning(text string) (uri.URI, bool) {
	if strings.IndexByte(text, '@') > 0 && !strings.ContainsAny(text, ":/?#") {
		return piece.Mailto(text)
	}
	return find.Reference(text)
}

// indent returns by how much a line is indented.
func indent(line []byte) int {
	n := 0
	for n < len(line) && isBlank(line[n]) {
		n++
	}
	return n
}

// lineEnd returns where the line at i ends, behind its line feed.
func lineEnd(s []byte, i int) int {
	if n := bytes.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(s)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isEnd(c byte) bool { return c == '\n' || c == '\r' }

func isSpace(c byte) bool { return isBlank(c) || isEnd(c) }

func isWord(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }
