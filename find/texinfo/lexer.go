package texinfo

import (
	"bytes"
	"strings"

	"uriel.dev/find/internal/piece"
)

// A lexer reads pieces of a document, which are its paragraphs.
type lexer struct {
	*piece.Piece
	raw    string            // the command whose lines are read as they stand, until its @end
	values map[string]string // of @set
	braces []brace           // those that are open, the outermost first
}

// A brace is what a pair of braces stands behind.
type brace struct {
	command string // "" for one that is of the text
	text    int    // where its text begins
	args    []int  // where the text of its further arguments begins
}

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece, x.braces = p, x.braces[:0]
	s := p.Source
	for i := 0; i < len(s); {
		if x.raw != "" {
			i = x.verbatim(i)
			continue
		}
		n := bytes.IndexAny(s[i:], "@{},`'")
		if n < 0 {
			x.Copy(i, len(s))
			return
		}
		x.Copy(i, i+n)
		i = x.mark(i + n)
	}
}

// verbatim reads the line at i as it stands, and returns where it ends.
func (x *lexer) verbatim(i int) int {
	end := x.lineEnd(i)
	if string(bytes.TrimSpace(x.Source[i:end])) == "@end "+x.raw {
		x.raw = ""
	}
	x.Copy(i, end)
	return end
}

// lineEnd returns where the line of i ends.
func (x *lexer) lineEnd(i int) int {
	if n := bytes.IndexByte(x.Source[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(x.Source)
}

// mark reads the character at i that means something, and returns where that ends.
func (x *lexer) mark(i int) int {
	switch x.Source[i] {
	case '@':
		return x.command(i)
	case '{':
		x.Copy(i, i+1)
		x.push("")
	case '}':
		x.close(i)
	case ',':
		if b := x.top(); b == nil || b.command == "" {
			x.Copy(i, i+1)
		} else {
			x.Put(",", i, i+1)
			b.args = append(b.args, len(x.Text()))
		}
	default:
		return x.quote(i)
	}
	return i + 1
}

// quote reads a quote, and returns where it ends: two of a kind are one.
func (x *lexer) quote(i int) int {
	c := x.Source[i]
	if i+1 == len(x.Source) || x.Source[i+1] != c {
		x.Copy(i, i+1)
		return i + 1
	}
	x.Put(map[byte]string{'`': "“", '\'': "”"}[c], i, i+2)
	return i + 2
}

func (x *lexer) push(command string) {
	x.braces = append(x.braces, brace{command: command, text: len(x.Text())})
}

// top returns the innermost brace that is open, or nil.
func (x *lexer) top() *brace {
	if len(x.braces) == 0 {
		return nil
	}
	return &x.braces[len(x.braces)-1]
}

// command reads the command at i, and returns where it ends.
func (x *lexer) command(i int) int {
	s := x.Source
	end := i + 1
	for end < len(s) && (isLetter(s[end]) || end > i+1 && s[end] == '-') {
		end++
	}
	switch name := string(s[i+1 : end]); {
	case name == "":
		return x.character(i)
	case name == "c", name == "comment":
		x.Copy(i, x.lineEnd(i))
		return x.lineEnd(i)
	case name == "verbatim", name == "ignore":
		x.raw = name
		return x.lineEnd(i)
	case name == "set":
		return x.setValue(i, end)
	case end == len(s) || s[end] != '{':
		return end
	case name == "verb":
		return x.verb(end + 1)
	case name == "value":
		return x.value(i, end+1)
	case characters[name] != "" && end+1 < len(s) && s[end+1] == '}':
		x.Put(characters[name], i, end+2)
		return end + 2
	default:
		x.begin(name, i)
		return end + 1
	}
}

// character reads a command that is a character of its own.
func (x *lexer) character(i int) int {
	end := min(i+2, len(x.Source))
	switch c := x.Source[end-1]; {
	case end == i+1: // a lone "@"
	case isBlank(c), c == '*':
		x.Put(" ", i, end)
	case strings.IndexByte("-/:|", c) >= 0:
	case strings.IndexByte("@{}.!?&,\\", c) >= 0:
		x.Put(string(rune(c)), i, end)
	default: // an accent
		x.Put(piece.Gap, i, end)
	}
	return end
}

// characters are the commands that are characters.
var characters = map[string]string{
	"atchar": "@", "lbracechar": "{", "rbracechar": "}", "comma": ",", "backslashchar": `\`, "hashchar": "#", "ampchar": "&", "minus": "-", "tie": " ",
	"dots": "…", "enddots": "…", "quotedblleft": "“", "quotedblright": "”", "quoteleft": "‘", "quoteright": "’", "guillemetleft": "«", "guillemetright": "»",
	"copyright": "©", "bullet": "•", "arrow": "→", "result": "⇒", "expansion": "→", "print": "⊣", "equiv": "≡", "error": "⊣", "point": "∗",
}

// verb reads what stands between two equal characters as it is.
func (x *lexer) verb(i int) int {
	if i >= len(x.Source) {
		return i
	}
	const most = 1024 // bytes
	n := bytes.Index(x.Source[i+1:min(i+1+most, len(x.Source))], []byte{x.Source[i], '}'})
	if n < 0 {
		return i
	}
	x.Copy(i+1, i+1+n)
	return i + 1 + n + 2
}

// begin notes a command with braces.
func (x *lexer) begin(name string, i int) {
	switch {
	case name == "var":
		b, c := x.top(), x.Last()
		if b != nil && isMark(b.command) || c > ' ' && strings.IndexByte("<(\"'`", c) < 0 {
			x.Put(piece.Variable, i, i)
		}
	case isMark(name):
		x.Put(piece.Gap, i, i)
	}
	x.push(name)
}

const (
	maxValues = 1000 // that are known of @set
	maxValue  = 1024 // bytes of each
)

// setValue reads the line of @set.
func (x *lexer) setValue(i, end int) int {
	next := x.lineEnd(i)
	name, value, _ := strings.Cut(string(bytes.TrimSpace(x.Source[end:min(next, end+2*maxValue)])), " ")
	if len(x.values) < maxValues && len(name) <= maxValue && len(value) <= maxValue {
		x.values[name] = strings.ReplaceAll(strings.TrimSpace(value), "@@", "@")
	}
	return end
}

// value reads the name behind "@value{", and adds its value.
func (x *lexer) value(i, name int) int {
	n := bytes.IndexByte(x.Source[name:min(name+maxValue, len(x.Source))], '}')
	if n < 0 {
		return name
	}
	text, ok := x.values[string(x.Source[name:name+n])]
	if !ok {
		text = piece.Variable
	}
	x.Put(text, i, name+n+1)
	return name + n + 1
}

func isBlank(c byte) bool  { return c == ' ' || '\t' <= c && c <= '\r' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }
