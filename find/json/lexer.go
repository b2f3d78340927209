package json

import (
	"strings"

	"uriel.dev/find"
	"uriel.dev/find/internal/decoded"
)

// A lexer tells strings and comments from what is between them.
type lexer struct {
	*decoded.Window
	form   find.Form // of a string that is a URI
	script bool
	text   decoded.Text
	word   []byte // the last word of code, or the last character that is of none: it tells what a slash is
}

func (l *lexer) run() {
	for i := int64(0); l.At(i) >= 0; {
		i = l.token(l.code(i))
		l.Done(i)
	}
}

// code reads from i on to what is a string or a comment, or may be a regular
// expression. It returns where that begins.
func (l *lexer) code(i int64) int64 {
	begin := i
	for c := l.At(i); c >= 0 && !l.isOpening(c) && !(c == '/' && l.isSlash(i)); c = l.At(i) {
		if l.script && c > ' ' {
			l.note(i, byte(c))
		}
		if i++; i-begin == decoded.Limit {
			i = l.Cut(begin, i)
			l.prose(begin, i)
			begin = i
		}
	}
	l.prose(begin, i)
	return i
}

// note notes c, which stands at i, as the last of code.
func (l *lexer) note(i int64, c byte) {
	const most = 16 // bytes of a word that are looked at
	if len(l.word) == most || !isName(c) || i == 0 || !isName(byte(l.At(i-1))) {
		l.word = l.word[:0]
	}
	l.word = append(l.word, c)
}

func isName(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// prose finds in what stands between strings. It is done with it.
func (l *lexer) prose(i, j int64) {
	if !l.script {
		l.text.Literal(i, l.Slice(i, j))
		l.Find(&l.text, "")
	}
	l.Done(j)
}

func (l *lexer) isOpening(c int) bool { return c == '"' || l.script && (c == '\'' || c == '`') }

// isSlash reports whether the slash at i is no division. That of a URI that stands
// outside of strings is none of a comment.
func (l *lexer) isSlash(i int64) bool {
	switch l.At(i + 1) {
	case '/', '*':
		return l.script || i == 0 || l.At(i-1) != ':'
	}
	return l.script && l.isExpression()
}

// isExpression reports whether an expression can begin here, of which a slash is the
// beginning of a regular one.
func (l *lexer) isExpression() bool {
	switch string(l.word) {
	case "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "await", "yield", "":
		return true
	}
	return strings.IndexByte("(,=:[!&|?{};+-*%>~^", l.word[len(l.word)-1]) >= 0
}

// token reads the string, comment or regular expression at i and returns where it has
// ended.
func (l *lexer) token(i int64) int64 {
	switch c := l.At(i); {
	case c < 0:
		return i
	case c != '/':
		l.word = append(l.word[:0], byte(c))
		return l.string(i+1, byte(c))
	}
	switch l.At(i + 1) {
	case '/':
		return l.Prose(i+2, '\n', func(j int64) (int64, bool) { return j, true })
	case '*':
		return 1 + l.Prose(i+2, '/', func(j int64) (int64, bool) { return j - 1, l.At(j-1) == '*' && j > i+2 })
	}
	return l.regexp(i + 1)
}

// regexp reads on behind the end of a regular expression, or of the line.
func (l *lexer) regexp(i int64) int64 {
	for class := false; ; i++ {
		l.Done(i)
		switch c := l.At(i); {
		case c < 0, c == '\n':
			return i
		case c == '\\' && l.At(i+1) != '\n':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.word = append(l.word[:0], '/')
			return i + 1
		}
	}
}

// string reads the string that begins at i, up to its quote or the end of the line,
// and returns where it has ended. If it is too long it is read in pieces.
func (l *lexer) string(i int64, quote byte) int64 {
	begin, whole := i, l.form
	escaped := false
	for {
		i = l.IndexAny(i, begin+decoded.Limit, stringEnd)
		switch c := l.At(i); {
		case i >= begin+decoded.Limit:
			i = l.Cut(begin, i)
			l.find(begin, i, escaped, "")
			l.Done(i)
			begin, whole = i, ""
			continue
		case c == int(quote):
			l.find(begin, i, escaped, whole)
			return i + 1
		case c < 0, c == '\n' && quote != '`':
			l.find(begin, i, escaped, whole)
			return i
		case c == '\\':
			escaped = true
			if l.At(i+1) >= 0 {
				i++
			}
		}
		i++
	}
}

var stringEnd = decoded.SetOf("\"'`\\\n")

// find looks in the string that stands from i to j.
func (l *lexer) find(i, j int64, escaped bool, whole find.Form) {
	b := l.Slice(i, j)
	if escaped {
		l.text.Reset(i)
		unescape(&l.text, b)
	} else {
		l.text.Literal(i, b)
	}
	l.Find(&l.text, whole)
}
