package whatisread

import (
	"encoding/binary"
	"math"
	"slices"
)

// A gdbm is a file of GDBM, the GNU database manager: a hash table on disk.
//
//	header     magic                   4 bytes
//	           size of a block         4
//	           directory               an offset
//	           size of the directory   4, in bytes
//	           bits of the directory   4
//	           size of a bucket        4, in bytes
//	           elements of a bucket    4
//	           …                       what is free, and a count of writes
//	directory  buckets                 offsets, each as often as its hashes need it
//	bucket     …                       what is free
//	           elements                each a hash, -1 if it is unused  4
//	                                   the start of the key             4
//	                                   key and content                  an offset
//	                                   size of the key                  4
//	                                   size of the content              4
//
// Numbers are in the byte order of the machine that wrote the file, and placed as
// its compiler placed them.
type gdbm struct {
	data   []byte
	order  binary.ByteOrder
	layout layout

	directory, directorySize int
	bucketSize, elements     int
}

// A layout is what differs between the machines that write such files.
type layout struct {
	offset int // the size of an offset
	bucket int // where in a bucket its elements are
}

var (
	layout32       = layout{4, 60}
	layout64       = layout{8, 112}
	layout64Packed = layout{8, 84} // where 8 bytes need no more than a multiple of 4, as on i386
)

// layoutsOf returns the layouts that files with a magic number may have, nil if it is
// none. The first was in use before there was a choice of offsets. Those of "numsync"
// have a longer header, of which we need no more.
func layoutsOf(magic uint32) []layout {
	switch magic {
	case 0x13579ace:
		return []layout{layout64, layout64Packed, layout32}
	case 0x13579acd, 0x13579ad0:
		return []layout{layout32}
	case 0x13579acf, 0x13579ad1:
		return []layout{layout64, layout64Packed}
	}
	return nil
}

// element is the size of an element of a bucket.
func (l layout) element() int { return 16 + l.offset }

// minHeader is the size of what we need of a header with offsets of 8 bytes.
const minHeader = 32

func openGDBM(data []byte) (*gdbm, error) {
	if len(data) < minHeader {
		return nil, broken("%d bytes are too few for the header of a GDBM file", len(data))
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		candidates := layoutsOf(order.Uint32(data))
		if candidates == nil {
			continue
		}
		for _, l := range candidates {
			f := &gdbm{data: data, order: order, layout: l}
			if f.header() {
				return f, nil
			}
		}
		return nil, broken("its header contradicts itself")
	}
	return nil, broken("it does not begin with a magic number of GDBM")
}

// header reads the header. It reports whether that fits the layout: the number of
// elements is as many as find place in a bucket.
func (f *gdbm) header() bool {
	rest := 8 + f.layout.offset
	f.directory, f.directorySize = f.offset(8), f.size(rest)
	f.bucketSize, f.elements = f.size(rest+8), f.size(rest+12)
	place := f.bucketSize - f.layout.bucket
	return place >= f.layout.element() && f.elements == place/f.layout.element() && f.holds(f.directory, f.directorySize)
}

// size returns a number that counts bytes or elements, and offset one that is a
// place. What is more than the file has, or negative, is math.MaxInt: it holds no such
// thing.
func (f *gdbm) size(at int) int { return f.bound(uint64(f.order.Uint32(f.data[at:]))) }

func (f *gdbm) offset(at int) int {
	if f.layout.offset == 4 {
		return f.size(at)
	}
	return f.bound(f.order.Uint64(f.data[at:]))
}

func (f *gdbm) bound(n uint64) int {
	if n > uint64(len(f.data)) {
		return math.MaxInt
	}
	return int(n)
}

// holds reports whether the file has n bytes at a place.
func (f *gdbm) holds(at, n int) bool { return at <= len(f.data) && n <= len(f.data)-at }

// buckets returns the places of the buckets, each once.
func (f *gdbm) buckets() (places []int, err error) {
	step := f.layout.offset
	for i := range f.directorySize / step {
		at := f.offset(f.directory + i*step)
		if !f.holds(at, f.bucketSize) {
			return nil, broken("place %d of the directory has a bucket outside the file", i)
		}
		if len(places) == 0 || places[len(places)-1] != at {
			places = append(places, at)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	// Buckets in one another would let a small file have us read forever.
	for i, at := range places[:max(len(places)-1, 0)] {
		if places[i+1]-at < f.bucketSize {
			return nil, broken("the buckets at %d and %d overlap", at, places[i+1])
		}
	}
	return places, nil
}

// A record is a key with its content.
type record struct{ key, content []byte }

// readGDBM returns the records of a file, in the order of their buckets. They share
// its memory.
func readGDBM(data []byte) (records []record, err error) {
	f, err := openGDBM(data)
	if err != nil {
		return nil, err
	}
	buckets, err := f.buckets()
	if err != nil {
		return nil, err
	}
	left := len(data) // bytes that the records to come may have: they do not overlap, either
	for _, bucket := range buckets {
		for i := range f.elements {
			e := bucket + f.layout.bucket + i*f.layout.element()
			if f.order.Uint32(data[e:]) == math.MaxUint32 {
				continue
			}
			at, sizes := f.offset(e+8), e+8+f.layout.offset
			key, content := f.size(sizes), f.size(sizes+4)
			if !f.holds(at, key) || !f.holds(at+key, content) {
				return nil, broken("the element at %d has a record outside the file", e)
			}
			if left -= key + content; left < 0 {
				return nil, broken("records overlap, that of the element at %d or others", e)
			}
			records = append(records, record{data[at : at+key], data[at+key : at+key+content]})
		}
	}
	return records, nil
}
