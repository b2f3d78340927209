package latex

import (
	"bytes"
	"sort"

	"uriel.dev/find/internal/piece"
)

// A lexer reads pieces of a file, which are its paragraphs.
type lexer struct {
	*piece.Piece
	verbatim string // the environment that is kept as it is, or ""

	unclosed []int // braces of the piece that are never closed, once it is known that some are
}

// stops are the bytes that mean something: commands, comments, mathematics, and the
// fields of BibTeX.
var stops = [256]bool{'\\': true, '%': true, '$': true, '=': true}

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece, x.unclosed = p, nil
	s := p.Source
	for i := 0; i < len(s); {
		if x.verbatim != "" {
			i = x.kept(i)
			continue
		}
		begin := i
		for i < len(s) && !stops[s[i]] {
			i++
		}
		x.Copy(begin, i)
		if i < len(s) {
			i = x.special(i)
		}
	}
}

// kept reads text from i on that is kept as it is, and returns where it ends.
func (x *lexer) kept(i int) int {
	s := x.Source
	end := len(s)
	if n := bytes.Index(s[i:], []byte(`\end{`+x.verbatim+"}")); n >= 0 {
		end = i + n
		x.verbatim = ""
	}
	x.Copy(i, end)
	return end
}

// special reads what the byte at i begins, and returns where it ends.
func (x *lexer) special(i int) int {
	s := x.Source
	next := i + 1
	switch s[i] {
	case '\\':
		return x.command(i)
	case '%': // a comment
		if n := bytes.IndexByte(s[i:], '\n'); n >= 0 {
			next = i + n
		} else {
			next = len(s)
		}
	case '$':
		const tilde = `$\sim$`
		if bytes.HasPrefix(s[i:], []byte(tilde)) {
			x.Put("~", i, i+len(tilde))
			return i + len(tilde)
		}
	case '=':
		x.Copy(i, next)
		return x.field(i)
	}
	x.Copy(i, next)
	return next
}

// command reads the command at i, and returns where it ends, or where to go on.
func (x *lexer) command(i int) int {
	if n := x.character(i); n > 0 {
		return i + n
	}
	s := x.Source
	next := nameEnd(s, i+1)
	name := string(s[i+1 : min(next, i+1+mostName)])
	if name == "" { // it is a sign
		next = min(i+2, len(s))
	}
	x.Put(piece.Gap, i, i+1)
	x.Copy(i+1, next)
	switch name {
	case "verb":
		return x.verb(next)
	case "begin":
		return x.begin(next)
	}
	if use, ok := commands[name]; ok {
		return x.argument(next, use)
	}
	return next
}

// mostName is how long the name of a command can be that counts.
const mostName = 32

// nameEnd returns where the letters end that begin at i.
func nameEnd(s []byte, i int) int {
	for i < len(s) && isLetter(s[i]) {
		i++
	}
	return i
}

// character reads a command at i that is a character, or nothing. It returns its
// length; 0 if it is another one.
func (x *lexer) character(i int) int {
	s := x.Source
	if i+1 == len(s) {
		return 0
	}
	switch c := s[i+1]; c {
	case '%', '#', '&', '_', '$', '{', '}':
		x.Put(string(c), i, i+2)
		return 2
	case '-', '/':
		return 2
	case '~', '^':
		n := 2
		if bytes.HasPrefix(s[i+n:], []byte("{}")) {
			n += len("{}")
		}
		x.Put(string(c), i, i+n)
		return n
	}
	end := nameEnd(s, i+1)
	text, ok := characters[string(s[i+1:min(end, i+1+mostName)])]
	if !ok {
		return 0
	}
	if bytes.HasPrefix(s[end:], []byte("{}")) {
		end += len("{}")
	} else if end < len(s) && s[end] == ' ' {
		end++
	}
	x.Put(text, i, end)
	return end - i
}

// characters are the commands that are a character, or nothing, by name.
var characters = map[string]string{
	"textasciitilde": "~", "textunderscore": "_", "textasciicircum": "^", "textbar": "|", "slash": "/", "string": "", "allowbreak": "", "sim": "~",
}

// verb reads what stands between two of the bytes at i as it is.
func (x *lexer) verb(i int) int {
	s := x.Source
	if i < len(s) && s[i] == '*' {
		i++
	}
	if i == len(s) || isSpace(s[i]) {
		return i
	}
	last := inLine(s, i+1, s[i])
	if last < 0 {
		return i
	}
	x.Copy(i, last+1)
	return last + 1
}

// begin looks whether an environment begins whose text is kept as it is.
func (x *lexer) begin(i int) int {
	for _, name := range [...]string{"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment"} {
		if bytes.HasPrefix(x.Source[i:], []byte("{"+name+"}")) {
			x.verbatim = name
		}
	}
	return i
}

// closing returns where the brace at i is closed; -1 if it is not.
func (x *lexer) closing(i int) int {
	if k := sort.SearchInts(x.unclosed, i); k < len(x.unclosed) && x.unclosed[k] == i {
		return -1
	}
	s, depth := x.Source, 0
	for j := i; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	x.findUnclosed(i)
	return -1
}

// findUnclosed notes the braces from i on that are not closed, so that they are not
// looked for again.
func (x *lexer) findUnclosed(i int) {
	x.unclosed = x.unclosed[:0]
	for ; i < len(x.Source); i++ {
		switch x.Source[i] {
		case '\\':
			i++
		case '{':
			x.unclosed = append(x.unclosed, i)
		case '}':
			if n := len(x.unclosed); n > 0 {
				x.unclosed = x.unclosed[:n-1]
			}
		}
	}
}

// inLine returns where the first c is from i on, if it is in the same line; -1
// otherwise. The end of a line may be far, but the next c is not: each is looked for
// from the last one on.
func inLine(s []byte, i int, c byte) int {
	n := bytes.IndexByte(s[i:], c)
	if n < 0 || bytes.IndexByte(s[i:i+n], '\n') >= 0 {
		return -1
	}
	return i + n
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isSpace(c byte) bool { return isBlank(c) || c == '\n' || c == '\r' }
