package asciidoc

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// A lexer reads pieces of a file, which are its paragraphs.
type lexer struct {
	*piece.Piece
	block  delimiter // of the block that is kept as it is; the zero value outside of one
	closed int       // the last "]" of the piece
	vain   [2]int    // how far targets without a bracket go that were read: plain ones, and those in pluses
}

// A delimiter is a line that a block begins and ends with.
type delimiter struct {
	sign byte
	n    int
}

// delimiterOf returns the delimiter of a block that is kept as it is: four or more
// hyphens, dots, pluses or slashes, or three backquotes, which may have the name of a
// language behind them.
func delimiterOf(line []byte) delimiter {
	line = bytes.TrimRight(line, " \t\r\n")
	if len(line) == 0 || strings.IndexByte("-.+/`", line[0]) < 0 {
		return delimiter{}
	}
	d := delimiter{sign: line[0]}
	for d.n < len(line) && line[d.n] == d.sign {
		d.n++
	}
	if d.sign == '`' && d.n == 3 || d.n > 3 && d.n == len(line) {
		return d
	}
	return delimiter{}
}

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece = p
	s := p.Source
	x.closed = bytes.LastIndexByte(s, ']')
	x.vain = [2]int{}
	text := 0 // where text begins that is not read yet
	var above []byte
	for i := 0; i < len(s); {
		end := lineEnd(s, i)
		line := s[i:end]
		d := delimiterOf(line)
		if x.block == (delimiter{}) && isUnderlined(above, d) {
			d = delimiter{}
		}
		switch {
		case d != delimiter{} && (d == x.block || x.block == delimiter{}):
			x.text(text, i)
			x.Copy(i, end)
			text = end
			if x.block == d {
				d = delimiter{}
			}
			x.block = d
		case x.block != delimiter{}:
			x.kept(i, end)
			text = end
		case line[0] == ':':
			x.text(text, i)
			x.attribute(i, end)
			text = end
		case bytes.HasPrefix(line, []byte("//")):
			x.text(text, i)
			x.Copy(i, end)
			text = end
		}
		i, above = end, line
	}
	x.text(text, len(s))
}

// isUnderlined reports whether a line is a title, as long as the line of signs below
// it, give or take two. What is before a block is no title: ".caption", "[attributes]".
func isUnderlined(line []byte, d delimiter) bool {
	line = bytes.TrimRight(line, " \t\r\n")
	if len(line) == 0 || line[0] == '[' || line[0] == '.' || d.sign != '-' && d.sign != '+' {
		return false
	}
	n := utf8.RuneCount(line) - d.n
	return -2 <= n && n <= 2
}

// kept reads a line of a block that is kept as it is.
func (x *lexer) kept(i, end int) {
	if bytes.HasPrefix(x.Source[i:end], []byte("include::")) {
		x.text(i, end)
	} else {
		x.Copy(i, end)
	}
}

// attribute reads the line of an attribute, ":name: value". The value is a URL if
// nothing else is in it.
func (x *lexer) attribute(i, end int) {
	s := x.Source
	n := bytes.IndexByte(s[i+1:end], ':')
	value := i + 1 + n + 1
	for n > 0 && value < end && isBlank(s[value]) {
		value++
	}
	last := value + len(bytes.TrimRight(s[value:end], " \t\r\n"))
	url := s[value:last]
	name := bytes.Index(url, []byte("://"))
	if n <= 0 || name <= 0 || bytes.ContainsAny(url, " \t[]{}<>\"") || !isScheme(url[:name]) {
		x.text(i, end)
		return
	}
	x.Copy(i, value)
	x.claim(value, last)
	x.Copy(last, end)
}

// claim marks what stands from i to end as a reference.
func (x *lexer) claim(i, end int) {
	start := len(x.Text())
	x.Copy(i, end)
	x.Claim(form, start, len(x.Text()), find.Reference)
}

// text reads text, with its macros.
func (x *lexer) text(i, end int) {
	s := x.Source
	done := i
	for i < end {
		n := bytes.IndexByte(s[i:end], ':')
		if n < 0 {
			break
		}
		i += n
		if next := x.macro(done, i, end); next > 0 {
			done, i = next, next
		} else {
			i++
		}
	}
	x.Copy(done, end)
}

// macros are the names of macros whose target is a reference.
var macros = map[string]bool{"link": true, "xref": true, "mailto": true, "image": true, "video": true, "audio": true, "include": true}

// macro reads the macro or the URL whose first colon is at i, with the text from done
// on, and returns where it ends: before its bracket. It is 0 if there is none.
func (x *lexer) macro(done, i, end int) int {
	s := x.Source
	start := nameStart(s, done, i)
	name := string(s[start:i])
	target := i + 1
	isURL := bytes.HasPrefix(s[target:end], []byte("//")) && isScheme(s[start:i])
	switch {
	case isURL, name == "mailto":
		target = start
	case !macros[name]:
		return 0
	case target < end && s[target] == ':' && name != "link" && name != "xref":
		target++
	}
	target, last, bracket := x.target(target, end)
	if bracket == 0 || last == target {
		return 0
	}
	if start > done && s[start-1] == '\\' {
		x.Copy(done, start-1)
		x.Copy(start, bracket)
		x.Put(piece.Gap, bracket, bracket+1)
		return bracket + 1
	}
	x.Copy(done, target)
	text := s[target:last]
	if bytes.IndexByte(text, '{') >= 0 || name == "xref" && !bytes.ContainsAny(text, "#./") {
		x.Copy(target, last)
	} else {
		x.claim(target, last)
	}
	x.Copy(last, bracket)
	x.Put(piece.Gap, bracket, bracket+1)
	return bracket + 1
}

// nameStart returns where the name of a scheme or a macro begins that ends at i.
func nameStart(s []byte, done, i int) int {
	const mostName = 40
	start := i
	for start > done && i-start < mostName && isNameByte(s[start-1]) {
		start--
	}
	for start < i && !isLetter(s[start]) {
		start++
	}
	return start
}

// target returns where the target of a macro at i begins and ends, and where its
// bracket is; 0 if there is none. Pluses around the target are no part of it.
func (x *lexer) target(i, end int) (start, last, bracket int) {
	const plus = "++"
	s, kind, closing := x.Source[:end], 0, "["
	if bytes.HasPrefix(s[i:], []byte(plus)) {
		i, kind, closing = i+len(plus), 1, plus+"["
	}
	if i < x.vain[kind] { // to read it again for each name in it would take too long
		return i, i, 0
	}
	for last = i; last < len(s) && !isSpace(s[last]) && (kind == 1 || strings.IndexByte("]<>\"", s[last]) < 0); last++ {
		if bracket = last + len(closing) - 1; bytes.HasPrefix(s[last:], []byte(closing)) && bracket < x.closed {
			return i, last, bracket
		}
	}
	x.vain[kind] = last
	return i, i, 0
}

// isScheme reports whether a name is that of a scheme by its form.
func isScheme(name []byte) bool {
	for _, c := range name {
		if !isNameByte(c) {
			return false
		}
	}
	return len(name) > 1 && isLetter(name[0])
}

// lineEnd returns where the line at i ends, behind its line feed.
func lineEnd(s []byte, i int) int {
	if n := bytes.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(s)
}

func isNameByte(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isSpace(c byte) bool { return isBlank(c) || c == '\n' || c == '\r' }
