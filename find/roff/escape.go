package roff

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/find/internal/piece"
)

// words adds what is written from i to end, its escapes carried out.
func (x *lexer) words(i, end int) {
	for i < end {
		n := bytes.IndexByte(x.Source[i:end], '\\')
		if n < 0 {
			x.Copy(i, end)
			return
		}
		x.Copy(i, i+n)
		i = x.escape(i+n, end)
	}
}

// escape carries out the escape at i, and returns where it ends (groff(7), "Escape
// sequences").
func (x *lexer) escape(i, end int) int {
	s := x.Source[i:end]
	if len(s) == 1 {
		return end
	}
	text, n := "", 2
	switch c := s[1]; c {
	case '"', '#':
		x.Put(piece.Gap, i, i)
		x.Copy(i+2, end)
		return end
	case '-', '.', '_', '\'', '`':
		text = string(c)
	case 'e', '\\':
		text = `\`
	case ' ', '~', '0', 't', 'a':
		text = " "
	case 'u', 'd': // up or down by half a line: a note
		text = piece.Gap
	case 'h', 'v': // to another place
		text = piece.Gap
		_, n = delimited(s)
	case 'f':
		var font string
		font, n = nameAt(s, 2)
		x.setFont(x.fontOf(font))
	case 's':
		n = sizeEnd(s)
	case '(', '[':
		var name string
		name, n = nameAt(s, 1)
		text = glyph(name)
	case 'C':
		var name string
		name, n = delimited(s)
		text = glyph(name)
	case 'N':
		var number string
		number, n = delimited(s)
		text = numbered(number)
	case '*':
		var name string
		name, n = nameAt(s, 2)
		text = stringOf(name)
	case 'n', '$', 'V':
		_, n = nameAt(s, 2)
		text = piece.Variable
	default:
		text, n = silent(s)
	}
	x.Put(text, i, i+n)
	return i + n
}

// silent reads an escape that stands for no character. One that is not known stands
// for what is behind the backslash.
func silent(s []byte) (text string, n int) {
	switch c := s[1]; {
	case strings.IndexByte("&|^%:)/,cprz{}!?E", c) >= 0:
		return "", 2
	case strings.IndexByte("FgkmMOY", c) >= 0:
		_, n = nameAt(s, 2)
		return "", n
	case strings.IndexByte("ABDHLRSXZblowx", c) >= 0:
		_, n = delimited(s)
		return "", n
	}
	_, n = utf8.DecodeRune(s[1:])
	return string(s[1 : 1+n]), 1 + n
}

// nameAt returns the name at i: X, (XX or [X…], and where it ends. The names of
// registers may have a sign before them.
func nameAt(s []byte, i int) (name string, end int) {
	if i+1 < len(s) && s[1] == 'n' && (s[i] == '+' || s[i] == '-') {
		i++
	}
	switch {
	case i >= len(s):
		return "", len(s)
	case s[i] == '(':
		end = min(i+3, len(s))
		return string(s[i+1 : end]), end
	case s[i] == '[':
		n := bytes.IndexByte(s[i:], ']')
		if n < 0 {
			return "", len(s)
		}
		return string(s[i+1 : i+n]), i + n + 1
	}
	return string(s[i : i+1]), i + 1
}

// delimited returns what stands between two equal characters behind an escape, and
// where it ends.
func delimited(s []byte) (text string, end int) {
	if len(s) < 3 {
		return "", len(s)
	}
	n := bytes.IndexByte(s[3:], s[2])
	if n < 0 {
		return "", len(s)
	}
	return string(s[3 : 3+n]), 3 + n + 1
}

// sizeEnd returns where the escape \s ends: N, NN from 10 to 39, (NN, [N] or 'N',
// each with a sign before or behind the bracket.
func sizeEnd(s []byte) int {
	i := 2
	signed := i < len(s) && (s[i] == '+' || s[i] == '-')
	if signed {
		i++
	}
	switch {
	case i >= len(s):
		return len(s)
	case s[i] == '(':
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		return min(i+2, len(s))
	case s[i] == '[', s[i] == '\'':
		end := bytes.IndexByte(s[i+1:], map[byte]byte{'[': ']', '\'': '\''}[s[i]])
		if end < 0 {
			return len(s)
		}
		return i + 1 + end + 1
	case !signed && '1' <= s[i] && s[i] <= '3' && i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9':
		return i + 2
	}
	return i + 1
}

// fontOf returns the font that is called by a name or a position.
func (x *lexer) fontOf(name string) byte {
	switch name {
	case "", "P":
		return x.before
	case "B", "3", "BI", "4", "CB", "CBI":
		return 'B'
	case "I", "2", "CI":
		return 'I'
	}
	return 'R'
}

// glyphs are the special characters that a URI can hold or end with, by
// groff_char(7).
var glyphs = map[string]string{
	"-": "-", "hy": "-", "mi": "-", "en": "–", "em": "—", "dq": `"`, "aq": "'", "cq": "’", "oq": "‘", "lq": "“", "rq": "”", "ga": "`", "aa": "'",
	"Bq": "„", "bq": "‚", "Fo": "«", "Fc": "»", "fo": "‹", "fc": "›", "ti": "~", "ha": "^", "at": "@", "sh": "#", "Do": "$", "sl": "/", "rs": `\`,
	"ul": "_", "ru": "_", "ba": "|", "or": "|", "bv": "|", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩", "pl": "+", "eq": "=", "**": "*", "mu": "×",
}

// glyph returns the special character of that name. One that is not known ends a
// URI.
func glyph(name string) string {
	if text, ok := glyphs[name]; ok {
		return text
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 {
		if n, err := strconv.ParseUint(hex, 16, 32); err == nil && utf8.ValidRune(rune(n)) {
			return string(rune(n))
		}
	}
	if number, ok := strings.CutPrefix(name, "char"); ok {
		return numbered(number)
	}
	return string(utf8.RuneError)
}

// numbered returns the character of that decimal number, below 256.
func numbered(number string) string {
	n, err := strconv.ParseUint(number, 10, 8)
	if err != nil {
		return string(utf8.RuneError)
	}
	return string(rune(n))
}

// stringOf returns the string of that name: those of man(7), and those that
// generators of pages define for quotes and dashes. Others are variables.
func stringOf(name string) string {
	switch name {
	case "lq", "Lq", `L"`, "C`":
		return "“"
	case "rq", "Rq", `R"`, "C'":
		return "”"
	case "q":
		return `"`
	case "Aq":
		return "'"
	case "R", "Tm", "S":
		return string(utf8.RuneError)
	case "--":
		return "–"
	}
	return piece.Variable
}
