package decoded

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"uriel.dev/find"
	"uriel.dev/uri"
)

// advance returns the position of the byte at start, which is not before that of the
// last match.
func (w *Window) advance(start int64) find.Position {
	at := w.place.Start
	w.place.Advance(w.Slice(at, max(at, start)))
	return w.place
}

// hand hands m over if it is wanted. Relative references are resolved if they can be.
func (w *Window) hand(m find.Match) {
	if w.stopped {
		return
	}
	if !m.URI.HasScheme() && w.Base.HasScheme() {
		if u, err := w.Base.Resolve(m.URI); err == nil {
			m.URI = u
		}
	}
	w.stopped = !w.yield(m, nil)
}

// Find yields what the finder finds in t. What is all of t, but for white space around
// it, is of the form whole if that is not "": where the text ends is not in
// doubt then.
func (w *Window) Find(t *Text, whole find.Form) {
	if !HasMark(t.Bytes) {
		return
	}
	for m := range w.finder.From(find.Begin, t.Bytes) {
		all := whole != "" && isWhole(&m, t.Bytes)
		if all {
			m.Form = whole
		}
		w.part(t, m)
		if all || w.stopped {
			return
		}
	}
}

// part yields m, a match with offsets of t.
func (w *Window) part(t *Text, m find.Match) {
	for i := range m.Alternatives {
		m.Alternatives[i].End = t.behind(int(m.Alternatives[i].End))
	}
	start, end := t.Range(int(m.Start), int(m.End))
	m.Position, m.End = w.advance(start), end
	if !t.isLiteral() {
		m.Text = string(w.Slice(start, end))
	}
	w.hand(m)
}

// isWhole reports whether m, or an alternative of it, is all of text, and makes m
// that one.
func isWhole(m *find.Match, text []byte) bool {
	if m.Form != find.Bare || len(bytes.TrimSpace(text[:m.Start])) > 0 {
		return false
	}
	end := int64(len(bytes.TrimRight(text, " \t\r\n\f")))
	for _, a := range m.Alternatives {
		if a.End == end {
			m.URI, m.End, m.Text = a.URI, end, string(text[m.Start:end])
		}
	}
	if m.End != end {
		return false
	}
	m.Alternatives = nil
	return true
}

// Prose yields what the finder finds from i on in text that stands there as it is, up
// to where it ends: ends is asked at each byte last, and says where what ends the text
// begins, a byte or few before it. Prose returns the offset of that last byte, or of the
// end of the file. Text that is longer than [Limit] is read in pieces.
func (w *Window) Prose(i int64, last byte, ends func(j int64) (begin int64, ok bool)) int64 {
	for j := i; ; {
		j = w.Index(j, i+Limit, last)
		if j == i+Limit {
			i = w.literal(i, w.Cut(i, j))
			continue
		}
		if w.At(j) < 0 {
			return w.literal(i, j)
		}
		if begin, ok := ends(j); ok {
			w.literal(i, max(i, begin))
			return j
		}
		j++
	}
}

// literal finds in what stands from i to j as it is, and is done with it. It
// returns j.
func (w *Window) literal(i, j int64) int64 {
	var t Text
	t.Literal(i, w.Slice(i, j))
	w.Find(&t, "")
	w.Done(j)
	return j
}

// Reference yields the reference that the bytes of t from i to j are, as
// [find.Reference] reads it. Brackets and the prefix "URL:" are no part of it, though
// they are of the text as written. Place holders of templates are no references.
func (w *Window) Reference(t *Text, i, j int, form find.Form) {
	for i < j && IsSpace(int(t.Bytes[i])) {
		i++
	}
	for i < j && IsSpace(int(t.Bytes[j-1])) {
		j--
	}
	if isTemplate(t.Bytes[i:j]) {
		return
	}
	text := string(t.Bytes[i:j])
	inner := unwrap(text)
	u, ok := find.Reference(inner)
	if !ok {
		return
	}
	m := find.Match{URI: u, Text: text, Position: find.Position{Start: int64(i)}, End: int64(j), Form: form}
	if inner != text {
		m.Remarks = []uri.Remark{uri.NewRemark(wrapper(), uri.Warning, 0, len(text))}
	}
	w.part(t, m)
}

// wrapper is the rule by which package uri refuses a wrapper. It is no error where
// something is marked as a URI, since what is meant is plain.
var wrapper = sync.OnceValue(func() uri.Rule {
	rules := uri.Rules()
	return rules[slices.IndexFunc(rules, func(r uri.Rule) bool { return r.ID == "uri/wrapper" })]
})

// unwrap returns text without the brackets and the prefix that belong into plain text
// (RFC 3986, appendix C).
func unwrap(text string) string {
	if text == "" || text[0] != '<' && text[0]|0x20 != 'u' {
		return text
	}
	inner := text
	if strings.HasPrefix(inner, "<") && strings.HasSuffix(inner, ">") {
		inner = inner[1 : len(inner)-1]
	}
	const prefix = "url:"
	if len(inner) > len(prefix) && strings.EqualFold(inner[:len(prefix)], prefix) {
		inner = inner[len(prefix):]
	}
	if u, err := uri.Parse(inner); err == nil && u.HasScheme() {
		return inner
	}
	return text
}

// isTemplate reports whether text has a field of a template: braces, or what some
// languages open it with. In a program and in data braces alone say nothing.
func isTemplate(text []byte) bool {
	open := bytes.IndexByte(text, '{')
	if open < 0 && bytes.IndexByte(text, '<') < 0 {
		return false
	}
	for _, mark := range [...]string{"{{", "{%", "<%", "<?"} {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	scheme, _, _ := bytes.Cut(text, []byte(":"))
	isProgram := bytes.EqualFold(scheme, []byte("javascript")) || bytes.EqualFold(scheme, []byte("data"))
	return open >= 0 && !isProgram && bytes.IndexByte(text[open:], '}') > 0
}

// A Scanner finds in a file of some format, as a [find.Container] does.
type Scanner = func(find.Finder, io.Reader) iter.Seq2[find.Match, error]

// Nest yields what scan finds in t.
func (w *Window) Nest(t *Text, scan Scanner) {
	for m := range scan(w.finder, bytes.NewReader(t.Bytes)) {
		w.part(t, m)
		if w.stopped {
			return
		}
	}
}

// Stream yields what scan finds in what r holds, which reads from this window what
// stands from start on.
func (w *Window) Stream(start int64, r io.Reader, scan Scanner) {
	from := w.advance(start)
	for m := range scan(w.finder, r) {
		Shift(&m, from)
		w.hand(m)
		if w.stopped {
			return
		}
	}
}

// Shift moves m, a match in a part of a file that begins at a place and is written as
// it is, to where it stands in the file.
func Shift(m *find.Match, at find.Position) {
	if m.Line == 1 {
		m.Column += at.Column - 1
		m.ColumnRunes += at.ColumnRunes - 1
	}
	m.Line += at.Line - 1
	m.Start += at.Start
	m.End += at.Start
	for i := range m.Alternatives {
		m.Alternatives[i].End += at.Start
	}
}
