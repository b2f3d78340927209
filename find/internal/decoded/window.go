// Package decoded is what containers read with: a window over a file, and text that
// was decoded from the file and still knows where it stood there.
//
// A lexer goes through a [Window] by offsets of the file. It says what it is done with
// ([Window.Done]), so that the window moves on, and hands over the text between the
// syntax of its format: what stands there as it is ([Window.Prose]), what has escapes
// ([Text] and [Window.Find]), and references in places that hold nothing else
// ([Window.Reference]). All matches must be yielded in the order of the file.
//
// Formats of lines are read with package piece, which keeps a Text of a paragraph.
package decoded

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"sync"

	"uriel.dev/find"
	"uriel.dev/uri"
)

// Limit is the longest piece of text that is read as one, in bytes of the file. It is
// that of the finder.
const Limit = find.MaxLen

const (
	leastRead = 64 << 10
	behind    = 16 // bytes before what is done with that can still be looked at
)

// A Window is the part of a file that is in memory. Offsets count in the file. It
// grows to the piece that a lexer reads, and no further.
type Window struct {
	// Base, if it is not zero, is what relative references are resolved against.
	Base uri.URI

	finder  find.Finder
	r       io.Reader
	b       []byte
	base    int64         // the offset of b[0]
	done    int64         // what is before is done with
	place   find.Position // of a byte of b, or of the end
	err     error         // why there is no more to read
	yield   func(find.Match, error) bool
	stopped bool // yield wants no more
}

// buffers are used again: a page has many small parts that are read by themselves.
var buffers = sync.Pool{New: func() any { return new([2 * leastRead]byte) }}

// Scan yields the matches that lex finds in what r holds, and at last the error of r,
// unless that is io.EOF.
func Scan(f find.Finder, r io.Reader, lex func(*Window)) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		buffer := buffers.Get().(*[2 * leastRead]byte)
		defer buffers.Put(buffer)
		w := Window{finder: f, r: r, b: buffer[:0], place: find.Begin, yield: yield}
		lex(&w)
		if !w.stopped && w.err != nil && !errors.Is(w.err, io.EOF) {
			yield(find.Match{}, w.err)
		}
	}
}

// At returns the byte at i, which must not be done with; -1 behind the end. Slices of
// the window are not good any more after it.
func (w *Window) At(i int64) int {
	if i -= w.base; uint64(i) < uint64(len(w.b)) {
		return int(w.b[i])
	}
	return w.further(i)
}

// further is At for a byte that is not in memory; i counts from w.base.
func (w *Window) further(i int64) int {
	for i += w.base; i >= w.end(); {
		if !w.fill() {
			return -1
		}
	}
	return int(w.b[i-w.base])
}

// end returns the offset behind what is in memory.
func (w *Window) end() int64 { return w.base + int64(len(w.b)) }

// Done says that what is before i is not needed any more.
func (w *Window) Done(i int64) { w.done = i }

// fill reads on; it reports whether there was more.
func (w *Window) fill() bool {
	if w.stopped || w.err != nil {
		return false
	}
	if cap(w.b)-len(w.b) < leastRead/2 {
		w.makeRoom()
	}
	for range 100 { // as many times as package bufio takes nothing for an answer
		n, err := w.r.Read(w.b[len(w.b):cap(w.b)])
		w.b, w.err = w.b[:len(w.b)+n], err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	w.err = io.ErrNoProgress
	return false
}

// makeRoom lets go of what is done with. If that is less than half, the buffer
// grows.
func (w *Window) makeRoom() {
	gone := max(0, min(w.done-behind, w.end())-w.base)
	if at := w.place.Start - w.base; gone > at {
		w.place.Advance(w.b[at:gone])
	}
	rest := w.b[gone:]
	if len(rest) > cap(w.b)/2 {
		w.b = make([]byte, 0, 2*cap(w.b))
	}
	w.b = append(w.b[:0], rest...)
	w.base += gone
}

// Index returns the offset of the first c from i on and before limit. If there is
// none it returns limit, or the end of the file if that comes first.
func (w *Window) Index(i, limit int64, c byte) int64 {
	for i < limit && w.At(i) >= 0 {
		b := w.Slice(i, min(limit, w.end()))
		if n := bytes.IndexByte(b, c); n >= 0 {
			return i + int64(n)
		}
		i += int64(len(b))
	}
	return i
}

// A Set is a set of bytes.
type Set [256]bool

// SetOf returns the set of the bytes of chars.
func SetOf(chars string) *Set {
	var s Set
	for i := range len(chars) {
		s[chars[i]] = true
	}
	return &s
}

// SetWhere returns the set of the bytes that are in it.
func SetWhere(isIn func(byte) bool) *Set {
	var s Set
	for c := range s {
		s[c] = isIn(byte(c))
	}
	return &s
}

// IndexAny is like Index for the first byte that is in the set.
func (w *Window) IndexAny(i, limit int64, set *Set) int64 {
	for i < limit && w.At(i) >= 0 {
		b := w.Slice(i, min(limit, w.end()))
		for k, c := range b {
			if set[c] {
				return i + int64(k)
			}
		}
		i += int64(len(b))
	}
	return i
}

// Slice returns the bytes from i to j, which must have been looked at. They are good
// until the next call of At, Index or Peek.
func (w *Window) Slice(i, j int64) []byte { return w.b[i-w.base : j-w.base] }

// Ahead returns what is in memory from i on, as Slice does.
func (w *Window) Ahead(i int64) []byte { return w.b[i-w.base:] }

// Peek returns the n bytes from i on, or those up to the end of the file, as Slice
// does.
func (w *Window) Peek(i int64, n int) []byte {
	w.At(i + int64(n) - 1)
	return w.Slice(i, max(i, min(i+int64(n), w.end())))
}

// Has reports whether the file goes on with s at i, in any case of letters. The
// letters of s are in lower case.
func (w *Window) Has(i int64, s string) bool {
	for k := range len(s) {
		if c := w.At(i + int64(k)); c != int(s[k]) && !('A' <= c && c <= 'Z' && c|0x20 == int(s[k])) {
			return false
		}
	}
	return true
}

// IsSpace reports whether c is white space as most formats have it: blank, tab, line
// feed, form feed, carriage return.
func IsSpace(c int) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// SkipSpace returns the first offset from i on that holds no white space. It is done
// with what is before.
func (w *Window) SkipSpace(i int64) int64 {
	for IsSpace(w.At(i)) {
		i++
		w.Done(i)
	}
	return i
}

// SkipTo returns the first offset from i on whose byte is in the set, or the end of the
// file. It is done with what is before.
func (w *Window) SkipTo(i int64, set *Set) int64 {
	for {
		j := w.IndexAny(i, i+Limit, set)
		w.Done(j)
		if j < i+Limit {
			return j
		}
		i = j
	}
}

// Cut returns where a piece of text that has begun at i and was read up to j, too
// long to be read as one, is to be cut: behind its last white space.
func (w *Window) Cut(i, j int64) int64 {
	if n := bytes.LastIndexAny(w.Slice(i, j), " \t\r\n\f"); n >= 0 {
		return i + int64(n) + 1
	}
	return j
}
