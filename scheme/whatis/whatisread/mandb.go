package whatisread

import (
	"bytes"
	"strings"
)

// ReadManDB reads a database of man-db, index.db, which is a GDBM file of either byte
// order with these records, each key and content with a NUL at its end:
//
//	$version$    the version, 2.4.x or 2.5.x here
//	$mtime$      when it was made (2.4)
//	name         a page, if it alone has the name
//	name         TAB and a list of names and sections, if several pages have it
//	name TAB section  one of these
//
// The key of a single page and of a list is in lower case. A page has fields with a
// TAB between two:
//
//	name      as it is written, "-" if that is the key
//	section   with what follows the number, "3perl"
//	section   the folder, "3"
//	modified  seconds of Unix
//	          and nanoseconds (2.5)
//	kind      A a page, B a link to one, C a name that a page describes,
//	          D a formatted page without source, E a name that such a page describes
//	pointer   of C and E: the name of the page that describes it, in this section
//	filters   letters of the preprocessors
//	ending    of compression, "gz"
//	about     the description, of A, B and D
//
// There is an entry for each page of any kind, in the order of the file. That of a
// pointer has the description of the page it ends at; as that of a page that is not
// there or does not come to an end, it is "". Pages that man-db found no description
// in have none either. whatis(1) differs in what it prints for a pointer: the name of the
// page.
//
// The error is [ErrBroken], for a database of another version too.
func ReadManDB(b []byte) ([]Entry, error) {
	records, err := readGDBM(b)
	if err != nil {
		return nil, err
	}
	fields, err := fieldsOf(records)
	if err != nil {
		return nil, err
	}
	db := manDB{make([]manDBPage, 0, len(records)), make(map[[2]string]int, len(records))}
	for _, r := range records {
		key, content := cString(r.key), cString(r.content)
		if key == versionKey || key == "$mtime$" || strings.HasPrefix(content, "\t") {
			continue
		}
		p, err := readPage(key, content, fields)
		if err != nil {
			return nil, err
		}
		db.at[[2]string{p.name, p.section}] = len(db.pages)
		db.pages = append(db.pages, p)
	}
	entries := make([]Entry, len(db.pages))
	for i, p := range db.pages {
		entries[i] = db.entry(p)
	}
	return entries, nil
}

const versionKey = "$version$"

// fieldsOf returns how many fields the contents have, by the version.
func fieldsOf(records []record) (int, error) {
	for _, r := range records {
		if cString(r.key) != versionKey {
			continue
		}
		switch v := cString(r.content); {
		case strings.HasPrefix(v, "2.4."):
			return 9, nil
		case strings.HasPrefix(v, "2.5."):
			return 10, nil
		default:
			return 0, broken("it is of version %.20q, which is not known here", v)
		}
	}
	return 0, broken("it has no record %s: man-db did not write it", versionKey)
}

// cString returns the bytes before a NUL.
func cString(b []byte) string {
	before, _, _ := bytes.Cut(b, []byte{0})
	return string(before)
}

// A manDBPage is a record of a page.
type manDBPage struct {
	name, section, kind, about string
	pointer                    string // "" if it is itself the page
}

// readPage reads a record whose content has so many fields.
func readPage(key, content string, fields int) (manDBPage, error) {
	f := strings.SplitN(content, "\t", fields) // the description may hold a TAB
	if len(f) != fields {
		return manDBPage{}, broken("the record %.80q has %d fields, not %d", key, len(f), fields)
	}
	p := manDBPage{name: f[0], section: f[1], kind: f[fields-5], pointer: f[fields-4], about: f[fields-1]}
	if p.name == "-" {
		p.name = key
		if i := strings.LastIndexByte(key, '\t'); i >= 0 {
			p.name = key[:i]
		}
	}
	if p.pointer == "-" || p.pointer == p.name {
		p.pointer = ""
	}
	if p.name == "" || p.section == "" || len(p.kind) != 1 || !strings.Contains("ABCDE", p.kind) {
		return manDBPage{}, broken("the record %.80q has no name, section or kind", key)
	}
	return p, nil
}

// maxPointers bounds how often a record may send us to another, as in man-db.
const maxPointers = 10

// A manDB is the pages of a database.
type manDB struct {
	pages []manDBPage
	at    map[[2]string]int // by name and section
}

// entry follows the pointers from a page to the one that describes it.
func (db manDB) entry(p manDBPage) Entry {
	e := Entry{Name: p.name, Section: p.section}
	for n := 0; n < maxPointers && p.pointer != ""; n++ {
		i, ok := db.at[[2]string{p.pointer, p.section}]
		if !ok {
			break
		}
		p = db.pages[i]
	}
	e.Page, e.About, e.Formatted = p.name, p.about, p.kind == "D" || p.kind == "E"
	if p.pointer != "" {
		e.Page, e.About = p.pointer, ""
	}
	return e
}
