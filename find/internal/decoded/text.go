package decoded

import (
	"bytes"
	"sort"
)

// A Text is text that was decoded from a piece of a file. It knows where each of its
// bytes stood:
//
//	the file   a & a m p ; b      jump{at: 1, n: 1, from: 1, to: 6}
//	the text   a &         b
//
// The zero value is the empty text, and good for [Text.Reset].
type Text struct {
	Bytes []byte
	own   []byte // what Bytes is appended to
	from  int64  // the offset in the file where the next byte comes from
	start int64  // that of the first one
	jumps []jump // in order
}

// A jump is n bytes of the text from at on, which stand for those of the file from
// from to to. Between jumps the text is that of the file.
type jump struct {
	at, n    int
	from, to int64
}

// Reset makes t the empty text, which goes on with what stands at from.
func (t *Text) Reset(from int64) {
	t.own = t.own[:0]
	t.Bytes, t.from, t.start, t.jumps = t.own, from, from, t.jumps[:0]
}

// Literal makes t the text b that stands at from as it is. It keeps b.
func (t *Text) Literal(from int64, b []byte) {
	t.Reset(from)
	t.Bytes, t.from = b, from+int64(len(b))
}

// Copy appends b, which stands in the file as it is.
func (t *Text) Copy(b []byte) {
	t.own = append(t.own, b...)
	t.Bytes = t.own
	t.from += int64(len(b))
}

// Replace appends text, which n bytes of the file stand for.
func (t *Text) Replace(n int, text string) {
	t.jumps = append(t.jumps, jump{len(t.own), len(text), t.from, t.from + int64(n)})
	t.own = append(t.own, text...)
	t.Bytes = t.own
	t.from += int64(n)
}

// Skip goes on with what stands at the offset to; what is before it means nothing.
func (t *Text) Skip(to int64) {
	if to > t.from {
		t.Replace(int(to-t.from), "")
	}
}

// An Escape returns what the escape that text begins with stands for, and its length,
// which is 0 if it is none.
type Escape = func(text []byte) (meaning string, n int)

// Decode appends b, with its escapes decoded, which begin with the byte mark.
func (t *Text) Decode(b []byte, mark byte, escape Escape) {
	for i := bytes.IndexByte(b, mark); i >= 0; i = bytes.IndexByte(b, mark) {
		t.Copy(b[:i])
		b = b[i:]
		b = b[t.Escape(b, escape):]
	}
	t.Copy(b)
}

// Escape appends the escape that b begins with, and returns its length. What is none
// is text: the first byte of it.
func (t *Text) Escape(b []byte, escape Escape) int {
	meaning, n := escape(b)
	if n > 0 {
		t.Replace(n, meaning)
		return n
	}
	t.Copy(b[:1])
	return 1
}

// isLiteral reports whether t is what stands in the file.
func (t *Text) isLiteral() bool { return len(t.jumps) == 0 }

// Range returns where the bytes of t from i to j stand in the file.
func (t *Text) Range(i, j int) (start, end int64) { return t.first(i), t.behind(j) }

// first returns where byte i begins: behind what stands for nothing before it.
func (t *Text) first(i int) int64 {
	k := sort.Search(len(t.jumps), func(k int) bool { return t.jumps[k].at > i })
	if k == 0 {
		return t.start + int64(i)
	}
	if jump := t.jumps[k-1]; i >= jump.at+jump.n {
		return jump.to + int64(i-jump.at-jump.n)
	}
	return t.jumps[k-1].from
}

// behind returns where the bytes before j end: before what stands for nothing there.
func (t *Text) behind(j int) int64 {
	k := sort.Search(len(t.jumps), func(k int) bool { return t.jumps[k].at >= j })
	if k == 0 {
		return t.start + int64(j)
	}
	jump := t.jumps[k-1]
	return jump.to + int64(max(0, j-jump.at-jump.n))
}
