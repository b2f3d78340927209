package pod

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/find/internal/piece"
)

// A lexer reads pieces of a file, which are its paragraphs.
type lexer struct {
	*piece.Piece
	isPod  bool   // it is documentation, not code
	isData bool   // it is within =begin and =end, in another format
	codes  []code // those that are open, the outermost first
}

// A code is a formatting code that is open.
type code struct {
	letter byte
	angles int // how many close it
	text   int // where its text begins; of a link, its target
}

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece = p
	for i := 0; i < len(p.Source); {
		switch {
		case !x.isPod:
			end := x.codeEnd(i)
			x.Copy(i, end)
			i, x.isPod = end, end < len(p.Source)
		case isCommand(p.Source[i:]):
			i = x.command(i)
		default:
			x.paragraph(i)
			return
		}
	}
}

// codeEnd returns where code from i on ends: before a line with a command.
func (x *lexer) codeEnd(i int) int {
	for i < len(x.Source) && !isCommand(x.Source[i:]) {
		n := bytes.IndexByte(x.Source[i:], '\n')
		if n < 0 {
			return len(x.Source)
		}
		i += n + 1
	}
	return i
}

func isCommand(line []byte) bool {
	return len(line) > 1 && line[0] == '=' && isLetter(line[1])
}

// command reads the command at i, and returns where it ends: with the paragraph, but
// for =cut, behind which code goes on in the next line.
func (x *lexer) command(i int) int {
	const most = 64 // bytes that are looked at
	words := strings.Fields(string(x.Source[i:min(i+most, len(x.Source))]))
	isText := len(words) > 1 && words[1][0] == ':' // of another format, with formatting codes
	switch words[0] {
	case "=cut":
		end := len(x.Source)
		if n := bytes.IndexByte(x.Source[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		x.Copy(i, end)
		x.isPod, x.isData = false, false
		return end
	case "=begin":
		x.isData = !isText
	case "=end":
		x.isData = false
	case "=for":
		if !isText {
			x.Copy(i, len(x.Source))
			return len(x.Source)
		}
	}
	x.paragraph(i)
	return len(x.Source)
}

// paragraph reads the paragraph from i on.
func (x *lexer) paragraph(i int) {
	s := x.Source
	if c := s[i]; x.isData || c == ' ' || c == '\t' {
		x.Copy(i, len(s))
		return
	}
	x.codes = x.codes[:0]
	done := i
	for i < len(s) {
		n := 0
		switch c := s[i]; {
		case c == '<' && i > done && 'A' <= s[i-1] && s[i-1] <= 'Z':
			x.Copy(done, i-1)
			n = x.open(i)
		case c == '>' && len(x.codes) > 0:
			if n = x.closing(i); n > 0 {
				x.Copy(done, i)
				x.close(i)
			}
		case c == '|' && x.top().letter == 'L':
			x.Copy(done, i)
			n = x.gap(i, 1)
			x.codes[len(x.codes)-1].text = len(x.Text())
		}
		if n > 0 {
			done = i + n
		}
		i += max(n, 1)
	}
	x.Copy(done, len(s))
}

// top returns the innermost code that is open.
func (x *lexer) top() code {
	if len(x.codes) == 0 {
		return code{}
	}
	return x.codes[len(x.codes)-1]
}

// gap puts something that no URI goes over in the place of n bytes.
func (x *lexer) gap(i, n int) int {
	x.Put(piece.Gap, i, i+n)
	return n
}

// open reads the start of the code whose first angle is at i, and returns its length.
func (x *lexer) open(i int) int {
	s := x.Source
	c := code{letter: s[i-1], angles: 1}
	n := 1
	for i+n < len(s) && s[i+n] == '<' {
		n++
	}
	if n > 1 && i+n < len(s) && isBlank(s[i+n]) {
		c.angles, n = n, n+1
	} else {
		n = 1
	}
	switch c.letter {
	case 'E':
		if length := x.character(i + n); length > 0 {
			return n + length
		}
	case 'L', 'X':
		x.gap(i-1, 0)
	case 'I':
		if x.Within() {
			x.Put(piece.Variable, i-1, i-1)
		}
	}
	c.text = len(x.Text())
	x.codes = append(x.codes, c)
	return n
}

// closing returns the length of what closes the innermost code at i; 0 if nothing
// does.
func (x *lexer) closing(i int) int {
	n := x.top().angles
	if n == 1 {
		return 1
	}
	if i == 0 || !isBlank(x.Source[i-1]) || i+n > len(x.Source) {
		return 0
	}
	for _, c := range x.Source[i : i+n] {
		if c != '>' {
			return 0
		}
	}
	return n
}

// close ends the innermost code, at i.
func (x *lexer) close(i int) {
	c := x.top()
	x.codes = x.codes[:len(x.codes)-1]
	if c.letter == 'L' {
		x.Claim(form, c.text, len(x.Text()), target)
	}
	if c.letter == 'L' || c.letter == 'X' {
		x.gap(i, 0)
	}
}

// character adds the character whose name stands at i, and returns the length of the
// name with the angle that closes it; 0 if there is none.
func (x *lexer) character(i int) int {
	const most = 32 // bytes of a name
	name := x.Source[i:min(i+most, len(x.Source))]
	n := bytes.IndexByte(name, '>')
	if n < 0 {
		return 0
	}
	x.Put(character(string(bytes.TrimSpace(name[:n]))), i-len("E<"), i+n+1)
	return n + 1
}

// character returns the character of that name: a number, or a name of HTML or of
// perlpodspec(1).
func character(name string) string {
	switch name {
	case "sol":
		return "/"
	case "verbar":
		return "|"
	case "lchevron":
		return "«"
	case "rchevron":
		return "»"
	}
	if strings.HasPrefix(name, "0") && !strings.HasPrefix(strings.ToLower(name), "0x") {
		name = "0o" + name
	}
	if n, err := strconv.ParseUint(name, 0, 32); err == nil && utf8.ValidRune(rune(n)) {
		return string(rune(n))
	}
	text := html.UnescapeString("&" + name + ";")
	whole := !strings.HasSuffix(text, ";") || name == "semi" // else a name that needs no semicolon begins this one
	if whole && (text[0] != '&' || name == "amp") {
		return text
	}
	return string(utf8.RuneError)
}

func isBlank(c byte) bool  { return c == ' ' || '\t' <= c && c <= '\r' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
