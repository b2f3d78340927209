package xml

import (
	"bytes"

	"uriel.dev/find"
	"uriel.dev/find/css"
	"uriel.dev/find/internal/decoded"
)

// A lexer goes through a document, piece by piece: text up to a tag, a comment, an
// instruction or a declaration, then that.
type lexer struct {
	*decoded.Window
	text     decoded.Text
	name     []byte // of the tag, attribute or declaration that is read
	opened   bool   // what stands before is a start tag
	styled   bool   // that of a <style>
	entities map[string]string
	kept     int // bytes of entities
	expanded int // bytes that they were used for
}

const mostName = 64 // bytes of a name that are looked at

// Sets of bytes that end something.
var (
	textEnd  = decoded.SetOf("<&")
	cdataEnd = decoded.SetOf("]")
	tagEnd   = decoded.SetOf(">")
	nameEnd  = decoded.SetOf(" \t\r\n\f/>=?")
	tokenEnd = decoded.SetOf(" \t\r\n\f\"'<>[]")
)

func (l *lexer) run() {
	for i := int64(0); l.At(i) >= 0; {
		i = l.markup(l.prose(i))
		l.Done(i)
	}
}

// prose reads text from i on, with references and sections of CDATA, and returns where
// other markup begins.
func (l *lexer) prose(i int64) int64 {
	const open, end = "<![cdata[", "]]>"
	l.text.Reset(i)
	begin, stop, ofElement := i, textEnd, l.opened
	for {
		j := l.IndexAny(i, begin+decoded.Limit, stop)
		switch c := l.At(j); {
		case j >= begin+decoded.Limit:
			j = l.Cut(i, j)
			l.piece(begin, i, j, "")
			begin, ofElement = j, false
		case c == '&':
			l.text.Copy(l.Slice(i, j))
			j += int64(l.text.Escape(l.Peek(j, mostReference), l.reference))
		case c == '<' && l.Has(j, open):
			l.text.Copy(l.Slice(i, j))
			l.text.Replace(len(open), "")
			j, stop = j+int64(len(open)), cdataEnd
		case c == ']' && l.Has(j, end):
			l.text.Copy(l.Slice(i, j))
			l.text.Replace(len(end), "")
			j, stop = j+int64(len(end)), textEnd
		case c == ']':
			j++
			l.text.Copy(l.Slice(i, j))
		default:
			l.piece(begin, i, j, wholeForm(ofElement && l.At(j+1) == '/'))
			return j
		}
		i = j
	}
}

// wholeForm returns the form of a URI that is the whole text, which is all of an
// element or not.
func wholeForm(ofElement bool) find.Form {
	if ofElement {
		return form
	}
	return ""
}

// piece finds in the text that has begun at begin and ends with what stands from i to
// j.
func (l *lexer) piece(begin, i, j int64, whole find.Form) {
	if b := l.Slice(i, j); i == begin {
		l.text.Literal(i, b)
	} else {
		l.text.Copy(b)
	}
	if l.styled {
		l.Nest(&l.text, css.Container.Scan)
	} else {
		l.Find(&l.text, whole)
	}
	l.Done(j)
	l.text.Reset(j)
}

// markup reads the markup at i, which is no CDATA, and returns where it has ended.
func (l *lexer) markup(i int64) int64 {
	l.opened, l.styled = false, false
	switch c := l.At(i + 1); {
	case l.At(i) < 0:
		return i
	case c == '!' && l.Has(i, "<!--"):
		const open = int64(len("<!--"))
		return 1 + l.Prose(i+open, '>', func(j int64) (int64, bool) {
			return j - 2, j >= i+open+2 && l.At(j-1) == '-' && l.At(j-2) == '-'
		})
	case c == '!':
		return l.declaration(i + 2)
	case c == '?':
		return l.instruction(i + 2)
	case c == '/':
		return l.SkipTo(i+1, tagEnd) + 1
	case c == '>', c == '=', decoded.IsSpace(c): // not well-formed
		return i + 1
	}
	i = l.readName(i + 1)
	styled := string(local(l.name)) == "style"
	i, l.opened = l.attributes(i, '/')
	l.styled = styled && l.opened
	return i
}

// readName notes the name at i and returns where it has ended.
func (l *lexer) readName(i int64) int64 {
	j := l.IndexAny(i, i+mostName, nameEnd)
	l.name = append(l.name[:0], l.Slice(i, j)...)
	return l.SkipTo(j, nameEnd)
}

// local returns a name without its prefix.
func local(name []byte) []byte { return name[bytes.LastIndexByte(name, ':')+1:] }

// attributes reads the attributes from i on. It returns where the tag has ended, and
// whether it did so with ">" alone, not with the slash of an empty element or the
// question mark of an instruction before it.
func (l *lexer) attributes(i int64, last int) (end int64, plain bool) {
	for plain = true; ; {
		l.Done(i)
		switch c := l.At(i); {
		case c < 0, c == '<': // the ">" is missing
			return i, false
		case c == '>':
			return i + 1, plain
		case c == last:
			plain = false
			i++
		case c == '"', c == '\'', c == '=', c == '/', c == '?', decoded.IsSpace(c): // a value without a name
			i++
		default:
			plain = true
			i = l.attribute(i)
		}
	}
}

// attribute reads the attribute at i and returns where it has ended.
func (l *lexer) attribute(i int64) int64 {
	i = l.SkipSpace(l.readName(i))
	if l.At(i) != '=' {
		return i
	}
	i = l.SkipSpace(i + 1)
	l.Done(i)
	if c := l.At(i); c == '"' || c == '\'' {
		return l.literal(i+1, byte(c), kindOf(l.name))
	}
	return i
}

// literal reads what stands from i up to the quote, and returns where it has ended.
// What is longer than can be is left out.
func (l *lexer) literal(i int64, quote byte, k kind) int64 {
	j := l.Index(i, i+decoded.Limit, quote)
	l.value(i, j, k)
	for l.Done(j); l.At(j) >= 0 && l.At(j) != int(quote); l.Done(j) {
		j = l.Index(j, j+decoded.Limit, quote)
	}
	return j + 1
}

// value finds in the value or literal that stands from i to j.
func (l *lexer) value(i, j int64, k kind) {
	b := l.Slice(i, j)
	switch {
	case k == prose && bytes.HasPrefix(b, []byte("url(")):
		k = style
	case k == prose && !decoded.HasMarkOrEntity(b), k == style && bytes.IndexByte(b, '(') < 0:
		return
	}
	l.text.Literal(i, b)
	if bytes.IndexByte(b, '&') >= 0 {
		l.text.Reset(i)
		l.references(&l.text, b)
	}
	switch k {
	case reference:
		l.Reference(&l.text, 0, len(l.text.Bytes), form)
	case list:
		l.list()
	case style:
		l.Nest(&l.text, css.Container.Scan)
	case absolute:
		l.Find(&l.text, form)
	default:
		l.Find(&l.text, find.Quoted)
	}
}

// list yields the references of a list with blanks between them.
func (l *lexer) list() {
	b := l.text.Bytes
	for i := 0; i < len(b); i++ {
		j := i
		for j < len(b) && !decoded.IsSpace(int(b[j])) {
			j++
		}
		l.Reference(&l.text, i, j, form)
		i = j
	}
}
