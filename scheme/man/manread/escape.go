package manread

import (
	"strings"
	"unicode/utf8"
)

// write adds text to the page, its escapes carried out.
func (r *reader) write(s string) {
	for s != "" && r.err == nil {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			i = len(s)
		}
		r.chars(s[:i])
		if s = s[i:]; s != "" {
			s = s[r.escapeIn(s):]
		}
	}
}

// chars adds characters as they are, or as .tr has them.
func (r *reader) chars(s string) {
	if s == "" {
		return
	}
	if r.tr != nil {
		s = strings.Map(func(c rune) rune {
			if to, ok := r.tr[c]; ok {
				return to
			}
			return c
		}, s)
	}
	r.add(s)
}

// escapeIn carries out the escape at the start of s, and returns its length.
func (r *reader) escapeIn(s string) int {
	if len(s) == 1 {
		return 1
	}
	switch s[1] {
	case 'f':
		name, n := nameAt(s[2:])
		r.setFont(fontName(name))
		return 2 + n
	case 'c':
		r.continued = true
		return 2
	case 'h':
		arg, n := delimited(s[2:])
		r.horizontal(arg)
		return 2 + n
	case 'p':
		r.breakLine()
		return 2
	case 'z':
		n := charLen(s[2:])
		if s[2+n:] == "" {
			r.write(s[2 : 2+n]) // nothing strikes over it
		}
		return 2 + n
	}
	text, n := escaped(s)
	r.chars(text)
	return n
}

// horizontal carries out \h: spaces to the right. One to the left at the start
// of a paragraph begins a mark in the margin.
func (r *reader) horizontal(arg string) {
	n, _, ok := r.evaluate(arg, 'm')
	switch {
	case !ok || n == 0:
	case n < 0:
		r.beginMark()
	case r.endMark():
	default:
		r.add(strings.Repeat("\u00a0", min((n+unit/2)/unit, 200)))
	}
}

// plain returns the characters of a text without what its escapes do beside.
func (r *reader) plain(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			i = len(s)
		}
		b.WriteString(s[:i])
		if s = s[i:]; s != "" {
			text, n := escaped(s)
			b.WriteString(text)
			s = s[n:]
		}
	}
	return b.String()
}

// characters returns the characters of a text, an escape being one.
func characters(s string) (out []rune) {
	for s != "" {
		if s[0] != '\\' {
			c, n := utf8.DecodeRuneInString(s)
			out, s = append(out, c), s[n:]
			continue
		}
		text, n := escaped(s)
		c, _ := utf8.DecodeRuneInString(text)
		if text == "" {
			c = '\u200b' // a character that takes no room, and is never written
		}
		out, s = append(out, c), s[n:]
	}
	return out
}

// escaped returns the characters that the escape at the start of s stands for,
// and its length.
func escaped(s string) (text string, n int) {
	if len(s) == 1 {
		return "", 1
	}
	switch c := s[1]; c {
	case '-', '.', '_', '`':
		return s[1:2], 2
	case 'e', '\\':
		return `\`, 2
	case '\'':
		return "\u00b4", 2
	case ' ', '~', '0':
		return "\u00a0", 2
	case 't', 'a':
		return "\t", 2
	case '(', '[':
		name, n := nameAt(s[1:])
		return glyph(name), 1 + n
	case 'C':
		name, n := delimited(s[2:])
		return glyph(name), 2 + n
	case 'N':
		number, n := delimited(s[2:])
		return numbered(number), 2 + n
	case 'o':
		chars, n := delimited(s[2:])
		return lastOf(chars), 2 + n
	case 'l':
		arg, n := delimited(s[2:])
		return lineOf(arg), 2 + n
	case '!':
		return "", len(s)
	case 's':
		return "", 2 + sizeLen(s[2:])
	}
	return silent(s)
}

// silent returns the length of an escape that stands for no character. One that
// is not known stands for the character behind the backslash.
func silent(s string) (text string, n int) {
	switch c := s[1]; {
	case strings.IndexByte("&|^%:)/,cdurpz{}?", c) >= 0:
		return "", 2
	case strings.IndexByte("fFgkmMnVY*$O", c) >= 0:
		_, n := nameAt(s[2:])
		return "", 2 + n
	case strings.IndexByte("ABDHLRSbvwxXZh", c) >= 0:
		_, n := delimited(s[2:])
		return "", 2 + n
	}
	n = charLen(s[1:])
	return s[1 : 1+n], 1 + n
}

// charLen returns the length of the character at the start of s, be it an
// escape.
func charLen(s string) int {
	if strings.HasPrefix(s, `\`) {
		_, n := escaped(s)
		return n
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// sizeLen returns the length of what \s has behind it: N, NN from 10 to 39, (NN,
// [N], 'N', each with a sign before or behind the bracket.
func sizeLen(s string) (n int) {
	sign := func() {
		if n < len(s) && (s[n] == '+' || s[n] == '-') {
			n++
		}
	}
	sign()
	if n == len(s) {
		return n
	}
	switch s[n] {
	case '(':
		n++
		sign()
		return min(n+2, len(s))
	case '[', '\'':
		end := map[byte]string{'[': "]", '\'': "'"}[s[n]]
		i := strings.Index(s[n+1:], end)
		if i < 0 {
			return len(s)
		}
		return n + 1 + i + 1
	case '1', '2', '3':
		if n+1 < len(s) && '0' <= s[n+1] && s[n+1] <= '9' && n == 0 {
			return n + 2
		}
	}
	return n + 1
}

// lastOf returns the last of characters that are struck over each other.
func lastOf(chars string) string {
	all := characters(chars)
	if len(all) == 0 {
		return ""
	}
	return string(all[len(all)-1:])
}

// lineOf returns a line that is drawn of characters: the length in the units of
// roff, and perhaps the character.
func lineOf(arg string) string {
	n, rest, ok := (&reader{}).evaluate(arg, 'm')
	if !ok {
		return ""
	}
	c := '_'
	if all := characters(rest); len(all) > 0 {
		c = all[0]
	}
	return strings.Repeat(string(c), min(max((n+unit/2)/unit, 0), 200))
}

// fontName returns the looks of a font that is called by a name or position;
// false for the one before.
func fontName(name string) (f font, ok bool) {
	switch strings.TrimSpace(name) {
	case "", "P":
		return 0, false
	case "B", "3":
		return bold, true
	case "I", "2":
		return italic, true
	case "BI", "4":
		return bold | italic, true
	case "CB":
		return mono | bold, true
	case "CI":
		return mono | italic, true
	case "CBI":
		return mono | bold | italic, true
	case "C", "CW", "CR", "CO", "L", "LR", "V", "TT":
		return mono, true
	}
	return 0, true
}
