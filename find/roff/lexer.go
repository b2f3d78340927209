package roff

import (
	"bytes"
	"strings"

	"uriel.dev/find/internal/piece"
	"uriel.dev/uri"
)

// A lexer reads pieces of a document.
type lexer struct {
	*piece.Piece
	isMdoc bool // the document is of mdoc(7)

	font   byte // of what is added: R, B or I
	before byte // the one before
	set    int  // where the text begins that is set in font
	names  []name
}

// A name is text that is set in a font of its own and can be the name of a page.
type name struct{ start, end int }

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece, x.names = p, x.names[:0]
	x.font, x.before, x.set = 'R', 'R', 0
	for i := 0; i < len(p.Source); {
		end := len(p.Source)
		if n := bytes.IndexByte(p.Source[i:], '\n'); n >= 0 {
			end = i + n
		}
		if c := p.Source[i]; end > i && (c == '.' || c == '\'') {
			x.control(i+1, end)
		} else {
			x.words(i, end)
		}
		if i = end + 1; i <= len(p.Source) && !x.isContinued(end) {
			x.Copy(end, i)
		}
	}
	x.setFont('R')
	x.pages()
}

// isContinued reports whether the line that ends at end goes on in the next: a
// backslash that is not escaped, or \c, is its end.
func (x *lexer) isContinued(end int) bool {
	line := bytes.TrimSuffix(x.Source[:end], []byte{'\r'})
	if bytes.HasSuffix(line, []byte(`\c`)) {
		line = line[:len(line)-1]
	}
	n := 0
	for n < len(line) && line[len(line)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// control reads a line that begins with the control character, from behind it.
func (x *lexer) control(i, end int) {
	macro, i := x.macroAt(i, end)
	for macro == "if" || macro == "ie" || macro == "el" {
		next := x.conditional(i, end)
		if next < 0 {
			x.words(i, end)
			return
		}
		macro, i = x.macroAt(next, end)
	}
	x.macro(macro, x.args(i, end))
}

// macroAt returns the name of the macro that is called at i, and where it ends.
func (x *lexer) macroAt(i, end int) (string, int) {
	for i < end && isBlank(x.Source[i]) {
		i++
	}
	start := i
	for i < end && !isBlank(x.Source[i]) && x.Source[i] != '\\' {
		i++
	}
	const most = 8 // bytes that are looked at; none of those known is as long
	return string(x.Source[start:min(i, start+most)]), i
}

// conditional returns where the macro begins that a line calls on a condition, which
// is read as if it held; -1 if there is none.
func (x *lexer) conditional(i, end int) int {
	for ; i+1 < end; i++ {
		c, before := x.Source[i], x.Source[i-1]
		if (c == '.' || c == '\'') && (isBlank(before) || before == '{') && isLetter(x.Source[i+1]) {
			return i + 1
		}
	}
	return -1
}

// An arg is an argument of a macro, without quotes around it.
type arg struct{ from, to int }

// args returns the arguments in a line. A comment is read as text, behind them.
func (x *lexer) args(i, end int) (args []arg) {
	for i < end {
		switch c := x.Source[i]; {
		case isBlank(c):
			i++
		case isComment(x.Source[i:end]):
			return append(args, arg{i, end})
		case c == '"':
			a := arg{i + 1, i + 1}
			for a.to < end && (x.Source[a.to] != '"' || a.to+1 < end && x.Source[a.to+1] == '"') {
				if x.Source[a.to] == '"' {
					a.to++ // the first of two, which are one
				}
				a.to++
			}
			a.to = min(a.to, end)
			args, i = append(args, a), a.to+1
		default:
			a := arg{i, i}
			for a.to < end && !isBlank(x.Source[a.to]) {
				if x.Source[a.to] == '\\' {
					a.to++
				}
				a.to++
			}
			a.to = min(a.to, end)
			args, i = append(args, a), a.to
		}
	}
	return args
}

// macro reads the call of a macro.
func (x *lexer) macro(macro string, args []arg) {
	fonts, alternate := "R", false
	switch macro {
	case "Dd", "Dt", "Os":
		x.isMdoc = true
	case "UR", "URL", "FTP":
		args = x.mark(args, link)
	case "MT", "MTO":
		args = x.mark(args, piece.Mailto)
	case "Lk", "%U", "Mt", "Xr":
		args = x.callable(macro, args)
	case "B", "SB":
		fonts = "B"
	case "I":
		fonts = "I"
	case "BR", "RB", "BI", "IB", "RI", "IR":
		fonts, alternate = macro, true
	}
	for k := 0; len(args) > 0; k++ {
		a := args[0]
		if !alternate || isComment(x.Source[a.from:a.to]) {
			x.Put(" ", a.from, a.from)
		}
		x.setFont(fonts[k%len(fonts)])
		x.words(a.from, a.to)
		if args = args[1:]; x.isMdoc {
			args = x.callable(string(x.Source[a.from:min(a.to, a.from+3)]), args)
		}
	}
	x.setFont('R')
}

// callable reads the call of a macro of mdoc(7) that marks a URI; others it leaves
// alone. It returns the arguments that are not read.
func (x *lexer) callable(macro string, args []arg) []arg {
	switch macro {
	case "Lk", "%U":
		return x.mark(args, piece.Reference)
	case "Mt":
		return x.mark(args, piece.Mailto)
	case "Xr":
		return x.page(args)
	}
	return args
}

// mark reads an argument that is a URI.
func (x *lexer) mark(args []arg, meaning func(string) (uri.URI, bool)) []arg {
	if len(args) == 0 {
		return nil
	}
	x.Put(" ", args[0].from, args[0].from)
	start := len(x.Text())
	x.words(args[0].from, args[0].to)
	x.Claim(form, start, len(x.Text()), meaning)
	return args[1:]
}

// link returns the URI behind .UR. Pages that are older than .MT have addresses there.
func link(text string) (uri.URI, bool) {
	if !strings.ContainsAny(text, ":/?#") {
		if u, ok := piece.Mailto(text); ok {
			return u, true
		}
	}
	return piece.Reference(text)
}

// setFont notes the font of what is added next.
func (x *lexer) setFont(font byte) {
	if font == x.font {
		return
	}
	if n := len(x.Text()); x.font != 'R' && n > x.set {
		x.names = append(x.names, name{x.set, n})
	}
	if font == 'I' && x.Within() {
		n := len(x.Text())
		_, to := x.Written(n-1, n)
		x.Put(piece.Variable, to, to)
	}
	x.before, x.font, x.set = x.font, font, len(x.Text())
}

func isBlank(c byte) bool  { return c == ' ' || c == '\t' || c == '\r' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isComment(s []byte) bool {
	return len(s) > 1 && s[0] == '\\' && (s[1] == '"' || s[1] == '#')
}
