package html

import (
	"bytes"

	"uriel.dev/find/internal/decoded"
)

// A lexer goes through a page, piece by piece: text up to markup, then a tag, a
// comment or a declaration.
type lexer struct {
	*decoded.Window
	text    decoded.Text
	tag     tag   // that is read
	tagEnd  int64 // where its name ends, or goes on
	isXML   bool
	inner   bool // the page is in an attribute of another one
	foreign bool // within <svg> or <math>, where CDATA is
	raw     tag  // the element whose text has no tags, or other

	attr    []byte // the name of the attribute, or the beginning of a long one
	script  scriptType
	refresh bool // the <meta> is a refresh
	based   bool // there was a <base href>
}

func (l *lexer) run() {
	for i := int64(0); l.At(i) >= 0; {
		i = l.markup(l.prose(i))
		l.Done(i)
	}
}

// prose reads text from i on, with character references, and returns where markup
// begins. <wbr> may stand in the midst of a URI.
func (l *lexer) prose(i int64) int64 {
	begin, plain := i, true // plain as long as the text has no <wbr>
	l.text.Reset(i)
	for j := i; ; {
		j = l.Index(j, begin+decoded.Limit, '<')
		switch {
		case j >= begin+decoded.Limit:
			j = l.Cut(i, j)
			l.piece(i, j, plain)
			i, begin, plain = j, j, true
			l.text.Reset(i)
		case l.At(j) >= 0 && !l.isMarkup(j):
			j++
		default:
			n := l.lineBreak(j)
			if n == 0 {
				l.piece(i, j, plain)
				return j
			}
			l.text.Entities(l.Slice(i, j), false)
			l.text.Replace(n, "")
			j += int64(n)
			i, plain = j, false
		}
	}
}

// lineBreak returns the length of the <wbr> at i, 0 if there is none.
func (l *lexer) lineBreak(i int64) int {
	if l.raw != other || l.tag != wbr {
		return 0
	}
	for _, tag := range [...]string{"<wbr>", "<wbr/>", "<wbr />"} {
		if l.Has(i, tag) {
			return len(tag)
		}
	}
	return 0
}

// piece finds in the text that ends with what stands from i to j. It is all of it if
// it is plain.
func (l *lexer) piece(i, j int64, plain bool) {
	if i == j && plain {
		return
	}
	b := l.Slice(i, j)
	switch {
	case !plain:
		l.text.Entities(b, false)
	case !decoded.HasMarkOrEntity(b):
		l.Done(j)
		return
	case bytes.IndexByte(b, '&') >= 0 && l.raw != xmp && l.raw != plaintext:
		l.text.Entities(b, false)
	default:
		l.text.Literal(i, b)
	}
	l.Find(&l.text, "")
	l.Done(j)
}

// isMarkup reports whether the "<" at i begins markup. It notes the name of the tag.
func (l *lexer) isMarkup(i int64) bool {
	c := l.At(i + 1)
	if l.raw != other {
		return l.raw != plaintext && c == '/' && l.isEnd(i, l.raw.String())
	}
	switch {
	case c == '!', c == '?':
		return true
	case c == '/':
		l.readName(i + 2)
		return l.At(i+2) >= 0
	case isLetter(c):
		return l.readName(i + 1)
	}
	return false
}

func isLetter(c int) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// readName notes the name of the tag at i. It reports whether it is one, not a URI or
// an address in brackets.
func (l *lexer) readName(i int64) bool {
	const most = 256 // bytes that are looked at
	j := l.IndexAny(i, i+most, tagNameEnd)
	l.tag = tagOf(l.Slice(i, j))
	l.tagEnd = j
	switch l.At(j) {
	case '@':
		return j == i
	case '/':
		return l.At(j-1) != ':' || l.At(j+1) != '/'
	}
	return true
}

// Sets of bytes that end something; the "@" ends what is no name.
var (
	tagNameEnd       = decoded.SetOf(" \t\n\f\r/>@")
	tagRestEnd       = decoded.SetOf(" \t\n\f\r/>")
	attributeNameEnd = decoded.SetOf(" \t\n\f\r/>=")
	valueEnd         = decoded.SetOf(" \t\n\f\r>")
)

// isEnd reports whether the end tag of the element of that name stands at i.
func (l *lexer) isEnd(i int64, name string) bool {
	if !l.Has(i+2, name) {
		return false
	}
	c := l.At(i + 2 + int64(len(name)))
	return c == '>' || c == '/' || decoded.IsSpace(c)
}

// markup reads the markup at i and returns where it has ended.
func (l *lexer) markup(i int64) int64 {
	switch c := l.At(i + 1); {
	case c < 0:
		return i
	case c == '!' && l.Has(i+2, "--"):
		return 1 + l.Prose(i+4, '>', func(j int64) (int64, bool) { return l.isCommentEnd(i+4, j) })
	case c == '!' && (l.isXML || l.foreign) && l.Has(i+2, "[cdata["):
		const open = int64(len("<![CDATA["))
		return 1 + l.Prose(i+open, '>', func(j int64) (int64, bool) {
			return j - 2, j >= i+open+2 && l.At(j-1) == ']' && l.At(j-2) == ']'
		})
	case c == '?':
		l.declaration(i)
		return 1 + l.Prose(i+2, '>', func(j int64) (int64, bool) { return l.instructionEnd(j), true })
	case c == '!', c == '/' && !isLetter(l.At(i+2)):
		l.declaration(i)
		return 1 + l.Prose(i+2, '>', func(j int64) (int64, bool) { return j, true })
	case c == '/':
		return l.endTag(max(l.tagEnd, i+2))
	}
	return l.startTag(l.tagEnd)
}

// endTag reads the end tag whose name has ended at i, or goes on there.
func (l *lexer) endTag(i int64) int64 {
	l.raw = other
	if l.isForeign() {
		l.foreign = false
	}
	if l.At(i) == '>' {
		return i + 1
	}
	_, i = l.attributes(i, false)
	return i
}

// isCommentEnd reports whether the ">" at j ends the comment that begins behind
// "<!--" at i, and where its text has ended. "<!-->" and "<!--->" are empty ones.
func (l *lexer) isCommentEnd(i, j int64) (end int64, ok bool) {
	switch {
	case l.At(j-1) == '-' && l.At(j-2) == '-':
		return j - 2, true
	case j >= i+3 && l.At(j-1) == '!' && l.At(j-2) == '-' && l.At(j-3) == '-':
		return j - 3, true
	}
	return 0, false
}

// instructionEnd returns where the text of a processing instruction ends whose ">" is
// at j.
func (l *lexer) instructionEnd(j int64) int64 {
	if l.At(j-1) == '?' {
		return j - 1
	}
	return j
}

// declaration notes what the declaration at i says of the page.
func (l *lexer) declaration(i int64) {
	const most = 256 // bytes that are looked at
	if i < most && l.Has(i, "<?xml") || l.Has(i, "<!doctype") && bytes.Contains(l.Peek(i, most), []byte("XHTML")) {
		l.isXML = true
	}
}

func (l *lexer) isForeign() bool { return l.tag == svg || l.tag == math }

// startTag reads the start tag whose name has ended at i, or goes on there, and the
// text of the element if it is a style or a script.
func (l *lexer) startTag(i int64) int64 {
	l.script, l.refresh = scriptJavaScript, false
	closed, i := l.attributes(i, true)
	if closed && (l.isXML || l.foreign) {
		return i
	}
	l.foreign = l.foreign || l.isForeign() && !closed
	switch l.tag {
	case script, style:
		return l.stream(i)
	case title, textarea, xmp, plaintext:
		l.raw = l.tag
	}
	return i
}
