package css

import (
	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
)

// A lexer goes through a style sheet token by token.
type lexer struct {
	*decoded.Window
	text  decoded.Text
	depth int  // of round brackets
	set   int  // the depth within an image-set(), or 0
	rule  bool // within @import or @namespace, before the reference
}

func (l *lexer) run() {
	for i := int64(0); l.At(i) >= 0; {
		i = l.token(i)
		l.Done(i)
	}
}

// token reads the token at i and returns where it has ended.
func (l *lexer) token(i int64) int64 {
	switch c := l.At(i); c {
	case '"', '\'':
		isReference := l.rule || l.set > 0 && l.depth == l.set
		l.rule = false
		return l.string(i, isReference)
	case '/':
		if l.At(i+1) == '*' {
			return 1 + l.Prose(i+2, '/', func(j int64) (int64, bool) { return j - 1, j > i+2 && l.At(j-1) == '*' })
		}
	case '(':
		l.depth++
	case ')':
		if l.depth == l.set {
			l.set = 0
		}
		l.depth = max(0, l.depth-1)
	case ';', '{', '}':
		l.depth, l.set, l.rule = 0, 0, false
	default:
		if isName(c) {
			return l.name(i)
		}
	}
	return i + 1
}

// name reads the name at i, and the reference that it stands before.
func (l *lexer) name(i int64) int64 {
	const most = 64 // bytes of a name that are looked at
	begin := i
	for i = l.IndexAny(i, i+most, nameEnd); isName(l.At(i)); i = l.IndexAny(i, i+most, nameEnd) {
		if l.At(i) == '\\' {
			i += l.escape(i)
		}
		if i-begin > most {
			l.Done(i)
		}
	}
	isFunction := l.At(i) == '('
	if i-begin > most || !isFunction && l.At(begin) != '@' {
		return i
	}
	l.decode(begin, i)
	switch name := lower(l.text.Bytes); {
	case name == "@import", name == "@namespace":
		l.rule = true
	case !isFunction:
	case name == "url", name == "src":
		l.rule = false
		return l.url(i + 1)
	case name == "image-set", name == "-webkit-image-set":
		l.set = l.depth + 1
	}
	return i
}

// isName reports whether c can be of a name, with the "@" before it.
func isName(c int) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c >= 0x80 || c == '@' || c == '\\'
}

// Sets of bytes that end something, or are the backslash of an escape in it.
var (
	nameEnd   = decoded.SetWhere(func(c byte) bool { return !isName(int(c)) || c == '\\' })
	stringEnd = decoded.SetOf("\"'\n\\")
	urlEnd    = decoded.SetOf(")\\")
)

// lower returns name with letters of US-ASCII in lower case, and no others.
func lower(name []byte) string {
	out := []byte(nil)
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		out = append(out, c)
	}
	return string(out)
}

// url reads what stands between the bracket before i and the one that closes it, a
// string or not.
func (l *lexer) url(i int64) int64 {
	i = l.SkipSpace(i)
	if c := l.At(i); c == '"' || c == '\'' {
		l.depth++
		return l.string(i, true)
	}
	l.Done(i)
	return l.value(i, ')', true)
}

// string reads the string at i.
func (l *lexer) string(i int64, isReference bool) int64 {
	l.Done(i)
	return l.value(i+1, l.At(i), isReference)
}

// value reads what stands from i up to end, with its escapes. A string ends with the
// line at last.
func (l *lexer) value(i int64, end int, isReference bool) int64 {
	stop := stringEnd
	if end == ')' {
		stop = urlEnd
	}
	for begin := i; ; i++ {
		i = l.IndexAny(i, begin+decoded.Limit, stop)
		switch c := l.At(i); {
		case i >= begin+decoded.Limit:
			l.found(begin, i, isReference)
			if isReference {
				return l.skip(i, end)
			}
			l.Done(i)
			begin = i
			i--
		case c == end:
			l.found(begin, i, isReference)
			return i + 1
		case c < 0, c == '\n' && end != ')':
			l.found(begin, i, isReference)
			return i
		case c == '\\':
			i += l.escape(i) - 1
		}
	}
}

// found yields what stands from i to j.
func (l *lexer) found(i, j int64, isReference bool) {
	l.decode(i, j)
	if isReference {
		l.Reference(&l.text, 0, len(l.text.Bytes), form)
	} else {
		l.Find(&l.text, find.Quoted)
	}
}

// skip reads on behind the end of a value that is too long.
func (l *lexer) skip(i int64, end int) int64 {
	for ; ; i++ {
		l.Done(i)
		switch c := l.At(i); {
		case c < 0, c == '\n' && end != ')':
			return i
		case c == end:
			return i + 1
		case c == '\\':
			i += l.escape(i) - 1
		}
	}
}
