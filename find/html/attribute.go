package html

import (
	"bytes"

	"uriel.dev/find"
	"uriel.dev/find/css"
	"uriel.dev/find/internal/decoded"
)

// attributes reads the attributes of a tag from i on, which may be within its name,
// and returns where the tag has ended, and whether that was "/>". They count if it is
// a start tag.
func (l *lexer) attributes(i int64, start bool) (closed bool, end int64) {
	if c := l.At(i); c >= 0 && !tagRestEnd[c] {
		i = l.SkipTo(i, tagRestEnd)
	}
	for {
		l.Done(i)
		switch c := l.At(i); c {
		case -1:
			return false, i
		case '>':
			return closed, i + 1
		case '/':
			closed = true
			i++
		case ' ', '\n', '\t', '\r', '\f':
			i++
		default:
			closed = false
			i = l.attribute(i, start)
		}
	}
}

// attribute reads the attribute at i and returns where it has ended.
func (l *lexer) attribute(i int64, start bool) int64 {
	if j := l.simple(i, start); j > i {
		return j
	}
	const most = 64                                // bytes of a name that are looked at
	j := l.IndexAny(i+1, i+most, attributeNameEnd) // the first byte may be "="
	l.attr = append(l.attr[:0], l.Slice(i, j)...)
	if l.At(j) != '=' {
		if j = l.SkipSpace(l.SkipTo(j, attributeNameEnd)); l.At(j) != '=' {
			return j
		}
	}
	j = l.SkipSpace(j + 1)
	l.Done(j)
	switch c := l.At(j); c {
	case '"', '\'':
		return l.quoted(j+1, byte(c), start)
	case '>':
		return j
	}
	return l.unquoted(j, start)
}

// simple reads the attribute at i if it is name="value" and in memory as a whole, as
// nearly all are. Else it returns i.
func (l *lexer) simple(i int64, start bool) int64 {
	b := l.Ahead(i)
	n := 1
	for n < len(b) && !attributeNameEnd[b[n]] {
		n++
	}
	value := n + len(`="`)
	if value > len(b) || b[n] != '=' || b[n+1] != '"' {
		return i
	}
	length := bytes.IndexByte(b[value:], '"')
	if length < 0 || length > decoded.Limit {
		return i
	}
	if start {
		l.attr = append(l.attr[:0], b[:n]...)
		l.value(i+int64(value), i+int64(value+length), find.Quoted)
	}
	return i + int64(value+length+1)
}

// quoted reads the value at i that a quote ends. What is longer than can be is left
// out.
func (l *lexer) quoted(i int64, quote byte, start bool) int64 {
	j := l.Index(i, i+decoded.Limit, quote)
	if start {
		l.value(i, j, find.Quoted)
	}
	for l.Done(j); l.At(j) >= 0 && l.At(j) != int(quote); l.Done(j) {
		j = l.Index(j, j+decoded.Limit, quote)
	}
	return j + 1
}

func (l *lexer) unquoted(i int64, start bool) int64 {
	j := l.IndexAny(i, i+decoded.Limit, valueEnd)
	if start {
		l.value(i, j, find.Bare)
	}
	return l.SkipTo(j, valueEnd)
}

// value finds in the value of the attribute, which stands from i to j. If it is prose
// and one URI, that is of the form whole.
func (l *lexer) value(i, j int64, whole find.Form) {
	b := l.Slice(i, j)
	kind := l.tag.kindOf(l.attr, b)
	if kind == prose && !decoded.HasMarkOrEntity(b) || kind == styles && !bytes.ContainsAny(b, `("'&/`) {
		return
	}
	if kind == content || bytes.IndexByte(b, '&') >= 0 { // of a content the window may move on
		l.text.Reset(i)
		l.text.Entities(b, true)
	} else {
		l.text.Literal(i, b)
	}
	switch kind {
	case reference:
		l.reference()
	case list:
		l.list(decoded.IsSpace)
	case listOfArchives:
		l.list(func(c int) bool { return c == ',' })
	case candidates:
		l.candidates()
	case content:
		l.content()
	case document:
		l.document(whole)
	case styles:
		l.Nest(&l.text, css.Container.Scan)
	case mediaType:
		l.script = scriptTypeOf(l.text.Bytes)
	case refresh:
		l.refresh = bytes.EqualFold(bytes.TrimSpace(l.text.Bytes), []byte("refresh"))
	default:
		l.Find(&l.text, whole)
	}
}

// document finds in a page that the value is.
func (l *lexer) document(whole find.Form) {
	if l.inner {
		l.Find(&l.text, whole)
		return
	}
	l.Nest(&l.text, scanInner)
}

// reference yields the reference that the value is. That of the first <base> is what
// those behind it are resolved against.
func (l *lexer) reference() {
	l.Reference(&l.text, 0, len(l.text.Bytes), form)
	if l.based || l.tag != base {
		return
	}
	l.based = true
	if u, ok := find.Reference(string(l.text.Bytes)); ok && u.HasScheme() {
		l.Base = u
	}
}

// list yields the references in a list.
func (l *lexer) list(isSeparator func(c int) bool) {
	b := l.text.Bytes
	for i := 0; i < len(b); {
		j := i
		for j < len(b) && !isSeparator(int(b[j])) {
			j++
		}
		l.Reference(&l.text, i, j, form)
		i = j + 1
	}
}

// candidates yields the images of a srcset (HTML Standard, section 4.8.4.2.2). A comma
// is of the URL, but for those at its end; behind the URL stand descriptors, up to a
// comma that is not in brackets.
func (l *lexer) candidates() {
	b := l.text.Bytes
	for i := 0; i < len(b); {
		if c := int(b[i]); c == ',' || decoded.IsSpace(c) {
			i++
			continue
		}
		end := i
		for end < len(b) && !decoded.IsSpace(int(b[end])) {
			end++
		}
		url := bytes.TrimRight(b[i:end], ",")
		l.Reference(&l.text, i, i+len(url), form)
		if i += len(url); i == end {
			i = descriptors(b, i)
		}
	}
}

// descriptors returns where the descriptors at i end.
func descriptors(b []byte, i int) int {
	for depth := 0; i < len(b) && (b[i] != ',' || depth > 0); i++ {
		switch b[i] {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		}
	}
	return i
}

// content yields what the content of a <meta> refers to.
func (l *lexer) content() {
	if l.refresh || l.isRefreshBehind() {
		if i, j := refreshed(l.text.Bytes); i < j {
			l.Reference(&l.text, i, j, form)
			return
		}
	}
	l.Find(&l.text, form)
}
