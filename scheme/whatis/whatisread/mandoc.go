package whatisread

import (
	"bytes"
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"uriel.dev/internal/packed"
)

// ReadMandoc reads a database of mandoc, mandoc.db, of version 1, the only one there
// is. It is in mandoc.db(5): numbers of 32 bits in network byte order, strings with a
// NUL at their end, and lists of strings with one more.
//
//	 0  0x3a7d0cdb
//	 4  the version
//	 8  where the macros are, for searches that whatis does not make
//	12  where the first number is repeated, at the end
//	16  the number of pages
//	20  for each page, where to find
//	    its names, each behind a byte of bits that tell where it was seen
//	    its sections
//	    its architectures, or 0
//	    its description
//	    its files, the first behind a byte for its form
//
// There is an entry for each name and each file of that name, and for each name
// without a file one in the section of the first file. A section is that in the name
// of the file, "3perl" of "man3/Socket.3perl.gz"; mandoc gives the page further ones, of its
// folder and title. Names that only the synopsis has are left out, as whatis(1) of mandoc
// does not print them. Entries do not tell architectures.
//
// The error is [ErrBroken], for a database of another version too.
func ReadMandoc(b []byte) ([]Entry, error) {
	d := &mandoc{data: b, left: len(b)}
	n, err := d.header()
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for i := range n {
		p, err := d.page(pagesAt + i*pageSize)
		if err != nil {
			return nil, err
		}
		entries = p.entries(entries)
	}
	return entries, nil
}

const (
	mandocMagic   = 0x3a7d0cdb
	mandocVersion = 1

	pagesAt  = 20
	pageSize = 5 * 4
)

// A mandoc is a file being read.
type mandoc struct {
	data []byte
	left int // bytes that the strings to come may have
}

// number reads the one at a place, which must be in the file.
func (d *mandoc) number(at int) int { return int(int32(binary.BigEndian.Uint32(d.data[at:]))) }

// header returns the number of pages.
func (d *mandoc) header() (int, error) {
	if len(d.data) < pagesAt || d.number(0) != mandocMagic {
		return 0, broken("it does not begin with the magic number of mandoc")
	}
	if v := d.number(4); v != mandocVersion {
		return 0, broken("it is of version %d, which is not known here", v)
	}
	if end := d.number(12); end < pagesAt || end > len(d.data)-4 || d.number(end) != mandocMagic {
		return 0, broken("its end is missing")
	}
	n := d.number(16)
	if n < 0 || n > (len(d.data)-pagesAt)/pageSize {
		return 0, broken("it is too short for its %d pages", n)
	}
	return n, nil
}

// bytes returns what is from a place up to an end, which is cut off. The strings of a
// database do not overlap, so that together they are no longer than it is: a file
// in which all pages have the same long list would have us read it again and again.
func (d *mandoc) bytes(at int, end string) (string, error) {
	if at < pagesAt || at >= len(d.data) {
		return "", broken("a string is outside the file, at %d", at)
	}
	n := bytes.Index(d.data[at:], []byte(end))
	if n < 0 {
		return "", broken("the string at %d has no end", at)
	}
	if d.left -= n + len(end); d.left < 0 {
		return "", broken("strings overlap, that at %d or others", at)
	}
	return string(d.data[at : at+n]), nil
}

// list reads a list, which has a string, and none that is empty.
func (d *mandoc) list(at int) ([]string, error) {
	text, err := d.bytes(at, "\x00\x00")
	if err != nil {
		return nil, err
	}
	if text == "" || text[0] == 0 {
		return nil, broken("the list at %d is empty", at)
	}
	return strings.Split(text, "\x00"), nil
}

// A mandocPage is a page with all its names.
type mandocPage struct {
	names, sections, files []string
	about                  string
}

func (d *mandoc) page(at int) (p mandocPage, err error) {
	if p.names, err = d.list(d.number(at)); err != nil {
		return p, err
	}
	if p.sections, err = d.list(d.number(at + 4)); err != nil {
		return p, err
	}
	if p.about, err = d.bytes(d.number(at+12), "\x00"); err != nil {
		return p, err
	}
	p.files, err = d.list(d.number(at + 16))
	return p, err
}

const (
	inSynopsis = 0x01 // the bit of a name that was seen in the synopsis
	formatted  = 0x02 // the form of a file for which there is no source
)

// entries appends those of a page to out.
func (p mandocPage) entries(out []Entry) []Entry {
	form := p.files[0][0]
	p.files[0] = p.files[0][1:]
	section := p.sections[0] // where the name of a file tells none
	slices.Sort(p.sections)
	own := map[string][]string{} // the sections of the files of a name
	var first Entry              // as the first file has it
	for i, file := range p.files {
		e := Entry{Page: path.Base(packed.Strip(file)), Section: section}
		if dot := strings.LastIndexByte(e.Page, '.'); dot > 0 {
			if _, ok := slices.BinarySearch(p.sections, e.Page[dot+1:]); ok {
				e.Section = e.Page[dot+1:]
			}
			e.Page = e.Page[:dot]
		}
		if i == 0 {
			first = e
		}
		own[e.Page] = append(own[e.Page], e.Section)
	}
	for _, n := range p.names {
		bits, name := n[0], n[1:]
		if name == "" || bits&^inSynopsis == 0 {
			continue
		}
		e := Entry{Name: name, Section: first.Section, About: p.about, Page: first.Page, Formatted: form&formatted != 0}
		sections, ok := own[name]
		if !ok {
			out = append(out, e)
		}
		slices.Sort(sections)
		for _, e.Section = range slices.Compact(sections) {
			e.Page = name
			out = append(out, e)
		}
		own[name] = nil // once for each name
	}
	return out
}
