package whatisread

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A form is how a machine writes GDBM files.
type form struct {
	name   string
	magic  uint32
	order  binary.AppendByteOrder
	layout layout
}

var (
	little64 = form{"little-endian, 64 bits", 0x13579acf, binary.LittleEndian, layout64}
	forms    = []form{
		little64,
		{"big-endian, 64 bits", 0x13579acf, binary.BigEndian, layout64},
		{"little-endian, 64 bits, numsync", 0x13579ad1, binary.LittleEndian, layout64},
		{"little-endian, 64 bits packed", 0x13579acf, binary.LittleEndian, layout64Packed},
		{"big-endian, 32 bits", 0x13579acd, binary.BigEndian, layout32},
		{"little-endian, 32 bits, numsync", 0x13579ad0, binary.LittleEndian, layout32},
		{"little-endian, 32 bits, of old", 0x13579ace, binary.LittleEndian, layout32},
		{"big-endian, 64 bits, of old", 0x13579ace, binary.BigEndian, layout64},
	}
)

func (f form) offset(b []byte, n int) []byte {
	if f.layout.offset == 4 {
		return f.order.AppendUint32(b, uint32(n))
	}
	return f.order.AppendUint64(b, uint64(n))
}

const (
	blockSize = 512 // of a header, a directory and a bucket
	places    = 8   // in a directory
)

// build makes a file of keys and contents: a header, a directory, two buckets, of
// which the second stands in the first half of the directory, and the records. They
// must fit into the buckets.
func (f form) build(pairs ...string) []byte {
	elements := (blockSize - f.layout.bucket) / f.layout.element()
	b := f.order.AppendUint32(nil, f.magic)
	b = f.offset(f.order.AppendUint32(b, blockSize), blockSize)
	for _, n := range []int{places * f.layout.offset, 3, blockSize, elements} {
		b = f.order.AppendUint32(b, uint32(n))
	}
	b = slices.Concat(b, make([]byte, blockSize-len(b)))
	for i := range places {
		b = f.offset(b, (3-i*2/places)*blockSize)
	}
	b = slices.Concat(b, make([]byte, 2*blockSize-len(b)))
	at := 4 * blockSize
	var data []byte
	for bucket := range 2 {
		b = slices.Concat(b, make([]byte, f.layout.bucket))
		for i := range elements {
			n := 2 * (2*i + bucket)
			if n >= len(pairs) {
				b = append(f.order.AppendUint32(b, 1<<32-1), make([]byte, f.layout.element()-4)...)
				continue
			}
			b = append(f.order.AppendUint32(b, uint32(n)), (pairs[n] + "\x00\x00\x00\x00")[:4]...)
			b = f.offset(b, at+len(data))
			b = f.order.AppendUint32(b, uint32(len(pairs[n])+1))
			b = f.order.AppendUint32(b, uint32(len(pairs[n+1])+1))
			data = append(data, pairs[n]+"\x00"+pairs[n+1]+"\x00"...)
		}
		b = slices.Concat(b, make([]byte, (3+bucket)*blockSize-len(b)))
	}
	return append(b, data...)
}

// A mandocSource is a page of mandoc; its lists have a NUL behind each string.
type mandocSource struct{ names, sections, about, files string }

// buildMandoc makes a mandoc.db of pages, with a table of no macros.
func buildMandoc(pages ...mandocSource) []byte {
	var table, text []byte
	number := func(b []byte, n int) []byte { return binary.BigEndian.AppendUint32(b, uint32(n)) }
	start := pagesAt + len(pages)*pageSize
	put := func(s string) {
		table = number(table, start+len(text))
		text = append(text, s+"\x00"...)
	}
	for _, p := range pages {
		put(p.names)
		put(p.sections)
		table = number(table, 0)
		put(p.about)
		put(p.files)
	}
	text = append(text, make([]byte, 3-(len(text)+3)%4)...)
	macros := start + len(text)
	b := number(number(nil, mandocMagic), 1)
	b = number(number(number(b, macros), macros+4), len(pages))
	b = slices.Concat(b, table, text)
	return number(number(b, 0), mandocMagic)
}

func same(t *testing.T, what string, got, want []Entry) {
	t.Helper()
	order := func(a, b Entry) int { return slices.Compare([]string{a.Name, a.Section}, []string{b.Name, b.Section}) }
	got = slices.SortedFunc(slices.Values(got), order)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}

// sound fails for entries that break what is promised of them, or are more than the
// bytes they come from could say.
func sound(t *testing.T, entries []Entry, from []byte) {
	t.Helper()
	if len(entries) > len(from) {
		t.Errorf("%d entries of %d bytes", len(entries), len(from))
	}
	for _, e := range entries {
		if e.Name == "" || e.Section == "" || e.Page == "" {
			t.Errorf("an entry with an empty text: %+v", e)
		}
	}
}
