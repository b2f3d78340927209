package desktop

import (
	"bytes"
	"strings"

	"uriel.dev/find/internal/piece"
)

// A lexer reads pieces of a shortcut.
type lexer struct {
	*piece.Piece
	isShortcut bool // the group is of an Internet shortcut
}

// read reads a piece.
func (x *lexer) read(p *piece.Piece) {
	x.Piece = p
	for i := 0; i < len(p.Source); {
		end := len(p.Source)
		if n := bytes.IndexByte(p.Source[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		x.line(i, end)
		i = end
	}
}

const byteOrderMark = "\ufeff"

// line reads a line.
func (x *lexer) line(i, end int) {
	line := bytes.TrimPrefix(x.Source[i:end], []byte(byteOrderMark))
	i = end - len(line)
	if bytes.HasPrefix(line, []byte("[")) {
		x.isShortcut = bytes.HasPrefix(bytes.ToLower(line[:min(len(line), 32)]), []byte("[internetshortcut"))
	}
	equals := bytes.IndexByte(line, '=')
	if equals < 0 || line[0] == '#' || line[0] == ';' {
		x.Copy(i, end)
		return
	}
	x.Copy(i, i+equals)
	x.Put(piece.Gap, i+equals, i+equals+1)
	start := len(x.Text())
	x.value(i+equals+1, end)
	if isURL(string(line[:min(equals, 64)])) {
		x.Claim(form, start, len(x.Text()), piece.Reference)
	}
}

// isURL reports whether the value of a key is a URI. There are keys of a language, or
// with variables for the shell: URL[de], URL[$e].
func isURL(key string) bool {
	key, _, _ = strings.Cut(key, "[")
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "url", "baseurl":
		return true
	}
	return false
}

// value adds a value, its escapes carried out.
func (x *lexer) value(i, end int) {
	for i < end {
		n := bytes.IndexByte(x.Source[i:end], '\\')
		if n < 0 || x.isShortcut || i+n+1 >= end {
			x.Copy(i, end)
			return
		}
		x.Copy(i, i+n)
		i += n
		switch c := x.Source[i+1]; c {
		case 's', 'n', 't', 'r':
			x.Put(" ", i, i+2)
		case '\\', ';':
			x.Put(string(rune(c)), i, i+2)
		default:
			x.Copy(i, i+2)
		}
		i += 2
	}
}
